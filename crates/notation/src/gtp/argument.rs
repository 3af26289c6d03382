//! Arguments read one after the other, each with an error text that can be sent as it is.

use super::vertex::{Vertex, VertexError};
use aji_goban::point::SizeError;
use aji_goban::rules::KomiError;
use aji_goban::{Color, Komi, Size};
use std::time::Duration;
use thiserror::Error;

/// What is wrong with an argument.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ArgumentError {
    /// There are too few.
    #[error("syntax error: {0} is missing")]
    Missing(&'static str),
    /// There are too many.
    #[error("syntax error: nothing is expected at \"{0}\"")]
    TooMany(String),
    /// It is not what is expected here.
    #[error("syntax error: \"{text}\" is not {expected}")]
    Unreadable {
        /// What stands there.
        text: String,
        /// What should.
        expected: &'static str,
    },
    /// No board has this size.
    #[error("unacceptable size: {0}")]
    Size(#[from] SizeError),
    /// No point of the board.
    #[error("invalid coordinate: {0}")]
    Vertex(#[from] VertexError),
    /// No komi.
    #[error("{0}")]
    Komi(#[from] KomiError),
}

/// A color as any client writes it: `b`, `black`, `w`, `white` in either case.
pub fn color(text: &str) -> Option<Color> {
    let is = |name: &str| text.eq_ignore_ascii_case(name);
    match () {
        () if is("b") || is("black") => Some(Color::Black),
        () if is("w") || is("white") => Some(Color::White),
        () => None,
    }
}

/// The longest time that is believed; beyond it a clock means nothing.
const MAX_SECONDS: f64 = 1e9;

/// The arguments of a request that have not been read yet.
#[derive(Clone, Debug)]
pub struct Arguments<'a> {
    left: &'a [String],
}

impl<'a> Arguments<'a> {
    /// Reads from a list of words.
    pub const fn new(words: &'a [String]) -> Arguments<'a> {
        Arguments { left: words }
    }

    /// The number of words left.
    pub const fn len(&self) -> usize {
        self.left.len()
    }

    /// Has everything been read?
    pub const fn is_empty(&self) -> bool {
        self.left.is_empty()
    }

    /// The next word without reading it.
    pub fn peek(&self) -> Option<&'a str> {
        self.left.first().map(String::as_str)
    }

    /// The next word; `what` names it in the error.
    pub fn word(&mut self, what: &'static str) -> Result<&'a str, ArgumentError> {
        let (first, left) = self.left.split_first().ok_or(ArgumentError::Missing(what))?;
        self.left = left;
        Ok(first)
    }

    /// All words that are left, with single blanks between them.
    pub fn rest(&mut self) -> String {
        std::mem::take(&mut self.left).join(" ")
    }

    /// Nothing may be left.
    pub fn end(&self) -> Result<(), ArgumentError> {
        match self.peek() {
            Some(word) => Err(ArgumentError::TooMany(shortened(word))),
            None => Ok(()),
        }
    }

    /// A color.
    pub fn color(&mut self) -> Result<Color, ArgumentError> {
        let word = self.word("a color")?;
        color(word).ok_or_else(|| unreadable(word, "a color: write black or white"))
    }

    /// A color if the next word is one, as in `lz-analyze [color] …`.
    pub fn color_if_any(&mut self) -> Option<Color> {
        let color = self.peek().and_then(color)?;
        self.left = &self.left[1..];
        Some(color)
    }

    /// A point, `pass` or `resign`.
    pub fn vertex(&mut self, size: Size) -> Result<Vertex, ArgumentError> {
        Ok(Vertex::parse(self.word("a vertex")?, size)?)
    }

    /// A board size: one number, or the same number twice.
    pub fn size(&mut self) -> Result<Size, ArgumentError> {
        let expected = "a board size: write a whole number";
        let lines: u64 = self.parsed("a board size", expected)?;
        if !self.is_empty() {
            let word = self.left[0].as_str();
            let other: u64 = self.parsed("a board size", expected)?;
            if other != lines {
                return Err(unreadable(word, "the same in both directions: boards are square"));
            }
        }
        Ok(Size::new(lines)?)
    }

    /// Komi, a multiple of half a point.
    pub fn komi(&mut self) -> Result<Komi, ArgumentError> {
        Ok(self.word("komi")?.parse::<Komi>()?)
    }

    /// A whole number, which may be negative.
    pub fn int(&mut self, what: &'static str) -> Result<i64, ArgumentError> {
        self.parsed(what, "a whole number")
    }

    /// A number of things.
    pub fn count(&mut self, what: &'static str) -> Result<u32, ArgumentError> {
        self.parsed(what, "a whole number from 0 on")
    }

    /// A finite number.
    pub fn float(&mut self, what: &'static str) -> Result<f64, ArgumentError> {
        let word = self.word(what)?;
        let number = word.parse::<f64>().ok().filter(|number| number.is_finite());
        number.ok_or_else(|| unreadable(word, "a number"))
    }

    /// `true`, `false`, `1` or `0`.
    pub fn boolean(&mut self, what: &'static str) -> Result<bool, ArgumentError> {
        let word = self.word(what)?;
        match word.to_ascii_lowercase().as_str() {
            "true" | "1" => Ok(true),
            "false" | "0" => Ok(false),
            _ => Err(unreadable(word, "true or false")),
        }
    }

    /// A time in seconds, not negative.
    pub fn seconds(&mut self, what: &'static str) -> Result<Duration, ArgumentError> {
        let word = self.word(what)?;
        let seconds = word.parse::<f64>().ok().filter(|s| (0.0..=MAX_SECONDS).contains(s));
        seconds
            .map(Duration::from_secs_f64)
            .ok_or_else(|| unreadable(word, "a time in seconds from 0 on"))
    }

    fn parsed<T: std::str::FromStr>(
        &mut self,
        what: &'static str,
        expected: &'static str,
    ) -> Result<T, ArgumentError> {
        let word = self.word(what)?;
        word.parse().map_err(|_| unreadable(word, expected))
    }
}

pub(super) fn unreadable(text: &str, expected: &'static str) -> ArgumentError {
    ArgumentError::Unreadable { text: shortened(text), expected }
}

/// Enough of a word to recognize it by.
fn shortened(text: &str) -> String {
    text.chars().take(40).collect()
}
