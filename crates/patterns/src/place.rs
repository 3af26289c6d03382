//! Where on the board a move is (thesis, table 3): points that turning and mirroring exchange are one
//! class.
//!
//! Classes count from the corner, so that a 9×9 board uses the first fifteen of the 55 of 19×19.

use aji_goban::{Point, Size};

/// The classes of a 19×19 board.
pub const N_CLASSES: usize = 55;

/// The class of a point, 0 to 54: one less than the thesis's number.
#[inline]
pub fn class(point: Point, size: Size) -> usize {
    let to_edge = |line: usize| line.min(size.lines() - 1 - line);
    let (row, column) = (to_edge(point.row(size)), to_edge(point.column(size)));
    let (near, far) = (row.min(column), row.max(column));
    far * (far + 1) / 2 + near
}

/// How many stages of a game there are.
pub const N_STAGES: usize = 12;

/// The stage of a game, 0 to 11, by how full the board is: one for each 22 stones or so on 19×19. It says nothing of a
/// move by itself, but shapes and places mean other things early than late.
#[inline]
pub fn stage(n_stones: usize, size: Size) -> usize {
    (n_stones * 16 / size.n_points()).min(N_STAGES - 1)
}

/// The lines of a class from its two nearest edges, counted from 1, the nearer one first.
pub fn lines(class: usize) -> (usize, usize) {
    let far = (0..).take_while(|far| far * (far + 1) / 2 <= class).last().unwrap_or(0);
    (class - far * (far + 1) / 2 + 1, far + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_classes_of_19x19_are_those_of_table_3() {
        let number = |text| 1 + class(Point::parse(text, Size::MAX).unwrap(), Size::MAX);
        assert_eq!(
            ["A19", "B19", "B18", "C19", "D16", "Q4", "K10"].map(number),
            [1, 2, 3, 4, 10, 10, 55]
        );
        assert_eq!(["T10", "K1", "J11", "L9", "G13", "N7"].map(number), [46, 46, 45, 45, 28, 28]);
    }

    #[test]
    fn every_size_has_its_classes() {
        for lines in 2..=19 {
            let size = Size::new(lines).unwrap();
            let mut classes: Vec<usize> = size.points().map(|point| class(point, size)).collect();
            classes.sort_unstable();
            classes.dedup();
            let half = lines.div_ceil(2) as usize;
            assert_eq!(classes, (0..half * (half + 1) / 2).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_class_knows_its_lines() {
        for far in 1..=10 {
            for near in 1..=far {
                assert_eq!(lines(far * (far - 1) / 2 + near - 1), (near, far));
            }
        }
    }
}
