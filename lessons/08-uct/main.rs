//! Lesson 8: UCT. Page: `docs/book/src/lessons/08-uct.md`.

use aji_lessons::board::{Board, Color, PASS, SIZE, WIDTH, point_name};
use aji_lessons::random::Random;
use aji_lessons::uct::{Mean, Settings, Uct, ucb};
use std::io::{self, Write};

/// Prints the lesson.
pub fn run(out: &mut dyn Write) -> io::Result<()> {
    three_moves(out)?;

    let mut board = Board::new();
    let mut last = PASS;
    for color in [Color::Black, Color::White] {
        let settings = Settings::default();
        let mut search = Uct::new(settings, Random::new(1));
        last = search.best_move(&board, color, last);
        let (playouts, nodes) = (settings.playouts, search.n_nodes());
        writeln!(out, "\n{color:?}: {playouts} playouts, C = {}, {nodes} positions.", settings.c)?;
        for child in &search.children()[..5] {
            let rate = 100.0 * (child.mean.rate + 0.5);
            let name = point_name(child.point);
            writeln!(out, "  {name:4} {:4} playouts, {rate:.0} % won", child.mean.games)?;
        }
        board.put_stone(last, color).expect("the search has played it");
    }

    for c in [0.0, 0.3, 1.0, 2.0, 10.0] {
        let mut search = Uct::new(Settings { c, ..Settings::default() }, Random::new(1));
        search.best_move(&board, Color::Black, last);
        writeln!(out, "\nC = {c}: playouts for each move of Black")?;
        print_games(&search, out)?;
    }
    Ok(())
}

/// The three moves of the page: A was tried twice, B and C once or twice.
fn three_moves(out: &mut dyn Write) -> io::Result<()> {
    let mean = |won: f64, games: u32| Mean { games, rate: won / f64::from(games) };
    let early = [("A", mean(1.0, 2)), ("B", mean(0.0, 1)), ("C", mean(1.0, 1))];
    let later = [("A", mean(1.0, 2)), ("B", mean(0.0, 1)), ("C", mean(1.0, 2))];
    for (moves, games) in [(early, 4), (later, 5)] {
        writeln!(out, "After {games} playouts the values are, for C = 1:")?;
        for (name, mean) in moves {
            let value = ucb(mean, games, 1.0);
            writeln!(out, "  {name}: {:.1} + {:.2} = {value:.2}", mean.rate, value - mean.rate)?;
        }
    }
    let unknown = |games: u32| ucb(mean(0.0, games), 5, 1.0);
    let even = 0.5 / (unknown(1) - unknown(2));
    writeln!(out, "B, which has lost once, is tried next if C is larger than {even:.3}.")
}

fn print_games(search: &Uct, out: &mut dyn Write) -> io::Result<()> {
    let children = search.children();
    for y in 1..=SIZE {
        for x in 1..=SIZE {
            let child = children.iter().find(|child| child.point == y * WIDTH + x);
            match child {
                Some(child) => write!(out, "{:5}", child.mean.games)?,
                None => write!(out, "    -")?,
            }
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Runs the lesson on the terminal.
pub fn main() -> io::Result<()> {
    run(&mut io::stdout())
}
