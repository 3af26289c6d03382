//! Which patterns get a weight: the paper's match count, or stagewise on the residual.

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
}

/// Chooses up to `n` classes (or, if `ground` is set, classes with up to `n` ground patterns)
/// that match at least `floor` times, and fits them.
#[allow(clippy::too_many_arguments)]
pub fn choose(
    space: &Space,
    rows: &Rows,
    targets: &[f64],
    choice: Choice,
    n: usize,
    ground: bool,
    floor: f64,
    lambda: f64,
    candidates: Option<&HashSet<Vec<Fact>>>,
    link: Link,
) -> Fitted {
    let ones = vec![1.0; rows.len()];
    let matches = conjunction_sums(space, &rows.gather(space, &ones));
    let mut taken =
        Taken { space, seen: HashSet::new(), chosen: Vec::new(), size: 0, ground, candidates };
    let mut all: Vec<Conjunction> = Vec::new();
    for (s, list) in matches.iter().enumerate() {
        let empty = list.len() - 1; // every place "anything"
        for (code, m) in list.iter().enumerate() {
            if *m >= floor && code != empty {
                all.push(Conjunction { shape: s as u32, code: code as u32 });
            }
        }
    }
    let count = |c: &Conjunction| matches[c.shape as usize][c.code as usize];
    if choice == Choice::MatchCount {
        all.sort_by(|a, b| count(b).total_cmp(&count(a)));
        taken.fill(&all, n);
        return fit(space, rows, targets, &taken.chosen, lambda, link, 50);
    }
    let Choice::Stagewise { rounds } = choice else { return Fitted::default() };
    let mut model = Fitted {
        bias: targets.iter().sum::<f64>() / targets.len().max(1) as f64,
        ..Fitted::default()
    };
    for round in 1..=rounds {
        let predicted = model.predict(space, rows);
        let residual: Vec<f64> = match link {
            Link::Identity => targets.iter().zip(&predicted).map(|(t, p)| t - p).collect(),
            Link::Logistic => {
                targets.iter().zip(&predicted).map(|(t, p)| t - 1.0 / (1.0 + (-p).exp())).collect()
            }
        };
        let sums = conjunction_sums(space, &rows.gather(space, &residual));
        // Variance explained alone, per pattern it costs; the penalty keeps rare patterns back.
        let score = |c: &Conjunction| {
            let s = sums[c.shape as usize][c.code as usize];
            let cost = if ground { space.shapes[c.shape as usize].instances.len() } else { 1 };
            s * s / (count(c) + 2.0 * lambda) / cost as f64
        };
        let mut ranked: Vec<(f64, Conjunction)> = all.iter().map(|c| (score(c), *c)).collect();
        // Growing steps: early rounds see a residual that later ones share out differently.
        let target = (n as f64 * (round as f64 / rounds as f64).powf(1.5)).ceil() as usize;
        // Only the front can be taken; four times as much leaves room for repetitions.
        let front = 4 * target + 1000;
        if ranked.len() > front {
            ranked.select_nth_unstable_by(front, |a, b| b.0.total_cmp(&a.0));
            ranked.truncate(front);
        }
        ranked.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        let order: Vec<Conjunction> = ranked.into_iter().map(|r| r.1).collect();
        taken.fill(&order, if round == rounds { n } else { target });
        let iterations = if round == rounds { 50 } else { 12 };
        model = fit(space, rows, targets, &taken.chosen, lambda, link, iterations);
    }
    model
}

fn conjunction_sums(space: &Space, tables: &[Vec<f64>]) -> Vec<Vec<f64>> {
    space.shapes.iter().zip(tables).map(|(s, t)| s.to_conjunctions(t)).collect()
}

/// Classes chosen so far; the same ground pattern is never taken through two shapes.
struct Taken<'a> {
    space: &'a Space,
    seen: HashSet<Vec<Fact>>,
    chosen: Vec<Conjunction>,
    size: usize,
    ground: bool,
    candidates: Option<&'a HashSet<Vec<Fact>>>,
}

impl Taken<'_> {
    fn fill(&mut self, order: &[Conjunction], n: usize) {
        for c in order {
            if self.size >= n {
                return;
            }
            let images = self.space.ground(*c);
            if self.candidates.is_some_and(|set| !images.iter().any(|i| set.contains(i))) {
                continue;
            }
            let weight = if self.ground { images.len() } else { 1 };
            if self.size + weight > n || !self.seen.insert(images[0].clone()) {
                continue;
            }
            self.size += weight;
            self.chosen.push(*c);
        }
    }
}
