//! Progressive widening: the moves of a node are opened one by one as it is visited, those first that promise most.

use crate::settings::SearchSettings;
use crate::tree::{NodeId, Statistics, Tree};
use aji_goban::{Color, Move, Point};
use aji_ranking::numbers::exp;

/// Every so many visits the order of the moves is looked at anew.
const RESORT_EVERY: u32 = 128;

/// When moves are opened, and in which order.
#[derive(Clone, Debug)]
pub struct Widening {
    /// The visits at which the second, third, … move is opened.
    steps: Vec<u32>,
    /// What a point's ownership adds, by tenths (figure 4); none if it does not count.
    of_ownership: Option<[f64; 11]>,
    /// What a point's criticality adds, by fortieths (figure 5).
    of_criticality: Option<[f64; 7]>,
    /// Moves that RAVE likes are opened first.
    by_rave: bool,
}

impl Widening {
    /// As it is set; none if all moves are always open.
    pub fn new(settings: &SearchSettings) -> Option<Widening> {
        if !settings.widening {
            return None;
        }
        let mut steps = Vec::new();
        let (mut at, mut step) = (0.0, settings.widening_step);
        while at < 1e9 && steps.len() < 400 {
            at += step;
            step *= settings.widening_growth;
            steps.push(at as u32);
        }
        let of_ownership = |i: usize| 0.05 * exp(-(i as f64 - 5.0).powi(2) / 34.0);
        let of_criticality = |i: usize| exp(0.036 * i as f64) - 1.0;
        Some(Widening {
            steps,
            of_ownership: settings.ownership.then(|| std::array::from_fn(of_ownership)),
            of_criticality: settings.criticality.then(|| std::array::from_fn(of_criticality)),
            by_rave: settings.rave,
        })
    }

    /// Opens what is due at a node that is visited for the `visits`-th time; true if there is something new to try.
    pub fn open(&self, tree: &Tree, id: NodeId, visits: u32, to_move: Color) -> bool {
        let mut has_opened = false;
        let width = tree.width(id);
        let is_due =
            self.steps.get(width.saturating_sub(1) as usize).is_some_and(|&at| visits > at);
        if is_due
            && tree.widen(id, width)
            && let Some(best) = self.best_closed(tree, id, to_move)
        {
            tree.open(id, best);
            has_opened = true;
        }
        let reorders = self.of_ownership.is_some() || self.of_criticality.is_some();
        if reorders && visits.is_multiple_of(RESORT_EVERY) {
            has_opened |= self.open_first(tree, id, tree.width(id) as usize, to_move);
        }
        has_opened
    }

    /// What is thought of a node's moves has changed: opens those that promise most by now, as many as were open.
    pub fn reorder(&self, tree: &Tree, id: NodeId, to_move: Color) {
        self.open_first(tree, id, tree.width(id) as usize, to_move);
    }

    /// The closed move that promises most.
    fn best_closed(&self, tree: &Tree, id: NodeId, to_move: Color) -> Option<usize> {
        let statistics = tree.statistics(id);
        let closed = tree.edges(id).iter().enumerate().filter(|(_, edge)| !edge.is_open());
        let scored = closed.map(|(i, edge)| {
            let rave = if self.by_rave { edge.rave().1 } else { 0.0 };
            (i, self.score(edge.play(), f64::from(edge.prior()), statistics, to_move) + rave)
        });
        // The first of equals, which is the one with the higher prior.
        scored.reduce(|best, next| if next.1 > best.1 { next } else { best }).map(|(i, _)| i)
    }

    /// Opens the `width` moves that promise most by now, whatever else is open; true if one of them was closed.
    fn open_first(&self, tree: &Tree, id: NodeId, width: usize, to_move: Color) -> bool {
        let statistics = tree.statistics(id);
        let edges = tree.edges(id);
        // A place in the first `width` needs fewer than `width` better ones: a few passes over few moves are
        // cheaper than sorting them all, and need no room.
        let score = |i: usize| {
            let edge = &edges[i];
            self.score(edge.play(), f64::from(edge.prior()), statistics, to_move)
        };
        let mut has_opened = false;
        let mut bar = (f64::INFINITY, 0);
        for _ in 0..width {
            let below = (0..edges.len())
                .map(|i| (score(i), i))
                .filter(|&(score, i)| score < bar.0 || (score == bar.0 && i > bar.1));
            let next = below.reduce(|best, next| if next.0 > best.0 { next } else { best });
            let Some((score, i)) = next else { break };
            bar = (score, i);
            if !edges[i].is_open() {
                tree.open(id, i);
                has_opened = true;
            }
        }
        has_opened
    }

    /// H + S_o + S_c; a pass has neither of the latter.
    fn score(&self, play: Move, prior: f64, statistics: Option<Statistics>, to_move: Color) -> f64 {
        match (play, statistics) {
            (Move::Place(point), Some(statistics)) => {
                prior + self.promise(point, statistics, to_move)
            }
            _ => prior,
        }
    }

    /// S_o + S_c.
    fn promise(&self, point: Point, statistics: Statistics, to_move: Color) -> f64 {
        let of_ownership = self.of_ownership.as_ref().map_or(0.0, |table| {
            table[(10.0 * statistics.ownership(point, to_move)).round() as usize]
        });
        let of_criticality = self.of_criticality.as_ref().map_or(0.0, |table| {
            table[((40.0 * statistics.criticality(point).max(0.0)) as usize).min(6)]
        });
        of_ownership + of_criticality
    }
}
