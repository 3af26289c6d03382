//! How playouts end: nobody fills an eye, nobody breaks a seki.

use aji_goban::{Color, Komi, Position, Size, diagram};
use aji_patterns::Extent;
use aji_search::Random;
use aji_search::playout::{Player, Playouts, Start, hand_set};
use aji_search::settings::{PlayoutPolicy, PlayoutSettings, PlayoutShape};

/// Policies that know a seki, and whether they answer as it last went well.
const POLICIES: [(PlayoutPolicy, PlayoutShape, bool); 5] = [
    (PlayoutPolicy::Learned, PlayoutShape::ThreeByThree, false),
    (PlayoutPolicy::Learned, PlayoutShape::Diamond2, false),
    (PlayoutPolicy::Learned, PlayoutShape::Diamond2, true),
    (PlayoutPolicy::Rules, PlayoutShape::ThreeByThree, false),
    (PlayoutPolicy::Rules, PlayoutShape::ThreeByThree, true),
];

fn playouts(
    (policy, shape, last_good_reply): (PlayoutPolicy, PlayoutShape, bool),
    size: Size,
) -> Playouts {
    let strengths = hand_set::parse(aji_weights::PLAYOUT_HAND_SET, Extent::ThreeByThree).unwrap();
    let settings = PlayoutSettings { policy, shape, last_good_reply, ..PlayoutSettings::default() };
    Playouts::new(&settings, &strengths, size)
}

/// Plays `n` playouts for either side to move and gives what they leave to `look`.
fn play_all(text: &str, n: usize, mut look: impl FnMut(&Position, usize)) {
    let board = diagram::parse(text).unwrap().board;
    for policy in POLICIES {
        let playouts = playouts(policy, board.size());
        for color in Color::BOTH {
            let position = Position::of(board.clone(), color);
            let start = Start::new(&position, playouts.clone());
            let mut player = Player::new(&start, Random::new(1));
            for _ in 0..n {
                player.reset(&start);
                let before = player.position.n_moves();
                player.play_out(Komi::default());
                look(&player.position, player.position.n_moves() - before);
            }
        }
    }
}

const SEKI: &str = "
    O O O O O O O O
    O . O O O O . O
    O O O O O O O O
    O O O O O O O O
    O O O O O O O O
    O O O O O O O O
    X X X X X X X O
    . O O O O . X O";

#[test]
fn a_seki_stays_and_single_eyes_are_not_filled() {
    let before = diagram::parse(SEKI).unwrap().board;
    play_all(SEKI, 50, |position, n_moves| {
        assert_eq!(n_moves, 2, "both pass at once");
        assert_eq!(position.board().stones(Color::Black), before.stones(Color::Black));
        assert_eq!(position.board().stones(Color::White), before.stones(Color::White));
    });
}

#[test]
fn what_only_looks_like_seki_is_played() {
    let nakade = "
        O O O O O O
        O . O O . O
        O O O O O O
        O O O O O O
        X X X X X O
        . O O . X O";
    let (mut n_taken, mut n) = (0, 0);
    play_all(nakade, 50, |position, _| {
        n_taken += usize::from(position.board().stones(Color::Black).is_empty());
        n += 1;
    });
    assert!(n_taken > n / 10, "Black was taken in {n_taken} of {n} playouts");
}

#[test]
fn an_own_eye_of_one_point_is_never_filled() {
    let two_eyes = "
        . X . X O O O
        X X X X O . O
        O O O O O O O
        O O O O O O O
        O . O O O O O
        O O O O O O O
        O O O O O O O";
    let before = diagram::parse(two_eyes).unwrap().board;
    play_all(two_eyes, 50, |position, n_moves| {
        assert_eq!(n_moves, 2);
        assert_eq!(position.board().empties(), before.empties());
    });
}

#[test]
fn the_count_of_a_finished_board_is_its_area() {
    let board = diagram::parse(SEKI).unwrap().board;
    for policy in POLICIES {
        let position = Position::of(board.clone(), Color::Black);
        let start = Start::new(&position, playouts(policy, board.size()));
        let margin = Player::new(&start, Random::new(1)).play_out(Komi::from_half_points(0));
        // Eight black stones; White has 54 and its two eyes.
        assert_eq!(margin.winner(), Some(Color::White));
        assert_eq!(margin.half_points_for(Color::White), 2 * (54 - 8));
    }
}
