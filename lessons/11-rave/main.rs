//! Lesson 11: RAVE. Page: `docs/book/src/lessons/11-rave.md`.

use aji_lessons::board::{Color, point_name, point_named};
use aji_lessons::positions;
use aji_lessons::random::Random;
use aji_lessons::rave::Rave;
use aji_lessons::uct::{Settings, Uct};
use std::io::{self, Write};

/// Prints the lesson.
pub fn run(out: &mut dyn Write) -> io::Result<()> {
    let board = positions::opening();
    let last = point_named("E4").expect("a point");
    writeln!(out, "{board}")?;

    for (name, rave) in [("without RAVE", None), ("with RAVE", Some(Rave::default()))] {
        let settings = Settings { rave, ..Settings::default() };
        let mut search = Uct::new(settings, Random::new(1));
        search.best_move(&board, Color::White, last);
        writeln!(out, "White, 1000 playouts {name}:  (own games, won; RAVE games, won)")?;
        for child in &search.children()[..6] {
            let percent = |rate: f64| 100.0 * (rate + 0.5);
            writeln!(
                out,
                "  {:3} {:4} {:3.0} %   {:4} {:3.0} %",
                point_name(child.point),
                child.mean.games,
                percent(child.mean.rate),
                child.rave.games,
                percent(child.rave.rate)
            )?;
        }
        let most = search.children()[0].mean.games;
        writeln!(out, "  the best move got {most} of 1000 playouts\n")?;
    }

    writeln!(out, "beta, the weight of RAVE, with ten RAVE games for every game of its own:")?;
    for games in [1, 10, 100, 1000, 3000, 10_000, 100_000] {
        let beta = Rave::default().beta(games, 10 * games);
        writeln!(out, "  {games:6} games: {beta:.2} {}", "*".repeat((40.0 * beta) as usize))?;
    }
    Ok(())
}

/// Runs the lesson on the terminal.
pub fn main() -> io::Result<()> {
    run(&mut io::stdout())
}
