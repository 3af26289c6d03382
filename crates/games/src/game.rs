//! A rule file in the form that plays: legal moves, effects and results as discrimination trees.

mod compile;

use crate::rules::{Extra, Fact, Program, RuleError, Value, holds};
use crate::tree::Packed;
use compile::Compiler;

/// 0 for the player who starts, 1 for the other.
pub type Side = usize;

/// A move: an index into [`Game::moves`], or [`PASS`].
pub type MoveId = u32;

/// Nothing can be played and the rules let the player pass.
pub const PASS: MoveId = u32::MAX;

/// Total of ground clauses a game may have; more is an exploding rule file.
const MOST_CLAUSES: usize = 1_000_000;

/// Resolution steps to compile a game: twenty seconds or so. The games of this crate need fewer
/// than a tenth.
const MOST_STEPS: u64 = 200_000_000;

/// A position: the value of every variable, whose turn it is, and a hash of both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// One value per variable.
    pub values: Vec<u8>,
    /// Who plays.
    pub turn: Side,
    /// Zobrist hash.
    pub hash: u64,
    /// Plies since the start.
    pub ply: u32,
}

/// How a game ended, for the starting player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Won by that side.
    Win(Side),
    /// Nobody won.
    Draw,
}

/// A fact that changed: variable, old and new value.
pub type Change = (u16, u8, u8);

/// What is counted: members that are plain facts, and others.
#[derive(Clone, Debug, Default)]
struct Count {
    facts: Vec<Fact>,
    members: Vec<Packed>,
}

/// A compiled game.
#[derive(Clone, Debug)]
pub struct Game {
    /// The rules it was made from.
    pub program: Program,
    /// Arguments of every move that can ever be legal, by side.
    pub moves: Vec<Vec<Value>>,
    start: State,
    turn_var: Option<u16>,
    turn_values: [u8; 2],
    legal: [Packed; 2],
    /// `effects[side][move]` → trees whose leaves are facts to set.
    effects: [Vec<Vec<u32>>; 2],
    effect_trees: Vec<Packed>,
    effect_facts: Vec<Fact>,
    wins: [Packed; 2],
    draw: Packed,
    pass: [Packed; 2],
    has_pass: bool,
    conditions: Vec<Packed>,
    counts: Vec<Count>,
    keys: Vec<Vec<u64>>,
}

/// Sizes of the compiled form.
#[derive(Clone, Copy, Debug)]
pub struct Sizes {
    /// Variables of the position.
    pub variables: usize,
    /// Different moves.
    pub moves: usize,
    /// Nodes of all discrimination trees.
    pub nodes: usize,
}

impl Game {
    /// Compiles a checked program.
    pub fn new(program: Program) -> Result<Self, RuleError> {
        Compiler::run(program)
    }

    /// The first position.
    pub fn start(&self) -> State {
        self.start.clone()
    }

    /// Sizes, for reports.
    pub fn sizes(&self) -> Sizes {
        let trees = self.legal.iter().chain(&self.wins).chain(&self.effect_trees);
        Sizes {
            variables: self.program.fluents.n_vars(),
            moves: self.moves.len(),
            nodes: trees.map(Packed::len).sum(),
        }
    }

    fn guard(&self, values: &[u8], extras: &[Extra]) -> bool {
        extras.iter().all(|e| match e {
            Extra::Not(goal) => !self.test(&self.conditions[*goal], values),
            Extra::Compare(how, counts, constant) => {
                let sum: i64 = counts
                    .iter()
                    .map(|(sign, c)| {
                        let Count { facts, members } = &self.counts[*c];
                        let holds = |f: &&Fact| values[f.var as usize] == f.value;
                        let others = members.iter().filter(|m| self.test(m, values)).count();
                        sign * (facts.iter().filter(holds).count() + others) as i64
                    })
                    .sum();
                holds(*how, sum + constant)
            }
        })
    }

    fn test(&self, tree: &Packed, values: &[u8]) -> bool {
        tree.visit(values, &|e| self.guard(values, e), &mut |_| true)
    }

    /// Legal moves in ascending order; a lone [`PASS`] when the rules allow only that; empty when
    /// the player is stuck.
    pub fn legal_moves(&self, state: &State, out: &mut Vec<MoveId>) {
        out.clear();
        let values = &state.values;
        self.legal[state.turn].visit(values, &|e| self.guard(values, e), &mut |m| {
            out.push(m);
            false
        });
        out.sort_unstable();
        out.dedup();
        if out.is_empty() && self.has_pass && self.test(&self.pass[state.turn], values) {
            out.push(PASS);
        }
    }

    /// Plays a move known to be legal; `changes` receives what changed (the turn included).
    pub fn play(&self, state: &mut State, mv: MoveId, changes: &mut Vec<Change>) {
        changes.clear();
        if mv != PASS {
            let mut few: [u32; 64] = [0; 64];
            let mut n = 0;
            let mut many: Vec<u32> = Vec::new();
            for tree in &self.effects[state.turn][mv as usize] {
                let values = &state.values;
                self.effect_trees[*tree as usize].visit(
                    values,
                    &|e| self.guard(values, e),
                    &mut |f| {
                        match few.get_mut(n) {
                            Some(slot) => (*slot, n) = (f, n + 1),
                            None => many.push(f),
                        }
                        false
                    },
                );
            }
            // Clearing effects were numbered after setting ones, so setting wins.
            let set = if many.is_empty() {
                &mut few[..n]
            } else {
                many.extend_from_slice(&few);
                &mut many[..]
            };
            set.sort_unstable_by(|a, b| b.cmp(a));
            for f in set {
                let Fact { var, value } = self.effect_facts[*f as usize];
                self.set(state, var, value, changes);
            }
        }
        state.turn ^= 1;
        state.ply += 1;
        match self.turn_var {
            Some(var) => self.set(state, var, self.turn_values[state.turn], changes),
            None => state.hash ^= 0x9E37_79B9_7F4A_7C15,
        }
    }

    fn set(&self, state: &mut State, var: u16, value: u8, changes: &mut Vec<Change>) {
        let old = state.values[var as usize];
        if old != value {
            state.values[var as usize] = value;
            let keys = &self.keys[var as usize];
            state.hash ^= keys[old as usize] ^ keys[value as usize];
            changes.push((var, old, value));
        }
    }

    /// A state with the given values and side to move (for set-up positions).
    pub fn position(&self, mut values: Vec<u8>, turn: Side) -> State {
        if let Some(var) = self.turn_var {
            values[var as usize] = self.turn_values[turn];
        }
        let hash = values.iter().enumerate().fold(0, |h, (i, v)| h ^ self.keys[i][*v as usize]);
        let mark = if self.turn_var.is_none() && turn == 1 { 0x9E37_79B9_7F4A_7C15 } else { 0 };
        State { values, turn, hash: hash ^ mark, ply: 0 }
    }

    /// Whether the position is won, drawn or past the ply limit. A player without moves and
    /// without the right to pass ends the game too (see [`Game::ending_without_moves`]).
    pub fn ending(&self, state: &State) -> Option<Ending> {
        for side in [state.turn ^ 1, state.turn] {
            if !self.wins[side].is_empty() && self.test(&self.wins[side], &state.values) {
                return Some(Ending::Win(side));
            }
        }
        let over = self.program.limit.is_some_and(|l| state.ply >= l);
        (over || (!self.draw.is_empty() && self.test(&self.draw, &state.values)))
            .then_some(Ending::Draw)
    }

    /// What it means that `legal_moves` found nothing.
    pub fn ending_without_moves(&self, state: &State) -> Ending {
        self.ending(state).unwrap_or(Ending::Draw)
    }

    /// The legal moves into `moves`, or how the game has ended.
    pub fn moves_or_ending(&self, state: &State, moves: &mut Vec<MoveId>) -> Option<Ending> {
        let ending = self.ending(state);
        if ending.is_some() {
            return ending;
        }
        self.legal_moves(state, moves);
        moves.is_empty().then(|| self.ending_without_moves(state))
    }

    /// Number of values of each variable.
    pub fn n_values(&self) -> Vec<usize> {
        let fluents = &self.program.fluents;
        (0..fluents.n_vars()).map(|v| fluents.n_values(v)).collect()
    }

    /// The variable that holds the turn.
    pub fn turn_variable(&self) -> Option<u16> {
        self.turn_var
    }

    /// A move as text: `d3`, or `a2-a5` for several arguments.
    pub fn move_text(&self, mv: MoveId) -> String {
        match self.moves.get(mv as usize) {
            None => "pass".into(),
            Some(args) => args.iter().map(|v| self.program.show(*v)).collect::<Vec<_>>().join("-"),
        }
    }

    /// The facts of a position as text.
    pub fn facts(&self, state: &State) -> Vec<String> {
        (0..state.values.len())
            .map(|v| Fact { var: v as u16, value: state.values[v] })
            .map(|f| self.program.fact_text(f))
            .collect()
    }

    /// Number of move sequences of that length; a forced pass counts as a move. In games with
    /// passes a game that ends earlier counts as one sequence.
    pub fn perft(&self, state: &State, depth: u32) -> u64 {
        let mut moves = Vec::new();
        let mut changes = Vec::new();
        self.perft_inner(state, depth, &mut moves, &mut changes)
    }

    fn perft_inner(
        &self,
        state: &State,
        depth: u32,
        moves: &mut Vec<MoveId>,
        changes: &mut Vec<Change>,
    ) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.ending(state).is_some() {
            return u64::from(self.has_pass); // as Othello's published counts have it
        }
        self.legal_moves(state, moves);
        if depth == 1 {
            return moves.len() as u64;
        }
        let list = moves.clone();
        let mut total = 0;
        let mut next = state.clone();
        for mv in list {
            next.clone_from(state);
            self.play(&mut next, mv, changes);
            total += self.perft_inner(&next, depth - 1, moves, changes);
        }
        total
    }
}

impl Game {
    fn first_position(&self) -> Result<State, RuleError> {
        let fluents = &self.program.fluents;
        let mut values: Vec<Option<u8>> = (0..fluents.n_vars()).map(|v| fluents.none(v)).collect();
        for (pred, args) in &self.program.initial {
            if let Some(fact) = self.program.fact(*pred, args) {
                let slot = &mut values[fact.var as usize];
                let taken = slot.is_some() && *slot != fluents.none(fact.var as usize);
                if taken && *slot != Some(fact.value) {
                    let text = format!(
                        "init({}) contradicts another init by the integrity constraints",
                        self.program.show_fact(*pred, args)
                    );
                    return Err(RuleError::new(Default::default(), text));
                }
                *slot = Some(fact.value);
            }
        }
        if let Some(var) = self.turn_var {
            values[var as usize].get_or_insert(self.turn_values[0]);
        }
        let missing = values.iter().position(Option::is_none);
        if let Some(var) = missing {
            let fact = self.program.fact_text(Fact { var: var as u16, value: 0 });
            let text = format!("init does not say whether {fact} or a fact it excludes holds");
            return Err(RuleError::new(Default::default(), text));
        }
        let values: Vec<u8> = values.into_iter().flatten().collect();
        let turn =
            self.turn_var.map_or(0, |v| usize::from(values[v as usize] == self.turn_values[1]));
        Ok(self.position(values, turn))
    }
}
