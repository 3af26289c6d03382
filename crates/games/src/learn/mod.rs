//! From positions with known values to weighted patterns.
//!
//! Patterns live in *shapes*: sets of variables small enough for a table. Rows of the training
//! matrix are then a handful of table indices, whatever the number of patterns; sums over all
//! conjunctions of a shape come from one transform of its table.

mod closed;
mod elastic;
mod fit;
mod metrics;
mod select;
mod shapes;
mod space;
#[cfg(test)]
mod tests;

pub use fit::{Fitted, Link, fit};
pub use metrics::{Accuracy, accuracy, dense_ridge};
pub use select::{Choice, Selection, choose};
pub use shapes::{grow, lines};
pub use space::{Conjunction, Rows, Shape, Space};
