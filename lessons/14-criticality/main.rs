//! Lesson 14: criticality. Page: `docs/book/src/lessons/14-criticality.md`.

use aji_lessons::board::{BOARD_MAX, Board, Color, PASS, SIZE, WIDTH, point_named, points};
use aji_lessons::criticality::Criticality;
use aji_lessons::ownership::Question;
use aji_lessons::positions;
use aji_lessons::random::{Random, play_random};
use aji_lessons::score::KOMI;
use std::io::{self, Write};

const PLAYOUTS: usize = 3000;

/// Prints the lesson.
pub fn run(out: &mut dyn Write) -> io::Result<()> {
    let board = positions::race();
    writeln!(out, "{board}")?;
    for (color, name) in [("Black", "E9"), ("White", "F9")] {
        let chain = board.chain(point_named(name).expect("a point"));
        writeln!(out, "{color}: {} stones, {} liberties", chain.stones, chain.liberties)?;
    }
    writeln!(out)?;

    let question =
        Question { board: &board, to_move: Color::Black, last: PASS, choose: play_random };
    let all = Criticality::new(&question, KOMI, PLAYOUTS, &mut Random::new(1));
    let wins = 100.0 * all.black_win_rate();
    writeln!(out, "Criticality of {PLAYOUTS} playouts, of which Black won {wins:.0} %:\n\n{all}")?;

    writeln!(out, "The map printed in the course, made by another way of counting:\n")?;
    let map = winners_only(&question, PLAYOUTS, &mut Random::new(1));
    for y in 1..=SIZE {
        for x in 1..=SIZE {
            write!(out, "{:6.2}", map[y * WIDTH + x])?;
        }
        writeln!(out)?;
    }
    writeln!(out, "\nWhy is it 0.2 in the corners, which no playout ever fights for?")
}

// ANCHOR: winners_only
/// Like [`Criticality`], but w and b count only the stones of the side that won, and no eyes.
pub fn winners_only(question: &Question, playouts: usize, random: &mut Random) -> Vec<f64> {
    let (mut white, mut black) = ([0.0; BOARD_MAX], [0.0; BOARD_MAX]);
    let mut black_wins = 0.0;
    let one = 1.0 / playouts as f64;
    question.ask(playouts, random, |end: &Board| {
        let black_won = end.score().lead(KOMI) > 0.0;
        black_wins += if black_won { one } else { 0.0 };
        for point in points() {
            match (end.at(point), black_won) {
                (Color::Black, true) => black[point] += one,
                (Color::White, false) => white[point] += one,
                _ => {}
            }
        }
    });
    let at = |p: usize| white[p] + black[p] - white[p] * (1.0 - black_wins) - black[p] * black_wins;
    (0..BOARD_MAX).map(at).collect()
}
// ANCHOR_END: winners_only

/// Runs the lesson on the terminal.
pub fn main() -> io::Result<()> {
    run(&mut io::stdout())
}
