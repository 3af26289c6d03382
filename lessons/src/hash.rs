//! Lesson 12: a position as one number. The same position always has the same hash, and two
//! different ones practically never do.

use crate::board::{BOARD_MAX, Board, Color, Point, points};
use crate::random::Random;
use crate::rules::Illegal;

/// One random number for every stone on every point, and one for every ko.
pub struct Keys {
    stones: [[u64; BOARD_MAX]; 2],
    ko: [u64; BOARD_MAX],
}

impl Keys {
    /// Keys from 64 good random bits each.
    pub fn new(seed: u64) -> Keys {
        let mut random = Random::new(seed);
        Keys::from_numbers(move || random.bits())
    }

    /// Keys from any source of numbers, even a poor one.
    pub fn from_numbers(mut number: impl FnMut() -> u64) -> Keys {
        let mut fill = || std::array::from_fn(|_| number());
        Keys { stones: [fill(), fill()], ko: fill() }
    }

    /// The number of a stone; nothing for an empty point.
    fn stone(&self, point: Point, color: Color) -> u64 {
        match color {
            Color::Black => self.stones[0][point],
            Color::White => self.stones[1][point],
            _ => 0,
        }
    }

    /// The hash of a position from scratch: the slow way, to check the fast one.
    pub fn hash(&self, board: &Board, to_move: Color) -> u64 {
        let stones = points().fold(0, |hash, p| hash ^ self.stone(p, board.at(p)));
        let hash = stones ^ board.ko.map_or(0, |ko| self.ko[ko]);
        if to_move == Color::White { !hash } else { hash }
    }
}

/// A board that knows its hash.
pub struct HashedBoard {
    /// The board.
    pub board: Board,
    /// The hash of stones, ko and side to move. Zero for the empty board and Black to move.
    pub hash: u64,
    keys: Keys,
}

impl HashedBoard {
    /// A position with Black to move.
    pub fn new(board: Board, keys: Keys) -> HashedBoard {
        HashedBoard { board, hash: keys.hash(&board, Color::Black), keys }
    }

    // ANCHOR: play
    /// Plays a move and keeps the hash up to date with a few XORs.
    pub fn play(&mut self, point: Point, color: Color) -> Result<usize, Illegal> {
        let before = self.board;
        let taken = self.board.put_stone(point, color)?;
        for p in points().filter(|&p| self.board.at(p) != before.at(p)) {
            self.hash ^= self.keys.stone(p, before.at(p)); // a stone that went …
            self.hash ^= self.keys.stone(p, self.board.at(p)); // … or came
        }
        for ko in [before.ko, self.board.ko].into_iter().flatten() {
            self.hash ^= self.keys.ko[ko]; // the old ban ends, a new one begins
        }
        self.hash = !self.hash; // the other side is to move
        Ok(taken)
    }
    // ANCHOR_END: play
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::play_random;

    #[test]
    fn the_fast_hash_is_the_slow_hash() {
        let mut random = Random::new(3);
        let mut hashed = HashedBoard::new(Board::new(), Keys::new(1));
        let mut color = Color::Black;
        for _ in 0..300 {
            let point = play_random(&mut hashed.board.clone(), color, 0, &mut random);
            hashed.play(point, color).unwrap();
            color = color.flip();
            assert_eq!(hashed.hash, hashed.keys.hash(&hashed.board, color));
        }
    }

    #[test]
    fn two_passes_lead_back_to_zero() {
        let mut hashed = HashedBoard::new(Board::new(), Keys::new(1));
        assert_eq!(hashed.hash, 0);
        hashed.play(crate::board::PASS, Color::Black).unwrap();
        assert_eq!(hashed.hash, u64::MAX);
        hashed.play(crate::board::PASS, Color::White).unwrap();
        assert_eq!(hashed.hash, 0);
    }
}
