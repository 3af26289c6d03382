//! How far a move is from an earlier one (thesis, equation 16).

use aji_goban::{Move, Point, Size};

/// The classes of distance: 0, 2 to 14, and 15 or more. No two points are 1 apart.
pub const N_CLASSES: usize = 15;

/// `|dx| + |dy| + max(|dx|, |dy|)`: 2 for a neighbor, 3 for a diagonal, 4 for a one-point jump.
#[inline]
pub fn distance(a: Point, b: Point, size: Size) -> usize {
    let rows = a.row(size).abs_diff(b.row(size));
    let columns = a.column(size).abs_diff(b.column(size));
    rows + columns + rows.max(columns)
}

/// The class of a distance, 0 to 14.
#[inline]
pub const fn class(distance: usize) -> usize {
    let far = if distance > N_CLASSES { N_CLASSES } else { distance };
    far.saturating_sub(1)
}

/// The class of the distance to an earlier move; none if there was no such stone.
#[inline]
pub fn class_to(point: Point, earlier: Option<Move>, size: Size) -> Option<usize> {
    match earlier {
        Some(Move::Place(stone)) => Some(class(distance(point, stone, size))),
        Some(Move::Pass) | None => None,
    }
}

/// A class in words, such as `4` or `15+`.
pub fn class_name(class: usize) -> String {
    match class {
        0 => "0".to_owned(),
        14 => "15+".to_owned(),
        class => (class + 1).to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_those_of_figure_25() {
        let size = Size::MAX;
        let center = Point::at(9, 9, size);
        let expected = [[0, 2, 4, 6], [2, 3, 5, 7], [4, 5, 6, 8], [6, 7, 8, 9]];
        for (dy, row) in expected.iter().enumerate() {
            for (dx, &d) in row.iter().enumerate() {
                for (y, x) in [(9 + dy, 9 + dx), (9 - dy, 9 - dx), (9 + dx, 9 - dy)] {
                    assert_eq!(distance(center, Point::at(y, x, size), size), d);
                }
            }
        }
    }

    #[test]
    fn there_are_fifteen_classes() {
        let classes = [0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15].map(class);
        assert_eq!(classes, std::array::from_fn(|i| i));
        assert_eq!(class(54), 14);
        assert_eq!(
            (class_name(0), class_name(1), class_name(14)),
            ("0".into(), "2".into(), "15+".into())
        );
    }

    #[test]
    fn a_pass_is_nowhere() {
        let point = Point::at(0, 0, Size::MAX);
        assert_eq!(class_to(point, Some(Move::Pass), Size::MAX), None);
        assert_eq!(class_to(point, Some(Move::Place(point)), Size::MAX), Some(0));
    }
}
