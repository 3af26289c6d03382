//! Evaluation of positions by weighted patterns, four ways with one value.
//!
//! | | how | cost of a move |
//! |---|---|---|
//! | [`Interpreted`] (A) | logical features, solved from scratch | everything |
//! | [`Cover`] (B) | cover propagation on the Hasse diagram | patterns near becoming true |
//! | [`Flat`] | a counter per pattern | patterns with a changed fact |
//! | [`Folded`] (C) | patterns folded into tables over variables | tables with a changed variable |

mod choice;
mod counters;
mod cover;
mod flat;
mod folded;
mod interpreted;
mod phased;
#[cfg(test)]
mod tests;

pub use choice::Fastest;
pub use cover::Cover;
pub use flat::Flat;
pub use folded::Folded;
pub use interpreted::{Interpreted, Plan};
pub use phased::{Phased, Progress};

use crate::game::{Change, Side};
use crate::learn::{Fitted, Space};
use crate::rules::{Fact, FastMap};
use crate::symmetry::{Symmetries, image};

/// Weights are whole numbers, this many to one unit of the trained value, so that every
/// evaluator adds up to the same.
pub const UNIT: f64 = 256.0;

/// Keeps the value of a position up to date while moves are made and taken back.
pub trait Evaluator {
    /// Starts at a position.
    fn reset(&mut self, values: &[u8]);
    /// Facts changed by a move.
    fn update(&mut self, changes: &[Change]);
    /// Takes back the last `update`.
    fn undo(&mut self);
    /// The value for `side`, who is to move, in 1/[`UNIT`].
    fn value(&mut self, side: Side) -> i32;
}

/// Ground patterns with a weight for each side to move.
#[derive(Clone, Debug, Default)]
pub struct Weighted {
    /// Constant for each side.
    pub bias: [i32; 2],
    /// Patterns: sorted facts.
    pub patterns: Vec<Vec<Fact>>,
    /// Their weights.
    pub weights: Vec<[i32; 2]>,
}

impl Weighted {
    /// From a model learned for the first player to move; the other side's weights come through
    /// the symmetry that exchanges the players (without one, by changing the sign).
    pub fn new(space: &Space, model: &Fitted, symmetries: &Symmetries) -> Self {
        let mut all: FastMap<Vec<Fact>, [i32; 2]> = FastMap::default();
        for (c, w) in model.chosen.iter().zip(&model.weights) {
            let weight = (w * UNIT).round() as i32;
            if weight == 0 {
                continue;
            }
            let shape = &space.shapes[c.shape as usize];
            for instance in &shape.instances {
                let facts = shape.facts(c.code as usize, instance);
                if let Some(swap) = &symmetries.swap {
                    all.entry(image(swap, &facts)).or_default()[1] += weight;
                    all.entry(facts).or_default()[0] += weight;
                } else {
                    let entry = all.entry(facts).or_default();
                    entry[0] += weight;
                    entry[1] -= weight;
                }
            }
        }
        let bias = (model.bias * UNIT).round() as i32;
        let other = if symmetries.swap.is_some() { bias } else { -bias };
        let mut list: Vec<_> = all.into_iter().filter(|e| e.1 != [0, 0]).collect();
        list.sort_unstable();
        let (patterns, weights) = list.into_iter().unzip();
        Weighted { bias: [bias, other], patterns, weights }
    }

    /// The value by looking at every pattern: what all evaluators must equal.
    pub fn value(&self, values: &[u8], side: Side) -> i32 {
        let holds = |p: &Vec<Fact>| p.iter().all(|f| values[f.var as usize] == f.value);
        let sum: i32 = self
            .patterns
            .iter()
            .zip(&self.weights)
            .filter(|(p, _)| holds(p))
            .map(|(_, w)| w[side])
            .sum();
        self.bias[side] + sum
    }

    /// Both together: the sum of two evaluations.
    pub fn plus(&self, other: &Weighted) -> Weighted {
        let mut all: FastMap<Vec<Fact>, [i32; 2]> = FastMap::default();
        for part in [self, other] {
            for (p, w) in part.patterns.iter().zip(&part.weights) {
                let sum = all.entry(p.clone()).or_default();
                *sum = [sum[0] + w[0], sum[1] + w[1]];
            }
        }
        let mut list: Vec<_> = all.into_iter().collect();
        list.sort_unstable();
        let (patterns, weights) = list.into_iter().unzip();
        let bias = [self.bias[0] + other.bias[0], self.bias[1] + other.bias[1]];
        Weighted { bias, patterns, weights }
    }

    /// Number of patterns.
    pub fn len(&self) -> usize {
        self.patterns.len()
    }

    /// No patterns.
    pub fn is_empty(&self) -> bool {
        self.patterns.is_empty()
    }
}
