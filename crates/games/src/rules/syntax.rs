//! The tree a rule file is read into, before names are resolved.

use super::lexer::Place;
use std::fmt;

/// One argument: a variable, a constant or a whole number.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Term {
    /// Starts with a capital; `_` is a different one each time.
    Variable(String),
    /// A constant.
    Name(String),
    /// A whole number.
    Number(i64),
}

/// `name(args…)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Atom {
    /// Predicate name.
    pub name: String,
    /// Arguments.
    pub args: Vec<Term>,
    /// Where it stands.
    pub place: Place,
}

/// How two numbers are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Comparison {
    /// `>`
    More,
    /// `>=`
    AtLeast,
    /// `<`
    Less,
    /// `=<`
    AtMost,
}

/// A sum of terms with signs: `N - M + 3`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sum(pub Vec<(i64, Term)>);

/// One condition in a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Literal {
    /// `p(X)` or `not p(X)`.
    Call {
        /// The atom.
        atom: Atom,
        /// Whether `not` stands before it.
        negated: bool,
    },
    /// `X = Y` or `X \= Y`.
    Same {
        /// Left side.
        left: Term,
        /// Right side.
        right: Term,
        /// True for `=`.
        equal: bool,
    },
    /// `count([X], goal, N)`.
    Count {
        /// Variables whose distinct values are counted.
        over: Vec<Term>,
        /// The goal.
        body: Vec<Literal>,
        /// The variable that receives the number.
        result: Term,
    },
    /// `N > M`.
    Compare {
        /// Operator.
        how: Comparison,
        /// Left side.
        left: Sum,
        /// Right side.
        right: Sum,
    },
}

/// `head :- body.`, or an integrity constraint when there is no head.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    /// What follows; absent in `:- body.`
    pub head: Option<Atom>,
    /// `effect(…, fact)` and `init(fact)` carry a fact; `not fact` clears it.
    pub fact: Option<(Atom, bool)>,
    /// Conditions.
    pub body: Vec<Literal>,
    /// Where the clause starts.
    pub place: Place,
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Term::Variable(s) | Term::Name(s) => f.write_str(s),
            Term::Number(n) => write!(f, "{n}"),
        }
    }
}

impl fmt::Display for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        if !self.args.is_empty() {
            write!(f, "({})", joined(&self.args))?;
        }
        Ok(())
    }
}

fn joined<T: fmt::Display>(items: &[T]) -> String {
    items.iter().map(T::to_string).collect::<Vec<_>>().join(", ")
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Comparison::More => ">",
            Comparison::AtLeast => ">=",
            Comparison::Less => "<",
            Comparison::AtMost => "=<",
        })
    }
}

impl fmt::Display for Sum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (sign, term)) in self.0.iter().enumerate() {
            match (i, *sign < 0) {
                (0, false) => write!(f, "{term}")?,
                (0, true) => write!(f, "- {term}")?,
                (_, false) => write!(f, " + {term}")?,
                (_, true) => write!(f, " - {term}")?,
            }
        }
        Ok(())
    }
}

impl fmt::Display for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Literal::Call { atom, negated } => {
                write!(f, "{}{atom}", if *negated { "not " } else { "" })
            }
            Literal::Same { left, right, equal } => {
                write!(f, "{left} {} {right}", if *equal { "=" } else { "\\=" })
            }
            Literal::Count { over, body, result } => {
                write!(f, "count([{}], ({}), {result})", joined(over), joined(body))
            }
            Literal::Compare { how, left, right } => write!(f, "{left} {how} {right}"),
        }
    }
}

impl fmt::Display for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(head) = &self.head {
            match &self.fact {
                None => write!(f, "{head}")?,
                Some((fact, set)) => {
                    let args = head.args.iter().map(Term::to_string);
                    let fact = format!("{}{fact}", if *set { "" } else { "not " });
                    let all: Vec<String> = args.chain([fact]).collect();
                    write!(f, "{}({})", head.name, all.join(", "))?;
                }
            }
        }
        if !self.body.is_empty() {
            write!(f, "{}:- {}", if self.head.is_some() { " " } else { "" }, joined(&self.body))?;
        }
        f.write_str(".")
    }
}
