//! Lesson 10: progressive widening. Look at the most promising moves first, at more of them later.

use crate::board::{Board, Color, PASS, Point, SIZE, WIDTH};

/// Tells how promising a move looks before any playout: board, move, color, last move.
pub type Promise = fn(&Board, Point, Color, Point) -> f64;

/// What a promise adds to the UCB value of a move that was tried so often.
pub type Plus = fn(f64, u32) -> f64;

// ANCHOR: promise
/// Low on the first two lines, high beside the last move. From 0 to 10.
pub fn promise(_board: &Board, point: Point, _color: Color, last: Point) -> f64 {
    let by_line = [1.0, 2.0, 5.0, 5.0, 5.0][line(point) - 1];
    if is_beside(point, last) { by_line + 5.0 } else { by_line }
}

/// The bonus fades as the playouts speak for themselves.
pub fn plus(promise: f64, games: u32) -> f64 {
    let (b0, b1) = (0.1, 100.0);
    b0 * (1.0 + promise).ln() * (b1 / (b1 + f64::from(games))).sqrt()
}

/// How many moves of a position are open after so many games: 4 at 30, 12 at 1000.
pub fn width(games: u32) -> usize {
    1 + ((f64::from(games) / 8.0).max(1.0).ln() / 1.55_f64.ln()) as usize
}
// ANCHOR_END: promise

/// Distance to the nearest edge: 1 is the first line, 5 the center.
pub fn line(point: Point) -> usize {
    let (x, y) = (point % WIDTH, point / WIDTH);
    x.min(y).min(SIZE + 1 - x).min(SIZE + 1 - y)
}

/// Whether a point is one of the eight around the last move.
#[inline]
pub fn is_beside(point: Point, last: Point) -> bool {
    let rows_apart = (point / WIDTH).abs_diff(last / WIDTH);
    let columns_apart = (point % WIDTH).abs_diff(last % WIDTH);
    last != PASS && point != last && rows_apart <= 1 && columns_apart <= 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::point_named;

    #[test]
    fn the_width_is_that_of_the_course() {
        assert_eq!([0, 8, 30, 1000].map(width), [1, 1, 4, 12]);
    }

    #[test]
    fn lines_are_counted_from_the_edge() {
        let line_of = |name| line(point_named(name).unwrap());
        assert_eq!(["A1", "J5", "B8", "C3", "D6", "E5"].map(line_of), [1, 1, 2, 3, 4, 5]);
    }

    #[test]
    fn the_bonus_fades() {
        assert!(plus(10.0, 0) > plus(5.0, 0));
        assert!(plus(10.0, 10_000) < plus(10.0, 0) / 9.0);
    }
}
