//! Nakade: eye spaces that become two eyes or one, whoever moves first.
//!
//! ```text
//! three          four     five              six
//! o * o   * o    o * o    o * o    . o .    o o .
//!         o .    . o .    o o .    o * o    o * o
//!                                  . o .    . o .
//! ```
//!
//! (figures 47–50 of the thesis; `*` is the vital point.) The square of four is listed too: it is one eye
//! already, so it has no vital point, but stones taken in that shape leave no second eye either.
//!
//! Shapes are told by the number of points and of steps between them, which no turn or reflection
//! changes; `tests/eye_spaces.rs` plays out every eye space of up to six points and finds these shapes and
//! no others.

use aji_goban::{Point, PointSet, Size};

/// The shapes of eye spaces that leave one eye.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// Three in a row, or bent.
    Three,
    /// Three points around a fourth.
    PyramidFour,
    /// Two by two: one eye, whoever moves.
    SquareFour,
    /// A square with a fifth point beside it.
    BulkyFive,
    /// Four points around a fifth.
    CrossFive,
    /// A cross with a sixth point in one of its corners.
    RabbitySix,
}

/// An eye space that leaves one eye.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nakade {
    /// Its shape.
    pub shape: Shape,
    /// Where both sides want to play; a square of four has no such point.
    pub vital: Option<Point>,
}

impl Nakade {
    /// The most points such a space has.
    pub const MAX_POINTS: usize = 6;

    /// Is this set of connected points one of the shapes?
    pub fn of(space: &PointSet, size: Size) -> Option<Nakade> {
        let n_points = space.len();
        if !(3..=Nakade::MAX_POINTS).contains(&n_points) {
            return None;
        }
        // Steps from each point to others of the space, counted from both ends.
        let (mut n_steps, mut most, mut center) = (0, 0, None);
        for point in *space {
            let mut near = PointSet::EMPTY;
            near.insert(point);
            let n = near.grown(space, size).len() - 1;
            n_steps += n;
            if n > most {
                (most, center) = (n, Some(point));
            }
        }
        let shape = match (n_points, n_steps, most) {
            (3, 4, 2) => Shape::Three,
            (4, 6, 3) => Shape::PyramidFour,
            (4, 8, 2) => Shape::SquareFour,
            (5, 10, 3) => Shape::BulkyFive,
            (5, 8, 4) => Shape::CrossFive,
            (6, 12, 4) => Shape::RabbitySix,
            _ => return None,
        };
        let vital = if shape == Shape::SquareFour { None } else { center };
        Some(Nakade { shape, vital })
    }
}

/// Would stones taken in this shape leave at most one eye, if their side then plays the vital point?
pub fn leaves_one_eye(stones: &PointSet, size: Size) -> bool {
    stones.len() < 3 || Nakade::of(stones, size).is_some()
}
