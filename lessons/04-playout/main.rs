//! Lesson 4: the playout. Page: `docs/book/src/lessons/04-playout.md`.

use aji_lessons::board::{Board, Color, point_name};
use aji_lessons::playout::play_out;
use aji_lessons::random::{Random, play_random};
use std::io::{self, Write};

const PLAYOUTS: usize = 1000;

/// Prints the lesson.
pub fn run(out: &mut dyn Write) -> io::Result<()> {
    let mut random = Random::new(1);
    let (moves, board) = one_playout(&mut random);
    let names: Vec<String> = moves.iter().map(|&point| point_name(point)).collect();
    writeln!(out, "A playout of {} moves:\n{}\n\n{board}", moves.len(), names.join(" "))?;

    let mut lengths: Vec<usize> = (0..PLAYOUTS).map(|_| one_playout(&mut random).0.len()).collect();
    lengths.sort_unstable();
    let mean = lengths.iter().sum::<usize>() as f64 / PLAYOUTS as f64;
    writeln!(out, "{PLAYOUTS} playouts from the empty board, {mean:.0} moves on average:\n")?;
    for start in (60..180).step_by(10) {
        let count = lengths.iter().filter(|&&n| n / 10 * 10 == start).count();
        let bar = "*".repeat(count / 5);
        writeln!(out, "{:>8} {count:4} {bar}", format!("{start}-{}", start + 9))?;
    }
    let longer = lengths.iter().filter(|&&n| n >= 180).count();
    writeln!(out, "  longer {longer:4}")
}

fn one_playout(random: &mut Random) -> (Vec<usize>, Board) {
    let (mut board, mut moves) = (Board::new(), Vec::new());
    play_out(&mut board, Color::Black, &mut moves, play_random, random);
    (moves, board)
}

/// Runs the lesson on the terminal.
pub fn main() -> io::Result<()> {
    run(&mut io::stdout())
}
