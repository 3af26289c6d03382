//! The stones around a point: 3×3, and diamonds of Manhattan radius 2 to 5 (thesis, figures 26–30).
//!
//! Every point around shows one of four states: empty, Black, White, off the board. The points are
//! listed from near to far ([`neighborhood`]), so that a smaller shape is the beginning of a larger one.
//! Two keepers follow the board as observers:
//!
//! - [`Near`] holds the code of radius 2 for every point, two bits for each of twelve neighbors; its lower
//!   16 bits are the 3×3 shape. Turning and mirroring are a few bit operations.
//! - [`Far`] holds sums of random numbers for the rings 3, 4 and 5, one for each of the eight ways to turn
//!   and mirror.
//!
//! A shape's *key* is the same for all eight symmetries, and the same for Black and White to move with
//! colors exchanged. A [`Catalog`] knows the shapes that matter and numbers them; matching takes the
//! largest known one.

mod catalog;
mod far;
pub(crate) mod inquiry;
pub(crate) mod layout;
mod near;
pub(crate) mod neighborhood;
pub(crate) mod sums;

pub use catalog::{Catalog, ShapeId};
pub use far::Far;
pub use near::{Near, NearCode};
pub use neighborhood::{N_NEIGHBORS, Offset, neighborhood};

use aji_goban::{Board, Color, Observer, Point, PointSet, Size};
use std::fmt;

/// How much of the surroundings a shape covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Extent {
    /// The eight points around.
    ThreeByThree,
    /// The twelve points at most two steps away.
    Diamond2,
    /// The 24 points at most three steps away.
    Diamond3,
    /// The 40 points at most four steps away.
    Diamond4,
    /// The 60 points at most five steps away.
    Diamond5,
    /// The eight points around, with liberties; for this and the following see [`crate::context`].
    Touching,
    /// The diamond of radius 2 with liberties.
    Liberties,
    /// The diamond of radius 2 with liberties, and where the last move is.
    Answer2,
    /// The diamond of radius 3, and where the last move is.
    Answer3,
    /// The diamond of radius 4, and where the last move is.
    Answer4,
    /// The diamond of radius 2 with liberties around the last move.
    Reply2,
    /// The diamond of radius 3 around the last move.
    Reply3,
    /// The diamond of radius 4 around the last move.
    Reply4,
    /// Where the last two moves are.
    LastTwo,
    /// The quarter of the board.
    Corner,
}

impl Extent {
    /// From the smallest to the largest.
    pub const ALL: [Extent; 5] = [
        Extent::ThreeByThree,
        Extent::Diamond2,
        Extent::Diamond3,
        Extent::Diamond4,
        Extent::Diamond5,
    ];

    /// Those that see liberties, the last moves or a corner.
    pub const CONTEXT: [Extent; 10] = [
        Extent::Touching,
        Extent::Liberties,
        Extent::Answer2,
        Extent::Answer3,
        Extent::Answer4,
        Extent::Reply2,
        Extent::Reply3,
        Extent::Reply4,
        Extent::LastTwo,
        Extent::Corner,
    ];

    /// The extent with this number.
    pub fn from_number(number: u64) -> Option<Extent> {
        let number = usize::try_from(number).ok()?;
        Extent::ALL.iter().chain(&Extent::CONTEXT).nth(number).copied()
    }

    /// How many points around it covers; those that see more are not counted in points.
    pub const fn n_points(self) -> usize {
        match self {
            Extent::ThreeByThree | Extent::Touching => 8,
            Extent::Diamond2 | Extent::Liberties | Extent::Answer2 | Extent::Reply2 => 12,
            Extent::Diamond3 | Extent::Answer3 | Extent::Reply3 => 24,
            Extent::Diamond4 | Extent::Answer4 | Extent::Reply4 => 40,
            Extent::Diamond5 => 60,
            Extent::LastTwo | Extent::Corner => 0,
        }
    }

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Extent::ThreeByThree => "3x3",
            Extent::Diamond2 => "diamond2",
            Extent::Diamond3 => "diamond3",
            Extent::Diamond4 => "diamond4",
            Extent::Diamond5 => "diamond5",
            Extent::Touching => "touching",
            Extent::Liberties => "liberties",
            Extent::Answer2 => "answer2",
            Extent::Answer3 => "answer3",
            Extent::Answer4 => "answer4",
            Extent::Reply2 => "reply2",
            Extent::Reply3 => "reply3",
            Extent::Reply4 => "reply4",
            Extent::LastTwo => "last-two",
            Extent::Corner => "corner",
        }
    }
}

impl fmt::Display for Extent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The shapes around every point of a board, kept up to date as an observer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shapes {
    size: Size,
    /// The stones that are seen, by color.
    stones: [PointSet; 2],
    near: Near,
    far: Far,
}

impl Shapes {
    /// The shapes of this board.
    pub fn of(board: &Board) -> Shapes {
        let size = board.size();
        let (near, far) = (Near::empty(size), Far::empty(size));
        let mut shapes = Shapes { size, stones: [PointSet::EMPTY; 2], near, far };
        shapes.set_to(board);
        shapes
    }

    /// Becomes the shapes of another board of the same size, without allocating. Only stones that differ are work: the
    /// boards that a search looks at one after the other have most of them in common.
    ///
    /// # Panics
    /// If the sizes differ.
    pub fn set_to(&mut self, board: &Board) {
        assert_eq!(self.size, board.size(), "the shapes of one size serve that size");
        for color in Color::BOTH {
            let (seen, there) = (self.stones[color.index()], *board.stones(color));
            for stone in seen - there {
                self.stone_lifted(stone, color);
            }
            for stone in there - seen {
                self.stone_placed(stone, color);
            }
        }
    }

    /// The code of radius 2.
    #[inline]
    pub fn near(&self, point: Point) -> NearCode {
        self.near.code(point)
    }

    /// What all shapes share that are alike up to symmetry, for this color to move. Shapes that see more than stones
    /// ([`Extent::CONTEXT`]) have the key of their stones here.
    #[inline]
    pub fn key(&self, extent: Extent, point: Point, to_move: Color) -> u64 {
        match extent.n_points() {
            0..=8 => self.near(point).small().normal(to_move).bits().into(),
            12 => self.near(point).normal(to_move).bits().into(),
            24 => self.far.key(0, point, to_move),
            40 => self.far.key(1, point, to_move),
            _ => self.far.key(2, point, to_move),
        }
    }

    /// The sums that the key of a diamond of radius 3 or more is made of.
    #[inline]
    pub(crate) fn sums(&self, extent: Extent, point: Point, to_move: Color) -> sums::Lanes {
        let outermost = match extent {
            Extent::Diamond5 => 2,
            Extent::Diamond4 => 1,
            _ => 0,
        };
        self.far.sums(outermost, point, to_move)
    }

    /// Shows the keys of all shapes around a point, from small to large, until it is enough.
    #[inline]
    pub(crate) fn nested(
        &self,
        point: Point,
        to_move: Color,
        mut see: impl FnMut(Extent, u64) -> bool,
    ) {
        for extent in Extent::ALL {
            if !see(extent, self.key(extent, point, to_move)) {
                return;
            }
        }
    }

    /// The largest known shape around a point, for this color to move.
    ///
    /// Asks from small to large and stops at the first unknown one: whatever was seen often in the large
    /// was seen at least as often in the small.
    #[inline]
    pub fn largest(&self, catalog: &Catalog, point: Point, to_move: Color) -> Option<ShapeId> {
        let mut largest = None;
        self.nested(point, to_move, |extent, key| {
            let found = catalog.find(extent, key);
            largest = found.or(largest);
            found.is_some()
        });
        largest
    }
}

impl Observer for Shapes {
    #[inline]
    fn stone_placed(&mut self, point: Point, color: Color) {
        self.stones[color.index()].insert(point);
        self.near.stone_placed(point, color);
        self.far.stone_placed(point, color);
    }

    #[inline]
    fn stone_lifted(&mut self, point: Point, color: Color) {
        self.stones[color.index()].remove(point);
        self.near.stone_lifted(point, color);
        self.far.stone_lifted(point, color);
    }
}
