//! Rules → discrimination trees: everything a game asks of its rules, unfolded once.

use super::{Count, Game, MOST_CLAUSES, MOST_STEPS, State};
use crate::rules::{
    Arg, Budget, Effect, Engine, Extra, Fact, Flow, Goal, Lit, Program, RuleError, Value,
};
use crate::tree::{Packed, Tree};
use std::collections::HashMap;

pub(super) struct Compiler {
    program: Program,
    steps_left: u64,
    clauses: usize,
    conditions: Vec<Packed>,
    goal_ids: HashMap<Goal, usize>,
    counts: Vec<Count>,
}

/// A ground clause: the values of the asked variables, facts, and other conditions.
type Ground = (Vec<Option<Value>>, Vec<Fact>, Vec<Extra>);

impl Compiler {
    pub(super) fn run(program: Program) -> Result<Game, RuleError> {
        let mut c = Compiler {
            program,
            steps_left: MOST_STEPS,
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
            legal: legal.map(Packed::from),
            effects,
            effect_trees: effect_trees.into_iter().map(Packed::from).collect(),
            effect_facts,
            wins: wins.map(Packed::from),
            draw: draw.into(),
            pass: pass.map(Packed::from),
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
        let args = (0..arity).map(|i| Arg::Var(i as u16)).collect();
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
            let each = Budget::default();
            let budget = Budget { steps: each.steps.min(self.steps_left), ..each };
            let most = budget.clauses.min(MOST_CLAUSES - self.clauses);
            let mut engine = Engine::new(program, budget);
            engine.unknown();
            let flow = engine.solve(body, n_vars, given, &mut |e, base| {
                let values = (0..n_out).map(|v| e.value(base, v)).collect();
                out.push((values, e.residual().to_vec(), e.extras().to_vec()));
                if out.len() > most { Flow::Stop } else { Flow::Go }
            })?;
            self.steps_left = self.steps_left.saturating_sub(engine.steps());
            if flow == Flow::Stop {
                return Err(self.exploded(body, most));
            }
            (std::mem::take(&mut engine.goals), std::mem::take(&mut engine.counts))
        };
        self.clauses += out.len();
        let goals = goals.into_iter().map(|g| self.condition(g)).collect::<Result<Vec<_>, _>>()?;
        let first_count = self.counts.len();
        for count in counts {
            let mut made = Count::default();
            for clauses in count.members {
                let mut tree = Tree::default();
                for (facts, extras) in clauses {
                    let extras = renumber(extras, &goals, first_count);
                    self.insert(&mut tree, &facts, &extras, 0);
                }
                let tree = Packed::from(tree);
                match tree.single_fact() {
                    Some(fact) => made.facts.push(fact),
                    None => made.members.push(tree),
                }
            }
            self.counts.push(made);
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
            Some(clause) => {
                RuleError { place: clause.place, ..error }.with_clause(clause.to_string())
            }
            None => error,
        }
    }

    fn condition(&mut self, goal: Goal) -> Result<usize, RuleError> {
        if let Some(id) = self.goal_ids.get(&goal) {
            return Ok(*id);
        }
        let args = (0..goal.args.len()).map(|i| Arg::Var(i as u16)).collect();
        let body = vec![Lit::Call { pred: goal.pred, args, negated: false }];
        let given: Vec<(u16, Value)> =
            goal.args.iter().enumerate().filter_map(|(i, v)| v.map(|v| (i as u16, v))).collect();
        let mut tree = Tree::default();
        for (_, facts, extras) in self.unfold(&body, goal.args.len(), &given, 0)? {
            self.insert(&mut tree, &facts, &extras, 0);
        }
        self.conditions.push(tree.into());
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

    fn effect_arity(&self, effect: &Effect, wanted: usize) -> RuleError {
        let clause = &self.program.clauses[effect.rule.clause];
        let text = format!("effect needs {wanted} arguments (as legal_move) before its fact");
        RuleError::new(clause.place, text).with_clause(clause.to_string())
    }

    fn effect_tree(
        &mut self,
        effect: &Effect,
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
                    Arg::Const(c) => Some(*c),
                    Arg::Var(v) => values[*v as usize],
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
fn used_arguments(effect: &Effect) -> Vec<usize> {
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
fn fit(args: &[Arg], full: &[Value]) -> Option<Option<Vec<(u16, Value)>>> {
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
