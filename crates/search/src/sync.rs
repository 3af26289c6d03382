//! Where atomics of the shared tree come from: the standard library, or, to try every interleaving, loom
//! (`cargo xtask interleavings`).

#[cfg(not(loom))]
pub use std::sync::atomic;

#[cfg(loom)]
pub use loom::sync::atomic;
