//! The options that say how the engine plays, shared by every subcommand that starts one.
//!
//! Later ones win: preset, then `--config`, then `--set`, then the options with names of their own.

use aji_search::{Preset, Settings};
use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use std::path::PathBuf;
use toml::{Table, Value};

/// How the engine plays.
#[derive(Args, Clone, Debug, Default)]
pub struct EngineOptions {
    /// A named set of settings: primitive, uct, rave, ray-plain, ray-thesis or default
    #[arg(long, value_name = "NAME", default_value = "default")]
    preset: String,
    /// Settings from a TOML file, in the form `aji config show` prints
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// One setting, as in --set search.exploration=0.3 (may be repeated)
    #[arg(long = "set", value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// Playouts a move (with preset primitive: for each candidate)
    #[arg(long, value_name = "N")]
    playouts: Option<u64>,
    /// Seconds a move
    #[arg(long, value_name = "SECONDS")]
    time: Option<f64>,
    /// Threads that search together
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Room for the tree, in megabytes
    #[arg(long, value_name = "MB")]
    memory: Option<usize>,
    /// The seed of all chance: with one thread and --playouts the same seed plays the same game
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

impl EngineOptions {
    /// The settings these options make, checked.
    pub fn settings(&self) -> Result<Settings> {
        let preset: Preset = self.preset.parse()?;
        let mut table = Table::try_from(preset.settings()).context("the preset")?;
        if let Some(file) = &self.config {
            let text = std::fs::read_to_string(file)
                .with_context(|| format!("cannot read the settings file {}", file.display()))?;
            let given: Table =
                text.parse().with_context(|| format!("{} is no settings file", file.display()))?;
            merge(&mut table, given);
            // Checked here, so that a mistake is laid to the file and not to an option.
            Settings::deserialize_from(table.clone())
                .with_context(|| format!("in the settings file {}", file.display()))?;
        }
        for assignment in &self.set {
            set(&mut table, assignment)?;
        }
        let mut settings = Settings::deserialize_from(table).context("in --set")?;
        self.apply(&mut settings);
        settings.check()?;
        Ok(settings)
    }

    /// The playouts a move that the command line names.
    pub const fn playouts(&self) -> Option<u64> {
        self.playouts
    }

    /// The options with names of their own. One limit given by name lifts the preset's other one.
    fn apply(&self, settings: &mut Settings) {
        let (search, budget) = (&mut settings.search, &mut settings.budget);
        match (self.playouts, self.time) {
            (Some(playouts), None) => (budget.playouts, budget.seconds) = (playouts, 0.0),
            (None, Some(seconds)) => (budget.playouts, budget.seconds) = (0, seconds),
            (Some(playouts), Some(seconds)) => {
                (budget.playouts, budget.seconds) = (playouts, seconds);
            }
            (None, None) => {}
        }
        search.threads = self.threads.unwrap_or(search.threads);
        search.memory_mb = self.memory.unwrap_or(search.memory_mb);
        search.seed = self.seed.unwrap_or(search.seed);
    }
}

/// Reads settings from a table.
trait FromTable: Sized {
    fn deserialize_from(table: Table) -> Result<Self>;
}

impl FromTable for Settings {
    fn deserialize_from(table: Table) -> Result<Settings> {
        table.try_into().map_err(|error: toml::de::Error| anyhow!("{}", error.message()))
    }
}

fn merge(into: &mut Table, from: Table) {
    for (key, value) in from {
        match (into.get_mut(&key), value) {
            (Some(Value::Table(inner)), Value::Table(given)) => merge(inner, given),
            (_, value) => {
                into.insert(key, value);
            }
        }
    }
}

/// Carries out one `KEY=VALUE`.
fn set(table: &mut Table, assignment: &str) -> Result<()> {
    let (key, text) = assignment.split_once('=').with_context(|| {
        format!("--set {assignment}: write it as KEY=VALUE, as in search.exploration=0.3")
    })?;
    let mut place = &mut *table;
    let mut parts = key.trim().split('.').peekable();
    while let Some(part) = parts.next() {
        if parts.peek().is_none() {
            let Some(old) = place.get(part) else { bail!(unknown(key)) };
            let value = typed(text.trim(), old)
                .with_context(|| format!("--set {key}: \"{text}\" does not fit {old}"))?;
            place.insert(part.to_owned(), value);
            return Ok(());
        }
        place = match place.get_mut(part) {
            Some(Value::Table(inner)) => inner,
            _ => bail!(unknown(key)),
        };
    }
    bail!(unknown(key))
}

fn unknown(key: &str) -> String {
    format!("--set {key}: there is no such setting; `aji config show` lists them all")
}

/// The text as a value of the same type as the one it replaces.
fn typed(text: &str, old: &Value) -> Result<Value> {
    Ok(match old {
        Value::Boolean(_) => Value::Boolean(text.parse()?),
        Value::Integer(_) => Value::Integer(text.parse()?),
        Value::Float(_) => Value::Float(text.parse()?),
        _ => Value::String(text.to_owned()),
    })
}
