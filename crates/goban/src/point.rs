//! Board sizes and intersections.
//!
//! A [`Point`] counts row by row from the upper left corner with a stride of `size + 1`: one column of
//! border stands between the end of a row and the start of the next, so that a step to the left or
//! right never lands on the wrong row. On 19×19 the last point is 378, which is why a
//! [`PointSet`](crate::PointSet) is six 64-bit words.
//!
//! ```text
//!   0   1   2 | 3        size 3, stride 4:
//!   4   5   6 | 7        column 3 is border
//!   8   9  10 |
//! ```

use std::fmt;
use thiserror::Error;

/// The number of lines of a square board, 2 to 19.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Size(u8);

/// A board size outside 2 to 19.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("board size {0} is not supported: choose 2 to 19")]
pub struct SizeError(pub u64);

impl Size {
    /// The smallest board.
    pub const MIN: Size = Size(2);
    /// The largest board.
    pub const MAX: Size = Size(19);

    /// The size with `n` lines.
    pub const fn new(n: u64) -> Result<Size, SizeError> {
        if n < Size::MIN.0 as u64 || n > Size::MAX.0 as u64 {
            return Err(SizeError(n));
        }
        Ok(Size(n as u8))
    }

    /// The number of lines.
    #[inline]
    pub const fn lines(self) -> usize {
        self.0 as usize
    }

    /// The number of intersections.
    #[inline]
    pub const fn n_points(self) -> usize {
        self.lines() * self.lines()
    }

    /// The distance between a point's index and that of the point below it.
    #[inline]
    pub(crate) const fn stride(self) -> usize {
        self.lines() + 1
    }

    /// Every intersection, row by row from the upper left.
    pub fn points(self) -> impl Iterator<Item = Point> + Clone {
        (0..self.lines())
            .flat_map(move |row| (0..self.lines()).map(move |column| Point::at(row, column, self)))
    }
}

impl TryFrom<u64> for Size {
    type Error = SizeError;
    fn try_from(n: u64) -> Result<Size, SizeError> {
        Size::new(n)
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{0}×{0}", self.0)
    }
}

/// One past the largest index a point can have, on any size.
pub const N_INDICES: usize = 384;

/// An intersection of the board.
///
/// Invariant: the index is below [`N_INDICES`], and on the board it was made for it is no border cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point(u16);

/// A coordinate such as `Q16` that names no intersection.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("\"{text}\" is no intersection of a {size} board: {reason}")]
pub struct PointError {
    /// What was read.
    pub text: String,
    /// The board it was read for.
    pub size: Size,
    /// What is wrong with it.
    pub reason: &'static str,
}

/// The columns' letters; I is left out, as everywhere in Go.
const LETTERS: &[u8; 19] = b"ABCDEFGHJKLMNOPQRST";

impl Point {
    /// The point in the given row (from the top) and column (from the left), both from 0.
    ///
    /// # Panics
    /// If the point lies off the board: rows and columns are the caller's own arithmetic, not input.
    #[inline]
    pub const fn at(row: usize, column: usize, size: Size) -> Point {
        assert!(row < size.lines() && column < size.lines());
        Point((row * size.stride() + column) as u16)
    }

    /// The row, 0 at the top.
    #[inline]
    pub const fn row(self, size: Size) -> usize {
        self.0 as usize / size.stride()
    }

    /// The column, 0 at the left.
    #[inline]
    pub const fn column(self, size: Size) -> usize {
        self.0 as usize % size.stride()
    }

    /// The index for tables with one entry per point; below [`N_INDICES`].
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The point with an index that came from [`Point::index`].
    #[inline]
    pub const fn from_index(index: usize) -> Point {
        debug_assert!(index < N_INDICES);
        Point(index as u16)
    }

    /// The point a coordinate names: a letter for the column, then the row counted from below.
    pub fn parse(text: &str, size: Size) -> Result<Point, PointError> {
        let error = |reason| PointError { text: text.chars().take(20).collect(), size, reason };
        let letter = text.bytes().next().ok_or(error("nothing was written"))?.to_ascii_uppercase();
        if letter == b'I' {
            return Err(error("the letter I is not used for columns"));
        }
        let column = LETTERS
            .iter()
            .position(|&l| l == letter)
            .ok_or(error("it must begin with a column letter, as in D4"))?;
        let digits = text.get(1..).unwrap_or_default();
        if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Err(error("a row number must follow the letter, as in D4"));
        }
        let row: usize = digits.parse().map_err(|_| error("the row is off the board"))?;
        if column >= size.lines() {
            return Err(error("the column is off the board"));
        }
        if row == 0 || row > size.lines() {
            return Err(error("the row is off the board"));
        }
        Ok(Point::at(size.lines() - row, column, size))
    }

    /// The coordinate that players read, such as `D4`.
    pub fn name(self, size: Size) -> PointName {
        PointName { point: self, size }
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Point({})", self.0)
    }
}

/// A point's coordinate, ready to be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PointName {
    point: Point,
    size: Size,
}

impl fmt::Display for PointName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = LETTERS[self.point.column(self.size)] as char;
        write!(f, "{letter}{}", self.size.lines() - self.point.row(self.size))
    }
}
