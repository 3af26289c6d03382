//! The thesis's playout: every move is drawn from the whole board by its rate (§4.5.2).

use super::policy::Policy;
use super::rater::Rater;
use crate::random::Random;
use aji_goban::{Move, Position};

impl Policy for Rater {
    #[inline]
    fn choose(&mut self, position: &Position, random: &mut Random) -> Move {
        self.show_answers(position);
        self.draw(position, random)
    }

    #[inline]
    fn play(&mut self, position: &mut Position, play: Move) {
        Rater::play(self, position, play);
    }
}
