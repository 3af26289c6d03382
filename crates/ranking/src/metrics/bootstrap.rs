//! Intervals by resampling games: positions of one game resemble each other, so that games are drawn, not positions.

use super::{Measured, PLACES, Sums};
use crate::random::Random;

const FIGURES: usize = PLACES + 2;

/// The figures over all games, and the same figures for every resample, sorted.
pub struct Figures {
    pub whole: Sums,
    resampled: [Vec<f64>; FIGURES],
}

/// Draws as many games as there are, with replacement, again and again.
pub fn intervals(games: &[Sums], resamples: usize, seed: u64) -> Figures {
    let mut whole = Sums::default();
    games.iter().for_each(|game| whole.add(game));
    let mut random = Random::new(seed);
    let mut resampled: [Vec<f64>; FIGURES] = Default::default();
    for _ in 0..resamples {
        let mut drawn = Sums::default();
        games.iter().for_each(|_| drawn.add(&games[random.below(games.len())]));
        for (figure, values) in resampled.iter_mut().enumerate() {
            values.push(value(&drawn, figure));
        }
    }
    resampled.iter_mut().for_each(|values| values.sort_by(f64::total_cmp));
    Figures { whole, resampled }
}

/// Figure 0…19 are the hit rates, then the mean rank, then the log-likelihood.
fn value(sums: &Sums, figure: usize) -> f64 {
    let sum = match figure {
        place @ 0..PLACES => sums.top[place],
        PLACES => sums.rank,
        _ => sums.log_likelihood,
    };
    sum / sums.n.max(1) as f64
}

impl Figures {
    /// A figure with the interval that 95 % of the resamples lie in.
    pub fn measured(&self, figure: usize) -> Measured {
        let values = &self.resampled[figure];
        let own = value(&self.whole, figure);
        let at = |part: f64| {
            let last = values.len().saturating_sub(1);
            values.get((part * last as f64).round() as usize).copied().unwrap_or(own)
        };
        Measured { value: own, low: at(0.025), high: at(0.975) }
    }
}
