//! The rule files that come with the crate, by name.

use super::{Program, RuleError, read};
use std::collections::BTreeMap;

/// A rule file and the options that make one game of it.
#[derive(Clone, Copy, Debug)]
pub struct Source {
    /// Name on the command line.
    pub name: &'static str,
    /// Text of the file.
    pub text: &'static str,
    /// Options of this variant.
    pub options: &'static [(&'static str, &'static str)],
    /// One line about it.
    pub about: &'static str,
}

const OTHELLO: &str = include_str!("../../rules/othello.rules");
const HASAMI: &str = include_str!("../../rules/hasami.rules");
const TICTACTOE: &str = include_str!("../../rules/tictactoe.rules");
const CONNECT_FOUR: &str = include_str!("../../rules/connectfour.rules");
const BREAKTHROUGH: &str = include_str!("../../rules/breakthrough.rules");

/// Games that need no file.
pub const GAMES: [Source; 9] = [
    Source { name: "othello", text: OTHELLO, options: &[], about: "Othello, 8×8" },
    Source {
        name: "othello-6x6", text: OTHELLO, options: &[("size", "6")], about: "Othello, 6×6"
    },
    Source {
        name: "othello-4x4", text: OTHELLO, options: &[("size", "4")], about: "Othello, 4×4"
    },
    Source { name: "hasami", text: HASAMI, options: &[], about: "Hasami Shogi, 9×9" },
    Source {
        name: "hasami-6x6",
        text: HASAMI,
        options: &[("size", "6")],
        about: "Hasami Shogi, 6×6",
    },
    Source { name: "tictactoe", text: TICTACTOE, options: &[], about: "tic-tac-toe" },
    Source { name: "connectfour", text: CONNECT_FOUR, options: &[], about: "connect four, 7×6" },
    Source { name: "breakthrough", text: BREAKTHROUGH, options: &[], about: "breakthrough, 8×8" },
    Source {
        name: "breakthrough-6x6",
        text: BREAKTHROUGH,
        options: &[("size", "6")],
        about: "breakthrough, 6×6",
    },
];

/// The source of that name.
pub fn named(name: &str) -> Option<&'static Source> {
    GAMES.iter().find(|g| g.name == name)
}

/// Reads a game of the library, with further options.
pub fn open(name: &str, more: &BTreeMap<String, String>) -> Result<Program, RuleError> {
    let Some(source) = named(name) else {
        let known: Vec<&str> = GAMES.iter().map(|g| g.name).collect();
        return Err(RuleError::new(
            super::Place::default(),
            format!("no game called {name}; there are: {}", known.join(", ")),
        ));
    };
    let mut options: BTreeMap<String, String> =
        source.options.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect();
    options.extend(more.iter().map(|(k, v)| (k.clone(), v.clone())));
    read(source.text, &options)
}
