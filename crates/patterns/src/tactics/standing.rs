//! What a move does whatever was played last: takes, puts into atari, or puts itself into atari.

use aji_goban::{Board, Color, Point};
use aji_reading::{SelfAtari, self_atari};

/// What a stone would do on an empty point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Standing {
    /// It takes an enemy chain.
    pub takes: bool,
    /// It takes an enemy chain that touches an own chain in atari.
    pub rescues: bool,
    /// It leaves an enemy chain with one liberty.
    pub ataris: bool,
    /// It leaves itself with one liberty.
    pub self_atari: Option<SelfAtari>,
}

impl Standing {
    /// What a stone of this color would do here.
    #[inline]
    pub fn of(board: &Board, point: Point, color: Color) -> Standing {
        let mut standing = Standing::default();
        for near in board.neighbors(point) {
            let Some(chain) = board.chain_at(near) else { continue };
            if chain.color() == color {
                continue;
            }
            match chain.n_liberties() {
                1 => {
                    standing.takes = true;
                    standing.rescues |= chain.neighbors().any(|own| board.chain(own).is_in_atari());
                }
                2 => standing.ataris = true,
                _ => {}
            }
        }
        if !standing.takes {
            standing.self_atari = self_atari::class(board, point, color);
        }
        standing
    }
}
