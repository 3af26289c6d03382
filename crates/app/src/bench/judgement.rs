//! `aji bench judgement`: how right playouts are about the score of games.

use crate::options::EngineOptions;
use crate::{interrupt, strengths};
use aji_goban::Size;
use aji_lab::judgement::{self, FAR, Judgement, Plan};
use aji_lab::training::Progress;
use aji_search::Knowledge;
use aji_search::playout::Playouts;
use anyhow::{Result, bail, ensure};
use clap::Args;
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// What to measure.
#[derive(Args)]
#[command(after_help = "Examples:
  aji bench judgement --games valid.sgf.zst
  aji bench judgement --games valid.sgf.zst --preset ray-plain --set playout.shape=3x3
  aji bench judgement --games mine.sgf --size 9 --before 0,10,20 --set playout.gammas=my-strengths.safetensors --json")]
pub struct Arguments {
    /// Game records (.sgf, .zst, .gz, .zip) or folders of them; those that were counted are used
    #[arg(long, required = true, num_args = 1.., value_name = "FILES")]
    games: Vec<PathBuf>,
    /// Lines of the board
    #[arg(long, default_value_t = 19, value_name = "N")]
    size: u64,
    /// Use so many games at most
    #[arg(long, default_value_t = 300, value_name = "N")]
    limit: usize,
    /// Judge so many moves before the end
    #[arg(long, default_values_t = [0, 20, 50, 100], value_delimiter = ',', value_name = "MOVES")]
    before: Vec<usize>,
    /// Print one JSON object a line
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    engine: EngineOptions,
}

/// Playouts from each position, unless --playouts says otherwise.
const N_PLAYOUTS: u32 = 40;

/// Runs the subcommand.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    ensure!(arguments.limit > 0, "--limit 0 leaves nothing to judge: write 1 or more");
    let size = Size::new(arguments.size)?;
    let settings = arguments.engine.settings()?;
    let n_playouts = match arguments.engine.playouts() {
        None => N_PLAYOUTS,
        Some(n @ 1..=1_000_000) => n as u32,
        Some(n) => bail!("--playouts {n}: write a number between 1 and 1000000"),
    };
    let knowledge = Knowledge { playout: strengths::load(&settings.playout)?, prior: None };
    let playouts = Playouts::new(&settings.playout, &knowledge.playout_on(size), size);
    let seed = settings.search.seed;
    let plan =
        Plan { games: arguments.games.clone(), size, limit: arguments.limit, n_playouts, seed };
    let games = judgement::games(&plan)?;
    let (mut out, cancel) = (io::stderr(), interrupt::flag()?);
    let mut progress = Progress::new(&mut out, Duration::from_secs(5));
    let all = (games.len() * arguments.before.len()) as u64;
    if !arguments.json {
        println!("{size}, {} games, {n_playouts} playouts from each position", games.len());
        println!(
            "{:>8} {:>6} {:>16} {:>10} {:>14} {:>15} {:>7}",
            "moves", "games", "points off", "far off", "right winner", "log-likelihood", "spread"
        );
    }
    for (round, &before) in arguments.before.iter().enumerate() {
        let cases = judgement::cases(&games, before);
        let judged = judgement::judge(&cases, before, &playouts, &plan, |done| {
            let done = (round * games.len() + done) as u64;
            progress.step(
                "judging positions",
                done,
                Some(all),
                (done * u64::from(n_playouts), "playouts"),
            );
            !cancel.load(Ordering::Relaxed)
        });
        match judged {
            Some(judged) => tell(&judged, arguments.json)?,
            None if cancel.load(Ordering::Relaxed) => return Ok(ExitCode::from(130)),
            None => eprintln!("no game has {before} moves to take back: left out"),
        }
    }
    if !arguments.json {
        println!(
            "moves: before the end; far off: by more than {FAR} points; spread: of one position's playouts, in points"
        );
    }
    Ok(ExitCode::SUCCESS)
}

fn tell(judged: &Judgement, as_json: bool) -> Result<()> {
    if as_json {
        println!("{}", serde_json::to_string(judged)?);
        return Ok(());
    }
    println!(
        "{:>8} {:>6} {:>9.1} ± {:<4.1} {:>8.1} % {:>12.1} % {:>15.3} {:>7.1}",
        judged.moves_before_end,
        judged.games,
        judged.error,
        judged.error_within,
        100.0 * judged.far_off,
        100.0 * judged.right,
        judged.log_likelihood,
        judged.spread
    );
    Ok(())
}
