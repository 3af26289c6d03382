//! Talking to an engine: introductions, the start of a game, moves, and what is dead at its end.

use super::fault::{Fault, excerpt};
use super::process::Process;
use super::tail::Kept;
use super::{Clock, EngineSpec, Patience, seconds};
use aji_goban::{Color, Game, Komi, Move, PointSet, Rules, Size};
use aji_notation::gtp::{Command, TimeLeft, Vertex};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::time::{Duration, Instant};

/// Without these no game can be played.
const REQUIRED: [&str; 5] = ["boardsize", "clear_board", "komi", "play", "genmove"];

/// What an engine says of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Identity {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
}

/// How a game begins.
#[derive(Clone, Debug)]
pub struct Setup<'a> {
    /// The board.
    pub size: Size,
    /// The komi.
    pub komi: Komi,
    /// The rules; told to engines that can be told.
    pub rules: Rules,
    /// Black's handicap stones.
    pub handicap: PointSet,
    /// Moves that are played before the engines are asked.
    pub opening: &'a [(Color, Move)],
    /// Told to engines that take a seed.
    pub seed: u64,
    /// The clock, for engines that can be told.
    pub clock: Clock,
}

/// A running engine that has introduced itself.
#[derive(Debug)]
pub struct Engine {
    process: Process,
    patience: Patience,
    identity: Identity,
    commands: HashSet<String>,
}

impl Engine {
    /// Starts the program, asks who it is and what it knows, and sends its set-up commands.
    pub fn start(spec: &EngineSpec, patience: Patience) -> Result<Engine, Fault> {
        let process = Process::start(spec)?;
        let (identity, commands) = (Identity::default(), HashSet::new());
        let mut engine = Engine { process, patience, identity, commands };
        engine.learn_commands(&spec.command.to_string())?;
        if let Some(&missing) = REQUIRED.iter().find(|&&command| !engine.knows(command)) {
            return Err(Fault::LacksCommand { command: missing.to_owned() });
        }
        engine.identity = Identity { name: engine.told("name")?, version: engine.told("version")? };
        for line in &spec.setup {
            engine.expect(line)?;
        }
        Ok(engine)
    }

    /// What it says of itself.
    pub const fn identity(&self) -> &Identity {
        &self.identity
    }

    /// Does it know this command?
    pub fn knows(&self, command: &str) -> bool {
        self.commands.contains(command)
    }

    /// The id of its process.
    pub fn process_id(&self) -> u32 {
        self.process.id()
    }

    /// What it wrote to stderr since the last time.
    pub fn take_stderr(&mut self) -> Kept {
        self.process.take_stderr()
    }

    /// Sets the board up for a game.
    pub fn begin(&mut self, setup: &Setup<'_>) -> Result<(), Fault> {
        let size = setup.size;
        if let Err(answer) = self.ask(&Command::boardsize(size))? {
            return Err(Fault::RefusedSize { size: size.lines(), answer: excerpt(&answer) });
        }
        self.expect("clear_board")?;
        if let Err(answer) = self.ask(&Command::komi(setup.komi))? {
            let komi = setup.komi.to_string();
            return Err(Fault::RefusedKomi { komi, answer: excerpt(&answer) });
        }
        // An engine may not know these rules by name, or take no such seed: it then plays as it does.
        if let (true, Some(rules)) = (self.knows("kata-set-rules"), setup.rules.name()) {
            let _ = self.send(&format!("kata-set-rules {rules}"))?;
        }
        if self.knows("set_random_seed") {
            let _ = self.send(&format!("set_random_seed {}", setup.seed % (1 << 31)))?;
        }
        self.set_clock(&setup.clock)?;
        self.place_handicap(setup)?;
        setup.opening.iter().try_for_each(|&(color, play)| self.play(color, play, size))
    }

    fn set_clock(&mut self, clock: &Clock) -> Result<(), Fault> {
        let Some(command) = clock.settings() else { return Ok(()) };
        if !self.knows("time_settings") || self.send(&command)?.is_ok() {
            return Ok(());
        }
        // The standard knows whole seconds only, and some engines take nothing else.
        match clock.in_whole_seconds().settings() {
            Some(rounded) if rounded != command => self.expect(&rounded).map(drop),
            _ => self.expect(&command).map(drop),
        }
    }

    fn place_handicap(&mut self, setup: &Setup<'_>) -> Result<(), Fault> {
        if setup.handicap.is_empty() {
            return Ok(());
        }
        if self.knows("set_free_handicap") {
            let names: Vec<String> =
                setup.handicap.iter().map(|point| point.name(setup.size).to_string()).collect();
            return self.expect(&format!("set_free_handicap {}", names.join(" "))).map(drop);
        }
        let mut stones = setup.handicap.iter().map(Move::Place);
        stones.try_for_each(|stone| self.play(Color::Black, stone, setup.size))
    }

    /// Tells it a move.
    pub fn play(&mut self, color: Color, play: Move, size: Size) -> Result<(), Fault> {
        let command = Command::play(color, Vertex::from(play), size);
        self.ask(&command)?.map(drop).map_err(|answer| Fault::RefusedMove {
            play: command.text().trim_start_matches("play ").to_owned(),
            answer: excerpt(&answer),
        })
    }

    /// Asks for a move, for at most `limit` seconds if there is a limit; how long it took is returned.
    pub fn genmove(
        &mut self,
        color: Color,
        size: Size,
        limit: Option<f64>,
    ) -> Result<(Vertex, Duration), Fault> {
        let patience = limit.map_or(self.patience.answer, |limit| limit + self.patience.grace);
        let (command, start) = (Command::genmove(color), Instant::now());
        let answer = self.process.ask(&command, seconds(patience))?;
        let time = start.elapsed();
        let refused = |answer: String| Fault::Refused {
            command: command.text().to_owned(),
            answer: excerpt(&answer),
        };
        let answer = answer.map_err(refused)?;
        let vertex = Vertex::parse(&answer, size).map_err(|error| {
            // A coordinate of a larger board is a move, and an illegal one; the rest is nonsense.
            match Vertex::parse(&answer, Size::MAX) {
                Ok(_) => Fault::IllegalMove { vertex: answer, why: error.to_string() },
                Err(_) => {
                    Fault::Garbage { command: command.text().to_owned(), said: excerpt(&answer) }
                }
            }
        })?;
        Ok((vertex, time))
    }

    /// Tells it how much time is left, if it wants to know.
    pub fn tell_time(&mut self, left: Option<TimeLeft>) -> Result<(), Fault> {
        if let (Some(left), true) = (left, self.knows("time_left") && self.knows("time_settings")) {
            let _ = self.send(&left.command())?;
        }
        Ok(())
    }

    /// The stones it holds to be dead; `None` if it cannot say, or names points without stones.
    pub fn dead_stones(&mut self, game: &Game) -> Result<Option<PointSet>, Fault> {
        if !self.knows("final_status_list") {
            return Ok(None);
        }
        let Ok(answer) = self.send("final_status_list dead")? else { return Ok(None) };
        Ok(stones_named(&answer, game))
    }

    fn learn_commands(&mut self, program: &str) -> Result<(), Fault> {
        let command = Command::new("list_commands");
        let Ok(command) = command else { return Ok(()) };
        let no_gtp = |said: String| Fault::NoGtp { command: program.to_owned(), said };
        match self.process.ask(&command, seconds(self.patience.start)) {
            Ok(Ok(list)) => self.commands = list.split_whitespace().map(str::to_owned).collect(),
            // Small engines answer so; what they lack then shows when it is needed.
            Ok(Err(_)) => self.commands = REQUIRED.into_iter().map(str::to_owned).collect(),
            Err(Fault::Hung { seconds, .. }) => {
                return Err(no_gtp(format!("no answer to list_commands within {seconds} s")));
            }
            Err(Fault::Garbage { said, .. }) => {
                return Err(no_gtp(format!("it answered list_commands with \"{said}\"")));
            }
            Err(Fault::Exited { status, .. }) => {
                return Err(no_gtp(format!("it ended before its first answer, {status}")));
            }
            Err(fault) => return Err(fault),
        }
        Ok(())
    }

    /// What it answers to a command that it may not know.
    fn told(&mut self, command: &str) -> Result<String, Fault> {
        Ok(self.send(command)?.map_or_else(|_| "unknown".to_owned(), |answer| excerpt(&answer)))
    }

    /// Sends a line that must succeed.
    fn expect(&mut self, line: &str) -> Result<String, Fault> {
        self.send(line)?
            .map_err(|answer| Fault::Refused { command: line.to_owned(), answer: excerpt(&answer) })
    }

    /// Sends any command: the text of the answer, or of the refusal as the inner error.
    pub fn send(&mut self, line: &str) -> Result<Result<String, String>, Fault> {
        match Command::new(line) {
            Ok(command) => self.ask(&command),
            Err(error) => {
                Err(Fault::Refused { command: line.to_owned(), answer: error.to_string() })
            }
        }
    }

    fn ask(&mut self, command: &Command) -> Result<Result<String, String>, Fault> {
        self.process.ask(command, seconds(self.patience.answer))
    }
}

/// The stones that a list of vertices names, with all that are connected to them; `None` if a word is no
/// vertex or names an empty point.
pub(crate) fn stones_named(text: &str, game: &Game) -> Option<PointSet> {
    let board = game.position().board();
    let mut dead = PointSet::EMPTY;
    for word in text.split_whitespace() {
        let Ok(Vertex::Point(point)) = Vertex::parse(word, game.size()) else { return None };
        dead |= *board.chain_at(point)?.stones();
    }
    Some(dead)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dead_chain_is_named_by_any_of_its_stones() {
        let mut game = Game::new(Size::new(9).unwrap(), Rules::CHINESE, Komi::default());
        for name in ["D4", "E4"] {
            let point = game.position().board().point(name).unwrap();
            game.play(Color::Black, Move::Place(point)).unwrap();
        }
        assert_eq!(stones_named("d4", &game).unwrap().len(), 2);
        assert_eq!(stones_named("", &game), Some(PointSet::EMPTY));
        assert_eq!(stones_named("D4 A1", &game), None, "A1 is empty");
        assert_eq!(stones_named("D4 pass", &game), None);
    }
}
