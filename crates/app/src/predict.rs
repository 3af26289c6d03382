//! `aji predict`: how well weights predict the moves of games.

use crate::{interrupt, shipped};
use aji_goban::Size;
use aji_lab::extraction::{Part, Wanted};
use aji_lab::prediction::{self, Predictor};
use aji_lab::training::Progress;
use anyhow::{Context, Result};
use clap::Args;
use std::io;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// Which weights, on which games.
#[derive(Args)]
#[command(after_help = "Examples:
  aji predict --games valid.sgf.zst
  aji predict --games valid.sgf.zst --weights tree my-training playout-diamond2-19 --plot prediction.svg")]
pub struct Arguments {
    /// Game records (.sgf, .zst, .gz, .zip) or folders of them
    #[arg(long, required = true, num_args = 1.., value_name = "FILES")]
    games: Vec<PathBuf>,
    /// Folders that `aji train` wrote to, files of weights, or names of weights that ship with the program: tree (the
    /// default), tree-mm, tree-lfr, playout-3x3-9, …
    #[arg(long, num_args = 1.., value_name = "DIR")]
    weights: Vec<PathBuf>,
    /// Lines of the board
    #[arg(long, default_value_t = 19, value_name = "N")]
    size: u64,
    /// Use so many games at most
    #[arg(long, value_name = "N")]
    limit: Option<u32>,
    /// Threads; the figures do not depend on them
    #[arg(long, default_value_t = NonZero::<usize>::MIN, value_name = "N")]
    threads: NonZero<usize>,
    /// Print one JSON object a line for each of the weights
    #[arg(long)]
    json: bool,
    /// Draw hit rates and accuracy by move number
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,
}

/// What is there by this name, or else what ships by it.
fn load(path: &Path) -> Result<Predictor> {
    let name = path.to_string_lossy();
    if shipped::is_shipped(&name) && !path.exists() {
        return Ok(Predictor::of(&name, shipped::file(&name)?, path)?);
    }
    Ok(Predictor::load(path)?)
}

/// Runs the subcommand.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let size = Size::new(arguments.size)?;
    let wanted =
        Wanted { files: arguments.games.clone(), size, limit: arguments.limit, part: Part::All };
    let shipped = [PathBuf::from(aji_weights::TREE.name)];
    let weights = if arguments.weights.is_empty() { &shipped } else { &arguments.weights[..] };
    let loaded: Result<Vec<Predictor>> = weights.iter().map(|path| load(path)).collect();
    let (cancel, mut reports) = (interrupt::flag()?, Vec::new());
    for predictor in loaded? {
        let mut out = io::stderr();
        let mut progress = Progress::new(&mut out, Duration::from_secs(5));
        let all = arguments.limit.map(u64::from);
        let report = prediction::predict(&predictor, &wanted, arguments.threads, |games, n| {
            progress.step("predicting, games", games, all, (n, "positions"));
            let is_stopped = cancel.load(Ordering::Relaxed);
            if is_stopped { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        if arguments.json {
            println!("{}", prediction::to_json(&predictor.name, &report));
        } else {
            println!(
                "{}: {} positions of {} games",
                predictor.name, report.positions, report.games
            );
            for (name, top) in [("top-1", 0), ("top-5", 4), ("top-10", 9)] {
                let part = report.top[top];
                let [value, low, high] = [part.value, part.low, part.high].map(|x| 100.0 * x);
                println!("{name:>16} {value:8.2} % ({low:.2} to {high:.2})");
            }
            println!("{:>16} {:8.2}", "mean rank", report.mean_rank.value);
            println!("{:>16} {:8.4}", "log-likelihood", report.log_likelihood.value);
        }
        reports.push((predictor.name, report));
    }
    if let Some(path) = &arguments.plot {
        std::fs::write(path, prediction::svg(&reports))
            .with_context(|| format!("cannot write the plot {}", path.display()))?;
    }
    Ok(ExitCode::SUCCESS)
}
