//! The transformations, each from one feature to several.

use super::{Feature, literal_vars, map_vars, vars};
use crate::rules::{Arg, Kind, Lit, Program, Rule, Value};

/// Where a feature comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Transform {
    /// The win condition itself.
    Goal,
    /// One part of a conjunction whose parts share no variable.
    SplitConjunction,
    /// `not P` → `P`.
    RemoveNegation,
    /// `count(P) > count(Q)` → `P`; `Q`.
    SplitComparison,
    /// A defined predicate replaced by one of its clauses.
    ExpandFormula,
    /// The same, only clauses that do not recur.
    ExpandToBaseCase,
    /// One condition dropped.
    RemoveTerm,
    /// One variable no longer counted.
    RemoveVariable,
    /// A fact replaced by what makes it true after a move.
    Regress,
    /// A variable fixed.
    Specialize,
}

impl Transform {
    /// Name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Transform::Goal => "goal",
            Transform::SplitConjunction => "split-conjunction",
            Transform::RemoveNegation => "remove-negation",
            Transform::SplitComparison => "split-arith-comparison",
            Transform::ExpandFormula => "expand-formula",
            Transform::ExpandToBaseCase => "expand-to-base-case",
            Transform::RemoveTerm => "remove-lc-term",
            Transform::RemoveVariable => "remove-variable",
            Transform::Regress => "regress-formula",
            Transform::Specialize => "variable-specialize",
        }
    }
}

/// `win(P)` for each player, its clauses as bodies.
pub(super) fn seeds(program: &Program) -> Vec<Feature> {
    let Some(win) = program.preds.iter().position(|p| p.name == "win" && p.arity == 1) else {
        return Vec::new();
    };
    let players: Vec<Value> = match program.pred("player") {
        Some(p) => program.tuples(p).map(|t| t[0]).collect(),
        None => Vec::new(),
    };
    let mut out = Vec::new();
    for player in players {
        let args = vec![Arg::Const(player)];
        let goal = Feature {
            head: Vec::new(),
            body: vec![Lit::Call { pred: win, args, negated: false }],
            n_vars: 0,
            made_by: Transform::Goal,
            parent: None,
        };
        out.extend(expand(program, &goal).into_iter().map(|mut f| {
            f.made_by = Transform::Goal;
            f
        }));
    }
    out
}

/// Everything one step away; `representatives` are the constants worth naming.
pub(super) fn all(program: &Program, f: &Feature, representatives: &[Value]) -> Vec<Feature> {
    let mut out = split_conjunction(f);
    out.extend(remove_negation(f));
    out.extend(split_comparison(f));
    out.extend(expand(program, f));
    if is_conjunctive(program, f) {
        out.extend(remove_terms(f));
        out.extend(remove_variables(f));
        out.extend(regress(program, f));
        out.extend(specialize(program, f, representatives));
    }
    out.into_iter()
        .filter_map(|f| simplified(program, f))
        .flat_map(|f| connected_parts(program, f))
        .map(Feature::tidy)
        .filter(Feature::is_safe)
        .collect()
}

/// Whether it can be written as patterns: no denied goal, no count, no comparison.
pub(super) fn is_conjunctive(program: &Program, f: &Feature) -> bool {
    f.body.iter().all(|l| match l {
        Lit::Call { pred, negated, .. } => !negated || program.preds[*pred].kind != Kind::Derived,
        Lit::Same { .. } => true,
        _ => false,
    })
}

/// A body that falls into parts without a common variable is decomposed at once; parts that say
/// nothing about the position go.
fn connected_parts(program: &Program, f: Feature) -> Vec<Feature> {
    if !is_conjunctive(program, &f) {
        return vec![f];
    }
    let (head, made_by) = (f.head.clone(), f.made_by);
    let mut parts = split_conjunction(&Feature { head: Vec::new(), ..f.clone() });
    if parts.is_empty() {
        return vec![f];
    }
    let speaks =
        |l: &Lit| matches!(l, Lit::Call { pred, .. } if program.preds[*pred].kind != Kind::Static);
    parts.retain(|p| p.body.iter().any(speaks));
    let whole = parts.len() == 1;
    for part in &mut parts {
        let inside: Vec<u16> = part.body.iter().flat_map(literal_vars).collect();
        part.head = head.iter().copied().filter(|v| inside.contains(v)).collect();
        if whole {
            part.made_by = made_by;
        }
    }
    parts
}

fn child(head: Vec<u16>, body: Vec<Lit>, n_vars: usize, made_by: Transform) -> Feature {
    Feature { head, body, n_vars, made_by, parent: None }
}

/// Parts of the body connected by shared variables, head variables not counted as shared.
fn split_conjunction(f: &Feature) -> Vec<Feature> {
    let n = f.body.len();
    let mut part: Vec<usize> = (0..n).collect();
    for i in 0..n {
        for j in 0..i {
            let theirs = literal_vars(&f.body[j]);
            let shared =
                literal_vars(&f.body[i]).iter().any(|v| theirs.contains(v) && !f.head.contains(v));
            if shared {
                let (a, b) = (part[i], part[j]);
                part.iter_mut().filter(|p| **p == a).for_each(|p| *p = b);
            }
        }
    }
    let mut names = part.clone();
    names.sort_unstable();
    names.dedup();
    if names.len() < 2 {
        return Vec::new();
    }
    names
        .iter()
        .map(|name| {
            let body: Vec<Lit> =
                (0..n).filter(|i| part[*i] == *name).map(|i| f.body[i].clone()).collect();
            let inside: Vec<u16> = body.iter().flat_map(literal_vars).collect();
            let head = f.head.iter().copied().filter(|v| inside.contains(v)).collect();
            child(head, body, f.n_vars, Transform::SplitConjunction)
        })
        .collect()
}

/// A denied goal becomes a wanted one; what was wild in it is counted.
fn remove_negation(f: &Feature) -> Vec<Feature> {
    let mut out = Vec::new();
    for (i, lit) in f.body.iter().enumerate() {
        if let Lit::Call { pred, args, negated: true } = lit {
            let mut body = f.body.clone();
            body[i] = Lit::Call { pred: *pred, args: args.clone(), negated: false };
            let rest: Vec<u16> = f
                .body
                .iter()
                .enumerate()
                .filter(|(j, _)| *j != i)
                .flat_map(|(_, l)| literal_vars(l))
                .collect();
            let mut head = f.head.clone();
            head.extend(vars(args).into_iter().filter(|v| !rest.contains(v)));
            out.push(child(head, body, f.n_vars, Transform::RemoveNegation));
        }
    }
    out
}

fn split_comparison(f: &Feature) -> Vec<Feature> {
    let mut out = Vec::new();
    for lit in &f.body {
        if let Lit::Count { over, body, .. } = lit {
            out.push(child(vars(over), body.clone(), f.n_vars, Transform::SplitComparison));
        }
    }
    out
}

fn remove_terms(f: &Feature) -> Vec<Feature> {
    if f.body.len() < 2 {
        return Vec::new();
    }
    (0..f.body.len())
        .map(|i| {
            let mut body = f.body.clone();
            body.remove(i);
            child(f.head.clone(), body, f.n_vars, Transform::RemoveTerm)
        })
        .collect()
}

fn remove_variables(f: &Feature) -> Vec<Feature> {
    if f.head.len() < 2 {
        return Vec::new();
    }
    (0..f.head.len())
        .map(|i| {
            let mut head = f.head.clone();
            head.remove(i);
            child(head, f.body.clone(), f.n_vars, Transform::RemoveVariable)
        })
        .collect()
}

fn expand(program: &Program, f: &Feature) -> Vec<Feature> {
    let mut out = Vec::new();
    for (i, lit) in f.body.iter().enumerate() {
        let Lit::Call { pred, args, negated: false } = lit else { continue };
        if program.preds[*pred].kind != Kind::Derived {
            continue;
        }
        for rule in &program.preds[*pred].rules {
            let rule = &program.rules[*rule];
            let recurs =
                rule.body.iter().any(|l| matches!(l, Lit::Call { pred: p, .. } if p == pred));
            let made_by = if program.preds[*pred].recursive && !recurs {
                Transform::ExpandToBaseCase
            } else {
                Transform::ExpandFormula
            };
            out.extend(inline(f, i, args, rule, &rule.args, None, made_by));
        }
    }
    out
}

/// Replaces literal `i` by the body of `rule`, whose `params` meet `args`.
fn inline(
    f: &Feature,
    i: usize,
    args: &[Arg],
    rule: &Rule,
    params: &[Arg],
    extra: Option<&Lit>,
    made_by: Transform,
) -> Option<Feature> {
    let base = f.n_vars as u16;
    let shift = |a: &Arg| match a {
        Arg::Var(v) => Arg::Var(v + base),
        c => *c,
    };
    let mut body = f.body.clone();
    body.remove(i);
    for (at, lit) in extra.into_iter().chain(&rule.body).enumerate() {
        body.insert(i + at, map_vars(lit, &mut |v| Arg::Var(v + base)));
    }
    let pairs: Vec<(Arg, Arg)> = args.iter().copied().zip(params.iter().map(shift)).collect();
    let mut feature = child(f.head.clone(), body, f.n_vars + rule.n_vars, made_by);
    for (a, b) in pairs {
        // Earlier substitutions must reach later pairs, so they are read through the feature.
        let (a, b) = (feature.resolve(a), feature.resolve(b));
        match (a, b) {
            (a, b) if a == b => {}
            (a, Arg::Var(v)) => feature.substitute(v, a),
            (Arg::Var(v), b) => feature.substitute(v, b),
            _ => return None,
        }
    }
    Some(feature.finished())
}

/// One fact replaced by a move that makes it true.
fn regress(program: &Program, f: &Feature) -> Vec<Feature> {
    let mut out = Vec::new();
    let Some(legal) = program.preds.iter().position(|p| p.name == "legal_move") else {
        return out;
    };
    for (i, lit) in f.body.iter().enumerate() {
        let Lit::Call { pred, args, negated: false } = lit else { continue };
        for effect in program.effects.iter().filter(|e| e.set && e.fluent == *pred) {
            let call = Lit::Call { pred: legal, args: effect.rule.args.clone(), negated: false };
            let (rule, fact) = (&effect.rule, &effect.fact);
            out.extend(inline(f, i, args, rule, fact, Some(&call), Transform::Regress));
        }
    }
    out
}

fn specialize(program: &Program, f: &Feature, representatives: &[Value]) -> Vec<Feature> {
    let mut out = Vec::new();
    for v in 0..f.n_vars as u16 {
        let Some(values) = domain(program, f, v) else { continue };
        for value in values {
            if representatives.contains(&value) {
                let mut g = child(f.head.clone(), f.body.clone(), f.n_vars, Transform::Specialize);
                g.substitute(v, Arg::Const(value));
                out.push(g.finished());
            }
        }
    }
    out
}

/// Values of a variable by the facts and static relations it stands in.
fn domain(program: &Program, f: &Feature, var: u16) -> Option<Vec<Value>> {
    for lit in &f.body {
        if let Lit::Call { pred, args, negated: false } = lit
            && program.preds[*pred].kind != Kind::Derived
            && let Some(column) = args.iter().position(|a| *a == Arg::Var(var))
        {
            let mut out: Vec<Value> = program.tuples(*pred).map(|t| t[column]).collect();
            out.sort_unstable();
            out.dedup();
            return Some(out);
        }
    }
    None
}

/// Looks up static conditions: those with one answer are used up, those with none kill the
/// feature. Conditions on the turn go: evaluation always looks from the player to move.
fn simplified(program: &Program, mut f: Feature) -> Option<Feature> {
    f.body.retain(|l| !matches!(l, Lit::Call { pred, .. } if program.preds[*pred].name == "turn"));
    loop {
        let found = f.body.iter().enumerate().find_map(|(i, lit)| {
            let Lit::Call { pred, args, negated: false } = lit else { return None };
            if program.preds[*pred].kind != Kind::Static {
                return None;
            }
            let mut fits = program.tuples(*pred).filter(|t| {
                args.iter().zip(*t).all(|(a, v)| match a {
                    Arg::Const(c) => c == v,
                    Arg::Var(_) => true,
                })
            });
            let first = fits.next();
            if fits.next().is_some() {
                return None;
            }
            Some((i, first.map(<[Value]>::to_vec)))
        });
        let Some((i, tuple)) = found else { break };
        let tuple = tuple?;
        let Lit::Call { args, .. } = f.body.remove(i) else { return None };
        for (arg, value) in args.iter().zip(tuple) {
            match f.resolve(*arg) {
                Arg::Var(v) => f.substitute(v, Arg::Const(value)),
                Arg::Const(c) if c != value => return None,
                Arg::Const(_) => {}
            }
        }
        f = f.finished();
    }
    drop_implied(program, &mut f);
    (!f.body.is_empty()).then_some(f)
}

/// `square(A)` says nothing beside `neighbor(A, n, B)`: every value of that column is a square.
fn drop_implied(program: &Program, f: &mut Feature) {
    let mut i = 0;
    while i < f.body.len() {
        let implied = match &f.body[i] {
            Lit::Call { pred, args, negated: false }
                if program.preds[*pred].kind == Kind::Static && args.len() == 1 =>
            {
                f.body.iter().enumerate().any(|(j, other)| match other {
                    Lit::Call { pred: q, args: theirs, negated: false }
                        if i != j && program.preds[*q].kind != Kind::Derived =>
                    {
                        theirs.iter().enumerate().any(|(column, a)| {
                            *a == args[0]
                                && (*q != *pred || j < i)
                                && program
                                    .tuples(*q)
                                    .all(|t| program.holds(*pred, &t[column..=column]))
                        })
                    }
                    _ => false,
                })
            }
            _ => false,
        };
        if implied {
            f.body.remove(i);
        } else {
            i += 1;
        }
    }
}

/// Substitution: pending replacements live in `Same` literals until `finished` applies them.
impl Feature {
    fn resolve(&self, mut arg: Arg) -> Arg {
        while let Arg::Var(v) = arg {
            let next = self.body.iter().find_map(|l| match l {
                Lit::Same { left: Arg::Var(w), right, equal: true } if *w == v => Some(*right),
                _ => None,
            });
            match next {
                Some(next) => arg = next,
                None => break,
            }
        }
        arg
    }

    fn substitute(&mut self, var: u16, by: Arg) {
        if by != Arg::Var(var) {
            self.body.push(Lit::Same { left: Arg::Var(var), right: by, equal: true });
        }
    }

    /// Applies every pending replacement.
    fn finished(mut self) -> Feature {
        loop {
            let at = self
                .body
                .iter()
                .position(|l| matches!(l, Lit::Same { left: Arg::Var(_), equal: true, .. }));
            let Some(at) = at else { break };
            let Lit::Same { left: Arg::Var(var), right, .. } = self.body.remove(at) else { break };
            self.body = self
                .body
                .iter()
                .map(|l| map_vars(l, &mut |v| if v == var { right } else { Arg::Var(v) }))
                .collect();
            self.head = self
                .head
                .iter()
                .filter_map(|v| match (*v == var, right) {
                    (false, _) => Some(*v),
                    (true, Arg::Var(w)) => Some(w),
                    (true, Arg::Const(_)) => None,
                })
                .collect();
        }
        self
    }
}
