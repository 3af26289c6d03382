//! What must hold before a rule file runs: safe variables, stratified negation, recursion that
//! has somewhere to end.

use super::RuleError;
use super::program::{Arg, Kind, Lit, PredId, Program, Rule};
use super::resolve::{binds, calls};
use super::syntax::{Clause, Literal, Term};

pub(super) fn check(program: &Program) -> Result<(), RuleError> {
    for rule in &program.rules {
        safety(program, rule, &[], &rule.args)?;
        if program.preds[rule.head].name.starts_with("init ")
            && program.preds[rule.head].kind != Kind::Static
        {
            let text = "init may not depend on the position";
            return Err(fault(&program.clauses[rule.clause], text.into()));
        }
    }
    for effect in &program.effects {
        if program.preds[effect.fluent].kind != Kind::Fluent {
            let text = format!(
                "effect changes {}, which has rules or facts of its own",
                program.preds[effect.fluent].name
            );
            return Err(fault(&program.clauses[effect.rule.clause], text));
        }
        safety(program, &effect.rule, &effect.rule.args, &effect.fact)?;
    }
    for rule in &program.constraints {
        safety(program, rule, &[], &[])?;
    }
    stratification(program)?;
    base_cases(program)
}

fn fault(clause: &Clause, message: String) -> RuleError {
    RuleError::new(clause.place, message).with_clause(clause.to_string())
}

/// Every variable of the head, of a negation and of a comparison is bound by a positive condition.
fn safety(program: &Program, rule: &Rule, given: &[Arg], head: &[Arg]) -> Result<(), RuleError> {
    let clause = &program.clauses[rule.clause];
    let names = variable_names(clause);
    let name = |v: u16| names.get(v as usize).cloned().unwrap_or_else(|| format!("V{v}"));
    let mut bound: Vec<u16> =
        given.iter().filter_map(|a| if let Arg::Var(v) = a { Some(*v) } else { None }).collect();
    bound.extend(rule.body.iter().filter(|l| !matches!(l, Lit::Same { .. })).flat_map(binds));
    // `X = Y` binds one side through the other.
    for _ in 0..rule.body.len() {
        for lit in &rule.body {
            if let Lit::Same { left, right, equal: true } = lit {
                let known = |a: &Arg| !matches!(a, Arg::Var(v) if !bound.contains(v));
                if known(left) || known(right) {
                    bound.extend(binds(lit));
                }
            }
        }
    }
    let unsafe_var = |args: &[Arg], wild: bool| {
        args.iter().find_map(|a| match a {
            Arg::Var(v) if !(bound.contains(v) || wild && name(*v).starts_with('_')) => Some(*v),
            _ => None,
        })
    };
    let complain = |v: u16, why: &str| {
        let text = format!(
            "unsafe variable {}: {why}; add a condition that binds it, such as square({})",
            name(v),
            name(v)
        );
        Err(fault(clause, text))
    };
    if let Some(v) = unsafe_var(head, false) {
        return complain(v, "it stands in the head but no positive condition binds it");
    }
    for lit in &rule.body {
        match lit {
            Lit::Call { args, negated: true, .. } => {
                if let Some(v) = unsafe_var(args, true) {
                    return complain(v, "it stands under `not` and nothing else binds it");
                }
            }
            Lit::Same { left, right, .. } => {
                if let Some(v) = unsafe_var(&[*left, *right], false) {
                    return complain(v, "it is compared but nothing binds it");
                }
            }
            Lit::Compare { left, right, .. } => {
                let args: Vec<Arg> = left.iter().chain(right).map(|(_, a)| *a).collect();
                if let Some(v) = unsafe_var(&args, false) {
                    return complain(v, "it is compared but nothing binds it");
                }
            }
            Lit::Count { over, body, .. } => {
                let inner: Vec<u16> = body.iter().flat_map(binds).collect();
                let missing = over.iter().find_map(|a| match a {
                    Arg::Var(v) if !inner.contains(v) => Some(*v),
                    _ => None,
                });
                if let Some(v) = missing {
                    return complain(v, "it is counted but the goal does not bind it");
                }
            }
            _ => {}
        }
    }
    Ok(())
}

/// Names in the order `resolve` numbered them: head, fact, then body.
fn variable_names(clause: &Clause) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut add = |t: &Term| {
        if let Term::Variable(v) = t
            && !out.contains(v)
        {
            out.push(v.clone());
        }
    };
    let constraint = clause.head.as_ref().is_none_or(|h| {
        h.name.strip_prefix("ic").is_some_and(|r| r.chars().all(|c| c.is_ascii_digit()))
    });
    if !constraint && let Some(head) = &clause.head {
        head.args.iter().for_each(&mut add);
    }
    if let Some((fact, _)) = &clause.fact {
        fact.args.iter().for_each(&mut add);
    }
    fn walk(lit: &Literal, add: &mut dyn FnMut(&Term)) {
        match lit {
            Literal::Call { atom, .. } => atom.args.iter().for_each(add),
            Literal::Same { left, right, .. } => [left, right].into_iter().for_each(add),
            Literal::Count { over, body, result } => {
                over.iter().for_each(&mut *add);
                body.iter().for_each(|l| walk(l, add));
                add(result);
            }
            Literal::Compare { left, right, .. } => {
                left.0.iter().chain(&right.0).for_each(|(_, t)| add(t));
            }
        }
    }
    clause.body.iter().for_each(|l| walk(l, &mut add));
    out
}

fn edges(program: &Program) -> Vec<Vec<(PredId, bool, usize)>> {
    let mut out = vec![Vec::new(); program.preds.len()];
    for rule in &program.rules {
        let mut list = Vec::new();
        rule.body.iter().for_each(|l| calls(l, &mut list));
        out[rule.head].extend(list.into_iter().map(|(p, neg)| (p, neg, rule.clause)));
    }
    out
}

/// `reach[p]` holds what p can call, directly or not.
pub(super) fn reach(program: &Program) -> Vec<Vec<bool>> {
    let edges = edges(program);
    let n = program.preds.len();
    let mut out = vec![vec![false; n]; n];
    for (start, seen) in out.iter_mut().enumerate() {
        let mut stack: Vec<PredId> = edges[start].iter().map(|e| e.0).collect();
        while let Some(p) = stack.pop() {
            if !std::mem::replace(&mut seen[p], true) {
                stack.extend(edges[p].iter().map(|e| e.0));
            }
        }
    }
    out
}

/// No predicate may depend on its own negation or on a count of itself.
fn stratification(program: &Program) -> Result<(), RuleError> {
    let reach = reach(program);
    for (head, list) in edges(program).iter().enumerate() {
        for (callee, negative, clause) in list {
            if *negative && (*callee == head || reach[*callee][head]) {
                let (a, b) = (&program.preds[head], &program.preds[*callee]);
                let text = format!(
                    "unstratified negation: {}/{} depends on the negation (or count) of {}/{}, \
                     which depends on {}/{} again",
                    a.name, a.arity, b.name, b.arity, a.name, a.arity
                );
                return Err(fault(&program.clauses[*clause], text));
            }
        }
    }
    Ok(())
}

/// A predicate whose every rule needs the predicate itself can never hold.
fn base_cases(program: &Program) -> Result<(), RuleError> {
    // Grow the set of predicates with a finite derivation; what stays outside has none.
    let mut good: Vec<bool> = program.preds.iter().map(|p| p.kind == Kind::Fluent).collect();
    loop {
        let mut changed = false;
        for rule in &program.rules {
            let mut list = Vec::new();
            rule.body.iter().for_each(|l| calls(l, &mut list));
            if !good[rule.head] && list.iter().all(|(p, neg)| *neg || good[*p]) {
                good[rule.head] = true;
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    let Some(bad) = (0..good.len()).find(|p| !good[*p]) else {
        return Ok(());
    };
    let pred = &program.preds[bad];
    let clause = &program.clauses[program.rules[pred.rules[0]].clause];
    let text = format!(
        "endless recursion: every rule of {}/{} needs {} itself; add a base case",
        pred.name, pred.arity, pred.name
    );
    Err(fault(clause, text))
}
