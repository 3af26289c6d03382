//! Negamax alpha-beta: iterative deepening, transposition table, history and pattern ordering.

use super::{WIN, ending_value};
use crate::clock::Clock;
use crate::eval::Evaluator;
use crate::game::{Change, Game, MoveId, PASS, State};
use crate::rules::FastSet;
use std::time::{Duration, Instant};

/// When to stop.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    /// Plies.
    pub depth: u32,
    /// Positions.
    pub nodes: u64,
    /// Time.
    pub time: Duration,
    /// Count time on the processor, not on the wall: a match stays fair while the machine does
    /// other things. The kernel counts it in steps of some milliseconds.
    pub processor: bool,
}

impl Default for Limit {
    fn default() -> Self {
        let time = Duration::from_secs(3600);
        Limit { depth: 64, nodes: u64::MAX, time, processor: false }
    }
}

/// How moves are ordered after the table's move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ordering {
    /// By how often a move cut before.
    History,
    /// By the patterns' value after the move, where two plies or more remain below.
    Patterns,
}

/// What a search found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// Best move, if there is one.
    pub best: Option<MoveId>,
    /// Value for the side to move.
    pub value: i32,
    /// Depth finished.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
}

#[derive(Clone, Copy, Default)]
struct Entry {
    key: u64,
    value: i32,
    best: MoveId,
    depth: u8,
    /// 1 lower bound, 2 upper bound, 3 exact.
    bound: u8,
}

/// A searcher for one game and evaluation.
pub struct AlphaBeta<'g> {
    game: &'g Game,
    /// The evaluation; public so that its counters can be read.
    pub evaluator: Box<dyn Evaluator + 'g>,
    /// See [`Ordering`].
    pub ordering: Ordering,
    /// What a repetition costs the side that searches: with 0 it is as good as any level
    /// position, with more it is avoided until the position is worse than that.
    pub contempt: i32,
    table: Vec<Entry>,
    history: Vec<u32>,
    nodes: u64,
    limit: Limit,
    begun: Instant,
    clock: Option<Clock>,
    stopped: bool,
    pools: Vec<(Vec<MoveId>, Vec<Change>, State)>,
    /// Positions of the game so far, and on the path from the root: coming back to one is a draw.
    played: FastSet<u64>,
    path: Vec<u64>,
}

impl<'g> AlphaBeta<'g> {
    /// A searcher with 2^`bits` table entries.
    pub fn new(game: &'g Game, evaluator: Box<dyn Evaluator + 'g>, bits: u32) -> Self {
        AlphaBeta {
            game,
            evaluator,
            ordering: Ordering::History,
            contempt: 0,
            table: vec![Entry::default(); 1 << bits],
            history: vec![0; 2 * game.moves.len()],
            nodes: 0,
            limit: Limit::default(),
            begun: Instant::now(),
            clock: None,
            stopped: false,
            pools: Vec::new(),
            played: FastSet::default(),
            path: Vec::new(),
        }
    }

    /// Forgets positions seen.
    pub fn clear(&mut self) {
        self.table.fill(Entry::default());
        self.history.fill(0);
    }

    /// Forgets positions seen and the game they belonged to.
    pub fn begin_game(&mut self) {
        self.clear();
        self.played.clear();
    }

    /// A position of the game being played. To come back to it counts as a draw, so that whoever
    /// stands better looks for something else to do.
    pub fn note(&mut self, state: &State) {
        self.played.insert(state.hash);
    }

    /// Deepens until a limit; the answer is that of the last depth finished.
    pub fn search(&mut self, state: &State, limit: Limit) -> Found {
        self.limit = limit;
        self.begun = Instant::now();
        self.clock = limit.processor.then(Clock::start);
        self.nodes = 0;
        self.stopped = false;
        self.path.clear();
        self.history.iter_mut().for_each(|h| *h /= 8);
        self.evaluator.reset(&state.values);
        let mut moves = Vec::new();
        self.game.legal_moves(state, &mut moves);
        let mut found = Found { best: moves.first().copied(), value: 0, depth: 0, nodes: 0 };
        if moves.len() < 2 && limit.depth > 8 {
            return found; // forced
        }
        for depth in 1..=limit.depth {
            let value = self.node(state, depth, -WIN, WIN, 0);
            if self.stopped {
                break;
            }
            let best = self.probe(state.hash).map(|e| e.best).filter(|b| moves.contains(b));
            found = Found { best: best.or(found.best), value, depth, nodes: self.nodes };
            if value.abs() > WIN - 1000 || self.elapsed() * 2 > limit.time {
                break;
            }
        }
        found.nodes = self.nodes;
        found
    }

    fn probe(&self, key: u64) -> Option<Entry> {
        let e = self.table[key as usize & (self.table.len() - 1)];
        (e.key == key && e.bound != 0).then_some(e)
    }

    fn elapsed(&self) -> Duration {
        match &self.clock {
            Some(clock) => Duration::from_secs_f64(clock.seconds()),
            None => self.begun.elapsed(),
        }
    }

    fn out_of_time(&mut self) -> bool {
        if self.nodes >= self.limit.nodes
            || (self.nodes & 255 == 0 && self.elapsed() >= self.limit.time)
        {
            self.stopped = true;
        }
        self.stopped
    }

    fn node(&mut self, state: &State, depth: u32, mut alpha: i32, beta: i32, ply: u32) -> i32 {
        self.nodes += 1;
        if self.out_of_time() {
            return 0;
        }
        if let Some(ending) = self.game.ending(state) {
            return ending_value(ending, state.turn, ply);
        }
        if ply > 0 && (self.path.contains(&state.hash) || self.played.contains(&state.hash)) {
            return if ply.is_multiple_of(2) { -self.contempt } else { self.contempt };
        }
        if depth == 0 {
            return self.evaluator.value(state.turn);
        }
        let mut first = PASS;
        if let Some(e) = self.probe(state.hash) {
            first = e.best;
            if u32::from(e.depth) >= depth && ply > 0 {
                let cuts = match e.bound {
                    1 => e.value >= beta,
                    2 => e.value <= alpha,
                    _ => true,
                };
                if cuts {
                    return e.value;
                }
            }
        }
        let (mut moves, mut changes, mut next) =
            self.pools.pop().unwrap_or_else(|| (Vec::new(), Vec::new(), state.clone()));
        self.game.legal_moves(state, &mut moves);
        if moves.is_empty() {
            self.pools.push((moves, changes, next));
            return ending_value(self.game.ending_without_moves(state), state.turn, ply);
        }
        self.order(state, &mut moves, first, depth, &mut changes, &mut next);
        self.path.push(state.hash);
        let start = alpha;
        let (mut best, mut best_move) = (-WIN - 1, moves[0]);
        for (i, mv) in moves.iter().enumerate() {
            next.clone_from(state);
            self.game.play(&mut next, *mv, &mut changes);
            self.evaluator.update(&changes);
            let value = if i == 0 {
                -self.node(&next, depth - 1, -beta, -alpha, ply + 1)
            } else {
                let probe = -self.node(&next, depth - 1, -alpha - 1, -alpha, ply + 1);
                if probe > alpha && probe < beta {
                    -self.node(&next, depth - 1, -beta, -alpha, ply + 1)
                } else {
                    probe
                }
            };
            self.evaluator.undo();
            if self.stopped {
                break;
            }
            if value > best {
                (best, best_move) = (value, *mv);
                alpha = alpha.max(value);
                if alpha >= beta {
                    if let Some(h) = self.history.get_mut(2 * *mv as usize + state.turn) {
                        *h += depth * depth;
                    }
                    break;
                }
            }
        }
        self.path.pop();
        self.pools.push((moves, changes, next));
        if !self.stopped {
            let bound = if best <= start {
                2
            } else if best >= beta {
                1
            } else {
                3
            };
            let slot = state.hash as usize & (self.table.len() - 1);
            self.table[slot] =
                Entry { key: state.hash, value: best, best: best_move, depth: depth as u8, bound };
        }
        best
    }

    fn order(
        &mut self,
        state: &State,
        moves: &mut [MoveId],
        first: MoveId,
        depth: u32,
        changes: &mut Vec<Change>,
        next: &mut State,
    ) {
        if moves.len() < 2 {
            return;
        }
        let mut keyed: Vec<(i64, MoveId)> = Vec::with_capacity(moves.len());
        let patterns = self.ordering == Ordering::Patterns && depth >= 3;
        for mv in moves.iter() {
            let history = self.history.get(2 * *mv as usize + state.turn).copied().unwrap_or(0);
            let mut key = i64::from(history);
            if patterns {
                next.clone_from(state);
                self.game.play(next, *mv, changes);
                self.evaluator.update(changes);
                key = -i64::from(self.evaluator.value(next.turn));
                self.evaluator.undo();
            }
            if *mv == first {
                key = i64::MAX;
            }
            keyed.push((key, *mv));
        }
        keyed.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
        for (slot, (_, mv)) in moves.iter_mut().zip(keyed) {
            *slot = mv;
        }
    }
}
