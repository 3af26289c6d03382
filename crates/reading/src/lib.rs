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
//! | [`nakade`] | the shapes that make one eye only, and their vital point |
//! | [`self_atari`] | what would be lost by a move that leaves one liberty, and what for |
//!
//! The life-and-death solver will stand beside these modules and ask them for its leaves.

pub mod after;
pub mod ladder;
pub mod nakade;
pub mod self_atari;

pub use after::After;
pub use ladder::{Ladders, Verdict};
pub use nakade::Nakade;
pub use self_atari::SelfAtari;
