//! What a move does whatever was played last: takes, puts into atari, or puts itself into atari.

use aji_goban::{Board, Cell, Color, Point};
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

/// There is an enemy chain that a stone here takes.
const TAKES: u8 = 1;
/// There is an enemy chain that a stone here leaves with one liberty.
const ATARIS: u8 = 2;
/// There is an own chain with another liberty.
const LIBERTY: u8 = 4;
/// There is an own chain with two others.
const STRONG: u8 = 8;

/// What a neighbor means to Black in the lower four bits, to White in the upper four: by what its cell shows, and
/// by the liberties of its chain up to three.
const AROUND: [[u8; 4]; 4] = {
    const OF_OWN: [u8; 4] = [0, 0, LIBERTY, LIBERTY | STRONG];
    const OF_ENEMY: [u8; 4] = [0, TAKES, ATARIS, 0];
    let mut around = [[0; 4]; 4];
    let mut n = 0;
    while n < 4 {
        around[Cell::Black as usize][n] = OF_OWN[n] | OF_ENEMY[n] << 4;
        around[Cell::White as usize][n] = OF_ENEMY[n] | OF_OWN[n] << 4;
        n += 1;
    }
    around
};

impl Standing {
    /// What a stone of this color would do here.
    #[inline]
    pub fn of(board: &Board, point: Point, color: Color) -> Standing {
        Standing::of_both(board, point)[color.index()]
    }

    /// What a black and what a white stone would do here, found by one look around.
    #[inline]
    pub fn of_both(board: &Board, point: Point) -> [Standing; 2] {
        let n_empty = board.n_empty_around(point);
        if n_empty == 4 {
            return [Standing::default(); 2];
        }
        let around = board.any_around(point, &AROUND);
        Color::BOTH.map(|color| {
            let around = around >> (4 * color.index());
            let (takes, ataris) = (around & TAKES != 0, around & ATARIS != 0);
            let mut standing = Standing { takes, ataris, ..Standing::default() };
            // A color with a strong chain here, or any color with two empty points, is never in atari.
            if n_empty < 2 && around & (TAKES | STRONG) == 0 {
                if n_empty > 0 || around & LIBERTY != 0 {
                    standing.self_atari = self_atari::class(board, point, color);
                } else {
                    standing.is_suicide = true;
                }
            }
            standing
        })
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
