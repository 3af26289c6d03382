//! The thesis's playout: every move is drawn from the whole board by its rate (§4.5.2).

use super::rater::Rater;
use super::replies::Replies;
use super::witness::Witness;
use crate::random::Random;
use aji_goban::{Move, Point, Position};

/// Plays a position to its end: two passes, or `max_moves` more moves. `rater` must have the rates of
/// `position` and follows along. Returns the number of moves played.
#[inline]
pub fn play_out<W: Witness>(
    position: &mut Position,
    rater: &mut Rater,
    random: &mut Random,
    max_moves: usize,
    replies: Option<&Replies>,
    witness: &mut W,
) -> usize {
    for n_moves in 0..max_moves {
        if position.n_passes() >= 2 {
            return n_moves;
        }
        rater.show_answers(position);
        let play = match replies.and_then(|replies| good_reply(position, replies)) {
            Some(reply) => Move::Place(reply),
            None => rater.draw(position, random),
        };
        rater.play(position, play);
        witness.see(play);
    }
    max_moves
}

/// What answered the last move well, if it may be played.
#[inline]
fn good_reply(position: &Position, replies: &Replies) -> Option<Point> {
    let Some(Move::Place(last)) = position.last_move() else { return None };
    let reply = replies.to(last, position.to_move())?;
    (position.board().is_empty_at(reply) && position.is_sensible(reply)).then_some(reply)
}
