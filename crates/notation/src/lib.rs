//! Every text form of Go, read and written: on bytes, readers and writers, never on files.
//!
//! | module | holds |
//! |---|---|
//! | [`gtp`] | the Go Text Protocol, as an engine and as a controller sees it |
//! | [`sgf`] | game records: trees, a fast scan of main lines, repair of damaged files |
//! | [`collection`] | streams of many games, compressed or not |
//! | [`rules`] | rule sets by name and as JSON |
//! | [`svg`] | pictures of a board |

pub mod collection;
pub mod gtp;
pub mod rules;
pub mod sgf;
pub mod svg;
