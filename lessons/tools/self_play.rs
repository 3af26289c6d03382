//! A match between two players of the lessons, with a 95 % interval.
//!
//! ```text
//! cargo run --release -p aji-lessons --example self-play -- uct:1000 primitive:30 --games 150
//! ```
#![allow(clippy::print_stdout, clippy::print_stderr)]

use aji_lessons::arena::{MatchResult, play_match};
use aji_lessons::players::player;
use aji_lessons::score::KOMI;
use std::process::ExitCode;
use std::time::Instant;

const USAGE: &str = "self-play FIRST SECOND [--games 100] [--threads 1] [--seed 1] [--sgf]
players: random  primitive:N (N playouts a move)  uct:N  knowing:N  rave:N (N playouts in all)
They change colors after every game; game i is played with seed + i.";

/// What was asked for on the command line.
struct Request {
    players: [String; 2],
    games: usize,
    threads: usize,
    seed: u64,
    sgf: bool,
}

fn main() -> ExitCode {
    let Some(request) = parse(std::env::args().skip(1)) else {
        eprintln!("{USAGE}");
        return ExitCode::FAILURE;
    };
    let [first, second] = &request.players;
    let start = Instant::now();
    let make = |name: &str| player(name).expect("parse has tried the name");
    let mut done = MatchResult::default();
    let result = play_match(
        &|| make(first),
        &|| make(second),
        (request.games, request.threads, request.seed, KOMI),
        &mut |i, game, won| {
            done.games += 1;
            done.wins += usize::from(won);
            eprintln!("game {i}: {}, {first} has won {}/{}", game.result(), done.wins, done.games);
            if request.sgf {
                let black_first = i % 2 == 0;
                let (b, w) = if black_first { (first, second) } else { (second, first) };
                println!("{}", game.sgf(b, w));
            }
        },
    );
    let (low, high) = result.interval();
    println!(
        "{first} against {second}: {} of {} games, {:.1} % [{:.1}, {:.1}], seed {}, {:.0} s",
        result.wins,
        result.games,
        100.0 * result.rate(),
        100.0 * low,
        100.0 * high,
        request.seed,
        start.elapsed().as_secs_f64()
    );
    ExitCode::SUCCESS
}

fn parse(mut args: impl Iterator<Item = String>) -> Option<Request> {
    let mut names = Vec::new();
    let (mut games, mut threads, mut seed, mut sgf) = (100, 1, 1, false);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--games" => games = args.next()?.parse().ok()?,
            "--threads" => threads = args.next()?.parse().ok()?,
            "--seed" => seed = args.next()?.parse().ok()?,
            "--sgf" => sgf = true,
            name => {
                player(name)?;
                names.push(name.to_string());
            }
        }
    }
    Some(Request { players: names.try_into().ok()?, games, threads, seed, sgf })
}
