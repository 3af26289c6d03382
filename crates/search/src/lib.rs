//! What to play, and why: playouts, the tree, and the engine around them. Never prints, never reads
//! the environment; every random number comes from a seeded generator that was passed in.
//!
//! One search, from outside to inside: an [`Engine`] with its [`Settings`] is given a game and a
//! [`Budget`]; [`uct`] or [`primitive`] spends the budget on [`playout`]s; the [`Report`] says what was
//! found; [`choice`] turns it into a [`Decision`].

pub mod choice;
pub mod clock;
pub mod engine;
pub mod logarithm;
pub mod meter;
pub mod playout;
pub mod primitive;
pub mod random;
pub mod report;
pub mod settings;
pub mod signature;
pub mod tree;
pub mod uct;

pub use choice::Decision;
pub use clock::{Clock, TimeControl};
pub use engine::Engine;
pub use meter::Budget;
pub use random::Random;
pub use report::{Candidate, Ownership, Report};
pub use settings::{Preset, Settings};
