//! One evaluation per phase of the game, chosen where the value is asked: at the leaf.
//!
//! Moves are only noted; an evaluation catches up with them when it is asked. A search whose
//! leaves lie in one phase pays for one evaluation, and positions that are never evaluated cost
//! nothing.

use super::Evaluator;
use crate::game::{Change, Side};
use crate::rules::Fact;

/// How far the game has come: the number of facts of a kind that hold (in Othello, of discs).
#[derive(Clone, Debug)]
pub struct Progress {
    /// `counts[var][value]`.
    counts: Vec<Vec<bool>>,
    /// The count at the middle of each phase, ascending.
    centers: Vec<u32>,
}

impl Progress {
    /// Phases around `centers` of the number of `facts` that hold.
    pub fn new(facts: &[Fact], centers: &[u32], n_values: &[usize]) -> Self {
        let mut counts: Vec<Vec<bool>> = n_values.iter().map(|n| vec![false; *n]).collect();
        for f in facts {
            counts[f.var as usize][f.value as usize] = true;
        }
        Progress { counts, centers: centers.to_vec() }
    }

    /// The phase with the nearest center.
    pub fn phase(&self, count: u32) -> usize {
        (0..self.centers.len()).min_by_key(|i| self.centers[*i].abs_diff(count)).unwrap_or(0)
    }

    /// Facts counted in a position.
    pub fn count(&self, values: &[u8]) -> u32 {
        self.counts.iter().zip(values).map(|(c, v)| u32::from(c[*v as usize])).sum()
    }
}

struct Part<'e> {
    evaluator: Box<dyn Evaluator + 'e>,
    /// Moves it has been told.
    told: usize,
    /// Of these, the first so many are still as they were.
    valid: usize,
}

/// See the module's head.
pub struct Phased<'e> {
    progress: Progress,
    parts: Vec<Part<'e>>,
    /// Position at the root; an evaluation is reset there when it is first asked.
    root: Vec<u8>,
    moves: Vec<Vec<Change>>,
    counts: Vec<u32>,
    depth: usize,
    at_root: bool,
}

/// Facts by which the phase chosen at the root is ahead of it.
const LATER: u32 = 3;

/// An evaluation that does not know the root yet.
const FRESH: usize = usize::MAX;

impl<'e> Phased<'e> {
    /// One evaluator per center of `progress`.
    pub fn new(progress: Progress, evaluators: Vec<Box<dyn Evaluator + 'e>>) -> Self {
        let part = |evaluator| Part { evaluator, told: FRESH, valid: 0 };
        Phased {
            progress,
            parts: evaluators.into_iter().map(part).collect(),
            root: Vec::new(),
            moves: Vec::new(),
            counts: vec![0],
            depth: 0,
            at_root: false,
        }
    }

    /// The same with the phase of the root throughout a search: to measure what choosing at the
    /// leaf is worth. The phase is that of a few facts later, where leaves will be.
    pub fn at_root(progress: Progress, evaluators: Vec<Box<dyn Evaluator + 'e>>) -> Self {
        Phased { at_root: true, ..Phased::new(progress, evaluators) }
    }
}

impl Evaluator for Phased<'_> {
    fn reset(&mut self, values: &[u8]) {
        self.root.clear();
        self.root.extend_from_slice(values);
        self.depth = 0;
        self.counts.truncate(1);
        self.counts[0] = self.progress.count(values);
        self.parts.iter_mut().for_each(|p| p.told = FRESH);
    }

    fn update(&mut self, changes: &[Change]) {
        if self.moves.len() == self.depth {
            self.moves.push(Vec::new());
        }
        self.moves[self.depth].clear();
        self.moves[self.depth].extend_from_slice(changes);
        let mut count = self.counts[self.depth];
        for (var, old, new) in changes {
            let counts = &self.progress.counts[*var as usize];
            count += u32::from(counts[*new as usize]);
            count -= u32::from(counts[*old as usize]);
        }
        self.depth += 1;
        self.counts.truncate(self.depth);
        self.counts.push(count);
    }

    fn undo(&mut self) {
        self.depth = self.depth.saturating_sub(1);
        for p in &mut self.parts {
            p.valid = p.valid.min(self.depth);
        }
    }

    fn value(&mut self, side: Side) -> i32 {
        let count = if self.at_root { self.counts[0] + LATER } else { self.counts[self.depth] };
        let phase = self.progress.phase(count).min(self.parts.len() - 1);
        let p = &mut self.parts[phase];
        if p.told == FRESH {
            p.evaluator.reset(&self.root);
            (p.told, p.valid) = (0, 0);
        }
        for _ in p.valid..p.told {
            p.evaluator.undo();
        }
        for changes in &self.moves[p.valid..self.depth] {
            p.evaluator.update(changes);
        }
        (p.told, p.valid) = (self.depth, self.depth);
        p.evaluator.value(side)
    }
}
