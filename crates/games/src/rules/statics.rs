//! Bottom-up evaluation of what does not depend on the position, then the possible facts.

use super::RuleError;
use super::check::reach;
use super::engine::{Budget, Engine, Flow};
use super::fluents;
use super::program::{Arg, Kind, Lit, PredId, Program, Rule, Value};
use std::collections::BTreeSet;

/// Tuples of all static predicates together.
const MOST_TUPLES: usize = 500_000;
/// Resolution steps for all of them: ten seconds or so.
const MOST_STEPS: u64 = 100_000_000;
/// Facts of the position.
const MOST_FACTS: usize = 20_000;

pub(super) fn evaluate(program: &mut Program) -> Result<(), RuleError> {
    let reach = reach(program);
    for (p, row) in reach.iter().enumerate() {
        program.preds[p].recursive = row[p];
    }
    // Callees first: a predicate goes after everything it reaches that does not reach it back.
    let mut order: Vec<PredId> =
        (0..program.preds.len()).filter(|p| program.preds[*p].kind == Kind::Static).collect();
    order.sort_by_key(|p| reach[*p].iter().filter(|r| **r).count());
    let mut done: BTreeSet<PredId> = BTreeSet::new();
    let mut left = MOST_STEPS;
    for p in order {
        if done.contains(&p) {
            continue;
        }
        let together: Vec<PredId> = (0..program.preds.len())
            .filter(|q| *q == p || (reach[p][*q] && reach[*q][p]))
            .collect();
        fixpoint(program, &together, &mut left)?;
        done.extend(together);
    }
    let fluent_preds: Vec<PredId> =
        (0..program.preds.len()).filter(|p| program.preds[*p].kind == Kind::Fluent).collect();
    initial(program);
    domains(program, &fluent_preds)?;
    fluents::make(program, &fluent_preds)
}

fn fixpoint(program: &mut Program, preds: &[PredId], left: &mut u64) -> Result<(), RuleError> {
    let rules: Vec<Rule> = preds
        .iter()
        .flat_map(|p| &program.preds[*p].rules)
        .map(|r| program.rules[*r].clone())
        .collect();
    let recursive = preds.iter().any(|p| program.preds[*p].recursive);
    loop {
        let mut changed = false;
        for rule in &rules {
            let mut found: Vec<Vec<Value>> = Vec::new();
            {
                let budget = Budget::default();
                let budget = Budget { steps: budget.steps.min(*left), ..budget };
                let mut engine = Engine::new(program, budget);
                let relation = &program.relations[rule.head];
                let total: usize = program.relations.iter().map(|r| r.len()).sum();
                let mut over = false;
                engine
                    .solve(leak_free(rule, program), rule.n_vars, &[], &mut |e, base| {
                        let tuple: Vec<Value> = rule
                            .args
                            .iter()
                            .map(|a| match a {
                                Arg::Const(c) => *c,
                                Arg::Var(v) => e.value(base, *v as usize).unwrap_or(Value(0)),
                            })
                            .collect();
                        if !relation.contains(&tuple) {
                            found.push(tuple);
                        }
                        over = found.len() + total > MOST_TUPLES;
                        if over { Flow::Stop } else { Flow::Go }
                    })
                    .map_err(|e| named(e, program, rule))?;
                *left = left.saturating_sub(engine.steps());
                if over {
                    return Err(too_many(program, rule, "tuples", MOST_TUPLES));
                }
            }
            for tuple in found {
                changed |= program.relations[rule.head].insert(&tuple);
            }
        }
        if !changed || !recursive {
            return Ok(());
        }
    }
}

/// The rule's body inside the program, which lives long enough for the engine.
fn leak_free<'p>(rule: &Rule, program: &'p Program) -> &'p [Lit] {
    let found = program.preds[rule.head].rules.iter().map(|r| &program.rules[*r]);
    found.into_iter().find(|r| r.clause == rule.clause).map_or(&[], |r| &r.body)
}

fn named(error: RuleError, program: &Program, rule: &Rule) -> RuleError {
    let clause = &program.clauses[rule.clause];
    if error.clause.is_some() {
        return error;
    }
    RuleError { place: clause.place, ..error }.with_clause(clause.to_string())
}

fn too_many(program: &Program, rule: &Rule, what: &str, most: usize) -> RuleError {
    let clause = &program.clauses[rule.clause];
    let text = format!("exploding ground set: more than {most} {what}; restrict its variables");
    RuleError::new(clause.place, text).with_clause(clause.to_string())
}

fn initial(program: &mut Program) {
    for p in 0..program.preds.len() {
        let Some(name) = program.preds[p].name.strip_prefix("init ") else {
            continue;
        };
        let arity = program.preds[p].arity;
        let fluent = program
            .preds
            .iter()
            .position(|q| q.name == name && q.arity == arity && q.kind == Kind::Fluent);
        if let Some(fluent) = fluent {
            let tuples: Vec<Vec<Value>> = program.tuples(p).map(<[Value]>::to_vec).collect();
            program.initial.extend(tuples.into_iter().map(|t| (fluent, t)));
        }
    }
}

type Mention = (PredId, Vec<Arg>);

/// Every fact the position may have: initial ones, and for every mention in a rule or effect the
/// product of what the static conditions beside it allow for each variable.
fn domains(program: &mut Program, preds: &[PredId]) -> Result<(), RuleError> {
    let initial = program.initial.clone();
    for (pred, tuple) in initial {
        program.relations[pred].insert(&tuple);
    }
    // The turn goes round, whatever the rules say about it.
    if let (Some(turn), Some(player)) = (program.pred("turn"), program.pred("player"))
        && preds.contains(&turn)
    {
        let players: Vec<Vec<Value>> = program.tuples(player).map(<[Value]>::to_vec).collect();
        for p in players {
            program.relations[turn].insert(&p);
        }
    }
    let mut mentions: Vec<(Rule, Option<Mention>)> =
        program.rules.iter().map(|r| (r.clone(), None)).collect();
    for e in &program.effects {
        mentions.push((e.rule.clone(), Some((e.fluent, e.fact.clone()))));
    }
    for (rule, effect) in &mentions {
        let mut atoms: Vec<(PredId, Vec<Arg>)> = effect.iter().cloned().collect();
        collect_atoms(&rule.body, &mut atoms);
        for (pred, args) in atoms {
            if !preds.contains(&pred) {
                continue;
            }
            let mut columns: Vec<Vec<Value>> = Vec::new();
            for arg in &args {
                columns.push(match arg {
                    Arg::Const(c) => vec![*c],
                    Arg::Var(v) => possible(program, rule, *v, effect.is_some(), 0),
                });
            }
            if columns.iter().any(Vec::is_empty) {
                continue; // some other mention says more
            }
            let total: usize = columns.iter().map(Vec::len).product();
            if total > MOST_FACTS {
                return Err(too_many(program, rule, "facts of the position", MOST_FACTS));
            }
            for mut i in 0..total {
                let mut tuple = Vec::new();
                for column in &columns {
                    tuple.push(column[i % column.len()]);
                    i /= column.len();
                }
                program.relations[pred].insert(&tuple);
            }
        }
    }
    Ok(())
}

fn collect_atoms(body: &[Lit], out: &mut Vec<(PredId, Vec<Arg>)>) {
    for lit in body {
        match lit {
            Lit::Call { pred, args, .. } => out.push((*pred, args.clone())),
            Lit::Count { body, .. } => collect_atoms(body, out),
            _ => {}
        }
    }
}

/// Values a variable can take by the static conditions beside it; derived predicates are asked
/// for the same variable in their own rules, a few levels deep.
fn possible(program: &Program, rule: &Rule, var: u16, effect: bool, depth: u32) -> Vec<Value> {
    let mut out: Option<BTreeSet<Value>> = None;
    let mut narrow = |set: BTreeSet<Value>| {
        out = Some(match out.take() {
            Some(old) => old.intersection(&set).copied().collect(),
            None => set,
        });
    };
    let mut atoms = Vec::new();
    for lit in &rule.body {
        if matches!(lit, Lit::Call { negated: false, .. } | Lit::Count { .. }) {
            collect_atoms(std::slice::from_ref(lit), &mut atoms);
        }
    }
    for (pred, args) in &atoms {
        for (column, _) in args.iter().enumerate().filter(|(_, a)| **a == Arg::Var(var)) {
            match program.preds[*pred].kind {
                Kind::Static => narrow(program.tuples(*pred).map(|t| t[column]).collect()),
                Kind::Derived if depth < 4 => {
                    let values = column_values(program, *pred, column, depth + 1);
                    if !values.is_empty() {
                        narrow(values);
                    }
                }
                _ => {}
            }
        }
    }
    // The arguments of an effect are those of a legal move.
    if effect && let Some(legal) = program.pred("legal_move") {
        for (column, _) in rule.args.iter().enumerate().filter(|(_, a)| **a == Arg::Var(var)) {
            if column < program.preds[legal].arity {
                let values = column_values(program, legal, column, depth + 1);
                if !values.is_empty() {
                    narrow(values);
                }
            }
        }
    }
    out.map(|s| s.into_iter().collect()).unwrap_or_default()
}

fn column_values(program: &Program, pred: PredId, column: usize, depth: u32) -> BTreeSet<Value> {
    let mut out = BTreeSet::new();
    for r in &program.preds[pred].rules {
        let rule = &program.rules[*r];
        match rule.args[column] {
            Arg::Const(c) => drop(out.insert(c)),
            Arg::Var(v) => out.extend(possible(program, rule, v, false, depth)),
        }
    }
    out
}
