//! Where games begin: the questions that need a look at what follows.

use super::Events;

/// Whether something is there, where the end of the input may hide it.
pub(super) enum Seen {
    Yes,
    No,
    Unclear,
}

impl Events<'_> {
    /// Does a game begin here, between games? `(;` does, and `(FF[` or `;FF[` with a bracket or
    /// semicolon lost.
    pub(super) fn game_at(&self, at: usize) -> Seen {
        let (first, second) = (self.peek(at), self.peek_after_blanks(at + 1));
        match (first, second) {
            (Some(b'('), Some((after, b';'))) => match self.peek_after_blanks(after + 1) {
                Some((_, b'A'..=b'Z' | b'(' | b')' | b';')) => Seen::Yes,
                Some(_) => Seen::No,
                None => self.unclear_or(Seen::Yes),
            },
            (Some(b'('), Some((name, b'A'..=b'Z'))) => self.property_at(name, |_| true),
            (Some(b';'), Some((name, b'A'..=b'Z'))) => {
                // Between games, loose nodes are the rest of a damaged game and no game.
                let is_first = self.n_games == 0;
                self.property_at(name, |name| is_first || names_format(name))
            }
            (_, Some(_)) => Seen::No,
            (_, None) => self.unclear_or(Seen::No),
        }
    }

    /// Does this `(` inside a game begin another one? `(;FF[` and `(;GM[` do.
    pub(super) fn new_game_at(&self, at: usize) -> Seen {
        match self.peek_after_blanks(at + 1) {
            Some((after, b';')) => match self.peek_after_blanks(after + 1) {
                Some((name, b'F' | b'G')) => self.property_at(name, names_format),
                Some(_) => Seen::No,
                None => self.unclear_or(Seen::No),
            },
            Some(_) => Seen::No,
            None => self.unclear_or(Seen::No),
        }
    }

    /// Does a property with such a name and a value stand here?
    fn property_at(&self, at: usize, is_wanted: impl Fn(&[u8]) -> bool) -> Seen {
        let name = &self.bytes[at..];
        let n = name.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
        match self.peek_after_blanks(at + n) {
            Some((_, b'[')) if is_wanted(&name[..n]) => Seen::Yes,
            Some(_) => Seen::No,
            None => self.unclear_or(Seen::No),
        }
    }

    fn peek(&self, at: usize) -> Option<u8> {
        self.bytes.get(at).copied()
    }

    fn peek_after_blanks(&self, from: usize) -> Option<(usize, u8)> {
        let rest = self.bytes.get(from..)?;
        let n_blanks = rest.iter().position(|byte| !byte.is_ascii_whitespace())?;
        Some((from + n_blanks, rest[n_blanks]))
    }

    fn unclear_or(&self, seen: Seen) -> Seen {
        if self.is_whole { seen } else { Seen::Unclear }
    }
}

/// Properties that only the first node of a game may have.
fn names_format(name: &[u8]) -> bool {
    matches!(name, b"FF" | b"GM" | b"SZ" | b"CA" | b"AP")
}
