//! Lesson 7: Min-Max, alpha-beta and the NegaMax form. Page: `docs/book/src/lessons/07-negamax.md`.

use aji_lessons::board::{Color, point_name};
use aji_lessons::positions;
use aji_lessons::primitive::rate_moves;
use aji_lessons::random::Random;
use aji_lessons::score::KOMI;
use std::io::{self, Write};

/// A game tree: a position with its moves, or an end with its value for the first player.
pub enum Tree {
    /// The game ends here.
    End(i32),
    /// The positions after each move.
    Moves(Vec<Tree>),
}
use Tree::{End, Moves};

/// Two moves deep: the right-hand move promises 30, but the answer is -10.
pub fn example() -> Tree {
    let answers = |ends: &[i32]| Moves(ends.iter().map(|&value| End(value)).collect());
    Moves(vec![answers(&[5, 8]), answers(&[20, 3, 9]), answers(&[-10, 30])])
}

// ANCHOR: minmax
/// The first player wants the largest value, the second the smallest.
pub fn minmax(tree: &Tree, first_to_move: bool) -> i32 {
    match tree {
        End(value) => *value,
        Moves(moves) if first_to_move => {
            moves.iter().map(|next| minmax(next, false)).max().expect("a move")
        }
        Moves(moves) => moves.iter().map(|next| minmax(next, true)).min().expect("a move"),
    }
}

/// The same in the NegaMax form: whoever moves wants the largest, and the sign turns with the
/// side. `sign` is 1 for the first player and -1 for the second.
pub fn negamax(tree: &Tree, sign: i32) -> i32 {
    match tree {
        End(value) => sign * value,
        Moves(moves) => moves.iter().map(|next| -negamax(next, -sign)).max().expect("a move"),
    }
}
// ANCHOR_END: minmax

// ANCHOR: alpha_beta
/// NegaMax that skips what cannot matter: we can already have `alpha` elsewhere, and the opponent
/// will not let us have more than `beta`. Counts the ends it looks at.
pub fn alpha_beta(tree: &Tree, sign: i32, mut alpha: i32, beta: i32, seen: &mut usize) -> i32 {
    let Moves(moves) = tree else {
        *seen += 1;
        return negamax(tree, sign);
    };
    for next in moves {
        alpha = alpha.max(-alpha_beta(next, -sign, -beta, -alpha, seen));
        if alpha >= beta {
            break; // the opponent has a better way before this
        }
    }
    alpha
}
// ANCHOR_END: alpha_beta

/// Prints the lesson.
pub fn run(out: &mut dyn Write) -> io::Result<()> {
    let tree = example();
    let Moves(moves) = &tree else { unreachable!("the example has moves") };
    for (name, next) in ["left", "middle", "right"].iter().zip(moves) {
        let Moves(ends) = next else { unreachable!("every move has answers") };
        let ends: Vec<String> = ends.iter().map(|end| minmax(end, true).to_string()).collect();
        let worst = minmax(next, false);
        writeln!(out, "{name:>6}: the opponent chooses from {} -> {worst}", ends.join(", "))?;
    }
    let mut seen = 0;
    writeln!(out, "\nMin-Max:    {}", minmax(&tree, true))?;
    writeln!(out, "NegaMax:    {}", negamax(&tree, 1))?;
    let value = alpha_beta(&tree, 1, -1000, 1000, &mut seen);
    writeln!(out, "alpha-beta: {value}, after {seen} of 7 ends\n")?;

    writeln!(out, "Monte Carlo in the NegaMax form: the best move has the largest value,")?;
    writeln!(out, "for Black and for White (+0.5 is a sure win, -0.5 a sure loss).\n")?;
    let board = positions::opening();
    for color in [Color::Black, Color::White] {
        let mut rated = rate_moves(&board, color, KOMI, 30, &mut Random::new(1));
        rated.sort_by(|a, b| b.1.total_cmp(&a.1));
        let first: Vec<String> =
            rated[..5].iter().map(|(p, value)| format!("{} {value:+.2}", point_name(*p))).collect();
        writeln!(out, "{color:?}: {}", first.join("  "))?;
    }
    Ok(())
}

/// Runs the lesson on the terminal.
pub fn main() -> io::Result<()> {
    run(&mut io::stdout())
}
