//! What can be done about own chains that the last move left with one, two or three liberties.

use aji_goban::{Board, ChainId, Color, Point};

/// A move that answers the last one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Where it is played.
    pub at: Point,
    /// What it does.
    pub deed: Deed,
    /// The own chain that was left with few liberties.
    pub own: ChainId,
    /// The enemy chain next to it that it acts on; the own chain itself where there is none.
    pub enemy: ChainId,
}

/// What an answer does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    /// Takes an enemy chain next to the own one.
    Capture,
    /// Puts an enemy chain next to the own one into atari.
    Atari,
    /// Plays on a liberty of the own chain.
    Extend,
    /// Takes a liberty from an enemy chain that has three, as the own one has.
    Race,
}

/// Finds the answers of `color` to the enemy's stone on `last`.
#[inline]
pub fn answers(board: &Board, last: Point, color: Color, mut found: impl FnMut(Answer)) {
    for own in board.neighbor_chains_of(last, color) {
        if board.chain(own).n_liberties() <= 3 {
            about_chain(board, own, &mut found);
        }
    }
}

/// The answers for one chain.
#[inline]
fn about_chain(board: &Board, own: ChainId, found: &mut impl FnMut(Answer)) {
    let chain = board.chain(own);
    for enemy in chain.neighbors() {
        let target = board.chain(enemy);
        let deed = match (target.n_liberties(), chain.n_liberties()) {
            (1, _) => Deed::Capture,
            (2, 2 | 3) => Deed::Atari,
            (3, 3) => Deed::Race,
            _ => continue,
        };
        for at in target.liberties().iter().take(target.n_liberties()) {
            found(Answer { at, deed, own, enemy });
        }
    }
    for at in chain.liberties().iter().take(chain.n_liberties()) {
        found(Answer { at, deed: Deed::Extend, own, enemy: own });
    }
}
