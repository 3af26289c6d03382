//! Training runs: from game files to a file of weights, with progress, checkpoints and resumption.
//!
//! ```text
//! DIR/shapes.checkpoint    the shapes that became features            ┐
//! DIR/learn.contests       what is learned from                       │ while it runs
//! DIR/measure.contests     what prediction is measured by             │
//! DIR/training.checkpoint  where learning stands                      ┘
//! DIR/weights.safetensors  the result
//! ```

mod learn;
mod plan;
mod prepare;
mod progress;
pub mod speed;
mod stream;

#[cfg(test)]
mod tests;

pub use plan::{Method, MmOrder, Plan};
pub use progress::Progress;

pub(crate) use learn::if_there;

use crate::corpus::CorpusError;
use crate::extraction::NoGames;
use aji_patterns::FeatureSet;
use aji_ranking::metrics::{Report, Tally, measure};
use aji_ranking::mm::MmError;
use aji_ranking::weights::{Precision, Provenance, WeightError};
use aji_ranking::{AnyModel, FileError, ModelKind, WeightFile};
use std::convert::Infallible;
use std::io;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use thiserror::Error;

/// Why a run failed.
#[derive(Debug, Error)]
pub enum TrainError {
    /// The games.
    #[error(transparent)]
    Corpus(#[from] CorpusError),
    /// There is nothing to learn from.
    #[error(transparent)]
    NoGames(#[from] NoGames),
    /// A file of contests.
    #[error(transparent)]
    Contests(#[from] FileError),
    /// A checkpoint or a file of weights.
    #[error(transparent)]
    Weights(#[from] WeightError),
    /// The strengths.
    #[error(transparent)]
    Mm(#[from] MmError),
    /// The folder.
    #[error("{}: {error}", path.display())]
    Folder {
        /// Which one.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// The folder holds the beginning of a run.
    #[error(
        "{} holds an unfinished training: pass --resume to go on with it, or --fresh to begin anew",
        path.display()
    )]
    Unfinished {
        /// Which one.
        path: PathBuf,
    },
    /// The weights to go on from cannot be gone on from.
    #[error(
        "the weights to go on from are of another kind: lfr goes on from lfr or btfm weights, btfm likewise, and \
         --target must be theirs"
    )]
    OtherFeatures,
    /// The games are too few to measure by.
    #[error(
        "too few games: at least 20 are needed, of which one is kept to measure by; or name others with --valid"
    )]
    TooFew,
}

impl From<Infallible> for TrainError {
    fn from(never: Infallible) -> TrainError {
        match never {}
    }
}

/// How a run ended.
#[derive(Debug)]
pub enum Trained {
    /// The weights are there, and this is how well they predict the games kept to measure by.
    Done(Box<Report>),
    /// It was interrupted, and can be resumed.
    Stopped,
}

/// The names of a run's files.
pub struct Files {
    /// The shapes that became features.
    pub shapes: PathBuf,
    /// What is learned from.
    pub learn: PathBuf,
    /// What prediction is measured by.
    pub measure: PathBuf,
    /// Where learning stands.
    pub checkpoint: PathBuf,
    /// The result.
    pub weights: PathBuf,
}

impl Files {
    /// The files of a run in this folder.
    pub fn of(folder: &Path) -> Files {
        Files {
            shapes: folder.join("shapes.checkpoint"),
            learn: folder.join("learn.contests"),
            measure: folder.join("measure.contests"),
            checkpoint: folder.join("training.checkpoint"),
            weights: folder.join("weights.safetensors"),
        }
    }

    fn temporary(&self) -> [&Path; 4] {
        [&self.shapes, &self.learn, &self.measure, &self.checkpoint]
    }
}

/// Runs a training to its end, or until `cancel` is set.
pub fn run(
    plan: &Plan,
    progress: &mut Progress<'_>,
    cancel: &AtomicBool,
) -> Result<Trained, TrainError> {
    let files = Files::of(&plan.out);
    std::fs::create_dir_all(&plan.out)
        .map_err(|error| TrainError::Folder { path: plan.out.clone(), error })?;
    let is_begun = files.temporary().iter().any(|path| path.exists());
    if is_begun && !plan.resume && !plan.fresh {
        return Err(TrainError::Unfinished { path: plan.out.clone() });
    }
    if plan.fresh {
        clear(&files);
    }
    let Some(prepared) = prepare::prepare(plan, &files, progress, cancel)? else {
        return Ok(Trained::Stopped);
    };
    let Some(learned) = learn::learn(plan, &files, &prepared, progress, cancel)? else {
        return Ok(Trained::Stopped);
    };
    progress.say("measuring prediction");
    let kind = plan.method.kind();
    let empty = Tally::new(learned.scale, NonZero::<u32>::MIN.saturating_add(19));
    let tally = measure(&learned.model, &prepared.measure, &empty, plan.recipe.threads)?;
    let report = tally.report(1000, 1);
    let file = WeightFile {
        kind,
        model: learned.model,
        keys: FeatureSet::keys(&prepared.catalog),
        provenance: Provenance {
            feature_set: plan.recipe.features.fingerprint(),
            corpus: prepared.corpus,
            commit: plan.commit.clone(),
            hyperparameters: plan.hyperparameters(prepared.n_games),
            metrics: metrics(&report, learned.rounds),
            scale: learned.scale,
        },
    };
    file.save(&files.weights, Precision::F32)?;
    drop(prepared);
    if !plan.keep {
        clear(&files);
    }
    Ok(Trained::Done(Box::new(report)))
}

/// What comes out of learning.
struct Learned {
    model: AnyModel,
    scale: f32,
    rounds: u32,
}

/// Removes what only a run in progress needs; what cannot be removed does no harm.
fn clear(files: &Files) {
    for path in files.temporary() {
        let _ = std::fs::remove_file(path);
    }
}

fn metrics(report: &Report, rounds: u32) -> serde_json::Value {
    let interval = |at: usize| [report.top[at].low, report.top[at].high];
    serde_json::json!({
        "rounds": rounds,
        "positions": report.positions,
        "games": report.games,
        "top1": report.top[0].value,
        "top1_interval": interval(0),
        "top5": report.top[4].value,
        "top10": report.top[9].value,
        "mean_rank": report.mean_rank.value,
        "log_likelihood": report.log_likelihood.value,
    })
}

impl Method {
    /// The kind of model it makes.
    pub const fn kind(self) -> ModelKind {
        match self {
            Method::Mm => ModelKind::BradleyTerry,
            Method::Lfr => ModelKind::LatentFactorRanking,
            Method::Btfm => ModelKind::FactorizedBradleyTerry,
        }
    }
}
