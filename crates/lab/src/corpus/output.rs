//! Games written back, one after the other; a name that ends in `.zst` is compressed.

use super::CorpusError;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

enum Form {
    Plain(BufWriter<File>),
    Zstd(zstd::Encoder<'static, BufWriter<File>>),
}

/// A file of games in the making.
pub struct Output {
    path: PathBuf,
    form: Form,
    n_games: u64,
}

/// Small files matter more than quick writing: collections are read often.
const LEVEL: i32 = 15;

impl Output {
    /// Makes the file, in place of any that was there.
    pub fn create(path: &Path) -> Result<Output, CorpusError> {
        let failed = |error| CorpusError::Write { path: path.to_owned(), error };
        let file = BufWriter::new(File::create(path).map_err(failed)?);
        let form = if path.extension().is_some_and(|ending| ending == "zst") {
            Form::Zstd(zstd::Encoder::new(file, LEVEL).map_err(failed)?)
        } else {
            Form::Plain(file)
        };
        Ok(Output { path: path.to_owned(), form, n_games: 0 })
    }

    /// Adds a game's text on lines of its own.
    pub fn game(&mut self, text: &[u8]) -> Result<(), CorpusError> {
        let writer: &mut dyn Write = match &mut self.form {
            Form::Plain(writer) => writer,
            Form::Zstd(writer) => writer,
        };
        self.n_games += 1;
        let written = writer.write_all(text).and_then(|()| writer.write_all(b"\n"));
        written.map_err(|error| CorpusError::Write { path: self.path.clone(), error })
    }

    /// Completes the file; how many games are in it.
    pub fn finish(self) -> Result<u64, CorpusError> {
        let flushed = |mut writer: BufWriter<File>| -> io::Result<()> {
            writer.flush()?;
            writer.get_ref().sync_all()
        };
        let done = match self.form {
            Form::Plain(writer) => flushed(writer),
            Form::Zstd(writer) => writer.finish().and_then(flushed),
        };
        let path = self.path;
        done.map(|()| self.n_games).map_err(|error| CorpusError::Write { path, error })
    }
}
