//! Logical features: clauses `f(Vars) :- Body` whose value is the number of distinct solutions.
//!
//! They are made from the goal of the game alone, in the manner of Zenith (Fawcett & Utgoff):
//! decomposition, abstraction, goal regression and specialization of the win condition.

mod canonical;
mod generate;
mod ground;
mod plan;
mod sample;
#[cfg(test)]
mod tests;
mod transform;

pub(crate) use generate::pearson;
pub use generate::{Generated, Limits, Report, generate};
pub use ground::{Grounded, NotGround, ground};
pub use plan::planned;
pub use sample::{Random, Sample, playout_sample};
pub use transform::Transform;

use crate::rules::{Arg, Lit, Program};

/// `f(head) :- body`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Feature {
    /// Variables whose distinct bindings are counted.
    pub head: Vec<u16>,
    /// Conditions.
    pub body: Vec<Lit>,
    /// Slots.
    pub n_vars: usize,
    /// The transformation that made it.
    pub made_by: Transform,
    /// Index of the feature it was made from.
    pub parent: Option<usize>,
}

impl Feature {
    /// The clause as text.
    pub fn show(&self, program: &Program) -> String {
        let head: Vec<String> =
            self.head.iter().map(|v| ((b'A' + (*v % 26) as u8) as char).to_string()).collect();
        let body: Vec<String> = self.body.iter().map(|l| program.show_literal(l)).collect();
        format!("f({}) :- {}.", head.join(","), body.join(", "))
    }

    /// Renumbers variables from 0 in order of appearance (head first) and drops repeated literals.
    pub fn tidy(mut self) -> Self {
        let mut map: Vec<u16> = Vec::new();
        let mut number = |v: u16| -> u16 {
            if let Some(i) = map.iter().position(|m| *m == v) {
                return i as u16;
            }
            map.push(v);
            map.len() as u16 - 1
        };
        self.head.sort_unstable();
        self.head.dedup();
        let head: Vec<u16> = self.head.iter().map(|v| number(*v)).collect();
        let mut body: Vec<Lit> = Vec::new();
        for lit in &self.body {
            let lit = map_vars(lit, &mut |v| Arg::Var(number(v)));
            if !body.contains(&lit) {
                body.push(lit);
            }
        }
        self.n_vars = map.len();
        Feature { head, body, ..self }
    }

    /// Every head variable and every variable of a test occurs in a positive literal.
    pub fn is_safe(&self) -> bool {
        let mut bound = Vec::new();
        for lit in &self.body {
            match lit {
                Lit::Call { args, negated: false, .. } => bound.extend(vars(args)),
                Lit::Same { left, right, equal: true } => bound.extend(vars(&[*left, *right])),
                Lit::Count { result, .. } => bound.push(*result),
                _ => {}
            }
        }
        let tested = self.body.iter().flat_map(|lit| match lit {
            Lit::Same { left, right, .. } => vars(&[*left, *right]),
            Lit::Compare { left, right, .. } => {
                left.iter().chain(right).flat_map(|(_, a)| vars(&[*a])).collect()
            }
            _ => Vec::new(),
        });
        !self.body.is_empty()
            && self.head.iter().all(|v| bound.contains(v))
            && tested.into_iter().all(|v| bound.contains(&v))
    }
}

/// Variables among arguments.
pub(crate) fn vars(args: &[Arg]) -> Vec<u16> {
    args.iter().filter_map(|a| if let Arg::Var(v) = a { Some(*v) } else { None }).collect()
}

/// All variables of a literal.
pub(crate) fn literal_vars(lit: &Lit) -> Vec<u16> {
    let mut out = Vec::new();
    map_vars(lit, &mut |v| {
        out.push(v);
        Arg::Var(v)
    });
    out
}

/// Replaces variables. A count's result must stay a variable.
pub(crate) fn map_vars(lit: &Lit, f: &mut dyn FnMut(u16) -> Arg) -> Lit {
    let mut arg = |a: &Arg| match a {
        Arg::Var(v) => f(*v),
        Arg::Const(c) => Arg::Const(*c),
    };
    match lit {
        Lit::Call { pred, args, negated } => {
            Lit::Call { pred: *pred, args: args.iter().map(&mut arg).collect(), negated: *negated }
        }
        Lit::Same { left, right, equal } => {
            Lit::Same { left: arg(left), right: arg(right), equal: *equal }
        }
        Lit::Count { over, body, result } => {
            let over = over.iter().map(&mut arg).collect();
            let result = match arg(&Arg::Var(*result)) {
                Arg::Var(v) => v,
                Arg::Const(_) => *result,
            };
            let body = body.iter().map(|l| map_vars(l, f)).collect();
            Lit::Count { over, body, result }
        }
        Lit::Compare { how, left, right } => {
            let mut sum = |s: &Vec<(i64, Arg)>| s.iter().map(|(c, a)| (*c, arg(a))).collect();
            Lit::Compare { how: *how, left: sum(left), right: sum(right) }
        }
    }
}
