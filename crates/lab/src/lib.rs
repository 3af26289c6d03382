//! Experiments that anyone can repeat, and the yardstick of daily work.
//!
//! ```text
//! experiments/NAME.toml ── run ──▶ matches ──▶ results/NAME.jsonl ── report ──▶ NAME.md, NAME.svg
//! ```
//!
//! | module | holds |
//! |---|---|
//! | [`experiment`] | the file: question, source, players, grid, published values |
//! | [`run`] | the matches it means, resumed where they stopped |
//! | [`result`], [`provenance`] | what was measured; on which machine, from which commit |
//! | [`report`], [`plot`] | published and measured side by side, as Markdown and SVG |
//! | [`page`] | tables and plots of lines |
//! | [`tournament`], [`crosstable`] | everybody against everybody: ratings, results, a graph |
//! | [`positions`], [`strength`] | positions with right answers; `cargo xtask strength` |
//! | [`corpus`] | collections of games: streams, statistics, choice, duplicates |
//! | [`extraction`] | from games to contests |
//! | [`training`] | training runs: progress, checkpoints, weights |
//! | [`balancing`] | playout strengths that are right about who wins |
//! | [`prediction`] | how well weights predict the moves of games |
//! | [`judgement`] | how right playouts are about the score of games: `aji bench judgement` |
//! | [`gallery`] | the strongest and weakest shapes as little boards |
//! | [`packing`] | weights made small enough to travel with the program |
//! | [`traversal`] | DFUCT beside UCT: `aji lab traversal` |
//! | [`speed`] | playouts a second with small and large shapes: `aji lab speed` |
//! | [`attention`] | what attention is worth: `aji lab attention` |
//! | [`command`] | `aji lab list\|run\|report` |

pub mod attention;
pub mod balancing;
pub mod command;
pub mod corpus;
pub mod crosstable;
pub mod experiment;
pub mod extraction;
pub mod gallery;
pub mod judgement;
pub mod packing;
pub mod page;
pub mod plot;
pub mod positions;
pub mod prediction;
pub mod provenance;
pub mod report;
pub mod result;
pub mod run;
pub mod speed;
pub mod strength;
pub mod tournament;
pub mod training;
pub mod traversal;
