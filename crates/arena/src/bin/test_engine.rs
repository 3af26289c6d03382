//! An engine that answers at once, and misbehaves on request; and the match command on its own, for the
//! tests of this crate.
//!
//! ```text
//! arena-test-engine gtp [--fault KIND] [--after MOVES] [--seed N] [--dead LIST] [--resign-after N] [--pause MS]
//! arena-test-engine match …
//! ```

use aji_arena::command::{self, MatchArguments, Surroundings};
use aji_arena::generator::Generator;
use aji_goban::{Color, Game, Komi, Move, Point, Rules, Size};
use aji_notation::gtp::{Reply, Request, RequestReader, Vertex};
use clap::{Parser, ValueEnum};
use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

#[derive(Parser)]
enum Command {
    /// The engine
    Gtp(Options),
    /// A match, with this program as `self`
    Match(Box<MatchArguments>),
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Kind {
    Exit,
    Hang,
    Garbage,
    Noise,
    Illegal,
    Flood,
    RefuseSize,
    WrongSize,
    RefuseKomi,
    LackKomi,
    Chatter,
    ExitAtOnce,
    RefuseMove,
}

#[derive(clap::Args)]
struct Options {
    /// What goes wrong
    #[arg(long)]
    fault: Option<Kind>,
    /// After how many moves of its own
    #[arg(long, default_value_t = 2)]
    after: u32,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// What it calls dead; without it, it cannot say
    #[arg(long)]
    dead: Option<String>,
    /// Resigns instead of its move of this number
    #[arg(long)]
    resign_after: Option<u32>,
    /// Milliseconds before each move
    #[arg(long, default_value_t = 0)]
    pause: u64,
    /// Passes after so many moves of its own
    #[arg(long, default_value_t = u32::MAX)]
    pass_after: u32,
    /// Ignored: what `self` players are given
    #[arg(long)]
    playouts: Option<u64>,
    /// Ignored: what `self` players are given
    #[arg(long)]
    threads: Option<u64>,
}

fn main() -> ExitCode {
    run().unwrap_or_else(|error| {
        // Whoever reads this is the test; if nobody does, nothing is lost.
        let _ = writeln!(io::stderr(), "error: {error}");
        ExitCode::FAILURE
    })
}

fn run() -> Result<ExitCode, Box<dyn Error>> {
    match Command::parse() {
        Command::Gtp(options) => Engine::new(options).run().map_err(Into::into),
        Command::Match(arguments) => {
            let mut surroundings = Surroundings {
                own_binary: std::env::current_exe()?,
                progress: &mut io::stderr(),
                cancel: &AtomicBool::new(false),
            };
            let summary = command::run(&arguments, &mut surroundings)?;
            command::report(&arguments, &summary, &mut io::stdout())?;
            Ok(ExitCode::SUCCESS)
        }
    }
}

struct Engine {
    options: Options,
    game: Game,
    n_moves: u32,
    generator: Generator,
}

impl Engine {
    fn new(options: Options) -> Engine {
        let generator = Generator::new(options.seed);
        let game = Game::new(Size::MAX, Rules::CHINESE, Komi::default());
        Engine { options, game, n_moves: 0, generator }
    }

    fn run(mut self) -> io::Result<ExitCode> {
        if self.is(Kind::ExitAtOnce) {
            writeln!(io::stderr(), "no weights found")?;
            return Ok(ExitCode::from(3));
        }
        let mut requests = RequestReader::new(io::stdin().lock());
        while let Some(request) = requests.next_request()? {
            let Ok(request) = request else { continue };
            if request.command == "quit" {
                break;
            }
            if request.command == "genmove" && self.misbehaves() {
                match self.options.fault {
                    Some(Kind::Exit) => {
                        writeln!(io::stderr(), "out of luck")?;
                        return Ok(ExitCode::from(7));
                    }
                    // Long enough for any test, short enough to leave nothing behind.
                    Some(Kind::Hang) => std::thread::sleep(Duration::from_secs(30)),
                    Some(Kind::Noise) => {
                        writeln!(io::stdout(), "thinking is hard")?;
                        io::stdout().flush()?;
                        std::thread::sleep(Duration::from_secs(30));
                    }
                    Some(Kind::Flood) => {
                        let line = [b'x'; 1 << 16];
                        (0..64).try_for_each(|_| io::stderr().write_all(&line))?;
                    }
                    _ => {}
                }
            }
            let reply = match self.answer(&request) {
                Ok(text) => Reply::ok(request.id, text),
                Err(text) => Reply::error(request.id, text),
            };
            let mut out = io::stdout().lock();
            write!(out, "{reply}")?;
            if self.is(Kind::Chatter) && self.misbehaves() {
                write!(out, "= and another thing\n\n")?;
            }
            out.flush()?;
        }
        Ok(ExitCode::SUCCESS)
    }

    fn is(&self, kind: Kind) -> bool {
        self.options.fault == Some(kind)
    }

    fn misbehaves(&self) -> bool {
        self.n_moves >= self.options.after
    }

    fn answer(&mut self, request: &Request) -> Result<String, String> {
        let mut arguments = request.arguments();
        let text = |error: &dyn Error| error.to_string();
        match request.command.as_str() {
            "name" => Ok("Test Engine".into()),
            "version" => Ok("1.0".into()),
            "protocol_version" => Ok("2".into()),
            "list_commands" => Ok(self.commands()),
            "boardsize" if self.is(Kind::RefuseSize) => Err("unacceptable size".into()),
            "boardsize" => {
                let size = arguments.size().map_err(|e| text(&e))?;
                let size = if self.is(Kind::WrongSize) { Size::MAX } else { size };
                self.game = Game::new(size, Rules::CHINESE, Komi::default());
                Ok(String::new())
            }
            "clear_board" => {
                self.game = Game::new(self.game.size(), Rules::CHINESE, Komi::default());
                self.n_moves = 0;
                Ok(String::new())
            }
            "komi" if self.is(Kind::RefuseKomi) => Err("komi is for the weak".into()),
            "komi" | "time_settings" | "time_left" => Ok(String::new()),
            "set_random_seed" => {
                let seed = arguments.int("a seed").map_err(|e| text(&e))?;
                self.generator = Generator::new(self.options.seed ^ seed as u64);
                Ok(String::new())
            }
            "play" if self.is(Kind::RefuseMove) && self.misbehaves() => Err("I protest".into()),
            "play" => {
                let color = arguments.color().map_err(|e| text(&e))?;
                let vertex = arguments.vertex(self.game.size()).map_err(|e| text(&e))?;
                let play = vertex.as_move().ok_or("resign is no move")?;
                self.game.play(color, play).map_err(|e| text(&e))?;
                Ok(String::new())
            }
            "genmove" => Ok(self.genmove(arguments.color().map_err(|e| text(&e))?)),
            "final_status_list" => self.options.dead.clone().ok_or("cannot say".into()),
            _ => Err("unknown command".into()),
        }
    }

    fn commands(&self) -> String {
        let all = "protocol_version name version list_commands quit boardsize clear_board komi play \
                   genmove set_random_seed final_status_list time_settings time_left";
        let lacks = |word: &&str| !(self.is(Kind::LackKomi) && *word == "komi");
        all.split_whitespace().filter(lacks).collect::<Vec<_>>().join("\n")
    }

    fn genmove(&mut self, color: Color) -> String {
        std::thread::sleep(Duration::from_millis(self.options.pause));
        if self.misbehaves() {
            match self.options.fault {
                Some(Kind::Garbage) => return "my best move".into(),
                Some(Kind::Illegal) => return self.occupied(),
                _ => {}
            }
        }
        if self.options.resign_after.is_some_and(|n| self.n_moves >= n) {
            return "resign".into();
        }
        self.n_moves += 1;
        let play = self.random_move(color);
        // Every candidate was checked, so this cannot fail.
        let _ = self.game.play(color, play);
        Vertex::from(play).text(self.game.size()).to_string()
    }

    /// A random legal move that fills no eye of its own, or a pass.
    fn random_move(&mut self, color: Color) -> Move {
        if self.n_moves > self.options.pass_after {
            return Move::Pass;
        }
        let board = self.game.position().board();
        let is_eye =
            |point: Point| board.neighbors(point).all(|near| board.color_at(near) == Some(color));
        let mut points: Vec<Point> = board.empties().iter().filter(|&p| !is_eye(p)).collect();
        if self.is(Kind::WrongSize) {
            points.retain(|p| p.row(self.game.size()) < 5);
        }
        while !points.is_empty() {
            let point = points.swap_remove(self.generator.below(points.len()));
            if self.game.check(color, point).is_ok() {
                return Move::Place(point);
            }
        }
        Move::Pass
    }

    fn occupied(&self) -> String {
        let board = self.game.position().board();
        let stone = self.game.size().points().find(|&point| !board.is_empty_at(point));
        stone.map_or("pass".into(), |point| point.name(self.game.size()).to_string())
    }
}
