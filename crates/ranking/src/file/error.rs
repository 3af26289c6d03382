//! What can be wrong with a file of contests, where, and what to do about it.

use std::io;
use std::path::{Path, PathBuf};

use crate::fingerprint::Fingerprint;

/// A file of contests that cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("{}: {cause}", path.display())]
pub struct FileError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    #[source]
    pub cause: FileCause,
}

impl FileError {
    pub(super) fn new(path: &Path, cause: FileCause) -> FileError {
        FileError { path: path.into(), cause }
    }
}

/// What is wrong with a file of contests, and the remedy.
#[derive(Debug, thiserror::Error)]
pub enum FileCause {
    /// There is no such file.
    #[error("there is no such file: extract the contests first")]
    Missing,
    /// The system refused.
    #[error("{0}; check the disk's free space and the permissions")]
    Io(#[source] io::Error),
    /// It is something else.
    #[error("this is not a file of contests: name one that the extraction wrote")]
    Foreign,
    /// Another version of the format.
    #[error("format version {found}, expected {expected}: extract the contests again", expected = super::FORMAT_VERSION)]
    Version {
        /// The version in the file.
        found: u32,
    },
    /// The ids mean other features.
    #[error("made for feature set {found}, but {expected} is in use: extract the contests again")]
    OtherFeatureSet {
        /// The feature set in the file.
        found: Fingerprint,
        /// The feature set asked for.
        expected: Fingerprint,
    },
    /// The extraction was interrupted.
    #[error("the extraction was interrupted before its end: resume it")]
    Unfinished,
    /// The end is missing.
    #[error("the file is truncated: delete it and extract the contests again")]
    Truncated,
    /// Some bytes are not as they were written.
    #[error("the file is damaged{}: delete it and extract the contests again", at(*block))]
    Damaged {
        /// Which block, or the file's header.
        block: Option<usize>,
    },
    /// A writer was asked to resume a finished file.
    #[error("the extraction is already complete: use the file, or delete it to start again")]
    Finished,
    /// A block would not fit its length field.
    #[error("a game's contests take more than 4 GiB: end games more often")]
    TooLarge,
}

fn at(block: Option<usize>) -> String {
    block.map_or(" in its header".into(), |block| format!(" in block {block}"))
}

impl FileCause {
    pub(super) fn of_io(error: io::Error) -> FileCause {
        match error.kind() {
            io::ErrorKind::NotFound => FileCause::Missing,
            _ => FileCause::Io(error),
        }
    }
}
