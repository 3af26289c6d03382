//! Counters of what patterns still lack, with a copy for every move.
//!
//! Taking a move back by copying the counters is more than twice as fast as undoing the changes
//! one by one.

use crate::game::Side;

/// What both counting evaluators keep: a pattern is true when it lacks nothing.
#[derive(Clone, Debug, Default)]
pub(super) struct Counters {
    /// Parts of each pattern that are false now.
    missing: Vec<u8>,
    /// Parts in all.
    parts: Vec<u8>,
    weights: Vec<[i32; 2]>,
    bias: [i32; 2],
    total: [i32; 2],
    saved: Vec<u8>,
    totals: Vec<[i32; 2]>,
}

impl Counters {
    pub fn new(parts: Vec<u8>, weights: Vec<[i32; 2]>, bias: [i32; 2]) -> Self {
        Counters { missing: parts.clone(), parts, weights, bias, total: bias, ..Self::default() }
    }

    /// Nothing is true.
    pub fn reset(&mut self) {
        self.missing.copy_from_slice(&self.parts);
        self.total = self.bias;
        self.saved.clear();
        self.totals.clear();
    }

    /// Before a move.
    pub fn save(&mut self) {
        self.saved.extend_from_slice(&self.missing);
        self.totals.push(self.total);
    }

    /// Takes the last move back.
    pub fn undo(&mut self) {
        if let Some(total) = self.totals.pop() {
            self.total = total;
            let from = self.saved.len() - self.missing.len();
            self.missing.copy_from_slice(&self.saved[from..]);
            self.saved.truncate(from);
        }
    }

    pub fn value(&self, side: Side) -> i32 {
        self.total[side]
    }

    /// Pattern `i` is true from now on.
    #[inline]
    pub fn add(&mut self, i: usize) {
        self.total[0] += self.weights[i][0];
        self.total[1] += self.weights[i][1];
    }

    /// Pattern `i` is not true any more.
    #[inline]
    pub fn remove(&mut self, i: usize) {
        self.total[0] -= self.weights[i][0];
        self.total[1] -= self.weights[i][1];
    }

    /// A part of pattern `i` became true; whether that makes the pattern true.
    #[inline]
    pub fn gain(&mut self, i: usize) -> bool {
        self.missing[i] -= 1;
        let becomes = self.missing[i] == 0;
        if becomes {
            self.add(i);
        }
        becomes
    }

    /// A part of pattern `i` became false; whether the pattern was true.
    #[inline]
    pub fn lose(&mut self, i: usize) -> bool {
        let was = self.missing[i] == 0;
        self.missing[i] += 1;
        if was {
            self.remove(i);
        }
        was
    }
}
