//! `aji match`: a match of two from the command line.
//!
//! The figures are those of the `--black` player, who takes White in every second game.

mod arguments;
mod progress;

pub use arguments::{ArgumentError, MatchArguments, OpeningSource};

use crate::record::GameRecord;
use crate::sgf;
use crate::store::{self, LinesStore, SqliteStore, Store, StoreError};
use crate::summary::Summary;
use crate::tournament::{self, TournamentError};
use progress::Reporter;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use thiserror::Error;

/// What the caller provides.
pub struct Surroundings<'a> {
    /// The program that `self …` means; it is run with `gtp` and the options that follow.
    pub own_binary: PathBuf,
    /// Where progress is written, line by line.
    pub progress: &'a mut dyn Write,
    /// Set to end the match early.
    pub cancel: &'a AtomicBool,
}

/// Why a match could not be played.
#[derive(Debug, Error)]
pub enum MatchError {
    /// The arguments make no match.
    #[error(transparent)]
    Arguments(#[from] ArgumentError),
    /// The match failed.
    #[error(transparent)]
    Tournament(#[from] TournamentError),
    /// Games could not be kept.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A file could not be written.
    #[error("{path}: {error}")]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
}

/// Plays the match, or the rest of it.
pub fn run(
    arguments: &MatchArguments,
    surroundings: &mut Surroundings<'_>,
) -> Result<Summary, MatchError> {
    let schedule = arguments.schedule(&surroundings.own_binary)?;
    let manner = arguments.manner()?;
    let mut store = open(arguments.database.as_deref())?;
    let store = store.as_mut();
    if let Some(path) = &arguments.import {
        store::import(store, &store::read_lines(path)?)?;
    }
    let id = schedule.id();
    if let Some(folder) = &arguments.sgf {
        fs::create_dir_all(folder).map_err(|error| file_error(folder, error))?;
        store.games(&id)?.iter().try_for_each(|game| write_sgf(folder, game))?;
    }
    let mut reporter = Reporter::new(arguments, surroundings.progress);
    reporter.begin(&schedule, &id);
    let cancel = surroundings.cancel;
    let outcome = tournament::run(&schedule, &manner, store, cancel, &mut reporter)?;
    reporter.failure()?;
    if let Some(path) = &arguments.export {
        let file = File::create(path).map_err(|error| file_error(path, error))?;
        store::write_lines(io::BufWriter::new(file), &store.games(&id)?)
            .map_err(|error| file_error(path, error))?;
    }
    Ok(Summary::new(id, &outcome, manner.sequential.as_ref()))
}

/// Writes the result: one JSON object with `--json`, otherwise a few lines to read.
pub fn report(
    arguments: &MatchArguments,
    summary: &Summary,
    out: &mut dyn Write,
) -> io::Result<()> {
    if arguments.json {
        serde_json::to_writer(&mut *out, summary)?;
        writeln!(out)
    } else {
        writeln!(out, "{summary}")
    }
}

/// A database file, lines of JSON if its name says so, or memory.
fn open(path: Option<&Path>) -> Result<Box<dyn Store>, StoreError> {
    let is_lines = |path: &Path| path.extension().is_some_and(|extension| extension == "jsonl");
    Ok(match path {
        Some(path) if is_lines(path) => Box::new(LinesStore::open(path)?),
        Some(path) => Box::new(SqliteStore::open(path)?),
        None => Box::new(SqliteStore::in_memory()?),
    })
}

fn file_error(path: &Path, error: io::Error) -> MatchError {
    MatchError::File { path: path.to_owned(), error }
}

/// Writes a game beside the others, unless it is there.
fn write_sgf(folder: &Path, game: &GameRecord) -> Result<(), MatchError> {
    let path = folder.join(format!("{}-{:05}.sgf", game.match_id, game.number));
    if path.exists() {
        return Ok(());
    }
    fs::write(&path, sgf::written(game)).map_err(|error| file_error(&path, error))
}
