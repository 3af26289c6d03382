//! Which empty points are worth a thought, and how the rest of the board is cut by fixed borders.

use crate::group::{Group, Safety};
use crate::settings::Settings;
use crate::spread::{Surroundings, spread};
use aji_goban::{Board, Color, Point, PointSet, Size};
use aji_reading::Life;

/// Regions up to this size inside a safe group's wall are its territory.
const LARGEST_CLOSED: usize = 12;
/// An edge point is quiet if no stone stands within so many steps, by line.
const QUIET_STEPS: [u8; 2] = [2, 3];

/// The empty points worth a thought: those that are nobody's for sure.
pub fn open_points(
    settings: &Settings,
    borders: &Borders,
    board: &Board,
    life: &[Life; 2],
    groups: &[Group],
    around: &Surroundings,
) -> PointSet {
    let size = board.size();
    let mut open = board.empties();
    life.iter().for_each(|life| open -= life.territory);
    open -= closed_regions(board, groups, around);
    if settings.skip_quiet_edge {
        let all = PointSet::all(size);
        let stones = *board.stones(Color::Black) | *board.stones(Color::White);
        for (line, steps) in borders.lines.into_iter().zip(QUIET_STEPS) {
            open -= line - spread(&stones, &all, steps, size);
        }
    }
    open
}

/// The points of small regions that only safe groups of one color surround.
fn closed_regions(board: &Board, groups: &[Group], around: &Surroundings) -> PointSet {
    let (size, mut rest) = (board.size(), board.empties());
    let [black, white] = &around.touched;
    let mut closed = PointSet::EMPTY;
    while let Some(first) = rest.first() {
        let region = PointSet::from_iter([first]).flooded(&rest, size);
        rest -= region;
        let color = match (region.intersects(black), region.intersects(white)) {
            (true, false) => Color::Black,
            (false, true) => Color::White,
            _ => continue,
        };
        let is_safe = |group: &Group| {
            group.color != color
                || group.safety >= Safety::SAFE
                || !group.liberties.intersects(&region)
        };
        if region.len() <= LARGEST_CLOSED && groups.iter().all(is_safe) {
            closed |= region;
        }
    }
    closed
}

/// The points on the first line (0), the second (1), and so on.
fn on_line(size: Size, line: usize) -> PointSet {
    size.points().filter(|&point| line_height(point, size) == line).collect()
}

/// How far a point is from the nearest edge; 0 on the first line.
pub fn line_height(point: Point, size: Size) -> usize {
    let height = |n: usize| n.min(size.lines() - 1 - n);
    height(point.row(size)).min(height(point.column(size)))
}

/// The fixed borders: the board in thirds either way.
#[derive(Clone, Debug)]
pub struct Borders {
    blocks: [PointSet; 9],
    /// The first and second lines, which are asked for at every position.
    lines: [PointSet; 2],
}

impl Borders {
    /// Those of a board size.
    pub fn of(size: Size) -> Borders {
        let (n, third) = (size.lines(), size.lines() / 3);
        let part = |i: usize| usize::from(i >= third) + usize::from(i >= n - third);
        let mut blocks = [PointSet::EMPTY; 9];
        for point in size.points() {
            blocks[3 * part(point.row(size)) + part(point.column(size))].insert(point);
        }
        Borders { blocks, lines: [on_line(size, 0), on_line(size, 1)] }
    }

    /// The connected parts of a set within the borders.
    pub fn parts(&self, set: &PointSet, size: Size) -> Vec<PointSet> {
        let mut parts = Vec::new();
        for block in &self.blocks {
            let mut rest = *set & *block;
            while let Some(first) = rest.first() {
                let part = PointSet::from_iter([first]).flooded(&rest, size);
                rest -= part;
                parts.push(part);
            }
        }
        parts
    }

    /// Does a set reach into a corner block, only into side blocks, or neither?
    pub fn place(&self, set: &PointSet) -> Place {
        let touches = |blocks: &[usize]| blocks.iter().any(|&i| set.intersects(&self.blocks[i]));
        if touches(&[0, 2, 6, 8]) {
            Place::Corner
        } else if touches(&[1, 3, 5, 7]) {
            Place::Side
        } else {
            Place::Center
        }
    }
}

/// Where on the board a partial board lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// It reaches into a corner.
    Corner,
    /// It reaches a side, and no corner.
    Side,
    /// It lies in the middle.
    Center,
}

/// Steps between two points, along the lines.
pub fn steps(a: Point, b: Point, size: Size) -> usize {
    a.row(size).abs_diff(b.row(size)) + a.column(size).abs_diff(b.column(size))
}
