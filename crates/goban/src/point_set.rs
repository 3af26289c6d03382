//! Sets of intersections, one bit each.

use crate::point::{N_INDICES, Point, Size};
use crate::symmetry::Symmetry;
use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Sub, SubAssign};

const N_WORDS: usize = N_INDICES / 64;

/// A set of points, one bit each. Iterates row by row from the upper left.
///
/// Kept as words of eight bytes, lowest first, because some questions are answered by the eight bytes
/// around a point wherever they begin; see `Cross`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(align(8))]
pub struct PointSet([[u8; 8]; N_WORDS]);

impl PointSet {
    /// The set with no point.
    pub const EMPTY: PointSet = PointSet([[0; 8]; N_WORDS]);

    /// All intersections of a board.
    #[inline]
    pub fn all(size: Size) -> PointSet {
        static ALL: [PointSet; Size::MAX.lines() + 1] = {
            let mut all = [PointSet::EMPTY; Size::MAX.lines() + 1];
            let mut lines = Size::MIN.lines();
            while lines < all.len() {
                let Ok(size) = Size::new(lines as u64) else { unreachable!() };
                let mut i = 0;
                while i < size.n_points() {
                    let index = Point::at(i / lines, i % lines, size).index();
                    all[lines].0[index / 64][index / 8 % 8] |= 1 << (index % 8);
                    i += 1;
                }
                lines += 1;
            }
            all
        };
        ALL[size.lines()]
    }

    #[inline]
    const fn word(&self, i: usize) -> u64 {
        u64::from_le_bytes(self.0[i])
    }

    /// Is the point in the set?
    #[inline]
    pub fn contains(&self, point: Point) -> bool {
        self.word(point.index() / 64) >> (point.index() % 64) & 1 != 0
    }

    /// Puts the point into the set; true if it was not there before.
    #[inline]
    pub fn insert(&mut self, point: Point) -> bool {
        let (i, bit) = (point.index() / 64, 1 << (point.index() % 64));
        let word = self.word(i);
        self.0[i] = (word | bit).to_le_bytes();
        word & bit == 0
    }

    /// Takes the point out of the set; true if it was there.
    #[inline]
    pub fn remove(&mut self, point: Point) -> bool {
        let (i, bit) = (point.index() / 64, 1 << (point.index() % 64));
        let word = self.word(i);
        self.0[i] = (word & !bit).to_le_bytes();
        word & bit != 0
    }

    /// The eight bytes that begin with this one.
    #[inline]
    pub(crate) fn window(&self, byte: usize) -> u64 {
        let byte = byte.min(Cross::LAST_BYTE);
        let bytes = self.0.as_flattened();
        u64::from_le_bytes(std::array::from_fn(|i| bytes[byte + i]))
    }

    /// Replaces the eight bytes that begin with this one.
    #[inline]
    pub(crate) fn set_window(&mut self, byte: usize, bits: u64) {
        let byte = byte.min(Cross::LAST_BYTE);
        self.0.as_flattened_mut()[byte..byte + 8].copy_from_slice(&bits.to_le_bytes());
    }

    /// The number of points in the set.
    #[inline]
    pub fn len(&self) -> usize {
        (0..N_WORDS).map(|i| self.word(i).count_ones() as usize).sum()
    }

    /// Is there no point in the set?
    #[inline]
    pub fn is_empty(&self) -> bool {
        (0..N_WORDS).fold(0, |all, i| all | self.word(i)) == 0
    }

    /// The first point, if there is one.
    #[inline]
    pub fn first(&self) -> Option<Point> {
        self.iter().next()
    }

    /// The points, row by row.
    #[inline]
    pub fn iter(&self) -> PointIter {
        let words = (0..N_WORDS).fold(0, |words, i| words | u32::from(self.word(i) != 0) << i);
        PointIter { set: *self, words }
    }

    /// The set itself, or no point at all: without a branch, for where nothing tells beforehand which.
    #[inline]
    pub fn only_if(&self, is_wanted: bool) -> PointSet {
        let mask = u64::from(is_wanted).wrapping_neg();
        PointSet(std::array::from_fn(|i| (self.word(i) & mask).to_le_bytes()))
    }

    /// Do the sets share a point?
    #[inline]
    pub fn intersects(&self, other: &PointSet) -> bool {
        (0..N_WORDS).fold(0, |all, i| all | self.word(i) & other.word(i)) != 0
    }

    /// Is every point of this set in the other one?
    #[inline]
    pub fn is_subset(&self, other: &PointSet) -> bool {
        (0..N_WORDS).fold(0, |all, i| all | self.word(i) & !other.word(i)) == 0
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
            let carried = if i == 0 { 0 } else { self.word(i - 1) >> (64 - by) };
            (self.word(i) << by | carried).to_le_bytes()
        }))
    }

    #[inline]
    fn shifted_down(&self, by: u32) -> PointSet {
        PointSet(std::array::from_fn(|i| {
            let carried = if i + 1 == N_WORDS { 0 } else { self.word(i + 1) << (64 - by) };
            (self.word(i) >> by | carried).to_le_bytes()
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
        for i in 0..N_WORDS {
            self.0[i] = (self.word(i) | other.word(i)).to_le_bytes();
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
        for i in 0..N_WORDS {
            self.0[i] = (self.word(i) & other.word(i)).to_le_bytes();
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
        for i in 0..N_WORDS {
            self.0[i] = (self.word(i) & !other.word(i)).to_le_bytes();
        }
    }
}

/// The points of a [`PointSet`], row by row.
///
/// Which words have points left is kept as bits, so that going on to the next word is no branch: sets in a
/// playout are small, and a processor cannot guess where their points lie.
#[derive(Clone, Debug)]
pub struct PointIter {
    /// The points that are left.
    set: PointSet,
    /// The words that have any, a bit each.
    words: u32,
}

impl Iterator for PointIter {
    type Item = Point;

    #[inline]
    fn next(&mut self) -> Option<Point> {
        if self.words == 0 {
            return None;
        }
        let i = (self.words.trailing_zeros() as usize).min(N_WORDS - 1);
        let bits = self.set.word(i);
        let rest = bits & bits.wrapping_sub(1);
        self.set.0[i] = rest.to_le_bytes();
        let others = self.words & (self.words - 1);
        self.words = if rest == 0 { others } else { self.words };
        Some(Point::from_index(i * 64 + bits.trailing_zeros() as usize))
    }
}

/// The points left, right, above and below a point, as bits of the eight bytes of a set that hold them all.
///
/// Two rows are at most 40 bits apart, so that one look at eight bytes, wherever they begin, tells which of
/// the four are in a set.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cross {
    /// Where the eight bytes begin.
    pub(crate) byte: usize,
    /// The four points; some may lie off the board, where no set has a bit.
    pub(crate) arms: u64,
    /// The point itself.
    pub(crate) center: u64,
}

impl Cross {
    const LAST_BYTE: usize = 8 * N_WORDS - 8;

    #[inline]
    pub(crate) const fn at(point: Point, size: Size) -> Cross {
        let (index, stride) = (point.index(), size.stride());
        let byte = index.saturating_sub(Size::MAX.stride()) / 8;
        let byte = if byte > Cross::LAST_BYTE { Cross::LAST_BYTE } else { byte };
        let center = (index - 8 * byte) as u32;
        // Nothing lies above the first row and below the last one: what is shifted out is off the board.
        let above = (1 << center) >> stride;
        let row = (1 << center) >> 1 | 1 << center << 1;
        let below = (1 << center) << stride;
        Cross { byte, arms: above | row | below, center: 1 << center }
    }

    /// The points whose bits are set in the eight bytes.
    #[inline]
    pub(crate) fn points(self, mut bits: u64) -> impl Iterator<Item = Point> {
        std::iter::from_fn(move || {
            if bits == 0 {
                return None;
            }
            let index = 8 * self.byte + bits.trailing_zeros() as usize;
            bits &= bits - 1;
            Some(Point::from_index(index))
        })
    }
}
