//! Moves rated by learned weights: what a search asks for when it comes to a new position.
//!
//! A [`MoveModel`] is a file of weights made ready; it is never changed and may be shared by threads. A [`Rater`]
//! is one thread's room. Features come from the extractor that training uses and scores from the function that
//! training uses, so that a search sees exactly what was learned.
//!
//! ```no_run
//! # use aji_goban::{Position, Size};
//! # use aji_patterns::{MoveModel, Rater};
//! # use aji_ranking::WeightFile;
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let file = WeightFile::load("tree/weights.safetensors".as_ref(), None)?;
//! let model = MoveModel::new(&file)?;
//! let (mut rater, mut rated) = (Rater::new(Size::MAX), Vec::new());
//! rater.rate(&model, &Position::new(Size::MAX), &mut rated); // (point, ln strength) of every candidate
//! # Ok(())
//! # }
//! ```

use crate::feature_set::FeatureSet;
use crate::shape::{Catalog, Shapes};
use crate::tree::{Candidates, TreeExtractor};
use aji_goban::{Point, Position, Size};
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

    /// The logarithm of a move's strength, from its features.
    #[inline]
    pub fn log_strength(&self, team: &[u32]) -> f32 {
        self.scale * self.model.score(team)
    }
}

/// Rates all moves of a position; keeps its room, and allocates nothing once it has grown.
pub struct Rater {
    position: Position,
    shapes: Shapes,
    extractor: TreeExtractor,
    candidates: Candidates,
}

impl Rater {
    /// For boards of this size; others may follow, at the price of new room.
    pub fn new(size: Size) -> Rater {
        let position = Position::new(size);
        Rater {
            shapes: Shapes::of(position.board()),
            position,
            extractor: TreeExtractor::new(),
            candidates: Candidates::new(),
        }
    }

    /// Puts every legal move that fills no own eye into `rated`, with the natural logarithm of its strength. The
    /// probability that a strong player chooses a move is its strength's part of all moves' strengths.
    pub fn rate(
        &mut self,
        model: &MoveModel,
        position: &Position,
        rated: &mut Vec<(Point, f32)>,
    ) {
        if position.size() == self.position.size() {
            self.shapes.set_to(position.board());
        } else {
            self.shapes = Shapes::of(position.board());
        }
        // Reading ladders plays on the board and takes back.
        self.position.clone_from(position);
        let Rater { position, shapes, extractor, candidates } = self;
        extractor.extract_set(model.features, position, shapes, &model.catalog, candidates);
        rated.clear();
        rated.extend(candidates.iter().map(|(point, team)| (point, model.log_strength(team))));
    }
}
