//! Exact local answers about a position: what can be taken, what cannot, and what a move would leave.
//!
//! Nothing here guesses. Every answer follows from its definition alone, is the same for the turned,
//! mirrored and recolored position, and says so when it does not know ([`Verdict::Unclear`]). There are
//! no floats and no randomness; questions about shapes work with bit sets on the stack, and the ladder
//! keeps its room between questions.
//!
//! | module | answers |
//! |---|---|
//! | [`after`] | the chain a move would leave: its stones, its liberties, what it takes |
//! | [`ladder`] | is this chain taken by atari after atari? |
//! | [`atari`], [`snapback`], [`oiotoshi`] | whom does this move put in atari, and is that chain lost at once? |
//! | [`throw_in`] | does this stone, once taken, leave a false eye? |
//! | [`life`] | which chains live even if their side never answers (Benson)? |
//! | [`race`], [`seki`] | which of two chains is taken first, and where is neither? |
//! | [`nakade`] | the shapes that make one eye only, and their vital point |
//! | [`self_atari`] | what would be lost by a move that leaves one liberty, and what for |
//!
//! ```
//! use aji_goban::{Color, Position, diagram};
//! use aji_reading::{Ladders, Verdict, is_snapback};
//!
//! let board = diagram::parse(
//!     ". . . . . .
//!      . X X X . .
//!      X O O O X .
//!      X O a b X .
//!      X O O X . .
//!      . X X . . .",
//! )?;
//! let (a, b) = (board.point('a'), board.point('b'));
//! assert!(is_snapback(&board.board, a, Color::Black));
//! assert!(!is_snapback(&board.board, b, Color::Black));
//!
//! let white = board.board.point("B3")?;
//! let mut position = Position::of(board.board, Color::Black);
//! assert_eq!(Ladders::new().capture_by(&mut position, white, a), Verdict::Working);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The life-and-death solver will stand beside these modules and ask them for its leaves.

pub mod after;
pub mod atari;
pub mod ladder;
pub mod life;
pub mod nakade;
pub mod oiotoshi;
pub mod race;
pub mod seki;
pub mod self_atari;
pub mod snapback;
pub mod throw_in;

pub use after::After;
pub use ladder::{Ladders, Verdict};
pub use life::Life;
pub use nakade::Nakade;
pub use oiotoshi::is_oiotoshi;
pub use race::{Race, RaceOutcome};
pub use seki::is_in_seki;
pub use self_atari::SelfAtari;
pub use snapback::is_snapback;
pub use throw_in::is_throw_in;
