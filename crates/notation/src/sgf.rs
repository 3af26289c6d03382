//! Game records in SGF, the Smart Game Format: one tolerant parser, trees, and a fast scan.
//!
//! ```text
//! bytes ─ event::Events ─┬─▶ Collection / Tree ─▶ Game          all of it, in any usual encoding
//!                        └─▶ scan::Record                       main lines only, 0 allocations a game
//! Game ─▶ Tree ─▶ text                                          FF[4], UTF-8
//! ```
//!
//! ```
//! use aji_notation::sgf::{Collection, Unsaid};
//!
//! let text = b"mail header... (;SZ[9]KM[6,5]HA[2]AB[gc][cg];W[ee];B[eg];W[c";
//! let collection = Collection::parse(text);
//! assert_eq!(collection.warnings.len(), 3);
//! assert_eq!(collection.warnings[1].to_string(),
//!            "byte 58: the text ends within a value; its 1 bytes were dropped");
//! let (game, _) = collection.trees[0].to_game(Unsaid::default())?;
//! assert_eq!((game.moves().len(), game.n_handicap()), (2, 2));
//! assert_eq!(game.komi().to_string(), "6.5");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod coordinate;
mod encoding;
pub mod event;
mod game;
mod info;
mod read;
pub mod scan;
#[cfg(test)]
mod tests;
pub mod text;
mod tree;
mod warning;
mod write;

pub(crate) use encoding::has_double_bytes;
pub use event::{Event, Events, Repair};
pub use game::Unsaid;
pub use info::BoardError;
pub use read::{Collection, NoGame};
pub use text::{GameResult, Rank, Value, Way};
pub use tree::{Node, NodeId, Property, Tree};
pub use warning::{Damage, Warning};
pub use write::{write_collection, write_tree};
