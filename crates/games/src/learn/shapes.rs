//! Which shapes: the supports of rule-made patterns, and unions of them that the data asks for.

use super::space::{Rows, Shape, Space};
use crate::rules::Fact;
use crate::symmetry::Symmetries;
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// Largest supports of the patterns, up to `most` variables, one per symmetry class; the `limit`
/// classes that hold most patterns (regression makes many odd supports with a pattern or two).
pub fn lines(
    patterns: &[Vec<Fact>],
    n_values: &dyn Fn(usize) -> usize,
    symmetries: &Symmetries,
    most: usize,
    limit: usize,
) -> Vec<Shape> {
    let mut held: BTreeMap<Vec<u16>, usize> = BTreeMap::new();
    for p in patterns.iter().filter(|p| p.len() <= most) {
        let support: BTreeSet<u16> = p.iter().map(|f| f.var).collect();
        *held.entry(support.into_iter().collect()).or_default() += 1;
    }
    let mut supports: Vec<Vec<u16>> = patterns
        .iter()
        .map(|p| p.iter().map(|f| f.var).collect::<BTreeSet<u16>>().into_iter().collect())
        .filter(|s: &Vec<u16>| s.len() <= most)
        .collect();
    supports.sort_by(|a, b| b.len().cmp(&a.len()).then(a.cmp(b)));
    supports.dedup();
    let mut kept: Vec<BTreeSet<u16>> = Vec::new();
    let mut seen: HashSet<Vec<u16>> = HashSet::new();
    let mut out = Vec::new();
    for support in supports {
        let set: BTreeSet<u16> = support.iter().copied().collect();
        if seen.contains(&support) || kept.iter().any(|k| set.is_subset(k)) {
            continue;
        }
        let shape = Shape::new(&support, n_values, symmetries);
        for instance in &shape.instances {
            let mut key = instance.vars.clone();
            key.sort_unstable();
            kept.push(key.iter().copied().collect());
            seen.insert(key);
        }
        out.push(shape);
    }
    let weight = |s: &Shape| -> usize {
        let vars = &s.instances[0].vars;
        let inside = held.iter().filter(|(support, _)| support.iter().all(|v| vars.contains(v)));
        inside.map(|(_, n)| n).sum()
    };
    let mut weighed: Vec<(usize, Shape)> = out.into_iter().map(|s| (weight(&s), s)).collect();
    weighed.sort_by_key(|(n, _)| std::cmp::Reverse(*n));
    weighed.truncate(limit);
    weighed.into_iter().map(|(_, s)| s).collect()
}

/// Variables that some short pattern joins.
fn links(patterns: &[Vec<Fact>]) -> BTreeMap<u16, BTreeSet<u16>> {
    let mut out: BTreeMap<u16, BTreeSet<u16>> = BTreeMap::new();
    for p in patterns.iter().filter(|p| p.len() == 2) {
        for a in p {
            for b in p {
                if a.var != b.var {
                    out.entry(a.var).or_default().insert(b.var);
                }
            }
        }
    }
    out
}

/// Grows `n` shapes of up to `most` variables, each from the best start, adding the linked
/// variable whose table explains most of `residual`; the residual shrinks after each shape.
#[allow(clippy::too_many_arguments)]
pub fn grow(
    patterns: &[Vec<Fact>],
    positions: &[Vec<u8>],
    residual: &[f64],
    n: usize,
    most: usize,
    n_values: &dyn Fn(usize) -> usize,
    symmetries: &Symmetries,
    progress: &mut dyn FnMut(&str),
) -> Vec<Shape> {
    let links = links(patterns);
    let mut residual = residual.to_vec();
    let mut out: Vec<Shape> = Vec::new();
    let mut starts: Vec<u16> = Vec::new();
    let mut covered: BTreeSet<u16> = BTreeSet::new();
    for var in links.keys() {
        if covered.insert(*var) {
            starts.push(*var);
            covered.extend(symmetries.keep.iter().map(|m| m[*var as usize][0].var));
        }
    }
    let mut banned: HashSet<Vec<u16>> = HashSet::new();
    let growth = Growth { positions, n_values, symmetries };
    for _ in 0..n {
        let mut best: Option<(f64, Vec<u16>)> = None;
        for start in &starts {
            let (gain, vars) = growth.from(*start, &links, &residual, most);
            let mut key = vars.clone();
            key.sort_unstable();
            if !banned.contains(&key) && best.as_ref().is_none_or(|b| gain > b.0) {
                best = Some((gain, vars));
            }
        }
        let Some((gain, vars)) = best else { break };
        let shape = Shape::new(&vars, n_values, symmetries);
        for i in &shape.instances {
            let mut key = i.vars.clone();
            key.sort_unstable();
            banned.insert(key);
        }
        progress(&format!("shape of {} variables, gain {gain:.0}: {vars:?}", vars.len()));
        remove(&shape, positions, &mut residual);
        out.push(shape);
    }
    out
}

struct Growth<'a> {
    positions: &'a [Vec<u8>],
    n_values: &'a dyn Fn(usize) -> usize,
    symmetries: &'a Symmetries,
}

impl Growth<'_> {
    /// The best shape that starts at a variable. Table indices of all images are kept, so that
    /// trying one more variable costs one addition per position and image.
    fn from(
        &self,
        start: u16,
        links: &BTreeMap<u16, BTreeSet<u16>>,
        residual: &[f64],
        most: usize,
    ) -> (f64, Vec<u16>) {
        let mut vars: Vec<u16> = Vec::new();
        let mut index = vec![0u32; self.positions.len() * self.symmetries.keep.len()];
        let mut radix = 1usize;
        let mut gain = 0.0;
        let mut next = start;
        loop {
            self.extend(&mut index, next, radix as u32);
            radix *= (self.n_values)(next as usize);
            vars.push(next);
            if vars.len() >= most {
                return (gain, vars);
            }
            let near: BTreeSet<u16> = vars
                .iter()
                .filter_map(|v| links.get(v))
                .flatten()
                .copied()
                .filter(|v| !vars.contains(v))
                .collect();
            let trial = near
                .into_iter()
                .map(|v| (self.gain(&index, v, radix, residual), v))
                .max_by(|a, b| a.0.total_cmp(&b.0));
            let Some((g, v)) = trial else { return (gain, vars) };
            (gain, next) = (g, v);
        }
    }

    /// Value of a variable's image, as the table counts it.
    fn images(&self, var: u16) -> Vec<(u16, Vec<u32>)> {
        let maps = self.symmetries.keep.iter();
        maps.map(|map| {
            let row = &map[var as usize];
            let mut back = vec![0u32; row.len()];
            for (value, fact) in row.iter().enumerate() {
                back[fact.value as usize] = value as u32;
            }
            (row[0].var, back)
        })
        .collect()
    }

    fn extend(&self, index: &mut [u32], var: u16, radix: u32) {
        let images = self.images(var);
        for (p, slots) in self.positions.iter().zip(index.chunks_exact_mut(images.len())) {
            for (slot, (v, back)) in slots.iter_mut().zip(&images) {
                *slot += radix * back[p[*v as usize] as usize];
            }
        }
    }

    /// Sum of squares that a shrunken table of the shape with `var` added explains.
    fn gain(&self, index: &[u32], var: u16, radix: usize, residual: &[f64]) -> f64 {
        let images = self.images(var);
        let mut table = vec![(0.0f64, 0.0f64); radix * (self.n_values)(var as usize)];
        let rows = self.positions.iter().zip(index.chunks_exact(images.len())).zip(residual);
        for ((p, slots), r) in rows {
            for (slot, (v, back)) in slots.iter().zip(&images) {
                let e = &mut table[(slot + radix as u32 * back[p[*v as usize] as usize]) as usize];
                e.0 += r;
                e.1 += 1.0;
            }
        }
        table.iter().map(|(s, n)| s * s / (n + 30.0)).sum()
    }
}

fn remove(shape: &Shape, positions: &[Vec<u8>], residual: &mut [f64]) {
    let space = Space { shapes: vec![shape.clone()] };
    let rows: Rows = space.rows(positions.iter().map(Vec::as_slice));
    let ones = vec![1.0; residual.len()];
    let sums = &rows.gather(&space, residual)[0];
    let counts = &rows.gather(&space, &ones)[0];
    let table: Vec<f64> = sums.iter().zip(counts).map(|(s, n)| s / (n + 30.0)).collect();
    let predicted = rows.apply(&space, &[table]);
    // Overlapping instances share what they explain: step as far as the error falls.
    let along: f64 = predicted.iter().zip(&*residual).map(|(p, r)| p * r).sum();
    let square: f64 = predicted.iter().map(|p| p * p).sum();
    let step = if square > 0.0 { along / square } else { 0.0 };
    residual.iter_mut().zip(predicted).for_each(|(r, p)| *r -= step * p);
}
