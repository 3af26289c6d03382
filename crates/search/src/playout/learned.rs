//! The thesis's playout: every move is drawn from the whole board by its rate (§4.5.2).

use super::rater::Rater;
use crate::random::Random;
use aji_goban::Position;

/// Plays a position to its end: two passes, or `max_moves` more moves. `rater` must have the rates of
/// `position` and follows along. Returns the number of moves played.
#[inline]
pub fn play_out(
    position: &mut Position,
    rater: &mut Rater,
    random: &mut Random,
    max_moves: usize,
) -> usize {
    for n_moves in 0..max_moves {
        if position.n_passes() >= 2 {
            return n_moves;
        }
        rater.show_answers(position);
        let play = rater.draw(position, random);
        rater.play(position, play);
    }
    max_moves
}
