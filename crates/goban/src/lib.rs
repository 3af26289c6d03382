//! The board and the rules of Go, and nothing else: no I/O, no clock, no randomness, no floats, no
//! global state, and no heap allocation while a stone is put down.
//!
//! From the ground up:
//!
//! | module | holds |
//! |---|---|
//! | [`point`] | board sizes, intersections and sets of them |
//! | [`color`] | Black, White and what may stand on an intersection |
//! | [`chain`], [`board`] | stones, chains and their liberties; the one function that puts a stone down |
//! | [`observer`], [`journal`] | what watches that function: hashes, lists, and the log behind `undo` |
//! | [`zobrist`], [`position`] | the stones with turn and ko, and their hash |
//! | [`rules`], [`score`], [`game`] | rule sets by name, counting, a whole game with history |
//! | [`handicap`], [`symmetry`], [`diagram`] | fixed handicap, the eight symmetries, text diagrams |
//!
//! ```
//! use aji_goban::{Board, Color, diagram};
//!
//! let board: Board = diagram::parse(
//!     "O X .
//!      . X .
//!      . . .",
//! )?.board;
//! let white = board.point("A3")?;
//! assert_eq!(board.chain_at(white).unwrap().n_liberties(), 1);
//! assert_eq!(board.color_at(white), Some(Color::White));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod board;
pub mod chain;
pub mod color;
pub mod diagram;
pub mod game;
pub mod handicap;
pub mod journal;
pub mod observer;
pub mod point;
pub mod point_set;
pub mod position;
pub mod rules;
pub mod score;
pub mod symmetry;
pub mod zobrist;

pub use board::Board;
pub use chain::{Chain, ChainId};
pub use color::{Cell, Color};
pub use game::{Game, Illegal};
pub use journal::Journal;
pub use observer::{Empties, Observer};
pub use point::{Point, Size};
pub use point_set::PointSet;
pub use position::{Move, Position};
pub use rules::{Komi, Rules};
pub use score::Margin;
pub use symmetry::Symmetry;
