//! The program `aji`: one file per subcommand. The only place that reads the command line, prints, and
//! ends the process.
#![allow(clippy::print_stdout, clippy::print_stderr)]

mod bench;
mod config;
mod doctor;
mod gtp;
mod options;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// A Go engine and laboratory that gives its reasons.
#[derive(Parser)]
#[command(name = "aji", version, about, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "Examples:
  aji gtp --preset uct --playouts 5000    a GTP engine for Sabaki, GoGui, Lizzie, …
  aji bench board --size 9 --json         how fast the board is on this machine
  aji config show --preset uct            every setting and its value
  aji doctor                              what is wrong with this installation";

#[derive(Subcommand)]
enum Command {
    /// Play by the Go Text Protocol, for any GUI or server that speaks it
    Gtp(gtp::Arguments),
    /// Measure speeds on this machine
    Bench(bench::Arguments),
    /// Show every setting
    Config(config::Arguments),
    /// Check this installation and say what is wrong with it
    Doctor(doctor::Arguments),
}

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Gtp(arguments) => gtp::run(arguments),
        Command::Bench(arguments) => bench::run(arguments),
        Command::Config(arguments) => config::run(arguments),
        Command::Doctor(arguments) => doctor::run(arguments),
    };
    match result {
        Ok(code) => code,
        Err(error) => {
            eprintln!("aji: {error:#}");
            ExitCode::FAILURE
        }
    }
}
