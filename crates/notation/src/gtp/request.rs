//! What a controller asks: lines of any bytes into requests.

use super::argument::Arguments;
use super::line;
use std::io::{self, BufRead};
use thiserror::Error;

/// The longest line that is read, in bytes; longer ones are answered with an error.
pub const MAX_LINE: usize = 64 * 1024;

/// A command with its arguments, and the number to answer to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The number that the reply repeats.
    pub id: Option<u64>,
    /// The command, never empty.
    pub command: String,
    /// What follows it, split at blanks.
    pub arguments: Vec<String>,
}

/// A line that is no request; the text answers it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RequestError {
    /// A number, and nothing to do.
    #[error("no command follows the id")]
    NoCommand {
        /// The number.
        id: u64,
    },
    /// A number larger than any the reply could repeat.
    #[error("the id is too large: use a number below 2^63")]
    IdTooLarge,
    /// The line was cut off.
    #[error("the line is too long: {n_bytes} bytes, at most {MAX_LINE} are read")]
    TooLong {
        /// The number it began with.
        id: Option<u64>,
        /// The length of the line.
        n_bytes: usize,
    },
}

impl RequestError {
    /// The number that the reply repeats.
    pub const fn id(&self) -> Option<u64> {
        match self {
            RequestError::NoCommand { id } => Some(*id),
            RequestError::IdTooLarge => None,
            RequestError::TooLong { id, .. } => *id,
        }
    }
}

impl Request {
    /// Reads one line, with or without its line feed. `None` if nothing is asked: an empty line or a
    /// comment.
    pub fn parse(line: &[u8]) -> Result<Option<Request>, RequestError> {
        if line.len() > MAX_LINE {
            return Err(RequestError::TooLong { id: leading_id(line), n_bytes: line.len() });
        }
        let text = line::clean(line);
        let asked = text.split('#').next().unwrap_or_default();
        let mut words = asked.split_ascii_whitespace().peekable();
        let id = match words.next_if(|word| word.bytes().all(|byte| byte.is_ascii_digit())) {
            Some(digits) => Some(parse_id(digits).ok_or(RequestError::IdTooLarge)?),
            None => None,
        };
        match (words.next(), id) {
            (Some(command), _) => Ok(Some(Request {
                id,
                command: command.to_owned(),
                arguments: words.map(str::to_owned).collect(),
            })),
            (None, Some(id)) => Err(RequestError::NoCommand { id }),
            (None, None) => Ok(None),
        }
    }

    /// The arguments, to be read one after the other.
    pub fn arguments(&self) -> Arguments<'_> {
        Arguments::new(&self.arguments)
    }
}

/// Is this line the comment by which GoGui breaks off a command that is being worked on?
pub fn is_interrupt(line: &[u8]) -> bool {
    line.len() < 100 && line::clean(line).trim() == "# interrupt"
}

fn parse_id(digits: &str) -> Option<u64> {
    digits.parse().ok().filter(|&id| id < 1 << 63)
}

/// The number at the start of a line that is too long to be looked at as a whole.
fn leading_id(line: &[u8]) -> Option<u64> {
    let text = line::clean(&line[..line.len().min(64)]);
    let word = text.split_ascii_whitespace().next()?;
    word.bytes().all(|byte| byte.is_ascii_digit()).then(|| parse_id(word)).flatten()
}

/// Requests from a stream, in constant memory.
#[derive(Debug)]
pub struct RequestReader<R> {
    reader: R,
    line: Vec<u8>,
}

impl<R: BufRead> RequestReader<R> {
    /// Reads requests from `reader`.
    pub const fn new(reader: R) -> RequestReader<R> {
        RequestReader { reader, line: Vec::new() }
    }

    /// The next line that asks for something; lines that do not are skipped. A last line without its
    /// line feed counts. `None` when the stream has ended.
    pub fn next_request(&mut self) -> io::Result<Option<Result<Request, RequestError>>> {
        while let Some(line) = line::read(&mut self.reader, &mut self.line, MAX_LINE, usize::MAX)? {
            if line.n_dropped > 0 {
                let n_bytes = self.line.len() + line.n_dropped;
                let id = leading_id(&self.line);
                return Ok(Some(Err(RequestError::TooLong { id, n_bytes })));
            }
            if let Some(request) = Request::parse(&self.line).transpose() {
                return Ok(Some(request));
            }
        }
        Ok(None)
    }
}

impl<R: BufRead> Iterator for RequestReader<R> {
    type Item = io::Result<Result<Request, RequestError>>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_request().transpose()
    }
}
