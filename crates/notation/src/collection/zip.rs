//! Zip archives as streams: files in the order of their local headers, without looking at the directory
//! at the archive's end, so that no seeking is needed.

use flate2::bufread::DeflateDecoder;
use std::io::{self, BufRead, Read, Take};

const LOCAL_FILE: u32 = 0x0403_4b50;
const DESCRIPTOR: u32 = 0x0807_4b50;

/// Flags of a local header.
const IS_ENCRYPTED: u16 = 1;
const HAS_DESCRIPTOR: u16 = 1 << 3;

/// The files of an archive whose names end in `.sgf`, one after the other: reading stops at the end of
/// each.
pub(super) struct ZipReader<B> {
    state: State<B>,
    header: Header,
}

enum State<B> {
    /// At a header, or at what follows the last file.
    Between(B),
    Stored(Take<B>),
    Deflated(Box<DeflateDecoder<Take<B>>>),
    Over,
}

/// What matters of a local header.
#[derive(Clone, Copy, Default)]
struct Header {
    flags: u16,
    method: u16,
    n_packed: u64,
    is_zip64: bool,
    is_wanted: bool,
}

impl<B: BufRead> ZipReader<B> {
    /// Reads from the archive's first byte on, and goes to its first file.
    pub(super) fn new(reader: B) -> io::Result<ZipReader<B>> {
        let mut zip = ZipReader { state: State::Between(reader), header: Header::default() };
        zip.next_file()?;
        Ok(zip)
    }

    /// Goes to the next file that is wanted; false if there is none.
    pub(super) fn next_file(&mut self) -> io::Result<bool> {
        loop {
            io::copy(self, &mut io::sink())?;
            let mut reader = match std::mem::replace(&mut self.state, State::Over) {
                State::Between(reader) => reader,
                _ => return Ok(false),
            };
            let Some(header) = Header::read(&mut reader)? else { return Ok(false) };
            self.header = header;
            let is_sized = header.flags & HAS_DESCRIPTOR == 0;
            let limit = if is_sized { header.n_packed } else { u64::MAX };
            self.state = match (header.method, is_sized) {
                _ if header.flags & IS_ENCRYPTED != 0 => return Err(unsupported("is encrypted")),
                (8, _) => State::Deflated(Box::new(DeflateDecoder::new(reader.take(limit)))),
                (0, true) => State::Stored(reader.take(limit)),
                // Nothing wanted: its length is enough.
                (_, true) if !header.is_wanted => State::Stored(reader.take(limit)),
                (0, false) => return Err(unsupported("is stored without its length")),
                _ => return Err(unsupported("is packed in a way other than deflate")),
            };
            if header.is_wanted {
                return Ok(true);
            }
        }
    }

    /// Leaves the file that has been read to its end.
    fn finish(&mut self) -> io::Result<()> {
        let mut rest = match std::mem::replace(&mut self.state, State::Over) {
            State::Stored(take) => take,
            State::Deflated(decoder) => decoder.into_inner(),
            other => {
                self.state = other;
                return Ok(());
            }
        };
        if self.header.flags & HAS_DESCRIPTOR == 0 {
            io::copy(&mut rest, &mut io::sink())?;
        }
        let mut reader = rest.into_inner();
        if self.header.flags & HAS_DESCRIPTOR != 0 {
            let first: [u8; 4] = array(&mut reader)?;
            let n_sizes = if self.header.is_zip64 { 16 } else { 8 };
            let n_left =
                if u32::from_le_bytes(first) == DESCRIPTOR { 4 + n_sizes } else { n_sizes };
            io::copy(&mut reader.by_ref().take(n_left), &mut io::sink())?;
        }
        self.state = State::Between(reader);
        Ok(())
    }
}

impl<B: BufRead> Read for ZipReader<B> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n = match &mut self.state {
            State::Stored(take) => take.read(buffer)?,
            State::Deflated(decoder) => decoder.read(buffer)?,
            State::Between(_) | State::Over => return Ok(0),
        };
        if n == 0 && !buffer.is_empty() {
            self.finish()?;
        }
        Ok(n)
    }
}

impl Header {
    /// The next local header; `None` where the directory begins or the stream ends.
    fn read<B: BufRead>(reader: &mut B) -> io::Result<Option<Header>> {
        if reader.fill_buf()?.is_empty() {
            return Ok(None);
        }
        if u32::from_le_bytes(array(reader)?) != LOCAL_FILE {
            return Ok(None);
        }
        let fixed: [u8; 26] = array(reader)?;
        let u16_at = |at: usize| u16::from_le_bytes([fixed[at], fixed[at + 1]]);
        let n_packed = u32::from_le_bytes([fixed[14], fixed[15], fixed[16], fixed[17]]);
        let mut name = vec![0; usize::from(u16_at(22))];
        reader.read_exact(&mut name)?;
        let mut extra = vec![0; usize::from(u16_at(24))];
        reader.read_exact(&mut extra)?;
        let zip64 = zip64_packed_size(&extra);
        let is_zip64 = zip64.is_some();
        let n_packed = match zip64.flatten() {
            Some(n) if n_packed == u32::MAX => n,
            _ => u64::from(n_packed),
        };
        let is_wanted = name.to_ascii_lowercase().ends_with(b".sgf");
        let (flags, method) = (u16_at(2), u16_at(4));
        Ok(Some(Header { flags, method, n_packed, is_zip64, is_wanted }))
    }
}

/// The packed size in the field that large archives have; the inner `None` if it leaves it out.
fn zip64_packed_size(extra: &[u8]) -> Option<Option<u64>> {
    let mut rest = extra;
    while let [id0, id1, n0, n1, fields @ ..] = rest {
        let n = usize::from(u16::from_le_bytes([*n0, *n1])).min(fields.len());
        if [*id0, *id1] == [1, 0] {
            let packed = fields[..n].get(8..16).and_then(|bytes| bytes.try_into().ok());
            return Some(packed.map(u64::from_le_bytes));
        }
        rest = &fields[n..];
    }
    None
}

fn array<const N: usize>(reader: &mut impl Read) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    reader.read_exact(&mut bytes)?;
    Ok(bytes)
}

fn unsupported(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::Unsupported, format!("a file of the zip archive {what}"))
}
