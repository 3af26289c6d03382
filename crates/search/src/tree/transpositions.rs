//! Which nodes are there, by the names of their positions.

use super::{NONE, NodeId};
use crate::sync::atomic::{AtomicU32, Ordering};

/// A table of nodes, shared without locks. Entries are never removed.
#[derive(Debug)]
pub struct Transpositions {
    slots: Box<[AtomicU32]>,
}

/// How many neighboring slots are tried before the table counts as full.
const N_PROBES: usize = 16;

impl Transpositions {
    /// Room for about so many nodes; none at all for 0.
    pub fn new(n_nodes: usize) -> Transpositions {
        let n_slots = if n_nodes == 0 { 0 } else { (2 * n_nodes).next_power_of_two().min(1 << 22) };
        Transpositions { slots: (0..n_slots).map(|_| AtomicU32::new(NONE)).collect() }
    }

    /// The node with this key; `key_of` tells the key of a node.
    pub fn find(&self, key: u64, key_of: impl Fn(NodeId) -> u64) -> Option<NodeId> {
        for slot in self.probes(key) {
            match slot.load(Ordering::Acquire) {
                NONE => return None,
                id if key_of(NodeId(id)) == key => return Some(NodeId(id)),
                _ => {}
            }
        }
        None
    }

    /// Puts a node in, unless one with the same key is there; the one that is there then. Without room the node stays
    /// outside, and its transpositions get nodes of their own.
    pub fn insert(&self, key: u64, node: NodeId, key_of: impl Fn(NodeId) -> u64) -> NodeId {
        for slot in self.probes(key) {
            let found = slot.compare_exchange(NONE, node.0, Ordering::AcqRel, Ordering::Acquire);
            match found {
                Ok(_) => return node,
                Err(id) if key_of(NodeId(id)) == key => return NodeId(id),
                Err(_) => {}
            }
        }
        node
    }

    fn probes(&self, key: u64) -> impl Iterator<Item = &AtomicU32> {
        let mask = self.slots.len().wrapping_sub(1);
        let n_probes = if self.slots.is_empty() { 0 } else { N_PROBES };
        (0..n_probes).map(move |i| &self.slots[(key as usize).wrapping_add(i) & mask])
    }
}

/// Every interleaving of workers that find, insert and point to a node (`cargo xtask interleavings`).
#[cfg(all(test, loom))]
mod interleavings {
    use super::*;
    use crate::sync::atomic::AtomicU64;
    use crate::tree::Edge;
    use loom::sync::Arc;

    /// What two workers share: edges that lead to one position on two ways, a table, and the names of nodes.
    struct Shared {
        edges: [Edge; 2],
        table: Transpositions,
        keys: [AtomicU64; 4],
    }

    const KEY: u64 = 0x0123_4567_89AB_CDEF;

    impl Shared {
        fn new() -> Shared {
            Shared {
                edges: [Edge::default(), Edge::default()],
                table: Transpositions::new(1),
                keys: std::array::from_fn(|_| AtomicU64::new(0)),
            }
        }

        fn key_of(&self, id: NodeId) -> u64 {
            self.keys[id.0 as usize].load(Ordering::Relaxed)
        }

        /// What [`crate::tree::Tree::expand`] does, with a node of the worker's own.
        fn expand(&self, edge: usize, own: u32) -> NodeId {
            if let Some(known) = self.table.find(KEY, |id| self.key_of(id)) {
                return self.edges[edge].lead_to(known);
            }
            self.keys[own as usize].store(KEY, Ordering::Relaxed);
            let node = self.table.insert(KEY, NodeId(own), |id| self.key_of(id));
            self.edges[edge].lead_to(node)
        }
    }

    fn race(edges: [usize; 2]) {
        loom::model(move || {
            let shared = Arc::new(Shared::new());
            let other = Arc::clone(&shared);
            let worker = loom::thread::spawn(move || other.expand(edges[1], 2));
            let mine = shared.expand(edges[0], 1);
            let theirs = worker.join().unwrap();
            assert_eq!(mine, theirs, "both go on in one node");
            assert_eq!(shared.key_of(mine), KEY, "whose name can be read");
            assert_eq!(shared.edges[edges[0]].node(), Some(mine));
            assert_eq!(shared.table.find(KEY, |id| shared.key_of(id)), Some(mine));
        });
    }

    #[test]
    fn two_workers_that_grow_one_leaf_agree() {
        race([0, 0]);
    }

    #[test]
    fn two_workers_that_reach_one_position_on_two_ways_agree() {
        race([0, 1]);
    }

    #[test]
    fn visits_and_wins_are_never_lost() {
        loom::model(|| {
            let edge = Arc::new(Edge::default());
            let other = Arc::clone(&edge);
            let worker = loom::thread::spawn(move || {
                other.visit(3);
                other.end_visit(3, 2);
            });
            edge.visit(3);
            edge.unvisit(3);
            worker.join().unwrap();
            assert_eq!((edge.visits(), edge.win_rate()), (1, 1.0));
        });
    }
}
