//! The plainest playout: every legal move that fills no own eye is equally likely (course, go04).

use super::policy::Policy;
use crate::random::Random;
use aji_goban::{Empties, Move, Position};

impl Policy for Empties {
    #[inline]
    fn choose(&mut self, position: &Position, random: &mut Random) -> Move {
        draw(position, self, random)
    }

    #[inline]
    fn play(&mut self, position: &mut Position, play: Move) {
        position.play(play, self);
    }
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
