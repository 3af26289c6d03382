//! What was measured, one line of JSON for every run of a cell.

use crate::experiment::{Published, Scalar};
use crate::provenance::Provenance;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// One cell, measured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CellResult {
    /// The experiment's name.
    pub experiment: String,
    /// The cell's label.
    pub cell: String,
    /// The cell's variables.
    pub variables: BTreeMap<String, Scalar>,
    /// What was published.
    pub published: Option<Published>,
    /// The match's name in the file of games.
    #[serde(rename = "match")]
    pub match_id: String,
    /// Games played.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Points per game.
    pub win_rate: f64,
    /// Wilson's 95 % interval.
    pub interval: [f64; 2],
    /// Elo, if it is finite.
    pub elo: Option<f64>,
    /// Seconds a move: the player's and the opponent's.
    pub seconds_per_move: [f64; 2],
    /// Games that repeat earlier ones.
    pub duplicates: u64,
    /// How games ended.
    pub reasons: BTreeMap<String, u64>,
    /// The experiment's seed.
    pub seed: u64,
    /// Where it was measured.
    #[serde(flatten)]
    pub provenance: Provenance,
}

/// A results file that cannot be used.
#[derive(Debug, Error)]
pub enum ResultError {
    /// The file cannot be read or written.
    #[error("{path}: {error}")]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// A line that is no result.
    #[error("{path}, line {line}: {error}")]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        error: serde_json::Error,
    },
}

/// Appends one line to a file, which is made if it is not there.
pub fn append<T: Serialize>(path: &Path, value: &T) -> Result<(), ResultError> {
    let failed = |error| ResultError::File { path: path.to_owned(), error };
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(failed)?;
    }
    let mut line = serde_json::to_string(value).map_err(|error| failed(error.into()))?;
    line.push('\n');
    let file = OpenOptions::new().create(true).append(true).open(path);
    file.and_then(|mut file| file.write_all(line.as_bytes())).map_err(failed)
}

/// Reads all lines of a file; none if it is not there.
pub fn read<T: DeserializeOwned>(path: &Path) -> Result<Vec<T>, ResultError> {
    let text = match fs::read_to_string(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        other => other.map_err(|error| ResultError::File { path: path.to_owned(), error })?,
    };
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(i, line)| {
            serde_json::from_str(line).map_err(|error| ResultError::Line {
                path: path.to_owned(),
                line: i + 1,
                error,
            })
        })
        .collect()
}

/// Reads the lines of a file that is written by [`append`] and may have been cut off by a kill: a last line without its end is
/// taken away, so that what is appended next stands by itself.
pub fn read_whole_lines<T: DeserializeOwned>(path: &Path) -> Result<Vec<T>, ResultError> {
    let failed = |error| ResultError::File { path: path.to_owned(), error };
    match fs::read(path) {
        Ok(bytes) if !bytes.is_empty() && !bytes.ends_with(b"\n") => {
            let n_whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
            let file = OpenOptions::new().write(true).open(path).map_err(failed)?;
            file.set_len(n_whole as u64).map_err(failed)?;
        }
        _ => {}
    }
    read(path)
}

/// The last result of every cell, in the order of the given labels; `None` where nothing was measured.
pub fn latest(results: &[CellResult], labels: &[String]) -> Vec<Option<CellResult>> {
    let last = |label: &String| results.iter().rev().find(|r| r.cell == *label).cloned();
    labels.iter().map(last).collect()
}
