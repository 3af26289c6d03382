//! Lesson 10: 3×3 patterns, their eight turns and their bit masks.
//!
//! A pattern is written as three rows for Black to move in the middle:
//! `X` black, `O` white, `.` empty, `#` outside, `?` anything.

use crate::board::{Board, Color, Point, around};
use std::fmt;

/// A shape in one of its turns: the point matches if `(code & mask) == bits`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Masked {
    /// Two bits for each of the nine points, the first point highest; 0 where anything goes.
    pub bits: u32,
    /// Two ones for each point that matters.
    pub mask: u32,
}

/// A set of shapes in all their turns.
#[derive(Clone, Debug)]
pub struct Patterns(Vec<Masked>);

/// A pattern that is not nine of the signs `X O . # ?`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadPattern(pub String);

impl fmt::Display for BadPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' is no pattern: write three rows of three out of X O . # ?", self.0)
    }
}

impl std::error::Error for BadPattern {}

impl Patterns {
    /// Reads shapes and adds their turns and mirror images.
    pub fn new(shapes: &[&str]) -> Result<Patterns, BadPattern> {
        let mut all = Vec::new();
        for shape in shapes {
            all.extend(turns(read(shape)?).map(masked));
        }
        all.sort_unstable();
        all.dedup();
        Ok(Patterns(all))
    }

    /// All shapes with their turns.
    pub fn all(&self) -> &[Masked] {
        &self.0
    }

    /// Whether one of the shapes lies around a point, for a move by `color`.
    pub fn match_at(&self, board: &Board, point: Point, color: Color) -> bool {
        let code = code(board, point, color);
        self.0.iter().any(|pattern| code & pattern.mask == pattern.bits)
    }
}

/// The nine signs of a pattern without its spaces.
fn read(shape: &str) -> Result<[char; 9], BadPattern> {
    let signs: Vec<char> = shape.chars().filter(|sign| !sign.is_whitespace()).collect();
    let bad = || BadPattern(shape.into());
    let nine: [char; 9] = signs.try_into().map_err(|_| bad())?;
    if nine.iter().all(|sign| "XO.#?".contains(*sign)) { Ok(nine) } else { Err(bad()) }
}

// ANCHOR: turns
/// The eight ways to turn and mirror a square.
pub fn turns(square: [char; 9]) -> [[char; 9]; 8] {
    let turn = |s: [char; 9]| [6, 3, 0, 7, 4, 1, 8, 5, 2].map(|i| s[i]);
    let mirror = |s: [char; 9]| [2, 1, 0, 5, 4, 3, 8, 7, 6].map(|i| s[i]);
    let mut all = [square; 8];
    for i in 1..8 {
        all[i] = if i == 4 { mirror(square) } else { turn(all[i - 1]) };
    }
    all
}

/// Packs a square into bits and mask: 9 points of 2 bits.
pub fn masked(square: [char; 9]) -> Masked {
    square.iter().fold(Masked { bits: 0, mask: 0 }, |packed, sign| {
        let (bits, mask) = ".XO#".find(*sign).map_or((0, 0), |value| (value as u32, 3));
        Masked { bits: packed.bits << 2 | bits, mask: packed.mask << 2 | mask }
    })
}

/// Packs the nine points of the board around an empty point, as the side to move sees them.
pub fn code(board: &Board, point: Point, color: Color) -> u32 {
    let [a, b, c, d, f, g, h, i] = around(point);
    [a, b, c, d, point, f, g, h, i].iter().fold(0, |packed, &p| {
        let seen = board.at(p);
        let seen = if color == Color::White { seen.flip() } else { seen };
        packed << 2 | seen as u32
    })
}
// ANCHOR_END: turns

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::point_named;

    /// The hane of the course.
    const HANE: &str = "XO? ... ???";

    #[test]
    fn the_numbers_of_the_slide() {
        let packed = masked(read(HANE).unwrap());
        assert_eq!(packed, Masked { bits: 0x18000, mask: 0x3cfc0 });
    }

    #[test]
    fn a_shape_has_eight_turns_and_a_symmetric_one_fewer() {
        assert_eq!(Patterns::new(&[HANE]).unwrap().all().len(), 8);
        assert_eq!(Patterns::new(&["X?X ?.? X?X"]).unwrap().all().len(), 1);
        assert_eq!(Patterns::new(&["?O? ?.? ?O?"]).unwrap().all().len(), 2);
        assert_eq!(
            turns("XO?...???".chars().collect::<Vec<_>>().try_into().unwrap())[1]
                .iter()
                .collect::<String>(),
            "?.X?.O?.?"
        );
    }

    #[test]
    fn a_hane_is_seen_by_both_sides_in_every_direction() {
        let hane = Patterns::new(&[HANE]).unwrap();
        let mut board = Board::new();
        board.put_stone(point_named("D5").unwrap(), Color::Black).unwrap();
        board.put_stone(point_named("E5").unwrap(), Color::White).unwrap();
        let seen = |name, color| hane.match_at(&board, point_named(name).unwrap(), color);
        assert!(seen("E4", Color::Black) && seen("E6", Color::Black));
        assert!(!seen("D4", Color::Black) && !seen("G5", Color::Black));
        assert!(seen("D4", Color::White) && seen("D6", Color::White));
        assert!(!seen("E4", Color::White));
    }

    #[test]
    fn a_bad_pattern_is_named() {
        for wrong in ["XO", "XO?...??!", "XO?...????"] {
            assert_eq!(Patterns::new(&[wrong]).unwrap_err(), BadPattern(wrong.into()));
        }
    }
}
