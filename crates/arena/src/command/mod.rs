//! `aji match`: a match of two, or a tournament, from the command line.
//!
//! The figures of a match are those of the `--black` player, who takes White in every second game; a
//! tournament ends with a table of all players.

mod arguments;
mod players;
mod progress;

pub use arguments::{ArgumentError, MatchArguments, OpeningSource};
pub use players::PlayerError;

use crate::record::GameRecord;
use crate::schedule::Schedule;
use crate::sgf;
use crate::statistics::ratings::RatingError;
use crate::store::{self, LinesStore, SqliteStore, Store, StoreError};
use crate::summary::Summary;
use crate::table::Table;
use crate::tournament::{self, Outcome, TournamentError};
use progress::Reporter;
use serde::Serialize;
use std::fmt;
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
    /// No ratings.
    #[error(transparent)]
    Ratings(#[from] RatingError),
    /// A file could not be written.
    #[error("{path}: {error}")]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Report {
    /// Of a match of two.
    Match(Box<Summary>),
    /// Of a tournament.
    Tournament(Box<Table>),
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Report::Match(summary) => summary.fmt(f),
            Report::Tournament(table) => table.fmt(f),
        }
    }
}

/// Plays the match or tournament, or the rest of it.
pub fn run(
    arguments: &MatchArguments,
    surroundings: &mut Surroundings<'_>,
) -> Result<Report, MatchError> {
    if !arguments.is_tournament() {
        return Ok(Report::Match(Box::new(run_pair(arguments, surroundings)?)));
    }
    let anchors = arguments.anchors()?;
    let schedule = arguments.schedule(&surroundings.own_binary)?;
    let outcome = play(arguments, &schedule, surroundings)?;
    Ok(Report::Tournament(Box::new(Table::new(&schedule, &outcome, &anchors)?)))
}

/// Plays a match of two, or the rest of it.
pub fn run_pair(
    arguments: &MatchArguments,
    surroundings: &mut Surroundings<'_>,
) -> Result<Summary, MatchError> {
    let schedule = arguments.schedule(&surroundings.own_binary)?;
    let outcome = play(arguments, &schedule, surroundings)?;
    Ok(Summary::new(schedule.id(), &outcome, arguments.manner()?.sequential.as_ref()))
}

/// Plays what the store does not have yet.
fn play(
    arguments: &MatchArguments,
    schedule: &Schedule,
    surroundings: &mut Surroundings<'_>,
) -> Result<Outcome, MatchError> {
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
    reporter.begin(schedule, &id);
    let cancel = surroundings.cancel;
    let outcome = tournament::run(schedule, &manner, store, cancel, &mut reporter)?;
    reporter.failure()?;
    if let Some(path) = &arguments.export {
        let file = File::create(path).map_err(|error| file_error(path, error))?;
        store::write_lines(io::BufWriter::new(file), &store.games(&id)?)
            .map_err(|error| file_error(path, error))?;
    }
    Ok(outcome)
}

/// Writes the result: one JSON object with `--json`, otherwise a few lines to read.
pub fn report(arguments: &MatchArguments, report: &Report, out: &mut dyn Write) -> io::Result<()> {
    if arguments.json {
        serde_json::to_writer(&mut *out, report)?;
        writeln!(out)
    } else {
        writeln!(out, "{report}")
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
