//! Generalized Bradley–Terry: a team is as strong as the product of its members.

use super::Model;
use crate::numbers::{exp, ln};

/// One strength γ per feature, kept as its logarithm; the score of a team is the sum of them.
///
/// exp(score) is the team's strength, and its part of all candidates' strengths the probability of being chosen.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct GammaModel {
    log_gammas: Vec<f32>,
}

impl GammaModel {
    /// The model with these logarithms of strengths.
    pub fn from_logs(log_gammas: Vec<f32>) -> GammaModel {
        GammaModel { log_gammas }
    }

    /// The model with these strengths.
    pub fn from_gammas(gammas: &[f64]) -> GammaModel {
        GammaModel { log_gammas: gammas.iter().map(|&gamma| ln(gamma) as f32).collect() }
    }

    /// The logarithms of the strengths.
    pub fn log_gammas(&self) -> &[f32] {
        &self.log_gammas
    }

    /// The strength of one feature, the same on every machine; 1 for an id the model does not know.
    pub fn gamma(&self, id: u32) -> f64 {
        self.log_gammas.get(id as usize).map_or(1.0, |&log| exp(f64::from(log)))
    }
}

impl Model for GammaModel {
    #[inline]
    fn score(&self, team: &[u32]) -> f32 {
        team.iter().fold(0.0, |sum, &id| match self.log_gammas.get(id as usize) {
            Some(log) => sum + log,
            None => sum,
        })
    }

    fn n_features(&self) -> usize {
        self.log_gammas.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_team_is_as_strong_as_the_product_of_its_members() {
        let model = GammaModel::from_gammas(&[2.0, 3.0, 0.5]);
        let strength = f64::from(model.score(&[0, 1, 2])).exp();
        assert!((strength - 3.0).abs() < 1e-6);
        assert!((model.gamma(1) - 3.0).abs() < 1e-6);
        assert_eq!(model.score(&[]), 0.0);
        assert_eq!((model.score(&[7, u32::MAX]), model.gamma(7)), (0.0, 1.0));
    }
}
