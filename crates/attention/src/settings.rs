//! Every parameter of the segmentation, with its default.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// How the board is cut into partial boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// How links between chains are recognized.
    pub links: LinkRule,
    /// Do links that one enemy stone would cut still make one group of the chains they join?
    pub join_open: bool,
    /// How many steps a stone's influence reaches.
    pub reach: u8,
    /// Does a group in danger reach one step less, and a living one a step further?
    pub reach_by_safety: bool,
    /// Does every group reach one step further in the opening, and one less in the ending?
    pub reach_by_stage: bool,
    /// Which related groups make a partial board.
    pub method: Method,
    /// How many related groups [`Method::Several`] takes.
    pub several: usize,
    /// Are partial boards left out where nothing is open any more?
    pub drop_needless: bool,
    /// Are points on the edge left out that no stone is near?
    pub skip_quiet_edge: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            links: LinkRule::Influence,
            join_open: true,
            reach: 3,
            reach_by_safety: false,
            reach_by_stage: false,
            method: Method::All,
            several: 2,
            drop_needless: true,
            skip_quiet_edge: true,
        }
    }
}

/// How links are recognized (§2.2.1: by search, by patterns, or from influence alone).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LinkRule {
    /// The chains' surroundings meet where their side is stronger.
    Influence,
    /// Their stones make a known shape: diagonal, jump, knight's move, two-point jump.
    Pattern,
    /// The enemy cannot keep them apart, as far as a short search sees.
    Reading,
}

/// Which related groups make a partial board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// A group and all that are related to it.
    All,
    /// A group and several of those related to it, but not all: the ones it shares most points with.
    Several,
    /// A group and one that is related to it.
    One,
    /// A group and one enemy group related to it.
    OneEnemy,
    /// A group and all enemy groups related to it.
    AllEnemies,
}

impl Method {
    /// All methods.
    pub const EVERY: [Method; 5] =
        [Method::All, Method::Several, Method::One, Method::OneEnemy, Method::AllEnemies];

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Method::All => "all",
            Method::Several => "several",
            Method::One => "one",
            Method::OneEnemy => "one-enemy",
            Method::AllEnemies => "all-enemies",
        }
    }
}

impl LinkRule {
    /// All rules.
    pub const EVERY: [LinkRule; 3] = [LinkRule::Influence, LinkRule::Pattern, LinkRule::Reading];

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            LinkRule::Influence => "influence",
            LinkRule::Pattern => "pattern",
            LinkRule::Reading => "reading",
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for LinkRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A word that names nothing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("\"{word}\" is no {what}: write {known}")]
pub struct UnknownName {
    /// What was read.
    pub word: String,
    /// What was wanted.
    pub what: &'static str,
    /// What can be written.
    pub known: String,
}

fn by_name<T: Copy>(
    word: &str,
    what: &'static str,
    every: &[T],
    name: impl Fn(T) -> &'static str,
) -> Result<T, UnknownName> {
    every.iter().copied().find(|&one| name(one) == word).ok_or_else(|| UnknownName {
        word: word.chars().take(40).collect(),
        what,
        known: every.iter().map(|&one| name(one)).collect::<Vec<_>>().join(", "),
    })
}

impl FromStr for Method {
    type Err = UnknownName;
    fn from_str(word: &str) -> Result<Method, UnknownName> {
        by_name(word, "method", &Method::EVERY, Method::name)
    }
}

impl FromStr for LinkRule {
    type Err = UnknownName;
    fn from_str(word: &str) -> Result<LinkRule, UnknownName> {
        by_name(word, "rule for links", &LinkRule::EVERY, LinkRule::name)
    }
}
