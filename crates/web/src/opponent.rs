//! What the caller brings: somebody to play against.

use aji_goban::{Game, Move, PointSet};
use std::sync::atomic::AtomicBool;

/// Plays for the computer. Called on a thread that may block for as long as it likes.
///
/// One opponent may be asked about different games in turn: the game it is given is all it knows.
pub trait Opponent: Send {
    /// The move for the side whose turn it is. Once `cancel` is true the answer is of no use to
    /// anybody: return soon, with anything.
    fn choose(&mut self, game: &Game, cancel: &AtomicBool) -> Choice;

    /// The stones that are dead, now that both sides have passed.
    fn dead_stones(&mut self, game: &Game) -> PointSet;
}

/// What an opponent does in its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Plays this move.
    Play(Move),
    /// Gives the game up.
    Resign,
}

/// Makes opponents; called whenever the server needs one more.
pub type Factory = dyn Fn() -> Box<dyn Opponent> + Send + Sync;
