//! The logic language: Horn clauses for the rules of a game.
//!
//! ```text
//! legal_move(Square, Player) :- square(Square), bs(Square, FlipEnd, Player).
//! ic1(S) :- blank(S), owns(_Player, S).
//! effect(Square, Player, owns(Player, Square)).
//! ```
//! A predicate without a definition that appears in `init`, `effect` or an integrity constraint is
//! a fact of the position. See the book's chapter on games for the whole language.

mod check;
mod directives;
mod engine;
mod fluents;
mod lexer;
mod library;
mod parser;
mod program;
mod relation;
mod resolve;
mod statics;
mod syntax;
#[cfg(test)]
mod tests;

pub(crate) use engine::holds;
pub use engine::{Alternative, Budget, CountGoal, Engine, Extra, Flow, Goal};
pub use fluents::{Fact, Fluents};
pub use lexer::Place;
pub use library::{GAMES, Source, named, open};
pub use program::{Arg, Effect, Kind, Linear, Lit, Pred, PredId, Program, Rule, Value};
pub use relation::{FastMap, FastSet};
pub use syntax::{Atom, Clause, Comparison, Literal, Sum, Term};

use std::collections::BTreeMap;

/// What is wrong with a rule file, where, and in which clause.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{message}{}", self.prefix(), self.suffix())]
pub struct RuleError {
    /// Where; line 0 when no single place is at fault.
    pub place: Place,
    /// What.
    pub message: String,
    /// The clause at fault.
    pub clause: Option<String>,
}

impl RuleError {
    pub(crate) fn new(place: Place, message: String) -> Self {
        RuleError { place, message, clause: None }
    }

    pub(crate) fn with_clause(mut self, clause: String) -> Self {
        self.clause = Some(clause);
        self
    }

    fn prefix(&self) -> String {
        match self.place.line {
            0 => String::new(),
            line => format!("line {line}, column {}: ", self.place.column),
        }
    }

    fn suffix(&self) -> String {
        self.clause.as_ref().map_or(String::new(), |c| format!("\n  in: {c}"))
    }
}

/// Reads and checks a rule file; `options` override its `#option` defaults.
pub fn read(text: &str, options: &BTreeMap<String, String>) -> Result<Program, RuleError> {
    let prepared = directives::prepare(text, options)?;
    let mut clauses = parser::clauses(&prepared.grid)?;
    for clause in &mut clauses {
        clause.place = Place::default();
    }
    clauses.extend(parser::clauses(&prepared.text)?);
    let mut program = resolve::resolve(clauses, &prepared)?;
    check::check(&program)?;
    statics::evaluate(&mut program)?;
    Ok(program)
}
