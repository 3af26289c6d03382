//! The program `aji`: one file per subcommand. The only place that reads the command line, prints, and
//! ends the process.
#![allow(clippy::print_stdout, clippy::print_stderr)]

mod attention;
mod balance;
mod bench;
mod broken_pipe;
mod config;
mod corpus;
mod doctor;
mod explain;
mod games;
mod gtp;
mod interrupt;
mod lab;
mod lesson;
mod match_games;
mod options;
mod predict;
mod serve;
mod shipped;
mod strengths;
mod train;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// A Go engine and laboratory that gives its reasons. Alone, it opens the board in your browser.
#[derive(Parser)]
#[command(name = "aji", version, about, after_help = EXAMPLES, args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    serve: serve::Arguments,
}

const EXAMPLES: &str = "Examples:
  aji                                     play in the browser
  aji gtp --time 5 --threads 2            a GTP engine for Sabaki, GoGui, Lizzie, …
  aji explain game.sgf --move 57          what this move does, in words
  aji attention game.sgf --move 57        where to look before this move, and why
  aji bench board --size 9 --json         how fast the board is on this machine
  aji config show --preset uct            every setting and its value
  aji doctor                              what is wrong with this installation";

#[derive(Subcommand)]
enum Command {
    /// Serve the board in the browser (what `aji` alone does)
    Serve(serve::Arguments),
    /// Play by the Go Text Protocol, for any GUI or server that speaks it
    Gtp(gtp::Arguments),
    /// Measure speeds on this machine, and how right playouts are
    Bench(bench::Arguments),
    /// Say what a move of a game does, and what could have been played instead
    Explain(explain::Arguments),
    /// Cut a position into partial boards and say where to look
    Attention(attention::Arguments),
    /// Show every setting
    Config(config::Arguments),
    /// Look into collections of games, choose from them, split them
    Corpus(corpus::Arguments),
    /// Learn weights from games
    Train(Box<train::Arguments>),
    /// Make playouts right about who wins, by games
    Balance(balance::Arguments),
    /// Measure how well weights predict the moves of games
    Predict(predict::Arguments),
    /// Play a match between GTP engines, or a tournament, and say who is stronger
    Match(Box<aji_arena::command::MatchArguments>),
    /// List, run and report experiments
    Lab(aji_lab::command::LabArguments),
    /// Other games from their rules alone: evaluate, solve, play
    Games(Box<aji_games::command::GamesArgs>),
    /// List the lessons, or run one
    Lesson(lesson::Arguments),
    /// Check this installation and say what is wrong with it
    Doctor(doctor::Arguments),
}

fn main() -> ExitCode {
    broken_pipe::end_quietly();
    let cli = Cli::parse();
    let result = match cli.command.unwrap_or(Command::Serve(cli.serve)) {
        Command::Serve(arguments) => serve::run(arguments),
        Command::Gtp(arguments) => gtp::run(arguments),
        Command::Bench(arguments) => bench::run(arguments),
        Command::Explain(arguments) => explain::run(arguments),
        Command::Attention(arguments) => attention::run(arguments),
        Command::Config(arguments) => config::run(arguments),
        Command::Corpus(arguments) => corpus::run(arguments),
        Command::Train(arguments) => train::run(&arguments),
        Command::Balance(arguments) => balance::run(arguments),
        Command::Predict(arguments) => predict::run(&arguments),
        Command::Match(arguments) => match_games::run(&arguments),
        Command::Lab(arguments) => lab::run(&arguments),
        Command::Games(arguments) => games::run(&arguments),
        Command::Lesson(arguments) => lesson::run(arguments),
        Command::Doctor(arguments) => doctor::run(arguments),
    };
    match result {
        Ok(code) => code,
        Err(error) if broken_pipe::is_cause_of(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("aji: {error:#}");
            ExitCode::FAILURE
        }
    }
}
