//! Ground clauses as a discrimination tree over the variables of the position.
//!
//! Clauses that begin with the same conditions share a path, so that asking for the legal moves
//! of a position looks at each relevant square about once, as a hand-written generator would.

use crate::rules::{Extra, Fact};

/// A node: what holds here, and which variables to look at next.
#[derive(Clone, Debug, Default)]
struct Node {
    /// Numbers reported when the position reaches this node.
    leaves: Vec<u32>,
    /// Numbers reported if further conditions hold.
    guarded: Vec<(Vec<Extra>, u32)>,
    /// (variable, child for each value; 0 = none).
    tests: Vec<(u16, Vec<u32>)>,
}

/// A set of ground clauses, each with a number to report.
#[derive(Clone, Debug)]
pub struct Tree {
    nodes: Vec<Node>,
}

impl Default for Tree {
    fn default() -> Self {
        Tree { nodes: vec![Node::default()] }
    }
}

impl Tree {
    /// Adds a clause; `n_values` gives the number of values of a variable.
    pub fn insert(
        &mut self,
        facts: &[Fact],
        extras: &[Extra],
        leaf: u32,
        n_values: impl Fn(usize) -> usize,
    ) {
        let mut at = 0;
        for fact in facts {
            let fresh = self.nodes.len() as u32;
            let tests = &mut self.nodes[at].tests;
            let i = tests.iter().position(|t| t.0 == fact.var).unwrap_or_else(|| {
                tests.push((fact.var, vec![0; n_values(fact.var as usize)]));
                tests.len() - 1
            });
            let child = &mut tests[i].1[fact.value as usize];
            if *child == 0 {
                *child = fresh;
                self.nodes.push(Node::default());
                at = fresh as usize;
            } else {
                at = *child as usize;
            }
        }
        let node = &mut self.nodes[at];
        if extras.is_empty() {
            if !node.leaves.contains(&leaf) {
                node.leaves.push(leaf);
            }
        } else {
            node.guarded.push((extras.to_vec(), leaf));
        }
    }

    /// Reports the number of every clause that holds, until `on` returns true; `guard` decides
    /// further conditions. Returns whether it was stopped.
    pub fn visit(
        &self,
        values: &[u8],
        guard: &dyn Fn(&[Extra]) -> bool,
        on: &mut dyn FnMut(u32) -> bool,
    ) -> bool {
        self.walk(0, values, guard, on)
    }

    fn walk(
        &self,
        node: usize,
        values: &[u8],
        guard: &dyn Fn(&[Extra]) -> bool,
        on: &mut dyn FnMut(u32) -> bool,
    ) -> bool {
        let node = &self.nodes[node];
        for leaf in &node.leaves {
            if on(*leaf) {
                return true;
            }
        }
        for (extras, leaf) in &node.guarded {
            if guard(extras) && on(*leaf) {
                return true;
            }
        }
        for (var, children) in &node.tests {
            let child = children[values[*var as usize] as usize];
            if child != 0 && self.walk(child as usize, values, guard, on) {
                return true;
            }
        }
        false
    }

    /// Nodes, for reports.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether it holds no clause at all.
    pub fn is_empty(&self) -> bool {
        self.nodes.len() == 1 && self.nodes[0].leaves.is_empty() && self.nodes[0].guarded.is_empty()
    }
}
