//! Which patterns get a weight: the paper's match count, stagewise on the residual, or an elastic
//! net; among all patterns or among those that differ on the data.

use super::closed::distinct;
use super::elastic;
use super::fit::{Fitted, Link, fit};
use super::space::{Conjunction, Rows, Space};
use crate::rules::Fact;
use std::collections::HashSet;

/// How patterns are chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Choice {
    /// The most frequent ones (the paper's rule).
    MatchCount,
    /// Those that explain most of what is left, a few hundred at a time, refitting in between.
    Stagewise {
        /// Rounds.
        rounds: usize,
    },
    /// Those that an elastic net keeps, the penalty lowered until there are enough.
    ElasticNet {
        /// Share of the penalty on absolute values; the rest is on squares.
        ratio: f64,
    },
}

impl Choice {
    /// The name in tables and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Choice::MatchCount => "match-count",
            Choice::Stagewise { .. } => "stagewise",
            Choice::ElasticNet { .. } => "elastic-net",
        }
    }
}

/// What to choose, from what, and how to weigh it.
#[derive(Clone, Copy, Debug)]
pub struct Selection<'a> {
    /// By which rule.
    pub choice: Choice,
    /// How many classes (or, if `ground` is set, ground patterns) at most.
    pub n: usize,
    /// Count every image of a pattern under the symmetries.
    pub ground: bool,
    /// Of patterns that match in exactly the same places of the data only the shortest is a
    /// candidate (one for each closed pattern).
    pub closed: bool,
    /// Matches a candidate must have.
    pub floor: f64,
    /// Penalty of the final ridge regression, in matching rows.
    pub lambda: f64,
    /// Only these may be chosen.
    pub candidates: Option<&'a HashSet<Vec<Fact>>>,
    /// What the sum of weights predicts.
    pub link: Link,
}

impl Selection<'_> {
    /// Up to `n` classes, whichever match, by a rule.
    pub fn new(choice: Choice, n: usize) -> Self {
        Selection {
            choice,
            n,
            ground: false,
            closed: false,
            floor: 20.0,
            lambda: 10.0,
            candidates: None,
            link: Link::Identity,
        }
    }

    /// What a class costs of the number wanted.
    pub(super) fn cost(&self, space: &Space, c: &Conjunction) -> f64 {
        if self.ground { space.shapes[c.shape as usize].instances.len() as f64 } else { 1.0 }
    }
}

/// Chooses pattern classes and fits their weights.
pub fn choose(space: &Space, rows: &Rows, targets: &[f64], s: &Selection<'_>) -> Fitted {
    let ones = vec![1.0; rows.len()];
    let matches = conjunction_sums(space, &rows.gather(space, &ones));
    let mut all: Vec<Conjunction> = Vec::new();
    for (i, (shape, list)) in space.shapes.iter().zip(&matches).enumerate() {
        let keep: Vec<usize> = if s.closed {
            distinct(shape, list, s.floor)
        } else {
            (0..list.len()).filter(|code| list[*code] >= s.floor).collect()
        };
        let empty = list.len() - 1; // every place "anything"
        let codes = keep.into_iter().filter(|code| *code != empty);
        all.extend(codes.map(|code| Conjunction { shape: i as u32, code: code as u32 }));
    }
    let count = |c: &Conjunction| matches[c.shape as usize][c.code as usize];
    let mut taken = Taken { space, s, seen: HashSet::new(), chosen: Vec::new(), size: 0 };
    match s.choice {
        Choice::MatchCount => {
            all.sort_by(|a, b| count(b).total_cmp(&count(a)));
            taken.fill(&all, s.n);
        }
        Choice::ElasticNet { ratio } => {
            let order = elastic::net(space, rows, targets, s, &all, ratio);
            taken.fill(&order, s.n);
        }
        Choice::Stagewise { rounds } => {
            return stagewise(rows, targets, &all, &count, taken, rounds);
        }
    }
    fit(space, rows, targets, &taken.chosen, s.lambda, s.link, 50)
}

fn stagewise(
    rows: &Rows,
    targets: &[f64],
    all: &[Conjunction],
    count: &dyn Fn(&Conjunction) -> f64,
    mut taken: Taken<'_>,
    rounds: usize,
) -> Fitted {
    let (space, s) = (taken.space, taken.s);
    let mut model = Fitted {
        bias: targets.iter().sum::<f64>() / targets.len().max(1) as f64,
        ..Fitted::default()
    };
    for round in 1..=rounds {
        let predicted = model.predict(space, rows);
        let residual: Vec<f64> = match s.link {
            Link::Identity => targets.iter().zip(&predicted).map(|(t, p)| t - p).collect(),
            Link::Logistic => {
                targets.iter().zip(&predicted).map(|(t, p)| t - 1.0 / (1.0 + (-p).exp())).collect()
            }
        };
        let sums = conjunction_sums(space, &rows.gather(space, &residual));
        // Variance explained alone, per pattern it costs; the penalty keeps rare patterns back.
        let score = |c: &Conjunction| {
            let sum = sums[c.shape as usize][c.code as usize];
            sum * sum / (count(c) + 2.0 * s.lambda) / s.cost(space, c)
        };
        let ranked: Vec<(f64, Conjunction)> = all.iter().map(|c| (score(c), *c)).collect();
        // Growing steps: early rounds see a residual that later ones share out differently.
        let target = (s.n as f64 * (round as f64 / rounds as f64).powf(1.5)).ceil() as usize;
        // Only the front can be taken; four times as much leaves room for repetitions.
        let order = front(ranked, 4 * target + 1000);
        taken.fill(&order, if round == rounds { s.n } else { target });
        let iterations = if round == rounds { 50 } else { 12 };
        model = fit(space, rows, targets, &taken.chosen, s.lambda, s.link, iterations);
    }
    model
}

/// The `n` with the highest score, best first.
pub(super) fn front(mut ranked: Vec<(f64, Conjunction)>, n: usize) -> Vec<Conjunction> {
    if ranked.len() > n {
        ranked.select_nth_unstable_by(n, |a, b| b.0.total_cmp(&a.0));
        ranked.truncate(n);
    }
    ranked.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    ranked.into_iter().map(|r| r.1).collect()
}

pub(super) fn conjunction_sums(space: &Space, tables: &[Vec<f64>]) -> Vec<Vec<f64>> {
    space.shapes.iter().zip(tables).map(|(s, t)| s.to_conjunctions(t)).collect()
}

/// Classes chosen so far; the same ground pattern is never taken through two shapes.
struct Taken<'a> {
    space: &'a Space,
    s: &'a Selection<'a>,
    seen: HashSet<Vec<Fact>>,
    chosen: Vec<Conjunction>,
    size: usize,
}

impl Taken<'_> {
    fn fill(&mut self, order: &[Conjunction], n: usize) {
        for c in order {
            if self.size >= n {
                return;
            }
            let images = self.space.ground(*c);
            if self.s.candidates.is_some_and(|set| !images.iter().any(|i| set.contains(i))) {
                continue;
            }
            let weight = if self.s.ground { images.len() } else { 1 };
            if self.size + weight > n || !self.seen.insert(images[0].clone()) {
                continue;
            }
            self.size += weight;
            self.chosen.push(*c);
        }
    }
}
