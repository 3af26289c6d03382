//! The strengths playouts draw by: those that ship with the program, or a file of one's own.

use aji_patterns::Extent;
use aji_search::playout::gammas::Strengths;
use aji_search::playout::hand_set;
use aji_search::{Engine, Settings};
use anyhow::{Context, Result};

/// An engine with these settings and the strengths they name.
pub fn engine(settings: Settings) -> Result<Engine> {
    let strengths = load(&settings.playout.gammas)?;
    Ok(Engine::with_strengths(settings, strengths)?)
}

/// The strengths in the file, or those that ship if no file is named.
pub fn load(file: &str) -> Result<Strengths> {
    if file.is_empty() {
        return hand_set::parse(aji_weights::PLAYOUT_HAND_SET, Extent::ThreeByThree)
            .context("the strengths that ship with the program");
    }
    let text = std::fs::read_to_string(file).with_context(|| {
        format!("cannot read the playout strengths {file}: leave playout.gammas empty for those that ship")
    })?;
    hand_set::parse(&text, Extent::ThreeByThree).with_context(|| {
        format!("{file} is not usable: leave playout.gammas empty for the strengths that ship")
    })
}
