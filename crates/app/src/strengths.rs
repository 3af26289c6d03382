//! What the engine knows of moves: the weights that ship with the program, or files of one's own.

use crate::shipped;
use aji_goban::Size;
use aji_patterns::Extent;
use aji_search::playout::gamma_file;
use aji_search::playout::gammas::Strengths;
use aji_search::settings::{PlayoutPolicy, PlayoutSettings, PlayoutShape, SearchSettings};
use aji_search::{Engine, Knowledge, Prior, Settings};
use anyhow::{Context, Result, ensure};
use std::path::Path;
use std::sync::Arc;

/// An engine with these settings and the weights they name.
pub fn engine(settings: Settings) -> Result<Engine> {
    let knowledge =
        Knowledge { playout: load(&settings.playout)?, prior: prior(&settings.search)? };
    Ok(Engine::with_knowledge(settings, knowledge)?)
}

/// The weights of moves in the tree in the file these settings name; none if moves are not judged.
fn prior(settings: &SearchSettings) -> Result<Option<Arc<Prior>>> {
    if !settings.prior {
        return Ok(None);
    }
    let file = &settings.weights;
    let name = if file.is_empty() { "shipped" } else { file.as_str() };
    if shipped::is_shipped(name) && !Path::new(name).exists() {
        return shipped::prior(name).map(Some);
    }
    let remedy = "leave search.weights empty for the best weights that ship, or name tree-mm or tree-lfr of them";
    let bytes =
        std::fs::read(file).with_context(|| format!("cannot read the weights {file}: {remedy}"))?;
    let prior =
        Prior::read(file, &bytes).with_context(|| format!("{file} is not usable: {remedy}"))?;
    Ok(Some(Arc::new(prior)))
}

/// The playout strengths these settings name, each with the largest board it is for: those that ship if they name
/// none, which are learned ones for learned playouts and ones set by hand for rules.
pub fn load(settings: &PlayoutSettings) -> Result<Vec<(usize, Strengths)>> {
    let file = settings.gammas.as_str();
    let all_boards = |strengths| vec![(Size::MAX.lines(), strengths)];
    match (file, settings.policy) {
        ("", PlayoutPolicy::Learned) => {
            let on = |lines: usize| Ok((lines, learned(&lines.to_string(), settings.shape)?));
            [9, 13, 19].into_iter().map(on).collect()
        }
        ("" | "hand-set", _) => {
            let strengths = gamma_file::read("hand-set", aji_weights::PLAYOUT_HAND_SET.as_bytes());
            Ok(all_boards(strengths.context("the strengths that ship with the program")?))
        }
        _ => match file.strip_prefix("learned-") {
            Some(lines) => Ok(all_boards(learned(lines, settings.shape)?)),
            None => Ok(all_boards(from_file(file, settings.shape)?)),
        },
    }
}

fn from_file(file: &str, shape: PlayoutShape) -> Result<Strengths> {
    let remedy = "leave playout.gammas empty for the strengths that ship";
    let bytes = std::fs::read(file)
        .with_context(|| format!("cannot read the playout strengths {file}: {remedy}"))?;
    let strengths = gamma_file::read(file, &bytes)
        .with_context(|| format!("{file} is not usable: {remedy}"))?;
    ensure!(
        strengths.extent == Extent::ThreeByThree || shape == PlayoutShape::Diamond2,
        "{file} holds strengths of diamonds: set playout.shape=diamond2, or {remedy}"
    );
    Ok(strengths)
}

/// The strengths that ship and were learned on boards of so many lines.
fn learned(lines: &str, shape: PlayoutShape) -> Result<Strengths> {
    let shape = match shape {
        PlayoutShape::Diamond2 => "diamond2",
        _ => "3x3",
    };
    let name = format!("playout-{shape}-{lines}");
    let weights = shipped::file(&name)
        .context("playout.gammas names learned strengths as learned-9, learned-13 or learned-19")?;
    Ok(gamma_file::learned(&name, &weights)?)
}
