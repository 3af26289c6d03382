//! Lesson 9: self-play and game records. Page: `docs/book/src/lessons/09-self-play.md`.

use aji_lessons::arena::{MatchResult, play_match};
use aji_lessons::game::play_game;
use aji_lessons::players::player;
use aji_lessons::score::KOMI;
use std::io::{self, Write};

/// One tenth of the course's 1000 and 30, so that you need not wait.
const PLAYERS: [&str; 2] = ["uct:100", "primitive:3"];
const GAMES: usize = 6;

/// Prints the lesson.
pub fn run(out: &mut dyn Write) -> io::Result<()> {
    let [mut uct, mut primitive] = PLAYERS.map(|name| player(name).expect("a player"));
    let game = play_game(&mut *primitive, &mut *uct, KOMI, 1);
    writeln!(out, "{} (Black) against {} (White):\n", primitive.name(), uct.name())?;
    writeln!(out, "{}\n{}, {} moves. The record:\n", game.board, game.result(), game.moves.len())?;
    writeln!(out, "{}\n", game.sgf(&primitive.name(), &uct.name()))?;

    let make = |i: usize| move || player(PLAYERS[i]).expect("a player");
    let result = play_match(&make(0), &make(1), (GAMES, 1, 1, KOMI), &mut |_, _, _| ());
    let (low, high) = result.interval();
    let [first, second] = PLAYERS;
    writeln!(out, "{first} won {} of {GAMES} games against {second}.", result.wins)?;
    writeln!(out, "Its true share lies between {:.0} and {:.0} %.\n", 100.0 * low, 100.0 * high)?;

    writeln!(out, "How sure is 76 %?")?;
    for games in [10, 50, 150, 1000, 10_000] {
        let (low, high) = MatchResult { wins: games * 76 / 100, games }.interval();
        let range = format!("{:.1} to {:.1} %", 100.0 * low, 100.0 * high);
        writeln!(out, "  after {games:5} games: {range}")?;
    }
    Ok(())
}

/// Runs the lesson on the terminal.
pub fn main() -> io::Result<()> {
    run(&mut io::stdout())
}
