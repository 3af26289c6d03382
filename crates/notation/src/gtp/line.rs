//! Lines of bounded length from any reader.

use std::io::{self, BufRead, ErrorKind};

/// How a line ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// With a line feed.
    Newline,
    /// With the stream; what was read may be part of a line.
    Eof,
    /// Not yet: it went on for so long that the reader gave up.
    Endless,
}

/// A line as far as it was kept.
pub(super) struct Line {
    pub end: End,
    /// The number of bytes that did not fit and were dropped.
    pub n_dropped: usize,
}

/// Reads up to and including the next line feed, keeping at most `limit` bytes in `kept` (without the
/// line feed). What does not fit is consumed without being stored, up to `patience` bytes. `None` at the
/// end of the stream.
pub(super) fn read<R: BufRead>(
    reader: &mut R,
    kept: &mut Vec<u8>,
    limit: usize,
    patience: usize,
) -> io::Result<Option<Line>> {
    kept.clear();
    let (mut n_dropped, mut is_any) = (0usize, false);
    loop {
        let available = match reader.fill_buf() {
            Ok(available) => available,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if available.is_empty() {
            return Ok(is_any.then_some(Line { end: End::Eof, n_dropped }));
        }
        is_any = true;
        let newline = available.iter().position(|&byte| byte == b'\n');
        let text = &available[..newline.unwrap_or(available.len())];
        let n_fitting = text.len().min(limit - kept.len());
        kept.extend_from_slice(&text[..n_fitting]);
        n_dropped += text.len() - n_fitting;
        let n_consumed = text.len() + usize::from(newline.is_some());
        reader.consume(n_consumed);
        if newline.is_some() {
            return Ok(Some(Line { end: End::Newline, n_dropped }));
        }
        if n_dropped > patience {
            return Ok(Some(Line { end: End::Endless, n_dropped }));
        }
    }
}

/// The text of a line as the protocol reads it: control characters are dropped, tabs become blanks,
/// and bytes that are no UTF-8 become replacement characters.
pub(super) fn clean(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes)
        .chars()
        .map(|c| if c == '\t' { ' ' } else { c })
        .filter(|c| !c.is_control())
        .collect()
}
