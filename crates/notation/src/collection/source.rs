//! The text behind a stream, however it is packed.

use super::zip::ZipReader;
use flate2::bufread::MultiGzDecoder;
use std::io::{self, BufReader, Chain, Cursor, ErrorKind, Read};

/// How a stream is packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Not at all.
    Plain,
    /// Zstandard.
    Zstd,
    /// Gzip.
    Gzip,
    /// An archive of files, of which those with names ending in `.sgf` are read.
    Zip,
}

/// How a stream that begins with these bytes is packed; four are enough.
pub fn form_of(start: &[u8]) -> Form {
    match start {
        [0x28, 0xb5, 0x2f, 0xfd, ..] => Form::Zstd,
        // A frame to be skipped, with which some writers begin.
        [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => Form::Zstd,
        [0x1f, 0x8b, ..] => Form::Gzip,
        [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] => Form::Zip,
        _ => Form::Plain,
    }
}

/// A stream whose first bytes have been looked at.
type Looked<R> = BufReader<Chain<Cursor<Vec<u8>>, R>>;

pub(super) enum Source<R: Read> {
    Plain(Looked<R>),
    Zstd(Box<zstd::Decoder<'static, Looked<R>>>),
    Gzip(Box<MultiGzDecoder<Looked<R>>>),
    Zip(Box<ZipReader<Looked<R>>>),
}

impl<R: Read> Source<R> {
    pub(super) fn new(mut reader: R) -> io::Result<Source<R>> {
        let mut start = Vec::with_capacity(4);
        while start.len() < 4 {
            let mut byte = [0];
            match reader.read(&mut byte) {
                Ok(0) => break,
                Ok(_) => start.push(byte[0]),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        let form = form_of(&start);
        let looked = BufReader::with_capacity(64 * 1024, Cursor::new(start).chain(reader));
        Ok(match form {
            Form::Plain => Source::Plain(looked),
            Form::Zstd => Source::Zstd(Box::new(zstd::Decoder::with_buffer(looked)?)),
            Form::Gzip => Source::Gzip(Box::new(MultiGzDecoder::new(looked))),
            Form::Zip => Source::Zip(Box::new(ZipReader::new(looked)?)),
        })
    }

    pub(super) const fn form(&self) -> Form {
        match self {
            Source::Plain(_) => Form::Plain,
            Source::Zstd(_) => Form::Zstd,
            Source::Gzip(_) => Form::Gzip,
            Source::Zip(_) => Form::Zip,
        }
    }

    /// Goes on to the next file of an archive; false if there is none.
    pub(super) fn next_part(&mut self) -> io::Result<bool> {
        match self {
            Source::Zip(zip) => zip.next_file(),
            _ => Ok(false),
        }
    }
}

impl<R: Read> Read for Source<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Source::Plain(reader) => reader.read(buffer),
            Source::Zstd(reader) => reader.read(buffer),
            Source::Gzip(reader) => reader.read(buffer),
            Source::Zip(reader) => reader.read(buffer),
        }
    }
}
