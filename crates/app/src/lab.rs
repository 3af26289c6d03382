//! `aji lab`: experiments that anyone can repeat.

use crate::interrupt;
use aji_lab::command::{self, LabArguments};
use aji_lab::run::Caller;
use anyhow::{Context, Result};
use std::io;
use std::process::ExitCode;

/// Runs the subcommand.
pub fn run(arguments: &LabArguments) -> Result<ExitCode> {
    let own_binary = std::env::current_exe().context("where is this program?")?;
    let mut caller =
        Caller { own_binary: &own_binary, progress: &mut io::stderr(), cancel: interrupt::flag()? };
    command::run(arguments, &mut caller, &mut io::stdout())?;
    Ok(ExitCode::SUCCESS)
}
