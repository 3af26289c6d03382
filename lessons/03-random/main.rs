//! Lesson 3: random play and eyes. Page: `docs/book/src/lessons/03-random.md`.

use aji_lessons::board::{Board, Color, PASS, Point, points};
use aji_lessons::random::{Random, play_random};
use std::io::{self, Write};

/// The first player never stops by itself: here we stop it.
const ENOUGH: usize = 1000;

/// Prints the lesson.
pub fn run(out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "Two players put stones wherever the rules allow it.")?;
    let (moves, board) = play_game(play_anywhere);
    writeln!(out, "After {moves} moves the game is {}:\n\n{board}", word(moves))?;
    if moves == ENOUGH {
        writeln!(out, "They fill their own eyes, are captured, and begin again.\n")?;
    }

    writeln!(out, "Now they leave their own eyes alone.")?;
    let (moves, board) = play_game(play_random);
    writeln!(out, "After {moves} moves the game is {}:\n\n{board}", word(moves))?;
    writeln!(out, "Every empty point is an eye, and both have passed.")
}

/// Plays one game and returns its number of moves and its last position.
fn play_game(choose: fn(&mut Board, Color, Point, &mut Random) -> Point) -> (usize, Board) {
    let mut random = Random::new(1); // another number is another game
    let mut board = Board::new();
    let (mut color, mut last) = (Color::Black, PASS);
    for moves in 1..=ENOUGH {
        let point = choose(&mut board, color, last, &mut random);
        if point == PASS && last == PASS && moves > 1 {
            return (moves, board);
        }
        (color, last) = (color.flip(), point);
    }
    (ENOUGH, board)
}

// ANCHOR: play_anywhere
/// Tries random points until one is legal; passes after a hundred failures.
fn play_anywhere(board: &mut Board, color: Color, _last: Point, random: &mut Random) -> Point {
    let empty: Vec<Point> = points().filter(|&p| board.at(p) == Color::Empty).collect();
    for _ in 0..100 {
        let point = empty[random.below(empty.len())];
        // if board.is_eye(point, color) { continue; }
        if board.put_stone(point, color).is_ok() {
            return point;
        }
    }
    PASS
}
// ANCHOR_END: play_anywhere

fn word(moves: usize) -> &'static str {
    if moves < ENOUGH { "over" } else { "still not over" }
}

/// Runs the lesson on the terminal.
pub fn main() -> io::Result<()> {
    run(&mut io::stdout())
}
