//! Games from files and folders, one after the other.

use super::CorpusError;
use aji_notation::collection::GameReader;
use aji_notation::sgf::scan::Record;
use std::collections::VecDeque;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

/// The endings of names by which files of a folder are taken for game records.
const ENDINGS: [&str; 4] = ["sgf", "zst", "gz", "zip"];

/// A stream of games. Damage within a file costs the rest of that file, is remembered, and the next file follows.
pub struct GameFiles {
    waiting: VecDeque<PathBuf>,
    open: Option<(PathBuf, GameReader<File>)>,
    failures: Vec<CorpusError>,
    n_games: u64,
}

impl GameFiles {
    /// The games of these files, and of the files in these folders and their folders, by name.
    pub fn open(paths: &[PathBuf]) -> Result<GameFiles, CorpusError> {
        let mut waiting = VecDeque::new();
        for path in paths {
            let before = waiting.len();
            expand(path, &mut waiting)?;
            if waiting.len() == before {
                return Err(CorpusError::EmptyFolder { path: path.clone() });
            }
        }
        if waiting.is_empty() {
            return Err(CorpusError::NoFiles);
        }
        Ok(GameFiles { waiting, open: None, failures: Vec::new(), n_games: 0 })
    }

    /// Reads the next game into `record`; false at the end of the last file.
    pub fn next_record(&mut self, record: &mut Record) -> Result<bool, CorpusError> {
        self.next_game(record, |_| ())
    }

    /// Reads the next game into `record` and shows its text; false at the end of the last file.
    pub fn next_game(
        &mut self,
        record: &mut Record,
        see: impl FnOnce(&[u8]),
    ) -> Result<bool, CorpusError> {
        loop {
            if self.open.is_none() {
                let Some(path) = self.waiting.pop_front() else { return Ok(false) };
                let opened = File::open(&path).and_then(GameReader::new);
                let reader =
                    opened.map_err(|error| CorpusError::Open { path: path.clone(), error })?;
                self.open = Some((path, reader));
            }
            let Some((path, reader)) = &mut self.open else { continue };
            match reader.next_game(record) {
                Ok(Some(text)) => {
                    see(text);
                    self.n_games += 1;
                    return Ok(true);
                }
                Ok(None) => self.open = None,
                Err(error) => {
                    self.failures.push(CorpusError::Broken { path: path.clone(), error });
                    self.open = None;
                }
            }
        }
    }

    /// How many games were read so far.
    pub fn n_games(&self) -> u64 {
        self.n_games
    }

    /// Files that could not be read to their end.
    pub fn failures(&self) -> &[CorpusError] {
        &self.failures
    }
}

fn expand(path: &Path, files: &mut VecDeque<PathBuf>) -> Result<(), CorpusError> {
    let failed = |error| CorpusError::Open { path: path.to_owned(), error };
    if !fs::metadata(path).map_err(failed)?.is_dir() {
        files.push_back(path.to_owned());
        return Ok(());
    }
    let mut entries = Vec::new();
    for entry in fs::read_dir(path).map_err(failed)? {
        entries.push(entry.map_err(failed)?.path());
    }
    entries.sort();
    for entry in entries {
        let has_ending = |path: &Path| {
            let ending = path.extension().map(|ending| ending.to_ascii_lowercase());
            ENDINGS.iter().any(|known| ending.as_deref().is_some_and(|ending| ending == *known))
        };
        if entry.is_dir() || has_ending(&entry) {
            expand(&entry, files)?;
        }
    }
    Ok(())
}
