//! The solutions of the exercises, two or three for each lesson, as tests.
//!
//! ```text
//! cargo test --release -p aji-lessons --test solutions
//! ```

mod lesson_01;
mod lesson_02;
mod lesson_03;
mod lesson_04;
mod lesson_05;
mod lesson_06;
mod lesson_07;
mod lesson_08;
mod lesson_09;
mod lesson_10;
mod lesson_11;
mod lesson_12;
mod lesson_13;
mod lesson_14;

use aji_lessons::board::{Board, Color, Point, point_named, points};

/// A point by its name.
fn named(name: &str) -> Point {
    point_named(name).expect("a point of the board")
}

/// The empty points of a board.
fn empty_points(board: &Board) -> Vec<Point> {
    points().filter(|&point| board.at(point) == Color::Empty).collect()
}
