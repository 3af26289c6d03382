//! Where finished games are kept, each as soon as it has ended.
//!
//! A [`Store`] is small on purpose: a database on a server can join later. [`SqliteStore`] keeps any number of
//! matches in one file, [`LinesStore`] the games as lines of JSON, which is also the form in which games
//! are exported and imported.

mod lines;
mod sqlite;

pub use lines::{LinesStore, read_lines, write_lines};
pub use sqlite::SqliteStore;

use crate::record::GameRecord;
use std::path::PathBuf;
use thiserror::Error;

/// Keeps games.
pub trait Store {
    /// Makes the match known, with everything that defines it. Does nothing if it is known already.
    fn begin(&mut self, match_id: &str, description: &str) -> Result<(), StoreError>;

    /// All finished games of a match, by number.
    fn games(&mut self, match_id: &str) -> Result<Vec<GameRecord>, StoreError>;

    /// Keeps a game for good; false if a game of this number was there already, which then stays.
    fn save(&mut self, game: &GameRecord) -> Result<bool, StoreError>;
}

/// Copies games from elsewhere; how many were new.
pub fn import(store: &mut dyn Store, games: &[GameRecord]) -> Result<usize, StoreError> {
    let mut n_new = 0;
    for game in games {
        n_new += usize::from(store.save(game)?);
    }
    Ok(n_new)
}

/// Why games cannot be kept or read.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The database fails.
    #[error("the database fails: {0}")]
    Database(#[from] rusqlite::Error),
    /// The file is a database, but none of ours.
    #[error("{0} is no game database of this program, or of a newer version: choose another file")]
    Foreign(PathBuf),
    /// Two different matches have the same name.
    #[error("match {0} is stored with other settings: choose another database file")]
    Clash(String),
    /// A file cannot be read or written.
    #[error("{path}: {error}")]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        error: std::io::Error,
    },
    /// A line that is no game.
    #[error("{path}, line {line}: {error}")]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        error: serde_json::Error,
    },
    /// A stored game that cannot be read.
    #[error("game {number} of match {match_id} cannot be read: {error}")]
    Game {
        /// The match.
        match_id: String,
        /// The game.
        number: u64,
        /// What is wrong.
        error: serde_json::Error,
    },
}

#[cfg(test)]
mod tests;
