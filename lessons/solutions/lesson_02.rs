//! Lesson 2: a chain without recursion; all moves that capture.

use crate::{empty_points, named};
use aji_lessons::board::{Board, Color, Point, neighbors, points};
use aji_lessons::positions;

/// Exercise 1: a list instead of a function that calls itself. What is put on the list is looked
/// at later; the list ends when nothing new is found.
fn chain_points(board: &Board, start: Point) -> Vec<Point> {
    let mut found = vec![start];
    let mut next = 0;
    while next < found.len() {
        for n in neighbors(found[next]) {
            if board.at(n) == board.at(start) && !found.contains(&n) {
                found.push(n);
            }
        }
        next += 1;
    }
    found
}

#[test]
fn the_list_finds_the_same_chains_as_the_recursion() {
    for board in [positions::captures(), positions::ohashi_zen(), positions::finished()] {
        for point in points().filter(|&p| board.at(p) != Color::Empty) {
            assert_eq!(chain_points(&board, point).len(), board.chain(point).stones);
        }
    }
}

/// Exercise 2: try every empty point on a copy.
fn capturing_moves(board: &Board, color: Color) -> Vec<Point> {
    let captures = |&point: &Point| board.clone().put_stone(point, color).is_ok_and(|n| n > 0);
    empty_points(board).into_iter().filter(captures).collect()
}

#[test]
fn the_capturing_moves_of_the_lesson() {
    let board = positions::captures();
    assert_eq!(capturing_moves(&board, Color::White), [named("J9"), named("B1"), named("H1")]);
    assert_eq!(capturing_moves(&board, Color::Black), [named("J3"), named("D2"), named("H1")]);
    assert_eq!(capturing_moves(&positions::finished(), Color::Black), []);
}
