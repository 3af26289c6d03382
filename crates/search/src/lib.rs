//! What to play, and why: playouts, the tree, and the engine around them. Never prints, never reads
//! the environment; every random number comes from a seeded generator that was passed in.
//!
//! One search, from outside to inside: an [`Engine`] with its [`Settings`] is given a game and a
//! [`Budget`]; [`uct`] or [`primitive`] spends the budget on [`playout`]s; the [`Report`] says what was
//! found; [`choice`] turns it into a [`Decision`].

pub mod attention;
pub mod choice;
pub mod clock;
pub mod dfuct;
pub mod dynamic_komi;
pub mod engine;
pub mod logarithm;
pub mod memory;
pub mod meter;
pub mod path;
pub mod playout;
pub mod presets;
pub mod primitive;
pub mod prior;
pub mod random;
pub mod ranker;
pub mod report;
pub mod second_opinion;
pub mod selection;
pub mod settings;
pub mod signature;
pub mod superko;
mod sync;
pub mod tree;
pub mod uct;
pub mod widening;

pub use choice::Decision;
pub use clock::{Allowance, Clock, TimeControl};
pub use engine::{Engine, Knowledge};
pub use meter::Budget;
pub use presets::Preset;
pub use prior::{Judge, Prior};
pub use random::Random;
pub use report::{Candidate, Effort, Ownership, Report, SecondOpinion};
pub use settings::Settings;
