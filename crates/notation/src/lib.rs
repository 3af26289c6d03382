//! Every text form of Go, read and written: on bytes, readers and writers, never on files.
//!
//! | module | holds |
//! |---|---|
//! | [`gtp`] | the Go Text Protocol, as an engine and as a controller sees it |

pub mod gtp;
