//! Lesson 2: the rules. Page: `docs/book/src/lessons/02-rules.md`.

use aji_lessons::board::{BOARD_MAX, Board, Color, Point, neighbors, point_name, point_named};
use aji_lessons::positions;
use std::io::{self, Write};

/// Prints the lesson.
pub fn run(out: &mut dyn Write) -> io::Result<()> {
    let mut board = positions::captures();
    writeln!(out, "{board}")?;

    writeln!(out, "The way through the chain at F9 (further right: called from further left):\n")?;
    walk(&board, named("F9"), &mut [false; BOARD_MAX], 0, out)?;
    let chain = board.chain(named("F9"));
    writeln!(out, "\n{} stones, {} liberty.\n", chain.stones, chain.liberties)?;

    for (color, name, what) in [
        (Color::Black, "J9", "would take the last liberty of his own six stones"),
        (Color::White, "J9", "takes the six stones"),
        (Color::Black, "D2", "takes one stone: a ko"),
        (Color::White, "C2", "wants to take back at once"),
        (Color::White, "H1", "takes one stone, but no ko: two white stones are in atari"),
        (Color::Black, "J1", "takes the two back"),
    ] {
        writeln!(out, "{color:?} {name} {what}.")?;
        match board.put_stone(named(name), color) {
            Ok(taken) => writeln!(out, "  {taken} taken, ko: {}", ko(&board))?,
            Err(illegal) => writeln!(out, "  not allowed: {illegal}")?,
        }
    }
    writeln!(out, "\n{board}")
}

/// Prints the stones of a chain in the order in which a function that calls itself meets them.
fn walk(
    board: &Board,
    point: Point,
    seen: &mut [bool],
    depth: usize,
    out: &mut dyn Write,
) -> io::Result<()> {
    seen[point] = true;
    writeln!(out, "{:1$}{2}", "", 3 * depth, point_name(point))?;
    for n in neighbors(point) {
        if board.at(n) == board.at(point) && !seen[n] {
            walk(board, n, seen, depth + 1, out)?;
        }
    }
    Ok(())
}

fn ko(board: &Board) -> String {
    board.ko.map_or("none".into(), point_name)
}

fn named(name: &str) -> Point {
    point_named(name).expect("a point of the board")
}

/// Runs the lesson on the terminal.
pub fn main() -> io::Result<()> {
    run(&mut io::stdout())
}
