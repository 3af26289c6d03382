//! Handicap stones on their traditional points.

use crate::point::{Point, Size};
use crate::point_set::PointSet;
use thiserror::Error;

/// A handicap that cannot be given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum HandicapError {
    /// The board has no traditional points for so many stones.
    #[error("{n_stones} fixed handicap stones do not fit on {size}: choose 2 to {most}")]
    TooMany {
        /// The stones asked for.
        n_stones: usize,
        /// The board.
        size: Size,
        /// The most it takes.
        most: usize,
    },
    /// The board is too small for fixed handicap.
    #[error("{0} is too small for fixed handicap: place the stones freely")]
    BoardTooSmall(Size),
    /// Fewer than two stones are no handicap.
    #[error("a handicap has at least 2 stones, not {0}")]
    TooFew(usize),
}

/// The most stones that fixed handicap can give on a board: 9 on odd boards from 9×9, 4 on even ones
/// and on 7×7, none below.
pub const fn most_fixed(size: Size) -> usize {
    match size.lines() {
        0..=6 => 0,
        7 => 4,
        n if n % 2 == 0 => 4,
        _ => 9,
    }
}

/// The traditional points for `n_stones`: corners first, then sides, the center for odd numbers from 5.
pub fn fixed(n_stones: usize, size: Size) -> Result<PointSet, HandicapError> {
    let most = most_fixed(size);
    if n_stones < 2 {
        return Err(HandicapError::TooFew(n_stones));
    }
    if most == 0 {
        return Err(HandicapError::BoardTooSmall(size));
    }
    if n_stones > most {
        return Err(HandicapError::TooMany { n_stones, size, most });
    }
    let lines = size.lines();
    let near = if lines < 13 { 2 } else { 3 };
    let (far, middle) = (lines - 1 - near, lines / 2);
    // Rows count from the top: the second stone faces the first across the board.
    let corners = [(far, near), (near, far), (near, near), (far, far)];
    let sides = [(middle, near), (middle, far), (near, middle), (far, middle)];
    let on_sides = if n_stones < 6 { 0 } else { (n_stones - 4) / 2 * 2 };
    let center = (n_stones > 4 && n_stones % 2 == 1).then_some((middle, middle));
    let points = corners.iter().take(n_stones).chain(sides.iter().take(on_sides));
    Ok(points.copied().chain(center).map(|(row, column)| Point::at(row, column, size)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(n: usize, lines: u64) -> Vec<String> {
        let size = Size::new(lines).unwrap();
        let mut names: Vec<String> =
            fixed(n, size).unwrap().iter().map(|p| p.name(size).to_string()).collect();
        names.sort();
        names
    }

    #[test]
    fn stones_stand_where_the_protocol_wants_them() {
        assert_eq!(names(2, 19), ["D4", "Q16"]);
        assert_eq!(names(3, 19), ["D16", "D4", "Q16"]);
        assert_eq!(names(5, 19), ["D16", "D4", "K10", "Q16", "Q4"]);
        assert_eq!(names(6, 19), ["D10", "D16", "D4", "Q10", "Q16", "Q4"]);
        assert_eq!(names(7, 19), ["D10", "D16", "D4", "K10", "Q10", "Q16", "Q4"]);
        assert_eq!(names(9, 9), ["C3", "C5", "C7", "E3", "E5", "E7", "G3", "G5", "G7"]);
        assert_eq!(names(4, 7), ["C3", "C5", "E3", "E5"]);
    }

    #[test]
    fn every_number_gives_that_many_stones() {
        for lines in 7..=19 {
            let size = Size::new(lines).unwrap();
            for n in 2..=most_fixed(size) {
                assert_eq!(fixed(n, size).unwrap().len(), n, "{n} on {size}");
            }
        }
    }

    #[test]
    fn impossible_handicaps_are_refused_with_the_reason() {
        let size = |n| Size::new(n).unwrap();
        assert_eq!(fixed(1, size(19)), Err(HandicapError::TooFew(1)));
        assert_eq!(fixed(2, size(5)), Err(HandicapError::BoardTooSmall(size(5))));
        let error = fixed(5, size(8)).unwrap_err();
        assert_eq!(error.to_string(), "5 fixed handicap stones do not fit on 8×8: choose 2 to 4");
    }
}
