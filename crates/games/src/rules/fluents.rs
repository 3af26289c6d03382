//! Facts of the position as finite-domain variables.
//!
//! Integrity constraints say which facts exclude each other: `blank(a1)`, `owns(x,a1)`,
//! `owns(o,a1)` become one variable with three values. A position is then one value for each
//! variable, and "true" and "false" of a fact are one comparison.

use super::engine::{Budget, Engine, Flow};
use super::program::{PredId, Program, Value};
use super::relation::FastMap;
use super::{RuleError, lexer::Place};
use std::collections::HashMap;

/// A fact: variable and the value that makes it true.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Fact {
    /// Variable.
    pub var: u16,
    /// Value.
    pub value: u8,
}

/// What a value means: a fact, or that none of the variable's facts holds.
pub(crate) type Meaning = Option<(PredId, Vec<Value>)>;

/// Variables and facts of a game.
#[derive(Clone, Debug, Default)]
pub struct Fluents {
    /// For every fluent predicate, the fact of each row of its relation.
    pub(crate) rows: FastMap<PredId, Vec<Fact>>,
    /// For every variable, what its values mean; the last may mean "none of them".
    pub(crate) meaning: Vec<Vec<Meaning>>,
    /// Constraints over three facts or more.
    pub(crate) forbidden: Vec<Vec<Fact>>,
}

impl Fluents {
    /// Number of variables.
    pub fn n_vars(&self) -> usize {
        self.meaning.len()
    }

    /// Number of values of a variable.
    pub fn n_values(&self, var: usize) -> usize {
        self.meaning[var].len()
    }

    /// The value that stands for "none of its facts", if the variable has one.
    pub fn none(&self, var: usize) -> Option<u8> {
        self.meaning[var].iter().position(Option::is_none).map(|v| v as u8)
    }
}

impl Program {
    /// A fact in words.
    pub fn fact_text(&self, fact: Fact) -> String {
        match &self.fluents.meaning[fact.var as usize][fact.value as usize] {
            Some((pred, args)) => self.show_fact(*pred, args),
            None => {
                let all = self.fluents.meaning[fact.var as usize].iter().flatten();
                let all: Vec<_> =
                    all.map(|(p, a)| format!("not {}", self.show_fact(*p, a))).collect();
                all.join(" and ")
            }
        }
    }

    /// The fact `pred(args)`, if the position can have it.
    pub fn fact(&self, pred: PredId, args: &[Value]) -> Option<Fact> {
        let mask = (1usize << args.len()) - 1;
        let found = self.relations[pred].matching(mask, args);
        let row = (0..found.len())
            .map(|i| found.at(i))
            .find(|r| self.relations[pred].tuple(*r) == args)?;
        self.fluents.rows.get(&pred).map(|rows| rows[row])
    }
}

/// Turns the fluent relations (already filled with every possible fact) into variables.
pub(super) fn make(program: &mut Program, fluents: &[PredId]) -> Result<(), RuleError> {
    let mut facts: Vec<(PredId, usize)> = Vec::new();
    for pred in fluents {
        facts.extend((0..program.relations[*pred].len()).map(|row| (*pred, row)));
    }
    // Before groups are known every fact is its own variable without exclusions.
    program.fluents = separate(program, &facts);
    let (pairs, larger) = exclusions(program)?;
    let of = |f: &Fact| f.var as usize;
    let mut parent: Vec<usize> = (0..facts.len()).collect();
    for (a, b) in &pairs {
        let (a, b) = (root(&mut parent, of(a)), root(&mut parent, of(b)));
        parent[a.max(b)] = a.min(b);
    }
    let turn = program.pred("turn");
    if let Some(first) = facts.iter().position(|f| Some(f.0) == turn) {
        for (i, fact) in facts.iter().enumerate() {
            if Some(fact.0) == turn {
                parent[i] = first;
            }
        }
    }
    let joined: std::collections::HashSet<(usize, usize)> =
        pairs.iter().flat_map(|(a, b)| [(of(a), of(b)), (of(b), of(a))]).collect();
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let mut group_of: HashMap<usize, usize> = HashMap::new();
    for (i, fact) in facts.iter().enumerate() {
        let r = root(&mut parent, i);
        let g = *group_of.entry(r).or_insert_with(|| {
            groups.push(Vec::new());
            groups.len() - 1
        });
        // A fact that not every member excludes stays on its own.
        let fits = Some(fact.0) == turn || groups[g].iter().all(|j| joined.contains(&(i, *j)));
        if fits { groups[g].push(i) } else { groups.push(vec![i]) }
    }
    // Variables follow the board (order of their last argument's constant), the turn comes last.
    groups.sort_by_key(|g| {
        let (pred, row) = facts[g[0]];
        let tuple = program.relations[pred].tuple(row);
        (Some(pred) == turn, tuple.last().map_or(0, |v| v.0), pred)
    });
    if groups.len() > 4000 || groups.iter().any(|g| g.len() > 200) {
        return Err(RuleError::new(
            Place::default(),
            format!(
                "{} variables with up to 200 values each are more than the 4000 allowed",
                groups.len()
            ),
        ));
    }
    let mut out = Fluents::default();
    for (pred, row) in &facts {
        out.rows.entry(*pred).or_default().resize(row + 1, Fact { var: 0, value: 0 });
    }
    for (var, group) in groups.iter().enumerate() {
        let mut meaning = Vec::new();
        for (value, i) in group.iter().enumerate() {
            let (pred, row) = facts[*i];
            if let Some(rows) = out.rows.get_mut(&pred) {
                rows[row] = Fact { var: var as u16, value: value as u8 };
            }
            meaning.push(Some((pred, program.relations[pred].tuple(row).to_vec())));
        }
        if Some(facts[group[0]].0) != turn && needs_none(program, &meaning) {
            meaning.push(None);
        }
        out.meaning.push(meaning);
    }
    for set in larger {
        let set = set.iter().map(|f| {
            let (pred, row) = facts[of(f)];
            out.rows[&pred][row]
        });
        out.forbidden.push(set.collect());
    }
    program.fluents = out;
    Ok(())
}

/// Can the variable be without any of its facts? Yes if one is cleared by an effect, if the start
/// leaves it open, or if it has a single fact.
fn needs_none(program: &Program, meaning: &[Meaning]) -> bool {
    let own = |pred: PredId| meaning.iter().flatten().any(|(p, _)| *p == pred);
    let cleared = program.effects.iter().any(|e| !e.set && own(e.fluent));
    let started = meaning.iter().flatten().any(|m| program.initial.contains(m));
    cleared || meaning.len() == 1 || (!program.initial.is_empty() && !started)
}

fn root(parent: &mut [usize], mut i: usize) -> usize {
    while parent[i] != i {
        parent[i] = parent[parent[i]];
        i = parent[i];
    }
    i
}

fn separate(program: &Program, facts: &[(PredId, usize)]) -> Fluents {
    let mut out = Fluents::default();
    for (i, (pred, row)) in facts.iter().enumerate() {
        out.rows.entry(*pred).or_default().push(Fact { var: i as u16, value: 0 });
        out.meaning.push(vec![Some((*pred, program.relations[*pred].tuple(*row).to_vec())), None]);
    }
    out
}

type Exclusions = (Vec<(Fact, Fact)>, Vec<Vec<Fact>>);

/// Grounds the integrity constraints: pairs of facts, and larger sets.
fn exclusions(program: &Program) -> Result<Exclusions, RuleError> {
    let mut pairs = Vec::new();
    let mut larger = Vec::new();
    for rule in &program.constraints {
        let mut engine = Engine::new(program, Budget::default());
        engine.unknown();
        engine.solve(&rule.body, rule.n_vars, &[], &mut |e, _| {
            match e.residual() {
                [] => {}
                [a, b] => pairs.push((*a, *b)),
                more => larger.push(more.to_vec()),
            }
            Flow::Go
        })?;
    }
    Ok((pairs, larger))
}
