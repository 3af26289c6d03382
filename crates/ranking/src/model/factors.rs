//! The factorization machine: a weight and a short vector per feature.
//!
//! score(team) = w₀ + Σᵢ wᵢ + Σ_{i<j} vᵢ·vⱼ. The second sum is found in one walk over the team, by multiplying each
//! vector with the sum of those before it.
//!
//! A feature's weight and vector lie together in one row of 8 (16, 32) floats: the vector first, then zeros, the
//! weight last. One row of 8 is half a cache line, so that a feature costs one fetch, and the eight lanes are
//! independent sums that the compiler does side by side without changing a single bit.

use super::Model;

/// The longest vector a row has room for.
pub const MAX_FACTORS: usize = 31;

/// Eight floats that do not straddle a cache line.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
#[repr(C, align(32))]
pub(crate) struct Lanes(pub [f32; 8]);

/// Weights and vectors for every feature.
#[derive(Clone, Debug, PartialEq)]
pub struct FactorModel {
    n_factors: usize,
    /// How many [`Lanes`] make a row: 1, 2 or 4.
    width: usize,
    rows: Vec<Lanes>,
    /// The bias w₀.
    pub bias: f32,
}

impl FactorModel {
    /// A model that scores everything 0, with vectors of `n_factors` (at most [`MAX_FACTORS`]) numbers.
    pub fn zero(n_features: usize, n_factors: usize) -> FactorModel {
        let n_factors = n_factors.min(MAX_FACTORS);
        let width = match n_factors {
            0..=7 => 1,
            8..=15 => 2,
            _ => 4,
        };
        FactorModel {
            n_factors,
            width,
            rows: vec![Lanes::default(); n_features * width],
            bias: 0.0,
        }
    }

    /// The length k of the vectors.
    pub fn n_factors(&self) -> usize {
        self.n_factors
    }

    /// A feature's weight.
    pub fn weight(&self, id: u32) -> f32 {
        self.rows[(id as usize + 1) * self.width - 1].0[7]
    }

    /// Sets a feature's weight.
    pub fn set_weight(&mut self, id: u32, weight: f32) {
        self.rows[(id as usize + 1) * self.width - 1].0[7] = weight;
    }

    /// One number of a feature's vector.
    pub fn factor(&self, id: u32, f: usize) -> f32 {
        assert!(f < self.n_factors, "factor {f} of {}", self.n_factors);
        self.rows[id as usize * self.width + f / 8].0[f % 8]
    }

    /// Sets one number of a feature's vector.
    pub fn set_factor(&mut self, id: u32, f: usize, value: f32) {
        assert!(f < self.n_factors, "factor {f} of {}", self.n_factors);
        self.rows[id as usize * self.width + f / 8].0[f % 8] = value;
    }

    /// How many [`Lanes`] make a row.
    pub(crate) fn width(&self) -> usize {
        self.width
    }

    /// All rows, one after the other.
    pub(crate) fn rows_mut(&mut self) -> &mut [Lanes] {
        &mut self.rows
    }

    pub(crate) fn rows(&self) -> &[Lanes] {
        &self.rows
    }

    /// The score, and the sum of the team's rows, which the gradient is made of.
    #[inline]
    pub(crate) fn score_and_sum<const W: usize>(&self, team: &[u32]) -> (f32, [Lanes; W]) {
        debug_assert_eq!(W, self.width);
        let rows = self.rows.as_chunks::<W>().0;
        let mut sum = [Lanes::default(); W];
        let mut pairs = [Lanes::default(); W];
        for &id in team {
            let Some(row) = rows.get(id as usize) else { continue };
            for ((row, sum), pairs) in row.iter().zip(&mut sum).zip(&mut pairs) {
                for lane in 0..8 {
                    pairs.0[lane] += row.0[lane] * sum.0[lane];
                    sum.0[lane] += row.0[lane];
                }
            }
        }
        // The last lane holds the weights, which have no pairs.
        let last = &mut pairs[W - 1].0[7];
        *last = 0.0;
        let mut total = [0.0; 8];
        for part in &pairs {
            for (total, part) in total.iter_mut().zip(part.0) {
                *total += part;
            }
        }
        let halves = [0, 1, 2, 3].map(|lane| total[lane] + total[lane + 4]);
        let pairs = (halves[0] + halves[2]) + (halves[1] + halves[3]);
        (self.bias + sum[W - 1].0[7] + pairs, sum)
    }
}

impl Model for FactorModel {
    #[inline]
    fn score(&self, team: &[u32]) -> f32 {
        match self.width {
            1 => self.score_and_sum::<1>(team).0,
            2 => self.score_and_sum::<2>(team).0,
            _ => self.score_and_sum::<4>(team).0,
        }
    }

    fn n_features(&self) -> usize {
        self.rows.len() / self.width
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// The definition, pair by pair.
    fn literally(model: &FactorModel, team: &[u32]) -> f64 {
        let mut score = f64::from(model.bias);
        for (at, &i) in team.iter().enumerate() {
            score += f64::from(model.weight(i));
            for &j in &team[at + 1..] {
                for f in 0..model.n_factors() {
                    score += f64::from(model.factor(i, f)) * f64::from(model.factor(j, f));
                }
            }
        }
        score
    }

    #[test]
    fn one_walk_over_the_team_gives_the_sum_over_all_pairs() {
        let mut random = Random::new(5);
        for n_factors in [0, 1, 5, 7, 8, 15, 16, MAX_FACTORS] {
            let mut model = FactorModel::zero(50, n_factors);
            model.bias = 0.25;
            for id in 0..50 {
                model.set_weight(id, random.normal() as f32);
                (0..n_factors).for_each(|f| model.set_factor(id, f, random.normal() as f32));
            }
            for _ in 0..100 {
                let mut team: Vec<u32> = (0..50).collect();
                random.shuffle(&mut team);
                team.truncate(random.below(14));
                let expected = literally(&model, &team);
                let score = f64::from(model.score(&team));
                assert!(
                    (score - expected).abs() < 1e-4 * (1.0 + expected.abs()),
                    "{n_factors}: {team:?}"
                );
            }
        }
    }

    #[test]
    fn unknown_features_count_nothing() {
        let mut model = FactorModel::zero(2, 5);
        model.set_weight(1, 3.0);
        assert_eq!(model.score(&[1, 2, u32::MAX]), 3.0);
        assert_eq!(model.score(&[]), 0.0);
    }
}
