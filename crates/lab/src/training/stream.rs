//! Contests made from games while they are learned from, so that nothing but the games takes room.
//!
//! Seventy thousand games are 70 MB of moves, and more than 30 GB as contests.

use crate::corpus::CorpusError;
use crate::extraction::{Extractor, Numbered, Recipe, Selection, Wanted};
use aji_patterns::Catalog;
use aji_ranking::ahead::{Jobs, Settings};
use aji_ranking::{Contests, Random};
use std::convert::Infallible;
use std::num::NonZero;
use std::sync::{Mutex, PoisonError};

/// Games whose contests are made together and learned from in mixed order.
const GAMES_A_JOB: usize = 8;

/// All games to learn from, in memory.
pub struct Games {
    games: Vec<Numbered>,
    n_moves: u64,
}

impl Games {
    /// Reads them. `watch` sees how many there are.
    pub fn read(wanted: &Wanted, mut watch: impl FnMut(u64)) -> Result<Games, CorpusError> {
        let mut selection = Selection::open(wanted, 0)?;
        let mut games = Vec::new();
        while let Some(batch) = selection.batch(64)? {
            games.extend(batch);
            watch(games.len() as u64);
        }
        let n_moves = games.iter().map(|(_, record)| record.moves.len() as u64).sum();
        Ok(Games { games, n_moves })
    }

    /// How many.
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// How many moves they have; about as many contests come of them.
    pub fn n_moves(&self) -> u64 {
        self.n_moves
    }
}

/// How the games of a run are streamed: one thread learns, the others make contests.
pub fn settings(recipe: &Recipe, seed: u64, games_a_round: Option<NonZero<usize>>) -> Settings {
    let jobs = |games: NonZero<usize>| games.get().div_ceil(GAMES_A_JOB);
    Settings {
        threads: recipe.threads.get() - 1,
        window: NonZero::new(2 * recipe.threads.get()).unwrap_or(NonZero::<usize>::MIN),
        seed: Some(seed),
        per_round: games_a_round.and_then(|games| NonZero::new(jobs(games))),
    }
}

/// Makes the contests of some games at a time.
pub struct Maker<'a> {
    games: &'a Games,
    recipe: &'a Recipe,
    catalog: &'a Catalog,
    seed: u64,
    /// Room for as many threads as work at once.
    rooms: Mutex<Vec<(Extractor, Contests)>>,
}

impl<'a> Maker<'a> {
    /// For these games and shapes.
    pub fn new(games: &'a Games, recipe: &'a Recipe, catalog: &'a Catalog, seed: u64) -> Maker<'a> {
        Maker { games, recipe, catalog, seed, rooms: Mutex::default() }
    }

    fn room(&self) -> (Extractor, Contests) {
        let kept = self.rooms.lock().unwrap_or_else(PoisonError::into_inner).pop();
        kept.unwrap_or_else(|| {
            let extractor = Extractor::new(self.recipe.features, self.recipe.every);
            (extractor, Contests::default())
        })
    }
}

impl Jobs for Maker<'_> {
    type Error = Infallible;

    fn n_jobs(&self) -> usize {
        self.games.len().div_ceil(GAMES_A_JOB)
    }

    fn make(&self, job: usize, contests: &mut Contests) -> Result<(), Infallible> {
        let (mut extractor, mut in_order) = self.room();
        in_order.clear();
        for (number, record) in self.games.games.iter().skip(job * GAMES_A_JOB).take(GAMES_A_JOB) {
            extractor.game(*number, record, self.catalog, &mut in_order);
        }
        let mut order: Vec<usize> = (0..in_order.len()).collect();
        Random::new(self.seed ^ (job as u64) << 32).shuffle(&mut order);
        order.into_iter().for_each(|index| contests.push(in_order.contest(index)));
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner).push((extractor, in_order));
        Ok(())
    }
}
