//! Lesson 1: the board. Page: `docs/book/src/lessons/01-board.md`.
//!
//! This program has a bug, and you will see it at once.

use aji_lessons::board::{Board, Color, SIZE, WIDTH, points};
use aji_lessons::positions;
use std::io::{self, Write};

/// Prints the lesson.
pub fn run(out: &mut dyn Write) -> io::Result<()> {
    let board = positions::ohashi_zen();

    writeln!(out, "Ohashi 5p (X) against Zen (O), as this program prints it:\n")?;
    print_board(&board, out)?;
    writeln!(out, "\nIs there a # on the board, and are the last line and column missing?")?;
    writeln!(out, "Then look at print_board in lessons/01-board/main.rs: what is wrong?\n")?;

    writeln!(out, "This is how it should look:\n\n{board}")?;

    let count = |color| points().filter(|&point| board.at(point) == color).count();
    let (black, white) = (count(Color::Black), count(Color::White));
    writeln!(out, "{black} black stones, {white} white stones.")?;
    writeln!(out, "The array: {WIDTH} x {WIDTH} = {} places, # is the frame:\n", WIDTH * WIDTH)?;
    for y in 0..WIDTH {
        for x in 0..WIDTH {
            write!(out, " {}", board.at(y * WIDTH + x).sign())?;
        }
        writeln!(out)?;
    }
    Ok(())
}

// ANCHOR: print_board
fn print_board(board: &Board, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "   1 2 3 4 5 6 7 8 9")?;
    for y in 0..SIZE {
        write!(out, "{:2}", y + 1)?;
        for x in 0..SIZE {
            let color = board.at(y * WIDTH + x); // <- here
            write!(out, " {}", color.sign())?;
        }
        writeln!(out)?;
    }
    Ok(())
}
// ANCHOR_END: print_board

/// Runs the lesson on the terminal.
pub fn main() -> io::Result<()> {
    run(&mut io::stdout())
}
