//! The points around a point, from near to far.

/// All points at most five steps away.
pub const N_NEIGHBORS: usize = 60;

/// A step away from a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offset {
    /// Rows down.
    pub down: i8,
    /// Columns to the right.
    pub right: i8,
}

impl Offset {
    /// The offset after a quarter turn to the right.
    pub const fn turned(self) -> Offset {
        Offset { down: self.right, right: -self.down }
    }

    /// The offset seen in a mirror that exchanges left and right.
    pub const fn mirrored(self) -> Offset {
        Offset { down: self.down, right: -self.right }
    }

    /// The offset under one of the eight symmetries: turned so often, and from 4 on mirrored before.
    pub const fn under(self, symmetry: usize) -> Offset {
        let mut offset = if symmetry < 4 { self } else { self.mirrored() };
        let mut turn = 0;
        while turn < symmetry % 4 {
            offset = offset.turned();
            turn += 1;
        }
        offset
    }
}

/// The sixty points: first the four neighbors, the four diagonals and the four two steps straight away,
/// each clockwise from above; then the rings of three, four and five steps.
pub const fn neighborhood() -> [Offset; N_NEIGHBORS] {
    let mut offsets = [Offset { down: 0, right: 0 }; N_NEIGHBORS];
    let first = [(-1, 0), (-1, 1), (-2, 0)];
    let mut n = 0;
    while n < 12 {
        let (down, right) = first[n / 4];
        let mut offset = Offset { down, right };
        let mut turn = 0;
        while turn < n % 4 {
            offset = offset.turned();
            turn += 1;
        }
        offsets[n] = offset;
        n += 1;
    }
    let mut steps: i8 = 3;
    while steps <= 5 {
        let mut down = -steps;
        while down <= steps {
            let right = steps - if down < 0 { -down } else { down };
            offsets[n] = Offset { down, right: -right };
            n += 1;
            if right > 0 {
                offsets[n] = Offset { down, right };
                n += 1;
            }
            down += 1;
        }
        steps += 1;
    }
    offsets
}

/// The place of an offset in [`neighborhood`].
pub const fn place_of(offset: Offset) -> usize {
    let offsets = neighborhood();
    let mut i = 0;
    while offsets[i].down != offset.down || offsets[i].right != offset.right {
        i += 1;
    }
    i
}

#[cfg(test)]
mod tests {
    use super::super::Extent;
    use super::*;

    #[test]
    fn each_extent_is_a_beginning_of_the_list() {
        let offsets = neighborhood();
        let steps = |offset: &Offset| offset.down.unsigned_abs() + offset.right.unsigned_abs();
        for (radius, extent) in (2..).zip(&Extent::ALL[1..]) {
            let (inside, outside) = offsets.split_at(extent.n_points());
            assert!(inside.iter().all(|offset| (1..=radius).contains(&steps(offset))));
            assert!(outside.iter().all(|offset| steps(offset) > radius));
        }
        let is_around = |offset: &Offset| offset.down.abs().max(offset.right.abs()) == 1;
        assert!(offsets[..8].iter().all(is_around));
        for (i, offset) in offsets.iter().enumerate() {
            assert_eq!(place_of(*offset), i, "no point is listed twice");
        }
    }

    #[test]
    fn turning_leads_around() {
        let above = Offset { down: -1, right: 0 };
        assert_eq!(above.turned(), Offset { down: 0, right: 1 });
        assert_eq!(above.turned().turned().turned().turned(), above);
        assert_eq!(above.turned().mirrored(), above.turned().turned().turned());
    }
}
