//! Which of these candidates was chosen? Models that learn to answer, and what to measure them by.
//!
//! A [`Contest`] is one choice: teams of features stood as candidates, one was chosen. This crate knows nothing
//! else: not what a feature means, not which game is played.
//!
//! - Contests come from memory ([`Contests`]), from a mapped file ([`ContestFile`]) or from any [`Source`].
//! - [`mm`] finds Bradley–Terry strengths by minorization–maximization; [`lfr`] is latent factor ranking; [`btfm`]
//!   is the factorized Bradley–Terry model. [`training`] runs rounds of the latter two and takes them up again.
//! - Every model is a [`Model`]: one function that scores a team, for training, measuring and playing alike.
//! - [`metrics`] measures a model, with intervals; [`weights`] is the file a model travels in.

pub mod btfm;
pub mod contest;
pub mod corpus;
pub mod file;
pub mod fingerprint;
mod half;
pub mod lfr;
pub mod metrics;
pub mod mm;
pub mod model;
pub mod numbers;
pub mod random;
pub mod simulation;
pub mod training;
pub mod weights;

pub use contest::{Contest, ContestError, Contests};
pub use corpus::{Corpus, Replay, Source};
pub use file::{ContestFile, FileError, Writer};
pub use fingerprint::Fingerprint;
pub use model::{AnyModel, FactorModel, GammaModel, Model, ModelKind};
pub use random::Random;
pub use training::Training;
pub use weights::{WeightError, WeightFile};
