//! Clauses → rules: names become numbers, special heads go where they belong, and conditions that
//! only test (`not`, `\=`, `>`) move behind the ones that bind their variables.

use super::RuleError;
use super::directives::Prepared;
use super::fluents::Fluents;
use super::program::{Arg, Effect, Kind, Linear, Lit, Pred, PredId, Program, Rule, Value};
use super::relation::Relation;
use super::syntax::{Atom, Clause, Literal, Sum, Term};
use std::collections::HashMap;

pub(super) fn resolve(clauses: Vec<Clause>, prepared: &Prepared) -> Result<Program, RuleError> {
    let mut program = Program {
        names: Vec::new(),
        name_ids: HashMap::new(),
        preds: Vec::new(),
        rules: Vec::new(),
        clauses: Vec::new(),
        relations: Vec::new(),
        fluents: Fluents::default(),
        effects: Vec::new(),
        constraints: Vec::new(),
        initial: Vec::new(),
        options: prepared.options.clone(),
        choices: prepared.choices.clone(),
        limit: prepared.limit,
        board: prepared.board,
    };
    let mut ids: HashMap<(String, usize), PredId> = HashMap::new();
    for (i, clause) in clauses.iter().enumerate() {
        let mut scope = Scope { program: &mut program, ids: &mut ids, slots: HashMap::new() };
        scope.add(i, clause)?;
    }
    program.clauses = clauses;
    kinds(&mut program)?;
    Ok(program)
}

/// `ic`, `ic1`, `ic2`, …: heads of integrity constraints, as in the paper's figure 3.
fn is_constraint(clause: &Clause) -> bool {
    match &clause.head {
        None => true,
        Some(head) => head
            .name
            .strip_prefix("ic")
            .is_some_and(|rest| rest.chars().all(|c| c.is_ascii_digit())),
    }
}

struct Scope<'a> {
    program: &'a mut Program,
    ids: &'a mut HashMap<(String, usize), PredId>,
    slots: HashMap<String, u16>,
}

impl Scope<'_> {
    fn add(&mut self, clause: usize, source: &Clause) -> Result<(), RuleError> {
        let mut args = Vec::new();
        let mut given = Vec::new();
        if let Some(head) = source.head.as_ref().filter(|_| !is_constraint(source)) {
            args = head.args.iter().map(|t| self.arg(t)).collect();
            if source.fact.is_some() && head.name == "effect" {
                given = args.clone();
            }
        }
        let fact = source.fact.as_ref().map(|(atom, set)| (self.atom(atom), *set));
        let body = source.body.iter().map(|l| self.literal(l)).collect::<Result<Vec<_>, _>>()?;
        let body = binding_order(body, &given);
        let n_vars = self.slots.len();
        let rule = |head, args| Rule { head, args, body, n_vars, clause };
        match (&source.head, fact) {
            _ if is_constraint(source) => self.program.constraints.push(rule(0, Vec::new())),
            (Some(head), Some(((fluent, fact), set))) if head.name == "effect" => {
                let effect = Effect { rule: rule(0, args), fluent, fact, set };
                self.program.effects.push(effect);
            }
            (_, Some(((fluent, fact), true))) => {
                let name = format!("init {}", self.program.preds[fluent].name);
                let head = self.pred(&name, fact.len());
                self.program.rules.push(rule(head, fact));
            }
            (Some(head), None) => {
                let pred = self.pred(&head.name, head.args.len());
                self.program.rules.push(rule(pred, args));
            }
            _ => {
                let text = "init states what holds; leave out what does not";
                return Err(RuleError::new(source.place, text.into()));
            }
        }
        Ok(())
    }

    fn pred(&mut self, name: &str, arity: usize) -> PredId {
        let preds = &mut self.program.preds;
        let relations = &mut self.program.relations;
        *self.ids.entry((name.to_string(), arity)).or_insert_with(|| {
            preds.push(Pred {
                name: name.into(),
                arity,
                kind: Kind::Static,
                rules: Vec::new(),
                recursive: false,
            });
            relations.push(Relation::new(arity));
            preds.len() - 1
        })
    }

    fn arg(&mut self, term: &Term) -> Arg {
        match term {
            Term::Variable(v) => {
                let next = self.slots.len() as u16;
                Arg::Var(*self.slots.entry(v.clone()).or_insert(next))
            }
            Term::Number(n) => Arg::Const(Value::number(*n)),
            Term::Name(n) => {
                let names = &mut self.program.names;
                let id = *self.program.name_ids.entry(n.clone()).or_insert_with(|| {
                    names.push(n.clone());
                    names.len() - 1
                });
                Arg::Const(Value::name(id))
            }
        }
    }

    fn atom(&mut self, atom: &Atom) -> (PredId, Vec<Arg>) {
        let args = atom.args.iter().map(|t| self.arg(t)).collect();
        (self.pred(&atom.name, atom.args.len()), args)
    }

    fn sum(&mut self, sum: &Sum) -> Linear {
        sum.0.iter().map(|(sign, t)| (*sign, self.arg(t))).collect()
    }

    fn literal(&mut self, literal: &Literal) -> Result<Lit, RuleError> {
        Ok(match literal {
            Literal::Call { atom, negated } => {
                let (pred, args) = self.atom(atom);
                Lit::Call { pred, args, negated: *negated }
            }
            Literal::Same { left, right, equal } => {
                Lit::Same { left: self.arg(left), right: self.arg(right), equal: *equal }
            }
            Literal::Count { over, body, result } => {
                let over = over.iter().map(|t| self.arg(t)).collect();
                let body = body.iter().map(|l| self.literal(l)).collect::<Result<Vec<_>, _>>()?;
                let Arg::Var(result) = self.arg(result) else {
                    let place = super::lexer::Place::default();
                    let text = format!("`{literal}` needs a variable as its third argument");
                    return Err(RuleError::new(place, text));
                };
                Lit::Count { over, body, result }
            }
            Literal::Compare { how, left, right } => {
                Lit::Compare { how: *how, left: self.sum(left), right: self.sum(right) }
            }
        })
    }
}

/// Variables a literal binds when it succeeds.
pub(crate) fn binds(lit: &Lit) -> Vec<u16> {
    let vars = |args: &[Arg]| -> Vec<u16> {
        args.iter().filter_map(|a| if let Arg::Var(v) = a { Some(*v) } else { None }).collect()
    };
    match lit {
        Lit::Call { args, negated: false, .. } => vars(args),
        Lit::Same { left, right, equal: true } => vars(&[*left, *right]),
        Lit::Count { result, .. } => vec![*result],
        _ => Vec::new(),
    }
}

/// Variables that must be bound before the literal can be tried.
fn waits_for(lit: &Lit) -> Vec<u16> {
    let var = |a: &Arg| if let Arg::Var(v) = a { Some(*v) } else { None };
    match lit {
        Lit::Call { args, negated: true, .. } => args.iter().filter_map(var).collect(),
        Lit::Same { left, right, equal: false } => {
            [left, right].into_iter().filter_map(var).collect()
        }
        Lit::Compare { left, right, .. } => {
            left.iter().chain(right).filter_map(|(_, a)| var(a)).collect()
        }
        _ => Vec::new(),
    }
}

/// Keeps the written order, except that tests wait until what they test is bound. A variable
/// that nothing binds does not hold its test back (the safety check speaks about it).
pub(crate) fn binding_order(body: Vec<Lit>, given: &[Arg]) -> Vec<Lit> {
    let mut bound: Vec<u16> = binds(&Lit::Call { pred: 0, args: given.to_vec(), negated: false });
    let mut left = body;
    let mut out = Vec::new();
    while !left.is_empty() {
        let bindable: Vec<u16> = left.iter().flat_map(binds).collect();
        let ready =
            |lit: &Lit| waits_for(lit).iter().all(|v| bound.contains(v) || !bindable.contains(v));
        let next = left.iter().position(ready).unwrap_or(0);
        let lit = left.remove(next);
        bound.extend(binds(&lit));
        out.push(lit);
    }
    out
}

/// Every predicate a literal calls, with whether it is under `not` or `count`.
pub(crate) fn calls(lit: &Lit, out: &mut Vec<(PredId, bool)>) {
    match lit {
        Lit::Call { pred, negated, .. } => out.push((*pred, *negated)),
        Lit::Count { body, .. } => {
            let mut inner = Vec::new();
            body.iter().for_each(|l| calls(l, &mut inner));
            out.extend(inner.into_iter().map(|(p, _)| (p, true)));
        }
        _ => {}
    }
}

/// Static, fluent or derived; undefined predicates are facts of the position if init, effect or a
/// constraint speaks of them, else mistakes.
fn kinds(program: &mut Program) -> Result<(), RuleError> {
    for (i, rule) in program.rules.iter().enumerate() {
        program.preds[rule.head].rules.push(i);
    }
    let mut mentioned: Vec<PredId> = program.effects.iter().map(|e| e.fluent).collect();
    for rule in &program.constraints {
        let mut list = Vec::new();
        rule.body.iter().for_each(|l| calls(l, &mut list));
        mentioned.extend(list.into_iter().map(|(p, _)| p));
    }
    for p in 0..program.preds.len() {
        if !program.preds[p].rules.is_empty() {
            continue;
        }
        let init = format!("init {}", program.preds[p].name);
        let known = mentioned.contains(&p)
            || program.preds.iter().any(|q| q.name == init && q.arity == program.preds[p].arity)
            || (program.preds[p].name == "turn" && program.preds[p].arity == 1);
        if known {
            program.preds[p].kind = Kind::Fluent;
        } else {
            return Err(undefined(program, p));
        }
    }
    loop {
        let mut changed = false;
        for rule in &program.rules {
            let mut list = Vec::new();
            rule.body.iter().for_each(|l| calls(l, &mut list));
            let moves = list.iter().any(|(p, _)| program.preds[*p].kind != Kind::Static);
            if moves && program.preds[rule.head].kind == Kind::Static {
                program.preds[rule.head].kind = Kind::Derived;
                changed = true;
            }
        }
        if !changed {
            return Ok(());
        }
    }
}

fn undefined(program: &Program, pred: PredId) -> RuleError {
    let Pred { name, arity, .. } = &program.preds[pred];
    let other = program.preds.iter().find(|q| q.name == *name && !q.rules.is_empty());
    let hint = match other {
        Some(q) => format!("; {name}/{} is defined, with {} arguments", q.arity, q.arity),
        None => "; define it, or name it in init, effect or an integrity constraint \
                 if it is a fact of the position"
            .into(),
    };
    let all = program.rules.iter().chain(program.effects.iter().map(|e| &e.rule));
    let user = all.chain(&program.constraints).find(|r| {
        let mut list = Vec::new();
        r.body.iter().for_each(|l| calls(l, &mut list));
        list.iter().any(|(p, _)| *p == pred)
    });
    let clause = user.map(|r| &program.clauses[r.clause]);
    let error = RuleError::new(
        clause.map(|c| c.place).unwrap_or_default(),
        format!("{name}/{arity} has neither facts nor rules{hint}"),
    );
    match clause {
        Some(c) => error.with_clause(c.to_string()),
        None => error,
    }
}
