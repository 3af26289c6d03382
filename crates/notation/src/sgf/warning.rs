//! What was wrong with a game record, where, and what was done about it.

use super::event::Repair;
use aji_goban::Illegal;
use std::fmt;

/// One repair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// The byte of the text at which it was noticed. Text in another encoding than UTF-8 is counted as
    /// if it had been written in UTF-8.
    pub at: usize,
    /// What was wrong.
    pub damage: Damage,
}

/// What was wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Damage {
    /// Bytes that belong nowhere were skipped.
    Junk {
        /// How many.
        n_bytes: usize,
    },
    /// A game began without `(`; it was read as if it had one.
    NoOpening,
    /// A game was not closed; it was closed at the end of the text or where the next game begins.
    NoClosing,
    /// A node began without `;`; it was read as if it had one.
    NoSemicolon,
    /// A node followed a closed variation; it was read as a variation of its own.
    NodeAfterVariation,
    /// A property had no value and was dropped.
    NoValue,
    /// A value stood without a property and was dropped.
    NoProperty {
        /// Its length.
        n_bytes: usize,
    },
    /// A list of points or a move was not closed; it was read up to where it stopped making sense.
    NoBracket,
    /// The text ended within a value, which was dropped.
    CutValue {
        /// The length of what was dropped.
        n_bytes: usize,
    },
    /// A property that says how the game is recorded stood behind the first node and was dropped.
    MisplacedFormat {
        /// The property.
        property: String,
    },
    /// The text names an encoding that is not known; it was guessed.
    UnknownEncoding {
        /// The name.
        label: String,
    },
    /// The text is not in the encoding that it names; it was guessed.
    WrongEncoding {
        /// The name.
        label: String,
        /// What was used.
        used: &'static str,
    },
    /// Bytes that no encoding explains were replaced.
    Undecodable {
        /// How many places.
        n_places: usize,
    },
    /// A property's value cannot be understood and was not used.
    BadValue {
        /// The property.
        property: String,
        /// The value.
        value: String,
    },
    /// A move cannot be played; it and the moves after it were dropped.
    IllegalMove {
        /// Its number, from 1.
        number: usize,
        /// Why.
        reason: Illegal,
        /// How many moves were dropped.
        n_dropped: usize,
    },
    /// Stones were set up during the game; what came before is only kept as a position.
    SetupDuringGame {
        /// How many moves are no longer listed.
        n_moves: usize,
    },
    /// Stones were set up that cannot stand there; they were left out.
    BadSetup,
}

impl From<Repair> for Damage {
    fn from(repair: Repair) -> Damage {
        match repair {
            Repair::Junk { n_bytes } => Damage::Junk { n_bytes },
            Repair::NoOpening => Damage::NoOpening,
            Repair::NoClosing => Damage::NoClosing,
            Repair::NoSemicolon => Damage::NoSemicolon,
            Repair::NodeAfterVariation => Damage::NodeAfterVariation,
            Repair::NoValue => Damage::NoValue,
            Repair::NoProperty { n_bytes } => Damage::NoProperty { n_bytes },
            Repair::NoBracket => Damage::NoBracket,
            Repair::CutValue { n_bytes } => Damage::CutValue { n_bytes },
        }
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {}: {}", self.at, self.damage)
    }
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Damage::Junk { n_bytes } => write!(f, "{n_bytes} bytes outside any value were dropped"),
            Damage::NoOpening => f.write_str("a game begins without ("),
            Damage::NoClosing => f.write_str("a game was not closed and was closed here"),
            Damage::NoSemicolon => f.write_str("a node begins without ;"),
            Damage::NodeAfterVariation => {
                f.write_str("a node follows a closed variation and became one of its own")
            }
            Damage::NoValue => f.write_str("a property without value was dropped"),
            Damage::NoProperty { n_bytes } => {
                write!(f, "a value of {n_bytes} bytes without property was dropped")
            }
            Damage::NoBracket => f.write_str("a move or list of points lacks its ]"),
            Damage::CutValue { n_bytes } => {
                write!(f, "the text ends within a value; its {n_bytes} bytes were dropped")
            }
            Damage::MisplacedFormat { property } => {
                write!(f, "{property} behind the first node was dropped")
            }
            Damage::UnknownEncoding { label } => {
                write!(f, "the encoding \"{label}\" is not known; it was guessed")
            }
            Damage::WrongEncoding { label, used } => {
                write!(f, "the text is not in \"{label}\" as it says; {used} was used")
            }
            Damage::Undecodable { n_places } => {
                write!(f, "{n_places} undecodable places were replaced")
            }
            Damage::BadValue { property, value } => {
                write!(f, "{property}[{value}] makes no sense and was not used")
            }
            Damage::IllegalMove { number, reason, n_dropped } => {
                write!(f, "move {number} is illegal ({reason}); {n_dropped} moves were dropped")
            }
            Damage::SetupDuringGame { n_moves } => {
                write!(f, "stones were set up after {n_moves} moves; the game starts there")
            }
            Damage::BadSetup => f.write_str("stones that cannot stand there were left out"),
        }
    }
}
