//! Who owned each point at the end of the playouts through a node, and whether the winner did.

use aji_goban::{Color, Point, PointSet, Size};
use std::sync::atomic::{AtomicU64, Ordering};

/// How many counts a node needs: one for the playouts, one for each point.
pub const fn n_counts(size: Size) -> usize {
    // The last point of the board has the largest index.
    2 + Point::at(size.lines() - 1, size.lines() - 1, size).index()
}

/// One playout's end, counted once and added to every node on its way.
#[derive(Clone, Debug)]
pub struct Ending {
    /// For each count, what to add: the upper half if Black owned the point, the lower if the winner did. The first:
    /// one playout, and whether Black won.
    counts: Vec<u64>,
}

const UPPER: u64 = 1 << 32;
const LOWER: u64 = u32::MAX as u64;

impl Ending {
    /// Room for a board of this size.
    pub fn new(size: Size) -> Ending {
        Ending { counts: vec![0; n_counts(size)] }
    }

    /// Takes down one playout.
    pub fn set(&mut self, black: &PointSet, white: &PointSet, winner: Option<Color>) {
        self.counts.fill(0);
        let black_won = winner == Some(Color::Black);
        let white_won = winner == Some(Color::White);
        self.counts[0] = UPPER | u64::from(black_won);
        for point in *black {
            self.counts[1 + point.index()] = UPPER | u64::from(black_won);
        }
        for point in *white {
            self.counts[1 + point.index()] = u64::from(white_won);
        }
    }
}

/// The counts of one node.
#[derive(Clone, Copy, Debug)]
pub struct Statistics<'a> {
    counts: &'a [AtomicU64],
}

impl<'a> Statistics<'a> {
    pub(super) const fn new(counts: &'a [AtomicU64]) -> Statistics<'a> {
        Statistics { counts }
    }

    /// Adds a playout. Counts are read and written in two steps: when two workers meet, one of their playouts may be
    /// missed at a point, which matters to nobody and is far cheaper.
    #[inline]
    pub fn add(&self, ending: &Ending) {
        for (count, more) in self.counts.iter().zip(&ending.counts) {
            count.store(count.load(Ordering::Relaxed) + more, Ordering::Relaxed);
        }
    }

    /// Becomes the same as others.
    pub(super) fn copy_from(&self, other: &Statistics) {
        for (count, other) in self.counts.iter().zip(other.counts) {
            count.store(other.load(Ordering::Relaxed), Ordering::Relaxed);
        }
    }

    /// The playouts seen, and how many of them Black won.
    #[inline]
    fn playouts(&self) -> (f64, f64) {
        let count = self.counts[0].load(Ordering::Relaxed);
        ((count >> 32) as f64, (count & LOWER) as f64)
    }

    #[inline]
    fn at(&self, point: Point) -> (f64, f64) {
        let count = self.counts[1 + point.index()].load(Ordering::Relaxed);
        ((count >> 32) as f64, (count & LOWER) as f64)
    }

    /// The share of playouts in which the point was `color`'s (equation 14); one half before the first.
    #[inline]
    pub fn ownership(&self, point: Point, color: Color) -> f64 {
        let (n, _) = self.playouts();
        if n == 0.0 {
            return 0.5;
        }
        let black = self.at(point).0 / n;
        if color == Color::Black { black } else { 1.0 - black }
    }

    /// How much more often the winner owned the point than chance would have it (equation 15); 0 before the first.
    #[inline]
    pub fn criticality(&self, point: Point) -> f64 {
        let (n, black_won) = self.playouts();
        if n == 0.0 {
            return 0.0;
        }
        let (black, of_winner) = self.at(point);
        let (black, black_won) = (black / n, black_won / n);
        of_winner / n - (black * black_won + (1.0 - black) * (1.0 - black_won))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ownership_and_criticality_follow_their_equations() {
        let size = Size::new(5).unwrap();
        let counts: Vec<AtomicU64> = (0..n_counts(size)).map(|_| AtomicU64::new(0)).collect();
        let statistics = Statistics::new(&counts);
        let (a, b) = (Point::at(1, 1, size), Point::at(3, 3, size));
        assert_eq!((statistics.ownership(a, Color::Black), statistics.criticality(a)), (0.5, 0.0));
        let (mut of_a, mut of_b) = (PointSet::EMPTY, PointSet::EMPTY);
        of_a.insert(a);
        of_b.insert(b);
        let mut ending = Ending::new(size);
        // Whoever owns A wins; B is Black's whoever wins.
        for winner in [Color::Black, Color::Black, Color::Black, Color::White] {
            let black = if winner == Color::Black { of_a | of_b } else { of_b };
            let white = if winner == Color::Black { PointSet::EMPTY } else { of_a };
            ending.set(&black, &white, Some(winner));
            statistics.add(&ending);
        }
        assert_eq!(statistics.ownership(a, Color::Black), 0.75);
        assert_eq!(statistics.ownership(a, Color::White), 0.25);
        assert_eq!(statistics.ownership(b, Color::White), 0.0);
        // The winner owned A always; by chance it would be 0.75² + 0.25².
        assert!((statistics.criticality(a) - (1.0 - 0.625)).abs() < 1e-12);
        assert!(statistics.criticality(b).abs() < 1e-12);
    }
}
