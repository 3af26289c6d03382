//! Lesson 10: GTP, patterns, weights, widening. Page: `docs/book/src/lessons/10-gtp-and-patterns.md`.
//!
//! With the argument `gtp` this program is a Go engine: start it from any Go board with windows.

use aji_lessons::board::{Board, Color, Point, SIZE, WIDTH, point_named};
use aji_lessons::patterns::{masked, turns};
use aji_lessons::players::{Searcher, knowing};
use aji_lessons::weights::weigh;
use aji_lessons::widening::{plus, width};
use aji_lessons::{gtp, positions};
use std::io::{self, Write};

/// Prints the lesson.
pub fn run(out: &mut dyn Write) -> io::Result<()> {
    print_conversation(out)?;
    print_turns(out)?;
    let last = point_named("E7").expect("a point");
    writeln!(out, "Weights of Black's moves after White E7 (100: as good as any other):\n")?;
    print_weights(&positions::opening(), Color::Black, last, out)?;

    writeln!(out, "\nProgressive widening: after so many playouts so many moves are open.")?;
    for games in [1, 10, 30, 100, 300, 1000, 3000] {
        writeln!(out, "  {games:5} playouts: {:2} moves", width(games))?;
    }
    writeln!(out, "\nBonus of a move of promise 10 and of promise 1:")?;
    for games in [0, 10, 100, 1000, 10_000] {
        let (large, small) = (plus(10.0, games), plus(1.0, games));
        writeln!(out, "  after {games:5} games: {large:.3} {small:.3}")?;
    }
    Ok(())
}

/// The program of this lesson as a player.
fn player(playouts: usize) -> Searcher {
    Searcher { name: "lesson-10".into(), settings: knowing(playouts) }
}

/// A conversation as a Go board with windows would have it.
fn print_conversation(out: &mut dyn Write) -> io::Result<()> {
    let mut engine = gtp::Engine::new(player(200), 1);
    writeln!(out, "A conversation in GTP ('>' is said to the program):\n")?;
    for line in ["name", "clear_board", "genmove b", "play w d3", "play w d3", "showboard"] {
        let answer = engine.answer(line).expect("no line is empty");
        writeln!(out, "> {line}\n{answer}\n")?;
    }
    Ok(())
}

/// The hane in its eight turns, with bits and mask.
fn print_turns(out: &mut dyn Write) -> io::Result<()> {
    let hane = ['X', 'O', '?', '.', '.', '.', '?', '?', '?'];
    writeln!(out, "A hane for X in the middle, turned and mirrored:\n")?;
    let all = turns(hane);
    for row in 0..3 {
        for square in all {
            write!(out, "  {}", square[3 * row..][..3].iter().collect::<String>())?;
        }
        writeln!(out)?;
    }
    let packed = masked(hane);
    writeln!(out, "\nThe first one: bits {:#x}, mask {:#x}\n", packed.bits, packed.mask)
}

fn print_weights(board: &Board, color: Color, last: Point, out: &mut dyn Write) -> io::Result<()> {
    for y in 1..=SIZE {
        for x in 1..=SIZE {
            let point = y * WIDTH + x;
            match board.at(point) {
                Color::Empty => write!(out, "{:6}", weigh(board, point, color, last))?,
                stone => write!(out, "{:>6}", stone.sign())?,
            }
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Runs the lesson on the terminal; with `gtp` and perhaps a number of playouts, an engine.
pub fn main() -> io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    if arguments.next().as_deref() != Some("gtp") {
        return run(&mut io::stdout());
    }
    let playouts = arguments.next().and_then(|n| n.parse().ok()).unwrap_or(1000);
    gtp::serve(player(playouts), 1, io::stdin().lock(), &mut io::stdout())
}
