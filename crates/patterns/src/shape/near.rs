//! The shapes of radius 2, as bits.

use super::layout::Layout;
use super::neighborhood::neighborhood;
use aji_goban::point::N_INDICES;
use aji_goban::{Color, Observer, Point, Size};
use std::ops::Range;

type Cells = Layout<2>;

/// How many points the code covers.
const N_POINTS: usize = 12;

/// Where, seen from a stone, the points lie that see it as their first, second, … neighbor.
const SEEN_FROM: [usize; N_POINTS] = {
    let (offsets, mut steps) = (neighborhood(), [0; N_POINTS]);
    let mut i = 0;
    while i < N_POINTS {
        steps[i] = Cells::step(-offsets[i].down, -offsets[i].right);
        i += 1;
    }
    steps
};

/// The twelve points around a point, two bits each: 0 empty, 1 Black, 2 White, 3 off the board.
///
/// Four points a byte, clockwise from above: the neighbors, the diagonals, the points two steps straight
/// away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NearCode(u32);

impl NearCode {
    const LOW: u32 = 0x55_5555;

    /// The code with these bits, of which the lower 24 count.
    #[inline]
    pub const fn from_bits(bits: u32) -> NearCode {
        NearCode(bits & 0xFF_FFFF)
    }

    /// The code as a number below 2²⁴.
    #[inline]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// The 3×3 shape alone; its bits are below 2¹⁶.
    #[inline]
    pub const fn small(self) -> NearCode {
        NearCode(self.0 & 0xFFFF)
    }

    /// The places of a range alone, as if the others were off the board.
    #[inline]
    pub const fn within(self, places: Range<usize>) -> NearCode {
        let (below, above) = ((1 << (2 * places.start)) - 1, u32::MAX << (2 * places.end));
        NearCode::from_bits(self.0 | below | above)
    }

    /// The places of the code that are empty points of the board, in ascending order: below 4 the neighbors, below 8
    /// the diagonals, then the points two steps away.
    #[inline]
    pub fn empties(self) -> impl Iterator<Item = usize> {
        let mut left = !(self.0 | self.0 >> 1) & NearCode::LOW;
        std::iter::from_fn(move || {
            let place = left.trailing_zeros() as usize / 2;
            let is_there = left != 0;
            left &= left.wrapping_sub(1);
            is_there.then_some(place)
        })
    }

    /// The shape after a quarter turn to the right.
    #[inline]
    pub const fn turned(self) -> NearCode {
        NearCode((self.0 << 2 & 0xFC_FCFC) | (self.0 >> 6 & 0x03_0303))
    }

    /// The shape seen in a mirror that exchanges left and right.
    #[inline]
    pub const fn mirrored(self) -> NearCode {
        let code = self.0;
        // In the straight lines left and right change places, the diagonals do so crosswise.
        let straight = code & 0x33_0033 | (code & 0x0C_000C) << 4 | code >> 4 & 0x0C_000C;
        let diagonal = (code & 0x0300) << 6
            | (code & 0x0C00) << 2
            | (code & 0x3000) >> 2
            | (code & 0xC000) >> 6;
        NearCode(straight | diagonal)
    }

    /// The shape with Black and White exchanged.
    #[inline]
    pub const fn swapped(self) -> NearCode {
        NearCode((self.0 & NearCode::LOW) << 1 | self.0 >> 1 & NearCode::LOW)
    }

    /// Is the point in the middle an eye of this color, as [`aji_goban::Board::is_eye`] has it?
    pub const fn is_eye(self, color: Color) -> bool {
        let (own, enemy) = match color {
            Color::Black => (1, 2),
            Color::White => (2, 1),
        };
        let (mut n_enemies, mut at_edge, mut place) = (0, 0, 0);
        while place < 4 {
            let (near, diagonal) = (self.0 >> (2 * place) & 3, self.0 >> (2 * place + 8) & 3);
            if near != own && near != 3 {
                return false;
            }
            n_enemies += (diagonal == enemy) as u32;
            at_edge |= (diagonal == 3) as u32;
            place += 1;
        }
        n_enemies + at_edge < 2
    }

    /// The same for all shapes that are alike up to symmetry, seen by the side to move as if it were
    /// Black.
    #[inline]
    pub const fn normal(self, to_move: Color) -> NearCode {
        let mut code = match to_move {
            Color::Black => self,
            Color::White => self.swapped(),
        };
        let mut mirror = code.mirrored();
        let mut least = code.0;
        let mut turn = 0;
        while turn < 4 {
            least = if code.0 < least { code.0 } else { least };
            least = if mirror.0 < least { mirror.0 } else { least };
            (code, mirror) = (code.turned(), mirror.turned());
            turn += 1;
        }
        NearCode(least)
    }
}

/// The codes of all points, kept up to date as an observer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Near {
    codes: [u32; Cells::N_CELLS],
    cells: [u16; N_INDICES],
}

impl Near {
    /// The codes of an empty board.
    pub fn empty(size: Size) -> Near {
        let mut near = Near { codes: [0; Cells::N_CELLS], cells: Cells::cells(size) };
        let lines = size.lines() as i8;
        for point in size.points() {
            let cell = near.cell(point);
            for (i, offset) in neighborhood()[..N_POINTS].iter().enumerate() {
                let row = point.row(size) as i8 + offset.down;
                let column = point.column(size) as i8 + offset.right;
                if !(0..lines).contains(&row) || !(0..lines).contains(&column) {
                    near.codes[cell] |= 3 << (2 * i);
                }
            }
        }
        near
    }

    /// The code of a point.
    #[inline]
    pub fn code(&self, point: Point) -> NearCode {
        NearCode(self.codes[self.cell(point)])
    }

    #[inline]
    fn cell(&self, point: Point) -> usize {
        self.cells[point.index()] as usize
    }

    /// A stone appears or disappears.
    #[inline]
    fn toggle(&mut self, point: Point, color: Color) {
        let state = match color {
            Color::Black => 1,
            Color::White => 2,
        };
        let cell = self.cell(point);
        for (i, step) in SEEN_FROM.iter().enumerate() {
            // Border cells collect what nobody reads.
            if let Some(code) = self.codes.get_mut(cell.wrapping_add(*step)) {
                *code ^= state << (2 * i);
            }
        }
    }
}

impl Observer for Near {
    #[inline]
    fn stone_placed(&mut self, point: Point, color: Color) {
        self.toggle(point, color);
    }

    #[inline]
    fn stone_lifted(&mut self, point: Point, color: Color) {
        self.toggle(point, color);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_places_are_those_with_neither_stone_nor_edge() {
        let mut random = fastrand::Rng::with_seed(1);
        for _ in 0..1_000 {
            let code = NearCode::from_bits(random.u32(..) & random.u32(..));
            let expected: Vec<usize> =
                (0..N_POINTS).filter(|place| code.bits() >> (2 * place) & 3 == 0).collect();
            assert_eq!(code.empties().collect::<Vec<_>>(), expected);
            for places in [0..8, 4..8, 4..12, 0..12] {
                let expected = expected.iter().copied().filter(|place| places.contains(place));
                assert!(code.within(places.clone()).empties().eq(expected), "{places:?}");
            }
        }
        assert_eq!(NearCode::from_bits(0).empties().count(), N_POINTS);
        assert_eq!(NearCode::from_bits(u32::MAX).empties().count(), 0);
    }
}
