//! What attention is worth, measured on game records.
//!
//! | module | answers |
//! |---|---|
//! | [`follow`] | a game, seen position by position through the eyes of attention |
//! | [`learn`] | which coefficients fit strong players' moves |
//! | [`hit_rate`] | how often is the next move where attention points, beside baselines of equal area? |
//! | [`prediction`] | does attention help the best move model? |
//! | [`sequences`] | do partial boards hold what is played locally? |
//! | [`speed`] | what it costs |
//! | [`playouts`] | ownership and criticality from a few playouts |
//! | [`tally`] | rates with intervals over games |
//! | [`command`] | `aji lab attention learn\|hit-rate\|prediction\|sequences\|speed` |

pub mod command;
pub mod follow;
pub mod hit_rate;
pub mod learn;
pub mod playouts;
pub mod prediction;
pub mod sequences;
pub mod speed;
pub mod tally;

use crate::corpus::CorpusError;
use crate::extraction::{NoGames, Selection, Wanted};
use crate::prediction::PredictError;
use aji_attention::coefficients::CoefficientError;
use aji_attention::settings::UnknownName;
use aji_goban::point::SizeError;
use aji_ranking::ContestError;
use aji_ranking::mm::MmError;
use std::io;
use std::ops::ControlFlow;
use std::path::PathBuf;
use thiserror::Error;

/// Why attention could not be measured.
#[derive(Debug, Error)]
pub enum AttentionError {
    /// The games.
    #[error(transparent)]
    Corpus(#[from] CorpusError),
    /// There is nothing to measure.
    #[error(transparent)]
    NoGames(#[from] NoGames),
    /// The coefficients.
    #[error(transparent)]
    Coefficients(#[from] CoefficientError),
    /// A method or a rule.
    #[error(transparent)]
    Name(#[from] UnknownName),
    /// The board.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// The weights of the prior.
    #[error(transparent)]
    Prior(#[from] PredictError),
    /// Learning.
    #[error(transparent)]
    Mm(#[from] MmError),
    /// A contest.
    #[error(transparent)]
    Contest(#[from] ContestError),
    /// Neither games nor a data folder.
    #[error("no games: name files with --games, or a data folder with --data or AJI_DATA")]
    NoFiles,
    /// It was stopped.
    #[error("stopped before the last game")]
    Stopped,
    /// A file.
    #[error("{}: {error}", path.display())]
    File {
        /// Which one.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// Text that cannot be made.
    #[error("the result cannot be written as text: {0}")]
    Text(String),
    /// The output.
    #[error("the output cannot be written: {0}")]
    Output(#[from] io::Error),
}

/// Were all games seen, and was there something in them? If not, why not.
fn complete(
    ended: ControlFlow<()>,
    is_empty: bool,
    selection: &Selection,
    games: &Wanted,
) -> Result<(), AttentionError> {
    if ended.is_break() {
        return Err(AttentionError::Stopped);
    }
    if is_empty {
        return Err(selection.census().no_games(games.size).into());
    }
    Ok(())
}
