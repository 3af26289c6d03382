//! Primitive Monte Carlo (course, go06 and go07): the same number of playouts for every move, and the
//! one that wins most often is played.

use crate::playout::{Player, Start, half_wins};
use crate::random::Random;
use crate::report::Candidate;
use aji_goban::{Komi, Move};
use std::sync::atomic::{AtomicBool, Ordering};

/// Tries every move `n_playouts` times and gives it as a candidate, unless it is told to stop before.
/// Each move has a seed of its own, so that the result depends neither on the order nor on threads.
pub fn try_all(
    start: &Start,
    plays: &[Move],
    n_playouts: u64,
    komi: Komi,
    seed: u64,
    stop: &AtomicBool,
) -> (Vec<Candidate>, Player) {
    let mut player = Player::new(start, Random::new(seed));
    let mover = player.position.to_move();
    let mut candidates = Vec::with_capacity(plays.len());
    for (i, &play) in plays.iter().enumerate() {
        *player.random() = Random::new(seed ^ (i as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let (mut won, mut played) = (0, 0);
        for _ in 0..n_playouts {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            player.reset(start);
            player.play(play);
            won += u64::from(half_wins(player.play_out(komi), mover));
            played += 1;
        }
        let win_rate = if played == 0 { 0.5 } else { won as f64 / (2 * played) as f64 };
        candidates.push(Candidate::new(play, played as u32, mover, win_rate));
    }
    // The sort is stable: among equals the first tried is played, as in the course.
    candidates.sort_by(|a, b| b.win_rate_for(mover).total_cmp(&a.win_rate_for(mover)));
    (candidates, player)
}
