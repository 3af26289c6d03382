//! The controller's end: commands to an engine, and its replies, however ill it behaves.

use super::line::{self, End};
use super::vertex::Vertex;
use aji_goban::{Color, Komi, Size};
use std::fmt;
use std::io::{self, BufRead};
use thiserror::Error;

/// A command ready to be sent; displays as one line with its line feed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    id: Option<u64>,
    text: String,
}

/// Text that cannot be sent as a command.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CommandError {
    /// Nothing to send.
    #[error("an empty line is no command")]
    Empty,
    /// The engine would not see all of it.
    #[error("a command cannot contain {0:?}: the engine would not see it")]
    Unsendable(char),
}

impl Command {
    /// A command with its arguments in one text, such as `boardsize 9`.
    pub fn new(text: &str) -> Result<Command, CommandError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(CommandError::Empty);
        }
        match text.chars().find(|&c| c == '#' || c.is_control()) {
            Some(c) => Err(CommandError::Unsendable(c)),
            None => Ok(Command { id: None, text: text.to_owned() }),
        }
    }

    /// `boardsize`.
    pub fn boardsize(size: Size) -> Command {
        Command { id: None, text: format!("boardsize {}", size.lines()) }
    }

    /// `komi`.
    pub fn komi(komi: Komi) -> Command {
        Command { id: None, text: format!("komi {komi}") }
    }

    /// `play`.
    pub fn play(color: Color, vertex: Vertex, size: Size) -> Command {
        Command { id: None, text: format!("play {color} {}", vertex.text(size)) }
    }

    /// `genmove`.
    pub fn genmove(color: Color) -> Command {
        Command { id: None, text: format!("genmove {color}") }
    }

    /// The same with a number that the reply is to repeat.
    pub fn with_id(self, id: u64) -> Command {
        Command { id: Some(id), ..self }
    }

    /// The command without number and line feed.
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(id) = self.id {
            write!(f, "{id} ")?;
        }
        writeln!(f, "{}", self.text)
    }
}

/// What an engine answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response {
    /// The number it repeated, if it did.
    pub id: Option<u64>,
    /// The text after `=` or, as an error, after `?`; lines are joined by `\n`, and the blanks around
    /// the whole are gone.
    pub result: Result<String, String>,
    /// Lines that came before the reply and belong to none, as far as they were kept.
    pub noise: Vec<String>,
}

impl Response {
    /// Does this answer the command with that number? Engines that repeat none are forgiven.
    pub fn answers(&self, id: u64) -> bool {
        self.id.is_none_or(|repeated| repeated == id)
    }
}

/// How much of an engine's talk is put up with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The longest reply, in bytes.
    pub reply: usize,
    /// The most bytes between two replies.
    pub noise: usize,
}

impl Default for Limits {
    /// A megabyte for a reply, which holds minutes of analysis, and a quarter of that for noise.
    fn default() -> Limits {
        Limits { reply: 1 << 20, noise: 1 << 18 }
    }
}

/// Why there is no reply.
#[derive(Debug, Error)]
pub enum ReplyError {
    /// The engine has gone, between two replies.
    #[error("the engine closed its output{}", after(.noise))]
    Closed {
        /// What it said last that was no reply.
        noise: Vec<String>,
    },
    /// The engine has gone in the middle of a reply.
    #[error("the engine's output ended within a reply, after \"{}\"", .partial.trim_end())]
    Truncated {
        /// The reply so far, with its sign and number.
        partial: String,
    },
    /// The reply does not end.
    #[error("the engine's reply is longer than {limit} bytes")]
    TooLong {
        /// The limit.
        limit: usize,
    },
    /// Much is said, and nothing is a reply.
    #[error("the engine wrote {limit} bytes without a line that begins with = or ?")]
    Noise {
        /// The limit.
        limit: usize,
    },
    /// Reading failed.
    #[error("the engine's output cannot be read: {0}")]
    Io(#[from] io::Error),
}

fn after(noise: &[String]) -> String {
    noise.last().map(|line| format!(", after \"{line}\"")).unwrap_or_default()
}

/// The most lines of noise that a response carries.
const MAX_NOISE_LINES: usize = 20;

/// Replies from a stream, in bounded memory. After an error the next call looks for the next line
/// that begins a reply.
#[derive(Debug)]
pub struct ReplyReader<R> {
    reader: R,
    limits: Limits,
    line: Vec<u8>,
}

impl<R: BufRead> ReplyReader<R> {
    /// Reads replies from `reader`.
    pub fn new(reader: R) -> ReplyReader<R> {
        ReplyReader::with_limits(reader, Limits::default())
    }

    /// The same with limits of one's own.
    pub const fn with_limits(reader: R, limits: Limits) -> ReplyReader<R> {
        ReplyReader { reader, limits, line: Vec::new() }
    }

    /// Waits for the next reply and reads it to its end.
    pub fn next_reply(&mut self) -> Result<Response, ReplyError> {
        let mut noise = Vec::new();
        let end = self.skip_to_start(&mut noise)?;
        // The first line is kept apart: its sign and number are no part of the text.
        let mut reply = String::from_utf8_lossy(&self.line).into_owned();
        reply.retain(|c| c == '\t' || !c.is_control());
        let mut n_bytes = self.line.len();
        let mut end = end;
        loop {
            if end == End::Eof {
                return Err(ReplyError::Truncated { partial: reply });
            }
            let patience = self.limits.reply;
            let room = self.limits.reply.saturating_sub(n_bytes);
            let Some(line) = line::read(&mut self.reader, &mut self.line, room, patience)? else {
                return Err(ReplyError::Truncated { partial: reply });
            };
            n_bytes += self.line.len() + 1;
            if line.n_dropped > 0 || n_bytes > self.limits.reply {
                return Err(ReplyError::TooLong { limit: self.limits.reply });
            }
            let text = String::from_utf8_lossy(&self.line);
            let is_blank = text.chars().all(char::is_control);
            if is_blank && line.end == End::Newline {
                break;
            }
            reply.push('\n');
            reply.extend(text.chars().filter(|&c| c == '\t' || !c.is_control()));
            end = line.end;
        }
        let (id, result) = split(&reply);
        Ok(Response { id, result, noise })
    }

    /// Reads on to a line that begins with `=` or `?` and leaves it in `self.line`.
    fn skip_to_start(&mut self, noise: &mut Vec<String>) -> Result<End, ReplyError> {
        let mut n_noise = 0;
        loop {
            let limit = self.limits.reply.max(self.limits.noise);
            let Some(line) = line::read(&mut self.reader, &mut self.line, limit, limit)? else {
                return Err(ReplyError::Closed { noise: std::mem::take(noise) });
            };
            let start = self.line.iter().position(|byte| !byte.is_ascii_control());
            self.line.drain(..start.unwrap_or(self.line.len()));
            if matches!(self.line.first(), Some(b'=' | b'?')) {
                return match line.n_dropped {
                    0 => Ok(line.end),
                    _ => Err(ReplyError::TooLong { limit: self.limits.reply }),
                };
            }
            n_noise += self.line.len() + line.n_dropped + 1;
            if n_noise > self.limits.noise {
                return Err(ReplyError::Noise { limit: self.limits.noise });
            }
            if !self.line.is_empty() && noise.len() < MAX_NOISE_LINES {
                noise.push(line::clean(&self.line).chars().take(200).collect());
            }
        }
    }
}

/// Sign, number and text of a reply.
fn split(reply: &str) -> (Option<u64>, Result<String, String>) {
    let is_ok = reply.starts_with('=');
    let text = reply.get(1..).unwrap_or_default();
    let n_digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (digits, rest) = text.split_at(n_digits);
    // `=19x19` from an engine that forgot the blank is no number.
    let (id, rest) = match digits.parse() {
        Ok(id) if rest.is_empty() || rest.starts_with([' ', '\t', '\n']) => (Some(id), rest),
        _ => (None, text),
    };
    let text = rest.trim_matches([' ', '\t', '\n']).to_owned();
    (id, if is_ok { Ok(text) } else { Err(text) })
}
