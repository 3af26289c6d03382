//! `aji games …`: argument structs and one entry point, for whoever mounts the command.

mod bench;
mod learning;
mod playing;
mod report;
mod rules;
#[cfg(test)]
mod tests;

use crate::game::Game;
use crate::lab::LabError;
use crate::rules::{Program, named, open, read};
use clap::{Args, Parser, Subcommand};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;

/// General games: from rules in logic to a program that plays.
#[derive(Debug, Parser)]
#[command(name = "games")]
pub struct GamesArgs {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Games that come with the program
    List(rules::ListArgs),
    /// Read a rule file, check and compile it
    Check(rules::CheckArgs),
    /// Count move sequences
    Perft(rules::PerftArgs),
    /// Generate logical features and show what unfolding them costs (figures 9-12)
    Features(learning::FeaturesArgs),
    /// Ground patterns of generated features
    Patterns(learning::PatternsArgs),
    /// Learn weights: from tournament games (Othello) or by self-play
    Train(learning::TrainArgs),
    /// Value of a position by a trained model, all evaluators compared
    Eval(learning::EvalArgs),
    /// Solve an Othello endgame exactly, or prove a win from the start of another game
    Solve(playing::SolveArgs),
    /// The move the program would play
    Play(playing::PlayArgs),
    /// Positions evaluated in a second
    Bench(bench::BenchArgs),
    /// Tables and figures: accuracy, strength, ordering
    Report(report::ReportArgs),
}

/// A game by name or by rule file, with options.
#[derive(Debug, Args, Clone)]
pub struct Which {
    /// Name of a game (see `list`) or path of a rule file
    pub game: String,
    /// Option of the rule file, NAME=VALUE; may be repeated
    #[arg(long = "set", value_name = "NAME=VALUE")]
    pub set: Vec<String>,
}

impl Which {
    /// Reads and checks the rules.
    pub fn program(&self) -> Result<Program, LabError> {
        let mut options = BTreeMap::new();
        for pair in &self.set {
            let (name, value) = pair
                .split_once('=')
                .ok_or_else(|| LabError::Usage(format!("--set wants NAME=VALUE, not {pair}")))?;
            options.insert(name.to_string(), value.to_string());
        }
        if named(&self.game).is_some() || !std::path::Path::new(&self.game).exists() {
            return Ok(open(&self.game, &options)?);
        }
        let text = std::fs::read_to_string(&self.game)
            .map_err(|source| LabError::File { path: self.game.clone(), source })?;
        Ok(read(&text, &options)?)
    }

    /// Compiles the rules.
    pub fn compiled(&self) -> Result<Game, LabError> {
        Ok(Game::new(self.program()?)?)
    }
}

/// Where data lies and results go.
#[derive(Debug, Args, Clone)]
pub struct Data {
    /// Folder that contains othello/
    #[arg(long, env = "AJI_DATA", value_name = "DIR")]
    pub data: Option<PathBuf>,
}

impl Data {
    fn folder(&self) -> Result<&PathBuf, LabError> {
        self.data.as_ref().ok_or_else(|| {
            LabError::Usage(
                "give the folder that contains othello/ by --data DIR or AJI_DATA".into(),
            )
        })
    }
}

/// Runs a command; results go to `out`, progress to `progress`.
pub fn run_with(
    args: &GamesArgs,
    out: &mut dyn Write,
    progress: &mut dyn FnMut(&str),
) -> Result<(), LabError> {
    match &args.command {
        Command::List(a) => rules::list(a, out),
        Command::Check(a) => rules::check(a, out),
        Command::Perft(a) => rules::perft(a, out),
        Command::Features(a) => learning::features(a, out),
        Command::Patterns(a) => learning::patterns(a, out),
        Command::Train(a) => learning::train(a, out, progress),
        Command::Eval(a) => learning::eval(a, out),
        Command::Solve(a) => playing::solve(a, out),
        Command::Play(a) => playing::play(a, out),
        Command::Bench(a) => bench::bench(a, out, progress),
        Command::Report(a) => report::report(a, out, progress),
    }
}

/// Runs a command silently but for its result.
pub fn run(args: &GamesArgs, out: &mut dyn Write) -> Result<(), LabError> {
    run_with(args, out, &mut |_| {})
}

/// Writes a file, naming it in the error.
fn save(path: &std::path::Path, text: &str) -> Result<(), LabError> {
    if let Some(folder) = path.parent() {
        let wrap = |source| LabError::File { path: folder.display().to_string(), source };
        std::fs::create_dir_all(folder).map_err(wrap)?;
    }
    std::fs::write(path, text)
        .map_err(|source| LabError::File { path: path.display().to_string(), source })
}
