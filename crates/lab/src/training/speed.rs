//! How fast training is: reading, extraction and one pass of latent factor ranking.

use super::TrainError;
use crate::extraction::{Recipe, Selection, ShapeCounts, Wanted, count_shapes, extract};
use aji_ranking::lfr::{self, Lfr};
use aji_ranking::training::Learner;
use serde::Serialize;
use std::ops::ControlFlow;
use std::time::Instant;

/// What was measured.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Speed {
    /// Games read.
    pub games: u64,
    /// Positions learned from.
    pub positions: u64,
    /// Seconds for that, the first pass over the games (counting shapes) not among them.
    pub seconds: f64,
    /// Threads that extract; learning runs beside them.
    pub threads: usize,
    /// Positions a second through reading, extraction and learning.
    pub positions_per_second: f64,
    /// Candidates a second.
    pub candidates_per_second: f64,
    /// Candidates of a position.
    pub candidates_per_position: f64,
}

/// Reads the games, extracts their contests and learns from each of them once.
pub fn measure(recipe: &Recipe, wanted: &Wanted, least: u32) -> Result<Speed, TrainError> {
    let mut selection = Selection::open(wanted, 0)?;
    let counted =
        count_shapes(
            recipe,
            ShapeCounts::default(),
            &mut selection,
            |_| ControlFlow::Continue(()),
        )?;
    let ControlFlow::Continue(counts) = counted else {
        return Err(selection.census().no_games(wanted.size).into());
    };
    let catalog = counts.catalog(least);
    let n_features = recipe.features.n_features(&catalog) as u32;
    let mut lfr = Lfr::new(n_features, lfr::Settings::default());
    let mut selection = Selection::open(wanted, 0)?;
    let (mut games, mut positions, mut candidates) = (0, 0, 0);
    let start = Instant::now();
    let _: ControlFlow<()> = extract(recipe, &catalog, &mut selection, |n, contests| {
        games += n;
        positions += contests.len() as u64;
        for contest in contests.iter() {
            candidates += contest.n_teams() as u64;
            lfr.learn(contest);
        }
        Ok::<_, TrainError>(ControlFlow::Continue(()))
    })?;
    let seconds = start.elapsed().as_secs_f64();
    if positions == 0 {
        return Err(selection.census().no_games(wanted.size).into());
    }
    Ok(Speed {
        games,
        positions,
        seconds,
        threads: recipe.threads.get(),
        positions_per_second: positions as f64 / seconds,
        candidates_per_second: candidates as f64 / seconds,
        candidates_per_position: candidates as f64 / positions as f64,
    })
}
