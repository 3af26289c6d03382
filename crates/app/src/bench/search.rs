//! `aji bench search`: how fast the whole search is, and how much memory it takes.

use crate::options::EngineOptions;
use crate::strengths;
use aji_goban::{Game, Komi, Rules, Size};
use aji_search::Budget;
use anyhow::{Result, ensure};
use clap::Args;
use serde::Serialize;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// For the game before the position that is measured; with one thread it is the same every time.
const PLAYOUTS_A_MOVE: u64 = 16;

/// What to measure.
#[derive(Args)]
#[command(after_help = "Examples:
  aji bench search --size 19 --threads 2 --seconds 10 --json
  aji bench search --size 13 --moves 70          # in the middle of a game
  aji bench search --size 9 --preset ray-plain --set playout.shape=3x3")]
pub struct Arguments {
    /// Lines of the board
    #[arg(long, default_value_t = 9, value_name = "N")]
    size: u64,
    /// How long to measure
    #[arg(long, default_value_t = 5.0, value_name = "S")]
    seconds: f64,
    /// Measure after so many moves of a quick game against itself
    #[arg(long, default_value_t = 0, value_name = "N")]
    moves: usize,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    engine: EngineOptions,
}

#[derive(Serialize)]
struct Speed {
    size: usize,
    moves: usize,
    threads: usize,
    seconds: f64,
    playouts: u64,
    playouts_per_second: f64,
    nodes: usize,
    depth: usize,
    rss_mb: f64,
}

/// Runs the subcommand.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let seconds = arguments.seconds;
    ensure!((0.01..=1e6).contains(&seconds), "--seconds must lie between 0.01 and 1000000");
    let size = Size::new(arguments.size)?;
    let mut settings = arguments.engine.settings()?;
    settings.search.early_stop = false;
    let threads = settings.search.threads;
    let mut engine = strengths::engine(settings)?;
    let mut game = Game::new(size, Rules::CHINESE, Komi::from_half_points(13));
    super::play_on(&mut engine, &mut game, arguments.moves, PLAYOUTS_A_MOVE)?;
    let budget = Budget::time(Duration::from_secs_f64(seconds));
    let report = engine.search(&game, budget, &AtomicBool::new(false), None);
    let seconds = report.elapsed.as_secs_f64();
    let speed = Speed {
        size: size.lines(),
        moves: game.position().n_moves(),
        threads,
        seconds,
        playouts: report.n_playouts,
        playouts_per_second: report.n_playouts as f64 / seconds,
        nodes: report.n_nodes,
        depth: report.effort.depth,
        rss_mb: resident_mb(),
    };
    if arguments.json {
        println!("{}", serde_json::to_string(&speed)?);
    } else {
        println!(
            "{0}×{0} after {1} moves, {2} thread(s), {3:.1} s: {4:.0} playouts a second, {5} nodes, {6} moves deep, {7:.0} MB",
            speed.size,
            speed.moves,
            threads,
            seconds,
            speed.playouts_per_second,
            speed.nodes,
            speed.depth,
            speed.rss_mb
        );
    }
    Ok(ExitCode::SUCCESS)
}

/// What the process holds in memory, in megabytes, where the system tells; 0 elsewhere.
fn resident_mb() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS:"));
    let kilobytes: Option<f64> = line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok());
    kilobytes.unwrap_or(0.0) / 1024.0
}
