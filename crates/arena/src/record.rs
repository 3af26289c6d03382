//! One finished game, as it is stored and exported.

use crate::duplicates::{self, fnv1a};
use crate::engine::{Fault, Identity};
use crate::referee::Count;
use crate::statistics::tally::Score;
use aji_goban::{Color, Game, Komi, Margin, Move, Rules, Size};
use aji_notation::gtp::Vertex;
use serde::{Deserialize, Serialize};
use std::fmt;
use thiserror::Error;

/// One side of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Side {
    /// The player's number in the schedule.
    pub player: usize,
    /// What reports call it.
    pub name: String,
    /// What the engine says of itself.
    #[serde(flatten)]
    pub engine: Option<Engine>,
    /// Seconds used for all moves.
    pub seconds: f64,
    /// The end of what it wrote to stderr.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub stderr: String,
}

/// An engine's own name and version, as fields of the side's object.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Engine {
    /// Its name.
    pub engine: String,
    /// Its version.
    pub version: String,
}

impl From<&Identity> for Engine {
    fn from(identity: &Identity) -> Engine {
        Engine { engine: identity.name.clone(), version: identity.version.clone() }
    }
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Ending {
    /// Both passed, and the board was counted.
    Counted {
        /// Who said what is dead.
        count: Count,
        /// Black's lead in half points.
        half_points: i32,
    },
    /// The game was as long as it may be, and the board was counted as it stood.
    MoveLimit {
        /// Black's lead in half points.
        half_points: i32,
    },
    /// A side gave up.
    Resigned {
        /// Which.
        side: Party,
    },
    /// A side broke the rules of the match.
    Fault {
        /// Which.
        side: Party,
        /// How.
        fault: Fault,
    },
}

/// A color as it is written in JSON: `"black"` or `"white"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Party {
    /// Black.
    Black,
    /// White.
    White,
}

impl From<Color> for Party {
    fn from(color: Color) -> Party {
        match color {
            Color::Black => Party::Black,
            Color::White => Party::White,
        }
    }
}

impl From<Party> for Color {
    fn from(side: Party) -> Color {
        match side {
            Party::Black => Color::Black,
            Party::White => Color::White,
        }
    }
}

impl Ending {
    /// Who won; nobody if the game is drawn.
    pub fn winner(&self) -> Option<Color> {
        match self {
            Ending::Counted { half_points, .. } | Ending::MoveLimit { half_points } => {
                Margin::black_leads_by_half_points(*half_points).winner()
            }
            Ending::Resigned { side } | Ending::Fault { side, .. } => {
                Some(Color::from(*side).opponent())
            }
        }
    }

    /// The reason in one word: `counted`, `move_limit`, `resigned`, or the kind of fault.
    pub const fn reason(&self) -> &'static str {
        match self {
            Ending::Counted { .. } => "counted",
            Ending::MoveLimit { .. } => "move_limit",
            Ending::Resigned { .. } => "resigned",
            Ending::Fault { fault, .. } => fault.kind(),
        }
    }
}

impl fmt::Display for Ending {
    /// As in game records: `B+3.5`, `W+R`, `B+T` on time, `B+F` for other faults, `0` for a draw.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = match self.winner() {
            Some(Color::Black) => 'B',
            Some(Color::White) => 'W',
            None => return f.write_str("0"),
        };
        match self {
            Ending::Counted { half_points, .. } | Ending::MoveLimit { half_points } => {
                Margin::black_leads_by_half_points(*half_points).fmt(f)
            }
            Ending::Resigned { .. } => write!(f, "{letter}+R"),
            Ending::Fault { fault: Fault::Hung { .. } | Fault::OutOfTime { .. }, .. } => {
                write!(f, "{letter}+T")
            }
            Ending::Fault { .. } => write!(f, "{letter}+F"),
        }
    }
}

/// Something worth knowing that did not decide the game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Remark {
    /// An engine wrote more to stderr than was kept.
    StderrFlood {
        /// Whose engine.
        side: Party,
        /// How many bytes it wrote.
        bytes: u64,
    },
    /// The same moves, up to symmetry, were played before in this match with the same colors.
    Duplicate {
        /// The number of that game.
        of: u64,
    },
    /// The game was played on after a resignation.
    PlayedOut {
        /// Would the side that resigned have lost?
        was_right: bool,
        /// The result then.
        result: String,
    },
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// The match it belongs to.
    pub match_id: String,
    /// Its number in the match, from 0.
    pub number: u64,
    /// Black.
    pub black: Side,
    /// White.
    pub white: Side,
    /// The number of lines.
    pub size: u64,
    /// The komi, as text.
    pub komi: String,
    /// The rule set's name.
    pub rules: String,
    /// The number of handicap stones.
    pub handicap: usize,
    /// The game's seed.
    pub seed: u64,
    /// How many of the moves were the opening's.
    pub opening: usize,
    /// All moves in turn: `D4`, `pass`.
    pub moves: Vec<String>,
    /// How long each took, in milliseconds; 0 in the opening.
    pub times: Vec<u64>,
    /// `B+3.5`, `W+R`, …
    pub result: String,
    /// The reason in one word.
    pub reason: String,
    /// How it ended, in full.
    pub ending: Ending,
    /// What else is worth knowing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<Remark>,
    /// When it ended: UTC, as in `2026-11-15T21:00:00Z`.
    pub finished: String,
    /// How long the game took.
    pub seconds: f64,
}

/// A record that does not make sense.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("game {number} cannot be replayed: {reason}")]
pub struct ReplayError {
    /// The game's number.
    pub number: u64,
    /// What is wrong.
    pub reason: String,
}

impl GameRecord {
    /// One side.
    pub const fn side(&self, color: Color) -> &Side {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }

    /// The result for one of the two players.
    pub fn score_of(&self, player: usize) -> Option<Score> {
        let color = [Color::Black, Color::White]
            .into_iter()
            .find(|&color| self.side(color).player == player)?;
        Some(match self.ending.winner() {
            None => Score::Draw,
            Some(winner) if winner == color => Score::Win,
            Some(_) => Score::Loss,
        })
    }

    /// A number that games of the same moves share, up to turning and mirroring the board, if the same
    /// player has Black. `None` for games that an engine's fault cut short.
    pub fn key(&self) -> Option<u64> {
        if matches!(self.ending, Ending::Fault { .. }) {
            return None;
        }
        let size = Size::new(self.size).ok()?;
        let play = |name: &String| Vertex::parse(name, size).ok()?.as_move();
        let moves: Vec<Move> = self.moves.iter().map(play).collect::<Option<_>>()?;
        let players = [self.black.player as u64, self.white.player as u64];
        Some(duplicates::key(&moves, size) ^ fnv1a(players.into_iter().flat_map(u64::to_le_bytes)))
    }

    /// The game from its first move to its last, checked by the rules.
    pub fn replay(&self) -> Result<Game, ReplayError> {
        let error = |reason: String| ReplayError { number: self.number, reason };
        let text = |e: &dyn std::error::Error| error(e.to_string());
        let size = Size::new(self.size).map_err(|e| text(&e))?;
        let komi: Komi = self.komi.parse().map_err(|e| text(&e))?;
        let rules: Rules = self.rules.parse().map_err(|e| text(&e))?;
        let mut game = Game::new(size, rules, komi);
        if self.handicap > 0 {
            game.place_fixed_handicap(self.handicap).map_err(|e| text(&e))?;
        }
        for name in &self.moves {
            let vertex = Vertex::parse(name, size).map_err(|e| text(&e))?;
            let play: Move = vertex.as_move().ok_or_else(|| error(format!("{name} is no move")))?;
            let color = game.position().to_move();
            game.play(color, play).map_err(|e| error(format!("{name}: {e}")))?;
        }
        Ok(game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_written_as_in_game_records() {
        let counted = |half_points| Ending::Counted { count: Count::AsItStands, half_points };
        assert_eq!(counted(7).to_string(), "B+3.5");
        assert_eq!(counted(0).to_string(), "0");
        assert_eq!(Ending::Resigned { side: Party::Black }.to_string(), "W+R");
        let hung = Fault::Hung { command: "genmove white".into(), seconds: 1.0 };
        let ending = Ending::Fault { side: Party::White, fault: hung };
        assert_eq!((ending.to_string().as_str(), ending.reason()), ("B+T", "hung"));
        let json = serde_json::to_value(&ending).unwrap();
        assert_eq!(json["fault"]["kind"], "hung");
        assert_eq!(serde_json::from_value::<Ending>(json).unwrap(), ending);
    }
}
