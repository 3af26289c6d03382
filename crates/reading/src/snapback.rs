//! Snapback (ウッテガエシ): a stone given away so that its taker is taken.
//!
//! ```text
//! . X X X . .        Black a is in atari at once. If White takes it at b, the seven white stones
//! X O O O X .        have one liberty left: the point where the black stone stood.
//! X O a b X .
//! X O O X . .
//! . X X . . .
//! ```
//!
//! (thesis, figures 51 and 52)

use crate::atari::{Atari, targets};
use aji_goban::{Board, Color, Point};

/// Is this move (on an empty point) a snapback: left in atari, taking nothing, it puts an enemy chain in
/// atari that is lost even if it takes the stone?
pub fn is_snapback(board: &Board, point: Point, color: Color) -> bool {
    targets(board, point, color)
        .into_iter()
        .filter_map(|target| Atari::of(board, point, color, target))
        .any(|atari| atari.after.captured.is_empty() && atari.after.is_in_atari() && atari.takes())
}
