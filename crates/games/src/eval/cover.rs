//! Cover propagation (the paper's section 5): a network of patterns ordered by implication.
//!
//! A node is true when all nodes it covers are true; it counts those still false. A change runs
//! upwards only through nodes whose truth changes, so a long pattern is touched only when its
//! parts hold. Edges are kept only while the parts' facts are not yet all covered (section 5.5).

use super::counters::Counters;
use super::{Evaluator, Weighted};
use crate::game::{Change, Side};
use crate::rules::{Fact, FastMap};

/// See the module's head.
#[derive(Clone, Debug)]
pub struct Cover {
    /// Node of each fact: `leaf[var][value]`.
    leaf: Vec<Vec<u32>>,
    /// Nodes that cover node i: `above[first[i]..first[i + 1]]`.
    first: Vec<u32>,
    above: Vec<u32>,
    /// Covered nodes still false.
    counters: Counters,
    stack: Vec<u32>,
    /// Counter changes since the last reset, for reports.
    pub touches: u64,
}

impl Cover {
    /// Builds the Hasse diagram of the patterns and drops redundant edges.
    pub fn new(patterns: &Weighted, n_values: &[usize]) -> Self {
        let mut leaf: Vec<Vec<u32>> = Vec::new();
        let mut nodes: Vec<Vec<Fact>> = Vec::new();
        for (var, n) in n_values.iter().enumerate() {
            let mut row = Vec::new();
            for value in 0..*n {
                row.push(nodes.len() as u32);
                nodes.push(vec![Fact { var: var as u16, value: value as u8 }]);
            }
            leaf.push(row);
        }
        let n_leaves = nodes.len();
        let mut weights = vec![[0, 0]; n_leaves];
        let mut bias = patterns.bias;
        // Short patterns first, so that what a pattern covers has a number before it.
        let mut order: Vec<usize> = (0..patterns.len()).collect();
        order.sort_by_key(|i| patterns.patterns[*i].len());
        let mut number: FastMap<Vec<Fact>, u32> = FastMap::default();
        for (i, node) in nodes.iter().enumerate() {
            number.insert(node.clone(), i as u32);
        }
        for i in order {
            let (facts, w) = (&patterns.patterns[i], patterns.weights[i]);
            match facts.len() {
                0 => bias = [bias[0] + w[0], bias[1] + w[1]],
                1 => weights[leaf[facts[0].var as usize][facts[0].value as usize] as usize] = w,
                _ => {
                    number.insert(facts.clone(), nodes.len() as u32);
                    nodes.push(facts.clone());
                    weights.push(w);
                }
            }
        }
        let by_fact = by_rarest_fact(&nodes, &leaf);
        let mut edges: Vec<Vec<u32>> = vec![Vec::new(); nodes.len()];
        let mut n_below = vec![0u8; nodes.len()];
        for (i, n) in n_below.iter_mut().enumerate().skip(n_leaves) {
            let below = kept_edges(&nodes, i, &number, &by_fact, &leaf);
            *n = below.len() as u8;
            for b in below {
                edges[b as usize].push(i as u32);
            }
        }
        let mut first = vec![0u32];
        let mut above = Vec::new();
        for list in &edges {
            above.extend_from_slice(list);
            first.push(above.len() as u32);
        }
        Cover {
            leaf,
            first,
            above,
            counters: Counters::new(n_below, weights, bias),
            stack: Vec::with_capacity(nodes.len()),
            touches: 0,
        }
    }

    /// Edges of the network.
    pub fn n_edges(&self) -> usize {
        self.above.len()
    }

    /// Figure 7, first half: the node and everything above it that was true becomes false.
    fn falsify(&mut self, node: u32) {
        self.counters.remove(node as usize);
        self.propagate(node, Counters::lose);
    }

    /// Figure 7, second half.
    fn verify(&mut self, node: u32) {
        self.counters.add(node as usize);
        self.propagate(node, Counters::gain);
    }

    /// Tells the nodes above a node that changed; those that change by it tell theirs.
    #[inline]
    fn propagate(&mut self, node: u32, tell: impl Fn(&mut Counters, usize) -> bool) {
        let Cover { first, above, counters, stack, touches, .. } = self;
        stack.push(node);
        while let Some(q) = stack.pop() {
            let q = q as usize;
            let list = &above[first[q] as usize..first[q + 1] as usize];
            *touches += list.len() as u64;
            for r in list {
                // Nothing above it: no need to come back.
                if tell(counters, *r as usize) && first[*r as usize] != first[*r as usize + 1] {
                    stack.push(*r);
                }
            }
        }
    }
}

/// For every leaf, the nodes that contain its fact, as a way to find parts of long patterns.
fn by_rarest_fact(nodes: &[Vec<Fact>], leaf: &[Vec<u32>]) -> Vec<Vec<u32>> {
    let n_leaves = leaf.iter().map(Vec::len).sum();
    let mut out = vec![Vec::new(); n_leaves];
    for (i, node) in nodes.iter().enumerate().skip(n_leaves) {
        for f in node {
            out[leaf[f.var as usize][f.value as usize] as usize].push(i as u32);
        }
    }
    out
}

/// The nodes that node `i` covers, as few as contain all its facts, large ones first.
fn kept_edges(
    nodes: &[Vec<Fact>],
    i: usize,
    number: &FastMap<Vec<Fact>, u32>,
    by_fact: &[Vec<u32>],
    leaf: &[Vec<u32>],
) -> Vec<u32> {
    let facts = &nodes[i];
    let k = facts.len();
    let mut parts: Vec<(u32, u32)> = Vec::new(); // (mask of facts, node)
    if k <= 8 {
        let mut subset = Vec::new();
        for mask in 1..(1u32 << k) - 1 {
            subset.clear();
            subset.extend((0..k).filter(|b| mask >> b & 1 == 1).map(|b| facts[b]));
            if let Some(n) = number.get(&subset) {
                parts.push((mask, *n));
            }
        }
    } else {
        for (b, f) in facts.iter().enumerate() {
            parts.push((1 << b, leaf[f.var as usize][f.value as usize]));
            for n in &by_fact[leaf[f.var as usize][f.value as usize] as usize] {
                let other = &nodes[*n as usize];
                if other.len() < k && other[0] == *f && other.iter().all(|g| facts.contains(g)) {
                    let mask = (0..k).filter(|b| other.contains(&facts[*b])).map(|b| 1 << b).sum();
                    parts.push((mask, *n));
                }
            }
        }
    }
    // Covered nodes are the maximal parts; among them take greedily what adds most facts.
    let maximal: Vec<(u32, u32)> = parts
        .iter()
        .filter(|(m, _)| !parts.iter().any(|(o, _)| o != m && o & m == *m))
        .copied()
        .collect();
    let mut out = Vec::new();
    let mut have = 0u32;
    while have != (1 << k) - 1 {
        let best = maximal.iter().max_by_key(|(m, n)| ((m & !have).count_ones(), *n));
        match best {
            Some((m, n)) if m & !have != 0 => {
                have |= m;
                out.push(*n);
            }
            _ => break, // cannot happen: every single fact is a node
        }
    }
    out
}

impl Evaluator for Cover {
    fn reset(&mut self, values: &[u8]) {
        self.counters.reset();
        for (var, value) in values.iter().enumerate() {
            self.verify(self.leaf[var][*value as usize]);
        }
        self.touches = 0;
    }

    fn update(&mut self, changes: &[Change]) {
        self.counters.save();
        for (var, old, _) in changes {
            self.falsify(self.leaf[*var as usize][*old as usize]);
        }
        for (var, _, new) in changes {
            self.verify(self.leaf[*var as usize][*new as usize]);
        }
    }

    fn undo(&mut self) {
        self.counters.undo();
    }

    fn value(&mut self, side: Side) -> i32 {
        self.counters.value(side)
    }
}
