//! UCT: an upper bound picks the way down, a playout judges the leaf, the result is counted on the way back.

use crate::attention::{Lens, Onlooker};
use crate::dfuct::Walk;
use crate::meter::Meter;
use crate::path::{Path, Step};
use crate::playout::{Player, Start, half_wins};
use crate::prior::Prior;
use crate::ranker::Ranker;
use crate::report::Effort;
use crate::second_opinion::Doubts;
use crate::selection::{Rivals, Selector};
use crate::settings::{SearchSettings, Traversal};
use crate::superko::Superko;
use crate::tree::{Edge, Ending, NodeId, Proof, Tree, key_of};
use crate::widening::Widening;
use aji_goban::point::N_INDICES;
use aji_goban::{Color, Komi, Margin, Move, Point};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

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
    /// Which way down.
    pub selector: Selector,
    /// When moves are opened.
    pub widening: Option<Widening>,
    /// Which positions may not come again.
    pub superko: Superko,
    /// What is thought of moves before they are tried.
    pub prior: Option<&'a Arc<Prior>>,
    /// Attention, and the visits from which it looks at nodes; none if it looks at the root alone.
    pub lens: Option<(&'a Arc<Lens>, u32)>,
    /// Moves that a second opinion is wanted on; none if it never is.
    pub doubts: Option<&'a Doubts>,
    /// May the end of a line be taken as proof? Not while komi is shifted.
    pub may_prove: bool,
    /// May leaves become nodes? Not where even a pruned tree has no room.
    pub may_grow: bool,
    /// Set when the tree has no room left.
    pub is_full: AtomicBool,
}

/// One worker of a search.
pub struct Worker<'a> {
    search: &'a Search<'a>,
    /// Its board.
    pub player: Player,
    path: Path<'a>,
    ranker: Ranker,
    /// Looks at nodes by attention, from so many visits on.
    onlooker: Option<(Onlooker, u32)>,
    expand_after: u32,
    ending: Ending,
    /// Moves of the current node that superko forbids.
    forbidden: Vec<Point>,
    /// Who played on each point first, from some move of the playout on.
    first: Box<[Option<Color>; N_INDICES]>,
    /// Where DFUCT stands; none for UCT.
    walk: Option<Walk>,
    /// The two best moves of the node it selected at last.
    rivals: Rivals,
    /// What its playouts took so far.
    pub effort: Effort,
}

impl<'a> Worker<'a> {
    /// A worker with a board of its own.
    pub fn new(search: &'a Search<'a>, mut player: Player) -> Worker<'a> {
        let (settings, size) = (search.settings, player.position.size());
        player.record_moves(settings.rave);
        Worker {
            search,
            path: Path::new(search.tree, settings.virtual_loss),
            ranker: Ranker::new(settings, search.prior, size),
            onlooker: search.lens.map(|(lens, from_visits)| {
                (Onlooker::new(Arc::clone(lens), search.komi), from_visits)
            }),
            expand_after: settings.expand_after_on(size),
            ending: Ending::new(size),
            forbidden: Vec::new(),
            first: Box::new([None; N_INDICES]),
            walk: (settings.traversal == Traversal::Dfuct).then(Walk::default),
            rivals: Rivals { best: 0, second: None },
            effort: Effort::default(),
            player,
        }
    }

    /// Plays until the meter says stop or the tree is full.
    pub fn run(&mut self, meter: &Meter) {
        while !self.search.is_full.load(Ordering::Relaxed) && meter.take() {
            self.one_playout();
            if meter.is_time_to_look() {
                self.look_who_leads(meter);
            } else if let Some(doubts) = self.search.doubts
                && meter.n_playouts().is_multiple_of(ASK_EVERY)
            {
                doubts.ask(self.search.tree, self.search.root, meter, false);
            }
        }
    }

    fn one_playout(&mut self) {
        self.start();
        self.descend();
        let margin = self.judge();
        self.backup(margin);
        self.leave();
    }

    /// Stands at the root, or where DFUCT goes on.
    fn start(&mut self) {
        match &self.walk {
            None => self.player.reset(self.search.start),
            Some(walk) => {
                self.path.go_again();
                walk.resume(&mut self.player, self.search.start, &self.path);
            }
        }
    }

    /// Goes down to a leaf, growing it if it is ripe.
    fn descend(&mut self) {
        let mut node = match self.path.steps().last() {
            None => Some(self.search.root),
            Some(&Step { node, edge, .. }) => self.below(node, edge),
        };
        while let Some(id) = node {
            let edge = self.select(id);
            self.path.step(id, edge, &self.player.position);
            self.player.play(edge.play());
            if let Some(walk) = &mut self.walk {
                walk.push(self.rivals, &self.player, self.search.start);
            }
            node = self.below(id, edge);
        }
        self.effort.depth = self.effort.depth.max(self.path.len());
    }

    /// The node at the end of an edge from `parent`, where the player stands; none if it is a leaf, which may grow for
    /// the next playout.
    fn below(&mut self, parent: NodeId, edge: &Edge) -> Option<NodeId> {
        if self.player.position.n_passes() >= 2 {
            return None;
        }
        let node = edge.node();
        // This visit is counted already, as so many losses.
        let ripe = self.expand_after + self.search.settings.virtual_loss;
        if node.is_none() && edge.visits() >= ripe && self.search.may_grow {
            self.expand(parent, edge);
        }
        node
    }

    /// Leaves the way: all of it, or what DFUCT does not keep.
    fn leave(&mut self) {
        let Search { tree, selector, widening, .. } = self.search;
        let Some(walk) = &mut self.walk else { return self.path.cut(0) };
        if self.search.settings.audit {
            self.effort.n_compared += self.path.len() as u64;
            self.effort.n_third += walk.n_third(tree, selector, &self.path);
        }
        let root_mover = self.search.start.to_move();
        let movers: [_; 2] = [root_mover, root_mover.opponent()];
        let mut depth = 0;
        walk.go_back(tree, selector, &mut self.path, |id| {
            let mover = movers[depth % 2];
            depth += 1;
            widening
                .as_ref()
                .is_some_and(|widening| widening.open(tree, id, tree.visits(id) + 1, mover))
        });
    }

    /// The open move with the highest bound that brings back no earlier position.
    fn select(&mut self, id: NodeId) -> &'a Edge {
        self.effort.n_selections += 1;
        let search = self.search;
        let visits = search.tree.visits(id) + 1;
        self.attend(id, visits);
        if let Some(widening) = &search.widening {
            widening.open(search.tree, id, visits, self.player.position.to_move());
        }
        self.forbidden.clear();
        loop {
            let edges = search.tree.edges(id);
            // Superko forbids all that is open: a pass is always allowed.
            let pass = || edges.iter().position(|edge| edge.play() == Move::Pass).unwrap_or(0);
            let rivals = match self.compared(id, visits) {
                Some(best) => Some(Rivals { best, second: None }),
                None => search.selector.best_two(search.tree, id, visits, &self.forbidden),
            };
            self.rivals = rivals.unwrap_or_else(|| Rivals { best: pass(), second: None });
            let edge = &edges[self.rivals.best];
            if edge.visits() == 0 && search.tree.extras().folds {
                search.tree.reach_further(id);
            }
            match edge.play() {
                Move::Place(point)
                    if search.superko.forbids(&self.player.position, point, self.path.past()) =>
                {
                    self.forbidden.push(point);
                }
                _ => return edge,
            }
        }
    }

    /// The move of the root that a second opinion wants tried now.
    fn compared(&self, id: NodeId, visits: u32) -> Option<usize> {
        let doubts = self.search.doubts.filter(|_| id == self.search.root)?;
        let i = doubts.pick(visits)?;
        let point = self.search.tree.edges(id)[i].play().point();
        (!point.is_some_and(|point| self.forbidden.contains(&point))).then_some(i)
    }

    /// Looks at a node by attention when it has become worth it.
    fn attend(&mut self, id: NodeId, visits: u32) {
        let Some((onlooker, from_visits)) = &mut self.onlooker else { return };
        let tree = self.search.tree;
        if visits < *from_visits || !tree.claim_attention(id) {
            return;
        }
        let position = &mut self.player.position;
        onlooker.judge(tree, id, position);
        self.effort.n_attended += 1;
        match &self.search.widening {
            Some(widening) => widening.reorder(tree, id, position.to_move()),
            None => tree.reach_all(id),
        }
    }

    /// Grows the leaf the player stands on, the end of an edge from `parent`.
    fn expand(&mut self, parent: NodeId, edge: &Edge) {
        let tree = self.search.tree;
        let key = key_of(&self.player.position);
        if let Some(known) = tree.find(key) {
            edge.lead_to(known);
            self.effort.n_joined += 1;
            return;
        }
        let others = tree.edges(parent).iter().map(Edge::play);
        let rival = others.into_iter().find(|&play| play != edge.play() && play != Move::Pass);
        self.ranker.rank(&mut self.player, rival);
        if tree.expand(edge, key, self.ranker.moves()).is_none() {
            self.search.is_full.store(true, Ordering::Relaxed);
        }
    }

    /// How the game ends from here.
    fn judge(&mut self) -> Margin {
        if !self.search.settings.audit {
            return self.player.play_out(self.search.komi);
        }
        let start = Instant::now();
        let margin = self.player.play_out(self.search.komi);
        self.effort.in_playouts += start.elapsed();
        margin
    }

    fn backup(&mut self, margin: Margin) {
        let search = self.search;
        if search.tree.extras().statistics {
            let owned = self.player.owned();
            self.ending.set(&owned.black, &owned.white, margin.winner());
            for step in self.path.steps() {
                if let Some(statistics) = search.tree.statistics(step.node) {
                    statistics.add(&self.ending);
                }
            }
        }
        if search.settings.rave {
            self.count_later_moves(margin);
        }
        if search.may_prove && self.path.is_end_of_game() {
            self.prove(margin);
        }
        self.path.end(|mover| half_wins(margin, mover));
    }

    /// RAVE: every move that a player made first on its point counts as if it had been played at once, at every node
    /// on the way. Both sides pass at the end of every playout, so a pass counts in each; without that, the pass alone
    /// would be judged by its few visits and their wide bound, and take a large part of them.
    fn count_later_moves(&mut self, margin: Margin) {
        let moves = self.player.recorded_moves();
        self.first.fill(None);
        let mut mover = self.search.start.to_move();
        if moves.len().is_multiple_of(2) {
            mover = mover.opponent();
        }
        for (i, play) in moves.iter().enumerate().rev() {
            if let Move::Place(point) = play {
                self.first[point.index()] = Some(mover);
            }
            if let Some(step) = self.path.steps().get(i) {
                let half_wins = half_wins(margin, step.mover);
                for edge in self.search.tree.edges(step.node) {
                    let was_made = match edge.play() {
                        Move::Place(point) => self.first[point.index()] == Some(step.mover),
                        Move::Pass => true,
                    };
                    if was_made {
                        edge.add_rave(half_wins);
                    }
                }
            }
            mover = mover.opponent();
        }
    }

    /// The way ended the game: carries what that proves up as far as it goes.
    fn prove(&mut self, margin: Margin) {
        let mut proof: Option<Proof> = None;
        for (i, step) in self.path.steps().iter().enumerate().rev() {
            let known = match proof {
                None if i + 1 == self.path.len() => match margin.winner() {
                    Some(winner) if winner == step.mover => Proof::Win,
                    Some(_) => Proof::Loss,
                    None => return,
                },
                // The opponent, who moves next, has a move that wins.
                Some(Proof::Win) => Proof::Loss,
                // The opponent has only moves that lose.
                Some(Proof::Loss) => {
                    let next = self.path.steps()[i + 1].node;
                    let edges = self.search.tree.edges(next);
                    if edges.iter().any(|edge| edge.proof() != Some(Proof::Loss)) {
                        return;
                    }
                    Proof::Win
                }
                None => return,
            };
            step.edge.prove(known);
            proof = Some(known);
        }
    }

    /// Says stop when the most visited move cannot be overtaken with what is left, and how clear its lead is.
    fn look_who_leads(&self, meter: &Meter) {
        let Search { settings, doubts, .. } = self.search;
        let early_stop = settings.early_stop;
        if !early_stop && !meter.wants_clarity() && doubts.is_none() {
            return;
        }
        let (mut most, mut second) = (0, 0);
        for edge in self.search.tree.reached(self.search.root) {
            let visits = edge.visits();
            if visits > most {
                (most, second) = (visits, most);
            } else {
                second = second.max(visits);
            }
        }
        meter.set_unclear(f64::from(second) > UNCLEAR * f64::from(most));
        let lead = u64::from(most - second);
        let is_decided = early_stop && meter.n_left().is_some_and(|n_left| lead > n_left);
        let is_open = doubts.is_some_and(|doubts| {
            doubts.ask(self.search.tree, self.search.root, meter, is_decided)
        });
        if is_decided && !is_open {
            meter.say_enough();
        }
    }
}

/// Every so many playouts it is asked whether the time for a second opinion has come: oftener than it is asked who leads, because
/// of few playouts its share is small.
const ASK_EVERY: u64 = 16;

/// It is unclear which move is best while the second one has this part of the first one's visits.
const UNCLEAR: f64 = 0.7;
