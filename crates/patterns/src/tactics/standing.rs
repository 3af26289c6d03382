//! What a move does whatever was played last: takes, puts into atari, or puts itself into atari.

use aji_goban::{Board, Color, Point};
use aji_reading::{SelfAtari, self_atari};

/// What a stone would do on an empty point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Standing {
    /// It takes an enemy chain.
    pub takes: bool,
    /// It leaves an enemy chain with one liberty.
    pub ataris: bool,
    /// It takes nothing and leaves itself with one liberty.
    pub self_atari: Option<SelfAtari>,
    /// It takes nothing and leaves itself without a liberty.
    pub is_suicide: bool,
}

impl Standing {
    /// What a stone of this color would do here.
    #[inline]
    pub fn of(board: &Board, point: Point, color: Color) -> Standing {
        Standing::of_both(board, point)[color.index()]
    }

    /// What a black and what a white stone would do here, found by one look around.
    #[inline]
    pub fn of_both(board: &Board, point: Point) -> [Standing; 2] {
        let mut both = [Standing::default(); 2];
        // A color with a strong chain here, or any color with two empty points, is never in atari.
        let (n_empty, mut is_strong) = (board.n_empty_around(point), [false; 2]);
        if n_empty == 4 {
            return both;
        }
        let mut has_liberty = [n_empty > 0; 2];
        for (_, chain) in board.neighbor_chains(point) {
            let (n_liberties, own) = (chain.n_liberties(), chain.color().index());
            let enemy = chain.color().opponent().index();
            both[enemy].takes |= n_liberties == 1;
            both[enemy].ataris |= n_liberties == 2;
            has_liberty[own] |= n_liberties > 1;
            is_strong[own] |= n_liberties > 2;
        }
        if n_empty < 2 {
            for color in Color::BOTH {
                let i = color.index();
                if both[i].takes || is_strong[i] {
                    continue;
                }
                if has_liberty[i] {
                    both[i].self_atari = self_atari::class(board, point, color);
                } else {
                    both[i].is_suicide = true;
                }
            }
        }
        both
    }
}

/// Does a stone here take an enemy chain that touches an own chain in atari?
pub fn rescues(board: &Board, point: Point, color: Color) -> bool {
    board.neighbor_chains(point).any(|(_, chain)| {
        chain.color() != color
            && chain.is_in_atari()
            && chain.neighbors().any(|own| board.chain(own).is_in_atari())
    })
}
