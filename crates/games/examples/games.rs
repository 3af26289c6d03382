//! The command on its own: `cargo run --release -p aji-games --example games -- perft othello`.
#![allow(clippy::print_stderr, clippy::exit)]

use aji_games::command::{GamesArgs, run_with};
use clap::Parser;

fn main() {
    let mut out = std::io::stdout();
    let result = run_with(&GamesArgs::parse(), &mut out, &mut |line| eprintln!("{line}"));
    if let Err(error) = result {
        eprintln!("{error}");
        std::process::exit(1);
    }
}
