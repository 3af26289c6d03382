//! A: eighteen generated logical features, chosen one by one by what they explain.

use crate::eval::Plan;
use crate::feature::{Generated, Limits, Sample, generate};
use crate::game::Game;
use crate::learn::dense_ridge;
use crate::rules::Fact;
use std::collections::HashSet;
use std::time::Duration;

/// Features with ground clauses.
#[derive(Clone, Debug)]
pub struct Eighteen {
    /// The features.
    pub features: Vec<Generated>,
}

impl Eighteen {
    /// Generates up to `n` features on positions with known values and picks eighteen of them.
    pub fn choose(game: &Game, positions: &[Vec<u8>], values: &[f64], n: usize) -> Self {
        let sample = Sample::new(positions.to_vec(), values.to_vec(), &game.n_values());
        let limits = Limits {
            features: n,
            clauses: 2_500,
            time: Duration::from_secs(120),
            ..Limits::default()
        };
        let (made, _) = generate(game, &sample, &limits);
        let columns: Vec<Vec<f64>> = made.iter().map(|g| column(g, positions)).collect();
        let picked = forward(&columns, values, 18);
        Eighteen { features: picked.into_iter().map(|i| made[i].clone()).collect() }
    }

    /// Weights (bias last) by least squares.
    pub fn weigh(&self, positions: &[Vec<u8>], values: &[f64], lambda: f64) -> Vec<f64> {
        let columns: Vec<Vec<f64>> = self.features.iter().map(|g| column(g, positions)).collect();
        dense_ridge(&columns, values, lambda)
    }

    /// The weighted sum of the features' values.
    pub fn predict(&self, weights: &[f64], position: &[u8]) -> f64 {
        let bias = weights.last().copied().unwrap_or(0.0);
        let values = self.features.iter().map(|g| solutions(g, position));
        bias + values.zip(weights).map(|(v, w)| v * w).sum::<f64>()
    }

    /// Their ground patterns, sorted.
    pub fn patterns(&self) -> Vec<Vec<Fact>> {
        let all: HashSet<Vec<Fact>> = self
            .features
            .iter()
            .flat_map(|g| g.grounded.as_ref().map_or(Vec::new(), |g| g.patterns()))
            .collect();
        let mut all: Vec<_> = all.into_iter().collect();
        all.sort_unstable();
        all
    }

    /// Evaluation plans.
    pub fn plans(&self, game: &Game) -> Vec<Plan> {
        plans(game, &self.features)
    }
}

/// Evaluation plans of features; a quarter of the possible facts hold in a position.
pub fn plans(game: &Game, features: &[Generated]) -> Vec<Plan> {
    let facts = |p: usize| game.program.size(p) as f64 / 4.0;
    features.iter().map(|g| Plan::new(&game.program, &g.feature, &facts)).collect()
}

fn solutions(g: &Generated, position: &[u8]) -> f64 {
    g.grounded.as_ref().map_or(0, |g| g.solutions(position)) as f64
}

fn column(g: &Generated, positions: &[Vec<u8>]) -> Vec<f64> {
    positions.iter().map(|p| solutions(g, p)).collect()
}

/// Forward selection: each time the column that, with those before, leaves the least error.
fn forward(columns: &[Vec<f64>], targets: &[f64], n: usize) -> Vec<usize> {
    let mut picked: Vec<usize> = Vec::new();
    let center = |v: &[f64]| {
        let mean = v.iter().sum::<f64>() / v.len() as f64;
        v.iter().map(|x| x - mean).collect::<Vec<f64>>()
    };
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(x, y)| x * y).sum::<f64>();
    let mut residual = center(targets);
    let mut left: Vec<Vec<f64>> = columns.iter().map(|c| center(c)).collect();
    while picked.len() < n {
        let gain = |c: &Vec<f64>| {
            let norm = dot(c, c);
            if norm < 1e-6 { 0.0 } else { dot(c, &residual).powi(2) / norm }
        };
        let best = (0..left.len())
            .filter(|i| !picked.contains(i))
            .max_by(|a, b| gain(&left[*a]).total_cmp(&gain(&left[*b])));
        let Some(best) = best.filter(|b| gain(&left[*b]) > 0.0) else { break };
        picked.push(best);
        let norm = dot(&left[best], &left[best]).sqrt();
        let unit: Vec<f64> = left[best].iter().map(|x| x / norm).collect();
        let r = dot(&residual, &unit);
        residual.iter_mut().zip(&unit).for_each(|(x, u)| *x -= r * u);
        for c in &mut left {
            let d = dot(c, &unit);
            c.iter_mut().zip(&unit).for_each(|(x, u)| *x -= d * u);
        }
    }
    picked
}
