//! What a move means: the only place where features of Go moves are computed.
//!
//! Extraction for training, prediction and play all ask here, so that they cannot drift apart.
//!
//! | module | features |
//! |---|---|
//! | [`shape`] | the stones around: 3×3 and diamonds of radius 2 to 5 |
//! | [`context`] | shapes with liberties, the last moves, a whole corner |
//! | [`distance`] | how far from the last two moves |
//! | [`place`] | where on the board |
//! | [`tactics`] | what it does to chains |
//! | [`tree`] | all of them for every move, as the tree wants them |
//! | [`playout`] | the cheap ones, as playouts want them |
//! | [`playout_moves`] | those of every move of a position, for training and tests |
//! | [`rater`] | moves rated by learned weights, for the search |
//! | [`registry`] | each feature's number, name and sentence |
//! | [`feature_set`] | what the numbers in a file of weights mean |

pub mod context;
pub mod distance;
pub mod feature_set;
pub mod place;
pub mod playout;
pub mod playout_moves;
pub mod rater;
pub mod registry;
pub mod shape;
pub mod tactics;
pub mod tree;

pub use context::Context;
pub use feature_set::FeatureSet;
pub use playout_moves::PlayoutExtractor;
pub use rater::{MoveModel, MoveModelError, Rater};
pub use registry::TreeFeature;
pub use shape::{Catalog, Extent, ShapeId, Shapes};
pub use tactics::{PlayoutTactic, Tactic};
pub use tree::{Candidates, TreeExtractor};
