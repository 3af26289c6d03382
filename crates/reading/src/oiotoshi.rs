//! Oiotoshi (追い落とし): an atari after which connecting only makes the loss larger.
//!
//! ```text
//! X X X X . .        Black b puts the two stones in atari. If White connects at a, all four have
//! b X X X X .        one liberty left, c.
//! O O a O c .
//! -----------
//! ```
//!
//! (thesis, figure 53: if White connects at `a`, Black takes everything)

use crate::atari::{Atari, targets};
use aji_goban::{Board, Color, Point};

/// Is this move (on an empty point) an oiotoshi: an atari on a chain that is lost whatever the answer,
/// and that can be joined to another chain, which is then lost with it?
pub fn is_oiotoshi(board: &Board, point: Point, color: Color) -> bool {
    targets(board, point, color)
        .into_iter()
        .filter_map(|target| Atari::of(board, point, color, target))
        .any(|atari| {
            let answer = atari.answer(atari.last);
            answer.joins && !answer.captures && answer.n_liberties == 1 && atari.takes()
        })
}
