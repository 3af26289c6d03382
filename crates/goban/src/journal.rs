//! The log behind `undo`: an observer that remembers how chains were before each move.

use crate::chain::{Chain, ChainId};
use crate::observer::Observer;
use crate::position::{Move, Position, Turn};

/// Plays moves so that they can be taken back, last one first.
///
/// Keeps its room between uses: once grown, playing and taking back allocates nothing.
#[derive(Clone, Debug, Default)]
pub struct Journal {
    turns: Vec<(Turn, usize)>,
    chains: Vec<(ChainId, Chain)>,
}

impl Observer for Journal {
    #[inline]
    fn chain_changes(&mut self, id: ChainId, before: &Chain) {
        self.chains.push((id, *before));
    }
}

impl Journal {
    /// An empty log.
    pub fn new() -> Journal {
        Journal::default()
    }

    /// How many moves can be taken back.
    pub fn len(&self) -> usize {
        self.turns.len()
    }

    /// Is there nothing to take back?
    pub fn is_empty(&self) -> bool {
        self.turns.is_empty()
    }

    /// Forgets everything, keeping the room.
    pub fn clear(&mut self) {
        self.turns.clear();
        self.chains.clear();
    }

    /// Plays a move, as [`Position::play`] does, and remembers it.
    pub fn play(&mut self, position: &mut Position, play: Move) {
        self.turns.push((position.turn, self.chains.len()));
        position.play(play, self);
    }

    /// Takes the last move back; false if there was none.
    ///
    /// The position must be the one the move was played on.
    pub fn undo(&mut self, position: &mut Position) -> bool {
        let Some((turn, n_chains)) = self.turns.pop() else { return false };
        if let Some(Move::Place(point)) = position.turn.last[0] {
            let before = self.chains.drain(n_chains..).rev();
            position.board.take_back(point, turn.to_move, before);
        }
        position.turn = turn;
        true
    }
}
