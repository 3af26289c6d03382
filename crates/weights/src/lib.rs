//! The weights that ship with the program, embedded; `data/MANIFEST.md` says how each was made.

/// Playout strengths set by hand, as TOML.
pub const PLAYOUT_HAND_SET: &str = include_str!("../data/playout-hand-set.toml");
