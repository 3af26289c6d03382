//! Unfolding and pruning a feature to ground clauses: solutions and their patterns.

use super::{Feature, planned};
use crate::rules::{Budget, Engine, Fact, Flow, Program, RuleError, Value};
use std::time::Instant;

/// The ground clauses of a feature.
#[derive(Clone, Debug)]
pub struct Grounded {
    /// (solution, pattern): sorted, without repetitions.
    pub clauses: Vec<(Vec<Value>, Vec<Fact>)>,
    /// Seconds it took.
    pub seconds: f64,
}

impl Grounded {
    /// Conditions in all clauses together (the "number of terms" of the paper's figure 9).
    pub fn n_terms(&self) -> usize {
        self.clauses.iter().map(|c| c.1.len()).sum()
    }

    /// The patterns, without the solutions they belong to.
    pub fn patterns(&self) -> Vec<Vec<Fact>> {
        let mut out: Vec<Vec<Fact>> = self.clauses.iter().map(|c| c.1.clone()).collect();
        out.sort();
        out.dedup();
        out
    }

    /// Number of distinct solutions whose clauses hold in a position.
    pub fn solutions(&self, values: &[u8]) -> usize {
        let mut last: Option<&[Value]> = None;
        let mut n = 0;
        for (head, facts) in &self.clauses {
            let holds = facts.iter().all(|f| values[f.var as usize] == f.value);
            if holds && last != Some(head) {
                last = Some(head);
                n += 1;
            }
        }
        n
    }
}

/// Why a feature has no ground clauses.
#[derive(Clone, Debug, thiserror::Error)]
pub enum NotGround {
    /// More clauses than allowed.
    #[error("more than {0} ground clauses")]
    TooMany(usize),
    /// It asks for the absence of a derived goal or compares counts.
    #[error("negated goals and comparisons cannot be written as patterns")]
    NotConjunctive,
    /// The engine gave up.
    #[error(transparent)]
    Engine(#[from] RuleError),
}

/// Unfolds a feature, giving up past `most` clauses.
pub fn ground(program: &Program, feature: &Feature, most: usize) -> Result<Grounded, NotGround> {
    let begun = Instant::now();
    let body = planned(program, &feature.body, &|p| program.size(p) as f64);
    let budget = Budget { steps: 100 * most as u64 + 100_000, ..Budget::default() };
    let mut engine = Engine::new(program, budget);
    engine.unknown();
    let mut clauses: Vec<(Vec<Value>, Vec<Fact>)> = Vec::new();
    let mut failure = None;
    // Existential variables make the same clause appear many times; forget repetitions in time.
    let mut raw = 0usize;
    engine.solve(&body, feature.n_vars, &[], &mut |e, base| {
        if !e.extras().is_empty() {
            failure = Some(NotGround::NotConjunctive);
            return Flow::Stop;
        }
        let head = feature.head.iter().filter_map(|v| e.value(base, *v as usize)).collect();
        let mut facts = e.residual().to_vec();
        facts.sort_unstable();
        clauses.push((head, facts));
        raw += 1;
        if clauses.len() > 2 * most {
            clauses.sort_unstable();
            clauses.dedup();
            if clauses.len() > most {
                failure = Some(NotGround::TooMany(most));
                return Flow::Stop;
            }
        }
        Flow::Go
    })?;
    if let Some(failure) = failure {
        return Err(failure);
    }
    clauses.sort_unstable();
    clauses.dedup();
    if clauses.len() > most {
        return Err(NotGround::TooMany(most));
    }
    Ok(Grounded { clauses, seconds: begun.elapsed().as_secs_f64() })
}
