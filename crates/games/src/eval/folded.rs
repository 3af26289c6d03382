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
    /// Tables of both sides.
    tables: [Entries; 2],
    /// Start of each table.
    starts: Vec<u32>,
    /// (table, radix) for every variable, one after another.
    users: Vec<(u32, u32)>,
    /// Where those of a variable begin; one more at the end.
    first_user: Vec<u32>,
    bias: [i32; 2],
    /// The indices of all positions from the first to the present one: a move copies the last of them
    /// to its end, and taking it back is a step back.
    frames: Vec<u32>,
    /// Where those of the present position begin.
    now: usize,
}

/// All tables of one side, entry by entry, one after another; in two bytes an entry if they fit, because what
/// stays in the cache is found sooner.
#[derive(Clone, Debug)]
enum Entries {
    Narrow(Vec<i16>),
    Wide(Vec<i32>),
}

impl Entries {
    fn new(wide: Vec<i32>) -> Entries {
        match wide.iter().map(|&entry| i16::try_from(entry)).collect() {
            Ok(narrow) => Entries::Narrow(narrow),
            Err(_) => Entries::Wide(wide),
        }
    }

    fn len(&self) -> usize {
        match self {
            Entries::Narrow(entries) => entries.len(),
            Entries::Wide(entries) => entries.len(),
        }
    }

    /// The sum of these entries.
    #[inline]
    fn sum(&self, indices: &[u32]) -> i32 {
        match self {
            Entries::Narrow(entries) => {
                indices.iter().map(|i| i32::from(entries[*i as usize])).sum()
            }
            Entries::Wide(entries) => indices.iter().map(|i| entries[*i as usize]).sum(),
        }
    }
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
            tables: [const { Entries::Narrow(Vec::new()) }; 2],
            starts: Vec::new(),
            users: Vec::new(),
            first_user: vec![0],
            bias: patterns.bias,
            frames: Vec::new(),
            now: 0,
        };
        let mut users = vec![Vec::new(); n_values.len()];
        let mut tables = [Vec::new(), Vec::new()];
        for (g, vars) in groups.iter().enumerate() {
            folded.starts.push(tables[0].len() as u32);
            add_table(&mut tables, g, vars, n_values, patterns, &member, &mut users);
        }
        folded.tables = tables.map(Entries::new);
        for of_variable in users {
            folded.users.extend(of_variable);
            folded.first_user.push(folded.users.len() as u32);
        }
        folded.frames = folded.starts.clone();
        folded
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

/// Adds the table of a group of patterns, and what its variables change in it.
fn add_table(
    tables: &mut [Vec<i32>; 2],
    group: usize,
    vars: &BTreeSet<u16>,
    n_values: &[usize],
    patterns: &Weighted,
    member: &[usize],
    users: &mut [Vec<(u32, u32)>],
) {
    let start = tables[0].len();
    let mut places: Vec<(u16, usize, usize)> = Vec::new(); // variable, radix, values
    let mut radix = 1;
    for var in vars {
        let n = n_values[*var as usize];
        users[*var as usize].push((group as u32, radix as u32));
        places.push((*var, radix, n));
        radix *= n;
    }
    for table in tables.iter_mut() {
        table.resize(start + radix, 0);
    }
    for i in (0..patterns.len()).filter(|i| member[*i] == group) {
        let w = patterns.weights[i];
        spread(&places, &patterns.patterns[i], 0, start, &mut |entry| {
            tables[0][entry] += w[0];
            tables[1][entry] += w[1];
        });
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

/// Adds the variable's step to the indices of its tables.
#[inline]
fn shift(indices: &mut [u32], users: &[(u32, u32)], step: u32) {
    for &(table, radix) in users {
        let index = &mut indices[table as usize];
        *index = index.wrapping_add(radix.wrapping_mul(step));
    }
}

impl Folded {
    fn users_of(&self, variable: usize) -> std::ops::Range<usize> {
        self.first_user[variable] as usize..self.first_user[variable + 1] as usize
    }
}

impl Evaluator for Folded {
    fn reset(&mut self, values: &[u8]) {
        self.now = 0;
        self.frames.clear();
        self.frames.extend_from_slice(&self.starts);
        for (var, value) in values.iter().enumerate() {
            let users = self.users_of(var);
            shift(&mut self.frames, &self.users[users], u32::from(*value));
        }
    }

    fn update(&mut self, changes: &[Change]) {
        let n = self.starts.len();
        if self.frames.len() < self.now + 2 * n {
            self.frames.resize(self.now + 2 * n, 0);
        }
        let (before, after) = self.frames[self.now..].split_at_mut(n);
        let after = &mut after[..n];
        after.copy_from_slice(before);
        for (var, old, new) in changes {
            let step = u32::from(*new).wrapping_sub(u32::from(*old));
            let (from, to) = (self.first_user[*var as usize], self.first_user[*var as usize + 1]);
            shift(after, &self.users[from as usize..to as usize], step);
        }
        self.now += n;
    }

    fn undo(&mut self) {
        self.now = self.now.saturating_sub(self.starts.len());
    }

    fn value(&mut self, side: Side) -> i32 {
        let indices = &self.frames[self.now..self.now + self.starts.len()];
        self.bias[side] + self.tables[side].sum(indices)
    }
}
