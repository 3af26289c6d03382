//! `aji config`: every setting there is.

use crate::options::EngineOptions;
use anyhow::{Context, Result};
use clap::{Args, Subcommand};
use std::process::ExitCode;

/// What to do with the settings.
#[derive(Args)]
pub struct Arguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// Print all settings as TOML; the output is a valid file for --config
    Show {
        #[command(flatten)]
        engine: EngineOptions,
    },
}

/// Runs the subcommand.
pub fn run(arguments: Arguments) -> Result<ExitCode> {
    let Action::Show { engine } = arguments.action;
    let settings = engine.settings()?;
    print!("{}", toml::to_string_pretty(&settings).context("the settings cannot be written")?);
    Ok(ExitCode::SUCCESS)
}
