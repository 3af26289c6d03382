//! The tree: nodes and edges in flat arenas, shared by all workers without locks.
//!
//! A node is a position, an edge a move from it. An edge points to a node by number, not by place, so that two
//! edges share one where transpositions join. Nothing is ever moved or freed while workers run; [`Tree::kept`] makes
//! a smaller tree of the part that is worth keeping, between searches or when the tree is full.

mod arena;
mod edge;
mod keep;
mod statistics;
mod transpositions;

pub use edge::{Edge, Proof};
pub use statistics::{Ending, Statistics};

use crate::report::Candidate;
use aji_goban::{Color, Move, Position, Size};
use arena::Arena;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use transpositions::Transpositions;

/// Names a node; nodes are never moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NodeId(u32);

/// No node yet: what a new edge points to.
const NONE: u32 = 0;

/// A position in the tree.
#[derive(Debug, Default)]
pub struct Node {
    /// What the position is called among transpositions.
    key: AtomicU64,
    visits: AtomicU32,
    first_edge: AtomicU32,
    n_edges: AtomicU32,
    /// How many moves are open.
    width: AtomicU32,
    /// All open moves are among so many first ones.
    reach: AtomicU32,
    statistics: AtomicU32,
    /// Did attention look at it?
    is_attended: AtomicBool,
}

/// A move as it comes into the tree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ranked {
    /// The move.
    pub play: Move,
    /// Its part of the strengths of all moves.
    pub prior: f32,
    /// May it be tried from the start?
    pub is_open: bool,
    /// Wins it begins with in RAVE's count.
    pub rave_start: u32,
}

/// What a tree keeps beside visits and wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extras {
    /// Who owns what, for every node.
    pub statistics: bool,
    /// Which positions are the same.
    pub transpositions: bool,
    /// Of every node only the moves tried so far, and the next one: moves are tried in the order they come in.
    pub folds: bool,
}

/// A search tree.
#[derive(Debug)]
pub struct Tree {
    size: Size,
    memory_mb: usize,
    extras: Extras,
    nodes: Arena<Node>,
    edges: Arena<Edge>,
    statistics: Arena<AtomicU64>,
    transpositions: Transpositions,
}

impl Tree {
    /// An empty tree with room for about so many megabytes.
    pub fn new(size: Size, memory_mb: usize, extras: Extras) -> Tree {
        // A second, smaller tree stands beside this one while what is worth keeping is copied.
        let bytes = (memory_mb << 20) * 2 / 3;
        // Nodes are few beside edges: a node of the middle game has dozens of them.
        let n_edges_per_node = (size.n_points() / 4).max(4);
        let n_counts = if extras.statistics { statistics::n_counts(size) } else { 0 };
        let per_node = size_of::<Node>()
            + n_edges_per_node * size_of::<Edge>()
            + n_counts * size_of::<AtomicU64>()
            + if extras.transpositions { 2 * size_of::<u32>() } else { 0 };
        let n_nodes = (bytes / per_node).max(16);
        let tree = Tree {
            size,
            memory_mb,
            extras,
            nodes: Arena::new(n_nodes + 1),
            edges: Arena::new(n_nodes * n_edges_per_node),
            statistics: Arena::new(n_nodes * n_counts + 1),
            transpositions: Transpositions::new(if extras.transpositions { n_nodes } else { 0 }),
        };
        // Node 0 and statistics 0 mean none; burn them.
        tree.nodes.alloc(1);
        tree.statistics.alloc(1);
        tree
    }

    /// The number of nodes.
    pub fn n_nodes(&self) -> usize {
        self.nodes.len() - 1
    }

    /// Its board.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// What it keeps beside visits and wins.
    pub const fn extras(&self) -> Extras {
        self.extras
    }

    /// The room it was made with.
    pub const fn memory_mb(&self) -> usize {
        self.memory_mb
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

    /// Takes a visit back.
    #[inline]
    pub fn unvisit(&self, id: NodeId) {
        self.node(id).visits.fetch_sub(1, Ordering::Relaxed);
    }

    /// The moves from a node.
    #[inline]
    pub fn edges(&self, id: NodeId) -> &[Edge] {
        let node = self.node(id);
        let first = node.first_edge.load(Ordering::Relaxed);
        self.edges.slice(first, node.n_edges.load(Ordering::Relaxed) as usize)
    }

    /// Those among which all open moves are.
    #[inline]
    pub fn reached(&self, id: NodeId) -> &[Edge] {
        let node = self.node(id);
        let first = node.first_edge.load(Ordering::Relaxed);
        self.edges.slice(first, node.reach.load(Ordering::Relaxed) as usize)
    }

    /// How many moves widening has opened.
    #[inline]
    pub fn width(&self, id: NodeId) -> u32 {
        self.node(id).width.load(Ordering::Relaxed)
    }

    /// Lets one more move be open; false if another worker was faster.
    #[inline]
    pub fn widen(&self, id: NodeId, from: u32) -> bool {
        let width = &self.node(id).width;
        width.compare_exchange(from, from + 1, Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }

    /// Opens the `i`-th move.
    #[inline]
    pub fn open(&self, id: NodeId, i: usize) {
        self.edges(id)[i].open();
        self.node(id).reach.fetch_max(i as u32 + 1, Ordering::Relaxed);
    }

    /// Lets the next open move be found among those reached, as the last one of them is tried now.
    #[inline]
    pub fn reach_further(&self, id: NodeId) {
        let reach = &self.node(id).reach;
        let from = reach.load(Ordering::Relaxed) as usize;
        let further = self.edges(id)[from..].iter().position(Edge::is_open);
        reach.fetch_max(further.map_or(from, |i| from + i + 1) as u32, Ordering::Relaxed);
    }

    /// Lets every open move be found.
    pub fn reach_all(&self, id: NodeId) {
        let node = self.node(id);
        node.reach.store(node.n_edges.load(Ordering::Relaxed), Ordering::Relaxed);
    }

    /// True for the first worker who asks, who is to look at the node by attention; false for all others.
    #[inline]
    pub fn claim_attention(&self, id: NodeId) -> bool {
        let is_attended = &self.node(id).is_attended;
        !is_attended.load(Ordering::Relaxed) && !is_attended.swap(true, Ordering::Relaxed)
    }

    /// Shuts the `i`-th move out.
    pub fn close(&self, id: NodeId, i: usize) {
        self.edges(id)[i].close();
    }

    /// Who owns what below the node, if the tree keeps it.
    #[inline]
    pub fn statistics(&self, id: NodeId) -> Option<Statistics<'_>> {
        match self.node(id).statistics.load(Ordering::Relaxed) {
            NONE => None,
            first => {
                Some(Statistics::new(self.statistics.slice(first, statistics::n_counts(self.size))))
            }
        }
    }

    /// A new node with these moves; none if the tree is full.
    pub fn grow(&self, key: u64, plays: &[Ranked]) -> Option<NodeId> {
        let first_edge = self.edges.alloc(plays.len())?;
        let statistics = match self.extras.statistics {
            true => self.statistics.alloc(statistics::n_counts(self.size))?,
            false => NONE,
        };
        let id = NodeId(self.nodes.alloc(1)?);
        for (edge, ranked) in self.edges.slice(first_edge, plays.len()).iter().zip(plays) {
            edge.become_move(ranked);
        }
        let node = self.node(id);
        let reach = match self.extras.folds {
            true => plays.len().min(2),
            false => plays.iter().rposition(|play| play.is_open).map_or(0, |last| last + 1),
        };
        let n_open = plays.iter().filter(|play| play.is_open && play.play != Move::Pass).count();
        node.key.store(key, Ordering::Relaxed);
        node.first_edge.store(first_edge, Ordering::Relaxed);
        node.n_edges.store(plays.len() as u32, Ordering::Relaxed);
        node.width.store(n_open as u32, Ordering::Relaxed);
        node.reach.store(reach as u32, Ordering::Relaxed);
        node.statistics.store(statistics, Ordering::Relaxed);
        Some(id)
    }

    /// The node of a position that was reached on another way.
    pub fn find(&self, key: u64) -> Option<NodeId> {
        self.transpositions.find(key, |id| self.node(id).key.load(Ordering::Relaxed))
    }

    /// Lets the edge lead to a node of this name with these moves, unless another worker was faster; the node it
    /// leads to then, or none if the tree is full.
    pub fn expand(&self, edge: &Edge, key: u64, plays: &[Ranked]) -> Option<NodeId> {
        let grown = self.grow(key, plays)?;
        let key_of = |id| self.node(id).key.load(Ordering::Relaxed);
        let grown = self.transpositions.insert(key, grown, key_of);
        Some(edge.lead_to(grown))
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
                let mut candidate =
                    Candidate::new(edge.play(), edge.visits(), mover, edge.win_rate());
                candidate.prior = f64::from(edge.prior());
                candidate.proof = edge.proof();
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
            line.push(best.play());
            node = best.node();
        }
        line
    }
}

/// Names a position among transpositions: stones, turn, ko point and passes, and the number of moves, which keeps the
/// graph free of cycles (thesis, §4.4).
#[inline]
pub fn key_of(position: &Position) -> u64 {
    let moves = position.n_moves() as u64 * 4 + position.n_passes() as u64 + 1;
    position.hash() ^ moves.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(23)
}

#[cfg(test)]
mod tests {
    use super::*;
    use aji_goban::Point;

    fn position_after(text: &str) -> Position {
        let mut position = Position::new(Size::new(5).unwrap());
        for name in text.split_whitespace() {
            let play = match name {
                "pass" => Move::Pass,
                _ => Move::Place(Point::parse(name, position.size()).unwrap()),
            };
            position.play(play, &mut ());
        }
        position
    }

    fn is_same(one: &str, other: &str) -> bool {
        key_of(&position_after(one)) == key_of(&position_after(other))
    }

    #[test]
    fn a_folded_node_shows_the_moves_tried_and_the_next_open_one() {
        let size = Size::new(5).unwrap();
        let tree =
            Tree::new(size, 1, Extras { statistics: false, transpositions: false, folds: true });
        let plays = size.points().take(6).map(Move::Place);
        let plays: Vec<Ranked> = plays
            .enumerate()
            .map(|(i, play)| Ranked { play, prior: 0.1, is_open: i != 2, rave_start: 0 })
            .collect();
        let id = tree.grow(1, &plays).unwrap();
        assert_eq!(tree.reached(id).len(), 2);
        tree.reach_further(id);
        assert_eq!(tree.reached(id).len(), 4, "the third is shut out");
        for _ in 0..5 {
            tree.reach_further(id);
        }
        assert_eq!(tree.reached(id).len(), 6);
        let other = tree.grow(2, &plays).unwrap();
        tree.reach_all(other);
        assert_eq!(tree.reached(other).len(), 6);
    }

    #[test]
    fn two_orders_of_the_same_moves_lead_to_one_node() {
        assert!(is_same("A1 E5 B1", "B1 E5 A1"));
        assert!(is_same("A1 A5 E5 E1", "E5 E1 A1 A5"));
    }

    #[test]
    fn stones_alike_are_not_enough() {
        assert!(!is_same("A1 pass B1 pass", "A1 pass B1"), "another side to move");
        assert!(!is_same("A1 pass pass A5", "A1 A5"), "another number of moves");
        assert!(!is_same("A1 E5 pass", "pass E5 A1"), "a pass would end the game");
        // Black takes a ko at C3, or stands there while White was caught elsewhere.
        let ko = "B3 D4 C2 E3 C4 D2 A1 C3 D3";
        let plain = position_after(ko);
        assert!(plain.ko().is_some());
        let mut without = plain.clone();
        without.set_to_move(Color::Black);
        without.set_to_move(Color::White);
        assert_eq!(without.ko(), None);
        assert_ne!(key_of(&plain), key_of(&without));
    }

    /// The thesis's figures 17 to 19: after the same moves in two orders White may retake a ko, or may not yet.
    #[test]
    fn two_orders_that_differ_in_a_ko_stay_apart() {
        let start = "B3 D4 C2 E3 C4 D2 A1 C3";
        let early = position_after(&format!("{start} D3 E1 A5"));
        let late = position_after(&format!("{start} A5 E1 D3"));
        assert_eq!(early.stones_hash(), late.stones_hash());
        assert_eq!((early.n_moves(), early.to_move()), (late.n_moves(), late.to_move()));
        let retake = Point::parse("C3", early.size()).unwrap();
        assert!(early.is_legal(retake) && !late.is_legal(retake));
        assert_ne!(key_of(&early), key_of(&late));
    }

    /// The thesis's figures 20 to 24: White lets two stones be taken, takes one back, Black passes, and all is as before but
    /// for the number of moves.
    #[test]
    fn four_moves_that_lead_back_to_the_same_position_are_no_cycle() {
        let start = "A2 C2 B2 D1 E5 B1 pass";
        let (before, after) =
            (position_after(start), position_after(&format!("{start} A1 C1 B1 pass")));
        assert_eq!(before.hash(), after.hash());
        assert_eq!(before.n_passes(), after.n_passes());
        assert_ne!(key_of(&before), key_of(&after));
    }

    #[test]
    fn the_graph_has_no_cycles() {
        // Black takes the ko, White retakes it: the same stones, but whatever comes later has more moves behind it,
        // and so another name.
        let (mut position, mut keys) = (position_after("B3 D4 C2 E3 C4 D2 A1 C3"), Vec::new());
        let stones = position.stones_hash();
        for name in ["D3", "pass", "pass", "C3", "pass", "pass"] {
            keys.push(key_of(&position));
            let play = match name {
                "pass" => Move::Pass,
                _ => Move::Place(Point::parse(name, position.size()).unwrap()),
            };
            position.play(play, &mut ());
        }
        assert_eq!(position.stones_hash(), stones);
        keys.push(key_of(&position));
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), 7);
    }

    #[test]
    fn a_node_is_found_again_by_its_name_and_kept_with_what_is_below() {
        let extras = Extras { statistics: true, transpositions: true, folds: false };
        let tree = Tree::new(Size::new(5).unwrap(), 4, extras);
        let ranked = |play| Ranked { play, prior: 0.5, is_open: true, rave_start: 0 };
        let plays =
            [ranked(Move::Place(Point::parse("A1", tree.size()).unwrap())), ranked(Move::Pass)];
        let root = tree.grow(1, &plays).unwrap();
        let (place, pass) = (&tree.edges(root)[0], &tree.edges(root)[1]);
        let below = tree.expand(place, 2, &plays).unwrap();
        assert_eq!(tree.find(2), Some(below));
        assert_eq!(tree.find(3), None);
        // Another worker comes late, or on another way.
        assert_eq!(tree.expand(pass, 2, &plays), Some(below));
        place.visit(1);
        place.end_visit(1, 2);
        tree.visit(root);
        for _ in 0..5 {
            tree.visit(below);
        }
        let (kept, new_root) = tree.kept(root, 5).unwrap();
        assert_eq!(kept.edges(new_root)[0].win_rate(), 1.0);
        assert_eq!(kept.edges(new_root)[0].node(), kept.edges(new_root)[1].node());
        assert_eq!(kept.visits(kept.find(2).unwrap()), 5);
        let (kept, new_root) = tree.kept(root, 6).unwrap();
        assert_eq!((kept.edges(new_root)[0].node(), kept.find(2)), (None, None));
    }
}
