//! Latent factor ranking (Wistuba and Schmidt-Thieme 2013; thesis §3.2, algorithm 2).
//!
//! The chosen candidate should score 1 and the others 0. Only candidates that score at least as high as the chosen
//! one (itself among them) are corrected, by a step against the gradient of ½(ŷ − y)² with a little shrinkage.

use crate::contest::Contest;
use crate::model::{FactorModel, Model, ModelKind};
use crate::random::Random;
use crate::training::Learner;
use crate::weights::{Checkpoint, WeightError};

/// Every parameter of the algorithm; the defaults are those of the thesis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// k, the length of the vectors.
    pub n_factors: usize,
    /// α, the size of a step.
    pub step: f32,
    /// λ_w, how much weights shrink.
    pub shrink_weights: f32,
    /// λ_v, how much vectors shrink.
    pub shrink_factors: f32,
    /// σ of the normal distribution that vectors are drawn from at first (the thesis's variance 0.01).
    pub deviation: f64,
    /// The seed of that draw.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            n_factors: 5,
            step: 0.001,
            shrink_weights: 0.001,
            shrink_factors: 0.002,
            deviation: 0.1,
            seed: 1,
        }
    }
}

/// The learner: give it contests, one after the other.
#[derive(Clone, Debug, PartialEq)]
pub struct Lfr {
    model: FactorModel,
    settings: Settings,
}

impl Lfr {
    /// Bias and weights 0, vectors drawn.
    pub fn new(n_features: u32, settings: Settings) -> Lfr {
        let (n, k) = (n_features as usize, settings.n_factors);
        let model = FactorModel::drawn(n, k, settings.deviation, settings.seed);
        Lfr { model, settings }
    }

    /// Goes on from a model that was learned before, to fit it to other games.
    pub fn from_model(model: FactorModel, settings: Settings) -> Lfr {
        Lfr { model, settings }
    }

    fn learn_wide<const W: usize>(&mut self, contest: Contest<'_>) {
        let mut threshold = self.model.score_and_sum::<W>(contest.winner()).0;
        for (index, team) in contest.teams().enumerate() {
            let (score, sum) = self.model.score_and_sum::<W>(team);
            if score >= threshold {
                let target = f32::from(u8::from(index == contest.chosen));
                self.correct::<W>(team, &sum, score - target);
                // The correction changed features that the chosen candidate may share.
                threshold = self.model.score_and_sum::<W>(contest.winner()).0;
            }
        }
    }

    /// One step for one candidate whose score is off by `error`; `sum` is the sum of its rows.
    fn correct<const W: usize>(
        &mut self,
        team: &[u32],
        sum: &[crate::model::Lanes; W],
        error: f32,
    ) {
        let Settings { step, shrink_weights, shrink_factors, .. } = self.settings;
        self.model.bias -= step * error;
        let rows = self.model.rows_mut().as_chunks_mut::<W>().0;
        for &id in team {
            let Some(row) = rows.get_mut(id as usize) else { continue };
            let weight = row[W - 1].0[7];
            for (row, sum) in row.iter_mut().zip(sum) {
                for lane in 0..8 {
                    // ∂ŷ/∂v is the sum of the other members' vectors.
                    let slope = sum.0[lane] - row.0[lane];
                    row.0[lane] -= step * (error * slope + shrink_factors * row.0[lane]);
                }
            }
            row[W - 1].0[7] = weight - step * (error + shrink_weights * weight);
        }
    }
}

impl Learner for Lfr {
    const KIND: ModelKind = ModelKind::LatentFactorRanking;

    fn learn(&mut self, contest: Contest<'_>) {
        match self.model.width() {
            1 => self.learn_wide::<1>(contest),
            2 => self.learn_wide::<2>(contest),
            _ => self.learn_wide::<4>(contest),
        }
    }

    fn model(&self) -> &FactorModel {
        &self.model
    }

    fn store(&self, checkpoint: &mut Checkpoint) {
        checkpoint.factors("model", &self.model);
    }

    fn restore(&mut self, checkpoint: &Checkpoint) -> Result<(), WeightError> {
        self.model =
            checkpoint.read_factors("model", self.model.n_features(), self.model.n_factors())?;
        Ok(())
    }
}

impl FactorModel {
    /// Bias and weights 0, vectors from a normal distribution with mean 0.
    pub fn drawn(n_features: usize, n_factors: usize, deviation: f64, seed: u64) -> FactorModel {
        let mut model = FactorModel::zero(n_features, n_factors);
        let mut random = Random::new(seed);
        for id in 0..n_features as u32 {
            for f in 0..model.n_factors() {
                model.set_factor(id, f, (deviation * random.normal()) as f32);
            }
        }
        model
    }
}

#[cfg(test)]
mod tests;
