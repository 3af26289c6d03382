//! `aji match`: two engines, many games, an honest interval.

use crate::interrupt;
use aji_arena::command::{self, MatchArguments, Surroundings};
use anyhow::{Context, Result};
use std::io;
use std::process::ExitCode;

/// Runs the subcommand.
pub fn run(arguments: &MatchArguments) -> Result<ExitCode> {
    let mut surroundings = Surroundings {
        own_binary: std::env::current_exe().context("where is this program?")?,
        progress: &mut io::stderr(),
        cancel: interrupt::flag()?,
    };
    let summary = command::run(arguments, &mut surroundings)?;
    command::report(arguments, &summary, &mut io::stdout())?;
    Ok(ExitCode::SUCCESS)
}
