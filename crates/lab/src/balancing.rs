//! Simulation balancing: playout strengths that are right about who wins, not about single moves (Silver and Tesauro
//! 2009, Huang, Coulom and Lin 2010).
//!
//! Strengths that predict the moves of strong players make playouts in which both sides err, and their errors need not
//! cancel. Balancing changes the strengths until the share of playouts won says best who won the game the position is from.
//!
//! The chance of a win is p = σ(a · logit V), where V is the share of playouts that Black won and a is learned beside the
//! strengths, because playouts are never as sure as players. The gradient of V needs, for every move of a playout, its
//! features less those that were to be expected; a second move drawn from the same rates, and not played, stands for
//! the expectation, and is right on average. Half of a position's playouts say how far p is off, the other half
//! which way V goes, so that their errors do not multiply.
//!
//! | module | holds |
//! |---|---|
//! | [`levers`] | what is changed: a strength for each tactic and distance, an exponent for all shapes or a strength for each |
//! | [`gradient`] | what the playouts of one position say |
//! | [`mod@run`] | positions from games, steps, checkpoints |

pub mod gradient;
pub mod levers;
pub mod run;
#[cfg(test)]
mod tests;

pub use levers::{Levers, ShapeLevers};
pub use run::{BalanceError, Balanced, Plan, run};
