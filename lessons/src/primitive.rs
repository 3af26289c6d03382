//! Lessons 6 and 7: primitive Monte Carlo. Try every move, play it out a few times, take the
//! best. Written in the NegaMax form, so Black and White are the same.

use crate::board::{Board, Color, PASS, Point, points};
use crate::playout::play_out;
use crate::random::{Random, play_random};

// ANCHOR: rate_moves
/// Every playable move with its mean result for `color`: -0.5 (all lost) to +0.5 (all won).
pub fn rate_moves(
    board: &Board,
    color: Color,
    komi: f64,
    playouts: usize,
    random: &mut Random,
) -> Vec<(Point, f64)> {
    let mut rated = Vec::new();
    for point in points() {
        let mut after = *board; // a copy: the playout spoils it
        if !after.try_stone(point, color) {
            continue;
        }
        let mut sum = 0.0;
        for _ in 0..playouts {
            let mut end = after;
            play_out(&mut end, color.flip(), &mut vec![point], play_random, random);
            sum += -end.result_for(color.flip(), komi);
        }
        rated.push((point, sum / playouts as f64));
    }
    rated
}
// ANCHOR_END: rate_moves

/// The move with the best mean result; a pass if nothing else can be played.
pub fn best_move(
    board: &Board,
    color: Color,
    komi: f64,
    playouts: usize,
    random: &mut Random,
) -> Point {
    let rated = rate_moves(board, color, komi, playouts, random);
    rated.into_iter().max_by(|a, b| a.1.total_cmp(&b.1)).map_or(PASS, |best| best.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::point_named;
    use crate::positions;
    use crate::score::KOMI;

    #[test]
    fn the_capture_that_decides_is_found_by_both() {
        let board = positions::last_liberties();
        for (color, name) in [(Color::Black, "G9"), (Color::White, "D9")] {
            let best = best_move(&board, color, KOMI, 50, &mut Random::new(1));
            assert_eq!(Some(best), point_named(name), "{color:?}");
        }
    }

    #[test]
    fn a_finished_board_is_a_pass() {
        let board = positions::finished();
        assert_eq!(best_move(&board, Color::White, KOMI, 1, &mut Random::new(1)), PASS);
    }
}
