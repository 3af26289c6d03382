//! Elastic net by coordinate descent on sparse columns, down a path of penalties.
//!
//! Minimizes ½ Σ (target − Σ w·count)² + Σ f·(α|v| + β·v²/2) over the weights w of pattern classes.
//! `count` is how often a class matches a position; v = w·√Σcount² is the weight of the column at
//! unit length, so that frequent and rare patterns are judged alike; f is the root of what the
//! class costs. α and β fall together, step by step; at each step only classes whose gradient
//! comes near the penalty (the strong rule) get a column.

use super::select::{Selection, conjunction_sums, front};
use super::space::{Conjunction, Rows, Space};

/// Positions used for choosing (the chosen classes are fitted on all of them afterwards).
const MOST_ROWS: usize = 25_000;
/// Matches kept in memory, eight bytes each.
const MOST_MATCHES: usize = 30_000_000;
/// Columns that come in at a step at least, if they are near.
const FEW: usize = 400;
/// The penalty falls by this factor from step to step.
const STEP: f64 = 0.8;
/// Passes over the columns at each step.
const SWEEPS: usize = 6;

struct Column {
    class: Conjunction,
    /// (position, matches).
    entries: Vec<(u32, f32)>,
    /// Σ count².
    square: f64,
    /// √(square · cost).
    scale: f64,
    weight: f64,
}

/// Classes in the order in which to take them, the heaviest first.
pub(super) fn net(
    space: &Space,
    rows: &Rows,
    targets: &[f64],
    s: &Selection<'_>,
    all: &[Conjunction],
    ratio: f64,
) -> Vec<Conjunction> {
    let n = rows.len().min(MOST_ROWS);
    let part = Rows { width: rows.width, indices: rows.indices[..n * rows.width].to_vec() };
    let mean = targets[..n].iter().sum::<f64>() / n.max(1) as f64;
    let mut net = Net {
        space,
        rows: &part,
        s,
        all,
        counts: conjunction_sums(space, &part.gather(space, &vec![1.0; n])),
        residual: targets[..n].iter().map(|t| t - mean).collect(),
        columns: Vec::new(),
        inside: space.shapes.iter().map(|s| vec![false; s.n_conjunctions()]).collect(),
        held: 0,
    };
    let length = net.residual.iter().map(|r| r * r).sum::<f64>().sqrt().max(1e-9);
    let mut alpha = net.gradients().iter().map(|g| g.0).fold(0.0, f64::max);
    let mut size = 0.0;
    let lowest = alpha * 1e-4;
    while size < s.n as f64 && net.held < MOST_MATCHES && alpha > lowest {
        alpha *= STEP;
        net.screen(alpha * ratio * (2.0 - 1.0 / STEP));
        for _ in 0..SWEEPS {
            net.sweep(alpha * ratio, alpha * (1.0 - ratio) / length);
        }
        net.drop_idle();
        size = net.columns.iter().map(|c| s.cost(space, &c.class)).sum();
    }
    let worth = |c: &Column| c.weight.abs() * c.square / c.scale;
    let ranked: Vec<(f64, Conjunction)> = net.columns.iter().map(|c| (worth(c), c.class)).collect();
    let n = ranked.len();
    front(ranked, n)
}

struct Net<'a> {
    space: &'a Space,
    rows: &'a Rows,
    s: &'a Selection<'a>,
    all: &'a [Conjunction],
    counts: Vec<Vec<f64>>,
    residual: Vec<f64>,
    columns: Vec<Column>,
    inside: Vec<Vec<bool>>,
    held: usize,
}

impl Net<'_> {
    /// |gradient| over the scale, for candidates without a column; Σ count² is at least the number
    /// of matches, and equal to it where a class matches a position once at most.
    fn gradients(&self) -> Vec<(f64, Conjunction)> {
        let sums = conjunction_sums(self.space, &self.rows.gather(self.space, &self.residual));
        let outside = self.all.iter().filter(|c| !self.inside[c.shape as usize][c.code as usize]);
        outside
            .map(|c| {
                let (shape, code) = (c.shape as usize, c.code as usize);
                let scale = (self.counts[shape][code] * self.s.cost(self.space, c)).sqrt();
                (sums[shape][code].abs() / scale.max(1.0), *c)
            })
            .collect()
    }

    /// Gives a column to the candidates whose gradient exceeds the bound.
    fn screen(&mut self, bound: f64) {
        let mut near = self.gradients();
        near.retain(|g| g.0 > bound);
        // As many as may come in at one step; the others' turn comes when the residual has moved.
        let fresh = front(near, FEW + self.columns.len() / 2);
        if fresh.is_empty() {
            return;
        }
        for (class, entries) in fresh.iter().zip(self.entries(&fresh)) {
            self.inside[class.shape as usize][class.code as usize] = true;
            let square: f64 = entries.iter().map(|e| f64::from(e.1 * e.1)).sum();
            let scale = (square * self.s.cost(self.space, class)).sqrt();
            if square > 0.0 {
                self.held += entries.len();
                self.columns.push(Column { class: *class, entries, square, scale, weight: 0.0 });
            }
        }
    }

    /// Columns without a weight give their memory back; they may come again.
    fn drop_idle(&mut self) {
        for c in self.columns.iter().filter(|c| c.weight == 0.0) {
            self.inside[c.class.shape as usize][c.class.code as usize] = false;
            self.held -= c.entries.len();
        }
        self.columns.retain(|c| c.weight != 0.0);
    }

    /// Where each class matches: table entries know which classes hold there, rows their entries.
    fn entries(&self, classes: &[Conjunction]) -> Vec<Vec<(u32, f32)>> {
        let mut holders: Vec<Vec<Vec<u32>>> =
            self.space.shapes.iter().map(|s| vec![Vec::new(); s.table_len()]).collect();
        for (i, c) in classes.iter().enumerate() {
            let shape = &self.space.shapes[c.shape as usize];
            shape.each_entry(c.code as usize, &mut |entry| {
                holders[c.shape as usize][entry].push(i as u32);
            });
        }
        let mut out: Vec<Vec<(u32, f32)>> = vec![Vec::new(); classes.len()];
        for (row, indices) in self.rows.indices.chunks_exact(self.rows.width).enumerate() {
            let mut at = 0;
            for (shape, lists) in self.space.shapes.iter().zip(&holders) {
                for index in &indices[at..at + shape.instances.len()] {
                    for i in &lists[*index as usize] {
                        match out[*i as usize].last_mut() {
                            Some(last) if last.0 == row as u32 => last.1 += 1.0,
                            _ => out[*i as usize].push((row as u32, 1.0)),
                        }
                    }
                }
                at += shape.instances.len();
            }
        }
        out
    }

    /// One pass: each weight in turn moves to where the penalized error is least.
    fn sweep(&mut self, absolute: f64, square: f64) {
        for c in &mut self.columns {
            let along: f64 =
                c.entries.iter().map(|(row, n)| self.residual[*row as usize] * f64::from(*n)).sum();
            let pull = along + c.square * c.weight;
            let shrunk = pull.signum() * (pull.abs() - absolute * c.scale).max(0.0);
            let weight = shrunk / (c.square + square * c.scale * c.square.sqrt());
            let step = weight - c.weight;
            if step != 0.0 {
                for (row, n) in &c.entries {
                    self.residual[*row as usize] -= step * f64::from(*n);
                }
                c.weight = weight;
            }
        }
    }
}
