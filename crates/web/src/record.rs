//! A game as the page keeps it, and as SGF.
//!
//! The page holds the [`Record`] of its game and sends it again when the server does not know the game
//! any more, because it was restarted or had too many others.

use crate::table::{Phase, Table, most_moves};
use crate::trouble::Trouble;
use aji_goban::rules::Scoring;
use aji_goban::{Color, Game, Komi, Move, Point, PointSet, Rules, Size};
use serde::{Deserialize, Serialize};
use std::fmt::Write;

/// A color in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// Black.
    Black,
    /// White.
    White,
}

impl From<Color> for Side {
    fn from(color: Color) -> Side {
        match color {
            Color::Black => Side::Black,
            Color::White => Side::White,
        }
    }
}

impl From<Side> for Color {
    fn from(side: Side) -> Color {
        match side {
            Side::Black => Color::Black,
            Side::White => Color::White,
        }
    }
}

/// All that is needed to set a game up again. Every field may be left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Record {
    /// The number of lines, 5 to 19.
    pub size: u64,
    /// The person's color.
    pub color: Side,
    /// The rule set by name.
    pub rules: String,
    /// The komi, such as `"6.5"`; the size's own if left out.
    pub komi: Option<String>,
    /// The moves so far, Black's first: `"D4"` or `"pass"`.
    pub moves: Vec<String>,
    /// Who gave up.
    pub resigned: Option<Side>,
    /// The dead stones, if the game is being counted or was.
    pub dead: Option<Vec<String>>,
    /// Did the person agree with them?
    pub agreed: bool,
}

impl Default for Record {
    fn default() -> Record {
        Record {
            size: 9,
            color: Side::Black,
            rules: "chinese".into(),
            komi: None,
            moves: Vec::new(),
            resigned: None,
            dead: None,
            agreed: false,
        }
    }
}

impl Record {
    /// The smallest board the page offers: on less there is hardly a game.
    pub const LEAST_SIZE: u64 = 5;

    /// The record of a game.
    pub fn of(table: &Table) -> Record {
        let game = table.game();
        let size = game.size();
        let resigned = match table.phase() {
            Phase::Resigned(color) => Some(Side::from(*color)),
            _ => None,
        };
        Record {
            size: size.lines() as u64,
            color: table.person().into(),
            rules: game.rules().name().unwrap_or("chinese").into(),
            komi: Some(game.komi().to_string()),
            moves: game.moves().iter().map(|(_, play)| move_name(*play, size)).collect(),
            resigned,
            dead: table.phase().dead().map(|dead| names(dead, size)),
            agreed: matches!(table.phase(), Phase::Agreed(_)),
        }
    }

    /// Sets the game up, or says what is wrong with which field.
    pub fn set_up(&self) -> Result<Table, Trouble> {
        let size = Size::new(self.size).map_err(|_| Trouble::BadSize(self.size))?;
        if self.size < Record::LEAST_SIZE {
            return Err(Trouble::BadSize(self.size));
        }
        let rules: Rules = self.rules.parse()?;
        let komi = match &self.komi {
            Some(text) => text.parse()?,
            None => default_komi(size, &rules),
        };
        let most = most_moves(size) + 2; // the passes that end it
        if self.moves.len() > most {
            return Err(Trouble::TooManyMoves { n: self.moves.len(), most, size });
        }
        let mut game = Game::new(size, rules, komi);
        for (i, text) in self.moves.iter().enumerate() {
            replay(&mut game, text, i)?;
        }
        let dead = match &self.dead {
            Some(names) => Some(points(names, size)?),
            None => None,
        };
        let mut table = Table::of(game, self.color.into());
        table.restore_end(self.resigned.map(Color::from), dead, self.agreed);
        Ok(table)
    }
}

/// Plays one move of a record.
fn replay(game: &mut Game, text: &str, i: usize) -> Result<(), Trouble> {
    let place = || format!("moves[{i}]");
    let play = parse_move(text, game.size(), place)?;
    let color = game.position().to_move();
    game.play(color, play).map_err(|reason| Trouble::IllegalMove {
        place: place(),
        color,
        point: move_name(play, game.size()),
        reason,
    })
}

/// The set of points with these names.
fn points(names: &[String], size: Size) -> Result<PointSet, Trouble> {
    let parse = |(i, text): (usize, &String)| {
        Point::parse(text, size)
            .map_err(|error| Trouble::BadPoint { place: format!("dead[{i}]"), error })
    };
    names.iter().enumerate().take(size.n_points()).map(parse).collect()
}

/// Komi where the caller names none. What is fair on 9×9 is close to 7 by area; half a point less than
/// the large boards' suits the person, who begins with Black.
fn default_komi(size: Size, rules: &Rules) -> Komi {
    let is_large = size.lines() >= 13;
    Komi::from_half_points(if is_large && rules.scoring == Scoring::Area { 15 } else { 13 })
}

/// Reads `pass` or a coordinate.
pub fn parse_move(text: &str, size: Size, place: impl Fn() -> String) -> Result<Move, Trouble> {
    if text.eq_ignore_ascii_case("pass") {
        return Ok(Move::Pass);
    }
    let point = Point::parse(text, size);
    point.map(Move::Place).map_err(|error| Trouble::BadPoint { place: place(), error })
}

/// Writes `pass` or a coordinate.
pub fn move_name(play: Move, size: Size) -> String {
    play.point().map_or_else(|| "pass".into(), |point| point.name(size).to_string())
}

/// The coordinates of the points.
pub fn names(points: &PointSet, size: Size) -> Vec<String> {
    points.iter().map(|point| point.name(size).to_string()).collect()
}

/// The result as game records write it; nothing while the game goes on.
pub fn result(table: &Table) -> Option<String> {
    match table.phase() {
        Phase::Resigned(Color::Black) => Some("W+R".into()),
        Phase::Resigned(Color::White) => Some("B+R".into()),
        Phase::Agreed(_) => {
            table.agreement().map(|agreed| table.game().margin(&agreed).to_string())
        }
        _ => None,
    }
}

/// The game as SGF, FF\[4\].
pub fn sgf(table: &Table) -> String {
    let game = table.game();
    let size = game.size();
    let rules = match game.rules().name() {
        Some("chinese") => "Chinese",
        Some("japanese" | "korean") => "Japanese",
        Some("aga") => "AGA",
        Some("new-zealand") => "NZ",
        Some(name) => name,
        None => "",
    };
    let [black, white] = match table.person() {
        Color::Black => ["You", "Aji"],
        Color::White => ["Aji", "You"],
    };
    let mut text = format!(
        "(;GM[1]FF[4]CA[UTF-8]AP[Aji:{}]SZ[{}]KM[{}]RU[{rules}]PB[{black}]PW[{white}]",
        env!("CARGO_PKG_VERSION"),
        size.lines(),
        game.komi(),
    );
    if let Some(result) = result(table) {
        let _ = write!(text, "RE[{result}]"); // writing to a string does not fail
    }
    for (i, &(color, play)) in game.moves().iter().enumerate() {
        let letter = if color == Color::Black { 'B' } else { 'W' };
        let point = play.point().map(|point| sgf_point(point, size)).unwrap_or_default();
        let line = if i % 10 == 0 { "\n" } else { "" };
        let _ = write!(text, "{line};{letter}[{point}]");
    }
    text.push_str(")\n");
    text
}

/// Two letters, column first, from the upper left.
fn sgf_point(point: Point, size: Size) -> String {
    let letter = |n: usize| char::from(b'a' + n as u8); // below 19
    [letter(point.column(size)), letter(point.row(size))].iter().collect()
}
