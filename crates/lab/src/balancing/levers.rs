//! What balancing changes.

use aji_goban::{Move, Point, Position};
use aji_patterns::playout::{all_tactics, distances};
use aji_patterns::shape::Near;
use aji_patterns::distance::distance;
use aji_patterns::{Extent, PlayoutTactic};
use aji_ranking::numbers::{exp, ln};
use aji_search::playout::gammas::{N_DISTANCES, Strengths};
use std::collections::HashMap;

/// Tactics, distances, and one for all shapes.
pub const N_LEVERS: usize = PlayoutTactic::N + N_DISTANCES + 1;
const DISTANCE: usize = PlayoutTactic::N;
const SHAPES: usize = N_LEVERS - 1;

/// Strengths seen as a few numbers that can be moved: the logarithms of tactics and distances, and the exponent of
/// shapes.
#[derive(Clone, Debug)]
pub struct Levers {
    base: Strengths,
    /// The logarithms of the strengths of shapes.
    shapes: HashMap<(Extent, u64), f64>,
}

impl Levers {
    /// The levers of these strengths.
    pub fn of(base: Strengths) -> Levers {
        let shapes = base.shapes.iter().map(|&(extent, key, gamma)| ((extent, key), ln(gamma)));
        Levers { shapes: shapes.collect(), base }
    }

    /// Where they stand when all strengths are raised to `exponent`.
    pub fn start(&self, exponent: f64) -> [f64; N_LEVERS] {
        let mut at = [exponent; N_LEVERS];
        for (at, gamma) in at.iter_mut().zip(self.base.tactics.iter().chain(&self.base.distances)) {
            *at = exponent * ln(*gamma);
        }
        at
    }

    /// The strengths with the levers at these places.
    pub fn strengths(&self, at: &[f64; N_LEVERS]) -> Strengths {
        let mut strengths = self.base.clone();
        let named = strengths.tactics.iter_mut().chain(&mut strengths.distances);
        named.zip(at).for_each(|(gamma, at)| *gamma = exp(*at));
        for (_, _, gamma) in &mut strengths.shapes {
            *gamma = exp(at[SHAPES] * ln(*gamma));
        }
        strengths
    }

    /// Adds `sign` times the features of a move to a sum.
    pub fn add(
        &self,
        sum: &mut [f64; N_LEVERS],
        sign: f64,
        position: &Position,
        near: &Near,
        play: Move,
    ) {
        let Move::Place(point) = play else { return };
        let mut tactics = all_tactics(position, point);
        while tactics != 0 {
            sum[tactics.trailing_zeros() as usize] += sign;
            tactics &= tactics - 1;
        }
        if let Some(Move::Place(last)) = position.last_move() {
            let far = distance(point, last, position.size());
            if distances(self.base.extent).contains(&far) {
                sum[DISTANCE + far - 2] += sign;
            }
        }
        sum[SHAPES] += sign * self.shape(position, near, point);
    }

    /// The logarithm of the strength of the shape around a point.
    fn shape(&self, position: &Position, near: &Near, point: Point) -> f64 {
        let (code, color) = (near.code(point), position.to_move());
        let large = (self.base.extent, u64::from(code.normal(color).bits()));
        let small = || (Extent::ThreeByThree, u64::from(code.small().normal(color).bits()));
        let of_large = (self.base.extent != Extent::ThreeByThree).then(|| self.shapes.get(&large));
        of_large.flatten().or_else(|| self.shapes.get(&small())).copied().unwrap_or(0.0)
    }
}
