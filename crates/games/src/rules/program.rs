//! A rule file with its names resolved: predicates, rules, static relations, facts of the position.

use super::fluents::Fluents;
use super::relation::Relation;
use super::syntax::{Clause, Comparison};
use std::collections::{BTreeMap, HashMap};

/// A constant, a number, or (inside the engine) an unbound cell or a symbolic count.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Value(pub(crate) u32);

const TAG: u32 = 3 << 30;
const NUMBER: u32 = 2 << 30;
const CELL: u32 = 1 << 30;
const COUNT: u32 = 3 << 30;
const ZERO: u32 = 1 << 29;

impl Value {
    pub(crate) fn name(index: usize) -> Self {
        Value(index as u32)
    }
    pub(crate) fn number(n: i64) -> Self {
        Value(NUMBER | (n + ZERO as i64) as u32)
    }
    pub(crate) fn cell(index: usize) -> Self {
        Value(CELL | index as u32)
    }
    pub(crate) fn count(index: usize) -> Self {
        Value(COUNT | index as u32)
    }
    pub(crate) fn as_cell(self) -> Option<usize> {
        (self.0 & TAG == CELL).then_some((self.0 & !TAG) as usize)
    }
    pub(crate) fn as_number(self) -> Option<i64> {
        (self.0 & TAG == NUMBER).then_some((self.0 & !TAG) as i64 - ZERO as i64)
    }
    pub(crate) fn as_count(self) -> Option<usize> {
        (self.0 & TAG == COUNT).then_some((self.0 & !TAG) as usize)
    }
    pub(crate) fn as_name(self) -> Option<usize> {
        (self.0 & TAG == 0).then_some(self.0 as usize)
    }
}

/// Index of a predicate.
pub type PredId = usize;

/// An argument of a literal: a slot of the rule's frame or a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Arg {
    /// Variable number within its rule.
    Var(u16),
    /// Constant.
    Const(Value),
}

/// A sum of signed arguments and a constant.
pub type Linear = Vec<(i64, Arg)>;

/// A condition with resolved names.
#[derive(Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Lit {
    /// Calls a predicate, or denies it.
    Call {
        /// Which.
        pred: PredId,
        /// With what.
        args: Vec<Arg>,
        /// Under `not`.
        negated: bool,
    },
    /// `=` or `\=`.
    Same {
        /// Left.
        left: Arg,
        /// Right.
        right: Arg,
        /// True for `=`.
        equal: bool,
    },
    /// Number of distinct bindings of `over` that make `body` true.
    Count {
        /// What is counted.
        over: Vec<Arg>,
        /// Under which conditions.
        body: Vec<Lit>,
        /// Slot for the number.
        result: u16,
    },
    /// Compares two sums.
    Compare {
        /// Operator.
        how: Comparison,
        /// Left.
        left: Linear,
        /// Right.
        right: Linear,
    },
}

/// `head(args) :- body` over `n_vars` slots.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Rule {
    /// Predicate it defines.
    pub head: PredId,
    /// Its arguments.
    pub args: Vec<Arg>,
    /// Conditions, in the order they are tried.
    pub body: Vec<Lit>,
    /// Slots.
    pub n_vars: usize,
    /// Index of the source clause, for messages.
    pub clause: usize,
}

/// What a predicate depends on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The same in every position; its tuples are known.
    Static,
    /// Part of the position.
    Fluent,
    /// Defined by rules that look at the position.
    Derived,
}

/// A predicate.
#[derive(Clone, Debug)]
pub struct Pred {
    /// Name in the file.
    pub name: String,
    /// Number of arguments.
    pub arity: usize,
    /// What it depends on.
    pub kind: Kind,
    /// Rules that define it.
    pub rules: Vec<usize>,
    /// Whether it can call itself.
    pub recursive: bool,
}

/// `effect(move…, player, fact)`: what playing a move sets or clears.
#[derive(Clone, Debug)]
pub struct Effect {
    /// The rule; its head arguments are the move's, the player, then the fact's.
    pub rule: Rule,
    /// Predicate of the fact.
    pub fluent: PredId,
    /// Arguments of the fact.
    pub fact: Vec<Arg>,
    /// Set or clear.
    pub set: bool,
}

/// A checked rule file.
#[derive(Clone, Debug)]
pub struct Program {
    /// Names of constants.
    pub names: Vec<String>,
    pub(crate) name_ids: HashMap<String, usize>,
    /// Predicates.
    pub preds: Vec<Pred>,
    /// Rules, all predicates together.
    pub rules: Vec<Rule>,
    /// Source clauses, for messages.
    pub clauses: Vec<Clause>,
    pub(crate) relations: Vec<Relation>,
    /// Facts of the position as finite-domain variables.
    pub fluents: Fluents,
    /// Effects of moves.
    pub effects: Vec<Effect>,
    /// Bodies that no position satisfies.
    pub constraints: Vec<Rule>,
    /// Facts that hold at the start.
    pub initial: Vec<(PredId, Vec<Value>)>,
    /// Options in force.
    pub options: BTreeMap<String, String>,
    /// Allowed values of the options.
    pub choices: BTreeMap<String, Vec<String>>,
    /// Ply limit.
    pub limit: Option<u32>,
    /// Board of `#grid`.
    pub board: Option<(usize, usize)>,
}

impl Program {
    /// The predicate of that name, if the file has it.
    pub fn pred(&self, name: &str) -> Option<PredId> {
        self.preds.iter().position(|p| p.name == name)
    }

    /// The constant of that name.
    pub fn constant(&self, name: &str) -> Option<Value> {
        self.name_ids.get(name).map(|i| Value::name(*i))
    }

    /// A value as text.
    pub fn show(&self, value: Value) -> String {
        match (value.as_name(), value.as_number()) {
            (Some(i), _) => self.names[i].clone(),
            (_, Some(n)) => n.to_string(),
            _ => "_".into(),
        }
    }

    /// A fact as text.
    pub fn show_fact(&self, pred: PredId, args: &[Value]) -> String {
        let args: Vec<String> = args.iter().map(|v| self.show(*v)).collect();
        if args.is_empty() {
            self.preds[pred].name.clone()
        } else {
            format!("{}({})", self.preds[pred].name, args.join(","))
        }
    }

    /// Tuples of a static predicate.
    pub fn tuples(&self, pred: PredId) -> impl Iterator<Item = &[Value]> {
        self.relations[pred].iter()
    }

    /// Number of tuples of a static predicate, or of possible facts of a fluent.
    pub fn size(&self, pred: PredId) -> usize {
        self.relations[pred].len()
    }

    /// Whether a static predicate holds for the tuple.
    pub fn holds(&self, pred: PredId, tuple: &[Value]) -> bool {
        self.relations[pred].contains(tuple)
    }

    /// Static predicates that legal moves, effects, results or constraints rest on; what only
    /// `init` needs (where the first discs lie) is no part of the board's shape.
    pub fn structure(&self) -> Vec<PredId> {
        let mut used = vec![false; self.preds.len()];
        let mut stack: Vec<PredId> = Vec::new();
        let mut lits: Vec<&Lit> = Vec::new();
        for (p, pred) in self.preds.iter().enumerate() {
            if ["legal_move", "win", "draw", "pass"].contains(&pred.name.as_str()) {
                stack.push(p);
            }
        }
        lits.extend(
            self.effects.iter().map(|e| &e.rule).chain(&self.constraints).flat_map(|r| &r.body),
        );
        loop {
            while let Some(lit) = lits.pop() {
                match lit {
                    Lit::Call { pred, .. } => stack.push(*pred),
                    Lit::Count { body, .. } => lits.extend(body),
                    _ => {}
                }
            }
            let Some(p) = stack.pop() else { break };
            if !std::mem::replace(&mut used[p], true) {
                lits.extend(self.preds[p].rules.iter().flat_map(|r| &self.rules[*r].body));
            }
        }
        (0..used.len()).filter(|p| used[*p] && self.preds[*p].kind == Kind::Static).collect()
    }

    /// Number of different values in a column of a static predicate or fluent (at least 1).
    pub fn distinct(&self, pred: PredId, column: usize) -> usize {
        self.relations[pred].distinct(column)
    }

    /// A literal as text, variables called `A`, `B`, ….
    pub fn show_literal(&self, lit: &Lit) -> String {
        let arg = |a: &Arg| match a {
            Arg::Var(v) if *v < 26 => ((b'A' + *v as u8) as char).to_string(),
            Arg::Var(v) => format!("V{v}"),
            Arg::Const(v) => self.show(*v),
        };
        let sum = |s: &Linear| {
            let terms = s.iter().map(|(c, a)| match c {
                1 => arg(a),
                c => format!("{c}*{}", arg(a)),
            });
            terms.collect::<Vec<_>>().join(" + ")
        };
        match lit {
            Lit::Call { pred, args, negated } => {
                let list: Vec<String> = args.iter().map(arg).collect();
                let name = &self.preds[*pred].name;
                let list =
                    if list.is_empty() { String::new() } else { format!("({})", list.join(",")) };
                format!("{}{name}{list}", if *negated { "not " } else { "" })
            }
            Lit::Same { left, right, equal } => {
                format!("{} {} {}", arg(left), if *equal { "=" } else { "\\=" }, arg(right))
            }
            Lit::Count { over, body, result } => {
                let over: Vec<String> = over.iter().map(arg).collect();
                let body: Vec<String> = body.iter().map(|l| self.show_literal(l)).collect();
                let result = arg(&Arg::Var(*result));
                format!("count([{}],({}),{result})", over.join(","), body.join(","))
            }
            Lit::Compare { how, left, right } => format!("{} {how} {}", sum(left), sum(right)),
        }
    }
}
