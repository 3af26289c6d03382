//! Whole games against GNU Go, every move checked by the rules.

use aji_e2e::program::{aji, on_path};
use aji_goban::{Color, Game, Komi, Rules, Size};
use aji_notation::gtp::{Command as Line, ReplyReader, Vertex};
use std::error::Error;
use std::io::{BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// An engine at the other end of two pipes; it ends when this value does.
struct Engine {
    child: Child,
    input: ChildStdin,
    output: ReplyReader<BufReader<ChildStdout>>,
}

impl Engine {
    fn start(path: &Path, arguments: &[&str]) -> Result<Engine, Box<dyn Error>> {
        let mut child = Command::new(path)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let input = child.stdin.take().ok_or("no input")?;
        let output = child.stdout.take().ok_or("no output")?;
        Ok(Engine { child, input, output: ReplyReader::new(BufReader::new(output)) })
    }

    fn ask(&mut self, command: &Line) -> Result<String, Box<dyn Error>> {
        self.input.write_all(command.to_string().as_bytes())?;
        self.input.flush()?;
        let reply = self.output.next_reply()?;
        Ok(reply.result.map_err(|error| format!("\"{}\": {error}", command.text()))?)
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // It may have ended by itself, and there is nobody left to tell.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Plays a game to its end; every move must be legal, and both must agree on the board.
fn play(lines: u64, ours: Color) -> Result<(), Box<dyn Error>> {
    let size = Size::new(lines)?;
    let komi = Komi::from_half_points(13);
    let gnugo = on_path(&["gnugo"], "install the Debian package gnugo")?;
    let us = ["gtp", "--preset", "uct", "--playouts", "200", "--quiet"];
    let them =
        ["--mode", "gtp", "--level", "1", "--chinese-rules", "--capture-all-dead", "--seed", "1"];
    let mut engines = [Engine::start(&aji()?, &us)?, Engine::start(&gnugo, &them)?];
    for engine in &mut engines {
        engine.ask(&Line::boardsize(size))?;
        engine.ask(&Line::new("clear_board")?)?;
        engine.ask(&Line::komi(komi))?;
    }
    let mut game = Game::new(size, Rules::CHINESE, komi);
    let most = 4 * size.n_points();
    while !game.is_over() && game.moves().len() < most {
        let color = game.position().to_move();
        let mover = usize::from(color != ours);
        let answer = engines[mover].ask(&Line::genmove(color))?;
        let vertex = Vertex::parse(&answer, size)?;
        let Some(play) = vertex.as_move() else { return Ok(()) };
        game.play(color, play).map_err(|reason| format!("{color} {answer}: {reason}"))?;
        engines[1 - mover].ask(&Line::play(color, vertex, size))?;
    }
    assert!(game.is_over(), "no end after {most} moves");
    for status in ["final_score", "final_status_list dead"] {
        engines[0].ask(&Line::new(status)?)?;
    }
    Ok(())
}

#[test]
fn whole_games_on_9x9_are_legal() -> Result<(), Box<dyn Error>> {
    play(9, Color::Black)?;
    play(9, Color::White)
}

#[test]
fn a_whole_game_on_13x13_is_legal() -> Result<(), Box<dyn Error>> {
    play(13, Color::Black)
}

#[test]
fn a_whole_game_on_19x19_is_legal() -> Result<(), Box<dyn Error>> {
    play(19, Color::White)
}
