//! Experiments: the tables and figures of the paper, and questions of our own.

pub mod accuracy;
pub mod data;
pub mod eighteen;
pub mod endgames;
pub mod handmade;
pub mod model;
pub mod phases;
pub mod plot;
pub mod proof;
pub mod selfplay;
pub mod speed;
pub mod strength;
pub mod tradeoff;

use crate::othello::OthelloError;
use crate::rules::RuleError;

/// What can go wrong in an experiment or command.
#[derive(Debug, thiserror::Error)]
pub enum LabError {
    /// A rule file.
    #[error("{0}")]
    Rules(#[from] RuleError),
    /// A position or move.
    #[error("{0}")]
    Othello(#[from] OthelloError),
    /// A file.
    #[error("{path}: {source}")]
    File {
        /// Which.
        path: String,
        /// Why.
        source: std::io::Error,
    },
    /// Output.
    #[error("cannot write the result: {0}")]
    Output(#[from] std::io::Error),
    /// Anything the user can put right.
    #[error("{0}")]
    Usage(String),
}
