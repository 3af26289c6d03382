//! Lesson 6: primitive Monte Carlo. Page: `docs/book/src/lessons/06-primitive.md`.

use aji_lessons::board::{Board, Color, PASS, Point, SIZE, WIDTH, point_name, points};
use aji_lessons::playout::play_out;
use aji_lessons::random::{Random, play_random};
use aji_lessons::score::KOMI;
use std::io::{self, Write};

const PLAYOUTS: usize = 30;

/// Prints the lesson.
pub fn run(out: &mut dyn Write) -> io::Result<()> {
    let mut random = Random::new(1);
    let mut board = Board::new();
    for color in [Color::Black, Color::White] {
        let rates = black_win_rates(&board, color, &mut random);
        let best = best_move(&rates, color);
        writeln!(out, "{color:?} to move. How often Black won {PLAYOUTS} playouts, in percent:\n")?;
        print_rates(&rates, out)?;
        writeln!(out, "\n{color:?} plays {}.\n", point_name(best))?;
        board.put_stone(best, color).expect("the move was tried");
    }
    writeln!(out, "{board}")
}

/// Black's win rate after every move that can be played.
pub fn black_win_rates(board: &Board, color: Color, random: &mut Random) -> Vec<(Point, f64)> {
    let mut rates = Vec::new();
    for point in points() {
        let mut after = *board; // saved: the board after the move
        if !after.try_stone(point, color) {
            continue;
        }
        let mut wins = 0;
        for _ in 0..PLAYOUTS {
            let mut end = after; // the playout spoils only this copy
            play_out(&mut end, color.flip(), &mut vec![point], play_random, random);
            wins += usize::from(end.score().lead(KOMI) > 0.0);
        }
        rates.push((point, wins as f64 / PLAYOUTS as f64));
    }
    rates
}

// ANCHOR: best_move
/// Black takes the largest of Black's win rates, White the smallest.
pub fn best_move(rates: &[(Point, f64)], color: Color) -> Point {
    let by_rate = |a: &&(Point, f64), b: &&(Point, f64)| a.1.total_cmp(&b.1);
    let best = match color {
        Color::Black => rates.iter().max_by(by_rate),
        _ => rates.iter().min_by(by_rate),
    };
    best.map_or(PASS, |(point, _)| *point)
}
// ANCHOR_END: best_move

fn print_rates(rates: &[(Point, f64)], out: &mut dyn Write) -> io::Result<()> {
    for y in 1..=SIZE {
        for x in 1..=SIZE {
            match rates.iter().find(|(point, _)| *point == y * WIDTH + x) {
                Some((_, rate)) => write!(out, "{:4.0}", 100.0 * rate)?,
                None => write!(out, "   -")?,
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
