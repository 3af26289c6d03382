//! Weights for chosen patterns: ridge regression by conjugate gradients, or logistic regression
//! by a few reweighted rounds of it.

use super::space::{Conjunction, Rows, Space};

/// What the sum of weights predicts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Link {
    /// The value itself.
    Identity,
    /// The chance that the value is 1 rather than 0.
    Logistic,
}

/// Weights of chosen patterns.
#[derive(Clone, Debug, Default)]
pub struct Fitted {
    /// Constant.
    pub bias: f64,
    /// Pattern classes.
    pub chosen: Vec<Conjunction>,
    /// Their weights.
    pub weights: Vec<f64>,
}

impl Fitted {
    /// One table per shape.
    pub fn tables(&self, space: &Space) -> Vec<Vec<f64>> {
        let mut full: Vec<Vec<f64>> =
            space.shapes.iter().map(|s| vec![0.0; s.n_conjunctions()]).collect();
        for (c, w) in self.chosen.iter().zip(&self.weights) {
            full[c.shape as usize][c.code as usize] += w;
        }
        space.shapes.iter().zip(&full).map(|(s, w)| s.to_table(w)).collect()
    }

    /// Predictions (before the link) for rows.
    pub fn predict(&self, space: &Space, rows: &Rows) -> Vec<f64> {
        let mut out = rows.apply(space, &self.tables(space));
        out.iter_mut().for_each(|y| *y += self.bias);
        out
    }
}

struct Operator<'a> {
    space: &'a Space,
    rows: &'a Rows,
    chosen: &'a [Conjunction],
    /// Weight of each row.
    importance: Option<&'a [f64]>,
}

impl Operator<'_> {
    fn forward(&self, bias: f64, weights: &[f64]) -> Vec<f64> {
        let fitted = Fitted { bias, chosen: self.chosen.to_vec(), weights: weights.to_vec() };
        fitted.predict(self.space, self.rows)
    }

    fn backward(&self, residual: &[f64]) -> (f64, Vec<f64>) {
        let scaled: Vec<f64> = match self.importance {
            Some(w) => residual.iter().zip(w).map(|(r, w)| r * w).collect(),
            None => residual.to_vec(),
        };
        let tables = self.rows.gather(self.space, &scaled);
        let sums: Vec<Vec<f64>> =
            self.space.shapes.iter().zip(&tables).map(|(s, t)| s.to_conjunctions(t)).collect();
        let g = self.chosen.iter().map(|c| sums[c.shape as usize][c.code as usize]).collect();
        (scaled.iter().sum(), g)
    }
}

/// Ridge or logistic regression on `targets`. `lambda` is the penalty in units of matching rows;
/// the bias is free. Starts from `start` when it has the same patterns.
pub fn fit(
    space: &Space,
    rows: &Rows,
    targets: &[f64],
    chosen: &[Conjunction],
    lambda: f64,
    link: Link,
    iterations: usize,
) -> Fitted {
    let n = chosen.len();
    match link {
        Link::Identity => {
            let operator = Operator { space, rows, chosen, importance: None };
            let mean = targets.iter().sum::<f64>() / targets.len().max(1) as f64;
            let centered: Vec<f64> = targets.iter().map(|t| t - mean).collect();
            let (b, w) = gradients(&operator, &centered, (0.0, vec![0.0; n]), lambda, iterations);
            Fitted { bias: mean + b, chosen: chosen.to_vec(), weights: w }
        }
        Link::Logistic => logistic(space, rows, targets, chosen, lambda, iterations),
    }
}

fn logistic(
    space: &Space,
    rows: &Rows,
    targets: &[f64],
    chosen: &[Conjunction],
    lambda: f64,
    iterations: usize,
) -> Fitted {
    let mut fitted =
        Fitted { bias: 0.0, chosen: chosen.to_vec(), weights: vec![0.0; chosen.len()] };
    for _ in 0..6 {
        let scores = fitted.predict(space, rows);
        let chance: Vec<f64> = scores.iter().map(|s| 1.0 / (1.0 + (-s).exp())).collect();
        let importance: Vec<f64> = chance.iter().map(|p| (p * (1.0 - p)).max(1e-4)).collect();
        let working: Vec<f64> = (0..scores.len())
            .map(|i| scores[i] + (targets[i] - chance[i]) / importance[i])
            .collect();
        let operator = Operator { space, rows, chosen, importance: Some(&importance) };
        let start = (fitted.bias, fitted.weights.clone());
        let (b, w) = gradients(&operator, &working, start, lambda, iterations);
        fitted.bias = b;
        fitted.weights = w;
    }
    fitted
}

/// Conjugate gradients on the normal equations, scaled by how often each pattern matches.
fn gradients(
    operator: &Operator<'_>,
    targets: &[f64],
    start: (f64, Vec<f64>),
    lambda: f64,
    iterations: usize,
) -> (f64, Vec<f64>) {
    let (mut bias, mut w) = start;
    let ones = vec![1.0; targets.len()];
    let (total, matches) = operator.backward(&ones);
    let scale: Vec<f64> = matches.iter().map(|m| 1.0 / (m + lambda).max(1e-9)).collect();
    let bias_scale = 1.0 / total.max(1e-9);
    let predicted = operator.forward(bias, &w);
    let residual: Vec<f64> = targets.iter().zip(&predicted).map(|(t, p)| t - p).collect();
    let (mut gb, mut g) = operator.backward(&residual);
    g.iter_mut().zip(&w).for_each(|(g, w)| *g -= lambda * w);
    let mut zb = gb * bias_scale;
    let mut z: Vec<f64> = g.iter().zip(&scale).map(|(g, s)| g * s).collect();
    let (mut pb, mut p) = (zb, z.clone());
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(x, y)| x * y).sum::<f64>();
    let mut rz = gb * zb + dot(&g, &z);
    let first = rz;
    for _ in 0..iterations {
        if rz <= first * 1e-9 || rz <= 0.0 {
            break;
        }
        let applied = operator.forward(pb, &p);
        let (qb, mut q) = operator.backward(&applied);
        q.iter_mut().zip(&p).for_each(|(q, p)| *q += lambda * p);
        let step = rz / (pb * qb + dot(&p, &q)).max(1e-30);
        bias += step * pb;
        gb -= step * qb;
        for i in 0..w.len() {
            w[i] += step * p[i];
            g[i] -= step * q[i];
            z[i] = g[i] * scale[i];
        }
        zb = gb * bias_scale;
        let next = gb * zb + dot(&g, &z);
        let beta = next / rz;
        rz = next;
        pb = zb + beta * pb;
        p.iter_mut().zip(&z).for_each(|(p, z)| *p = z + beta * *p);
    }
    (bias, w)
}
