//! The weights that ship with the program, embedded; `data/MANIFEST.md` says how each was made.
//!
//! Learned ones are safetensors files packed by zstd (`aji_lab::packing` unpacks them).

/// Playout strengths set by hand, as TOML.
pub const PLAYOUT_HAND_SET: &str = include_str!("../data/playout-hand-set.toml");

/// A packed file of weights.
#[derive(Clone, Copy, Debug)]
pub struct Packed {
    /// Its name on the command line.
    pub name: &'static str,
    /// Its bytes.
    pub bytes: &'static [u8],
}

macro_rules! packed {
    ($name:literal) => {
        Packed {
            name: $name,
            bytes: include_bytes!(concat!("../data/", $name, ".safetensors.zst")),
        }
    };
}

/// The best weights for moves in the tree.
pub const TREE: Packed = packed!("tree");

/// The thesis's pair for moves in the tree: strengths by minorization–maximization, and latent factor ranking.
pub const TREE_THESIS: [Packed; 2] = [packed!("tree-mm"), packed!("tree-lfr")];

/// Playout strengths of 3×3 shapes, with the lines of the board they were learned on.
pub const PLAYOUT_3X3: [(usize, Packed); 3] = [
    (9, packed!("playout-3x3-9")),
    (13, packed!("playout-3x3-13")),
    (19, packed!("playout-3x3-19")),
];

/// Playout strengths of diamonds, with the lines of the board they were learned on.
pub const PLAYOUT_DIAMOND2: [(usize, Packed); 3] = [
    (9, packed!("playout-diamond2-9")),
    (13, packed!("playout-diamond2-13")),
    (19, packed!("playout-diamond2-19")),
];

/// All packed files.
pub const ALL: [Packed; 9] = [
    TREE,
    TREE_THESIS[0],
    TREE_THESIS[1],
    PLAYOUT_3X3[0].1,
    PLAYOUT_3X3[1].1,
    PLAYOUT_3X3[2].1,
    PLAYOUT_DIAMOND2[0].1,
    PLAYOUT_DIAMOND2[1].1,
    PLAYOUT_DIAMOND2[2].1,
];

/// Where the weights come from, as Markdown.
pub const MANIFEST: &str = include_str!("../data/MANIFEST.md");
