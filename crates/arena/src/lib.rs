//! Matches between Go programs, and what may be concluded from them.

pub mod generator;
pub mod statistics;
