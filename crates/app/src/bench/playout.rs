//! `aji bench playout`: how fast each policy plays games out.

use crate::strengths;
use aji_goban::{Move, Position, Size};
use aji_search::playout::{Player, Playouts, Start};
use aji_search::settings::{PlayoutPolicy, PlayoutSettings, PlayoutShape};
use aji_search::{Knowledge, Random};
use anyhow::{Result, ensure};
use clap::{Args, ValueEnum};
use serde::Serialize;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// What to measure.
#[derive(Args)]
pub struct Arguments {
    /// Lines of the board
    #[arg(long, default_value_t = 9, value_name = "N")]
    size: u64,
    /// The policy
    #[arg(long, default_value = "learned")]
    playout: Policy,
    /// The shapes a learned playout looks at
    #[arg(long, default_value = "diamond2")]
    shape: Shape,
    /// A file of strengths, in place of those that ship
    #[arg(long, default_value = "", value_name = "FILE", hide_default_value = true)]
    gammas: String,
    /// How long to measure each position
    #[arg(long, default_value_t = 3.0, value_name = "S")]
    seconds: f64,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Policy {
    Learned,
    Rules,
    Uniform,
}

#[derive(Clone, Copy, ValueEnum)]
enum Shape {
    #[value(name = "3x3")]
    ThreeByThree,
    Diamond2,
}

#[derive(Serialize)]
struct Speeds {
    size: usize,
    playout: String,
    shape: String,
    #[serde(flatten)]
    empty: Speed,
    middle: Speed,
}

#[derive(Serialize)]
struct Speed {
    playouts_per_second: f64,
    moves_per_playout: f64,
    nanoseconds_per_move: f64,
}

/// Runs the subcommand.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let seconds = arguments.seconds;
    ensure!((0.01..=3600.0).contains(&seconds), "--seconds must lie between 0.01 and 3600");
    let size = Size::new(arguments.size)?;
    let settings = PlayoutSettings {
        policy: match arguments.playout {
            Policy::Learned => PlayoutPolicy::Learned,
            Policy::Rules => PlayoutPolicy::Rules,
            Policy::Uniform => PlayoutPolicy::Uniform,
        },
        shape: match arguments.shape {
            Shape::ThreeByThree => PlayoutShape::ThreeByThree,
            Shape::Diamond2 => PlayoutShape::Diamond2,
        },
        gammas: arguments.gammas.clone(),
        ..PlayoutSettings::default()
    };
    let knowledge = Knowledge { playout: strengths::load(&settings)?, prior: None };
    let playouts = Playouts::new(&settings, &knowledge.playout_on(size), size);
    let time = Duration::from_secs_f64(seconds);
    let speeds = Speeds {
        size: size.lines(),
        playout: name(&arguments.playout),
        shape: name(&arguments.shape),
        empty: measure(&Start::new(&Position::new(size), playouts.clone()), time),
        middle: measure(&Start::new(&middle(size), playouts), time),
    };
    if arguments.json {
        println!("{}", serde_json::to_string(&speeds)?);
    } else {
        println!("{size}, {} playouts ({} shapes), one thread", speeds.playout, speeds.shape);
        for (from, speed) in [("the empty board", &speeds.empty), ("mid-game", &speeds.middle)] {
            println!(
                "  from {from:<16} {:>9.0} playouts/s {:>7.1} moves/playout {:>7.0} ns/move",
                speed.playouts_per_second, speed.moves_per_playout, speed.nanoseconds_per_move
            );
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The name on the command line.
fn name(value: &impl ValueEnum) -> String {
    value.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
}

/// The middle of a game: as many moves of a uniform playout as a third of the points.
fn middle(size: Size) -> Position {
    let mut position = Position::new(size);
    let mut random = Random::new(3);
    while position.n_moves() < size.n_points() / 3 {
        let points: Vec<_> =
            position.board().empties().iter().filter(|&p| position.is_sensible(p)).collect();
        let Some(&point) = points.get(random.below(points.len().max(1))) else { break };
        position.play(Move::Place(point), &mut ());
    }
    position
}

fn measure(start: &Start, time: Duration) -> Speed {
    let mut player = Player::new(start, Random::new(1));
    let (mut n_playouts, mut n_moves) = (0_u64, 0_u64);
    let clock = Instant::now();
    while clock.elapsed() < time {
        player.reset(start);
        n_moves += player.play_to_end() as u64;
        n_playouts += 1;
    }
    let seconds = clock.elapsed().as_secs_f64();
    Speed {
        playouts_per_second: n_playouts as f64 / seconds,
        moves_per_playout: n_moves as f64 / n_playouts as f64,
        nanoseconds_per_move: seconds * 1e9 / n_moves as f64,
    }
}
