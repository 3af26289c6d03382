//! Which games of the files are learned from, and which are kept to measure by.

use super::Numbered;
use crate::corpus::CorpusError;
use crate::corpus::files::GameFiles;
use crate::corpus::replay;
use aji_goban::Size;
use aji_notation::sgf::scan::Record;
use std::collections::BTreeMap;
use std::path::PathBuf;
use thiserror::Error;

/// One game of so many is kept to measure by, if no other games are given for that.
const HELD_OUT: u32 = 20;

/// Which of the wanted games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// All.
    All,
    /// All but every twentieth.
    Learned,
    /// Every twentieth.
    HeldOut,
}

/// Which games are wanted.
#[derive(Clone, Debug, PartialEq)]
pub struct Wanted {
    /// Where they are.
    pub files: Vec<PathBuf>,
    /// On which board.
    pub size: Size,
    /// How many at most; their numbers are below it.
    pub limit: Option<u32>,
    /// Which of them.
    pub part: Part,
}

/// What was found in the files.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Census {
    /// Wanted games so far, whatever part.
    pub wanted: u32,
    /// Games on other boards.
    pub others: BTreeMap<String, u64>,
    /// Games that cannot be played through, by reason.
    pub unreadable: BTreeMap<&'static str, u64>,
}

/// There is no game to use.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("no {size} game to use in the files given{found}{remedy}")]
pub struct NoGames {
    size: Size,
    found: String,
    remedy: String,
}

impl Census {
    /// The error for a census without wanted games.
    pub fn no_games(&self, size: Size) -> NoGames {
        let mut found = String::new();
        for (board, n) in &self.others {
            found += &format!("; {n} on {board}");
        }
        for (reason, n) in &self.unreadable {
            found += &format!("; {n} unreadable ({reason})");
        }
        let lines = self.others.keys().next().and_then(|board| board.split('×').next());
        let remedy = match lines {
            Some(lines) => format!(": pass --size {lines} to use those"),
            None if found.is_empty() => ": they hold no game at all".to_owned(),
            None => ": `aji corpus stats` says more".to_owned(),
        };
        NoGames { size, found, remedy }
    }
}

/// The wanted games as a stream.
pub struct Selection {
    files: GameFiles,
    wanted: Wanted,
    /// Games with numbers below are left out: they were done before.
    first: u32,
    census: Census,
    record: Record,
}

impl Selection {
    /// The games, from number `first` on.
    pub fn open(wanted: &Wanted, first: u32) -> Result<Selection, CorpusError> {
        let files = GameFiles::open(&wanted.files)?;
        let (wanted, census) = (wanted.clone(), Census::default());
        Ok(Selection { files, wanted, first, census, record: Record::new() })
    }

    /// What was found so far.
    pub fn census(&self) -> &Census {
        &self.census
    }

    /// Files that could not be read to their end.
    pub fn failures(&self) -> &[CorpusError] {
        self.files.failures()
    }

    /// The next games, at most `n`; `None` at the end.
    pub fn batch(&mut self, n: usize) -> Result<Option<Vec<Numbered>>, CorpusError> {
        let mut batch = Vec::with_capacity(n);
        while batch.len() < n
            && let Some(number) = self.next_number()?
        {
            batch.push((number, self.record.clone()));
        }
        Ok((!batch.is_empty()).then_some(batch))
    }

    /// Reads on to the next wanted game.
    fn next_number(&mut self) -> Result<Option<u32>, CorpusError> {
        while self.wanted.limit.is_none_or(|limit| self.census.wanted < limit)
            && self.files.next_record(&mut self.record)?
        {
            let (columns, rows) = self.record.board;
            let lines = self.wanted.size.lines() as u8;
            if (columns, rows) != (lines, lines) {
                *self.census.others.entry(format!("{columns}×{rows}")).or_default() += 1;
                continue;
            }
            if let Err(trouble) = replay::check(&self.record) {
                *self.census.unreadable.entry(trouble.reason()).or_default() += 1;
                continue;
            }
            let number = self.census.wanted;
            self.census.wanted += 1;
            let is_held_out = number % HELD_OUT == HELD_OUT - 1;
            let is_in_part = match self.wanted.part {
                Part::All => true,
                Part::Learned => !is_held_out,
                Part::HeldOut => is_held_out,
            };
            if is_in_part && number >= self.first {
                return Ok(Some(number));
            }
        }
        Ok(None)
    }
}
