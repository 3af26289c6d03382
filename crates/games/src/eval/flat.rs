//! One counter per pattern: facts still missing. The honest baseline for cover propagation.

use super::counters::Counters;
use super::{Evaluator, Weighted};
use crate::game::{Change, Side};

/// See the module's head.
#[derive(Clone, Debug)]
pub struct Flat {
    /// For every variable and value: first entry in `users`.
    first: Vec<Vec<(u32, u32)>>,
    users: Vec<u32>,
    counters: Counters,
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
        // A pattern without conditions is always true.
        let mut bias = patterns.bias;
        for (w, _) in patterns.weights.iter().zip(&sizes).filter(|(_, n)| **n == 0) {
            bias = [bias[0] + w[0], bias[1] + w[1]];
        }
        Flat { first, users, counters: Counters::new(sizes, patterns.weights.clone(), bias) }
    }

    /// The patterns with a fact.
    fn users(&self, var: u16, value: u8) -> std::ops::Range<usize> {
        let (from, to) = self.first[var as usize][value as usize];
        from as usize..to as usize
    }

    fn lose(&mut self, var: u16, value: u8) {
        let users = self.users(var, value);
        for u in &self.users[users] {
            self.counters.lose(*u as usize);
        }
    }

    fn gain(&mut self, var: u16, value: u8) {
        let users = self.users(var, value);
        for u in &self.users[users] {
            self.counters.gain(*u as usize);
        }
    }
}

impl Evaluator for Flat {
    fn reset(&mut self, values: &[u8]) {
        self.counters.reset();
        for (var, value) in values.iter().enumerate() {
            self.gain(var as u16, *value);
        }
    }

    fn update(&mut self, changes: &[Change]) {
        self.counters.save();
        for (var, old, _) in changes {
            self.lose(*var, *old);
        }
        for (var, _, new) in changes {
            self.gain(*var, *new);
        }
    }

    fn undo(&mut self) {
        self.counters.undo();
    }

    fn value(&mut self, side: Side) -> i32 {
        self.counters.value(side)
    }
}
