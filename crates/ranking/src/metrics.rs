//! How well a model tells which candidate was chosen.
//!
//! A [`Tally`] looks at contests and adds up; its [`Report`] has the figures with intervals. Candidates that score the
//! same share their places: if the chosen one ties with two others for first, it counts as a third of a top-1 hit.

mod bootstrap;
mod report;
mod scale;

use std::collections::BTreeMap;
use std::num::NonZero;

pub use report::{Bucket, CalibrationBin, Measured, Report};
pub use scale::fit_scale;

use crate::contest::{Contest, Contests};
use crate::corpus::{Corpus, in_shares};
use crate::file::FileError;
use crate::model::Model;
use crate::numbers::{ln, softmax};

/// Hit rates are kept for the first 1…20 places.
pub const PLACES: usize = 20;
/// Where the bins of probabilities end.
const BIN_ENDS: [f64; 13] =
    [0.001, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.7, 0.9, 1.0];

/// Sums over some contests.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub(crate) struct Sums {
    n: u64,
    top: [f64; PLACES],
    rank: f64,
    log_likelihood: f64,
}

impl Sums {
    fn add(&mut self, other: &Sums) {
        self.n += other.n;
        self.top.iter_mut().zip(other.top).for_each(|(sum, part)| *sum += part);
        self.rank += other.rank;
        self.log_likelihood += other.log_likelihood;
    }
}

/// Candidates to which the model gave about the same probability.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub(crate) struct Bin {
    n: u64,
    probability: f64,
    chosen: u64,
}

/// Where the chosen candidate stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// How many candidates score higher.
    pub above: usize,
    /// How many others score the same.
    pub ties: usize,
}

impl Standing {
    /// The standing of the chosen one of these scores.
    pub fn of(scores: &[f32], chosen: usize) -> Standing {
        let own = scores[chosen];
        let above = scores.iter().filter(|&&score| score > own).count();
        let ties = scores.iter().filter(|&&score| score == own).count().saturating_sub(1);
        Standing { above, ties }
    }

    /// The mean of the places it may have, counted from 1.
    pub fn rank(&self) -> f64 {
        1.0 + self.above as f64 + self.ties as f64 / 2.0
    }

    /// The chance that it is among the first `places`, ties drawn by lot.
    pub fn chance_within(&self, places: usize) -> f64 {
        (places.saturating_sub(self.above) as f64 / (self.ties + 1) as f64).min(1.0)
    }
}

/// Adds up what a model makes of contests.
#[derive(Clone, Debug, PartialEq)]
pub struct Tally {
    scale: f64,
    bucket: u32,
    games: BTreeMap<u32, Sums>,
    by_number: BTreeMap<u32, Sums>,
    bins: [Bin; BIN_ENDS.len()],
    scores: Vec<f32>,
    probabilities: Vec<f64>,
}

impl Tally {
    /// Nothing seen yet. Probabilities are proportional to exp(scale · score); accuracy by move number is kept for
    /// `bucket` moves at a time.
    pub fn new(scale: f32, bucket: NonZero<u32>) -> Tally {
        Tally {
            scale: f64::from(scale),
            bucket: bucket.get(),
            games: BTreeMap::new(),
            by_number: BTreeMap::new(),
            bins: Default::default(),
            scores: Vec::new(),
            probabilities: Vec::new(),
        }
    }

    /// Looks at one contest.
    pub fn see<M: Model + ?Sized>(&mut self, model: &M, contest: Contest<'_>) {
        self.scores.clear();
        self.scores.extend(contest.teams().map(|team| model.score(team)));
        softmax(&self.scores, self.scale, &mut self.probabilities);
        let standing = Standing::of(&self.scores, contest.chosen);
        let mut sums = Sums {
            n: 1,
            rank: standing.rank(),
            log_likelihood: ln(self.probabilities[contest.chosen]),
            ..Sums::default()
        };
        for (place, top) in sums.top.iter_mut().enumerate() {
            *top = standing.chance_within(place + 1);
        }
        self.games.entry(contest.game).or_default().add(&sums);
        self.by_number.entry(contest.number / self.bucket).or_default().add(&sums);
        for (index, &probability) in self.probabilities.iter().enumerate() {
            let bin = BIN_ENDS.partition_point(|&end| end < probability).min(BIN_ENDS.len() - 1);
            let bin = &mut self.bins[bin];
            bin.n += 1;
            bin.probability += probability;
            bin.chosen += u64::from(index == contest.chosen);
        }
    }

    /// Adds what another tally has seen.
    pub fn add(&mut self, other: &Tally) {
        for (game, sums) in &other.games {
            self.games.entry(*game).or_default().add(sums);
        }
        for (number, sums) in &other.by_number {
            self.by_number.entry(*number).or_default().add(sums);
        }
        for (bin, other) in self.bins.iter_mut().zip(&other.bins) {
            bin.n += other.n;
            bin.probability += other.probability;
            bin.chosen += other.chosen;
        }
    }

    /// How many contests were seen.
    pub fn n_contests(&self) -> u64 {
        self.games.values().map(|sums| sums.n).sum()
    }
}

/// Looks at a whole corpus. The result does not depend on the number of threads.
pub fn measure<M: Model + ?Sized>(
    model: &M,
    corpus: &dyn Corpus,
    empty: &Tally,
    threads: NonZero<usize>,
) -> Result<Tally, FileError> {
    let shares = in_shares(corpus.n_blocks(), threads, |blocks| {
        let mut scratch = Contests::default();
        let of_block = |block| {
            let mut tally = empty.clone();
            corpus.visit(block, &mut scratch, &mut |contest| tally.see(model, contest))?;
            Ok(tally)
        };
        blocks.map(of_block).collect::<Result<Vec<Tally>, FileError>>()
    });
    let mut whole = empty.clone();
    for share in shares {
        share?.iter().for_each(|tally| whole.add(tally));
    }
    Ok(whole)
}

/// The part of contests whose chosen candidate scores highest; what rounds of training are judged by.
pub fn top1<M: Model + ?Sized>(
    model: &M,
    corpus: &dyn Corpus,
    threads: NonZero<usize>,
) -> Result<f64, FileError> {
    let shares = in_shares(corpus.n_blocks(), threads, |blocks| {
        let (mut scratch, mut scores) = (Contests::default(), Vec::new());
        let of_block = |block| {
            let mut hits = 0.0;
            corpus.visit(block, &mut scratch, &mut |contest| {
                scores.clear();
                scores.extend(contest.teams().map(|team| model.score(team)));
                hits += Standing::of(&scores, contest.chosen).chance_within(1);
            })?;
            Ok(hits)
        };
        blocks.map(of_block).collect::<Result<Vec<f64>, FileError>>()
    });
    let mut hits = 0.0;
    for share in shares {
        hits = share?.iter().fold(hits, |sum, part| sum + part);
    }
    Ok(hits / corpus.n_contests().max(1) as f64)
}

#[cfg(test)]
mod tests;
