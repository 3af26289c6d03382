//! What of a tree is worth keeping: the part below a new root, or the part that was visited most.

use super::{Edge, NodeId, Tree};
use std::collections::HashMap;
use std::sync::atomic::Ordering;

impl Tree {
    /// A new tree with what lies below `root` and was visited at least `least` times, and the root in it.
    pub fn kept(&self, root: NodeId, least: u32) -> Option<(Tree, NodeId)> {
        let into = Tree::new(self.size, self.memory_mb, self.extras);
        let new_root = self.copy_node(root, &into)?;
        let mut places = HashMap::from([(root, new_root)]);
        let mut waiting = vec![(root, new_root)];
        while let Some((old, new)) = waiting.pop() {
            for (edge, copy) in self.edges(old).iter().zip(into.edges(new)) {
                let Some(below) = edge.node().filter(|&id| self.visits(id) >= least) else {
                    continue;
                };
                let place = match places.get(&below) {
                    Some(&place) => place,
                    None => {
                        let Some(place) = self.copy_node(below, &into) else { continue };
                        places.insert(below, place);
                        waiting.push((below, place));
                        place
                    }
                };
                copy.lead_to(place);
            }
        }
        Some((into, new_root))
    }

    /// A new tree without the least visited parts, at most half as full as this one, and the root in it.
    pub fn pruned(&self, root: NodeId) -> Option<(Tree, NodeId)> {
        let mut visits: Vec<u32> =
            (1..=self.n_nodes() as u32).map(|id| self.visits(NodeId(id))).collect();
        let middle = visits.len() / 2;
        let least = visits.select_nth_unstable(middle).1.saturating_add(1);
        self.kept(root, least)
    }

    fn copy_node(&self, id: NodeId, into: &Tree) -> Option<NodeId> {
        let (node, edges) = (self.node(id), self.edges(id));
        let first_edge = into.edges.alloc(edges.len())?;
        let place = into.grow(node.key.load(Ordering::Relaxed), &[])?;
        let copy = into.node(place);
        copy.first_edge.store(first_edge, Ordering::Relaxed);
        macro_rules! copy {
            ($($field:ident),*) => {
                $(copy.$field.store(node.$field.load(Ordering::Relaxed), Ordering::Relaxed);)*
            };
        }
        copy!(visits, n_edges, width, reach, is_attended);
        let copies: &[Edge] = into.edges.slice(first_edge, edges.len());
        copies.iter().zip(edges).for_each(|(copy, edge)| copy.copy_from(edge));
        if let (Some(counts), Some(old)) = (into.statistics(place), self.statistics(id)) {
            counts.copy_from(&old);
        }
        let key_of = |id| into.node(id).key.load(Ordering::Relaxed);
        into.transpositions.insert(key_of(place), place, key_of);
        Some(place)
    }
}
