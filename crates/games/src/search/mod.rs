//! Search on any game through its compiled form.

mod alphabeta;
mod dfpn;
#[cfg(test)]
mod tests;
mod uct;

pub use alphabeta::{AlphaBeta, Found, Limit, Ordering};
pub use dfpn::{DfPn, Verdict};
pub use uct::{Uct, UctFound};

use crate::eval::Evaluator;
use crate::game::{Change, Ending, Game, Side, State};

/// Values from here on are wins; fewer plies are better.
pub const WIN: i32 = 100_000_000;

/// The worth of an ending for the side to move.
pub fn ending_value(ending: Ending, side: Side, ply: u32) -> i32 {
    match ending {
        Ending::Draw => 0,
        Ending::Win(winner) if winner == side => WIN - ply as i32,
        Ending::Win(_) => ply as i32 - WIN,
    }
}

/// An evaluator that sees nothing: search by results alone.
#[derive(Clone, Copy, Debug, Default)]
pub struct Blind;

impl Evaluator for Blind {
    fn reset(&mut self, _: &[u8]) {}
    fn update(&mut self, _: &[Change]) {}
    fn undo(&mut self) {}
    fn value(&mut self, _: Side) -> i32 {
        0
    }
}

/// Plays a uniformly random game to its end.
pub(crate) fn random_ending(
    game: &Game,
    state: &mut State,
    random: &mut crate::feature::Random,
    moves: &mut Vec<u32>,
    changes: &mut Vec<Change>,
) -> Ending {
    loop {
        if let Some(ending) = game.moves_or_ending(state, moves) {
            return ending;
        }
        let mv = moves[random.below(moves.len())];
        game.play(state, mv, changes);
    }
}
