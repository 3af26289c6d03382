//! What to play, and why: playouts, the tree, and the engine around them. Never prints, never reads
//! the environment; every random number comes from a seeded generator that was passed in.

pub mod playout;
pub mod random;

pub use random::Random;
