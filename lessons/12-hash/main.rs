//! Lesson 12: hashing and repetition. Page: `docs/book/src/lessons/12-hash.md`.

use aji_lessons::board::{Board, Color, PASS, Point, point_name, point_named};
use aji_lessons::hash::{HashedBoard, Keys};
use aji_lessons::positions;
use aji_lessons::random::{Random, play_random};
use std::collections::HashSet;
use std::io::{self, Write};

/// Prints the lesson.
pub fn run(out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "Two passes lead back to the beginning:")?;
    print_sequence(Board::new(), "pass pass", out)?;
    writeln!(out, "Eternal life: four moves and everything is as it was.\n")?;
    print_sequence(positions::eternal_life(), "C9 E9 D9 F9 C9", out)?;
    writeln!(out, "Triple ko: after six moves the stones are back, but the ko at F7 is new.")?;
    writeln!(out, "The seventh move brings back the position after the first.\n")?;
    print_sequence(positions::triple_ko(), "B7 D8 F7 B8 D7 F8 B7", out)?;

    writeln!(out, "Different positions of random games with the same hash:")?;
    for n in [1 << 12, 1 << 16, 1 << 18] {
        let [short, long] = [32, 64].map(|bits| collisions(n, bits));
        writeln!(out, "  {n:6} positions: {short} with 32 bits, {long} with 64")?;
    }
    writeln!(out, "\nFour numbers of five bits make one of 20 bits: 1048576 are possible.")?;
    let mut good = Random::new(1);
    let mut state: u32 = 1;
    let mut poor = move || {
        state = state.wrapping_mul(1_103_515_245).wrapping_add(12_345);
        u64::from(state)
    };
    writeln!(out, "  a poor generator's low bits make {:6}", different_numbers(&mut poor))?;
    writeln!(out, "  xorshift's low bits make         {:6}", different_numbers(&mut || good.bits()))
}

/// Plays moves, Black first, and prints the hash after each.
fn print_sequence(board: Board, moves: &str, out: &mut dyn Write) -> io::Result<()> {
    let mut hashed = HashedBoard::new(board, Keys::new(1));
    if board != Board::new() {
        writeln!(out, "{board}")?;
    }
    writeln!(out, "  {:12} {:016x}", "now", hashed.hash)?;
    let mut color = Color::Black;
    for name in moves.split(' ') {
        let point = point_named(name).expect("a point");
        let taken = hashed.play(point, color).expect("a legal move");
        let ko = hashed.board.ko.map_or("none".into(), point_name);
        let text = format!("{color:?} {name}");
        writeln!(out, "  {text:12} {:016x}  taken {taken}, ko {ko}", hashed.hash)?;
        color = color.flip();
    }
    writeln!(out)
}

// ANCHOR: collisions
/// Collects `n` different positions of random games, and counts those whose hash, cut to some
/// bits, has been seen before.
pub fn collisions(n: usize, bits: u32) -> usize {
    let mut random = Random::new(7);
    let (mut positions, mut short) = (HashSet::new(), HashSet::new());
    while positions.len() < n {
        let mut hashed = HashedBoard::new(Board::new(), Keys::new(1));
        let (mut color, mut last): (Color, Point) = (Color::Black, 1);
        while last != PASS && positions.len() < n {
            last = play_random(&mut hashed.board.clone(), color, last, &mut random);
            hashed.play(last, color).expect("a legal move");
            color = color.flip();
            if positions.insert(hashed.hash) {
                short.insert(hashed.hash & (u64::MAX >> (64 - bits)));
            }
        }
    }
    positions.len() - short.len()
}
// ANCHOR_END: collisions

/// Makes a million numbers of 20 bits from the lowest five bits of four draws each.
fn different_numbers(draw: &mut dyn FnMut() -> u64) -> usize {
    let mut seen = HashSet::new();
    for _ in 0..1 << 20 {
        seen.insert((0..4).fold(0, |number, _| number << 5 | (draw() & 31)));
    }
    seen.len()
}

/// Runs the lesson on the terminal.
pub fn main() -> io::Result<()> {
    run(&mut io::stdout())
}
