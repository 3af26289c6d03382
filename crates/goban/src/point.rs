//! Board sizes, intersections, and sets of intersections.
//!
//! A [`Point`] counts row by row from the upper left corner with a stride of `size + 1`: one column of
//! border stands between the end of a row and the start of the next, so that a step to the left or
//! right never lands on the wrong row. On 19×19 the last point is 378, which is why a [`PointSet`] is
//! six 64-bit words.
//!
//! ```text
//!   0   1   2 | 3        size 3, stride 4:
//!   4   5   6 | 7        column 3 is border
//!   8   9  10 |
//! ```

use crate::symmetry::Symmetry;
use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Sub, SubAssign};
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
    pub(crate) const fn from_index(index: usize) -> Point {
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

const N_WORDS: usize = N_INDICES / 64;

/// A set of points, one bit each. Iterates row by row from the upper left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct PointSet([u64; N_WORDS]);

impl PointSet {
    /// The set with no point.
    pub const EMPTY: PointSet = PointSet([0; N_WORDS]);

    /// All intersections of a board.
    #[inline]
    pub fn all(size: Size) -> PointSet {
        static ALL: [PointSet; Size::MAX.lines() + 1] = {
            let mut all = [PointSet::EMPTY; Size::MAX.lines() + 1];
            let mut lines = Size::MIN.lines();
            while lines < all.len() {
                let size = Size(lines as u8);
                let mut i = 0;
                while i < size.n_points() {
                    let index = Point::at(i / lines, i % lines, size).index();
                    all[lines].0[index / 64] |= 1 << (index % 64);
                    i += 1;
                }
                lines += 1;
            }
            all
        };
        ALL[size.lines()]
    }

    /// Is the point in the set?
    #[inline]
    pub fn contains(&self, point: Point) -> bool {
        self.0[point.index() / 64] >> (point.index() % 64) & 1 != 0
    }

    /// Puts the point into the set; true if it was not there before.
    #[inline]
    pub fn insert(&mut self, point: Point) -> bool {
        let (word, bit) = (&mut self.0[point.index() / 64], 1 << (point.index() % 64));
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }

    /// Puts the point with this index into the set if the condition holds, without a branch; the
    /// index may be any number if it does not.
    #[inline]
    pub(crate) fn insert_if(&mut self, condition: bool, index: usize) {
        let index = if condition { index } else { 0 };
        self.0[index / 64] |= u64::from(condition) << (index % 64);
    }

    /// Takes the point out of the set; true if it was there.
    #[inline]
    pub fn remove(&mut self, point: Point) -> bool {
        let (word, bit) = (&mut self.0[point.index() / 64], 1 << (point.index() % 64));
        let was_there = *word & bit != 0;
        *word &= !bit;
        was_there
    }

    /// The number of points in the set.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Is there no point in the set?
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// The first point, if there is one.
    #[inline]
    pub fn first(&self) -> Option<Point> {
        self.iter().next()
    }

    /// The points, row by row.
    #[inline]
    pub fn iter(&self) -> PointIter {
        PointIter { set: *self, word: 0 }
    }

    /// Do the sets share a point?
    #[inline]
    pub fn intersects(&self, other: &PointSet) -> bool {
        self.0.iter().zip(&other.0).fold(0, |all, (a, b)| all | a & b) != 0
    }

    /// Is every point of this set in the other one?
    #[inline]
    pub fn is_subset(&self, other: &PointSet) -> bool {
        self.0.iter().zip(&other.0).fold(0, |all, (a, b)| all | a & !b) == 0
    }

    /// The points of `within` that are in the set or next to a point of it.
    #[inline]
    pub fn grown(&self, within: &PointSet, size: Size) -> PointSet {
        let stride = size.stride() as u32;
        let spread = *self
            | self.shifted_up(1)
            | self.shifted_down(1)
            | self.shifted_up(stride)
            | self.shifted_down(stride);
        spread & *within
    }

    /// All points of `within` that can be reached from the set through points of `within`.
    pub fn flooded(&self, within: &PointSet, size: Size) -> PointSet {
        let mut reached = self.grown(within, size);
        loop {
            let next = reached.grown(within, size) | reached;
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }

    /// The set as seen after turning or mirroring the board.
    pub fn transformed(&self, symmetry: Symmetry, size: Size) -> PointSet {
        self.iter().map(|point| symmetry.apply(point, size)).collect()
    }

    #[inline]
    fn shifted_up(&self, by: u32) -> PointSet {
        PointSet(std::array::from_fn(|i| {
            let carried = if i == 0 { 0 } else { self.0[i - 1] >> (64 - by) };
            self.0[i] << by | carried
        }))
    }

    #[inline]
    fn shifted_down(&self, by: u32) -> PointSet {
        PointSet(std::array::from_fn(|i| {
            let carried = if i + 1 == N_WORDS { 0 } else { self.0[i + 1] << (64 - by) };
            self.0[i] >> by | carried
        }))
    }
}

impl FromIterator<Point> for PointSet {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> PointSet {
        let mut set = PointSet::EMPTY;
        for point in points {
            set.insert(point);
        }
        set
    }
}

impl IntoIterator for PointSet {
    type Item = Point;
    type IntoIter = PointIter;
    fn into_iter(self) -> PointIter {
        self.iter()
    }
}

impl fmt::Debug for PointSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl BitOr for PointSet {
    type Output = PointSet;
    #[inline]
    fn bitor(mut self, other: PointSet) -> PointSet {
        self |= other;
        self
    }
}

impl BitOrAssign for PointSet {
    #[inline]
    fn bitor_assign(&mut self, other: PointSet) {
        for (a, b) in self.0.iter_mut().zip(other.0) {
            *a |= b;
        }
    }
}

impl BitAnd for PointSet {
    type Output = PointSet;
    #[inline]
    fn bitand(mut self, other: PointSet) -> PointSet {
        self &= other;
        self
    }
}

impl BitAndAssign for PointSet {
    #[inline]
    fn bitand_assign(&mut self, other: PointSet) {
        for (a, b) in self.0.iter_mut().zip(other.0) {
            *a &= b;
        }
    }
}

impl Sub for PointSet {
    type Output = PointSet;
    #[inline]
    fn sub(mut self, other: PointSet) -> PointSet {
        self -= other;
        self
    }
}

impl SubAssign for PointSet {
    #[inline]
    fn sub_assign(&mut self, other: PointSet) {
        for (a, b) in self.0.iter_mut().zip(other.0) {
            *a &= !b;
        }
    }
}

/// The points of a [`PointSet`], row by row.
#[derive(Clone, Debug)]
pub struct PointIter {
    set: PointSet,
    word: usize,
}

impl Iterator for PointIter {
    type Item = Point;

    #[inline]
    fn next(&mut self) -> Option<Point> {
        while self.word < N_WORDS {
            let bits = self.set.0[self.word];
            if bits != 0 {
                self.set.0[self.word] = bits & (bits - 1);
                return Some(Point::from_index(self.word * 64 + bits.trailing_zeros() as usize));
            }
            self.word += 1;
        }
        None
    }
}
