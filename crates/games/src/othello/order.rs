//! Move ordering for endgames: few replies first, corners, odd regions.

use super::{Board, flips, mobility, stable};

const CORNERS: u64 = 0x8100_0000_0000_0081;
/// The four quadrants; parity is counted in each.
const QUADRANTS: [u64; 4] =
    [0x0000_0000_0F0F_0F0F, 0x0000_0000_F0F0_F0F0, 0x0F0F_0F0F_0000_0000, 0xF0F0_F0F0_0000_0000];

/// A move, the position after it, and how early to try it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub square: u8,
    pub after: Board,
    pub value: i32,
}

/// Squares in quadrants with an odd number of empties.
pub(super) fn odd_squares(empties: u64) -> u64 {
    let mut out = 0;
    for q in QUADRANTS {
        if (empties & q).count_ones() & 1 == 1 {
            out |= q;
        }
    }
    out
}

/// Mobility with corners counted twice.
fn weighted(moves: u64) -> i32 {
    (moves.count_ones() + (moves & CORNERS).count_ones()) as i32
}

/// All moves with their ordering values (not yet sorted). `deep` looks one reply further.
pub(super) fn candidates(board: Board, moves: u64, deep: bool, out: &mut [Candidate; 34]) -> usize {
    let odd = odd_squares(board.empties());
    let mut n = 0;
    let mut left = moves;
    while left != 0 {
        let square = left.trailing_zeros() as usize;
        left &= left - 1;
        let turned = flips(square, board.own, board.opp);
        let after = Board { own: board.opp ^ turned, opp: board.own ^ turned ^ (1 << square) };
        out[n] = Candidate { square: square as u8, after, value: value(after, square, odd, deep) };
        n += 1;
    }
    n
}

fn value(after: Board, square: usize, odd: u64, deep: bool) -> i32 {
    if after.own == 0 {
        return 1 << 20; // wiped out: nothing better
    }
    let replies = mobility(after.own, after.opp);
    let mut value = -(weighted(replies) << 8);
    value -= potential(after.own, after.opp) << 5;
    value += (((1 << square) & CORNERS).count_ones() as i32) << 8;
    value += (((odd >> square) & 1) as i32) << 6;
    value += (stable(after.opp, after.own).count_ones() as i32) << 6;
    if deep {
        value = look_ahead(after, replies);
        value += (((odd >> square) & 1) as i32) << 4;
    }
    value
}

/// Empty squares beside the other player's discs: moves that may come.
fn potential(own: u64, opp: u64) -> i32 {
    const INNER: u64 = 0x7E7E_7E7E_7E7E_7E7E;
    let side = opp & INNER;
    let near = (side << 1)
        | (side >> 1)
        | (opp << 8)
        | (opp >> 8)
        | (side << 7)
        | (side >> 7)
        | (side << 9)
        | (side >> 9);
    (near & !(own | opp)).count_ones() as i32
}

/// The position's worth for the player to move, from mobility, frontier and stable discs alone.
fn quick(board: Board) -> i32 {
    let mine = weighted(mobility(board.own, board.opp));
    let theirs = weighted(mobility(board.opp, board.own));
    let frontier = potential(board.own, board.opp) - potential(board.opp, board.own);
    let edge = stable(board.own, board.opp).count_ones() as i32
        - stable(board.opp, board.own).count_ones() as i32;
    ((mine - theirs) << 4) + (frontier << 2) + (edge << 4)
}

/// Value of the position after a move, for the mover: the reply that is best for the opponent.
fn look_ahead(after: Board, replies: u64) -> i32 {
    if replies == 0 {
        return quick(after.pass()) + 64;
    }
    let mut worst = i32::MAX;
    let mut left = replies;
    while left != 0 {
        let next = after.play(left.trailing_zeros() as usize);
        left &= left - 1;
        worst = worst.min(quick(next));
    }
    worst
}

/// Brings the best remaining candidate to place `i`.
pub(super) fn pick(list: &mut [Candidate], i: usize) -> Candidate {
    let mut best = i;
    for j in i + 1..list.len() {
        if list[j].value > list[best].value {
            best = j;
        }
    }
    list.swap(i, best);
    list[i]
}
