//! Throw-ins (ホウリコミ): a stone given away where taking it leaves a false eye.
//!
//! ```text
//! ---------
//! b a O O .        Black a: when White takes it at b, the point a is no eye, because of the black
//! O O X O X        stone at its corner. White first at a would have an eye at b.
//! O X X X X
//! ```

use crate::after::After;
use aji_goban::{Board, Color, Point};

/// Is this move (on an empty point) a throw-in: a lone stone among enemies with one liberty, and if it
/// is taken there, the point it stood on is a false eye?
pub fn is_throw_in(board: &Board, point: Point, color: Color) -> bool {
    taken_at(board, point, color).is_some()
}

/// Does this move (on an empty point) spoil an enemy eye of exactly two points, as where two stones were
/// taken: a throw-in on the one point, where the other one would have been an eye (thesis, §4.5.1, kind
/// 18, figures 36 and 37)?
pub fn spoils_two_point_eye(board: &Board, point: Point, color: Color) -> bool {
    let Some(other) = taken_at(board, point, color) else { return false };
    let is_enclosed = board
        .neighbors(other)
        .all(|near| near == point || board.color_at(near) == Some(color.opponent()));
    is_enclosed && !is_false_eye(board, other, color, point)
}

/// Where the stone of a throw-in would be taken.
fn taken_at(board: &Board, point: Point, color: Color) -> Option<Point> {
    let is_alone = board.neighbors(point).all(|near| board.color_at(near) != Some(color));
    if !is_alone {
        return None;
    }
    let after = After::of(board, point, color);
    let last = after.liberties.first()?;
    let is_given = after.captured.is_empty() && after.is_in_atari();
    (is_given && is_false_eye(board, point, color, last)).then_some(last)
}

/// Would the point be a false eye of `color`'s enemy once the enemy has played on `played`: stones of
/// `color` on two corners, or on one at the edge? Stones the enemy's move takes do not count.
fn is_false_eye(board: &Board, point: Point, color: Color, played: Point) -> bool {
    let (size, row, column) = (board.size(), point.row(board.size()), point.column(board.size()));
    let (mut n_stones, mut at_edge) = (0, 0);
    for (down, right) in [(0, 0), (0, 2), (2, 0), (2, 2)] {
        // One row up and one column left of the corner's place, so that nothing is negative.
        let (row, column) = (row + down, column + right);
        if !(1..=size.lines()).contains(&row) || !(1..=size.lines()).contains(&column) {
            at_edge = 1;
            continue;
        }
        let Some(chain) = board.chain_at(Point::at(row - 1, column - 1, size)) else { continue };
        let is_taken = chain.is_in_atari() && chain.liberties().contains(played);
        n_stones += usize::from(chain.color() == color && !is_taken);
    }
    n_stones + at_edge > 1
}
