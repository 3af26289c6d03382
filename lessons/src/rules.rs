//! Lesson 2: the rules of Go. Surround to capture, no suicide, no instant retaking of a ko.

use crate::board::{BOARD_MAX, Board, Color, PASS, Point, neighbors};
use std::fmt;

/// Why a stone may not be put on a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Illegal {
    /// A stone lies there already, or it is the frame.
    Occupied,
    /// The stone would have no liberty and capture nothing.
    Suicide,
    /// It would retake the ko at once.
    Ko,
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Illegal::Occupied => "occupied",
            Illegal::Suicide => "suicide",
            Illegal::Ko => "ko",
        })
    }
}

impl std::error::Error for Illegal {}

/// Solidly connected stones, counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Chain {
    /// How many stones are connected.
    pub stones: usize,
    /// How many empty points touch them.
    pub liberties: usize,
}

impl Board {
    // ANCHOR: put_stone
    /// Puts a stone on a point and takes what it captures: the one way a board changes.
    /// Returns how many stones were taken. A pass only ends the ban on a ko.
    pub fn put_stone(&mut self, point: Point, color: Color) -> Result<usize, Illegal> {
        if point == PASS {
            self.ko = None;
            return Ok(0);
        }
        if self.at(point) != Color::Empty {
            return Err(Illegal::Occupied);
        }
        let around = neighbors(point);
        let dies = around.map(|n| self.at(n) == color.flip() && self.is_in_atari(n));
        let breathes =
            |n: Point| self.at(n) == Color::Empty || self.at(n) == color && !self.is_in_atari(n);
        if !dies.contains(&true) && !around.into_iter().any(breathes) {
            return Err(Illegal::Suicide);
        }
        if self.ko == Some(point) {
            return Err(Illegal::Ko);
        }

        let mut taken = 0;
        let mut last_taken = PASS;
        for (n, dies) in around.into_iter().zip(dies) {
            if dies && self.at(n) == color.flip() {
                taken += self.take_stones(n, color.flip());
                last_taken = n;
            }
        }
        self.cells[point] = color;

        // One stone took one stone and stands there with one liberty: a ko.
        let is_ko = taken == 1 && self.chain(point) == Chain { stones: 1, liberties: 1 };
        self.ko = is_ko.then_some(last_taken);
        Ok(taken)
    }
    // ANCHOR_END: put_stone

    // ANCHOR: take_stones
    /// Takes a stone and everything connected to it off the board, and says how many they were.
    fn take_stones(&mut self, point: Point, color: Color) -> usize {
        self.cells[point] = Color::Empty;
        let mut taken = 1;
        for n in neighbors(point) {
            if self.at(n) == color {
                taken += self.take_stones(n, color); // the function calls itself
            }
        }
        taken
    }
    // ANCHOR_END: take_stones

    /// Counts the stones and liberties of the chain a stone belongs to.
    pub fn chain(&self, point: Point) -> Chain {
        self.chain_until(point, usize::MAX)
    }

    /// Whether the chain of a stone has no more than one liberty. Stops counting at two, which
    /// makes every playout about twice as fast.
    #[inline]
    pub fn is_in_atari(&self, point: Point) -> bool {
        self.chain_until(point, 2).liberties < 2
    }

    fn chain_until(&self, point: Point, enough: usize) -> Chain {
        let mut chain = Chain::default();
        self.count_from(point, enough, &mut [false; BOARD_MAX], &mut chain);
        chain
    }

    /// The same walk as [`Board::take_stones`], with marks instead of taking.
    fn count_from(
        &self,
        at: Point,
        enough: usize,
        seen: &mut [bool; BOARD_MAX],
        chain: &mut Chain,
    ) {
        seen[at] = true;
        chain.stones += 1;
        for n in neighbors(at) {
            if self.at(n) == Color::Empty && !seen[n] {
                seen[n] = true;
                chain.liberties += 1;
            }
        }
        for n in neighbors(at) {
            if self.at(n) == self.at(at) && !seen[n] && chain.liberties < enough {
                self.count_from(n, enough, seen, chain);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{point_named, points};
    use crate::positions;

    fn p(name: &str) -> Point {
        point_named(name).expect("a point")
    }

    #[test]
    fn white_takes_six_stones_at_once() {
        let mut board = positions::captures();
        assert_eq!(board.chain(p("F9")), Chain { stones: 6, liberties: 1 });
        assert_eq!(board.put_stone(p("J9"), Color::White), Ok(6));
        assert!(
            ["F9", "G9", "H9", "F8", "G8", "F7"].iter().all(|n| board.at(p(n)) == Color::Empty)
        );
        assert_eq!(board.ko, None);
    }

    #[test]
    fn a_ko_may_be_retaken_after_a_move_elsewhere() {
        let mut board = positions::captures();
        assert_eq!(board.put_stone(p("D2"), Color::Black), Ok(1));
        assert_eq!(board.ko, Some(p("C2")));
        assert_eq!(board.put_stone(p("C2"), Color::White), Err(Illegal::Ko));
        board.put_stone(p("A9"), Color::White).unwrap();
        board.put_stone(p("A8"), Color::Black).unwrap();
        assert_eq!(board.put_stone(p("C2"), Color::White), Ok(1));
    }

    #[test]
    fn taking_one_stone_with_two_is_no_ko() {
        let mut board = positions::captures();
        assert_eq!(board.put_stone(p("H1"), Color::White), Ok(1));
        assert_eq!(board.ko, None);
        assert_eq!(board.put_stone(p("J1"), Color::Black), Ok(2), "and two are taken back");
        assert_eq!(board.ko, None, "one stone took two: no ko either");
    }

    #[test]
    fn suicide_and_occupied_points_leave_the_board_as_it_was() {
        let mut board = positions::captures();
        let before = board;
        assert_eq!(board.put_stone(p("J9"), Color::Black), Err(Illegal::Suicide));
        assert_eq!(board.put_stone(p("F9"), Color::Black), Err(Illegal::Occupied));
        assert_eq!(board.put_stone(1, Color::Black), Err(Illegal::Occupied), "the frame");
        assert_eq!(board, before);
    }

    #[test]
    fn no_chain_is_ever_left_without_liberties() {
        let mut random = crate::random::Random::new(1);
        let mut board = Board::new();
        let mut color = Color::Black;
        for _ in 0..3_000 {
            let empty: Vec<Point> = points().filter(|&q| board.at(q) == Color::Empty).collect();
            let _ = board.put_stone(empty[random.below(empty.len())], color);
            color = color.flip();
            let stone = |q: &Point| matches!(board.at(*q), Color::Black | Color::White);
            assert!(points().filter(stone).all(|q| board.chain(q).liberties > 0), "{board}");
        }
    }
}
