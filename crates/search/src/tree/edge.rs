//! A move in the tree.

use super::{NONE, NodeId, Ranked};
use crate::sync::atomic::{AtomicBool, AtomicU8, AtomicU16, AtomicU32, Ordering};
use aji_goban::{Move, Point};

/// A move in the tree. Visits are counted on the way down, which keeps other workers away while a playout runs; wins
/// are added when it ends.
#[derive(Debug, Default)]
pub struct Edge {
    play: AtomicU16,
    is_open: AtomicBool,
    proof: AtomicU8,
    /// The bits of a float.
    prior: AtomicU32,
    visits: AtomicU32,
    half_wins: AtomicU32,
    rave_visits: AtomicU32,
    rave_half_wins: AtomicU32,
    node: AtomicU32,
}

/// What is known for certain of a move, for the one who plays it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// It wins.
    Win,
    /// It loses.
    Loss,
}

const PASS: u16 = u16::MAX;

impl Edge {
    /// Becomes a move that was never tried.
    pub(super) fn become_move(&self, ranked: &Ranked) {
        let code = ranked.play.point().map_or(PASS, |point| point.index() as u16);
        self.play.store(code, Ordering::Relaxed);
        self.is_open.store(ranked.is_open, Ordering::Relaxed);
        self.prior.store(ranked.prior.to_bits(), Ordering::Relaxed);
        self.rave_visits.store(ranked.rave_start, Ordering::Relaxed);
        self.rave_half_wins.store(2 * ranked.rave_start, Ordering::Relaxed);
    }

    /// Becomes the same as another edge, except for where it leads.
    pub(super) fn copy_from(&self, other: &Edge) {
        macro_rules! copy {
            ($($field:ident),*) => {
                $(self.$field.store(other.$field.load(Ordering::Relaxed), Ordering::Relaxed);)*
            };
        }
        copy!(play, is_open, proof, prior, visits, half_wins, rave_visits, rave_half_wins);
    }

    /// The move.
    #[inline]
    pub fn play(&self) -> Move {
        match self.play.load(Ordering::Relaxed) {
            PASS => Move::Pass,
            index => Move::Place(Point::from_index(index as usize)),
        }
    }

    /// Its part of the strengths of all moves of the node.
    #[inline]
    pub fn prior(&self) -> f32 {
        f32::from_bits(self.prior.load(Ordering::Relaxed))
    }

    /// Thinks otherwise of it from now on.
    #[inline]
    pub fn set_prior(&self, prior: f32) {
        self.prior.store(prior.to_bits(), Ordering::Relaxed);
    }

    /// May it be tried?
    #[inline]
    pub fn is_open(&self) -> bool {
        self.is_open.load(Ordering::Relaxed)
    }

    /// Lets it be tried.
    #[inline]
    pub(super) fn open(&self) {
        self.is_open.store(true, Ordering::Relaxed);
    }

    /// Shuts it out, for good.
    pub(super) fn close(&self) {
        self.is_open.store(false, Ordering::Relaxed);
        self.prior.store((-1f32).to_bits(), Ordering::Relaxed);
    }

    /// How often it was tried.
    #[inline]
    pub fn visits(&self) -> u32 {
        self.visits.load(Ordering::Relaxed)
    }

    /// The mover's wins so far, in halves.
    #[inline]
    pub fn half_wins(&self) -> u32 {
        self.half_wins.load(Ordering::Relaxed)
    }

    /// The mover's share of wins so far; one half if it was never tried.
    #[inline]
    pub fn win_rate(&self) -> f64 {
        match self.visits() {
            0 => 0.5,
            visits => f64::from(self.half_wins()) / (2.0 * f64::from(visits)),
        }
    }

    /// How often it was played first on its point, whenever that was, and the mover's share of wins then.
    #[inline]
    pub fn rave(&self) -> (u32, f64) {
        let visits = self.rave_visits.load(Ordering::Relaxed);
        let half_wins = self.rave_half_wins.load(Ordering::Relaxed);
        (visits, f64::from(half_wins) / (2.0 * f64::from(visits.max(1))))
    }

    /// It was played first on its point, and this came of it.
    #[inline]
    pub fn add_rave(&self, half_wins: u32) {
        self.rave_visits.fetch_add(1, Ordering::Relaxed);
        self.rave_half_wins.fetch_add(half_wins, Ordering::Relaxed);
    }

    /// What is known of it for certain.
    #[inline]
    pub fn proof(&self) -> Option<Proof> {
        match self.proof.load(Ordering::Relaxed) {
            1 => Some(Proof::Win),
            2 => Some(Proof::Loss),
            _ => None,
        }
    }

    /// It is known for certain what comes of it.
    #[inline]
    pub fn prove(&self, proof: Proof) {
        let code = if proof == Proof::Win { 1 } else { 2 };
        self.proof.store(code, Ordering::Relaxed);
    }

    /// The node it leads to, once that has grown.
    #[inline]
    pub fn node(&self) -> Option<NodeId> {
        match self.node.load(Ordering::Acquire) {
            NONE => None,
            node => Some(NodeId(node)),
        }
    }

    /// Leads to a node from now on, unless it leads to one already; which one then.
    #[inline]
    pub fn lead_to(&self, node: NodeId) -> NodeId {
        let set = self.node.compare_exchange(NONE, node.0, Ordering::AcqRel, Ordering::Acquire);
        set.map_or_else(NodeId, |_| node)
    }

    /// A playout goes this way: it counts as so many losses until it ends. Returns the visits before it.
    #[inline]
    pub fn visit(&self, virtual_loss: u32) -> u32 {
        self.visits.fetch_add(virtual_loss, Ordering::Relaxed)
    }

    /// A playout that went this way ended so for the mover: 2 for a win, 1 for a draw. All but one of its virtual
    /// losses are given back.
    #[inline]
    pub fn end_visit(&self, virtual_loss: u32, half_wins: u32) {
        self.half_wins.fetch_add(half_wins, Ordering::Relaxed);
        if virtual_loss > 1 {
            self.visits.fetch_sub(virtual_loss - 1, Ordering::Relaxed);
        }
    }

    /// A playout that went this way came to nothing.
    #[inline]
    pub fn unvisit(&self, virtual_loss: u32) {
        self.visits.fetch_sub(virtual_loss, Ordering::Relaxed);
    }
}
