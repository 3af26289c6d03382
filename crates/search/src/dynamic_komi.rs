//! Dynamic komi: while one side is far ahead, as in handicap games, nearly every playout ends alike and says nothing
//! of the moves. Counting them with another komi makes them tell again.

use crate::playout::{Player, Start};
use aji_goban::{Color, Komi};

/// Playouts to see who leads.
const N_PROBES: i32 = 48;
/// Nothing is shifted once so large a part of the board was played, in percent of its points.
const UNTIL_PERCENT: usize = 60;

/// The komi to count playouts with, when `komi` is the true one and `last` was used before.
pub fn shifted(player: &mut Player, start: &Start, komi: Komi, last: Option<Komi>) -> Komi {
    let position = &player.position;
    let (n_moves, size) = (position.n_moves(), position.size());
    let n_points = size.n_points();
    if 100 * n_moves > UNTIL_PERCENT * n_points {
        return komi;
    }
    let lead = mean_lead(player, start, komi);
    // A lead up to a line and a half is a game like any other.
    let free = 3 * size.lines() as i32;
    let excess = lead.signum() * (lead.abs() - free).max(0);
    // What is taken away melts as the end comes near.
    let left = 100 - (100 * n_moves / n_points) as i32 * 100 / UNTIL_PERCENT as i32;
    let shift = excess * left / 100 / 4 * 4;
    let wanted = i32::from(komi.half_points()) + shift;
    match last {
        // A little more or less is not worth a new tree.
        Some(last) if shift != 0 && (i32::from(last.half_points()) - wanted).abs() < 2 * free => {
            last
        }
        _ => Komi::from_half_points(wanted.clamp(-722, 722) as i16),
    }
}

/// By how many half points Black leads in playouts, on average.
fn mean_lead(player: &mut Player, start: &Start, komi: Komi) -> i32 {
    let mut sum = 0;
    for _ in 0..N_PROBES {
        player.reset(start);
        sum += player.play_out(komi).half_points_for(Color::Black);
    }
    player.reset(start);
    sum / N_PROBES
}
