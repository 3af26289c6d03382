//! `aji games`: evaluation functions made from the rules of a game.

use aji_games::command::{GamesArgs, run_with};
use anyhow::Result;
use std::io;
use std::process::ExitCode;

/// Runs the subcommand.
pub fn run(arguments: &GamesArgs) -> Result<ExitCode> {
    run_with(arguments, &mut io::stdout(), &mut |text| eprintln!("{text}"))?;
    Ok(ExitCode::SUCCESS)
}
