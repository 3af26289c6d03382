//! A chain: solidly connected stones of one color that live and die together.

use crate::color::Color;
use crate::point::{N_INDICES, Point};
use crate::point_set::PointSet;

/// Names a chain on the board: the point of one of its stones, the same for all of them.
///
/// An id is good until the next stone is put down; a chain may then have been joined or taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ChainId(pub(crate) Point);

impl ChainId {
    /// The id of no chain: no board has a point there.
    pub const NONE: ChainId = ChainId(Point::from_index(N_INDICES - 1));

    /// The stone that stands for the chain.
    #[inline]
    pub const fn point(self) -> Point {
        self.0
    }
}

/// Solidly connected stones, with everything a move generator asks about them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chain {
    pub(crate) stones: PointSet,
    pub(crate) liberties: PointSet,
    pub(crate) neighbors: PointSet,
    pub(crate) n_stones: u16,
    pub(crate) n_liberties: u16,
    pub(crate) color: Color,
}

impl Chain {
    /// What stands in the slots of chains that do not exist.
    pub(crate) const NONE: Chain = Chain {
        stones: PointSet::EMPTY,
        liberties: PointSet::EMPTY,
        neighbors: PointSet::EMPTY,
        n_stones: 0,
        n_liberties: 0,
        color: Color::Black,
    };

    /// The color of its stones.
    #[inline]
    pub const fn color(&self) -> Color {
        self.color
    }

    /// Its stones.
    #[inline]
    pub const fn stones(&self) -> &PointSet {
        &self.stones
    }

    /// The number of its stones.
    #[inline]
    pub const fn n_stones(&self) -> usize {
        self.n_stones as usize
    }

    /// The empty points next to it.
    #[inline]
    pub const fn liberties(&self) -> &PointSet {
        &self.liberties
    }

    /// The number of its liberties.
    #[inline]
    pub const fn n_liberties(&self) -> usize {
        self.n_liberties as usize
    }

    /// Can it be taken with the next move?
    #[inline]
    pub const fn is_in_atari(&self) -> bool {
        self.n_liberties == 1
    }

    /// The chains of the other color that touch it.
    #[inline]
    pub fn neighbors(&self) -> impl Iterator<Item = ChainId> + Clone + use<> {
        self.neighbors.iter().map(ChainId)
    }

    /// The number of chains of the other color that touch it.
    #[inline]
    pub fn n_neighbors(&self) -> usize {
        self.neighbors.len()
    }

    #[inline]
    pub(crate) fn gain_liberty(&mut self, point: Point) {
        self.n_liberties += self.liberties.insert(point) as u16;
    }

    #[inline]
    pub(crate) fn lose_liberty(&mut self, point: Point) {
        self.n_liberties -= self.liberties.remove(point) as u16;
    }
}

/// The different chains around a point: at most four.
#[derive(Clone, Copy)]
pub(crate) struct FewChains {
    n: usize,
    ids: [ChainId; 4],
}

impl FewChains {
    pub(crate) const NONE: FewChains = FewChains { n: 0, ids: [ChainId::NONE; 4] };

    #[inline]
    pub(crate) fn insert(&mut self, id: ChainId) {
        if !self.as_slice().contains(&id) {
            self.ids[self.n & 3] = id;
            self.n += 1;
        }
    }

    #[inline]
    pub(crate) fn as_slice(&self) -> &[ChainId] {
        &self.ids[..self.n.min(4)]
    }
}
