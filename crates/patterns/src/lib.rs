//! What a move means: the only place where features of Go moves are computed.
//!
//! Extraction for training, prediction and play all ask here, so that they cannot drift apart.
//!
//! | module | features |
//! |---|---|
//! | [`shape`] | the stones around: 3×3 and diamonds of radius 2 to 5 |
//! | [`context`] | shapes with liberties, the last moves, a whole corner |
//! | [`distance`] | how far from the last two moves |
//! | [`move_model`] | learned weights ready to rate moves, for the search |
//! | [`place`] | where on the board |
//! | [`tactics`] | what it does to chains |
//! | [`tree`] | all of them for every move, as the tree wants them |
//! | [`playout`] | the cheap ones, as playouts want them |
//! | [`playout_moves`] | those of every move of a position, for training and tests |
//! | [`registry`] | each feature's number, name and sentence |
//! | [`feature_set`] | what the numbers in a file of weights mean |

pub mod context;
pub mod distance;
pub mod feature_set;
pub mod move_model;
pub mod place;
pub mod playout;
pub mod playout_moves;
pub mod registry;
pub mod shape;
pub mod tactics;
pub mod tree;

pub use context::Context;
pub use feature_set::FeatureSet;
pub use move_model::{MoveModel, MoveModelError};
pub use playout_moves::PlayoutExtractor;
pub use registry::TreeFeature;
pub use shape::{Catalog, Extent, ShapeId, Shapes};
pub use tactics::{PlayoutTactic, Tactic};
pub use tree::{Candidates, TreeExtractor};
