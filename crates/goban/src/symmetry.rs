//! The eight ways to turn and mirror a square board.

use crate::board::Board;
use crate::color::Color;
use crate::point::{Point, Size};

/// A turn or reflection of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry(u8);

const TRANSPOSE: u8 = 1;
const MIRROR_ROWS: u8 = 2;
const MIRROR_COLUMNS: u8 = 4;

impl Symmetry {
    /// Leaves everything where it is.
    pub const IDENTITY: Symmetry = Symmetry(0);

    /// All eight, identity first.
    pub const ALL: [Symmetry; 8] = {
        let mut all = [Symmetry(0); 8];
        let mut i = 0;
        while i < 8 {
            all[i] = Symmetry(i as u8);
            i += 1;
        }
        all
    };

    /// Where the point goes.
    pub const fn apply(self, point: Point, size: Size) -> Point {
        let (mut row, mut column) = (point.row(size), point.column(size));
        if self.0 & TRANSPOSE != 0 {
            (row, column) = (column, row);
        }
        if self.0 & MIRROR_ROWS != 0 {
            row = size.lines() - 1 - row;
        }
        if self.0 & MIRROR_COLUMNS != 0 {
            column = size.lines() - 1 - column;
        }
        Point::at(row, column, size)
    }

    /// The symmetry that brings every point back.
    pub const fn inverse(self) -> Symmetry {
        // Mirroring undoes itself; behind a transposition the two mirrors change places.
        if self.0 & TRANSPOSE == 0 || self.0 & (MIRROR_ROWS | MIRROR_COLUMNS) == 0 {
            return self;
        }
        let rows = if self.0 & MIRROR_COLUMNS != 0 { MIRROR_ROWS } else { 0 };
        let columns = if self.0 & MIRROR_ROWS != 0 { MIRROR_COLUMNS } else { 0 };
        Symmetry(TRANSPOSE | rows | columns)
    }
}

impl Board {
    /// The board turned or mirrored.
    pub fn transformed(&self, symmetry: Symmetry) -> Board {
        self.rebuilt(|point, color| (symmetry.apply(point, self.size()), color))
    }

    /// The board with Black's and White's stones exchanged.
    pub fn color_swapped(&self) -> Board {
        self.rebuilt(|point, color| (point, color.opponent()))
    }

    fn rebuilt(&self, change: impl Fn(Point, Color) -> (Point, Color)) -> Board {
        let mut board = Board::new(self.size());
        for color in Color::BOTH {
            for point in *self.stones(color) {
                let (point, color) = change(point, color);
                board.put_stone(point, color, &mut ());
            }
        }
        board
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_symmetry_is_undone_by_its_inverse() {
        let size = Size::new(5).unwrap();
        for symmetry in Symmetry::ALL {
            for point in size.points() {
                let there = symmetry.apply(point, size);
                assert_eq!(symmetry.inverse().apply(there, size), point, "{symmetry:?}");
            }
        }
    }

    #[test]
    fn the_eight_symmetries_differ() {
        let size = Size::new(3).unwrap();
        let images: std::collections::HashSet<Vec<Point>> = Symmetry::ALL
            .map(|s| size.points().map(|p| s.apply(p, size)).collect())
            .into_iter()
            .collect();
        assert_eq!(images.len(), 8);
    }
}
