//! A rule file in the form that plays: legal moves, effects and results as discrimination trees.

use crate::rules::{
    Budget, Engine, Extra, Fact, Flow, Goal, Lit, Program, RuleError, Value, holds,
};
use crate::tree::Tree;
use std::collections::HashMap;

/// 0 for the player who starts, 1 for the other.
pub type Side = usize;

/// A move: an index into [`Game::moves`], or [`PASS`].
pub type MoveId = u32;

/// Nothing can be played and the rules let the player pass.
pub const PASS: MoveId = u32::MAX;

/// Total of ground clauses a game may have; more is an exploding rule file.
const MOST_CLAUSES: usize = 1_000_000;

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

#[derive(Clone, Debug, Default)]
struct Condition {
    tree: Tree,
}

#[derive(Clone, Debug, Default)]
struct Count {
    members: Vec<Tree>,
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
    legal: [Tree; 2],
    /// `effects[side][move]` → trees whose leaves are facts to set.
    effects: [Vec<Vec<u32>>; 2],
    effect_trees: Vec<Tree>,
    effect_facts: Vec<Fact>,
    wins: [Tree; 2],
    draw: Tree,
    pass: [Tree; 2],
    has_pass: bool,
    conditions: Vec<Condition>,
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
            nodes: trees.map(Tree::len).sum(),
        }
    }

    fn guard(&self, values: &[u8], extras: &[Extra]) -> bool {
        extras.iter().all(|e| match e {
            Extra::Not(goal) => !self.test(&self.conditions[*goal].tree, values),
            Extra::Compare(how, counts, constant) => {
                let sum: i64 = counts
                    .iter()
                    .map(|(sign, c)| {
                        let members = &self.counts[*c].members;
                        sign * members.iter().filter(|m| self.test(m, values)).count() as i64
                    })
                    .sum();
                holds(*how, sum + constant)
            }
        })
    }

    fn test(&self, tree: &Tree, values: &[u8]) -> bool {
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
            let mut set: [u32; 128] = [0; 128];
            let mut n = 0;
            for tree in &self.effects[state.turn][mv as usize] {
                let values = &state.values;
                self.effect_trees[*tree as usize].visit(
                    values,
                    &|e| self.guard(values, e),
                    &mut |f| {
                        if n < set.len() {
                            set[n] = f;
                            n += 1;
                        }
                        false
                    },
                );
            }
            // Clearing effects were numbered after setting ones, so setting wins.
            set[..n].sort_unstable_by(|a, b| b.cmp(a));
            for f in &set[..n] {
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

    /// The variable that holds the turn.
    pub fn turn_variable(&self) -> Option<u16> {
        self.turn_var
    }

    /// A move as text: `d3`, or `a2-a5` for several arguments.
    pub fn move_text(&self, mv: MoveId) -> String {
        match self.moves.get(mv as usize) {
            None => "pass".into(),
            Some(args) => {
                args.iter().map(|v| self.program.show(*v)).collect::<Vec<_>>().join("-")
            }
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

struct Compiler {
    program: Program,
    budget: Budget,
    clauses: usize,
    conditions: Vec<Condition>,
    goal_ids: HashMap<Goal, usize>,
    counts: Vec<Count>,
}

/// A ground clause: the values of the asked variables, facts, and other conditions.
type Ground = (Vec<Option<Value>>, Vec<Fact>, Vec<Extra>);

impl Compiler {
    fn run(program: Program) -> Result<Game, RuleError> {
        let mut c = Compiler {
            program,
            budget: Budget::default(),
            clauses: 0,
            conditions: Vec::new(),
            goal_ids: HashMap::new(),
            counts: Vec::new(),
        };
        let players = c.players()?;
        let mut moves: Vec<Vec<Value>> = Vec::new();
        let mut ids: HashMap<Vec<Value>, u32> = HashMap::new();
        let mut legal = [Tree::default(), Tree::default()];
        let n_args = c.legal_arity()?;
        for (side, player) in players.iter().enumerate() {
            for (args, facts, extras) in c.goal("legal_move", n_args, &[(n_args - 1, *player)])? {
                let args: Vec<Value> = args[..n_args - 1].iter().flatten().copied().collect();
                let id = *ids.entry(args.clone()).or_insert_with(|| {
                    moves.push(args);
                    moves.len() as u32 - 1
                });
                c.insert(&mut legal[side], &facts, &extras, id);
            }
        }
        let (effects, effect_trees, effect_facts) = c.effects(&players, &moves)?;
        let mut wins = [Tree::default(), Tree::default()];
        let mut pass = [Tree::default(), Tree::default()];
        for (side, player) in players.iter().enumerate() {
            c.tree_of("win", &[*player], &mut wins[side])?;
            c.tree_of("pass", &[*player], &mut pass[side])?;
        }
        let mut draw = Tree::default();
        c.tree_of("draw", &[], &mut draw)?;
        let has_pass = pass.iter().any(|t| !t.is_empty());
        let program = c.program;
        let keys = zobrist(&program);
        let turn_var = program.pred("turn").and_then(|p| program.fact(p, &players[..1]));
        let turn_values = [0, 1].map(|s| {
            let fact = program.pred("turn").and_then(|p| program.fact(p, &[players[s]]));
            fact.map_or(0, |f| f.value)
        });
        let mut game = Game {
            moves,
            start: State { values: Vec::new(), turn: 0, hash: 0, ply: 0 },
            turn_var: turn_var.map(|f| f.var),
            turn_values,
            legal,
            effects,
            effect_trees,
            effect_facts,
            wins,
            draw,
            pass,
            has_pass,
            conditions: c.conditions,
            counts: c.counts,
            keys,
            program,
        };
        game.start = game.first_position()?;
        Ok(game)
    }

    fn players(&self) -> Result<[Value; 2], RuleError> {
        let list: Vec<Value> = match self.program.pred("player") {
            Some(p) => self.program.tuples(p).map(|t| t[0]).collect(),
            None => Vec::new(),
        };
        <[Value; 2]>::try_from(list).map_err(|list| {
            let text = format!("a game needs two facts player(…); the file has {}", list.len());
            RuleError::new(Default::default(), text)
        })
    }

    fn legal_arity(&self) -> Result<usize, RuleError> {
        let found = self.program.preds.iter().find(|p| p.name == "legal_move" && p.arity > 1);
        found.map(|p| p.arity).ok_or_else(|| {
            let text = "no legal_move(Move…, Player) in the rules; it says what may be played";
            RuleError::new(Default::default(), text.into())
        })
    }

    fn tree_of(&mut self, name: &str, args: &[Value], tree: &mut Tree) -> Result<(), RuleError> {
        let given: Vec<(usize, Value)> = args.iter().copied().enumerate().collect();
        for (_, facts, extras) in self.goal(name, args.len(), &given)? {
            self.insert(tree, &facts, &extras, 0);
        }
        Ok(())
    }

    fn insert(&self, tree: &mut Tree, facts: &[Fact], extras: &[Extra], leaf: u32) {
        tree.insert(facts, extras, leaf, |v| self.program.fluents.n_values(v));
    }

    /// Unfolds `name(…)` with some arguments given; nothing if the rules do not define it.
    fn goal(
        &mut self,
        name: &str,
        arity: usize,
        given: &[(usize, Value)],
    ) -> Result<Vec<Ground>, RuleError> {
        let found = self.program.preds.iter().position(|p| p.name == name && p.arity == arity);
        let Some(pred) = found else {
            return Ok(Vec::new());
        };
        let args = (0..arity).map(|i| crate::rules::Arg::Var(i as u16)).collect();
        let body = vec![Lit::Call { pred, args, negated: false }];
        let given: Vec<(u16, Value)> = given.iter().map(|(i, v)| (*i as u16, *v)).collect();
        self.unfold(&body, arity, &given, arity)
    }

    /// Unfolds a body and renumbers its negated goals and counts into the compiler's own.
    fn unfold(
        &mut self,
        body: &[Lit],
        n_vars: usize,
        given: &[(u16, Value)],
        n_out: usize,
    ) -> Result<Vec<Ground>, RuleError> {
        let mut out: Vec<Ground> = Vec::new();
        let (goals, counts) = {
            let program = &self.program;
            let budget = self.budget;
            let most = budget.clauses.min(MOST_CLAUSES - self.clauses);
            let mut engine = Engine::new(program, budget);
            engine.unknown();
            let flow = engine.solve(body, n_vars, given, &mut |e, base| {
                let values = (0..n_out).map(|v| e.value(base, v)).collect();
                out.push((values, e.residual().to_vec(), e.extras().to_vec()));
                if out.len() > most { Flow::Stop } else { Flow::Go }
            })?;
            if flow == Flow::Stop {
                return Err(self.exploded(body, most));
            }
            (std::mem::take(&mut engine.goals), std::mem::take(&mut engine.counts))
        };
        self.clauses += out.len();
        let goals = goals.into_iter().map(|g| self.condition(g)).collect::<Result<Vec<_>, _>>()?;
        let first_count = self.counts.len();
        for count in counts {
            let mut members = Vec::new();
            for clauses in count.members {
                let mut tree = Tree::default();
                for (facts, extras) in clauses {
                    let extras = renumber(extras, &goals, first_count);
                    self.insert(&mut tree, &facts, &extras, 0);
                }
                members.push(tree);
            }
            self.counts.push(Count { members });
        }
        for ground in &mut out {
            ground.2 = renumber(std::mem::take(&mut ground.2), &goals, first_count);
        }
        Ok(out)
    }

    fn exploded(&self, body: &[Lit], most: usize) -> RuleError {
        let what = body.iter().map(|l| self.program.show_literal(l)).collect::<Vec<_>>().join(", ");
        let error = RuleError::new(
            Default::default(),
            format!("exploding ground set: {what} has more than {most} ground clauses"),
        );
        let pred = body.iter().find_map(|l| match l {
            Lit::Call { pred, .. } => self.program.preds[*pred].rules.first(),
            _ => None,
        });
        match pred.map(|r| &self.program.clauses[self.program.rules[*r].clause]) {
            Some(clause) => RuleError { place: clause.place, ..error }.with_clause(clause.to_string()),
            None => error,
        }
    }

    fn condition(&mut self, goal: Goal) -> Result<usize, RuleError> {
        if let Some(id) = self.goal_ids.get(&goal) {
            return Ok(*id);
        }
        let args = (0..goal.args.len()).map(|i| crate::rules::Arg::Var(i as u16)).collect();
        let body = vec![Lit::Call { pred: goal.pred, args, negated: false }];
        let given: Vec<(u16, Value)> =
            goal.args.iter().enumerate().filter_map(|(i, v)| v.map(|v| (i as u16, v))).collect();
        let mut tree = Tree::default();
        for (_, facts, extras) in self.unfold(&body, goal.args.len(), &given, 0)? {
            self.insert(&mut tree, &facts, &extras, 0);
        }
        self.conditions.push(Condition { tree });
        self.goal_ids.insert(goal, self.conditions.len() - 1);
        Ok(self.conditions.len() - 1)
    }

    /// One tree per effect rule and per distinct value of the move arguments it uses.
    #[allow(clippy::type_complexity)]
    fn effects(
        &mut self,
        players: &[Value; 2],
        moves: &[Vec<Value>],
    ) -> Result<([Vec<Vec<u32>>; 2], Vec<Tree>, Vec<Fact>), RuleError> {
        let mut lists = [vec![Vec::new(); moves.len()], vec![Vec::new(); moves.len()]];
        let mut trees: Vec<Tree> = Vec::new();
        let mut facts: Vec<Fact> = Vec::new();
        let mut rules = self.program.effects.clone();
        rules.sort_by_key(|e| !e.set);
        for effect in &rules {
            let used = used_arguments(effect);
            let mut made: HashMap<Vec<Value>, u32> = HashMap::new();
            for (side, player) in players.iter().enumerate() {
                for (id, args) in moves.iter().enumerate() {
                    let full: Vec<Value> = args.iter().copied().chain([*player]).collect();
                    let Some(given) = fit(&effect.rule.args, &full) else {
                        return Err(self.effect_arity(effect, full.len()));
                    };
                    let Some(given) = given else { continue };
                    let key: Vec<Value> = used.iter().map(|i| full[*i]).collect();
                    if !made.contains_key(&key) {
                        let tree = self.effect_tree(effect, &given, &mut facts)?;
                        trees.push(tree);
                        made.insert(key.clone(), trees.len() as u32 - 1);
                    }
                    let tree = made[&key];
                    if !trees[tree as usize].is_empty() || trees[tree as usize].len() > 1 {
                        lists[side][id].push(tree);
                    }
                }
            }
        }
        Ok((lists, trees, facts))
    }

    fn effect_arity(&self, effect: &crate::rules::Effect, wanted: usize) -> RuleError {
        let clause = &self.program.clauses[effect.rule.clause];
        let text = format!("effect needs {wanted} arguments (as legal_move) before its fact");
        RuleError::new(clause.place, text).with_clause(clause.to_string())
    }

    fn effect_tree(
        &mut self,
        effect: &crate::rules::Effect,
        given: &[(u16, Value)],
        facts: &mut Vec<Fact>,
    ) -> Result<Tree, RuleError> {
        let rule = &effect.rule;
        let mut tree = Tree::default();
        let n = rule.n_vars;
        for (values, conditions, extras) in self.unfold(&rule.body, n, given, n)? {
            let args: Option<Vec<Value>> = effect
                .fact
                .iter()
                .map(|a| match a {
                    crate::rules::Arg::Const(c) => Some(*c),
                    crate::rules::Arg::Var(v) => values[*v as usize],
                })
                .collect();
            let fact = args.and_then(|a| self.program.fact(effect.fluent, &a));
            let Some(mut fact) = fact else { continue };
            if !effect.set {
                match self.program.fluents.none(fact.var as usize) {
                    Some(none) => fact.value = none,
                    None => continue,
                }
            }
            let id = facts.iter().position(|f| *f == fact).unwrap_or_else(|| {
                facts.push(fact);
                facts.len() - 1
            });
            self.insert(&mut tree, &conditions, &extras, id as u32);
        }
        Ok(tree)
    }
}

fn renumber(extras: Vec<Extra>, goals: &[usize], first_count: usize) -> Vec<Extra> {
    extras
        .into_iter()
        .map(|e| match e {
            Extra::Not(g) => Extra::Not(goals[g]),
            Extra::Compare(how, counts, constant) => {
                let counts = counts.into_iter().map(|(s, c)| (s, c + first_count)).collect();
                Extra::Compare(how, counts, constant)
            }
        })
        .collect()
}

/// Which arguments of the move the effect looks at; it is unfolded once for each value of those.
fn used_arguments(effect: &crate::rules::Effect) -> Vec<usize> {
    use crate::rules::Arg;
    let mut vars: Vec<Arg> = effect.fact.clone();
    fn walk(body: &[Lit], vars: &mut Vec<Arg>) {
        for lit in body {
            match lit {
                Lit::Call { args, .. } => vars.extend(args),
                Lit::Same { left, right, .. } => vars.extend([left, right]),
                Lit::Count { body, .. } => walk(body, vars),
                Lit::Compare { left, right, .. } => {
                    vars.extend(left.iter().chain(right).map(|(_, a)| *a));
                }
            }
        }
    }
    walk(&effect.rule.body, &mut vars);
    let args = effect.rule.args.iter().enumerate();
    args.filter(|(_, a)| matches!(a, Arg::Const(_)) || vars.contains(a)).map(|(i, _)| i).collect()
}

/// Binds the rule's arguments to a move; `Some(None)` when a constant differs.
#[allow(clippy::option_option)]
fn fit(args: &[crate::rules::Arg], full: &[Value]) -> Option<Option<Vec<(u16, Value)>>> {
    use crate::rules::Arg;
    if args.len() != full.len() {
        return None;
    }
    let mut given: Vec<(u16, Value)> = Vec::new();
    for (arg, value) in args.iter().zip(full) {
        match arg {
            Arg::Const(c) if c != value => return Some(None),
            Arg::Const(_) => {}
            Arg::Var(v) => match given.iter().find(|g| g.0 == *v) {
                Some((_, old)) if old != value => return Some(None),
                Some(_) => {}
                None => given.push((*v, *value)),
            },
        }
    }
    Some(Some(given))
}

fn zobrist(program: &Program) -> Vec<Vec<u64>> {
    let mut seed = 0x1234_5678_9ABC_DEF1u64;
    let mut next = || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        seed.wrapping_mul(0x2545_F491_4F6C_DD1D)
    };
    (0..program.fluents.n_vars())
        .map(|v| (0..program.fluents.n_values(v)).map(|_| next()).collect())
        .collect()
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
        let turn = self.turn_var.map_or(0, |v| {
            usize::from(values[v as usize] == self.turn_values[1])
        });
        Ok(self.position(values, turn))
    }
}
