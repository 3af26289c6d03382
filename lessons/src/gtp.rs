//! Lesson 10: the Go Text Protocol. Any player of the lessons, and yours, can talk to Go boards
//! with windows, to servers and to other programs.
//!
//! A command is a line: an optional number, a name, arguments. An answer begins with `=`, or with
//! `?` if something was wrong, and ends with an empty line. Nothing else may go to the output.

use crate::board::{Color, PASS, Point, SIZE, point_name, point_named, points};
use crate::game::{Game, Player};
use crate::random::Random;
use crate::score::KOMI;
use std::io::{self, BufRead, Write};

/// What an engine knows between two commands.
pub struct Engine<P> {
    player: P,
    random: Random,
    past: Vec<Game>, // for undo
    game: Game,
}

const COMMANDS: [&str; 16] = [
    "boardsize",
    "clear_board",
    "final_score",
    "final_status_list",
    "genmove",
    "known_command",
    "komi",
    "list_commands",
    "name",
    "play",
    "protocol_version",
    "quit",
    "set_random_seed",
    "showboard",
    "undo",
    "version",
];

/// Speaks GTP until `quit` or the end of the input.
pub fn serve<P: Player>(
    player: P,
    seed: u64,
    input: impl BufRead,
    output: &mut dyn Write,
) -> io::Result<()> {
    let mut engine = Engine::new(player, seed);
    for line in input.split(b'\n') {
        let line = String::from_utf8_lossy(&line?).into_owned();
        let Some(answer) = engine.answer(&line) else { continue };
        write!(output, "{answer}\n\n")?;
        output.flush()?;
        if words(&line).1.first() == Some(&"quit") {
            break;
        }
    }
    Ok(())
}

/// A line without its comment: its number, if it has one, and its words.
fn words(line: &str) -> (&str, Vec<&str>) {
    let line = line.split('#').next().unwrap_or("");
    let mut words: Vec<&str> = line.split_whitespace().collect();
    let numbered = words.first().is_some_and(|word| word.bytes().all(|b| b.is_ascii_digit()));
    let id = if numbered { words.remove(0) } else { "" };
    (id, words)
}

impl<P: Player> Engine<P> {
    /// An engine before an empty board.
    pub fn new(player: P, seed: u64) -> Engine<P> {
        Engine { player, random: Random::new(seed), past: Vec::new(), game: Game::new(KOMI) }
    }

    // ANCHOR: answer
    /// The answer to a line, without the empty line at its end; none to an empty line.
    pub fn answer(&mut self, line: &str) -> Option<String> {
        let (id, words) = words(line);
        let (&command, arguments) = words.split_first()?;
        Some(match self.obey(command, arguments) {
            Ok(answer) => format!("={id} {answer}").trim_end().to_string(),
            Err(reason) => format!("?{id} {reason}"),
        })
    }
    // ANCHOR_END: answer

    fn obey(&mut self, command: &str, arguments: &[&str]) -> Result<String, String> {
        let argument = |i: usize| arguments.get(i).copied().ok_or("syntax error: argument missing");
        let mut answer = String::new();
        match command {
            "protocol_version" => answer = "2".into(),
            "name" => answer = self.player.name(),
            "version" => answer = env!("CARGO_PKG_VERSION").into(),
            "list_commands" => answer = COMMANDS.join("\n"),
            "known_command" => answer = COMMANDS.contains(&argument(0)?).to_string(),
            "boardsize" if argument(0)? == SIZE.to_string() => self.clear(),
            "boardsize" => return Err("unacceptable size".into()),
            "clear_board" => self.clear(),
            "komi" => self.game.komi = komi(argument(0)?)?,
            "play" => self.play(color(argument(0)?)?, argument(1)?)?,
            "genmove" => answer = self.genmove(color(argument(0)?)?)?,
            "undo" => self.game = self.past.pop().ok_or("cannot undo")?,
            "showboard" => answer = format!("\n{}", self.game.board),
            "final_score" => answer = self.game.result(),
            "final_status_list" => answer = self.stones_that_are(argument(0)?),
            "set_random_seed" => self.random = Random::new(seed(argument(0)?)?),
            "quit" => {}
            _ => return Err("unknown command".into()),
        }
        Ok(answer)
    }

    fn clear(&mut self) {
        self.past.clear();
        self.game = Game::new(self.game.komi);
    }

    fn play(&mut self, color: Color, vertex: &str) -> Result<(), String> {
        let point = point_named(vertex).ok_or_else(|| format!("invalid coordinate {vertex}"))?;
        let before = self.game.clone();
        self.game.play(color, point).map_err(|why| format!("illegal move: {why}"))?;
        self.past.push(before);
        Ok(())
    }

    /// All our stones are alive: what could be taken has been taken.
    fn stones_that_are(&self, status: &str) -> String {
        let is_stone = |&point: &Point| self.game.board.at(point) != Color::Empty;
        let stones = points().filter(|point| status == "alive" && is_stone(point));
        stones.map(point_name).collect::<Vec<_>>().join(" ")
    }

    fn genmove(&mut self, color: Color) -> Result<String, String> {
        let point = self.player.choose(&self.game, color, &mut self.random);
        let name = point_name(point);
        if self.play(color, &name).is_ok() {
            return Ok(name);
        }
        // A player that chose an illegal move has a bug; a pass keeps the game going.
        self.play(color, "pass").map(|()| point_name(PASS))
    }
}

fn seed(word: &str) -> Result<u64, String> {
    word.parse().map_err(|_| format!("syntax error: '{word}' is no seed"))
}

fn color(word: &str) -> Result<Color, String> {
    match word.to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(Color::Black),
        "w" | "white" => Ok(Color::White),
        _ => Err(format!("invalid color {word}")),
    }
}

fn komi(word: &str) -> Result<f64, String> {
    let komi = word.parse().ok().filter(|komi: &f64| komi.is_finite());
    komi.ok_or_else(|| format!("syntax error: '{word}' is no komi"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::RandomPlayer;

    fn answers(commands: &str) -> String {
        let mut output = Vec::new();
        serve(RandomPlayer, 1, commands.as_bytes(), &mut output).unwrap();
        String::from_utf8(output).unwrap()
    }

    #[test]
    fn the_conversation_of_the_course() {
        let talk = answers("1 name\nclear_board\ngenmove b\nplay w d3\n2 quit\nname\n");
        let (start, rest) = talk.split_at(talk.find("\n\n= ").unwrap());
        assert_eq!(start, "=1 random\n\n=");
        let genmove = rest.trim_start().lines().next().unwrap();
        assert!(point_named(&genmove[2..]).is_some(), "{genmove}");
        assert!(talk.ends_with("=\n\n=2\n\n"), "nothing is answered after quit: {talk}");
    }

    #[test]
    fn whatever_is_wrong_gets_an_answer_and_changes_nothing() {
        for (line, answer) in [
            ("play", "? syntax error: argument missing"),
            ("play w", "? syntax error: argument missing"),
            ("play red d3", "? invalid color red"),
            ("play w i3", "? invalid coordinate i3"),
            ("7 boardsize 19", "?7 unacceptable size"),
            ("komi nan", "? syntax error: 'nan' is no komi"),
            ("set_random_seed x", "? syntax error: 'x' is no seed"),
            ("undo", "? cannot undo"),
            ("fly", "? unknown command"),
        ] {
            assert_eq!(answers(line), format!("{answer}\n\n"));
        }
        let twice = answers("play b e5\nplay w e5\nundo\nplay w e5 # a comment\n\n \n");
        assert_eq!(twice, "=\n\n? illegal move: occupied\n\n=\n\n=\n\n");
    }

    #[test]
    fn a_whole_game_is_played_and_counted() {
        let mut engine = Engine::new(RandomPlayer, 1);
        let mut passes = 0;
        for i in 0..400 {
            let answer = engine.answer(["genmove b", "genmove w"][i % 2]).unwrap();
            passes = if answer == "= pass" { passes + 1 } else { 0 };
            if passes == 2 {
                break;
            }
        }
        assert_eq!(passes, 2);
        let score = engine.answer("final_score").unwrap();
        assert!(score.starts_with("= B+") || score.starts_with("= W+"), "{score}");
    }

    #[test]
    fn the_same_seed_is_the_same_game_and_every_stone_is_alive() {
        let game = |seed| answers(&format!("set_random_seed {seed}\ngenmove b\ngenmove w\n"));
        assert_eq!(game(7), game(7));
        assert!((8..20).any(|seed| game(seed) != game(7)));
        let talk = "play b e5\nplay w a1\nfinal_status_list alive\nfinal_status_list dead\n";
        assert_eq!(answers(talk), "=\n\n=\n\n= E5 A1\n\n=\n\n");
    }

    #[test]
    fn every_listed_command_is_known() {
        for command in COMMANDS {
            let answer = answers(&format!("{command} 9 x"));
            assert!(!answer.contains("unknown command"), "{command}");
            assert_eq!(answers(&format!("known_command {command}")), "= true\n\n");
        }
    }
}
