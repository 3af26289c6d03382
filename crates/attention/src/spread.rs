//! Distances as sets: what lies within so many steps of some stones, and who is nearer to a point.

use aji_goban::{Board, Color, PointSet, Size};

/// The points within so many steps of a set, walking through points of `within` only.
#[inline]
pub fn spread(from: &PointSet, within: &PointSet, steps: u8, size: Size) -> PointSet {
    let mut reached = *from;
    for _ in 0..steps {
        let next = reached | reached.grown(within, size);
        if next == reached {
            break;
        }
        reached = next;
    }
    reached
}

/// How far nearness is looked at.
const NEAR: usize = 3;

/// The stones' surroundings that the rest of the segmentation asks about again and again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Surroundings {
    /// Empty points nearer to one color's stones than to the other's, and at most three steps away.
    pub areas: [PointSet; 2],
    /// Empty points with a stone of the color beside them.
    pub touched: [PointSet; 2],
    /// Empty points with two stones of the color or more beside them.
    pub crowded: [PointSet; 2],
}

impl Surroundings {
    /// Those of a board.
    pub fn of(board: &Board) -> Surroundings {
        let (size, empties) = (board.size(), board.empties());
        let near = Color::BOTH.map(|color| {
            let first = board.stones(color).grown(&empties, size);
            let second = first | first.grown(&empties, size);
            let third = second | second.grown(&empties, size);
            [first, second, third]
        });
        let [black, white] = near;
        let mut areas = [PointSet::EMPTY; 2];
        for steps in 0..NEAR {
            areas[0] |= black[steps] - white[steps];
            areas[1] |= white[steps] - black[steps];
        }
        let mut crowded = [PointSet::EMPTY; 2];
        let touched = [black[0], white[0]];
        for color in Color::BOTH {
            for point in touched[color.index()] {
                let beside = board.neighbors(point).filter(|&p| board.color_at(p) == Some(color));
                if beside.count() > 1 {
                    crowded[color.index()].insert(point);
                }
            }
        }
        Surroundings { areas, touched, crowded }
    }
}
