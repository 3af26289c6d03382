//! Links by known shapes of two stones.
//!
//! ```text
//! X .        X . X        X . .        X . . X
//! . X                     . . X
//! diagonal   jump         knight       two-point jump
//! ```
//!
//! A diagonal needs one of its two points, a jump its point, a knight's move both points at its waist, and
//! a two-point jump both points with no enemy stone beside them. The shapes of all stones of two chains
//! count together: two jumps side by side are a bamboo joint, which nothing cuts.

use super::{Link, Linker, Ways};
use crate::chains::ChainFacts;
use crate::spread::Surroundings;
use aji_goban::{Point, PointSet, Position, Size};

/// A shape, as drawn or turned: where the other stone is and which points lie between.
struct Shape {
    other: (isize, isize),
    between: &'static [(isize, isize)],
    needs: Needs,
}

enum Needs {
    One,
    All,
    AllQuiet,
}

/// Those with the other stone below, or to the right in the same row.
const SHAPES: [Shape; 10] = [
    Shape { other: (1, 1), between: &[(0, 1), (1, 0)], needs: Needs::One },
    Shape { other: (1, -1), between: &[(0, -1), (1, 0)], needs: Needs::One },
    Shape { other: (0, 2), between: &[(0, 1)], needs: Needs::All },
    Shape { other: (2, 0), between: &[(1, 0)], needs: Needs::All },
    Shape { other: (1, 2), between: &[(0, 1), (1, 1)], needs: Needs::All },
    Shape { other: (1, -2), between: &[(0, -1), (1, -1)], needs: Needs::All },
    Shape { other: (2, 1), between: &[(1, 0), (1, 1)], needs: Needs::All },
    Shape { other: (2, -1), between: &[(1, 0), (1, -1)], needs: Needs::All },
    Shape { other: (0, 3), between: &[(0, 1), (0, 2)], needs: Needs::AllQuiet },
    Shape { other: (3, 0), between: &[(1, 0), (2, 0)], needs: Needs::AllQuiet },
];

fn step(point: Point, (rows, columns): (isize, isize), size: Size) -> Option<Point> {
    let row = point.row(size).checked_add_signed(rows)?;
    let column = point.column(size).checked_add_signed(columns)?;
    (row < size.lines() && column < size.lines()).then(|| Point::at(row, column, size))
}

impl Linker {
    pub(super) fn by_pattern(
        &mut self,
        position: &mut Position,
        chains: &[ChainFacts],
        around: &Surroundings,
        into: &mut Vec<Link>,
    ) {
        let mut found = shapes(position, chains, around);
        found.sort_unstable_by_key(|&(pair, _)| pair);
        for same in found.chunk_by(|a, b| a.0 == b.0) {
            let (pair, _) = same[0];
            let mut between = PointSet::EMPTY;
            same.iter().for_each(|(_, points)| between |= *points);
            let pair = pair.map(|index| &chains[index]);
            let ways = Ways { ends: pair.map(|chain| chain.liberties & between) };
            into.extend(self.along(position, pair, ways));
        }
    }
}

/// Every shape between stones of different chains: the chains' indices in order, and the free points.
fn shapes(
    position: &Position,
    chains: &[ChainFacts],
    around: &Surroundings,
) -> Vec<([usize; 2], PointSet)> {
    let (board, size, empties) = (position.board(), position.size(), position.board().empties());
    let mut owners = [usize::MAX; aji_goban::point::N_INDICES];
    for (index, chain) in chains.iter().enumerate() {
        chain.stones.iter().for_each(|stone| owners[stone.index()] = index);
    }
    let mut found = Vec::new();
    for (index, chain) in chains.iter().enumerate() {
        let quiet = empties - around.touched[chain.color.opponent().index()];
        for stone in chain.stones {
            for shape in &SHAPES {
                let Some(other) = step(stone, shape.other, size) else { continue };
                let other_index = owners[other.index()];
                if board.color_at(other) != Some(chain.color) || other_index == index {
                    continue;
                }
                let between: PointSet =
                    shape.between.iter().filter_map(|&by| step(stone, by, size)).collect();
                let free = between & empties;
                let holds = match shape.needs {
                    Needs::One => !free.is_empty(),
                    Needs::All => free == between,
                    Needs::AllQuiet => between.is_subset(&quiet),
                };
                if holds {
                    found.push(([index.min(other_index), index.max(other_index)], free));
                }
            }
        }
    }
    found
}
