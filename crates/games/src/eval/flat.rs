//! One counter per pattern: facts still missing. The honest baseline for cover propagation.

use super::{Evaluator, Weighted};
use crate::game::{Change, Side};

/// See the module's head.
#[derive(Clone, Debug)]
pub struct Flat {
    /// For every variable and value: first entry in `users`.
    first: Vec<Vec<(u32, u32)>>,
    users: Vec<u32>,
    missing: Vec<u8>,
    sizes: Vec<u8>,
    weights: Vec<[i32; 2]>,
    bias: [i32; 2],
    total: [i32; 2],
    saved: Vec<u8>,
    totals: Vec<[i32; 2]>,
}

impl Flat {
    /// Builds the lists; `n_values` per variable.
    pub fn new(patterns: &Weighted, n_values: &[usize]) -> Self {
        let mut lists: Vec<Vec<Vec<u32>>> = n_values.iter().map(|n| vec![Vec::new(); *n]).collect();
        for (i, p) in patterns.patterns.iter().enumerate() {
            for f in p {
                lists[f.var as usize][f.value as usize].push(i as u32);
            }
        }
        let mut users = Vec::new();
        let first = lists
            .iter()
            .map(|values| {
                values
                    .iter()
                    .map(|list| {
                        let from = users.len() as u32;
                        users.extend_from_slice(list);
                        (from, users.len() as u32)
                    })
                    .collect()
            })
            .collect();
        let sizes: Vec<u8> = patterns.patterns.iter().map(|p| p.len() as u8).collect();
        Flat {
            first,
            users,
            missing: sizes.clone(),
            sizes,
            weights: patterns.weights.clone(),
            bias: patterns.bias,
            total: patterns.bias,
            saved: Vec::new(),
            totals: Vec::new(),
        }
    }

    fn lose(&mut self, var: u16, value: u8) {
        let (from, to) = self.first[var as usize][value as usize];
        for u in &self.users[from as usize..to as usize] {
            let u = *u as usize;
            if self.missing[u] == 0 {
                self.total[0] -= self.weights[u][0];
                self.total[1] -= self.weights[u][1];
            }
            self.missing[u] += 1;
        }
    }

    fn gain(&mut self, var: u16, value: u8) {
        let (from, to) = self.first[var as usize][value as usize];
        for u in &self.users[from as usize..to as usize] {
            let u = *u as usize;
            self.missing[u] -= 1;
            if self.missing[u] == 0 {
                self.total[0] += self.weights[u][0];
                self.total[1] += self.weights[u][1];
            }
        }
    }
}

impl Evaluator for Flat {
    fn reset(&mut self, values: &[u8]) {
        self.missing.copy_from_slice(&self.sizes);
        self.total = self.bias;
        self.saved.clear();
        self.totals.clear();
        for (i, w) in self.weights.iter().enumerate() {
            if self.sizes[i] == 0 {
                self.total[0] += w[0];
                self.total[1] += w[1];
            }
        }
        for (var, value) in values.iter().enumerate() {
            self.gain(var as u16, *value);
        }
    }

    fn update(&mut self, changes: &[Change]) {
        self.saved.extend_from_slice(&self.missing);
        self.totals.push(self.total);
        for (var, old, _) in changes {
            self.lose(*var, *old);
        }
        for (var, _, new) in changes {
            self.gain(*var, *new);
        }
    }

    fn undo(&mut self) {
        if let Some(total) = self.totals.pop() {
            self.total = total;
            let from = self.saved.len() - self.missing.len();
            self.missing.copy_from_slice(&self.saved[from..]);
            self.saved.truncate(from);
        }
    }

    fn value(&mut self, side: Side) -> i32 {
        self.total[side]
    }
}
