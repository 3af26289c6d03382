//! Lesson 3: real and false eyes; why moves are refused.

use crate::{empty_points, named};
use aji_lessons::board::{Board, Color, Point, WIDTH};
use aji_lessons::positions;
use aji_lessons::random::Random;
use aji_lessons::rules::Illegal;

/// Exercise 1: in the middle two enemy stones on the diagonals make an eye false, at the edge one.
fn is_real_eye(board: &Board, point: Point, color: Color) -> bool {
    let diagonals = [point - WIDTH - 1, point - WIDTH + 1, point + WIDTH - 1, point + WIDTH + 1];
    let count = |what| diagonals.iter().filter(|&&d| board.at(d) == what).count();
    let allowed = if count(Color::Wall) > 0 { 0 } else { 1 };
    board.is_eye(point, color) && count(color.flip()) <= allowed
}

#[test]
fn a_false_eye_is_told_from_a_real_one() {
    let board = Board::from_diagram(
        ". . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . O X . . . .
         . . . X . X . . .
         . . . . X O . . .
         . . . . . . . . .
         X X . . . . . . .
         . X . . . . . . .",
    )
    .unwrap();
    let (middle, corner) = (named("E5"), named("A1"));
    assert!(board.is_eye(middle, Color::Black) && !is_real_eye(&board, middle, Color::Black));
    assert!(is_real_eye(&board, corner, Color::Black));
    assert!(is_real_eye(&positions::finished(), named("C8"), Color::White));
}

/// Exercise 2: how often a random player who knows nothing of eyes is refused, and why.
fn refusals(tries: usize, random: &mut Random) -> (usize, usize) {
    let (mut suicides, mut kos) = (0, 0);
    let (mut board, mut color) = (Board::new(), Color::Black);
    for _ in 0..tries {
        let empty = empty_points(&board);
        match board.put_stone(empty[random.below(empty.len())], color) {
            Ok(_) => {}
            Err(Illegal::Suicide) => suicides += 1,
            Err(Illegal::Ko) => kos += 1,
            Err(Illegal::Occupied) => panic!("only empty points are tried"),
        }
        color = color.flip(); // who is refused has to pass
    }
    (suicides, kos)
}

#[test]
fn suicide_is_refused_far_more_often_than_ko() {
    let (suicides, kos) = refusals(50_000, &mut Random::new(1));
    assert!(kos > 0 && suicides > 5 * kos, "{suicides} suicides, {kos} kos");
}
