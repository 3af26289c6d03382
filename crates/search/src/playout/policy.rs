//! One playout, from where it starts to the end of the game. What chooses its moves is a [`Policy`].

use super::replies::Replies;
use super::witness::Witness;
use crate::random::Random;
use aji_goban::{Move, Position};

/// Chooses moves, and keeps up to date what it needs for that.
pub trait Policy {
    /// A move for the side to move; a pass if there is none.
    fn choose(&mut self, position: &Position, random: &mut Random) -> Move;

    /// Plays a move, its own or another's.
    fn play(&mut self, position: &mut Position, play: Move);
}

/// Plays a position to its end: two passes, or `max_moves` more moves. The policy must have followed the position so
/// far. A known good reply comes before what the policy would choose. Returns the number of moves played.
#[inline]
pub fn play_out<P: Policy, W: Witness>(
    position: &mut Position,
    policy: &mut P,
    random: &mut Random,
    max_moves: usize,
    replies: Option<&Replies>,
    witness: &mut W,
) -> usize {
    for n_moves in 0..max_moves {
        if position.n_passes() >= 2 {
            return n_moves;
        }
        let play = match replies.and_then(|replies| replies.playable(position)) {
            Some(reply) => Move::Place(reply),
            None => policy.choose(position, random),
        };
        policy.play(position, play);
        witness.see(play);
    }
    max_moves
}
