//! Where to look: a position cut into partial boards, what each of them is about, and which deserves attention.
//!
//! After Takahama and Osawa, "On Attention and Segmentation in Go" (the document tests a prototype; this finishes it).
//!
//! | module | holds |
//! |---|---|
//! | [`settings`] | every parameter of the segmentation |
//! | [`chains`], [`link`], [`group`] | chains, what holds them together, and the groups they make |
//! | [`spread`], [`relation`], [`ground`] | influence, where it meets, and what is still open |
//! | [`partial_board`], [`facts`] | related groups as partial boards, and what is counted on them |
//! | [`segmentation`] | all of it, kept from move to move |
//! | [`situation`], [`purpose`] | the state of the game; what moves are for, and goals that last |
//! | [`element`], [`coefficients`], [`lesson`] | the numbers attention is made of, their weights, and what a move teaches |
//! | [`roles`] | what part a point plays, by which a partial board's points are told apart |
//! | [`attention`], [`reasons`] | which partial board to look at, and why in words |
//! | [`move_features`], [`move_strengths`] | what that says about single moves, and how much it counts beside a move model |
//!
//! ```
//! use aji_attention::{Attention, Coefficients, Goals, Method, Segmentation, Settings, Situation, View};
//! use aji_goban::{Color, Komi, Position, diagram};
//!
//! let board = diagram::parse(
//!     ". . . . . . . . .
//!      . . . . . . . . .
//!      . . X . . . O . .
//!      . . . . . . . . .
//!      . . . . . . X . .
//!      . . . . . . O X .
//!      . . X . . . O . .
//!      . . . . . . . . .
//!      . . . . . . . . .",
//! )?.board;
//! let mut position = Position::of(board, Color::Black);
//! let segmentation = Segmentation::of(Settings::default(), &mut position);
//! let situation = Situation::of(&segmentation, &position, Komi::from_half_points(14), None);
//! let goals = Goals::default().next(&segmentation, &situation);
//! let view = View { segmentation: &segmentation, situation: &situation, goals: &goals, statistics: None };
//! let attention = Attention::of(&view, &Coefficients::shipped(Method::All, position.size())?);
//! let first = attention.attended().expect("a board with stones has partial boards");
//! assert!(segmentation.boards()[first.board].open.len() > 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod attention;
pub mod chains;
pub mod coefficients;
pub mod element;
pub mod facts;
pub mod ground;
pub mod group;
mod kept;
pub mod lesson;
pub mod link;
pub mod move_features;
pub mod move_strengths;
pub mod partial_board;
pub mod purpose;
pub mod reasons;
pub mod relation;
pub mod roles;
pub mod segmentation;
pub mod settings;
pub mod situation;
pub mod spread;

pub use attention::{Attended, Attention};
pub use coefficients::Coefficients;
pub use element::{Element, View};
pub use group::Group;
pub use link::Link;
pub use move_features::MoveFeatures;
pub use move_strengths::MoveStrengths;
pub use partial_board::{Kind, PartialBoard};
pub use purpose::{Aim, Goals, Purpose};
pub use relation::Relation;
pub use segmentation::Segmentation;
pub use settings::{LinkRule, Method, Settings};
pub use situation::{Situation, Stage, Statistics};
