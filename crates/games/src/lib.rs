//! General games: from the rules of a game, written in logic, to a program that plays it.
//!
//! rules → logical features → ground patterns → weights → fast evaluation → search. Nothing here
//! knows Go, and nothing but [`othello`] knows any particular game.

pub mod clock;
pub mod command;
pub mod eval;
pub mod feature;
pub mod game;
pub mod lab;
pub mod learn;
pub mod othello;
pub mod rules;
pub mod search;
pub mod symmetry;
pub mod tree;
