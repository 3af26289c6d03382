//! Playouts: a game played to its end by a simple policy.

pub mod uniform;
