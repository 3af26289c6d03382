//! Lesson 3: random numbers, eyes, and a player that knows nothing else.

use crate::board::{BOARD_MAX, Board, Color, PASS, Point, neighbors};

/// A random number generator (xorshift64* by Marsaglia and Vigna). The same seed gives the same
/// numbers on every machine, which is what you want while you look for a bug.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// A generator; any seed will do.
    pub fn new(seed: u64) -> Random {
        // Neighboring seeds must not start alike, and the state must not be zero.
        let mixed = (seed ^ 0x9E37_79B9_7F4A_7C15).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        Random((mixed ^ (mixed >> 31)) | 1)
    }

    /// Sixty-four random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// A number from 0 up to, but not including, `end`. The high bits choose, they are the best.
    #[inline]
    pub fn below(&mut self, end: usize) -> usize {
        (((self.bits() >> 32) * end as u64) >> 32) as usize
    }
}

impl Board {
    // ANCHOR: is_eye
    /// Whether all four neighbors are the wall, or own stones that keep a liberty besides this
    /// point. All the Go knowledge that the first playing programs of this course have.
    #[inline]
    pub fn is_eye(&self, point: Point, color: Color) -> bool {
        let own = |n: &Point| matches!(self.at(*n), c if c == color || c == Color::Wall);
        let safe = |n: &Point| self.at(*n) == Color::Wall || !self.is_in_atari(*n);
        let around = neighbors(point);
        around.iter().all(own) && around.iter().all(safe)
    }
    // ANCHOR_END: is_eye

    /// Puts a stone, but never into an own eye. Says whether it lies there now.
    #[inline]
    pub fn try_stone(&mut self, point: Point, color: Color) -> bool {
        (point == PASS || !self.is_eye(point, color)) && self.put_stone(point, color).is_ok()
    }
}

// ANCHOR: play_random
/// Plays one random move that is legal and fills no own eye, and returns it; passes if there is
/// none. The last move is of no interest to this player; one in lesson 10 looks at it.
pub fn play_random(board: &mut Board, color: Color, _last: Point, random: &mut Random) -> Point {
    let mut empty = [PASS; BOARD_MAX];
    let mut count = 0;
    for point in 0..BOARD_MAX {
        empty[count] = point;
        count += usize::from(board.at(point) == Color::Empty); // the frame is never empty
    }
    while count > 0 {
        let i = random.below(count);
        if board.try_stone(empty[i], color) {
            return empty[i];
        }
        count -= 1;
        empty[i] = empty[count]; // not playable: strike it from the list and draw again
    }
    board.ko = None;
    PASS
}
// ANCHOR_END: play_random

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::point_named;
    use crate::positions;

    #[test]
    fn numbers_stay_below_the_end_and_reach_all_of_it() {
        let mut random = Random::new(7);
        let mut seen = [0; 10];
        for _ in 0..10_000 {
            seen[random.below(10)] += 1;
        }
        assert!(seen.iter().all(|&n| (850..1150).contains(&n)), "{seen:?}");
    }

    #[test]
    fn the_same_seed_gives_the_same_numbers() {
        let draw = |seed| Random::new(seed).bits();
        assert_eq!(draw(3), draw(3));
        assert_ne!(draw(3), draw(4));
    }

    #[test]
    fn eyes_belong_to_their_owner_alone() {
        let board = positions::finished();
        let eye = point_named("C8").unwrap();
        assert!(board.is_eye(eye, Color::White));
        assert!(!board.is_eye(eye, Color::Black));
    }

    #[test]
    fn a_point_whose_owner_is_in_atari_is_no_eye() {
        // The stone at B9 has its only liberty at A9: White may connect there.
        let rows = ". O X . . . . . . O X . . . . . . . . . . . . . . . .";
        let board = Board::from_diagram(&format!("{rows} {}", ". ".repeat(54))).unwrap();
        assert!(!board.is_eye(point_named("A9").unwrap(), Color::White));
    }
}
