//! What can be wrong with a file of weights, where, and what to do about it.

use std::io;

use crate::fingerprint::Fingerprint;

/// A file of weights that cannot be used or written.
#[derive(Debug, thiserror::Error)]
#[error("{file}: {cause}")]
pub struct WeightError {
    /// The file, or the name of what was embedded.
    pub file: String,
    /// What is wrong with it.
    #[source]
    pub cause: WeightCause,
}

impl WeightError {
    pub(super) fn new(file: &str, cause: WeightCause) -> WeightError {
        WeightError { file: file.into(), cause }
    }
}

/// What is wrong with a file of weights, and the remedy.
#[derive(Debug, thiserror::Error)]
pub enum WeightCause {
    /// There is no such file.
    #[error("there is no such file: check the name, or train weights first")]
    Missing,
    /// The system refused.
    #[error("{0}; check the disk's free space and the permissions")]
    Io(#[source] io::Error),
    /// It is something else.
    #[error("this is not a file of weights of this program: name one that the training wrote")]
    Foreign,
    /// Another version of the format.
    #[error(
        "format version {found}, expected {expected}: train again, or use the program that wrote it"
    )]
    Version {
        /// The version in the file.
        found: u64,
        /// The version that is read.
        expected: u32,
    },
    /// The ids mean other features.
    #[error(
        "made for feature set {found}, but {expected} is in use: use weights of this version, or train again"
    )]
    OtherFeatureSet {
        /// The feature set in the file.
        found: Fingerprint,
        /// The feature set asked for.
        expected: Fingerprint,
    },
    /// A kind of model that this program does not know.
    #[error(
        "a model of kind {found:?}, which is neither mm, lfr nor btfm: use the program that wrote it"
    )]
    Kind {
        /// The kind in the file.
        found: String,
    },
    /// The end is missing.
    #[error("the file is truncated: copy it again, or train again")]
    Truncated,
    /// Some bytes are not as they were written.
    #[error("the file is damaged: copy it again, or train again")]
    Damaged,
    /// A tensor is missing, or has another type or shape than it should.
    #[error("tensor {tensor:?} is missing or has an unexpected type or shape: train again")]
    Tensor {
        /// Its name.
        tensor: &'static str,
    },
    /// A weight is infinite, not a number, or too large for its 16 bits.
    #[error(
        "tensor {tensor:?} has a number that cannot be stored: train with smaller steps, or store 32 bits"
    )]
    NotFinite {
        /// The tensor's name.
        tensor: &'static str,
    },
    /// A checkpoint of another run.
    #[error(
        "a checkpoint of another run ({found}, not {expected}): resume with the games and settings it was started with, or delete it"
    )]
    OtherRun {
        /// The run in the file.
        found: String,
        /// The run asked for.
        expected: String,
    },
}

impl WeightCause {
    pub(super) fn of_io(error: io::Error) -> WeightCause {
        match error.kind() {
            io::ErrorKind::NotFound => WeightCause::Missing,
            _ => WeightCause::Io(error),
        }
    }
}
