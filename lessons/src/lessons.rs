//! The fourteen lessons, ready to be listed and run.
//!
//! Every lesson is one file that is both a program (`cargo run -p aji-lessons --example
//! lesson-01`) and a module of this library, so nothing is written twice.

use std::io::{self, Write};

#[path = "../01-board/main.rs"]
pub mod lesson_01;
#[path = "../02-rules/main.rs"]
pub mod lesson_02;
#[path = "../03-random/main.rs"]
pub mod lesson_03;
#[path = "../04-playout/main.rs"]
pub mod lesson_04;
#[path = "../05-score/main.rs"]
pub mod lesson_05;
#[path = "../06-primitive/main.rs"]
pub mod lesson_06;
#[path = "../07-negamax/main.rs"]
pub mod lesson_07;
#[path = "../08-uct/main.rs"]
pub mod lesson_08;
#[path = "../09-self-play/main.rs"]
pub mod lesson_09;
#[path = "../10-gtp-and-patterns/main.rs"]
pub mod lesson_10;
#[path = "../11-rave/main.rs"]
pub mod lesson_11;
#[path = "../12-hash/main.rs"]
pub mod lesson_12;
#[path = "../13-ownership/main.rs"]
pub mod lesson_13;
#[path = "../14-criticality/main.rs"]
pub mod lesson_14;

/// Prints what a lesson shows.
pub type Run = fn(&mut dyn Write) -> io::Result<()>;

/// A lesson that can be run.
#[derive(Clone, Copy)]
pub struct Lesson {
    /// From 1 to 14.
    pub number: usize,
    /// The name of its folder without the number.
    pub slug: &'static str,
    /// What it is about.
    pub title: &'static str,
    /// Prints what the lesson shows.
    pub run: Run,
}

/// All lessons in their order.
pub fn lessons() -> [Lesson; 14] {
    let all: [(_, _, Run); 14] = [
        ("board", "The board", lesson_01::run),
        ("rules", "The rules", lesson_02::run),
        ("random", "Random play and eyes", lesson_03::run),
        ("playout", "The playout", lesson_04::run),
        ("score", "Counting", lesson_05::run),
        ("primitive", "Primitive Monte Carlo", lesson_06::run),
        ("negamax", "Min-Max, alpha-beta, NegaMax", lesson_07::run),
        ("uct", "UCT", lesson_08::run),
        ("self-play", "Self-play and game records", lesson_09::run),
        ("gtp-and-patterns", "GTP, patterns, widening", lesson_10::run),
        ("rave", "RAVE", lesson_11::run),
        ("hash", "Hashing and repetition", lesson_12::run),
        ("ownership", "Ownership", lesson_13::run),
        ("criticality", "Criticality", lesson_14::run),
    ];
    let mut number = 0;
    all.map(|(slug, title, run)| {
        number += 1;
        Lesson { number, slug, title, run }
    })
}
