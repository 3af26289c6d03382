//! The numbers of the course, measured again. Maps are compared within noise; the long matches
//! are commands of the pages, here they are short.

use aji_lessons::arena::play_match;
use aji_lessons::board::{Board, Color, PASS, point_named, points};
use aji_lessons::criticality::Criticality;
use aji_lessons::hash::{HashedBoard, Keys};
use aji_lessons::lessons::lesson_14::winners_only;
use aji_lessons::ownership::{Ownership, Question};
use aji_lessons::players::player;
use aji_lessons::positions;
use aji_lessons::random::{Random, play_random};
use aji_lessons::score::KOMI;

/// The ownership map of go13.
const OWNERSHIP: &str = "
    -14 -14 -18 -20 -23 -26 -23 -20 -18
    -14 -13 -13 -17 -26 -29 -25 -18 -16
    -12 -10 -15  -8 -49 -49 -18 -13 -12
     -6  -9 -34  12  51  16   2  -6  -5
      0   2   4  25  27  20  11   1  -1
      9  10  22  71  71  26  14   5   3
     10  15  24  34  33  23  15  10   5
     13  14  22  25  21  18  14  11  10
     13  13  17  18  18  18  14  11  11";

/// The criticality map of go14.
const CRITICALITY: &str = "
    0.18 0.19 0.26 0.32 0.38 0.37 0.32 0.27 0.14
    0.21 0.21 0.27 0.32 0.42 0.41 0.33 0.27 0.19
    0.20 0.21 0.26 0.34 0.41 0.41 0.33 0.27 0.19
    0.21 0.21 0.27 0.32 0.42 0.40 0.33 0.27 0.18
    0.21 0.22 0.26 0.32 0.41 0.41 0.33 0.26 0.21
    0.21 0.21 0.27 0.26 0.36 0.40 0.27 0.21 0.22
    0.21 0.22 0.26 0.29 0.36 0.41 0.27 0.23 0.23
    0.23 0.21 0.26 0.31 0.31 0.29 0.25 0.26 0.24
    0.17 0.21 0.25 0.27 0.23 0.25 0.26 0.24 0.20";

/// The root of the mean squared difference between a printed map and a measured one.
fn difference(printed: &str, measured: impl Fn(usize) -> f64) -> f64 {
    let printed = printed.split_whitespace().map(|number| number.parse::<f64>().unwrap());
    let squares: Vec<f64> = points().zip(printed).map(|(p, n)| (measured(p) - n).powi(2)).collect();
    assert_eq!(squares.len(), 81);
    (squares.iter().sum::<f64>() / 81.0).sqrt()
}

/// The printed map was seen by a search that liked D6 and F6; plain playouts differ there by up
/// to 20, and elsewhere by about 4.
#[test]
fn the_ownership_map_is_that_of_the_course() {
    let board = positions::opening();
    let last = point_named("E4").unwrap();
    let question = Question { board: &board, to_move: Color::Black, last, choose: play_random };
    let map = Ownership::new(&question, 4000, &mut Random::new(1));
    let apart = difference(OWNERSHIP, |point| map.percent(point));
    assert!(apart < 6.0, "{apart:.2} on average\n{map}");
}

/// The printed map counts a stone only if its side won. So counted, it is met to a hundredth.
#[test]
fn the_criticality_map_is_that_of_the_course() {
    let board = positions::race();
    let question =
        Question { board: &board, to_move: Color::Black, last: PASS, choose: play_random };
    let map = winners_only(&question, 4000, &mut Random::new(1));
    let apart = difference(CRITICALITY, |point| map[point]);
    assert!(apart < 0.012, "{apart:.4} on average");
}

/// By the formula as it is written, only the race matters.
#[test]
fn by_the_formula_the_walls_decide_nothing() {
    let board = positions::race();
    let question =
        Question { board: &board, to_move: Color::Black, last: PASS, choose: play_random };
    let map = Criticality::new(&question, KOMI, 2000, &mut Random::new(1));
    let at = |name| map.at(point_named(name).unwrap());
    assert!(at("E7") > 0.42 && at("F7") > 0.42 && at("E7") <= 0.5);
    assert!((0.19..0.30).contains(&at("D7")) && (0.19..0.30).contains(&at("G7")));
    assert!(at("C7").abs() < 0.08 && at("H7").abs() < 0.08 && at("A1").abs() < 0.08);
}

/// Plays moves, Black first, and returns every position with its hash.
fn hashes(board: Board, moves: &str) -> Vec<(Board, u64)> {
    let mut hashed = HashedBoard::new(board, Keys::new(1));
    let mut color = Color::Black;
    let mut all = vec![(hashed.board, hashed.hash)];
    for name in moves.split(' ') {
        hashed.play(point_named(name).unwrap(), color).expect("a legal move");
        all.push((hashed.board, hashed.hash));
        color = color.flip();
    }
    all
}

#[test]
fn the_same_position_has_the_same_hash_and_only_it() {
    for (board, moves) in [
        (positions::eternal_life(), "C9 E9 D9 F9 C9 E9 D9 F9"),
        (positions::triple_ko(), "B7 D8 F7 B8 D7 F8 B7 D8 F7 B8 D7 F8"),
        (Board::new(), "pass pass pass pass"),
    ] {
        let all = hashes(board, moves);
        for (i, a) in all.iter().enumerate() {
            for (j, b) in all.iter().enumerate() {
                let same = a.0 == b.0 && i % 2 == j % 2; // stones, ko, and who is to move
                assert_eq!(same, a.1 == b.1, "after {i} and {j} moves of {moves}");
            }
        }
    }
}

#[test]
fn eternal_life_returns_after_four_moves_and_takes_two_and_two() {
    let all = hashes(positions::eternal_life(), "C9 E9 D9 F9");
    assert_eq!(all[4], all[0]);
    let stones: Vec<usize> =
        all.iter().map(|(b, _)| points().filter(|&p| b.at(p) != Color::Empty).count()).collect();
    let start = stones[0];
    assert_eq!(stones, [start, start + 1, start, start - 1, start]);
}

#[test]
fn triple_ko_returns_to_the_stones_after_six_and_to_the_position_after_seven() {
    let all = hashes(positions::triple_ko(), "B7 D8 F7 B8 D7 F8 B7");
    let without_ko = |i: usize| {
        let mut board = all[i].0;
        board.ko = None;
        board
    };
    assert_eq!(without_ko(6), without_ko(0));
    assert_ne!(all[6].1, all[0].1, "the ko point is told apart");
    assert_eq!(all[7], all[1]);
}

/// The short form of the matches of lessons 9 and 11.
#[test]
fn uct_beats_primitive_and_rave_beats_uct() {
    for (first, second, games) in [("uct:60", "primitive:2", 10), ("rave:60", "uct:60", 10)] {
        let make = |name: &'static str| move || player(name).expect("a player");
        let result =
            play_match(&make(first), &make(second), (games, 2, 1, KOMI), &mut |_, _, _| ());
        assert!(2 * result.wins > games, "{first} won {} of {games} against {second}", result.wins);
    }
}
