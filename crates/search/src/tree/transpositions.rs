//! Which nodes are there, by the names of their positions.

use super::{NONE, NodeId};
use std::sync::atomic::{AtomicU32, Ordering};

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
