//! The learned weights that ship with the program, unpacked when they are first asked for.

use aji_lab::packing::unpack;
use aji_ranking::WeightFile;
use aji_search::Prior;
use anyhow::{Context, Result, bail};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The shipped weights with this name, ready for a search; unpacked once.
pub fn prior(name: &str) -> Result<Arc<Prior>> {
    static READY: Mutex<BTreeMap<String, Arc<Prior>>> = Mutex::new(BTreeMap::new());
    let mut ready = READY.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(prior) = ready.get(name) {
        return Ok(Arc::clone(prior));
    }
    let prior = Arc::new(Prior::of(name, &file(name)?)?);
    ready.insert(name.to_owned(), Arc::clone(&prior));
    Ok(prior)
}

/// Does a file of weights ship by this name?
pub fn is_shipped(name: &str) -> bool {
    name == "shipped" || aji_weights::ALL.iter().any(|packed| packed.name == name)
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
