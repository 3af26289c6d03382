//! The plainest playout: every legal move that fills no own eye is equally likely (course, go04).

use super::witness::Witness;
use crate::random::Random;
use aji_goban::{Empties, Move, Position};

/// Plays a position to its end: two passes, or `max_moves` more moves. `empties` must list the empty
/// points of `position` and follows along. Returns the number of moves played.
#[inline]
pub fn play_out<W: Witness>(
    position: &mut Position,
    empties: &mut Empties,
    random: &mut Random,
    max_moves: usize,
    witness: &mut W,
) -> usize {
    for n_moves in 0..max_moves {
        if position.n_passes() >= 2 {
            return n_moves;
        }
        let play = draw(position, empties, random);
        position.play(play, empties);
        witness.see(play);
    }
    max_moves
}

/// Draws among the moves that are legal and fill no own eye; a pass if there is none.
///
/// A point that may not be played is moved behind the ones still to be tried, so that each draw is
/// uniform over the rest and the search ends.
#[inline]
pub fn draw(position: &Position, empties: &mut Empties, random: &mut Random) -> Move {
    let mut n_untried = empties.len();
    while n_untried > 0 {
        let place = random.below(n_untried);
        let point = empties.at(place);
        if position.is_sensible(point) {
            return Move::Place(point);
        }
        n_untried -= 1;
        empties.swap(place, n_untried);
    }
    Move::Pass
}
