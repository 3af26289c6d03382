//! Rounds of learning: over the contests again and again, until prediction no longer improves.
//!
//! (The thesis's algorithm 2 has the condition inverted; its text says what is meant.)

use std::num::NonZero;
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

/// The mean of the models that a round went through.
///
/// The model of the moment still shakes from the last games it saw; the mean does not.
#[derive(Clone, Debug)]
struct Average {
    every: NonZero<u64>,
    model: FactorModel,
    n: u64,
}

/// A learner and how far it has come.
#[derive(Clone, Debug)]
pub struct Training<L> {
    learner: L,
    round: u32,
    seen: u64,
    average: Option<Average>,
    best: Option<Best>,
}

impl<L: Learner> Training<L> {
    /// Nothing learned yet.
    pub fn new(learner: L) -> Training<L> {
        Training { learner, round: 0, seen: 0, average: None, best: None }
    }

    /// The same, with each round's result the mean of the models after every so many of its contests.
    pub fn averaging(self, every: NonZero<u64>) -> Training<L> {
        let own = self.learner.model();
        let model = FactorModel::zero(own.n_features(), own.n_factors());
        Training { average: Some(Average { every, model, n: 0 }), ..self }
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
                batch.iter().for_each(|contest| self.learn(contest));
                if watch(self, Event::Batch).is_break() {
                    return Ok(Ended::Stopped);
                }
            }
            let prediction = judge(self.model())?;
            self.end_round(prediction);
            if watch(self, Event::Round { prediction }).is_break() {
                return Ok(Ended::Stopped);
            }
        }
        Ok(Ended::Rounds)
    }

    /// The model as it is now: the mean so far of this round, if means are taken.
    pub fn model(&self) -> &FactorModel {
        match &self.average {
            Some(average) if average.n > 0 => &average.model,
            _ => self.learner.model(),
        }
    }

    fn learn(&mut self, contest: Contest<'_>) {
        self.learner.learn(contest);
        self.seen += 1;
        if let Some(Average { every, model, n }) = &mut self.average
            && self.seen.is_multiple_of(every.get())
        {
            *n += 1;
            model.approach(self.learner.model(), 1.0 / *n as f32);
        }
    }

    fn rounds_without_better(&self) -> u32 {
        self.best.as_ref().map_or(0, |best| self.round - best.round)
    }

    fn end_round(&mut self, prediction: f64) {
        (self.round, self.seen) = (self.round + 1, 0);
        if self.best.as_ref().is_none_or(|best| prediction > best.prediction) {
            let model = self.model().clone();
            self.best = Some(Best { round: self.round, prediction, model });
        }
        if let Some(average) = &mut self.average {
            average.n = 0;
        }
    }

    /// Saves everything that is needed to go on. `run` names what the training is about (contests, features,
    /// settings).
    pub fn save(&self, path: &Path, run: Fingerprint) -> Result<(), WeightError> {
        let mut checkpoint = Checkpoint::new(L::KIND.name(), run);
        self.learner.store(&mut checkpoint);
        let best_round = self.best.as_ref().map_or(0, |best| u64::from(best.round));
        checkpoint.u64s("whole", &[u64::from(self.round), self.seen, best_round]);
        if let Some(average) = &self.average {
            checkpoint.u64s("average.n", &[average.n]);
            checkpoint.factors("average", &average.model);
        }
        if let Some(best) = &self.best {
            checkpoint.f64s("best.prediction", &[best.prediction]);
            checkpoint.factors("best", &best.model);
        }
        checkpoint.save(path)
    }

    /// Takes up a training of the same run. `fresh` must be made as the saved one was.
    pub fn load(
        path: &Path,
        run: Fingerprint,
        fresh: Training<L>,
    ) -> Result<Training<L>, WeightError> {
        let Training { mut learner, mut average, .. } = fresh;
        let checkpoint = Checkpoint::load(path, L::KIND.name(), run)?;
        learner.restore(&checkpoint)?;
        let (n, k) = (learner.model().n_features(), learner.model().n_factors());
        if let Some(average) = &mut average {
            [average.n] = checkpoint.read_u64s("average.n")?;
            average.model = checkpoint.read_factors("average", n, k)?;
        }
        let [round, seen, best_round] = checkpoint.read_u64s("whole")?;
        let small = |n: u64| u32::try_from(n).map_err(|_| checkpoint.bad("whole"));
        let (round, best_round) = (small(round)?, small(best_round)?);
        if best_round > round {
            return Err(checkpoint.bad("whole"));
        }
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
        Ok(Training { learner, round, seen, average, best })
    }
}

#[cfg(test)]
mod tests;
