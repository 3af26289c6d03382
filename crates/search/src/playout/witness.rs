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
#[derive(Clone, Debug, Default)]
pub struct Record {
    /// The moves, from the root of the tree on.
    pub moves: Vec<Move>,
}

impl Witness for Record {
    #[inline]
    fn see(&mut self, play: Move) {
        self.moves.push(play);
    }
}
