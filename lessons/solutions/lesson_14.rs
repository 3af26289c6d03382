//! Lesson 14: criticality is a covariance; the points to look at first.

use crate::{empty_points, named};
use aji_lessons::board::{Color, PASS, Point, points};
use aji_lessons::criticality::Criticality;
use aji_lessons::ownership::Question;
use aji_lessons::positions;
use aji_lessons::random::{Random, play_random};
use aji_lessons::score::KOMI;

/// Exercise 1: call a point +1 if Black owns it and -1 if White does, the result +1 if Black won
/// and -1 if not. Their covariance is twice the criticality.
#[test]
fn criticality_is_half_a_covariance() {
    let board = positions::race();
    let question =
        Question { board: &board, to_move: Color::Black, last: PASS, choose: play_random };
    let all = Criticality::new(&question, KOMI, 500, &mut Random::new(1));
    for point in points() {
        let (mut both, mut owner, mut result) = (0.0, 0.0, 0.0);
        question.ask(500, &mut Random::new(1), |end| {
            let o = if end.owner(point) == Color::Black { 1.0 } else { -1.0 };
            let r = if end.score().lead(KOMI) > 0.0 { 1.0 } else { -1.0 };
            both += o * r / 500.0;
            owner += o / 500.0;
            result += r / 500.0;
        });
        assert!((all.at(point) - (both - owner * result) / 2.0).abs() < 1e-9);
    }
}

/// Exercise 2: the empty points, the most critical first.
fn by_criticality(playouts: usize) -> Vec<Point> {
    let board = positions::race();
    let question =
        Question { board: &board, to_move: Color::Black, last: PASS, choose: play_random };
    let all = Criticality::new(&question, KOMI, playouts, &mut Random::new(1));
    let mut empty = empty_points(&board);
    empty.sort_by(|&a, &b| all.at(b).total_cmp(&all.at(a)));
    empty
}

#[test]
fn the_liberties_of_the_race_come_first() {
    let mut first = by_criticality(1000)[..10].to_vec();
    first.sort_unstable();
    let mut liberties: Vec<Point> =
        (5..=9).flat_map(|row| [named(&format!("D{row}")), named(&format!("G{row}"))]).collect();
    liberties.sort_unstable();
    assert_eq!(first, liberties);
}
