//! Lesson 1: the board as a row of numbers with a frame around it.
//!
//! The nine lines lie inside an array of eleven by eleven; the points of the frame hold
//! [`Color::Wall`]. A step right is `+1`, a step down is `+WIDTH`, and no step from a point of the
//! board can leave the array.

use std::fmt;

/// Lines of the board.
pub const SIZE: usize = 9;
/// Lines with the frame on both sides.
pub const WIDTH: usize = SIZE + 2;
/// Length of the array that holds the board and its frame.
pub const BOARD_MAX: usize = WIDTH * WIDTH;

/// An index into the array: `y * WIDTH + x` with `1 <= x, y <= SIZE`.
pub type Point = usize;
/// The move without a stone. Index 0 is a corner of the frame, so no stone can ever lie there.
pub const PASS: Point = 0;

/// What one place of the array holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Color {
    /// No stone.
    Empty,
    /// A black stone.
    Black,
    /// A white stone.
    White,
    /// The frame.
    Wall,
}

impl Color {
    /// The opponent; an empty point and the wall have none and stay what they are.
    #[inline]
    pub fn flip(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
            other => other,
        }
    }

    /// The sign of this color in every diagram of the lessons.
    pub fn sign(self) -> char {
        ['.', 'X', 'O', '#'][self as usize]
    }
}

/// The stones on the board, and the point that the ko rule forbids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    pub(crate) cells: [Color; BOARD_MAX],
    /// Where the next stone may not go, because it would retake a ko at once.
    pub ko: Option<Point>,
}

impl Board {
    /// An empty board inside its frame.
    pub fn new() -> Board {
        let mut board = Board { cells: [Color::Wall; BOARD_MAX], ko: None };
        for point in points() {
            board.cells[point] = Color::Empty;
        }
        board
    }

    /// Reads nine rows of `.`, `X` and `O`, the top row first; spaces are for the eye only.
    pub fn from_diagram(diagram: &str) -> Result<Board, BadDiagram> {
        let mut signs = diagram.chars().filter(|sign| !sign.is_whitespace());
        let mut board = Board::new();
        for point in points() {
            board.cells[point] = match signs.next() {
                Some('.') => Color::Empty,
                Some('X') => Color::Black,
                Some('O') => Color::White,
                other => return Err(BadDiagram { at: point_name(point), found: other }),
            };
        }
        match signs.next() {
            None => Ok(board),
            extra => Err(BadDiagram { at: "the end".into(), found: extra }),
        }
    }

    /// What lies on a point.
    #[inline]
    pub fn at(&self, point: Point) -> Color {
        self.cells[point]
    }
}

impl Default for Board {
    fn default() -> Board {
        Board::new()
    }
}

/// The board as text, with the letters and numbers that Go players use.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "   {}", COLUMNS.map(String::from).join(" "))?;
        for y in 1..=SIZE {
            write!(f, "{:2}", SIZE + 1 - y)?;
            for x in 1..=SIZE {
                write!(f, " {}", self.at(y * WIDTH + x).sign())?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

/// A diagram that is not nine rows of nine signs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadDiagram {
    /// The point that was to be read.
    pub at: String,
    /// What stood there; `None` if the diagram had ended.
    pub found: Option<char>,
}

impl fmt::Display for BadDiagram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.found {
            Some(sign) => write!(f, "at {}: '{sign}' is none of . X O", self.at),
            None => write!(f, "at {}: the diagram ends; write {SIZE} rows of {SIZE}", self.at),
        }
    }
}

impl std::error::Error for BadDiagram {}

/// The letters of the columns; I is left out, because it looks like 1.
const COLUMNS: [char; SIZE] = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'J'];

/// All points of the board, row by row from the top left.
pub fn points() -> impl Iterator<Item = Point> {
    (1..=SIZE).flat_map(|y| (1..=SIZE).map(move |x| y * WIDTH + x))
}

/// The points right, below, left and above.
#[inline]
pub fn neighbors(point: Point) -> [Point; 4] {
    [point + 1, point + WIDTH, point - 1, point - WIDTH]
}

/// The eight points around a point, row by row.
#[inline]
pub fn around(point: Point) -> [Point; 8] {
    let (above, below) = (point - WIDTH, point + WIDTH);
    [above - 1, above, above + 1, point - 1, point + 1, below - 1, below, below + 1]
}

/// The name a Go player gives a point: `E5`, or `pass`.
pub fn point_name(point: Point) -> String {
    if point == PASS {
        return "pass".into();
    }
    format!("{}{}", COLUMNS[point % WIDTH - 1], SIZE + 1 - point / WIDTH)
}

/// The point of a name, in large or small letters; `None` if there is no such point.
pub fn point_named(name: &str) -> Option<Point> {
    if name.eq_ignore_ascii_case("pass") {
        return Some(PASS);
    }
    let letter = name.chars().next()?.to_ascii_uppercase();
    let x = COLUMNS.iter().position(|&column| column == letter)? + 1;
    let row: usize = name.get(1..)?.parse().ok()?;
    (1..=SIZE).contains(&row).then(|| (SIZE + 1 - row) * WIDTH + x)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_frame_surrounds_eighty_one_points() {
        let board = Board::new();
        assert_eq!(points().count(), 81);
        assert!(points().all(|point| board.at(point) == Color::Empty));
        assert_eq!(board.cells.iter().filter(|&&cell| cell == Color::Wall).count(), 40);
        assert_eq!(board.at(PASS), Color::Wall);
    }

    #[test]
    fn every_name_leads_back_to_its_point() {
        assert!(points().all(|point| point_named(&point_name(point)) == Some(point)));
        assert_eq!(point_named("a9"), Some(WIDTH + 1));
        assert_eq!(point_named("PASS"), Some(PASS));
        for wrong in ["", "I5", "A0", "A10", "5E", "é5", "A-1"] {
            assert_eq!(point_named(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_bad_diagram_is_told_by_its_place() {
        let short = Board::from_diagram("X O .").unwrap_err();
        assert_eq!(short.to_string(), "at D9: the diagram ends; write 9 rows of 9");
        let strange = Board::from_diagram("X O ?").unwrap_err();
        assert_eq!(strange.to_string(), "at C9: '?' is none of . X O");
        assert!(Board::from_diagram(&". ".repeat(82)).is_err());
    }
}
