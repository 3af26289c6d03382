//! Matches between Go programs, and what may be concluded from them.
//!
//! Every program is a process with a GTP pipe, ours like any other's; nothing here knows how a move is
//! found.
//!
//! | module | holds |
//! |---|---|
//! | [`engine`] | a program as a process: handshake, moves, time, everything that can go wrong |
//! | [`schedule`] | who plays whom, from which opening, under which conditions |
//! | [`playing`], [`referee`] | one game, and who won it |
//! | [`record`], [`duplicates`] | a finished game, and games that are the same |
//! | [`store`], [`sgf`] | where finished games are kept, and how they are written |
//! | [`tournament`], [`standing`] | a whole schedule, several games at a time, resumed where it stopped |
//! | [`statistics`] | intervals, tests, Elo, ratings, the sequential test |
//! | [`summary`], [`table`], [`command`] | the figures of a match and of a tournament, and `aji match` |

pub mod command;
pub mod date;
pub mod duplicates;
pub mod engine;
pub mod generator;
pub mod playing;
pub mod record;
pub mod referee;
pub mod schedule;
pub mod sgf;
pub mod standing;
pub mod statistics;
pub mod store;
pub mod summary;
pub mod table;
pub mod tournament;
