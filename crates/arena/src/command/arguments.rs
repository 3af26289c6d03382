//! The options of `aji match`, and the schedule they mean.

use super::players::{self, PlayerError};
use crate::engine::{Clock, Patience};
use crate::schedule::{Colors, Conditions, Openings, Pairing, Schedule, ScheduleError};
use crate::sgf;
use crate::statistics::Sequential;
use crate::statistics::sequential::SequentialError;
use crate::tournament::Manner;
use aji_goban::{Komi, Rules, Size};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use thiserror::Error;

/// A match between two GTP engines, or a tournament of many.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct MatchArguments {
    /// The player whose figures are reported; has Black in the first game. `self …` is this program's
    /// own engine with those options
    #[arg(long, required_unless_present = "player", requires = "white", value_name = "CMD")]
    pub black: Option<String>,
    /// The opponent
    #[arg(long, requires = "black", value_name = "CMD")]
    pub white: Option<String>,
    /// A player of a tournament, instead of --black and --white; repeated for each
    #[arg(long, conflicts_with_all = ["black", "white", "sprt"], value_name = "NAME=CMD")]
    pub player: Vec<String>,
    /// Who meets whom in a tournament: everybody everybody, or the first --player every other
    /// [default: round-robin]
    #[arg(long, value_enum, conflicts_with = "black", hide_possible_values = true)]
    #[arg(value_name = "round-robin|gauntlet")]
    pub schedule: Option<Pairing>,
    /// Hold a tournament's player at a known rating; may be repeated. Without one the average is 0
    #[arg(long, conflicts_with = "black", value_name = "NAME=ELO")]
    pub anchor: Vec<String>,
    /// How many games (in a tournament: of each two who meet); the same command with a larger number
    /// goes on
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
    /// Playouts a move, for players that are `self`; others are set up by their own options
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
    /// The color of the --black player (in a tournament, of whoever of the two is named first): both in
    /// turn, or one in every game
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
    #[arg(long, conflicts_with = "player", value_name = "NAME")]
    pub black_name: Option<String>,
    /// A name for the second
    #[arg(long, conflicts_with = "player", value_name = "NAME")]
    pub white_name: Option<String>,
    /// A GTP command sent to the first player after its start; may be repeated
    #[arg(long, conflicts_with = "player", value_name = "GTP")]
    pub black_setup: Vec<String>,
    /// A GTP command sent to the second player after its start; may be repeated
    #[arg(long, conflicts_with = "player", value_name = "GTP")]
    pub white_setup: Vec<String>,
    /// The folder in which the first player is run
    #[arg(long, conflicts_with = "player", value_name = "DIR")]
    pub black_folder: Option<PathBuf>,
    /// The folder in which the second player is run
    #[arg(long, conflicts_with = "player", value_name = "DIR")]
    pub white_folder: Option<PathBuf>,
    /// A GTP command sent to a tournament's player after its start; may be repeated
    #[arg(long, conflicts_with = "black", value_name = "NAME=GTP")]
    pub setup: Vec<String>,
    /// The folder in which a tournament's player is run; may be repeated
    #[arg(long, conflicts_with = "black", value_name = "NAME=DIR")]
    pub folder: Vec<String>,
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

const EXAMPLES: &str = "Examples:
  aji match --black \"self --playouts 1000\" --white \"gnugo --mode gtp --chinese-rules --capture-all-dead\" \\
      --games 20 --komi 7 --sgf games --database match.db
  aji match --black \"self --set search.rave=false\" --white self --playouts 1000 --sprt -20,0 --openings random:4
  aji match --player \"uct=self --preset uct\" --player \"flat=self --preset primitive --playouts 30\" \\
      --player \"gnugo=gnugo --mode gtp --level 1\" --playouts 1000 --games 10 --database league.db
  aji match --schedule gauntlet --player new=./new --player old=./old --player older=./older --anchor old=0

The same command goes on where it stopped, if --database keeps the games.";

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
    /// The players.
    #[error(transparent)]
    Player(#[from] PlayerError),
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
        let mut conditions = Conditions::new(self.size, self.komi);
        conditions.rules = self.rules;
        conditions.handicap = self.handicap;
        conditions.clock = Clock { per_move: self.time, per_game: self.game_time };
        conditions.patience =
            Patience { answer: self.patience, grace: self.grace, ..Patience::default() };
        conditions.max_moves = self.max_moves.unwrap_or(conditions.max_moves);
        conditions.play_out_share = self.play_out;
        let schedule = Schedule {
            players: players::of(self, own_binary)?,
            pairing: self.pairing(),
            games: self.games,
            conditions,
            openings: self.read_openings()?,
            colors: self.colors,
            seed: self.seed,
        };
        schedule.check()?;
        Ok(schedule)
    }

    /// Is this a tournament, and not a match of two?
    pub fn is_tournament(&self) -> bool {
        !self.player.is_empty()
    }

    /// Who meets whom.
    fn pairing(&self) -> Pairing {
        match self.schedule {
            // A match of two is the smallest gauntlet.
            _ if !self.is_tournament() => Pairing::Gauntlet,
            Some(pairing) => pairing,
            None => Pairing::RoundRobin,
        }
    }

    /// The players whose ratings are given, by number.
    pub fn anchors(&self) -> Result<Vec<(usize, f64)>, ArgumentError> {
        Ok(players::anchors(self)?)
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

#[cfg(test)]
mod tests;
