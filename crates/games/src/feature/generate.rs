//! The agenda: develop the most promising feature next, until there are enough.

use super::canonical::fingerprint;
use super::ground::{Grounded, NotGround, ground};
use super::transform::{all, seeds};
use super::{Feature, Sample, Transform};
use crate::game::Game;
use crate::rules::{FastSet, Kind, Lit, Program, Value};
use std::collections::BTreeMap;
use std::collections::BinaryHeap;
use std::hash::{BuildHasher, BuildHasherDefault};
use std::time::{Duration, Instant};

/// Budgets of a generation run.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Features wanted.
    pub features: usize,
    /// Literals in a body.
    pub literals: usize,
    /// Ground clauses of one feature.
    pub clauses: usize,
    /// Time for everything.
    pub time: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { features: 10_000, literals: 12, clauses: 5_000, time: Duration::from_secs(600) }
    }
}

/// A feature with its ground clauses and what it is worth.
#[derive(Clone, Debug)]
pub struct Generated {
    /// The feature.
    pub feature: Feature,
    /// Its ground clauses; `None` if it cannot be written as patterns (it still is developed).
    pub grounded: Option<Grounded>,
    /// |correlation with the results of sample games| over the logarithm of its size.
    pub merit: f64,
}

/// How a run went.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Features kept, by the transformation that made them.
    pub made_by: BTreeMap<&'static str, usize>,
    /// Candidates that another feature equals, by form or by ground clauses.
    pub repeated: usize,
    /// Rejected for their size.
    pub too_large: usize,
    /// Rejected because no clause can hold.
    pub impossible: usize,
    /// Seconds in all.
    pub seconds: f64,
}

/// Generates features from the win condition.
pub fn generate(game: &Game, sample: &Sample, limits: &Limits) -> (Vec<Generated>, Report) {
    let begun = Instant::now();
    let mut run = Run {
        program: &game.program,
        sample,
        limits,
        seen: FastSet::default(),
        seen_ground: FastSet::default(),
        agenda: BinaryHeap::new(),
        made: Vec::new(),
        report: Report::default(),
        representatives: representatives(&game.program),
    };
    for seed in seeds(&game.program) {
        run.consider(seed.tidy(), None);
    }
    while let Some((_, std::cmp::Reverse(i))) = run.agenda.pop() {
        if run.n_ground() >= limits.features || begun.elapsed() > limits.time {
            break;
        }
        for child in all(run.program, &run.made[i].feature.clone(), &run.representatives) {
            if run.n_ground() < limits.features {
                run.consider(child, Some(i));
            }
        }
    }
    run.report.seconds = begun.elapsed().as_secs_f64();
    let made = run.made.into_iter().filter(|g| g.grounded.is_some()).collect();
    (made, run.report)
}

struct Run<'a> {
    program: &'a Program,
    sample: &'a Sample,
    limits: &'a Limits,
    seen: FastSet<u64>,
    seen_ground: FastSet<u64>,
    /// (merit in millionths, older first)
    agenda: BinaryHeap<(u64, std::cmp::Reverse<usize>)>,
    made: Vec<Generated>,
    report: Report,
    representatives: Vec<Value>,
}

impl Run<'_> {
    fn n_ground(&self) -> usize {
        self.report.made_by.values().sum()
    }

    fn consider(&mut self, mut feature: Feature, parent: Option<usize>) {
        if feature.body.len() > self.limits.literals || feature.head.len() > 8 {
            self.report.too_large += 1;
            return;
        }
        if !self.seen.insert(fingerprint(&feature)) {
            self.report.repeated += 1;
            return;
        }
        feature.parent = parent;
        let generation = parent.map_or(0.0, |p| self.made[p].merit);
        let grounded = match ground(self.program, &feature, self.limits.clauses) {
            Ok(g) if g.clauses.is_empty() || g.clauses.iter().any(|c| c.1.is_empty()) => {
                self.report.impossible += 1;
                return;
            }
            Ok(g) => g,
            Err(NotGround::NotConjunctive) => {
                // Not a pattern itself, but what it is made of may be: develop it soon.
                self.agenda.push((u64::MAX, std::cmp::Reverse(self.made.len())));
                self.made.push(Generated { feature, grounded: None, merit: 0.0 });
                return;
            }
            Err(_) => {
                self.report.too_large += 1;
                if expandable(self.program, &feature) && feature.body.len() <= 4 {
                    self.agenda.push((0, std::cmp::Reverse(self.made.len())));
                    self.made.push(Generated { feature, grounded: None, merit: 0.0 });
                }
                return;
            }
        };
        let hasher: BuildHasherDefault<std::hash::DefaultHasher> = BuildHasherDefault::default();
        let fresh = self.seen_ground.insert(hasher.hash_one(&grounded.clauses));
        let worth = correlation(self.sample, &grounded);
        let merit = worth / (2.0 + grounded.n_terms() as f64).ln() + 0.2 * generation;
        if !fresh {
            // Another form of a known feature: not counted, but it may develop differently.
            self.report.repeated += 1;
            if matches!(feature.made_by, Transform::ExpandFormula | Transform::ExpandToBaseCase) {
                self.agenda.push(((merit * 5e5) as u64, std::cmp::Reverse(self.made.len())));
                self.made.push(Generated { feature, grounded: None, merit });
            }
            return;
        }
        *self.report.made_by.entry(feature.made_by.name()).or_default() += 1;
        self.agenda.push(((merit * 1e6) as u64, std::cmp::Reverse(self.made.len())));
        self.made.push(Generated { feature, grounded: Some(grounded), merit });
    }
}

fn expandable(program: &Program, feature: &Feature) -> bool {
    feature.body.iter().any(|l| {
        matches!(l, Lit::Call { pred, negated: false, .. } if program.preds[*pred].kind == Kind::Derived)
    })
}

/// Correlation between the number of clauses that hold and the value of the position.
fn correlation(sample: &Sample, grounded: &Grounded) -> f64 {
    let n = sample.positions.len();
    let mut counts = vec![0f64; n];
    let mut bits = Vec::new();
    for (_, facts) in &grounded.clauses {
        sample.matches(facts, &mut bits);
        for (w, word) in bits.iter().enumerate() {
            let mut word = *word;
            while word != 0 {
                let i = w * 64 + word.trailing_zeros() as usize;
                if i < n {
                    counts[i] += 1.0;
                }
                word &= word - 1;
            }
        }
    }
    pearson(&counts, &sample.values).abs()
}

/// Correlation coefficient; 0 when either side is constant.
pub(crate) fn pearson(a: &[f64], b: &[f64]) -> f64 {
    let n = a.len() as f64;
    let (ma, mb) = (a.iter().sum::<f64>() / n, b.iter().sum::<f64>() / n);
    let (mut ab, mut aa, mut bb) = (0.0, 0.0, 0.0);
    for (x, y) in a.iter().zip(b) {
        ab += (x - ma) * (y - mb);
        aa += (x - ma) * (x - ma);
        bb += (y - mb) * (y - mb);
    }
    if aa <= 0.0 || bb <= 0.0 { 0.0 } else { ab / (aa * bb).sqrt() }
}

/// Constants worth naming in a specialization: one of each class that the static rules cannot
/// tell apart (a1 for the corners), by color refinement over the static relations.
fn representatives(program: &Program) -> Vec<Value> {
    let n = program.names.len();
    let structure = program.structure();
    let mut color = vec![1u64; n];
    for _ in 0..n.min(12) {
        let mut next = color.clone();
        for p in structure.iter().copied() {
            // A direction's own name is not a difference: only how often and beside what.
            for tuple in program.tuples(p) {
                let whole: u64 = tuple
                    .iter()
                    .filter_map(|v| v.as_name())
                    .map(|i| color[i].wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 7)
                    .fold(p as u64 * 31, u64::wrapping_add);
                for (at, v) in tuple.iter().enumerate() {
                    if let Some(i) = v.as_name() {
                        let mixed = (whole ^ (at as u64 + 1)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
                        next[i] = next[i].wrapping_add(mixed ^ (mixed >> 32));
                    }
                }
            }
        }
        color = next;
    }
    let mut seen = FastSet::default();
    (0..n).filter(|i| seen.insert(color[*i])).map(Value::name).collect()
}

impl Transform {
    /// All of them, in the order of the report.
    pub const ALL: [Transform; 10] = [
        Transform::Goal,
        Transform::SplitConjunction,
        Transform::RemoveNegation,
        Transform::SplitComparison,
        Transform::ExpandFormula,
        Transform::ExpandToBaseCase,
        Transform::RemoveTerm,
        Transform::RemoveVariable,
        Transform::Regress,
        Transform::Specialize,
    ];
}
