//! Lesson 13: the score is the sum of the map; dead stones.

use crate::named;
use aji_lessons::board::{Board, Color, PASS, Point, points};
use aji_lessons::ownership::{Ownership, Question};
use aji_lessons::positions;
use aji_lessons::random::{Random, play_random};

/// Exercise 1: add up the map.
fn expected_lead(ownership: &Ownership) -> f64 {
    points().map(|point| ownership.percent(point) / 100.0).sum()
}

#[test]
fn the_sum_of_the_map_is_the_average_score() {
    let board = positions::opening();
    let question =
        Question { board: &board, to_move: Color::Black, last: PASS, choose: play_random };
    let map = Ownership::new(&question, 200, &mut Random::new(1));
    let mut sum = 0.0;
    question.ask(200, &mut Random::new(1), |end| sum += end.score().lead(0.0));
    assert!((expected_lead(&map) - sum / 200.0).abs() < 1e-9);
}

/// Exercise 2: a stone is dead if its point nearly always ends as the opponent's.
fn dead_stones(board: &Board, playouts: usize, random: &mut Random) -> Vec<Point> {
    let question = Question { board, to_move: Color::Black, last: PASS, choose: play_random };
    let map = Ownership::new(&question, playouts, random);
    let is_dead = |&point: &Point| match board.at(point) {
        Color::Black => map.percent(point) < -50.0,
        Color::White => map.percent(point) > 50.0,
        _ => false,
    };
    points().filter(is_dead).collect()
}

#[test]
fn the_two_stones_without_eyes_are_dead() {
    let board = Board::from_diagram(
        ". . O X . . . . .
         . . O X . . . . .
         . . O X . . . . .
         . . O X . . . X .
         . X O X . . . X .
         . . O X X X X X X
         . . O O O O O O O
         . . . . . . . . .
         . . . . . . . X .",
    )
    .unwrap();
    assert_eq!(dead_stones(&board, 300, &mut Random::new(1)), [named("B5"), named("H1")]);
}
