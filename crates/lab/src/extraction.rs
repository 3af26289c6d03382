//! From games to contests: every move that was played becomes a choice among the moves that could have been.
//!
//! ```text
//! files ─▶ selection ─▶ shapes of played moves ─▶ catalog        (first pass)
//! files ─▶ selection ─▶ candidates' features   ─▶ contests       (second pass)
//! ```
//! Several threads replay games; results are taken in the games' order, so that they do not depend on timing.

mod contests;
mod pipeline;
mod selection;
mod shapes;

#[cfg(test)]
pub(crate) mod tests;

pub use contests::Extractor;
pub use pipeline::in_order;
pub use selection::{Census, NoGames, Part, Selection, Wanted};
pub use shapes::ShapeCounts;

use crate::corpus::CorpusError;
use aji_notation::sgf::scan::Record;
use aji_patterns::{Catalog, FeatureSet};
use aji_ranking::Contests;
use std::num::NonZero;
use std::ops::ControlFlow;

/// How many games a thread takes at a time.
const BATCH: usize = 8;

/// A game with its number among the wanted ones.
pub type Numbered = (u32, Record);

/// What is extracted, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct Recipe {
    /// Which features.
    pub features: FeatureSet,
    /// Only every so many moves of a game become contests; which ones differs from game to game.
    pub every: NonZero<u32>,
    /// How many threads replay games.
    pub threads: NonZero<usize>,
}

/// Adds the shapes around the moves that were played to `counts`. `watch` sees how many games are done, and may stop.
pub fn count_shapes(
    recipe: &Recipe,
    mut counts: ShapeCounts,
    selection: &mut Selection,
    mut watch: impl FnMut(u64) -> ControlFlow<()>,
) -> Result<ControlFlow<(), ShapeCounts>, CorpusError> {
    let mut n_games = 0;
    let ended = in_order(
        recipe.threads,
        || selection.batch(BATCH),
        || shapes::Reader::new(recipe.features),
        |reader, batch: Vec<Numbered>| {
            (batch.len() as u64, batch.iter().flat_map(|(_, record)| reader.read(record)).collect())
        },
        |(n, keys): (u64, Vec<_>)| {
            keys.into_iter().for_each(|(extent, key)| counts.add(extent, key));
            n_games += n;
            watch(n_games)
        },
    )?;
    Ok(match ended {
        ControlFlow::Continue(()) => ControlFlow::Continue(counts),
        ControlFlow::Break(()) => ControlFlow::Break(()),
    })
}

/// Extracts the contests of all selected games; `sink` is given some whole games at a time, in order, with how many
/// games they are, and may stop.
pub fn extract<E: From<CorpusError>>(
    recipe: &Recipe,
    catalog: &Catalog,
    selection: &mut Selection,
    mut sink: impl FnMut(u64, &Contests) -> Result<ControlFlow<()>, E>,
) -> Result<ControlFlow<()>, E> {
    let mut failed = None;
    let ended = in_order(
        recipe.threads,
        || selection.batch(BATCH),
        || Extractor::new(recipe.features, recipe.every),
        |extractor, batch: Vec<Numbered>| {
            let mut contests = Contests::default();
            batch.iter().for_each(|(n, record)| extractor.game(*n, record, catalog, &mut contests));
            (batch.len() as u64, contests)
        },
        |(n, contests)| match sink(n, &contests) {
            Ok(flow) => flow,
            Err(error) => {
                failed = Some(error);
                ControlFlow::Break(())
            }
        },
    )?;
    failed.map_or(Ok(ended), Err)
}
