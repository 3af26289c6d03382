//! Every parameter of a training run.

use crate::extraction::{Part, Recipe, Wanted};
use aji_ranking::{Fingerprint, WeightFile, btfm, lfr, mm};
use serde_json::{Value, json};
use std::fs;
use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;

/// How weights are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Bradley–Terry strengths by minorization–maximization.
    Mm,
    /// Latent factor ranking.
    Lfr,
    /// The factorized Bradley–Terry model.
    Btfm,
}

/// In which order minorization–maximization updates strengths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MmOrder {
    /// All after each pass.
    Together,
    /// One group a pass, as in the thesis.
    Groups,
}

/// What to train, on what, how, and where to.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// How weights are found.
    pub method: Method,
    /// Which features, how many moves of a game, how many threads.
    pub recipe: Recipe,
    /// The games.
    pub games: Wanted,
    /// Games to measure by, at most so many; without them a twentieth of the games is kept for that.
    pub valid: Option<Wanted>,
    /// Shapes played at least so often become features.
    pub least: u32,
    /// The folder of all files.
    pub out: PathBuf,
    /// Go on with what the folder holds.
    pub resume: bool,
    /// Forget what the folder holds.
    pub fresh: bool,
    /// Keep contests and checkpoint when done.
    pub keep: bool,
    /// How often to save.
    pub save_every: Duration,
    /// Iterations or rounds at most.
    pub rounds: u32,
    /// The seed of all chance.
    pub seed: u64,
    /// The length of the vectors.
    pub factors: usize,
    /// The size of a step, instead of the method's own.
    pub step: Option<f32>,
    /// The order of updates.
    pub order: MmOrder,
    /// MM keeps contests in memory up to so many bytes; beyond, it reads the file in every pass.
    pub memory: usize,
    /// Make contests from games whenever they are learned from, and keep none on disk (lfr, btfm).
    pub stream: bool,
    /// Games a round, if contests are not kept: prediction is measured after each. Without it, all.
    pub games_a_round: Option<NonZero<usize>>,
    /// Take the mean of the models after every so many contests of a round as its result (lfr, btfm).
    pub average: Option<NonZero<u64>>,
    /// Go on from these weights, and with their shapes, instead of from nothing (lfr, btfm).
    pub from: Option<Box<WeightFile>>,
    /// The commit of this program.
    pub commit: String,
}

impl Plan {
    /// The games that are learned from.
    pub fn learned(&self) -> Wanted {
        let part = if self.valid.is_some() { Part::All } else { Part::Learned };
        Wanted { part, ..self.games.clone() }
    }

    /// The games that are measured by.
    pub fn measured(&self) -> Wanted {
        self.valid.clone().unwrap_or_else(|| Wanted { part: Part::HeldOut, ..self.games.clone() })
    }

    /// The settings of minorization–maximization.
    pub fn mm(&self) -> mm::Settings {
        let order = match self.order {
            MmOrder::Together => mm::Order::Together,
            MmOrder::Groups => mm::Order::GroupByGroup,
        };
        let threads = self.recipe.threads;
        mm::Settings { order, max_iterations: self.rounds, threads, ..mm::Settings::default() }
    }

    /// The settings of latent factor ranking.
    pub fn lfr(&self) -> lfr::Settings {
        let usual = lfr::Settings::default();
        let step = self.step.unwrap_or(usual.step);
        lfr::Settings { n_factors: self.factors, step, seed: self.seed, ..usual }
    }

    /// The settings of the factorized Bradley–Terry model.
    pub fn btfm(&self) -> btfm::Settings {
        let usual = btfm::Settings::default();
        let step = self.step.unwrap_or(usual.step);
        btfm::Settings { n_factors: self.factors, step, seed: self.seed, ..usual }
    }

    /// Every parameter that the weights depend on, for the file of weights.
    pub fn hyperparameters(&self, n_games: u64) -> Value {
        let method = match self.method {
            Method::Mm => {
                let mm = self.mm();
                json!({"order": format!("{:?}", self.order).to_lowercase(), "tolerance": mm.tolerance,
                    "prior_wins": mm.prior_wins, "prior_losses": mm.prior_losses})
            }
            Method::Lfr => {
                let lfr = self.lfr();
                json!({"factors": lfr.n_factors, "step": lfr.step, "deviation": lfr.deviation,
                    "shrink_weights": lfr.shrink_weights, "shrink_factors": lfr.shrink_factors})
            }
            Method::Btfm => {
                let btfm = self.btfm();
                json!({"factors": btfm.n_factors, "step": btfm.step, "deviation": btfm.deviation,
                    "first_square": btfm.first_square, "negligible": btfm.negligible,
                    "shrink_weights": btfm.shrink_weights, "shrink_factors": btfm.shrink_factors})
            }
        };
        json!({
            "features": self.recipe.features.name(),
            "size": self.games.size.lines(),
            "games": n_games,
            "least": self.least,
            "every": self.recipe.every,
            "rounds": self.rounds,
            "seed": self.seed,
            "threads": self.recipe.threads,
            "stream": self.stream,
            "games_a_round": self.games_a_round,
            "average": self.average,
            "from": self.from.as_ref().map(|from| from.provenance.corpus.to_string()),
            "method": method,
        })
    }

    /// Names games and extraction: what the contests depend on.
    pub fn extraction_run(&self) -> Fingerprint {
        let mut text = format!(
            "{} {} {} {:?} {:?}",
            self.recipe.features.fingerprint(),
            self.games.size,
            self.least,
            self.recipe.every,
            self.games.limit
        );
        for (mark, wanted) in [("learn", Some(&self.games)), ("measure", self.valid.as_ref())] {
            for file in wanted.iter().flat_map(|wanted| &wanted.files) {
                // Name and length: another file by the same name hardly ever has the same length.
                let name = file.file_name().unwrap_or_default().to_string_lossy();
                let length = fs::metadata(file).map_or(0, |meta| meta.len());
                text += &format!("\n{mark} {name} {length}");
            }
        }
        if let Some(from) = &self.from {
            text += &format!("\nfrom {} {}", from.provenance.corpus, from.provenance.metrics);
        }
        let limit = self.valid.as_ref().and_then(|valid| valid.limit);
        Fingerprint::of(format!("{text} {limit:?}").as_bytes())
    }

    /// Names everything that learning depends on.
    pub fn learning_run(&self) -> Fingerprint {
        let mut parameters = self.hyperparameters(0);
        // How many rounds there are is no part of what they do: a run may be resumed with more or fewer.
        parameters["rounds"] = Value::Null;
        Fingerprint::of(format!("{}{parameters}", self.extraction_run()).as_bytes())
    }
}
