//! The factorized Bradley–Terry model: candidate c is chosen with probability exp(ŷ_c) / Σ exp(ŷ), where ŷ is the
//! factorization machine's score.
//!
//! It keeps what is good in both others: the likelihood of a choice among candidates as in Bradley–Terry, and pairs
//! of features as in latent factor ranking. Steps are against the gradient of −ln P(chosen), ∂/∂ŷ_c = P(c) − [c is
//! chosen], and adapt to each number by the gradients it has seen (AdaGrad, Duchi, Hazan and Singer 2011), so that
//! rare features take large steps and common ones small steps.

use crate::contest::Contest;
use crate::model::{FactorModel, Lanes, Model, ModelKind};
use crate::numbers::softmax;
use crate::training::Learner;
use crate::weights::{Checkpoint, WeightError};

/// Every parameter of the algorithm.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// The length of the vectors.
    pub n_factors: usize,
    /// The size of a step, before it is divided by the root of the gradients' squares.
    pub step: f32,
    /// What the sum of squares begins with: the larger, the more careful the first steps.
    pub first_square: f32,
    /// How much weights shrink each time their feature occurs.
    pub shrink_weights: f32,
    /// How much vectors shrink.
    pub shrink_factors: f32,
    /// σ of the normal distribution that vectors are drawn from at first.
    pub deviation: f64,
    /// Candidates whose probability is off by less than this are left alone; they are most of them. In simulations
    /// (`examples/simulated.rs`) 0.001 predicts as well as 0, and 0.003 a little worse.
    pub negligible: f64,
    /// The seed of the draw.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            n_factors: 5,
            step: 0.05,
            first_square: 0.1,
            shrink_weights: 1e-5,
            shrink_factors: 1e-4,
            deviation: 0.1,
            negligible: 1e-3,
            seed: 1,
        }
    }
}

const NO_SLOT: u32 = u32::MAX;

/// The learner: give it contests, one after the other.
#[derive(Clone, Debug)]
pub struct Btfm {
    model: FactorModel,
    settings: Settings,
    /// For each number of the model, the sum of its squared gradients.
    squares: Vec<Lanes>,
    /// For each feature, where its gradient is in `gradients`, while a contest is at hand.
    slots: Vec<u32>,
    touched: Vec<u32>,
    gradients: Vec<Lanes>,
    scores: Vec<f32>,
    sums: Vec<Lanes>,
    probabilities: Vec<f64>,
}

impl Btfm {
    /// Weights 0, vectors drawn.
    pub fn new(n_features: u32, settings: Settings) -> Btfm {
        let (n, k) = (n_features as usize, settings.n_factors);
        Btfm::from_model(FactorModel::drawn(n, k, settings.deviation, settings.seed), settings)
    }

    /// Goes on from a model that was learned before, to fit it to other games.
    pub fn from_model(model: FactorModel, settings: Settings) -> Btfm {
        Btfm {
            squares: vec![Lanes([settings.first_square; 8]); model.rows().len()],
            slots: vec![NO_SLOT; model.n_features()],
            model,
            settings,
            touched: Vec::new(),
            gradients: Vec::new(),
            scores: Vec::new(),
            sums: Vec::new(),
            probabilities: Vec::new(),
        }
    }

    fn learn_wide<const W: usize>(&mut self, contest: Contest<'_>) {
        self.find_gradients::<W>(contest);
        self.descend::<W>();
    }

    /// The gradient of −ln P(chosen) for every feature it depends on, into `gradients`.
    fn find_gradients<const W: usize>(&mut self, contest: Contest<'_>) {
        self.scores.clear();
        self.sums.clear();
        for team in contest.teams() {
            let (score, sum) = self.model.score_and_sum::<W>(team);
            self.scores.push(score);
            self.sums.extend(sum);
        }
        softmax(&self.scores, 1.0, &mut self.probabilities);
        self.probabilities[contest.chosen] -= 1.0;
        for (index, team) in contest.teams().enumerate() {
            let error = self.probabilities[index];
            if error.abs() >= self.settings.negligible {
                self.add_gradients::<W>(team, index, error as f32);
            }
        }
    }

    fn add_gradients<const W: usize>(&mut self, team: &[u32], index: usize, error: f32) {
        let rows = self.model.rows().as_chunks::<W>().0;
        let sum = &self.sums.as_chunks::<W>().0[index];
        for &id in team {
            let Some(row) = rows.get(id as usize) else { continue };
            let slot = &mut self.slots[id as usize];
            if *slot == NO_SLOT {
                *slot = self.touched.len() as u32;
                self.touched.push(id);
                self.gradients.extend([Lanes::default(); W]);
            }
            let gradient = &mut self.gradients.as_chunks_mut::<W>().0[*slot as usize];
            let weight = gradient[W - 1].0[7] + error;
            for ((gradient, sum), row) in gradient.iter_mut().zip(sum).zip(row) {
                for lane in 0..8 {
                    gradient.0[lane] += error * (sum.0[lane] - row.0[lane]);
                }
            }
            gradient[W - 1].0[7] = weight;
        }
    }

    /// One step for every feature touched.
    fn descend<const W: usize>(&mut self) {
        let Settings { step, shrink_weights, shrink_factors, .. } = self.settings;
        let rows = self.model.rows_mut().as_chunks_mut::<W>().0;
        let squares = self.squares.as_chunks_mut::<W>().0;
        let gradients = self.gradients.as_chunks_mut::<W>().0;
        for (&id, gradient) in self.touched.iter().zip(gradients) {
            let (row, squares) = (&mut rows[id as usize], &mut squares[id as usize]);
            gradient[W - 1].0[7] += (shrink_weights - shrink_factors) * row[W - 1].0[7];
            for ((row, squares), gradient) in row.iter_mut().zip(squares).zip(gradient) {
                for lane in 0..8 {
                    let slope = gradient.0[lane] + shrink_factors * row.0[lane];
                    squares.0[lane] += slope * slope;
                    row.0[lane] -= step * slope / squares.0[lane].sqrt().max(1e-12);
                }
            }
            self.slots[id as usize] = NO_SLOT;
        }
        self.touched.clear();
        self.gradients.clear();
    }
}

impl Learner for Btfm {
    const KIND: ModelKind = ModelKind::FactorizedBradleyTerry;

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
        let squares: Vec<f32> = self.squares.iter().flat_map(|lanes| lanes.0).collect();
        checkpoint.f32s("squares", &squares);
    }

    fn restore(&mut self, checkpoint: &Checkpoint) -> Result<(), WeightError> {
        let model =
            checkpoint.read_factors("model", self.model.n_features(), self.model.n_factors())?;
        let squares = checkpoint.read_f32s("squares")?;
        if squares.len() != 8 * model.rows().len() {
            return Err(checkpoint.bad("squares"));
        }
        self.model = model;
        self.squares = squares.as_chunks::<8>().0.iter().map(|&lanes| Lanes(lanes)).collect();
        Ok(())
    }
}

#[cfg(test)]
mod tests;
