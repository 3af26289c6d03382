//! The tree: nodes and edges in two flat arenas, shared by all workers without locks.
//!
//! A node is a position, an edge a move from it. An edge points to a node by number, not by place, so
//! that two edges may come to share one when transpositions join.

mod arena;

use crate::report::Candidate;
use aji_goban::{Color, Move, Point, Size};
use arena::Arena;
use std::sync::atomic::{AtomicU32, Ordering};

/// Names a node; nodes are never moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeId(u32);

/// No node yet: what a new edge points to.
const NONE: u32 = 0;

/// A position in the tree.
#[derive(Debug, Default)]
pub struct Node {
    visits: AtomicU32,
    first_edge: AtomicU32,
    n_edges: AtomicU32,
}

/// A move in the tree. Visits are counted on the way down, which keeps other workers away while a
/// playout runs; wins are added when it ends.
#[derive(Debug, Default)]
pub struct Edge {
    play: AtomicU32,
    visits: AtomicU32,
    half_wins: AtomicU32,
    node: AtomicU32,
}

const PASS: u32 = u32::MAX;

impl Edge {
    /// The move.
    #[inline]
    pub fn play(&self, size: Size) -> Move {
        match self.play.load(Ordering::Relaxed) {
            PASS => Move::Pass,
            place => {
                let (row, column) = (place as usize / 32, place as usize % 32);
                Move::Place(Point::at(row, column, size))
            }
        }
    }

    /// How often it was tried.
    #[inline]
    pub fn visits(&self) -> u32 {
        self.visits.load(Ordering::Relaxed)
    }

    /// The mover's share of wins so far; one half if it was never tried.
    #[inline]
    pub fn win_rate(&self) -> f64 {
        match self.visits() {
            0 => 0.5,
            visits => f64::from(self.half_wins.load(Ordering::Relaxed)) / (2.0 * f64::from(visits)),
        }
    }

    /// The node it leads to, once that has grown.
    #[inline]
    pub fn node(&self) -> Option<NodeId> {
        match self.node.load(Ordering::Acquire) {
            NONE => None,
            node => Some(NodeId(node)),
        }
    }

    /// A playout goes this way.
    #[inline]
    pub fn visit(&self) -> u32 {
        self.visits.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// A playout that went this way ended so for the mover: 2 for a win, 1 for a draw.
    #[inline]
    pub fn add_half_wins(&self, half_wins: u32) {
        self.half_wins.fetch_add(half_wins, Ordering::Relaxed);
    }
}

/// A search tree.
#[derive(Debug)]
pub struct Tree {
    size: Size,
    nodes: Arena<Node>,
    edges: Arena<Edge>,
}

impl Tree {
    /// An empty tree with room for about so many megabytes.
    pub fn new(size: Size, memory_mb: usize) -> Tree {
        let bytes = memory_mb << 20;
        // Nodes are few beside edges: a node of the middle game has dozens of them.
        let n_edges = bytes / (size_of::<Edge>() + size_of::<Node>() / 4);
        let tree = Tree { size, nodes: Arena::new(n_edges / 4), edges: Arena::new(n_edges) };
        // Node 0 means none; burn it.
        tree.nodes.alloc(1);
        tree
    }

    /// The number of nodes.
    pub fn n_nodes(&self) -> usize {
        self.nodes.len() - 1
    }

    /// The node.
    #[inline]
    fn node(&self, id: NodeId) -> &Node {
        &self.nodes.slice(id.0, 1)[0]
    }

    /// How often playouts went on from the node.
    #[inline]
    pub fn visits(&self, id: NodeId) -> u32 {
        self.node(id).visits.load(Ordering::Relaxed)
    }

    /// A playout goes on from the node; returns how often that has happened now.
    #[inline]
    pub fn visit(&self, id: NodeId) -> u32 {
        self.node(id).visits.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// The moves from a node.
    #[inline]
    pub fn edges(&self, id: NodeId) -> &[Edge] {
        let node = self.node(id);
        let first = node.first_edge.load(Ordering::Relaxed);
        self.edges.slice(first, node.n_edges.load(Ordering::Relaxed) as usize)
    }

    /// A new node with these moves; none if the tree is full.
    pub fn grow(&self, plays: &[Move]) -> Option<NodeId> {
        let first_edge = self.edges.alloc(plays.len())?;
        let id = NodeId(self.nodes.alloc(1)?);
        for (edge, play) in self.edges.slice(first_edge, plays.len()).iter().zip(plays) {
            let code = match play {
                Move::Pass => PASS,
                Move::Place(point) => (point.row(self.size) * 32 + point.column(self.size)) as u32,
            };
            edge.play.store(code, Ordering::Relaxed);
        }
        let node = self.node(id);
        node.first_edge.store(first_edge, Ordering::Relaxed);
        node.n_edges.store(plays.len() as u32, Ordering::Relaxed);
        Some(id)
    }

    /// Lets the edge lead to a new node with these moves, unless another worker was faster; the node
    /// it leads to then, or none if the tree is full.
    pub fn expand(&self, edge: &Edge, plays: &[Move]) -> Option<NodeId> {
        let grown = self.grow(plays)?;
        let set = edge.node.compare_exchange(NONE, grown.0, Ordering::AcqRel, Ordering::Acquire);
        Some(set.map_or_else(NodeId, |_| grown))
    }

    /// The moves from a node as candidates of `mover`, most visited first, each with the line that
    /// the most visited answers make.
    pub fn candidates(&self, id: NodeId, mover: Color) -> Vec<Candidate> {
        let mut edges: Vec<&Edge> = self.edges(id).iter().collect();
        edges.sort_by(|a, b| {
            let by_visits = b.visits().cmp(&a.visits());
            by_visits.then(b.win_rate().total_cmp(&a.win_rate()))
        });
        edges
            .into_iter()
            .map(|edge| {
                let play = edge.play(self.size);
                let mut candidate = Candidate::new(play, edge.visits(), mover, edge.win_rate());
                candidate.variation.extend(self.line_after(edge));
                candidate
            })
            .collect()
    }

    /// The most visited answers after an edge.
    fn line_after(&self, edge: &Edge) -> Vec<Move> {
        let mut line = Vec::new();
        let mut node = edge.node();
        while let Some(id) = node {
            let Some(best) = self.edges(id).iter().max_by_key(|edge| edge.visits()) else { break };
            if best.visits() == 0 {
                break;
            }
            line.push(best.play(self.size));
            node = best.node();
        }
        line
    }
}
