//! What the results of games allow to be said, and how surely.
//!
//! | module | answers |
//! |---|---|
//! | [`tally`] | how many games were won, drawn and lost, singly and in color-swapped pairs |
//! | [`interval`] | where the true win rate lies: the thesis's interval and Wilson's |
//! | [`significance`] | is one player better than even, or one result better than another (thesis, appendix B) |
//! | [`elo`] | the same in Elo, and the likelihood of superiority |
//! | [`ratings`] | one scale for many players: Bradley–Terry with anchors |
//! | [`sequential`] | has the question been answered already? A sequential test on pairs |
//! | [`normal`] | the normal distribution they all rest on |

pub mod elo;
pub mod interval;
pub mod normal;
pub mod ratings;
pub mod sequential;
pub mod significance;
pub mod tally;

#[cfg(test)]
mod simulations;

pub use elo::{Elo, likelihood_of_superiority};
pub use interval::Interval;
pub use ratings::{Rating, Ratings};
pub use sequential::{Sequential, Verdict};
pub use significance::Significance;
pub use tally::{Pairs, Tally};
