//! Ground clauses as a discrimination tree over the variables of the position.
//!
//! Clauses that begin with the same conditions share a path, so that asking for the legal moves
//! of a position looks at each relevant square about once, as a hand-written generator would.
//! A [`Tree`] is built clause by clause; a [`Packed`] one lies in a few flat arrays and is asked.

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

    /// Nodes, for reports.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether it holds no clause at all.
    pub fn is_empty(&self) -> bool {
        self.nodes.len() == 1 && self.nodes[0].leaves.is_empty() && self.nodes[0].guarded.is_empty()
    }
}

/// A tree that is complete, laid out for reading.
#[derive(Clone, Debug, Default)]
pub struct Packed {
    /// Where the leaves, guarded leaves and tests of each node begin; they end where those of the
    /// next node begin.
    nodes: Vec<[u32; 3]>,
    leaves: Vec<u32>,
    guarded: Vec<(Vec<Extra>, u32)>,
    /// (variable, where its children begin, one for each value).
    tests: Vec<(u16, u32)>,
    children: Vec<u32>,
}

impl From<Tree> for Packed {
    fn from(tree: Tree) -> Self {
        let mut out = Packed::default();
        for node in tree.nodes {
            out.begin_node();
            out.leaves.extend(node.leaves);
            out.guarded.extend(node.guarded);
            for (var, children) in node.tests {
                out.tests.push((var, out.children.len() as u32));
                out.children.extend(children);
            }
        }
        out.begin_node(); // the end of the last
        out
    }
}

impl Packed {
    fn begin_node(&mut self) {
        let ends = [self.leaves.len(), self.guarded.len(), self.tests.len()];
        self.nodes.push(ends.map(|n| n as u32));
    }

    /// Reports the number of every clause that holds, until `on` returns true; `guard` decides
    /// further conditions. Returns whether it was stopped.
    pub fn visit(
        &self,
        values: &[u8],
        guard: &impl Fn(&[Extra]) -> bool,
        on: &mut impl FnMut(u32) -> bool,
    ) -> bool {
        self.walk(0, values, guard, on)
    }

    fn walk(
        &self,
        node: usize,
        values: &[u8],
        guard: &impl Fn(&[Extra]) -> bool,
        on: &mut impl FnMut(u32) -> bool,
    ) -> bool {
        let [from, to] = [self.nodes[node], self.nodes[node + 1]];
        for leaf in &self.leaves[from[0] as usize..to[0] as usize] {
            if on(*leaf) {
                return true;
            }
        }
        for (extras, leaf) in &self.guarded[from[1] as usize..to[1] as usize] {
            if guard(extras) && on(*leaf) {
                return true;
            }
        }
        for (var, children) in &self.tests[from[2] as usize..to[2] as usize] {
            let child = self.children[*children as usize + values[*var as usize] as usize];
            if child != 0 && self.walk(child as usize, values, guard, on) {
                return true;
            }
        }
        false
    }

    /// Nodes, for reports.
    pub fn len(&self) -> usize {
        self.nodes.len().saturating_sub(1)
    }

    /// Whether it holds no clause at all.
    pub fn is_empty(&self) -> bool {
        self.leaves.is_empty() && self.guarded.is_empty()
    }

    /// The fact that the tree asks for, if it is just one.
    pub fn single_fact(&self) -> Option<Fact> {
        let root = self.nodes.first()?;
        let alone = self.len() == 2 && self.guarded.is_empty() && self.tests.len() == 1;
        let (var, _) = *self.tests.first().filter(|_| alone && root[2] == 0)?;
        let value = self.children.iter().position(|c| *c == 1)?;
        (self.nodes[1][0] == 0).then_some(Fact { var, value: value as u8 })
    }
}
