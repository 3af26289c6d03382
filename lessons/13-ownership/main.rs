//! Lesson 13: ownership. Page: `docs/book/src/lessons/13-ownership.md`.

use aji_lessons::board::{Color, point_name, point_named};
use aji_lessons::ownership::{Ownership, Question};
use aji_lessons::positions;
use aji_lessons::random::{Random, play_random};
use aji_lessons::rave::Rave;
use aji_lessons::uct::{Settings, Uct};
use std::io::{self, Write};

const PLAYOUTS: usize = 3000;

/// Prints the lesson.
pub fn run(out: &mut dyn Write) -> io::Result<()> {
    let board = positions::opening();
    let last = point_named("E4").expect("a point");
    let to_move = Color::Black; // as in the course's map
    let question = Question { board: &board, to_move, last, choose: play_random };
    writeln!(out, "{board}")?;

    writeln!(out, "+100 always Black's, -100 always White's. {PLAYOUTS} playouts from here:\n")?;
    let playouts = Ownership::new(&question, PLAYOUTS, &mut Random::new(1));
    writeln!(out, "{playouts}")?;

    writeln!(out, "The same, seen by a search for {to_move:?} (UCT with RAVE):\n")?;
    let settings =
        Settings { playouts: PLAYOUTS, rave: Some(Rave::default()), ..Settings::default() };
    let mut search = Uct::new(settings, Random::new(1));
    let mut searched = Ownership::new(&question, 0, &mut Random::new(1));
    search.best_move_watched(&board, to_move, last, |end| searched.observe(end));
    writeln!(out, "{searched}")?;
    let favorite = search.children()[0];
    let (name, games) = (point_name(favorite.point), favorite.mean.games);
    writeln!(out, "It tried {name} most, {games} times: there the map has become {to_move:?}'s.")
}

/// Runs the lesson on the terminal.
pub fn main() -> io::Result<()> {
    run(&mut io::stdout())
}
