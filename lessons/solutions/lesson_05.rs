//! Lesson 5: count White's points for White; the fair komi of random play.

use aji_lessons::board::{Board, Color, neighbors, points};
use aji_lessons::playout::play_out;
use aji_lessons::positions;
use aji_lessons::random::{Random, play_random};
use aji_lessons::score::Score;

/// Exercise 1: the second of the two lines for empty points gave White's eyes to Black.
fn count_score(board: &Board) -> Score {
    let mut score = Score::default();
    for point in points() {
        let touches = |color| neighbors(point).iter().any(|&n| board.at(n) == color);
        match board.at(point) {
            Color::Black => score.black += 1,
            Color::White => score.white += 1,
            _ if touches(Color::Black) && !touches(Color::White) => score.black += 1,
            _ if touches(Color::White) && !touches(Color::Black) => score.white += 1,
            _ => {}
        }
    }
    score
}

#[test]
fn the_mended_count_is_right() {
    assert_eq!(count_score(&positions::finished()), Score { black: 55, white: 26 });
    assert_eq!(count_score(&positions::seki()), positions::seki().score());
    assert_eq!(count_score(&Board::new()), Score { black: 0, white: 0 });
}

/// Exercise 2: the middle one of many leads is the komi that makes the game even.
fn fair_komi(playouts: usize, random: &mut Random) -> f64 {
    let mut leads: Vec<f64> = (0..playouts)
        .map(|_| {
            let mut end = Board::new();
            play_out(&mut end, Color::Black, &mut Vec::new(), play_random, random);
            end.score().lead(0.0)
        })
        .collect();
    leads.sort_by(f64::total_cmp);
    leads[playouts / 2]
}

#[test]
fn for_random_players_the_first_move_is_worth_little() {
    let komi = fair_komi(3000, &mut Random::new(2));
    assert!((0.0..=5.0).contains(&komi), "{komi}");
}
