//! Many games from one stream: one a line or one after the other, plain, `.zst`, `.gz` or `.zip`.
//!
//! Memory does not grow with the stream, only with its largest game. Damage costs the game it is in and
//! no other.
//!
//! ```
//! use aji_notation::collection::GameReader;
//! use aji_notation::sgf::scan::Record;
//!
//! let mut games = GameReader::new(&b"(;SZ[9];B[ee])\n(;SZ[9];B[cc];W[gg])"[..])?;
//! let (mut record, mut n_moves) = (Record::new(), 0);
//! while games.next_record(&mut record)? {
//!     n_moves += record.moves.len();
//! }
//! assert_eq!(n_moves, 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod source;
#[cfg(test)]
mod tests;
mod zip;

use crate::sgf::scan::{Record, Scanned, scan};
use crate::sgf::{self, Events, Tree, Warning};
use source::Source;
pub use source::{Form, form_of};
use std::io::{self, ErrorKind, Read};
use thiserror::Error;

/// A stream that could not be read to its end.
#[derive(Debug, Error)]
#[error("the collection cannot be read beyond byte {at} of its text: {error}")]
pub struct CollectionError {
    /// How much of the (unpacked) text had been read.
    pub at: usize,
    /// What happened.
    #[source]
    pub error: io::Error,
}

/// How much is read at once.
const CHUNK: usize = 256 * 1024;

/// A game that is larger than this is closed by force: something is wrong with it.
const MAX_GAME: usize = 64 * 1024 * 1024;

/// Games from a stream.
pub struct GameReader<R: Read> {
    source: Source<R>,
    /// Text; `start..end` has not been made into games yet.
    buffer: Vec<u8>,
    start: usize,
    end: usize,
    /// How much text came before the buffer.
    base: usize,
    /// The source has nothing more to add to the buffer.
    is_part_over: bool,
    is_over: bool,
    /// An error that is to be reported after the games before it.
    failure: Option<io::Error>,
    is_after_game: bool,
    has_double_bytes: bool,
    /// Warnings between games, for the game that follows.
    carried: Vec<Warning>,
    scratch: Record,
}

impl<R: Read> GameReader<R> {
    /// Reads games from a stream, whose first bytes tell how it is packed.
    pub fn new(reader: R) -> io::Result<GameReader<R>> {
        Ok(GameReader {
            source: Source::new(reader)?,
            buffer: vec![0; CHUNK],
            start: 0,
            end: 0,
            base: 0,
            is_part_over: false,
            is_over: false,
            failure: None,
            is_after_game: false,
            has_double_bytes: false,
            carried: Vec::new(),
            scratch: Record::new(),
        })
    }

    /// How the stream is packed.
    pub fn form(&self) -> Form {
        self.source.form()
    }

    /// Reads the main line of the next game into `record`; false at the end. Positions in it count the
    /// bytes of the unpacked text.
    pub fn next_record(&mut self, record: &mut Record) -> Result<bool, CollectionError> {
        self.advance(record).map(|span| span.is_some())
    }

    /// Reads the main line of the next game into `record` and gives the game's text as it stands in the
    /// stream; `None` at the end.
    pub fn next_game(&mut self, record: &mut Record) -> Result<Option<&[u8]>, CollectionError> {
        Ok(self.advance(record)?.map(|(from, to)| &self.buffer[from..to]))
    }

    /// The next game as a tree, and what was mended in it. Positions count from the game's first byte.
    pub fn next_tree(&mut self) -> Result<Option<(Tree, Vec<Warning>)>, CollectionError> {
        while let Some(bytes) = self.next_bytes()? {
            if let Ok(read) = Tree::parse(bytes) {
                return Ok(Some(read));
            }
        }
        Ok(None)
    }

    /// The text of the next game as it stands in the stream.
    pub fn next_bytes(&mut self) -> Result<Option<&[u8]>, CollectionError> {
        let mut record = std::mem::take(&mut self.scratch);
        let span = self.advance(&mut record);
        self.scratch = record;
        Ok(span?.map(|(from, to)| &self.buffer[from..to]))
    }

    /// Scans the next game; its place in the buffer.
    fn advance(&mut self, record: &mut Record) -> Result<Option<(usize, usize)>, CollectionError> {
        while !self.is_over {
            let text = &self.buffer[self.start..self.end];
            let is_whole = self.is_part_over || text.len() >= MAX_GAME;
            let mut events = if is_whole { Events::new(text) } else { Events::partial(text) };
            events = events.with_double_bytes(self.has_double_bytes);
            if self.is_after_game {
                events = events.after_a_game();
            }
            let scanned = scan(&mut events, record);
            let offset = events.offset();
            match scanned {
                Scanned::Game => {
                    let (from, to) = record.span;
                    let span = (self.start + from, self.start + to);
                    self.relocate(record);
                    self.start += offset;
                    self.is_after_game = true;
                    return Ok(Some(span));
                }
                Scanned::End => {
                    let base = self.base + self.start;
                    self.carried.extend(record.warnings.drain(..).map(|w| moved(w, base)));
                    self.start += offset;
                    self.fill_or_finish()?;
                }
                Scanned::Unfinished => self.fill_or_finish()?,
            }
        }
        Ok(None)
    }

    /// Makes the record's positions those of the whole text.
    fn relocate(&mut self, record: &mut Record) {
        let base = self.base + self.start;
        record.span = (record.span.0 + base, record.span.1 + base);
        if record.warnings.is_empty() && self.carried.is_empty() {
            return;
        }
        record.warnings.iter_mut().for_each(|warning| warning.at += base);
        record.warnings.splice(0..0, self.carried.drain(..));
    }

    /// Gets more text, goes on to the next part, or ends.
    fn fill_or_finish(&mut self) -> Result<(), CollectionError> {
        if !self.is_part_over {
            self.fill();
            return Ok(());
        }
        let at = self.base + self.end;
        if let Some(error) = self.failure.take() {
            self.is_over = true;
            return Err(CollectionError { at, error });
        }
        (self.is_part_over, self.is_after_game, self.has_double_bytes) = (false, false, false);
        match self.source.next_part() {
            Ok(is_another) => self.is_over = !is_another,
            Err(error) => {
                self.is_over = true;
                return Err(CollectionError { at, error });
            }
        }
        Ok(())
    }

    fn fill(&mut self) {
        self.buffer.copy_within(self.start..self.end, 0);
        self.base += self.start;
        self.end -= self.start;
        self.start = 0;
        if self.end * 2 > self.buffer.len() {
            self.buffer.resize(self.buffer.len() * 2, 0);
        }
        while self.end < self.buffer.len() && !self.is_part_over {
            match self.source.read(&mut self.buffer[self.end..]) {
                Ok(0) => self.is_part_over = true,
                Ok(n) => self.end += n,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => {
                    self.failure = Some(error);
                    self.is_part_over = true;
                }
            }
        }
        // From the start of a game, so that no character is cut.
        if !self.has_double_bytes {
            self.has_double_bytes = sgf::has_double_bytes(&self.buffer[..self.end]);
        }
    }
}

fn moved(warning: Warning, by: usize) -> Warning {
    Warning { at: warning.at + by, ..warning }
}
