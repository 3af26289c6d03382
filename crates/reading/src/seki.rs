//! Seki that shape alone tells: a black and a white chain, both with the same two liberties and nothing
//! else. Whoever plays there first is taken.
//!
//! ```text
//! O O O O O O .        a and b are the only liberties of the black chain and of the three white
//! X X X X X X O        stones inside. White's fourth stone would leave Black four points in a row,
//! a O O O b X O        two eyes; Black's stone would be taken with all the others.
//! -------------
//! ```

use crate::after::After;
use crate::nakade::leaves_one_eye;
use aji_goban::{Board, Color, Point};

/// Would a stone of either color on this empty point break such a seki, at the player's own cost?
///
/// Both chains have this point and one more as their only liberties; a stone of either color on either
/// point is in atari and takes nothing; and the stones so lost would leave the taker two eyes: where they
/// leave one, as in a nakade, there is no seki but a killing sacrifice.
pub fn is_in_seki(board: &Board, point: Point) -> bool {
    let Some(other) = other_shared(board, point) else { return false };
    Color::BOTH.into_iter().all(|color| loses(board, point, color) && loses(board, other, color))
}

/// The second liberty that a black and a white chain share, if this is the first and they have no more.
fn other_shared(board: &Board, point: Point) -> Option<Point> {
    let with_two = |color| {
        board
            .neighbor_chains(point)
            .map(|(_, chain)| chain)
            .filter(move |chain| chain.color() == color && chain.n_liberties() == 2)
    };
    with_two(Color::Black)
        .find(|black| with_two(Color::White).any(|white| white.liberties() == black.liberties()))?
        .liberties()
        .iter()
        .find(|&liberty| liberty != point)
}

/// Is the move a self-atari whose stones leave the taker two eyes?
fn loses(board: &Board, point: Point, color: Color) -> bool {
    let after = After::of(board, point, color);
    after.captured.is_empty() && after.is_in_atari() && !leaves_one_eye(&after.stones, board.size())
}
