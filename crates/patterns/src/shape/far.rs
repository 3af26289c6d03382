//! The shapes of radius 3 to 5, as sums of random numbers.
//!
//! Each place of the neighborhood has a random number. A black stone there adds it, a white one takes it
//! away, and the edge adds another number of its own; exchanging the colors changes the sign of the
//! stones' part. The sum is kept eight times, once for each way to turn and mirror the places, and a
//! shape's key mixes the eight without regard to their order.

use super::Extent;
use super::layout::Layout;
use super::neighborhood::{N_NEIGHBORS, Offset, neighborhood, place_of};
use aji_goban::point::N_INDICES;
use aji_goban::{Color, Observer, Point, Size};

type Cells = Layout<5>;
/// One sum for each symmetry.
type Lanes = [u32; 8];
/// The sums of what lies at most three steps away, four steps away, five steps away.
type Rings = [Lanes; 3];

const NOTHING: Rings = [[0; 8]; 3];

/// Random numbers for the places, as each symmetry sees them.
const STONE: [Lanes; N_NEIGHBORS] = lanes(0x5354_4F4E);
const EDGE: [Lanes; N_NEIGHBORS] = lanes(0x4544_4745);

const fn lanes(seed: u64) -> [Lanes; N_NEIGHBORS] {
    let offsets = neighborhood();
    let mut lanes = [[0; 8]; N_NEIGHBORS];
    let mut i = 0;
    while i < N_NEIGHBORS {
        let mut offset: Offset = offsets[i];
        let mut symmetry = 0;
        while symmetry < 8 {
            lanes[i][symmetry] = mixed(seed << 8 | place_of(offset) as u64) as u32;
            offset = if symmetry == 3 { offsets[i].mirrored() } else { offset.turned() };
            symmetry += 1;
        }
        i += 1;
    }
    lanes
}

/// Scatters a number over 64 bits.
#[inline]
const fn mixed(n: u64) -> u64 {
    let n = (n ^ 0x6A09_E667_F3BC_C908).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let n = (n ^ n >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    n ^ n >> 32
}

/// Where, seen from a stone, the points lie that see it at each place.
const SEEN_FROM: [usize; N_NEIGHBORS] = {
    let (offsets, mut steps) = (neighborhood(), [0; N_NEIGHBORS]);
    let mut i = 0;
    while i < N_NEIGHBORS {
        steps[i] = Cells::step(-offsets[i].down, -offsets[i].right);
        i += 1;
    }
    steps
};

const fn ring(place: usize) -> usize {
    match place {
        _ if place < Extent::Diamond3.n_points() => 0,
        _ if place < Extent::Diamond4.n_points() => 1,
        _ => 2,
    }
}

/// The sums of all points, kept up to date as an observer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Far {
    /// What the stones add, by cell.
    stones: Box<[Rings]>,
    /// What the edge adds, by point; the same for every position.
    edge: Box<[Rings]>,
    cells: [u16; N_INDICES],
}

impl Far {
    /// The sums of an empty board.
    pub fn empty(size: Size) -> Far {
        let mut edge = vec![NOTHING; N_INDICES].into_boxed_slice();
        let lines = size.lines() as i8;
        for point in size.points() {
            for (place, offset) in neighborhood().iter().enumerate() {
                let row = point.row(size) as i8 + offset.down;
                let column = point.column(size) as i8 + offset.right;
                if !(0..lines).contains(&row) || !(0..lines).contains(&column) {
                    add(&mut edge[point.index()][ring(place)], &EDGE[place]);
                }
            }
        }
        let stones = vec![NOTHING; Cells::N_CELLS].into_boxed_slice();
        Far { stones, edge, cells: Cells::cells(size) }
    }

    /// Takes all stones away.
    ///
    /// # Panics
    /// If the size is another one.
    pub(super) fn clear(&mut self, size: Size) {
        assert_eq!(self.cells, Cells::cells(size), "the shapes of one size serve that size");
        self.stones.fill(NOTHING);
    }

    /// The key of radius 3 (`outermost` 0), 4 (1) or 5 (2).
    #[inline]
    pub(super) fn key(&self, outermost: usize, point: Point, to_move: Color) -> u64 {
        let cell = self.cells[point.index()] as usize;
        let (stones, edge) = (&self.stones[cell], &self.edge[point.index()]);
        let (mut stone_sum, mut edge_sum) = (stones[0], edge[0]);
        for ring in 1..=outermost {
            add(&mut stone_sum, &stones[ring]);
            add(&mut edge_sum, &edge[ring]);
        }
        let mut key = 0u64;
        for (stones, edge) in stone_sum.iter().zip(edge_sum) {
            let sum = match to_move {
                Color::Black => edge.wrapping_add(*stones),
                Color::White => edge.wrapping_sub(*stones),
            };
            key = key.wrapping_add(mixed(sum.into()));
        }
        key
    }

    #[inline]
    fn change(&mut self, point: Point, is_added: bool) {
        let cell = self.cells[point.index()] as usize;
        for place in 0..N_NEIGHBORS {
            let Some(rings) = self.stones.get_mut(cell.wrapping_add(SEEN_FROM[place])) else {
                continue;
            };
            let lanes = &mut rings[ring(place)];
            if is_added {
                add(lanes, &STONE[place]);
            } else {
                subtract(lanes, &STONE[place]);
            }
        }
    }
}

#[inline]
fn add(sum: &mut Lanes, lanes: &Lanes) {
    for (sum, lane) in sum.iter_mut().zip(lanes) {
        *sum = sum.wrapping_add(*lane);
    }
}

#[inline]
fn subtract(sum: &mut Lanes, lanes: &Lanes) {
    for (sum, lane) in sum.iter_mut().zip(lanes) {
        *sum = sum.wrapping_sub(*lane);
    }
}

impl Observer for Far {
    #[inline]
    fn stone_placed(&mut self, point: Point, color: Color) {
        self.change(point, color == Color::Black);
    }

    #[inline]
    fn stone_lifted(&mut self, point: Point, color: Color) {
        self.change(point, color == Color::White);
    }
}
