//! `aji balance`: playout strengths that are right about who wins.

use crate::{interrupt, shipped};
use aji_goban::Size;
use aji_lab::balancing::{self, Balanced, Plan, ShapeLevers};
use aji_lab::provenance::Provenance;
use aji_lab::training::Progress;
use aji_ranking::WeightFile;
use anyhow::{Context, Result, ensure};
use clap::Args;
use std::io;
use std::num::NonZero;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// What to balance, with what.
#[derive(Args)]
#[command(after_help = "Examples:
  aji balance --games games.sgf.zst --out balanced.safetensors
  aji balance --games games.sgf.zst --out balanced.safetensors --resume
  aji gtp --set playout.gammas=balanced.safetensors --set playout.exponent=1

Positions of games with a known winner are played out, and the strengths of playouts changed until the share of playouts
won says best who won the game. Ctrl-C saves and stops; the same command with --resume goes on.")]
pub struct Arguments {
    /// Game records (.sgf, .zst, .gz, .zip) or folders of them
    #[arg(long, required = true, num_args = 1.., value_name = "FILES")]
    games: Vec<PathBuf>,
    /// Lines of the board
    #[arg(long, default_value_t = 19, value_name = "N")]
    size: u64,
    /// Playout strengths to start from: a file; without it, those that ship for this board
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// What those are raised to first
    #[arg(long, default_value_t = 1.2, value_name = "POWER")]
    exponent: f64,
    /// Change the strength of each shape by itself, not one exponent of all
    #[arg(long)]
    each_shape: bool,
    /// Where the strengths go
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Steps in all
    #[arg(long, default_value_t = 700, value_name = "N")]
    steps: u32,
    /// Positions a step
    #[arg(long, default_value_t = NonZero::new(64).unwrap_or(NonZero::<u32>::MIN), value_name = "N")]
    batch: NonZero<u32>,
    /// Playouts a position, at least 4
    #[arg(long, default_value_t = 32, value_name = "N", value_parser = clap::value_parser!(u32).range(4..))]
    playouts: u32,
    /// How far the logarithm of a strength goes in one step
    #[arg(long, default_value_t = 0.02, value_name = "STEP")]
    step: f64,
    /// Go on with an interrupted run
    #[arg(long, conflicts_with = "fresh")]
    resume: bool,
    /// Forget an interrupted run
    #[arg(long)]
    fresh: bool,
    /// Threads
    #[arg(long, default_value_t = NonZero::<usize>::MIN, value_name = "N")]
    threads: NonZero<usize>,
    /// The seed of all chance
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// Save every so many seconds
    #[arg(long, default_value_t = 60.0, value_name = "SECONDS")]
    save_every: f64,
}

/// Runs the subcommand.
pub fn run(arguments: Arguments) -> Result<ExitCode> {
    let size = Size::new(arguments.size)?;
    let from = match &arguments.from {
        Some(file) => WeightFile::load(file, None)?,
        None => {
            let fits = aji_weights::PLAYOUT_DIAMOND2.iter().find(|(most, _)| size.lines() <= *most);
            let (_, packed) = fits.context("no playout strengths ship for this board")?;
            shipped::file(packed.name)?
        }
    };
    ensure!(
        arguments.exponent.is_finite() && arguments.step.is_finite() && arguments.step > 0.0,
        "--exponent must be a number, and --step one above 0"
    );
    let plan = Plan {
        games: arguments.games,
        size,
        from,
        exponent: arguments.exponent,
        shapes: if arguments.each_shape { ShapeLevers::Each } else { ShapeLevers::Together },
        steps: arguments.steps,
        batch: arguments.batch.get(),
        playouts: arguments.playouts,
        step: arguments.step,
        out: arguments.out,
        resume: arguments.resume,
        fresh: arguments.fresh,
        threads: arguments.threads,
        seed: arguments.seed,
        save_every: Duration::try_from_secs_f64(arguments.save_every)?,
        commit: Provenance::here("").commit,
    };
    let mut out = io::stderr();
    let mut progress = Progress::new(&mut out, Duration::from_secs(5));
    match balancing::run(&plan, &mut progress, interrupt::flag()?)? {
        Balanced::Done { first, last } => {
            println!("{}", plan.out.display());
            println!("log-likelihood of the winners: {first:.4} at first, {last:.4} at last");
            Ok(ExitCode::SUCCESS)
        }
        Balanced::Stopped => {
            println!("stopped: the same command with --resume goes on");
            Ok(ExitCode::FAILURE)
        }
    }
}
