//! `aji train`: weights from games.

use crate::{interrupt, shipped};
use aji_goban::Size;
use aji_lab::extraction::{Part, Recipe, Wanted};
use aji_lab::provenance::Provenance;
use aji_lab::training::{self, Files, Method, MmOrder, Plan, Progress, Trained};
use aji_patterns::{Extent, FeatureSet};
use aji_ranking::WeightFile;
use anyhow::{Context, Result};
use clap::{Args, ValueEnum};
use std::io;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// What to learn, from what.
#[derive(Args)]
#[command(after_help = "Examples:
  aji train mm --target playout --games games.sgf.zst --out playout --limit 10000
  aji train lfr --games games.sgf.zst --valid others.sgf.zst --out tree
  aji train lfr --games games.sgf.zst --valid others.sgf.zst --out tree --resume
  aji train btfm --target wide --games games.sgf.zst --stream --games-a-round 5000 --average 2000 --out best
  aji train btfm --from shipped --games one-player/ --out style

Ctrl-C saves and stops; the same command with --resume goes on. The result is DIR/weights.safetensors.")]
pub struct Arguments {
    /// How weights are found: Bradley–Terry strengths by minorization–maximization (mm), latent factor ranking
    /// (lfr), or the factorized Bradley–Terry model (btfm)
    #[arg(value_enum)]
    method: MethodName,
    /// Game records (.sgf, .zst, .gz, .zip) or folders of them
    #[arg(long, required = true, num_args = 1.., value_name = "FILES")]
    games: Vec<PathBuf>,
    /// Other games to measure prediction by; else every twentieth game is kept for that
    #[arg(long, num_args = 1.., value_name = "FILES")]
    valid: Vec<PathBuf>,
    /// Measure by so many of them at most
    #[arg(long, default_value_t = 300, value_name = "N")]
    valid_limit: u32,
    /// The folder for weights and checkpoints
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// For moves in the tree with the features of the thesis, or with more of them (wide); or for playouts
    #[arg(long, value_enum, default_value_t = Target::Tree)]
    target: Target,
    /// The shapes of playouts
    #[arg(long, value_enum, default_value_t = Shape::Diamond2)]
    shape: Shape,
    /// Lines of the board
    #[arg(long, default_value_t = 19, value_name = "N")]
    size: u64,
    /// Use so many games at most
    #[arg(long, value_name = "N")]
    limit: Option<u32>,
    /// Shapes played at least so often become features
    #[arg(long, default_value_t = 10, value_name = "N")]
    least: u32,
    /// Learn from every N-th move of a game only
    #[arg(long, default_value_t = NonZero::<u32>::MIN, value_name = "N")]
    every: NonZero<u32>,
    /// Go on with an interrupted training
    #[arg(long, conflicts_with = "fresh")]
    resume: bool,
    /// Forget an interrupted training
    #[arg(long)]
    fresh: bool,
    /// Keep contests and checkpoints when done
    #[arg(long)]
    keep: bool,
    /// Threads
    #[arg(long, default_value_t = NonZero::<usize>::MIN, value_name = "N")]
    threads: NonZero<usize>,
    /// The seed of all chance
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// Iterations or rounds at most
    #[arg(long, default_value_t = 100, value_name = "N")]
    rounds: u32,
    /// The length of the vectors (lfr, btfm)
    #[arg(long, default_value_t = 5, value_name = "K")]
    factors: usize,
    /// The size of a step (lfr, btfm), instead of the method's own
    #[arg(long, value_name = "STEP")]
    step: Option<f32>,
    /// Keep no contests on disk, but make them from the games in every round (lfr, btfm): for very many games
    #[arg(long)]
    stream: bool,
    /// With --stream, measure prediction after every so many games, and call that a round
    #[arg(long, value_name = "N", requires = "stream")]
    games_a_round: Option<NonZero<usize>>,
    /// Take the mean of the models after every so many positions of a round as its result (lfr, btfm)
    #[arg(long, value_name = "N")]
    average: Option<NonZero<u64>>,
    /// Go on from these weights, with their features and shapes (lfr, btfm): a folder, a file, or `shipped`
    #[arg(long, value_name = "DIR", conflicts_with_all = ["target", "least"])]
    from: Option<PathBuf>,
    /// Update strengths together or by groups, one pass each (mm)
    #[arg(long, value_enum, default_value_t = OrderName::Together)]
    order: OrderName,
    /// Room for contests in memory (mm), in megabytes; more than that is read from disk in every pass
    #[arg(long, default_value_t = 4000, value_name = "MB")]
    memory: usize,
    /// Save a checkpoint every so many seconds
    #[arg(long, default_value_t = 300.0, value_name = "SECONDS")]
    save_every: f64,
}

#[derive(Clone, Copy, ValueEnum)]
enum MethodName {
    Mm,
    Lfr,
    Btfm,
}

#[derive(Clone, Copy, ValueEnum)]
enum Target {
    Tree,
    Wide,
    Playout,
}

#[derive(Clone, Copy, ValueEnum)]
enum Shape {
    #[value(name = "3x3")]
    ThreeByThree,
    Diamond2,
}

#[derive(Clone, Copy, ValueEnum)]
enum OrderName {
    Together,
    Groups,
}

/// The weights to go on from.
fn base(path: &Path) -> Result<WeightFile> {
    if path == Path::new("shipped") {
        return shipped::file("shipped");
    }
    let path = if path.is_dir() { Files::of(path).weights } else { path.to_owned() };
    Ok(WeightFile::load(&path, None)?)
}

impl Arguments {
    fn plan(&self) -> Result<Plan> {
        let size = Size::new(self.size)?;
        let features = match (self.target, self.shape) {
            (Target::Tree, _) => FeatureSet::Tree,
            (Target::Wide, _) => FeatureSet::Wide,
            (Target::Playout, Shape::ThreeByThree) => FeatureSet::Playout(Extent::ThreeByThree),
            (Target::Playout, Shape::Diamond2) => FeatureSet::Playout(Extent::Diamond2),
        };
        let from = self.from.as_deref().map(base).transpose()?;
        let features = match &from {
            Some(file) => FeatureSet::from_fingerprint(file.provenance.feature_set)
                .context("the weights to go on from are for other features than this program's")?,
            None => features,
        };
        let wanted = |files: &Vec<PathBuf>, limit| {
            let files = files.clone();
            Wanted { files, size, limit, part: Part::All }
        };
        let valid = (!self.valid.is_empty()).then(|| wanted(&self.valid, Some(self.valid_limit)));
        Ok(Plan {
            method: match self.method {
                MethodName::Mm => Method::Mm,
                MethodName::Lfr => Method::Lfr,
                MethodName::Btfm => Method::Btfm,
            },
            recipe: Recipe { features, every: self.every, threads: self.threads },
            games: wanted(&self.games, self.limit),
            valid,
            least: self.least,
            out: self.out.clone(),
            resume: self.resume,
            fresh: self.fresh,
            keep: self.keep,
            save_every: Duration::try_from_secs_f64(self.save_every)?,
            rounds: self.rounds,
            seed: self.seed,
            factors: self.factors,
            step: self.step,
            order: match self.order {
                OrderName::Together => MmOrder::Together,
                OrderName::Groups => MmOrder::Groups,
            },
            memory: self.memory << 20,
            stream: self.stream,
            games_a_round: self.games_a_round,
            average: self.average,
            from: from.map(Box::new),
            commit: Provenance::here("").commit,
        })
    }
}

/// Runs the subcommand.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let plan = arguments.plan()?;
    let mut out = io::stderr();
    let mut progress = Progress::new(&mut out, Duration::from_secs(5));
    match training::run(&plan, &mut progress, interrupt::flag()?)? {
        Trained::Done(report) => {
            println!("{}", Files::of(&plan.out).weights.display());
            println!(
                "top-1 {:.2} % ({:.2} to {:.2}), top-5 {:.2} %, top-10 {:.2} %, mean rank {:.2}, \
                 log-likelihood {:.4}, over {} positions of {} games",
                100.0 * report.top[0].value,
                100.0 * report.top[0].low,
                100.0 * report.top[0].high,
                100.0 * report.top[4].value,
                100.0 * report.top[9].value,
                report.mean_rank.value,
                report.log_likelihood.value,
                report.positions,
                report.games
            );
            Ok(ExitCode::SUCCESS)
        }
        Trained::Stopped => {
            println!("stopped: the same command with --resume goes on");
            Ok(ExitCode::FAILURE)
        }
    }
}
