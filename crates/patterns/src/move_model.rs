//! A file of weights made ready to rate moves: the model with the features it is about.
//!
//! Features come from the extractor that training uses and scores from the function that training uses, so that a
//! search sees exactly what was learned.

use crate::feature_set::FeatureSet;
use crate::shape::{Catalog, Shapes};
use crate::tree::{Candidates, TreeExtractor};
use aji_goban::Position;
use aji_ranking::{AnyModel, Model, WeightFile};
use std::fmt;

/// Weights for moves in the tree, with the features they are about.
#[derive(Clone, Debug)]
pub struct MoveModel {
    features: FeatureSet,
    catalog: Catalog,
    model: AnyModel,
    scale: f32,
}

/// Why weights cannot rate moves in the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveModelError {
    /// They are about features that this program does not have, or that are not for the tree.
    OtherFeatures {
        /// What they are about.
        found: String,
    },
    /// The shapes in the file are no list of shapes, or their number does not fit the weights.
    Shapes,
}

impl fmt::Display for MoveModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveModelError::OtherFeatures { found } => write!(
                f,
                "the weights are about {found}, not about moves in the tree: train with --target tree"
            ),
            MoveModelError::Shapes => {
                f.write_str("the list of shapes does not fit the weights: train again")
            }
        }
    }
}

impl std::error::Error for MoveModelError {}

impl MoveModel {
    /// The model of a file of weights.
    pub fn new(file: &WeightFile) -> Result<MoveModel, MoveModelError> {
        let print = file.provenance.feature_set;
        let set = FeatureSet::from_fingerprint(print);
        let Some(features) = set.filter(|set| set.is_for_tree()) else {
            let found = set.map_or_else(|| format!("feature set {print}"), FeatureSet::name);
            return Err(MoveModelError::OtherFeatures { found });
        };
        let catalog = features
            .catalog(&file.keys)
            .filter(|catalog| features.n_features(catalog) == file.model.n_features())
            .ok_or(MoveModelError::Shapes)?;
        Ok(MoveModel { features, catalog, model: file.model.clone(), scale: file.provenance.scale })
    }

    /// The features it is about.
    pub fn features(&self) -> FeatureSet {
        self.features
    }

    /// The shapes it knows.
    pub fn catalog(&self) -> &Catalog {
        &self.catalog
    }

    /// What scores are multiplied with to become logarithms of strengths.
    pub fn scale(&self) -> f32 {
        self.scale
    }

    /// Finds the moves of a position and their features; see [`TreeExtractor::extract`].
    pub fn extract(
        &self,
        extractor: &mut TreeExtractor,
        position: &mut Position,
        shapes: &Shapes,
        candidates: &mut Candidates,
    ) {
        extractor.extract_set(self.features, position, shapes, &self.catalog, candidates);
    }

    /// A move's score, from its features.
    #[inline]
    pub fn score(&self, team: &[u32]) -> f32 {
        self.model.score(team)
    }
}
