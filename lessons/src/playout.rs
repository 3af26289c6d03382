//! Lesson 4: the playout, a game played to its end by a simple player.

use crate::board::{BOARD_MAX, Board, Color, PASS, Point};
use crate::random::Random;

/// A simple player: plays a move on the board and returns it. Gets the color to move and the
/// last move. [`crate::random::play_random`] is the first one, lesson 10 makes a better one.
pub type Choose = fn(&mut Board, Color, Point, &mut Random) -> Point;

/// No playout is longer; only a rare ring of several kos goes on that long.
pub const LONGEST: usize = BOARD_MAX + 200;

// ANCHOR: play_out
/// Plays until both pass. The moves are added to `moves`, whose last one is the last move played.
pub fn play_out(
    board: &mut Board,
    mut color: Color,
    moves: &mut Vec<Point>,
    choose: Choose,
    random: &mut Random,
) {
    let mut last = moves.last().copied().unwrap_or(PASS);
    let mut passes = 0;
    for _ in 0..LONGEST {
        last = choose(board, color, last, random);
        moves.push(last);
        passes = if last == PASS { passes + 1 } else { 0 };
        if passes == 2 {
            return;
        }
        color = color.flip();
    }
}
// ANCHOR_END: play_out

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::points;
    use crate::random::play_random;

    #[test]
    fn playouts_end_with_two_passes_and_only_eyes_left() {
        for seed in 0..200 {
            let (mut board, mut moves) = (Board::new(), Vec::new());
            play_out(&mut board, Color::Black, &mut moves, play_random, &mut Random::new(seed));
            assert!(moves.ends_with(&[PASS, PASS]), "seed {seed}");
            assert!((60..LONGEST).contains(&moves.len()), "seed {seed}: {} moves", moves.len());
            let empty = points().filter(|&p| board.at(p) == Color::Empty).count();
            assert!(empty < 40, "seed {seed}");
        }
    }

    #[test]
    fn the_same_seed_plays_the_same_game() {
        let game = |seed| {
            let (mut board, mut moves) = (Board::new(), Vec::new());
            play_out(&mut board, Color::Black, &mut moves, play_random, &mut Random::new(seed));
            moves
        };
        assert_eq!(game(5), game(5));
        assert_ne!(game(5), game(6));
    }
}
