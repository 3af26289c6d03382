//! The shapes of radius 3 to 5, as sums of random numbers.
//!
//! Each place of the neighborhood has a random number. A black stone there adds it, a white one takes it
//! away, and the edge adds another number of its own; exchanging the colors changes the sign of the
//! stones' part. The sum is kept eight times, once for each way to turn and mirror the places, and a
//! shape's key mixes the eight without regard to their order.

use super::Extent;
use super::layout::Layout;
use super::neighborhood::{N_NEIGHBORS, neighborhood, place_of};
use super::sums::{Lanes, NOTHING, add, key_of, mixed, subtract};
use aji_goban::point::N_INDICES;
use aji_goban::{Color, Observer, Point, Size};

type Cells = Layout<5>;
/// The sums of what lies at most three steps away, four steps away, five steps away.
type Rings = [Lanes; 3];

const NO_RINGS: Rings = [NOTHING; 3];

/// Random numbers for the places, as each symmetry sees them.
const STONE: [Lanes; N_NEIGHBORS] = lanes(0x5354_4F4E);
const EDGE: [Lanes; N_NEIGHBORS] = lanes(0x4544_4745);

const fn lanes(seed: u64) -> [Lanes; N_NEIGHBORS] {
    let offsets = neighborhood();
    let mut lanes = [[0; 8]; N_NEIGHBORS];
    let mut i = 0;
    while i < N_NEIGHBORS {
        let mut symmetry = 0;
        while symmetry < 8 {
            let seen = place_of(offsets[i].under(symmetry)) as u64;
            lanes[i][symmetry] = mixed(seed << 8 | seen) as u32;
            symmetry += 1;
        }
        i += 1;
    }
    lanes
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
        let mut edge = vec![NO_RINGS; N_INDICES].into_boxed_slice();
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
        let stones = vec![NO_RINGS; Cells::N_CELLS].into_boxed_slice();
        Far { stones, edge, cells: Cells::cells(size) }
    }

    /// The key of radius 3 (`outermost` 0), 4 (1) or 5 (2).
    #[inline]
    pub(super) fn key(&self, outermost: usize, point: Point, to_move: Color) -> u64 {
        key_of(&self.sums(outermost, point, to_move))
    }

    /// The sums that the key is made of.
    #[inline]
    pub(super) fn sums(&self, outermost: usize, point: Point, to_move: Color) -> Lanes {
        let cell = self.cells[point.index()] as usize;
        let (stones, edge) = (&self.stones[cell], &self.edge[point.index()]);
        let mut sums = NOTHING;
        for ring in 0..=outermost {
            add(&mut sums, &edge[ring]);
            match to_move {
                Color::Black => add(&mut sums, &stones[ring]),
                Color::White => subtract(&mut sums, &stones[ring]),
            }
        }
        sums
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
