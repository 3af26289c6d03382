//! `aji bench`: speeds on this machine, one thread.

mod features;

use aji_goban::{Empties, Position, Size};
use aji_search::{Random, playout::uniform};
use anyhow::{Result, ensure};
use clap::{Args, Subcommand};
use serde::Serialize;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// What to measure.
#[derive(Args)]
#[command(after_help = "Examples:
  aji bench board --size 19 --seconds 5 --json
  aji bench features --seconds 5")]
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
    /// Features of all moves of a middle game, unconditional life, ladders
    Features {
        /// Lines of the board
        #[arg(long, default_value_t = 19, value_name = "N")]
        size: u64,
        /// How long to measure
        #[arg(long, default_value_t = 3.0, value_name = "S")]
        seconds: f64,
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
}

/// Runs the subcommand.
pub fn run(arguments: Arguments) -> Result<ExitCode> {
    match arguments.subject {
        Subject::Board { size, seconds, json } => {
            let speed = board(Size::new(size)?, duration(seconds)?);
            show(&speed, json, BoardSpeed::print)?;
        }
        Subject::Features { size, seconds, json } => {
            let speed = features::measure(Size::new(size)?, duration(seconds)?)?;
            show(&speed, json, features::FeatureSpeed::print)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn duration(seconds: f64) -> Result<Duration> {
    ensure!((0.01..=3600.0).contains(&seconds), "--seconds must lie between 0.01 and 3600");
    Ok(Duration::from_secs_f64(seconds))
}

/// Prints a measurement as one JSON object or in lines.
fn show<T: Serialize>(speed: &T, json: bool, print: impl Fn(&T)) -> Result<()> {
    if json {
        println!("{}", serde_json::to_string(speed)?);
    } else {
        print(speed);
    }
    Ok(())
}

#[derive(Serialize)]
struct BoardSpeed {
    size: usize,
    seconds: f64,
    playouts_per_second: f64,
    moves_per_second: f64,
    moves_per_playout: f64,
}

impl BoardSpeed {
    fn print(&self) {
        println!("{0}×{0}, uniform playouts from the empty board, one thread", self.size);
        println!("{:>12.0} playouts a second", self.playouts_per_second);
        println!("{:>12.0} moves a second", self.moves_per_second);
        println!("{:>12.1} moves a playout", self.moves_per_playout);
    }
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
        n_moves += uniform::play_out(&mut position, &mut empties, &mut random, max_moves) as u64;
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
