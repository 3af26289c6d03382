//! The options of `aji match`, and the schedule they mean.

use crate::engine::{Clock, CommandLine, CommandLineError, EngineSpec, Patience};
use crate::schedule::{Colors, Conditions, Openings, Pairing, Schedule, ScheduleError};
use crate::sgf;
use crate::statistics::Sequential;
use crate::statistics::sequential::SequentialError;
use crate::tournament::Manner;
use aji_goban::{Komi, Rules, Size};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use thiserror::Error;

/// A match between two GTP engines.
#[derive(Clone, Debug, clap::Args)]
pub struct MatchArguments {
    /// The player whose figures are reported; has Black in the first game. `self …` is this program's
    /// own engine with those options
    #[arg(long, value_name = "CMD")]
    pub black: String,
    /// The opponent
    #[arg(long, value_name = "CMD")]
    pub white: String,
    /// How many games; the same command with a larger number goes on
    #[arg(long, default_value_t = 100, value_name = "N")]
    pub games: u64,
    /// Lines of the board
    #[arg(long, default_value = "9", value_parser = size, value_name = "N")]
    pub size: Size,
    /// Points for White
    #[arg(long, default_value = "6.5", allow_hyphen_values = true, value_name = "K")]
    pub komi: Komi,
    /// Rules by which moves are checked and games counted
    #[arg(long, default_value = "chinese")]
    pub rules: Rules,
    /// Handicap stones for whoever has Black
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub handicap: usize,
    /// Playouts a move, for players that are `self`; others are set up with --black-setup
    #[arg(long, conflicts_with = "time", value_name = "N")]
    pub playouts: Option<u64>,
    /// Seconds a move, told to all engines by time_settings
    #[arg(long, value_parser = positive, value_name = "S")]
    pub time: Option<f64>,
    /// Seconds for all moves of a player in a game
    #[arg(long, value_parser = positive, value_name = "S")]
    pub game_time: Option<f64>,
    /// Seconds that a move may take longer than agreed
    #[arg(long, default_value_t = Patience::default().grace, value_parser = positive, value_name = "S")]
    pub grace: f64,
    /// Seconds to wait for any other answer, and for a move without a clock
    #[arg(long, default_value_t = Patience::default().answer, value_parser = positive, value_name = "S")]
    pub patience: f64,
    /// Stop when it is clear whether the player is stronger by ELO1 rather than by ELO0
    #[arg(long, allow_hyphen_values = true, value_name = "ELO0,ELO1")]
    pub sprt: Option<Sequential>,
    /// The sequential test's error rate when ELO0 is true
    #[arg(long, default_value_t = 0.05, value_name = "P")]
    pub alpha: f64,
    /// The sequential test's error rate when ELO1 is true
    #[arg(long, default_value_t = 0.05, value_name = "P")]
    pub beta: f64,
    /// First moves, the same for both games of a pair: `none`, `random:K`, or SGF files
    #[arg(long, default_value = "none", value_name = "none|random:K|PATH")]
    pub openings: OpeningSource,
    /// How many moves of an SGF opening are played
    #[arg(long, default_value_t = 20, value_name = "K")]
    pub opening_moves: usize,
    /// The color of the --black player: both in turn, or one in every game
    #[arg(long, value_enum, default_value_t)]
    pub colors: Colors,
    /// What openings and the engines' seeds are drawn from
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub seed: u64,
    /// Games at the same time
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub parallel: usize,
    /// Threads of each engine; passed on to `self`
    #[arg(long, value_name = "N")]
    pub threads: Option<usize>,
    /// Count the board as it stands after so many moves [default: 3 for each point of the board]
    #[arg(long, value_name = "N")]
    pub max_moves: Option<usize>,
    /// The share of resigned games that is played on, to see whether resigning was right
    #[arg(long, default_value_t = 0.0, value_name = "SHARE")]
    pub play_out: f64,
    /// A name for the first player in reports
    #[arg(long, value_name = "NAME")]
    pub black_name: Option<String>,
    /// A name for the second
    #[arg(long, value_name = "NAME")]
    pub white_name: Option<String>,
    /// A GTP command sent to the first player after its start; may be repeated
    #[arg(long, value_name = "GTP")]
    pub black_setup: Vec<String>,
    /// A GTP command sent to the second player after its start; may be repeated
    #[arg(long, value_name = "GTP")]
    pub white_setup: Vec<String>,
    /// The folder in which the first player is run
    #[arg(long, value_name = "DIR")]
    pub black_folder: Option<PathBuf>,
    /// The folder in which the second player is run
    #[arg(long, value_name = "DIR")]
    pub white_folder: Option<PathBuf>,
    /// Write every game as SGF into this folder
    #[arg(long, value_name = "DIR")]
    pub sgf: Option<PathBuf>,
    /// Keep games here, in SQLite or (FILE.jsonl) as lines of JSON; the same command goes on where it
    /// stopped
    #[arg(long, value_name = "FILE")]
    pub database: Option<PathBuf>,
    /// Take finished games of this match from lines of JSON
    #[arg(long, value_name = "FILE")]
    pub import: Option<PathBuf>,
    /// Write all games of this match as lines of JSON at the end
    #[arg(long, value_name = "FILE")]
    pub export: Option<PathBuf>,
    /// Print the result as one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Where openings come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpeningSource {
    /// From nowhere.
    None,
    /// So many random moves.
    Random(usize),
    /// An SGF file, or a folder of them.
    Path(PathBuf),
}

impl FromStr for OpeningSource {
    type Err = ArgumentError;

    fn from_str(text: &str) -> Result<OpeningSource, ArgumentError> {
        match text.strip_prefix("random:") {
            Some(number) => match number.parse() {
                Ok(n) => Ok(OpeningSource::Random(n)),
                Err(_) => Err(ArgumentError::Openings(text.to_owned())),
            },
            None if text == "none" => Ok(OpeningSource::None),
            None => Ok(OpeningSource::Path(text.into())),
        }
    }
}

/// What is wrong with the arguments.
#[derive(Debug, Error)]
pub enum ArgumentError {
    /// A player's command.
    #[error("--{option}: {error}")]
    Player {
        /// `black` or `white`.
        option: &'static str,
        /// What is wrong with it.
        error: CommandLineError,
    },
    /// The sequential test.
    #[error(transparent)]
    Sequential(#[from] SequentialError),
    /// Not a way to open games.
    #[error("\"{0}\" is no source of openings: choose none, random:K (as random:6) or an SGF path")]
    Openings(String),
    /// The SGF files.
    #[error(transparent)]
    OpeningFile(#[from] sgf::OpeningError),
    /// A share that is none.
    #[error("--play-out takes a share between 0 and 1")]
    Share,
    /// The schedule.
    #[error(transparent)]
    Schedule(#[from] ScheduleError),
}

fn size(text: &str) -> Result<Size, String> {
    let lines = text.parse().map_err(|_| "write a whole number of lines, as in 9".to_owned())?;
    Size::new(lines).map_err(|error| error.to_string())
}

fn positive(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(number) if number > 0.0 && number < 1e9 => Ok(number),
        _ => Err("write a number of seconds above 0".to_owned()),
    }
}

impl MatchArguments {
    /// What is to be played.
    pub fn schedule(&self, own_binary: &Path) -> Result<Schedule, ArgumentError> {
        if !(0.0..=1.0).contains(&self.play_out) {
            return Err(ArgumentError::Share);
        }
        let black = PlayerText {
            option: "black",
            command: &self.black,
            name: &self.black_name,
            setup: &self.black_setup,
            folder: &self.black_folder,
        };
        let white = PlayerText {
            option: "white",
            command: &self.white,
            name: &self.white_name,
            setup: &self.white_setup,
            folder: &self.white_folder,
        };
        let mut conditions = Conditions::new(self.size, self.komi);
        conditions.rules = self.rules;
        conditions.handicap = self.handicap;
        conditions.clock = Clock { per_move: self.time, per_game: self.game_time };
        conditions.patience =
            Patience { answer: self.patience, grace: self.grace, ..Patience::default() };
        conditions.max_moves = self.max_moves.unwrap_or(conditions.max_moves);
        conditions.play_out_share = self.play_out;
        let schedule = Schedule {
            players: vec![self.player(black, own_binary)?, self.player(white, own_binary)?],
            pairing: Pairing::Gauntlet,
            games: self.games,
            conditions,
            openings: self.read_openings()?,
            colors: self.colors,
            seed: self.seed,
        };
        schedule.check()?;
        Ok(schedule)
    }

    /// How it is played.
    pub fn manner(&self) -> Result<Manner, ArgumentError> {
        let sequential = match self.sprt {
            Some(test) => Some(test.with_error_rates(self.alpha, self.beta)?),
            None => None,
        };
        let threads = self.threads.unwrap_or(1).max(1);
        Ok(Manner { parallel: self.parallel.max(1), threads, sequential })
    }

    fn player(&self, text: PlayerText<'_>, own: &Path) -> Result<EngineSpec, ArgumentError> {
        let parsed = text.command.parse::<CommandLine>();
        let mut command =
            parsed.map_err(|error| ArgumentError::Player { option: text.option, error })?;
        let mut written = None;
        if command.program == "self" {
            let mut add = |option: &str, value: Option<String>| {
                let is_given = command.arguments.iter().any(|argument| {
                    argument == option || argument.starts_with(&format!("{option}="))
                });
                if let (Some(value), false) = (value, is_given) {
                    command.arguments.extend([option.to_owned(), value]);
                }
            };
            add("--playouts", self.playouts.map(|n| n.to_string()));
            add("--threads", self.threads.map(|n| n.to_string()));
            written = Some(command.to_string());
            command.program = own.to_string_lossy().into_owned();
            command.arguments.insert(0, "gtp".to_owned());
        }
        let name = text.name.clone().or_else(|| written.clone());
        let (setup, folder) = (text.setup.to_vec(), text.folder.clone());
        Ok(EngineSpec { name, command, folder, setup, written })
    }

    fn read_openings(&self) -> Result<Openings, ArgumentError> {
        Ok(match &self.openings {
            OpeningSource::None => Openings::None,
            OpeningSource::Random(n) => Openings::Random(*n),
            OpeningSource::Path(path) => {
                Openings::Lines(sgf::read_openings(path, self.size, self.opening_moves)?)
            }
        })
    }
}

/// What the command line says of one player.
struct PlayerText<'a> {
    option: &'static str,
    command: &'a str,
    name: &'a Option<String>,
    setup: &'a [String],
    folder: &'a Option<PathBuf>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Command {
        #[command(flatten)]
        arguments: MatchArguments,
    }

    fn parsed(options: &str) -> MatchArguments {
        let line: CommandLine = format!("match {options}").parse().unwrap();
        let words = [vec![line.program], line.arguments].concat();
        Command::try_parse_from(words).unwrap_or_else(|error| panic!("{error}")).arguments
    }

    fn schedule(options: &str) -> Schedule {
        parsed(options).schedule(Path::new("/bin/aji")).unwrap()
    }

    #[test]
    fn self_is_this_program_with_the_match_s_playouts() {
        let schedule =
            schedule("--black 'self --preset uct' --white 'self --playouts 30' --playouts 1000");
        let commands = schedule.players.iter().map(|p| p.command.to_string());
        let expected = ["/bin/aji gtp --preset uct --playouts 1000", "/bin/aji gtp --playouts 30"];
        assert!(commands.eq(expected));
        assert_eq!(schedule.players[0].name.as_deref(), Some("self --preset uct --playouts 1000"));
    }

    #[test]
    fn the_match_does_not_depend_on_where_the_program_lies_or_how_it_is_reported() {
        let players = "--black 'self --preset uct' --white 'gnugo --mode gtp' --size 9";
        let id = |more: &str, place: &str| {
            parsed(&format!("{players} {more}")).schedule(Path::new(place)).unwrap().id()
        };
        let first = id("", "/bin/aji");
        for more in ["--games 7", "--json", "--parallel 2", "--database x.db", "--sgf games"] {
            assert_eq!(id(more, "/home/aji"), first, "{more}");
        }
        for more in ["--komi 7", "--playouts 10", "--seed 2", "--openings random:4", "--time 1"] {
            assert_ne!(id(more, "/bin/aji"), first, "{more}");
        }
    }

    #[test]
    fn options_reach_the_schedule() {
        let schedule = schedule(
            "--black a --white b --size 13 --komi -3.5 --rules aga --handicap 2 --time 0.5 \
             --games 12 --black-setup 'level 1' --black-setup 'x 2' --white-name Wu",
        );
        let conditions = &schedule.conditions;
        assert_eq!((conditions.size.lines(), conditions.komi.half_points()), (13, -7));
        assert_eq!((conditions.rules, conditions.handicap), (Rules::AGA, 2));
        assert_eq!(conditions.clock.per_move, Some(0.5));
        assert_eq!(conditions.max_moves, 507);
        assert_eq!(schedule.players[0].setup, ["level 1", "x 2"]);
        assert_eq!(schedule.players[1].name.as_deref(), Some("Wu"));
    }

    #[test]
    fn the_sequential_test_takes_its_error_rates() {
        let arguments = parsed("--black a --white b --sprt -5,10 --alpha 0.1");
        let test = arguments.manner().unwrap().sequential.unwrap();
        assert_eq!((test.elo0, test.elo1, test.alpha, test.beta), (-5.0, 10.0, 0.1, 0.05));
        assert!(parsed("--black a --white b --sprt 0,9 --beta 0.7").manner().is_err());
    }

    #[test]
    fn what_cannot_be_is_refused_with_a_reason() {
        for options in [
            "--black a --white b --size 40",
            "--black a --white b --playouts 5 --time 1",
            "--black a --white b --time -1",
            "--black a --white b --sprt 5",
            "--black a --white b --openings random:x",
            "--black a",
        ] {
            let line: CommandLine = format!("match {options}").parse().unwrap();
            let words = [vec![line.program], line.arguments].concat();
            assert!(Command::try_parse_from(words).is_err(), "{options}");
        }
        let arguments = parsed("--black \"a 'b\" --white b");
        let error = arguments.schedule(Path::new("aji")).unwrap_err().to_string();
        assert!(error.starts_with("--black: "), "{error}");
        assert!(parsed("--black a --white b --play-out 2").schedule(Path::new("aji")).is_err());
    }
}
