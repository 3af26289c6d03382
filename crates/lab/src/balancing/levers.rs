//! What balancing changes.

use aji_goban::{Move, Point, Position};
use aji_patterns::distance::distance;
use aji_patterns::playout::{all_tactics, distances};
use aji_patterns::shape::Near;
use aji_patterns::{Extent, PlayoutTactic};
use aji_ranking::numbers::{exp, ln};
use aji_search::playout::gammas::{N_DISTANCES, Strengths};
use std::collections::HashMap;

/// The levers of tactics and distances, which come first.
pub const N_NAMED: usize = PlayoutTactic::N + N_DISTANCES;
const DISTANCE: usize = PlayoutTactic::N;

/// How shapes are changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShapeLevers {
    /// One exponent for all.
    Together,
    /// Each by itself.
    Each,
}

/// Strengths seen as numbers that can be moved: the logarithms of tactics and distances, and either the exponent of all
/// shapes or the logarithm of each.
#[derive(Clone, Debug)]
pub struct Levers {
    base: Strengths,
    of_shapes: ShapeLevers,
    /// The shapes' places in the list and the logarithms of their strengths.
    shapes: HashMap<(Extent, u64), (usize, f64)>,
}

impl Levers {
    /// The levers of these strengths.
    pub fn of(base: Strengths, of_shapes: ShapeLevers) -> Levers {
        let listed = base.shapes.iter().enumerate();
        let shapes = listed.map(|(i, &(extent, key, gamma))| ((extent, key), (i, ln(gamma))));
        Levers { shapes: shapes.collect(), base, of_shapes }
    }

    /// How many there are.
    pub fn n(&self) -> usize {
        N_NAMED
            + match self.of_shapes {
                ShapeLevers::Together => 1,
                ShapeLevers::Each => self.base.shapes.len(),
            }
    }

    /// Where they stand when all strengths are raised to `exponent`.
    pub fn start(&self, exponent: f64) -> Vec<f64> {
        let named = self.base.tactics.iter().chain(&self.base.distances).map(|gamma| ln(*gamma));
        let shapes: Vec<f64> = match self.of_shapes {
            ShapeLevers::Together => vec![1.0],
            ShapeLevers::Each => self.base.shapes.iter().map(|shape| ln(shape.2)).collect(),
        };
        named.chain(shapes).map(|log| exponent * log).collect()
    }

    /// The logarithms of all strengths, tactics, distances, shapes, with the levers at these places.
    pub fn logs(&self, at: &[f64]) -> Vec<f64> {
        let shapes = self.base.shapes.iter().enumerate().map(|(i, shape)| match self.of_shapes {
            ShapeLevers::Together => at[N_NAMED] * ln(shape.2),
            ShapeLevers::Each => at[N_NAMED + i],
        });
        at[..N_NAMED].iter().copied().chain(shapes).collect()
    }

    /// The strengths with the levers at these places.
    pub fn strengths(&self, at: &[f64]) -> Strengths {
        let mut strengths = self.base.clone();
        let named = strengths.tactics.iter_mut().chain(&mut strengths.distances);
        let shapes = strengths.shapes.iter_mut().map(|shape| &mut shape.2);
        named.chain(shapes).zip(self.logs(at)).for_each(|(gamma, log)| *gamma = exp(log));
        strengths
    }

    /// Shows the features of a move: levers, and how much of each it has.
    pub fn features(
        &self,
        position: &Position,
        near: &Near,
        play: Move,
        mut see: impl FnMut(usize, f64),
    ) {
        let Move::Place(point) = play else { return };
        let mut tactics = all_tactics(position, point);
        while tactics != 0 {
            see(tactics.trailing_zeros() as usize, 1.0);
            tactics &= tactics - 1;
        }
        if let Some(Move::Place(last)) = position.last_move() {
            let far = distance(point, last, position.size());
            if distances(self.base.extent).contains(&far) {
                see(DISTANCE + far - 2, 1.0);
            }
        }
        if let Some(&(i, log)) = self.shape(position, near, point) {
            match self.of_shapes {
                ShapeLevers::Together => see(N_NAMED, log),
                ShapeLevers::Each => see(N_NAMED + i, 1.0),
            }
        }
    }

    /// The shape around a point, if it is known.
    fn shape(&self, position: &Position, near: &Near, point: Point) -> Option<&(usize, f64)> {
        let (code, color) = (near.code(point), position.to_move());
        let large = (self.base.extent, u64::from(code.normal(color).bits()));
        let small = || (Extent::ThreeByThree, u64::from(code.small().normal(color).bits()));
        let of_large = (self.base.extent != Extent::ThreeByThree).then(|| self.shapes.get(&large));
        of_large.flatten().or_else(|| self.shapes.get(&small()))
    }
}
