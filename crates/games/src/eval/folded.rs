//! Table folding: patterns over the same few variables become one table.
//!
//! The table of a set of variables holds, for every combination of their values, the sum of the
//! weights of all its patterns that hold there. A position is one index per table; a move adds
//! `radix · (new − old)` to the indices of tables with a changed variable. Exact, and independent
//! of the number of patterns.

use super::{Evaluator, Weighted};
use crate::game::{Change, Side};
use crate::rules::Fact;
use std::collections::BTreeSet;

/// Largest table: 3¹⁰ entries.
const MOST: usize = 59_049;

/// See the module's head.
#[derive(Clone, Debug)]
pub struct Folded {
    /// Tables of both sides, entry by entry, one after another.
    tables: [Vec<i32>; 2],
    /// Start of each table.
    starts: Vec<u32>,
    /// For every variable: (table, radix).
    users: Vec<Vec<(u16, u32)>>,
    bias: [i32; 2],
    now: Vec<u32>,
    saved: Vec<u32>,
}

impl Folded {
    /// Groups the patterns by their variables and fills the tables.
    pub fn new(patterns: &Weighted, n_values: &[usize]) -> Self {
        let size = |vars: &BTreeSet<u16>| -> usize {
            vars.iter().map(|v| n_values[*v as usize]).fold(1, usize::saturating_mul)
        };
        let supports: Vec<BTreeSet<u16>> =
            patterns.patterns.iter().map(|p| p.iter().map(|f| f.var).collect()).collect();
        let mut order: Vec<usize> = (0..supports.len()).collect();
        order.sort_by(|a, b| {
            supports[*b].len().cmp(&supports[*a].len()).then(supports[*a].cmp(&supports[*b]))
        });
        let mut groups: Vec<BTreeSet<u16>> = Vec::new();
        let mut member: Vec<usize> = vec![0; supports.len()];
        for i in order {
            let s = &supports[i];
            let inside = groups.iter().position(|g| s.is_subset(g));
            member[i] = inside.unwrap_or_else(|| {
                // Join the group it shares most with, if the table stays small.
                let joinable = (0..groups.len()).filter(|g| {
                    let shared = groups[*g].intersection(s).count();
                    shared * 2 > s.len()
                        && size(&groups[*g].union(s).copied().collect()) <= MOST / 9
                });
                match joinable.max_by_key(|g| groups[*g].intersection(s).count()) {
                    Some(g) => {
                        groups[g].extend(s);
                        g
                    }
                    None => {
                        groups.push(s.clone());
                        groups.len() - 1
                    }
                }
            });
        }
        let mut folded = Folded {
            tables: [Vec::new(), Vec::new()],
            starts: Vec::new(),
            users: vec![Vec::new(); n_values.len()],
            bias: patterns.bias,
            now: Vec::new(),
            saved: Vec::new(),
        };
        for (g, vars) in groups.iter().enumerate() {
            folded.add_table(g, vars, n_values, patterns, &member);
        }
        folded.now = folded.starts.clone();
        folded
    }

    fn add_table(
        &mut self,
        group: usize,
        vars: &BTreeSet<u16>,
        n_values: &[usize],
        patterns: &Weighted,
        member: &[usize],
    ) {
        let start = self.tables[0].len();
        self.starts.push(start as u32);
        let mut places: Vec<(u16, usize, usize)> = Vec::new(); // variable, radix, values
        let mut radix = 1;
        for var in vars {
            let n = n_values[*var as usize];
            self.users[*var as usize].push((group as u16, radix as u32));
            places.push((*var, radix, n));
            radix *= n;
        }
        for table in &mut self.tables {
            table.resize(start + radix, 0);
        }
        for i in (0..patterns.len()).filter(|i| member[*i] == group) {
            let w = patterns.weights[i];
            spread(&places, &patterns.patterns[i], 0, start, &mut |entry| {
                self.tables[0][entry] += w[0];
                self.tables[1][entry] += w[1];
            });
        }
    }

    /// Tables, i.e. look-ups per evaluation.
    pub fn n_tables(&self) -> usize {
        self.starts.len()
    }

    /// Entries of one side.
    pub fn n_entries(&self) -> usize {
        self.tables[0].len()
    }
}

/// Calls `on` for every entry where the facts hold.
fn spread(
    places: &[(u16, usize, usize)],
    facts: &[Fact],
    at: usize,
    entry: usize,
    on: &mut dyn FnMut(usize),
) {
    let Some((var, radix, n)) = places.get(at) else {
        on(entry);
        return;
    };
    match facts.iter().find(|f| f.var == *var) {
        Some(f) => spread(places, facts, at + 1, entry + radix * f.value as usize, on),
        None => (0..*n).for_each(|v| spread(places, facts, at + 1, entry + radix * v, on)),
    }
}

impl Evaluator for Folded {
    fn reset(&mut self, values: &[u8]) {
        self.now.copy_from_slice(&self.starts);
        self.saved.clear();
        for (var, value) in values.iter().enumerate() {
            for (table, radix) in &self.users[var] {
                self.now[*table as usize] += radix * u32::from(*value);
            }
        }
    }

    fn update(&mut self, changes: &[Change]) {
        self.saved.extend_from_slice(&self.now);
        for (var, old, new) in changes {
            let step = u32::from(*new).wrapping_sub(u32::from(*old));
            for (table, radix) in &self.users[*var as usize] {
                let index = &mut self.now[*table as usize];
                *index = index.wrapping_add(radix.wrapping_mul(step));
            }
        }
    }

    fn undo(&mut self) {
        if self.saved.len() >= self.now.len() {
            let from = self.saved.len() - self.now.len();
            self.now.copy_from_slice(&self.saved[from..]);
            self.saved.truncate(from);
        }
    }

    fn value(&mut self, side: Side) -> i32 {
        let table = &self.tables[side];
        self.bias[side] + self.now.iter().map(|i| table[*i as usize]).sum::<i32>()
    }
}
