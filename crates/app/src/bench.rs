//! `aji bench`: speeds on this machine, and how right playouts are.

mod features;
mod judgement;
mod playout;
mod search;

use aji_goban::{Empties, Game, Move, Position, Size};
use aji_lab::extraction::{Part, Recipe, Wanted};
use aji_lab::training::speed;
use aji_patterns::FeatureSet;
use aji_search::{Budget, Engine, Random, playout::policy::play_out};
use anyhow::{Result, ensure};
use clap::{Args, Subcommand};
use serde::Serialize;
use std::num::NonZero;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// What to measure.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  aji bench board --size 19 --seconds 5 --json\n  aji bench playout --size 9 --playout learned --shape diamond2\n  aji bench search --size 19 --threads 2 --json\n  aji bench features --seconds 5\n  aji bench judgement --games valid.sgf.zst"
)]
pub struct Arguments {
    #[command(subcommand)]
    subject: Subject,
}

#[derive(Subcommand)]
enum Subject {
    /// Uniform legal playouts on the bare board, own eyes not filled
    Board {
        /// Lines of the board
        #[arg(long, default_value_t = 9, value_name = "N")]
        size: u64,
        /// How long to measure
        #[arg(long, default_value_t = 3.0, value_name = "S")]
        seconds: f64,
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Playouts of one policy, from the empty board and from the middle of a game
    Playout(playout::Arguments),
    /// The whole search, from the empty board or, with --moves, later in a game
    Search(search::Arguments),
    /// How right playouts are about the score of games that were counted
    Judgement(judgement::Arguments),
    /// Features of all moves of a middle game, unconditional life, ladders
    Features(features::Arguments),
    /// Reading games, extracting the tree's features and one pass of latent factor ranking
    Train {
        /// Game records or folders of them
        #[arg(long, required = true, num_args = 1.., value_name = "FILES")]
        games: Vec<PathBuf>,
        /// Lines of the board
        #[arg(long, default_value_t = 19, value_name = "N")]
        size: u64,
        /// Use so many games at most
        #[arg(long, default_value_t = 300, value_name = "N")]
        limit: u32,
        /// Threads that extract; learning runs beside them
        #[arg(long, default_value_t = NonZero::new(2).unwrap(), value_name = "N")]
        threads: NonZero<usize>,
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
}

/// Runs the subcommand.
pub fn run(arguments: Arguments) -> Result<ExitCode> {
    match arguments.subject {
        Subject::Board { size, seconds, json } => run_board(size, seconds, json),
        Subject::Playout(arguments) => playout::run(&arguments),
        Subject::Search(arguments) => search::run(&arguments),
        Subject::Judgement(arguments) => judgement::run(&arguments),
        Subject::Features(arguments) => features::run(&arguments),
        Subject::Train { games, size, limit, threads, json } => {
            let (features, every) = (FeatureSet::Tree, NonZero::<u32>::MIN);
            let size = Size::new(size)?;
            let wanted = Wanted { files: games, size, limit: Some(limit), part: Part::All };
            let speed = speed::measure(&Recipe { features, every, threads }, &wanted, 10)?;
            if json {
                println!("{}", serde_json::to_string(&speed)?);
            } else {
                println!(
                    "{} positions of {} games, {threads} threads",
                    speed.positions, speed.games
                );
                println!("{:>12.0} positions a second", speed.positions_per_second);
                println!("{:>12.0} candidates a second", speed.candidates_per_second);
            }
            Ok(ExitCode::SUCCESS)
        }
    }
}

fn run_board(size: u64, seconds: f64, json: bool) -> Result<ExitCode> {
    ensure!((0.01..=3600.0).contains(&seconds), "--seconds must lie between 0.01 and 3600");
    let speed = board(Size::new(size)?, Duration::from_secs_f64(seconds));
    if json {
        println!("{}", serde_json::to_string(&speed)?);
    } else {
        println!("{size}×{size}, uniform playouts from the empty board, one thread");
        println!("{:>12.0} playouts a second", speed.playouts_per_second);
        println!("{:>12.0} moves a second", speed.moves_per_second);
        println!("{:>12.1} moves a playout", speed.moves_per_playout);
    }
    Ok(ExitCode::SUCCESS)
}

#[derive(Serialize)]
struct BoardSpeed {
    size: usize,
    seconds: f64,
    playouts_per_second: f64,
    moves_per_second: f64,
    moves_per_playout: f64,
}

fn board(size: Size, time: Duration) -> BoardSpeed {
    let (root, all) = (Position::new(size), Empties::new(size));
    let (mut position, mut empties, mut random) = (root.clone(), all.clone(), Random::new(1));
    let (mut n_playouts, mut n_moves) = (0_u64, 0_u64);
    let start = Instant::now();
    while start.elapsed() < time {
        position.clone_from(&root);
        empties.clone_from(&all);
        let max_moves = 3 * size.n_points();
        n_moves +=
            play_out(&mut position, &mut empties, &mut random, max_moves, None, &mut ()) as u64;
        n_playouts += 1;
    }
    let seconds = start.elapsed().as_secs_f64();
    BoardSpeed {
        size: size.lines(),
        seconds,
        playouts_per_second: n_playouts as f64 / seconds,
        moves_per_second: n_moves as f64 / seconds,
        moves_per_playout: n_moves as f64 / n_playouts as f64,
    }
}

/// Lets the engine play a game against itself until it has so many moves, fewer if it ends before.
fn play_on(
    engine: &mut Engine,
    game: &mut Game,
    n_moves: usize,
    playouts_a_move: u64,
) -> Result<()> {
    while game.moves().len() < n_moves && !game.is_over() {
        let budget = Budget::playouts(playouts_a_move);
        let report = engine.search(game, budget, &AtomicBool::new(false), None);
        let play = report.best().map_or(Move::Pass, |best| best.play);
        game.play(report.to_move, play)?;
    }
    Ok(())
}
