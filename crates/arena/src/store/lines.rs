//! Games as lines of JSON: the form that is kept in the repository and exchanged between machines.

use super::{Store, StoreError};
use crate::record::GameRecord;
use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Games in a text file, one to a line; finished games are appended.
#[derive(Debug)]
pub struct LinesStore {
    path: PathBuf,
    file: File,
    games: Vec<GameRecord>,
    known: HashSet<(String, u64)>,
}

impl LinesStore {
    /// Opens a file, or makes it. A last line that was cut off when its writer was killed is removed.
    pub fn open(path: &Path) -> Result<LinesStore, StoreError> {
        let file_error = |error| StoreError::File { path: path.to_owned(), error };
        let mut text = match std::fs::read_to_string(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            other => other.map_err(file_error)?,
        };
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let file = OpenOptions::new().create(true).append(true).open(path).map_err(file_error)?;
        if whole < text.len() && serde_json::from_str::<GameRecord>(&text[whole..]).is_err() {
            file.set_len(whole as u64).map_err(file_error)?;
            text.truncate(whole);
        } else if whole < text.len() {
            (&file).write_all(b"\n").map_err(file_error)?;
        }
        let games = parse(&text, path)?;
        let known = games.iter().map(|game| (game.match_id.clone(), game.number)).collect();
        Ok(LinesStore { path: path.to_owned(), file, games, known })
    }
}

impl Store for LinesStore {
    fn begin(&mut self, _match_id: &str, _description: &str) -> Result<(), StoreError> {
        Ok(())
    }

    fn games(&mut self, match_id: &str) -> Result<Vec<GameRecord>, StoreError> {
        let mut games: Vec<GameRecord> =
            self.games.iter().filter(|game| game.match_id == match_id).cloned().collect();
        games.sort_by_key(|game| game.number);
        Ok(games)
    }

    fn save(&mut self, game: &GameRecord) -> Result<bool, StoreError> {
        if !self.known.insert((game.match_id.clone(), game.number)) {
            return Ok(false);
        }
        // One write for the whole line: a reader never sees half of it.
        write_lines(&self.file, std::slice::from_ref(game))
            .map_err(|error| StoreError::File { path: self.path.clone(), error })?;
        self.games.push(game.clone());
        Ok(true)
    }
}

/// Writes games, one to a line.
pub fn write_lines(mut writer: impl Write, games: &[GameRecord]) -> io::Result<()> {
    for game in games {
        let mut line = serde_json::to_string(game)?;
        line.push('\n');
        writer.write_all(line.as_bytes())?;
    }
    writer.flush()
}

/// Reads games from a file, one to a line; empty lines are skipped.
pub fn read_lines(path: &Path) -> Result<Vec<GameRecord>, StoreError> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| StoreError::File { path: path.to_owned(), error })?;
    parse(&text, path)
}

fn parse(text: &str, path: &Path) -> Result<Vec<GameRecord>, StoreError> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(i, line)| {
            serde_json::from_str(line).map_err(|error| StoreError::Line {
                path: path.to_owned(),
                line: i + 1,
                error,
            })
        })
        .collect()
}
