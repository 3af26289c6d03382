//! Collections of games: read as a stream, checked, counted, chosen from, split and rid of duplicates.
//!
//! | module | holds |
//! |---|---|
//! | [`files`] | games from files and folders, one after the other, whatever they are packed in |
//! | [`replay`] | a record played on a board, and why some cannot be |
//! | [`identity`] | what games are the same up to turning and mirroring |
//! | [`stats`] | what a collection consists of |
//! | [`choice`] | which games are wanted |
//! | [`output`] | games written back |

pub mod choice;
pub mod files;
pub mod identity;
pub mod output;
pub mod replay;
pub mod stats;

#[cfg(test)]
mod tests;

use aji_notation::collection::CollectionError;
use std::io;
use std::path::PathBuf;
use thiserror::Error;

/// A collection that cannot be read or written.
#[derive(Debug, Error)]
pub enum CorpusError {
    /// A file or folder that the system does not give.
    #[error("{}: {error}", path.display())]
    Open {
        /// Which one.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// A folder without game records.
    #[error("{}: no .sgf, .zst, .gz or .zip file in this folder", path.display())]
    EmptyFolder {
        /// Which one.
        path: PathBuf,
    },
    /// No file was named.
    #[error("no game records were named: give .sgf, .zst, .gz or .zip files, or folders of them")]
    NoFiles,
    /// A file that ends in the middle, or cannot be unpacked.
    #[error("{}: {error}", path.display())]
    Broken {
        /// Which one.
        path: PathBuf,
        /// Where and why.
        error: CollectionError,
    },
    /// A file that could not be written.
    #[error("{}: {error}; check the disk's free space and the permissions", path.display())]
    Write {
        /// Which one.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
}
