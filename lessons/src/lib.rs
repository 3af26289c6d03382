//! From an empty board to a playing program, in fourteen lessons.
//!
//! This is the library the lessons grow. What a lesson introduces and a later one needs lives in
//! the module named after its idea. The lessons' programs are in folders of their own
//! (`01-board/main.rs` …), the pages are in the book. The code is as simple as can be: an array
//! with a frame, functions that call themselves, and no dependency at all.

// The programs say `aji_lessons::…` and are modules of this library as well.
extern crate self as aji_lessons;

pub mod arena;
pub mod board;
pub mod criticality;
pub mod game;
pub mod gtp;
pub mod hash;
pub mod lessons;
pub mod ownership;
pub mod patterns;
pub mod picture;
pub mod players;
pub mod playout;
pub mod positions;
pub mod primitive;
pub mod random;
pub mod rave;
pub mod rules;
pub mod score;
pub mod uct;
pub mod weights;
pub mod widening;

pub use lessons::{Lesson, lessons};
