//! Plain UCT (course, go08): UCB1 picks the way down, a playout judges the leaf, the result is counted
//! on the way back.

use crate::logarithm::ln;
use crate::meter::Meter;
use crate::playout::{Player, Start, half_wins};
use crate::settings::SearchSettings;
use crate::tree::{Edge, NodeId, Tree};
use aji_goban::{Color, Komi, Margin, Move, score};

/// What all workers of one search share.
pub struct Search<'a> {
    /// The tree they grow.
    pub tree: &'a Tree,
    /// Its root.
    pub root: NodeId,
    /// The root's position.
    pub start: &'a Start,
    /// Komi, with what handicap adds to it.
    pub komi: Komi,
    /// How they search.
    pub settings: &'a SearchSettings,
}

/// One worker of a search.
pub struct Worker<'a> {
    search: &'a Search<'a>,
    /// Its board.
    pub player: Player,
    /// The edges of the current playout, with who moved.
    path: Vec<(&'a Edge, Color)>,
    /// Room for a new node's moves.
    plays: Vec<Move>,
}

impl<'a> Worker<'a> {
    /// A worker with a board of its own.
    pub fn new(search: &'a Search<'a>, player: Player) -> Worker<'a> {
        let n_points = player.position.size().n_points();
        Worker {
            search,
            player,
            path: Vec::with_capacity(1024),
            plays: Vec::with_capacity(n_points + 1),
        }
    }

    /// Plays until the meter says stop.
    pub fn run(&mut self, meter: &Meter) {
        while meter.take() {
            self.one_playout();
        }
    }

    fn one_playout(&mut self) {
        self.player.reset(self.search.start);
        self.descend();
        let margin = self.judge();
        self.backup(margin);
    }

    /// Goes down to a leaf, growing it if it is ripe.
    fn descend(&mut self) {
        self.path.clear();
        let mut node = Some(self.search.root);
        while let Some(id) = node {
            let edge = self.select(id);
            self.path.push((edge, self.player.position.to_move()));
            let visits = edge.visit();
            self.player.play(edge.play(self.player.position.size()));
            if self.player.position.n_passes() >= 2 {
                return;
            }
            node = edge.node();
            if node.is_none() && visits > self.search.settings.expand_after {
                self.expand(edge);
            }
        }
    }

    /// The move with the highest upper bound; those never tried come first.
    fn select(&mut self, id: NodeId) -> &'a Edge {
        let edges = self.search.tree.edges(id);
        let ln_visits = ln(self.search.tree.visit(id));
        let mut best = (&edges[0], f64::NEG_INFINITY);
        for edge in edges {
            let visits = edge.visits();
            if visits == 0 {
                return edge;
            }
            let bound = ucb1(edge.win_rate(), ln_visits, visits, self.search.settings.exploration);
            if bound > best.1 {
                best = (edge, bound);
            }
        }
        best.0
    }

    /// Grows the leaf the player stands on.
    fn expand(&mut self, edge: &Edge) {
        sensible_plays(&mut self.player, &mut self.plays);
        self.search.tree.expand(edge, &self.plays);
    }

    /// How the game ends from here.
    fn judge(&mut self) -> Margin {
        if self.player.position.n_passes() >= 2 {
            return score::area_margin(self.player.position.board(), self.search.komi);
        }
        self.player.play_out(self.search.komi)
    }

    fn backup(&mut self, margin: Margin) {
        for (edge, mover) in &self.path {
            edge.add_half_wins(half_wins(margin, *mover));
        }
    }
}

/// UCB1: the win rate, and what it may be short of the truth (equation 1 of the thesis).
#[inline]
fn ucb1(win_rate: f64, ln_parent_visits: f64, visits: u32, exploration: f64) -> f64 {
    win_rate + exploration * (ln_parent_visits / f64::from(visits)).sqrt()
}

/// Collects the legal moves that fill no own eye, in random order, and a pass at the end.
pub fn sensible_plays(player: &mut Player, plays: &mut Vec<Move>) {
    plays.clear();
    let position = &player.position;
    let empties = position.board().empties();
    plays.extend(empties.iter().filter(|&point| position.is_sensible(point)).map(Move::Place));
    for i in (1..plays.len()).rev() {
        plays.swap(i, player.random().below(i + 1));
    }
    plays.push(Move::Pass);
}
