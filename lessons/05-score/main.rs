//! Lesson 5: counting. Page: `docs/book/src/lessons/05-score.md`.
//!
//! One of the two ways to count has a bug. Can you see it in the numbers?

use aji_lessons::board::{Board, Color, neighbors, points};
use aji_lessons::playout::play_out;
use aji_lessons::positions;
use aji_lessons::random::{Random, play_random};
use aji_lessons::score::{KOMI, Score};
use std::io::{self, Write};

/// Prints the lesson.
pub fn run(out: &mut dyn Write) -> io::Result<()> {
    let board = positions::finished();
    writeln!(out, "{board}")?;
    print_score(out, "This program counts", count_score(&board))?;
    print_score(out, "It should count    ", board.score())?;
    writeln!(out, "The board has 81 points, and each belongs to somebody here.\n")?;

    let seki = positions::seki();
    writeln!(out, "{seki}")?;
    print_score(out, "A seki:", seki.score())?;
    writeln!(out, "80 points: D9 touches both colors and belongs to nobody.\n")?;

    let mut random = Random::new(2);
    let mut black_wins = 0;
    for _ in 0..1000 {
        let mut end = Board::new();
        play_out(&mut end, Color::Black, &mut Vec::new(), play_random, &mut random);
        black_wins += usize::from(end.score().lead(KOMI) > 0.0);
    }
    writeln!(out, "Black wins {black_wins} of 1000 playouts from the empty board, komi {KOMI}.")
}

// ANCHOR: count_score
fn count_score(board: &Board) -> Score {
    let mut score = Score::default();
    for point in points() {
        let touches = |color| neighbors(point).iter().any(|&n| board.at(n) == color);
        match board.at(point) {
            Color::Black => score.black += 1,
            Color::White => score.white += 1,
            _ if touches(Color::Black) && !touches(Color::White) => score.black += 1,
            _ if touches(Color::White) && !touches(Color::Black) => score.black += 1,
            _ => {}
        }
    }
    score
}
// ANCHOR_END: count_score

fn print_score(out: &mut dyn Write, what: &str, score: Score) -> io::Result<()> {
    let Score { black, white } = score;
    let lead = score.lead(KOMI);
    writeln!(out, "{what} Black {black}, White {white}, together {}; lead {lead}", black + white)
}

/// Runs the lesson on the terminal.
pub fn main() -> io::Result<()> {
    run(&mut io::stdout())
}
