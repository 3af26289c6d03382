//! What watches stones come and go.
//!
//! A stone is put down in exactly one function, [`Board::put_stone`](crate::Board::put_stone).
//! Whatever follows the board incrementally is an `Observer` given to it as a type parameter, so that
//! watching nothing, `()`, costs nothing.

use crate::chain::{Chain, ChainId};
use crate::color::Color;
use crate::point::{N_INDICES, Point, Size};
use crate::point_set::PointSet;

/// Told of every change while a stone is put down.
pub trait Observer {
    /// A chain's record is about to change: it gains or loses stones, liberties or neighbors, is
    /// joined to another or lifted. May be told more than once a move.
    #[inline]
    fn chain_changes(&mut self, _id: ChainId, _before: &Chain) {}

    /// A chain's neighbors are about to be joined, so that one goes by another name; nothing else about the
    /// chain changes. Told as any other change to those who do not tell it apart.
    #[inline]
    fn neighbors_join(&mut self, id: ChainId, before: &Chain) {
        self.chain_changes(id, before);
    }

    /// A stone has been put on an empty point.
    #[inline]
    fn stone_placed(&mut self, _point: Point, _color: Color) {}

    /// A stone has been lifted.
    #[inline]
    fn stone_lifted(&mut self, _point: Point, _color: Color) {}
}

/// Watches nothing.
impl Observer for () {}

/// Two observers at once.
impl<A: Observer, B: Observer> Observer for (&mut A, &mut B) {
    #[inline]
    fn chain_changes(&mut self, id: ChainId, before: &Chain) {
        self.0.chain_changes(id, before);
        self.1.chain_changes(id, before);
    }

    #[inline]
    fn neighbors_join(&mut self, id: ChainId, before: &Chain) {
        self.0.neighbors_join(id, before);
        self.1.neighbors_join(id, before);
    }

    #[inline]
    fn stone_placed(&mut self, point: Point, color: Color) {
        self.0.stone_placed(point, color);
        self.1.stone_placed(point, color);
    }

    #[inline]
    fn stone_lifted(&mut self, point: Point, color: Color) {
        self.0.stone_lifted(point, color);
        self.1.stone_lifted(point, color);
    }
}

/// The empty points as a list, for drawing one at random.
#[derive(Clone, Debug)]
pub struct Empties {
    n: usize,
    points: [Point; N_PLACES],
    /// Where in `points` each empty point stands.
    places: [u16; N_PLACES],
}

/// More than there are points, and a power of two: a place cut to it is in bounds, and the compiler knows.
const N_PLACES: usize = 512;
const _: () = assert!(N_INDICES <= N_PLACES);

#[inline]
const fn place(index: usize) -> usize {
    index & (N_PLACES - 1)
}

impl Empties {
    /// The list of an empty board.
    pub fn new(size: Size) -> Empties {
        Empties::of(PointSet::all(size))
    }

    /// The list of the given points.
    pub fn of(points: PointSet) -> Empties {
        let mut empties =
            Empties { n: 0, points: [Point::from_index(0); N_PLACES], places: [0; N_PLACES] };
        for point in points {
            empties.insert(point);
        }
        empties
    }

    /// The number of empty points.
    #[inline]
    pub fn len(&self) -> usize {
        self.n
    }

    /// Is the board full?
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.n == 0
    }

    /// The empty points, in an order that depends on what was played.
    #[inline]
    pub fn as_slice(&self) -> &[Point] {
        &self.points[..self.n]
    }

    /// The point at a place of the list, which must be below [`Empties::len`].
    #[inline]
    pub fn at(&self, n: usize) -> Point {
        self.points[place(n)]
    }

    /// Exchanges two places of the list.
    #[inline]
    pub fn swap(&mut self, a: usize, b: usize) {
        let (first, second) = (self.points[place(a)], self.points[place(b)]);
        (self.points[place(a)], self.points[place(b)]) = (second, first);
        self.places[place(second.index())] = a as u16;
        self.places[place(first.index())] = b as u16;
    }

    #[inline]
    fn insert(&mut self, point: Point) {
        self.points[place(self.n)] = point;
        self.places[place(point.index())] = self.n as u16;
        self.n += 1;
    }

    #[inline]
    fn remove(&mut self, point: Point) {
        self.n -= 1;
        let (last, at) = (self.points[place(self.n)], self.places[place(point.index())]);
        self.points[place(at as usize)] = last;
        self.places[place(last.index())] = at;
    }
}

impl Observer for Empties {
    #[inline]
    fn stone_placed(&mut self, point: Point, _color: Color) {
        self.remove(point);
    }

    #[inline]
    fn stone_lifted(&mut self, point: Point, _color: Color) {
        self.insert(point);
    }
}
