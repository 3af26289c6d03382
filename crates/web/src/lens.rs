//! What the caller may bring besides an opponent: something that looks at a game and says where to look, and that
//! remembers what people think of it.

use aji_goban::Game;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

/// Looks at games for the page's attention layers. Called on a thread that may block.
pub trait Lens: Send + Sync {
    /// What is found in the game's position by this method: the object that the page draws.
    fn look(&self, game: &Game, method: &str) -> Result<Value, LensError>;

    /// Keeps a person's rating of a partial board of the game's position.
    fn rate(&self, game: &Game, rating: &Rating) -> Result<(), LensError>;

    /// All ratings, summed up by method.
    fn ratings(&self) -> Result<Value, LensError>;
}

/// Why a lens cannot do what was asked.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LensError {
    /// What was asked makes no sense.
    #[error("{0}")]
    Asked(String),
    /// It cannot be kept or read.
    #[error("{0}")]
    Kept(String),
}

/// The four grades of the document's experiment (§3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Grade {
    /// 非常に適切
    VeryFitting,
    /// 適切
    Fitting,
    /// 不適切
    Unfitting,
    /// 非常に不適切
    VeryUnfitting,
}

/// Why a partial board does not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// Stones or points are missing.
    TooNarrow,
    /// It is cut off midway.
    CutMidway,
    /// It is not needed, or its parts have nothing to do with each other.
    Irrelevant,
}

/// What a person thinks of a partial board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rating {
    /// How the board was cut.
    pub method: String,
    /// Which partial board, in the order of attention.
    pub board: usize,
    /// The number of moves that the person saw.
    pub at: usize,
    /// How it fits.
    pub grade: Grade,
    /// Why not, if it does not.
    #[serde(default)]
    pub reason: Option<Reason>,
}
