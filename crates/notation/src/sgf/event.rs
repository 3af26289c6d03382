//! The one parser of game records: any bytes into a balanced stream of events.
//!
//! ```text
//! (;FF[4]SZ[9];B[ee](;W[ec])(;W[gc]))
//! Game Node Property(FF) Value(4) Property(SZ) Value(9) Node Property(B) Value(ee)
//!   Variation Node Property(W) Value(ec) VariationEnd
//!   Variation Node Property(W) Value(gc) VariationEnd GameEnd
//! ```
//!
//! Every `Game` and `Variation` is closed, every `Property` lies in a `Node` and every `Value` follows a
//! `Property`, whatever the input. What had to be mended on the way is announced by `Repair` events.
//! Nothing is allocated; values are slices of the input with their escapes.
//!
//! The parser also serves streams: given part of a text it stops where it cannot go on, and the caller
//! starts the unfinished game again when there is more.

mod lookahead;

use super::warning::Warning;
use lookahead::Seen;
use memchr::{memchr2, memchr2_iter};

/// One step through a game record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event<'a> {
    /// A game begins.
    Game,
    /// A node begins.
    Node,
    /// A property begins; its name as written, with the lower case letters of old files.
    Property(&'a [u8]),
    /// A value of the last property, without its brackets.
    Value(&'a [u8]),
    /// A variation begins.
    Variation,
    /// The last open variation ends.
    VariationEnd,
    /// The game ends.
    GameEnd,
    /// Something was mended.
    Repair(Repair),
}

/// What the parser had to mend; see [`Damage`](super::Damage), which says the same in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is documented at `Damage`")]
pub enum Repair {
    Junk { n_bytes: usize },
    NoOpening,
    NoClosing,
    NoSemicolon,
    NodeAfterVariation,
    NoValue,
    NoProperty { n_bytes: usize },
    NoBracket,
    CutValue { n_bytes: usize },
}

/// The events of a text.
#[derive(Clone, Debug)]
pub struct Events<'a> {
    bytes: &'a [u8],
    /// The byte to look at next.
    next: usize,
    /// Where the last event began.
    at: usize,
    depth: usize,
    n_games: usize,
    /// Is this the whole text, or is more to come?
    is_whole: bool,
    /// Everything open is to be closed before reading on.
    is_closing: bool,
    place: Place,
    /// May the value that comes next only hold points?
    is_points: bool,
    /// Where the last property began, if no value has followed it yet.
    bare_property: Option<usize>,
    pending: Option<Event<'a>>,
    has_double_bytes: bool,
}

/// What was read last, as far as it decides what may follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// `(`: a node must follow.
    Opened,
    /// `;` or a junk-free property list: properties may follow.
    InNode,
    /// A property: values may follow.
    InProperty,
    /// `)`: more variations may follow.
    Closed,
}

impl<'a> Events<'a> {
    /// Reads a whole text.
    pub const fn new(bytes: &'a [u8]) -> Events<'a> {
        Events {
            bytes,
            next: 0,
            at: 0,
            depth: 0,
            n_games: 0,
            is_whole: true,
            is_closing: false,
            place: Place::Opened,
            is_points: false,
            bare_property: None,
            pending: None,
            has_double_bytes: false,
        }
    }

    /// Reads the part of a text that is there. The stream of events stops early where more is needed:
    /// if that is inside a game, read it again from [`Events::offset`] before the game with more bytes.
    pub const fn partial(bytes: &'a [u8]) -> Events<'a> {
        let mut events = Events::new(bytes);
        events.is_whole = false;
        events
    }

    /// The same for text in an encoding of one or two bytes a character, in which a second byte may
    /// look like a bracket or a backslash (Shift-JIS, GB 18030, Big5).
    pub const fn with_double_bytes(mut self, has_double_bytes: bool) -> Events<'a> {
        self.has_double_bytes = has_double_bytes;
        self
    }

    /// Says that a game was read before, from an earlier part of the text.
    pub const fn after_a_game(mut self) -> Events<'a> {
        self.n_games = 1;
        self
    }

    /// The byte at which the last event begins.
    pub const fn at(&self) -> usize {
        self.at
    }

    /// The byte after everything that was read.
    pub const fn offset(&self) -> usize {
        self.next
    }

    /// What was just mended, as a warning.
    pub(super) fn warning(&self, repair: Repair) -> Warning {
        Warning { at: self.at, damage: repair.into() }
    }

    /// Is a game open?
    pub const fn is_in_game(&self) -> bool {
        self.depth > 0
    }

    /// The color and point letters of the move that comes next, if it comes in its plainest form:
    /// `;B[pd]`, a node of nothing else as far as can be seen. What nearly all of a collection is made of
    /// is read by this one comparison; its three events are skipped.
    #[inline]
    pub(super) fn next_plain_move(&mut self) -> Option<[u8; 3]> {
        let is_ready = matches!(self.place, Place::InNode | Place::InProperty)
            && self.bare_property.is_none()
            && self.pending.is_none()
            && !self.is_closing
            && self.depth > 0;
        let text = self.bytes.get(self.next..self.next + 6)?;
        let [b';', color @ (b'B' | b'W'), b'[', column @ b'a'..=b'z', row @ b'a'..=b'z', b']'] =
            *text
        else {
            return None;
        };
        if !is_ready {
            return None;
        }
        self.at = self.next + 2;
        self.next += 6;
        self.place = Place::InProperty;
        self.is_points = true;
        Some([color, column, row])
    }

    /// The next event; `None` at the end of the input, or where more of it is needed.
    #[inline]
    pub fn next_event(&mut self) -> Option<Event<'a>> {
        if let Some(event) = self.pending.take() {
            return Some(event);
        }
        if self.is_closing {
            return Some(self.close());
        }
        if self.depth == 0 {
            return self.next_game();
        }
        loop {
            let Some(&byte) = self.bytes.get(self.next) else { return self.at_end() };
            match byte {
                b'[' => return self.value(),
                b'\n' | b'\r' | b' ' | b'\t' => self.next += 1,
                b';' | b'A'..=b'Z' | b'(' | b')' => {
                    if let Some(at) = self.bare_property.take() {
                        self.at = at;
                        return Some(Event::Repair(Repair::NoValue));
                    }
                    self.at = self.next;
                    return match byte {
                        b';' => Some(self.node()),
                        b'(' => self.variation(),
                        b')' => {
                            self.next += 1;
                            Some(self.close())
                        }
                        _ => self.property(),
                    };
                }
                _ => return Some(self.junk()),
            }
        }
    }

    fn node(&mut self) -> Event<'a> {
        let place = std::mem::replace(&mut self.place, Place::InNode);
        self.next += 1;
        if place == Place::Closed {
            self.pending = Some(Event::Node);
            return Event::Repair(Repair::NodeAfterVariation);
        }
        Event::Node
    }

    fn property(&mut self) -> Option<Event<'a>> {
        if matches!(self.place, Place::Opened | Place::Closed) {
            self.place = Place::InNode;
            self.pending = Some(Event::Node);
            return Some(Event::Repair(Repair::NoSemicolon));
        }
        let letters = &self.bytes[self.next..];
        let n = letters.iter().position(|byte| !byte.is_ascii_alphabetic());
        let n = match n {
            Some(n) => n,
            None if self.is_whole => letters.len(),
            None => return None,
        };
        let name = &letters[..n];
        self.bare_property = Some(self.next);
        self.next += n;
        self.place = Place::InProperty;
        self.is_points = holds_points(name);
        Some(Event::Property(name))
    }

    fn variation(&mut self) -> Option<Event<'a>> {
        match self.new_game_at(self.next) {
            Seen::Unclear => return None,
            // Only the first node of a game names its format: the game before was never closed.
            Seen::Yes => {
                self.is_closing = true;
                return Some(Event::Repair(Repair::NoClosing));
            }
            Seen::No => {}
        }
        self.next += 1;
        self.depth += 1;
        self.place = Place::Opened;
        Some(Event::Variation)
    }

    /// Leaves the innermost variation or game.
    fn close(&mut self) -> Event<'a> {
        self.depth -= 1;
        self.place = Place::Closed;
        self.bare_property = None;
        if self.depth > 0 {
            return Event::VariationEnd;
        }
        self.is_closing = false;
        Event::GameEnd
    }

    /// The input has ended inside a game.
    fn at_end(&mut self) -> Option<Event<'a>> {
        if !self.is_whole {
            return None;
        }
        if let Some(at) = self.bare_property.take() {
            self.at = at;
            return Some(Event::Repair(Repair::NoValue));
        }
        self.at = self.next;
        self.is_closing = true;
        Some(Event::Repair(Repair::NoClosing))
    }

    /// A value, whose bracket is the next byte.
    #[inline]
    fn value(&mut self) -> Option<Event<'a>> {
        self.at = self.next;
        let start = self.next + 1;
        // Nearly every value of a game record is the two letters of a move.
        let end = match self.bytes.get(start..start + 3) {
            Some([b'a'..=b'z', b'a'..=b'z', b']']) => start + 2,
            _ => match self.value_end(start) {
                Some(end) if self.bytes[end] == b']' => end,
                Some(_) => return Some(self.value_without_bracket(start)),
                None if !self.is_whole => return None,
                None => return Some(self.cut_value(start)),
            },
        };
        let value = &self.bytes[start..end];
        self.next = end + 1;
        if self.place != Place::InProperty {
            return Some(Event::Repair(Repair::NoProperty { n_bytes: value.len() }));
        }
        self.bare_property = None;
        Some(Event::Value(value))
    }

    /// Where the value that starts here is closed, or where a move or list of points should have been.
    fn value_end(&self, start: usize) -> Option<usize> {
        if self.is_points {
            let is_end = |byte: &u8| matches!(byte, b']' | b'[' | b';' | b'(' | b')');
            return self.bytes[start..].iter().position(is_end).map(|n| start + n);
        }
        let mut from = start;
        if self.has_double_bytes {
            while let Some(&byte) = self.bytes.get(from) {
                match byte {
                    b']' => return Some(from),
                    b'\\' | 0x81..=0xfe => from += 2,
                    _ => from += 1,
                }
            }
            return None;
        }
        loop {
            let found = from + memchr2(b']', b'\\', self.bytes.get(from..)?)?;
            if self.bytes[found] == b']' {
                return Some(found);
            }
            from = found + 2;
        }
    }

    fn cut_value(&mut self, start: usize) -> Event<'a> {
        self.next = self.bytes.len();
        self.bare_property = None;
        Event::Repair(Repair::CutValue { n_bytes: self.next - start })
    }

    /// A move whose `]` is missing: `B[pd;W[dd]`.
    fn value_without_bracket(&mut self, start: usize) -> Event<'a> {
        let is_point = |byte: &u8| byte.is_ascii_alphabetic() || *byte == b':';
        let n = self.bytes[start..].iter().take_while(|byte| is_point(byte)).count();
        self.next = start + n;
        // What follows the points may be anything; whatever it is, it does not belong to them.
        if self.place == Place::InProperty && n > 0 {
            self.bare_property = None;
            self.place = Place::InNode;
            self.pending = Some(Event::Value(&self.bytes[start..start + n]));
        }
        Event::Repair(Repair::NoBracket)
    }

    fn junk(&mut self) -> Event<'a> {
        self.at = self.next;
        let rest = &self.bytes[self.next..];
        let is_structure =
            |byte: &u8| matches!(byte, b';' | b'(' | b')' | b'[') || byte.is_ascii_uppercase();
        let n_bytes = rest.iter().position(is_structure).unwrap_or(rest.len());
        self.next += n_bytes;
        Event::Repair(Repair::Junk { n_bytes })
    }

    /// Skips to the next game and begins it.
    fn next_game(&mut self) -> Option<Event<'a>> {
        if self.next == 0 && self.bytes.starts_with(b"\xef\xbb\xbf") {
            self.next = 3;
        }
        let junk_start = self.next;
        let rest = &self.bytes[junk_start..];
        let mut found = None;
        for i in memchr2_iter(b'(', b';', rest) {
            match self.game_at(junk_start + i) {
                Seen::Yes => {
                    found = Some(i);
                    break;
                }
                Seen::No => {}
                Seen::Unclear => {
                    self.next = junk_start + i;
                    return self.skipped(junk_start);
                }
            }
        }
        self.next = junk_start + found.unwrap_or(rest.len());
        if let Some(event) = self.skipped(junk_start) {
            return Some(event);
        }
        found?;
        self.at = self.next;
        self.n_games += 1;
        self.depth = 1;
        self.place = Place::Opened;
        if self.bytes[self.next] == b';' {
            self.pending = Some(Event::Game);
            return Some(Event::Repair(Repair::NoOpening));
        }
        self.next += 1;
        Some(Event::Game)
    }

    /// A warning if anything but blanks was skipped.
    fn skipped(&mut self, from: usize) -> Option<Event<'a>> {
        let skipped = &self.bytes[from..self.next];
        if skipped.iter().all(u8::is_ascii_whitespace) {
            return None;
        }
        self.at = from;
        Some(Event::Repair(Repair::Junk { n_bytes: skipped.len() }))
    }
}

impl<'a> Iterator for Events<'a> {
    type Item = Event<'a>;

    #[inline]
    fn next(&mut self) -> Option<Event<'a>> {
        self.next_event()
    }
}

/// A property's name as far as it takes to know those that matter: its first three capital letters. In
/// old files `Black` is `B`, because only capitals count.
#[inline]
pub(super) fn short_name(name: &[u8]) -> [u8; 3] {
    let mut capitals = name.iter().copied().filter(u8::is_ascii_uppercase);
    [(); 3].map(|()| capitals.next().unwrap_or(b' '))
}

/// Properties whose values are points, so that a bracket or semicolon in them is damage.
fn holds_points(name: &[u8]) -> bool {
    let name = short_name(name);
    matches!(&name, b"B  " | b"W  ")
        || matches!(&name, b"AB " | b"AW " | b"AE " | b"CR " | b"SQ " | b"TR " | b"MA " | b"SL ")
        || matches!(&name, b"TB " | b"TW ")
}
