//! What learned weights think of the moves of a position before they are tried.

use aji_goban::{Point, Position, Size};
use aji_patterns::{Candidates, MoveModel, MoveModelError, Shapes, TreeExtractor};
use aji_ranking::numbers::exp;
use aji_ranking::{WeightError, WeightFile};
use std::ops::Range;
use std::sync::Arc;
use thiserror::Error;

/// Weights for the moves in the tree that cannot be used.
#[derive(Debug, Error)]
pub enum PriorError {
    /// It is no file of weights, a damaged one, or one of another version.
    #[error(transparent)]
    Weights(#[from] WeightError),
    /// Its features are not those of the tree, or its shapes do not fit it.
    #[error("{file}: {error}")]
    OtherFeatures {
        /// The file.
        file: String,
        /// What is wrong.
        error: MoveModelError,
    },
}

/// Learned weights for the moves of the tree.
#[derive(Debug)]
pub struct Prior {
    model: MoveModel,
}

impl Prior {
    /// Reads the bytes of a file; `name` is for errors.
    pub fn read(name: &str, bytes: &[u8]) -> Result<Prior, PriorError> {
        Prior::of(name, &WeightFile::from_bytes(name, bytes, None)?)
    }

    /// The weights of a file that was read before; `name` is for errors.
    pub fn of(name: &str, file: &WeightFile) -> Result<Prior, PriorError> {
        let refused = |error| PriorError::OtherFeatures { file: name.to_owned(), error };
        Ok(Prior { model: MoveModel::new(file).map_err(refused)? })
    }
}

/// Judges positions; keeps its room between them.
#[derive(Debug)]
pub struct Judge {
    prior: Arc<Prior>,
    extractor: TreeExtractor,
    shapes: Shapes,
    candidates: Candidates,
}

impl Judge {
    /// A judge for boards of this size.
    pub fn new(prior: Arc<Prior>, size: Size) -> Judge {
        Judge {
            prior,
            extractor: TreeExtractor::new(),
            shapes: Shapes::of(Position::new(size).board()),
            candidates: Candidates::new(),
        }
    }

    /// Every move that fills no own eye, with its score as the learner computes it.
    pub fn score(&mut self, position: &mut Position, scores: &mut Vec<(Point, f32)>) {
        scores.clear();
        self.shapes.set_to(position.board());
        let model = &self.prior.model;
        model.extract(&mut self.extractor, position, &self.shapes, &mut self.candidates);
        scores.extend(self.candidates.iter().map(|(point, team)| (point, model.score(team))));
    }

    /// Does one of these tactics belong to the `i`-th move judged last?
    pub fn has(&self, i: usize, tactics: Range<usize>) -> bool {
        let first = self.candidates.team(i).iter().map(|&id| id as usize);
        first.take_while(|&id| id < tactics.end).any(|id| id >= tactics.start)
    }

    /// Every move that fills no own eye, with its part of the strengths of all, each raised to `exponent`.
    pub fn shares(
        &mut self,
        position: &mut Position,
        exponent: f64,
        shares: &mut Vec<(Point, f32)>,
    ) {
        self.score(position, shares);
        let scale = exponent * f64::from(self.prior.model.scale());
        let highest = shares.iter().map(|&(_, score)| score).fold(f32::NEG_INFINITY, f32::max);
        let mut sum = 0.0;
        for (_, share) in shares.iter_mut() {
            *share = exp(f64::from(*share - highest) * scale) as f32;
            sum += f64::from(*share);
        }
        for (_, share) in shares.iter_mut() {
            *share = (f64::from(*share) / sum) as f32;
        }
    }
}
