//! Depth-first proof-number search: is the position won for the side to move?

use crate::game::{Change, Ending, Game, MoveId, Side, State};
use crate::rules::FastMap;

/// Answer of a proof search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The side to move at the root wins.
    Win,
    /// It does not (it loses or draws).
    NoWin,
    /// Out of nodes.
    Unknown,
}

const INFINITE: u32 = 1 << 28;

/// Told of every position visited.
pub type Visitor<'g> = Box<dyn FnMut(&State) + 'g>;

/// The search and its table.
pub struct DfPn<'g> {
    game: &'g Game,
    table: FastMap<u64, (u32, u32)>,
    nodes: u64,
    most: u64,
    attacker: Side,
    visit: Option<Visitor<'g>>,
}

impl<'g> DfPn<'g> {
    /// A search that gives up after `most` positions.
    pub fn new(game: &'g Game, most: u64) -> Self {
        DfPn { game, table: FastMap::default(), nodes: 0, most, attacker: 0, visit: None }
    }

    /// Calls `visit` for every position visited (the paper's speed measurement).
    pub fn watching(mut self, visit: Visitor<'g>) -> Self {
        self.visit = Some(visit);
        self
    }

    /// Positions visited.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Decides whether the side to move wins, and by which move.
    pub fn prove(&mut self, state: &State) -> (Verdict, Option<MoveId>) {
        self.table.clear();
        self.nodes = 0;
        self.attacker = state.turn;
        self.expand(state, INFINITE, INFINITE);
        let verdict = match self.numbers(state) {
            (0, _) => Verdict::Win,
            (_, 0) => Verdict::NoWin,
            _ => Verdict::Unknown,
        };
        let mut best = None;
        if verdict == Verdict::Win {
            let mut moves = Vec::new();
            let mut changes = Vec::new();
            self.game.legal_moves(state, &mut moves);
            best = moves.into_iter().find(|mv| {
                let mut next = state.clone();
                self.game.play(&mut next, *mv, &mut changes);
                self.leaf(&next).unwrap_or_else(|| self.numbers(&next)).0 == 0
            });
        }
        (verdict, best)
    }

    /// (proof, disproof) numbers, for the attacker.
    fn numbers(&self, state: &State) -> (u32, u32) {
        self.table.get(&state.hash).copied().unwrap_or((1, 1))
    }

    fn leaf(&self, state: &State) -> Option<(u32, u32)> {
        self.game.ending(state).map(|ending| match ending {
            Ending::Win(side) if side == self.attacker => (0, INFINITE),
            _ => (INFINITE, 0),
        })
    }

    fn expand(&mut self, state: &State, proof: u32, disproof: u32) {
        self.nodes += 1;
        if let Some(visit) = &mut self.visit {
            visit(state);
        }
        if let Some(known) = self.leaf(state) {
            self.table.insert(state.hash, known);
            return;
        }
        let mut moves = Vec::new();
        let mut changes: Vec<Change> = Vec::new();
        self.game.legal_moves(state, &mut moves);
        if moves.is_empty() {
            let won = self.game.ending_without_moves(state) == Ending::Win(self.attacker);
            let known = if won { (0, INFINITE) } else { (INFINITE, 0) };
            self.table.insert(state.hash, known);
            return;
        }
        let children: Vec<State> = moves
            .iter()
            .map(|mv| {
                let mut next = state.clone();
                self.game.play(&mut next, *mv, &mut changes);
                if let Some(known) = self.leaf(&next) {
                    self.table.insert(next.hash, known);
                }
                next
            })
            .collect();
        let attacks = state.turn == self.attacker;
        loop {
            // For the attacker: proof = min over children, disproof = sum; reversed otherwise.
            let (mut low, mut second, mut sum, mut best) = (INFINITE, INFINITE, 0u32, 0);
            for (i, child) in children.iter().enumerate() {
                let (p, d) = self.numbers(child);
                let (mine, other) = if attacks { (p, d) } else { (d, p) };
                sum = (sum + other).min(INFINITE);
                if mine < low {
                    second = low;
                    low = mine;
                    best = i;
                } else if mine < second {
                    second = mine;
                }
            }
            let now = if attacks { (low, sum) } else { (sum, low) };
            self.table.insert(state.hash, now);
            if now.0 >= proof
                || now.1 >= disproof
                || now.0 == 0
                || now.1 == 0
                || self.nodes >= self.most
            {
                return;
            }
            let (p, d) = self.numbers(&children[best]);
            let (own_limit, sum_limit) =
                if attacks { (proof, disproof) } else { (disproof, proof) };
            let low_limit = own_limit.min(second.saturating_add(1));
            let other = if attacks { d } else { p };
            let rest = sum_limit.saturating_sub(sum).saturating_add(other).min(INFINITE);
            if attacks {
                self.expand(&children[best], low_limit, rest);
            } else {
                self.expand(&children[best], rest, low_limit);
            }
        }
    }
}
