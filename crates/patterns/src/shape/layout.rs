//! A board with a border wide enough for the largest step.
//!
//! Rows are `STRIDE` cells apart on every board size, so that a step is the same distance everywhere. The
//! border right of a row is the border left of the next one.

use aji_goban::point::N_INDICES;
use aji_goban::{Point, Size};

/// Cells of a board whose border is `WIDTH` wide.
pub(crate) struct Layout<const WIDTH: usize>;

impl<const WIDTH: usize> Layout<WIDTH> {
    pub(crate) const STRIDE: usize = Size::MAX.lines() + WIDTH;
    /// Cells of the largest board with its border, and a step more at the end.
    pub(crate) const N_CELLS: usize = (Size::MAX.lines() + 2 * WIDTH) * Self::STRIDE + WIDTH + 1;

    /// The cell of a row and column, which may lie in the border.
    pub(crate) const fn cell(row: isize, column: isize) -> usize {
        let width = WIDTH as isize;
        ((row + width) * Self::STRIDE as isize + column + width) as usize
    }

    /// How many cells a step leads on; negative steps wrap around.
    pub(crate) const fn step(down: i8, right: i8) -> usize {
        (down as isize * Self::STRIDE as isize + right as isize) as usize
    }

    /// The cells of all points of a board, by their indices.
    pub(crate) fn cells(size: Size) -> [u16; N_INDICES] {
        let mut cells = [0; N_INDICES];
        for point in size.points() {
            cells[point.index()] = Self::of(point, size) as u16;
        }
        cells
    }

    fn of(point: Point, size: Size) -> usize {
        Self::cell(point.row(size) as isize, point.column(size) as isize)
    }
}
