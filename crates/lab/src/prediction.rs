//! How well weights predict the moves of games.

mod plot;

pub use plot::svg;

use crate::corpus::CorpusError;
use crate::extraction::{Extractor, NoGames, Numbered, Selection, Wanted, in_order};
use crate::packing::{UnpackError, unpack};
use aji_patterns::{Catalog, FeatureSet};
use aji_ranking::metrics::{Measured, Report, Tally};
use aji_ranking::weights::WeightError;
use aji_ranking::{Contests, Model, WeightFile};
use serde_json::{Value, json};
use std::num::NonZero;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why prediction could not be measured.
#[derive(Debug, Error)]
pub enum PredictError {
    /// The games.
    #[error(transparent)]
    Corpus(#[from] CorpusError),
    /// There is nothing to predict.
    #[error(transparent)]
    NoGames(#[from] NoGames),
    /// The weights.
    #[error(transparent)]
    Weights(#[from] WeightError),
    /// Weights packed as they ship.
    #[error(transparent)]
    Packed(#[from] UnpackError),
    /// A file of packed weights that cannot be read.
    #[error("cannot read {}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        error: std::io::Error,
    },
    /// The weights are for features that this program does not have.
    #[error(
        "{}: the weights are for another set of features than this program's: use weights of this version, or \
         train again", path.display()
    )]
    OtherFeatures {
        /// The file.
        path: PathBuf,
    },
    /// The shapes in the file are no list of shapes, or their number does not fit the weights.
    #[error("{}: the list of shapes does not fit the weights: train again", path.display())]
    Shapes {
        /// The file.
        path: PathBuf,
    },
    /// It was stopped.
    #[error("stopped before the last game")]
    Stopped,
}

/// Weights that can score moves: a model with the features it is about.
pub struct Predictor {
    /// What to call it.
    pub name: String,
    /// The features.
    pub features: FeatureSet,
    /// The shapes among them.
    pub catalog: Catalog,
    /// The weights.
    pub weights: WeightFile,
}

impl Predictor {
    /// Loads `DIR/weights.safetensors`, or a file by its own name.
    pub fn load(path: &Path) -> Result<Predictor, PredictError> {
        let path = if path.is_dir() { path.join("weights.safetensors") } else { path.to_owned() };
        let is_packed = path.extension().is_some_and(|ending| ending == "zst");
        let weights = if is_packed {
            let bytes = std::fs::read(&path)
                .map_err(|error| PredictError::File { path: path.clone(), error })?;
            unpack(&path.to_string_lossy(), &bytes)?
        } else {
            WeightFile::load(&path, None)?
        };
        let is_usual = path.file_name().is_some_and(|name| name == "weights.safetensors");
        let named = if is_usual { path.parent().unwrap_or(&path) } else { &path };
        let stem = named.file_stem().unwrap_or_default().to_string_lossy();
        Predictor::of(&stem, weights, &path)
    }

    /// Weights that were read before, from `path`, which is for errors.
    pub fn of(name: &str, weights: WeightFile, path: &Path) -> Result<Predictor, PredictError> {
        let path = path.to_owned();
        let features = FeatureSet::from_fingerprint(weights.provenance.feature_set)
            .ok_or_else(|| PredictError::OtherFeatures { path: path.clone() })?;
        let catalog = features
            .catalog(&weights.keys)
            .filter(|catalog| features.n_features(catalog) == weights.model.n_features())
            .ok_or(PredictError::Shapes { path })?;
        let name = format!("{name} ({} {})", weights.kind.name(), features.name());
        Ok(Predictor { name, features, catalog, weights })
    }
}

/// Moves by number are gathered so many at a time.
const BUCKET: NonZero<u32> = NonZero::new(20).unwrap();

/// Predicts every move of the games. `watch` sees games and positions so far, and may stop.
pub fn predict(
    predictor: &Predictor,
    wanted: &Wanted,
    threads: NonZero<usize>,
    mut watch: impl FnMut(u64, u64) -> ControlFlow<()>,
) -> Result<Report, PredictError> {
    let Predictor { features, catalog, weights, .. } = predictor;
    let empty = Tally::new(weights.provenance.scale, BUCKET);
    let (mut whole, mut n_games, mut n_positions) = (empty.clone(), 0, 0);
    let mut selection = Selection::open(wanted, 0)?;
    let ended = in_order(
        threads,
        || selection.batch(8),
        || (Extractor::new(*features, NonZero::<u32>::MIN), Contests::default()),
        |(extractor, contests), batch: Vec<Numbered>| {
            contests.clear();
            batch.iter().for_each(|(n, record)| extractor.game(*n, record, catalog, contests));
            let mut tally = empty.clone();
            contests.iter().for_each(|contest| tally.see(&weights.model, contest));
            (batch.len() as u64, tally)
        },
        |(n, tally)| {
            whole.add(&tally);
            n_games += n;
            n_positions += tally.n_contests();
            watch(n_games, n_positions)
        },
    )?;
    if ended.is_break() {
        return Err(PredictError::Stopped);
    }
    if whole.n_contests() == 0 {
        return Err(selection.census().no_games(wanted.size).into());
    }
    Ok(whole.report(1000, 1))
}

/// The figures as one JSON object.
pub fn to_json(name: &str, report: &Report) -> Value {
    let interval = |measured: &Measured| [measured.low, measured.high];
    json!({
        "weights": name,
        "games": report.games,
        "positions": report.positions,
        "top1": report.top[0].value,
        "top1_interval": interval(&report.top[0]),
        "top5": report.top[4].value,
        "top5_interval": interval(&report.top[4]),
        "top10": report.top[9].value,
        "top10_interval": interval(&report.top[9]),
        "mean_rank": report.mean_rank.value,
        "mean_rank_interval": interval(&report.mean_rank),
        "log_likelihood": report.log_likelihood.value,
        "log_likelihood_interval": interval(&report.log_likelihood),
        "calibration_error": report.calibration_error,
        "top": report.top.iter().map(|measured| measured.value).collect::<Vec<f64>>(),
        "by_move": report.by_number,
        "calibration": report.calibration,
    })
}
