//! How good predictions are, and a small dense regression for a handful of features.

use crate::feature::pearson;

/// Accuracy of predictions against exact values.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Accuracy {
    /// Correlation.
    pub r: f64,
    /// Root of the mean squared error.
    pub rmse: f64,
    /// Mean absolute error.
    pub mae: f64,
    /// Standard deviation of the true values.
    pub spread: f64,
    /// Of pairs of positions with different values, those ordered rightly.
    pub pairs: f64,
    /// Positions.
    pub n: usize,
}

/// Compares predictions with truth; pairs are drawn by a fixed stride, so runs agree.
pub fn accuracy(predicted: &[f64], truth: &[f64]) -> Accuracy {
    let n = truth.len();
    if n == 0 {
        return Accuracy::default();
    }
    let mean = truth.iter().sum::<f64>() / n as f64;
    let (mut square, mut absolute, mut spread) = (0.0, 0.0, 0.0);
    for (p, t) in predicted.iter().zip(truth) {
        square += (p - t) * (p - t);
        absolute += (p - t).abs();
        spread += (t - mean) * (t - mean);
    }
    let (mut right, mut all) = (0.0, 0usize);
    for stride in [1, 7, 101, 1009] {
        for i in 0..n {
            let j = (i + stride) % n;
            if truth[i] != truth[j] {
                all += 1;
                let agree = (predicted[i] - predicted[j]) * (truth[i] - truth[j]);
                right += if agree > 0.0 {
                    1.0
                } else if agree == 0.0 {
                    0.5
                } else {
                    0.0
                };
            }
        }
    }
    let n_f = n as f64;
    Accuracy {
        r: pearson(predicted, truth),
        rmse: (square / n_f).sqrt(),
        mae: absolute / n_f,
        spread: (spread / n_f).sqrt(),
        pairs: right / all.max(1) as f64,
        n,
    }
}

/// Weights (bias last) of a few dense columns by the normal equations with a small ridge.
#[allow(clippy::needless_range_loop)] // the matrix reads best by its indices
pub fn dense_ridge(columns: &[Vec<f64>], targets: &[f64], lambda: f64) -> Vec<f64> {
    let k = columns.len() + 1;
    let n = targets.len();
    let at = |c: usize, i: usize| if c + 1 == k { 1.0 } else { columns[c][i] };
    let mut m = vec![vec![0.0; k + 1]; k];
    for a in 0..k {
        for b in a..k {
            let sum: f64 = (0..n).map(|i| at(a, i) * at(b, i)).sum();
            m[a][b] = sum;
            m[b][a] = sum;
        }
        m[a][a] += if a + 1 == k { 1e-9 } else { lambda };
        m[a][k] = (0..n).map(|i| at(a, i) * targets[i]).sum();
    }
    for col in 0..k {
        let pivot = (col..k).max_by(|a, b| m[*a][col].abs().total_cmp(&m[*b][col].abs()));
        m.swap(col, pivot.unwrap_or(col));
        if m[col][col].abs() < 1e-12 {
            continue;
        }
        for row in 0..k {
            if row != col {
                let f = m[row][col] / m[col][col];
                for j in col..=k {
                    m[row][j] -= f * m[col][j];
                }
            }
        }
    }
    (0..k).map(|i| if m[i][i].abs() < 1e-12 { 0.0 } else { m[i][k] / m[i][i] }).collect()
}
