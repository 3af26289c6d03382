//! Who looks on while a game is played out.

use aji_goban::Move;

/// Sees the moves of a playout. `()` looks away, and costs nothing.
pub trait Witness {
    /// This was played next.
    fn see(&mut self, play: Move);
}

impl Witness for () {
    #[inline]
    fn see(&mut self, _: Move) {}
}

/// Writes the moves down.
#[derive(Clone, Debug)]
pub struct Record {
    /// The moves, from the root of the tree on.
    pub moves: Vec<Move>,
}

impl Record {
    /// Room for so many moves, so that none is made while games are played.
    pub fn with_room(n_moves: usize) -> Record {
        Record { moves: Vec::with_capacity(n_moves) }
    }
}

impl Witness for Record {
    #[inline]
    fn see(&mut self, play: Move) {
        self.moves.push(play);
    }
}
