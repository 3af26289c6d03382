//! Rounds of learning: over the contests again and again, until prediction no longer improves.

use std::ops::ControlFlow;
use std::path::Path;

use crate::contest::{Contest, Contests};
use crate::corpus::Source;
use crate::fingerprint::Fingerprint;
use crate::model::{FactorModel, Model, ModelKind};
use crate::weights::{Checkpoint, WeightError};

/// A model that learns from one contest at a time.
pub trait Learner {
    /// Which kind of model it learns.
    const KIND: ModelKind;

    /// Learns from a contest.
    fn learn(&mut self, contest: Contest<'_>);

    /// The model as it is now.
    fn model(&self) -> &FactorModel;

    /// Puts everything that learning depends on into a checkpoint.
    fn store(&self, checkpoint: &mut Checkpoint);

    /// Takes it back out.
    fn restore(&mut self, checkpoint: &Checkpoint) -> Result<(), WeightError>;
}

/// When to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// After so many rounds in a row without better prediction.
    pub patience: u32,
    /// After so many rounds in any case.
    pub max_rounds: u32,
}

impl Default for Limits {
    /// The thesis's three rounds without improvement.
    fn default() -> Limits {
        Limits { patience: 3, max_rounds: 100 }
    }
}

/// The best model so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Best {
    /// After which round, counted from 1.
    pub round: u32,
    /// How well it predicts; more is better.
    pub prediction: f64,
    /// The model.
    pub model: FactorModel,
}

/// How a training ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// Prediction no longer improves.
    Patience,
    /// The largest number of rounds was reached.
    Rounds,
    /// The watcher asked to stop; it can be taken up later.
    Stopped,
}

/// What the watcher is told of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Event {
    /// A batch of contests was learned from.
    Batch,
    /// A round is over, and this is how well the model predicts.
    Round {
        /// More is better.
        prediction: f64,
    },
}

/// A learner and how far it has come.
#[derive(Clone, Debug)]
pub struct Training<L> {
    learner: L,
    round: u32,
    seen: u64,
    best: Option<Best>,
}

impl<L: Learner> Training<L> {
    /// Nothing learned yet.
    pub fn new(learner: L) -> Training<L> {
        Training { learner, round: 0, seen: 0, best: None }
    }

    /// The learner.
    pub fn learner(&self) -> &L {
        &self.learner
    }

    /// How many rounds are complete.
    pub fn round(&self) -> u32 {
        self.round
    }

    /// How many contests of the round at hand were learned from.
    pub fn seen(&self) -> u64 {
        self.seen
    }

    /// The best model so far, by the judge of [`Training::run`].
    pub fn best(&self) -> Option<&Best> {
        self.best.as_ref()
    }

    /// Learns round after round. After each, `judge` says how well the model predicts; `watch` sees every batch and
    /// every round, may save a checkpoint, and may stop the training.
    pub fn run<S: Source, E: From<S::Error>>(
        &mut self,
        source: &mut S,
        limits: Limits,
        mut judge: impl FnMut(&FactorModel) -> Result<f64, E>,
        mut watch: impl FnMut(&Training<L>, Event) -> ControlFlow<()>,
    ) -> Result<Ended, E> {
        let mut batch = Contests::default();
        while self.round < limits.max_rounds {
            if self.rounds_without_better() >= limits.patience {
                return Ok(Ended::Patience);
            }
            source.start(self.round, self.seen)?;
            loop {
                source.next(&mut batch)?;
                if batch.is_empty() {
                    break;
                }
                batch.iter().for_each(|contest| self.learner.learn(contest));
                self.seen += batch.len() as u64;
                if watch(self, Event::Batch).is_break() {
                    return Ok(Ended::Stopped);
                }
            }
            let prediction = judge(self.learner.model())?;
            self.end_round(prediction);
            if watch(self, Event::Round { prediction }).is_break() {
                return Ok(Ended::Stopped);
            }
        }
        Ok(Ended::Rounds)
    }

    fn rounds_without_better(&self) -> u32 {
        self.best.as_ref().map_or(0, |best| self.round - best.round)
    }

    fn end_round(&mut self, prediction: f64) {
        (self.round, self.seen) = (self.round + 1, 0);
        if self.best.as_ref().is_none_or(|best| prediction > best.prediction) {
            let model = self.learner.model().clone();
            self.best = Some(Best { round: self.round, prediction, model });
        }
    }

    /// Saves everything that is needed to go on. `run` names what the training is about (contests, features,
    /// settings).
    pub fn save(&self, path: &Path, run: Fingerprint) -> Result<(), WeightError> {
        let mut checkpoint = Checkpoint::new(L::KIND.name(), run);
        self.learner.store(&mut checkpoint);
        let best_round = self.best.as_ref().map_or(0, |best| u64::from(best.round));
        checkpoint.u64s("whole", &[u64::from(self.round), self.seen, best_round]);
        if let Some(best) = &self.best {
            checkpoint.f64s("best.prediction", &[best.prediction]);
            checkpoint.factors("best", &best.model);
        }
        checkpoint.save(path)
    }

    /// Takes up a training of the same run. `learner` must be made as the saved one was.
    pub fn load(path: &Path, run: Fingerprint, mut learner: L) -> Result<Training<L>, WeightError> {
        let checkpoint = Checkpoint::load(path, L::KIND.name(), run)?;
        learner.restore(&checkpoint)?;
        let [round, seen, best_round] = checkpoint.read_u64s("whole")?;
        let small = |n: u64| u32::try_from(n).map_err(|_| checkpoint.bad("whole"));
        let (round, best_round) = (small(round)?, small(best_round)?);
        if best_round > round {
            return Err(checkpoint.bad("whole"));
        }
        let (n, k) = (learner.model().n_features(), learner.model().n_factors());
        let best = match best_round {
            0 => None,
            best_round => {
                let [prediction] = *checkpoint.read_f64s("best.prediction")? else {
                    return Err(checkpoint.bad("best.prediction"));
                };
                let model = checkpoint.read_factors("best", n, k)?;
                Some(Best { round: best_round, prediction, model })
            }
        };
        Ok(Training { learner, round, seen, best })
    }
}

#[cfg(test)]
mod tests;
