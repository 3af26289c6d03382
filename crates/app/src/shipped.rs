//! The learned weights that ship with the program, unpacked when they are first asked for.

use aji_lab::packing::unpack;
use aji_patterns::MoveModel;
use aji_ranking::WeightFile;
use anyhow::{Context, Result, bail};
use std::sync::OnceLock;

/// The best weights for moves in the tree, ready for a search.
pub fn tree() -> Result<&'static MoveModel> {
    static TREE: OnceLock<MoveModel> = OnceLock::new();
    if let Some(ready) = TREE.get() {
        return Ok(ready);
    }
    let file = file(aji_weights::TREE.name)?;
    let model = MoveModel::new(&file).context("the weights that ship with the program")?;
    Ok(TREE.get_or_init(|| model))
}

/// The shipped file of weights with this name; `shipped` is the best one for the tree.
pub fn file(name: &str) -> Result<WeightFile> {
    let name = if name == "shipped" { aji_weights::TREE.name } else { name };
    let Some(packed) = aji_weights::ALL.iter().find(|packed| packed.name == name) else {
        let names = aji_weights::ALL.map(|packed| packed.name).join(", ");
        bail!("no weights called {name} ship with the program: there are {names}");
    };
    unpack(name, packed.bytes).context("the weights that ship with the program")
}
