//! A game as the page shows it.

use crate::record::{self, Record, Side, move_name};
use crate::table::{Phase, Table};
use aji_goban::rules::{Scoring, Tax};
use aji_goban::score::{self, Agreement, Owned};
use aji_goban::{Cell, Color, Game, Illegal, Point, PointSet, Size};
use serde::Serialize;
use std::collections::BTreeMap;

/// Everything the page draws, and the record it keeps.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct View {
    /// The game's id.
    pub id: String,
    /// Grows with every change.
    pub version: u64,
    /// The number of lines.
    pub size: usize,
    /// The person's color.
    pub person: Side,
    /// Whose turn it is.
    pub turn: Side,
    /// `playing`, `judging`, `scoring` or `finished`.
    pub phase: &'static str,
    /// Is the computer expected to move or to judge?
    pub thinking: bool,
    /// The rows from the top: `X` black, `O` white, `.` empty.
    pub board: Vec<String>,
    /// The number of moves.
    pub n_moves: usize,
    /// The last move.
    pub last: Option<String>,
    /// The empty points where the person, being to move, may not play, with the reason: `ko`,
    /// `suicide` or `superko`.
    pub illegal: BTreeMap<String, &'static str>,
    /// The number of stones each side has taken.
    pub captures: PerSide<usize>,
    /// The komi.
    pub komi: String,
    /// The rule set.
    pub rules: String,
    /// Is there something to take back?
    pub can_undo: bool,
    /// Why the computer does not move, if it cannot.
    pub fault: Option<String>,
    /// The result as game records write it, once there is one.
    pub result: Option<String>,
    /// The count, once both sides have passed.
    pub score: Option<Score>,
    /// What sets the game up again.
    pub record: Record,
}

/// Something that each side has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct PerSide<T> {
    /// Black's.
    pub black: T,
    /// White's.
    pub white: T,
}

impl<T> PerSide<T> {
    fn of(of: impl Fn(Color) -> T) -> PerSide<T> {
        PerSide { black: of(Color::Black), white: of(Color::White) }
    }
}

/// A count.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Score {
    /// `area` or `territory`.
    pub scoring: &'static str,
    /// The result with these dead stones, such as `B+3.5`.
    pub text: String,
    /// What each side has.
    pub count: PerSide<Count>,
    /// The rows from the top: `b` and `w` for territory, `.` for the rest.
    pub territory: Vec<String>,
    /// The dead stones.
    pub dead: Vec<String>,
}

/// What one side has at the end.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Count {
    /// Living stones; counted by area.
    pub stones: usize,
    /// Surrounded points.
    pub territory: usize,
    /// Stones taken during play and dead ones; counted by territory.
    pub prisoners: usize,
    /// All that counts, komi included.
    pub total: f64,
}

impl View {
    /// What the page sees of the table.
    pub fn of(id: &str, table: &Table) -> View {
        let game = table.game();
        let position = game.position();
        let size = game.size();
        let rows = rows(size, |point| match position.board().cell(point) {
            Cell::Black => 'X',
            Cell::White => 'O',
            Cell::Empty | Cell::OffBoard => '.',
        });
        View {
            id: id.into(),
            version: table.version(),
            size: size.lines(),
            person: table.person().into(),
            turn: position.to_move().into(),
            phase: match table.phase() {
                Phase::Playing => "playing",
                Phase::Judging => "judging",
                Phase::Scoring(_) => "scoring",
                Phase::Agreed(_) | Phase::Resigned(_) => "finished",
            },
            thinking: table.is_computers_turn() && table.fault().is_none(),
            board: rows,
            n_moves: game.moves().len(),
            last: position.last_move().map(|play| move_name(play, size)),
            illegal: if table.is_persons_turn() { illegal_points(game) } else { BTreeMap::new() },
            captures: PerSide::of(|color| position.n_prisoners(color.opponent())),
            komi: game.komi().to_string(),
            rules: game.rules().name().unwrap_or("own").into(),
            can_undo: table.can_undo(),
            fault: table.fault().map(String::from),
            result: record::result(table),
            score: table.agreement().map(|agreement| Score::of(game, &agreement)),
            record: Record::of(table),
        }
    }
}

impl Score {
    /// Counts the game.
    pub fn of(game: &Game, agreement: &Agreement) -> Score {
        let (board, size) = (game.position().board(), game.size());
        let scoring = game.rules().scoring;
        let tax = if scoring == Scoring::Area { Tax::None } else { game.rules().tax };
        let owned = score::territory(board, agreement, tax);
        Score {
            scoring: match scoring {
                Scoring::Area => "area",
                Scoring::Territory => "territory",
            },
            text: game.margin(agreement).to_string(),
            count: PerSide::of(|color| Count::of(color, game, &agreement.dead, &owned)),
            territory: rows(size, |point| match (&owned.black, &owned.white) {
                (black, _) if black.contains(point) => 'b',
                (_, white) if white.contains(point) => 'w',
                _ => '.',
            }),
            dead: record::names(&agreement.dead, size),
        }
    }
}

impl Count {
    fn of(color: Color, game: &Game, dead: &PointSet, owned: &Owned) -> Count {
        let position = game.position();
        let stones = (*position.board().stones(color) - *dead).len();
        let enemy = color.opponent();
        let prisoners =
            position.n_prisoners(enemy) + (*position.board().stones(enemy) & *dead).len();
        let territory = owned.by(color).len();
        let points = match game.rules().scoring {
            Scoring::Area => stones + territory,
            Scoring::Territory => prisoners + territory,
        };
        let komi = match color {
            Color::Black => 0.0,
            Color::White => f64::from(game.komi().half_points()) / 2.0,
        };
        Count { stones, territory, prisoners, total: points as f64 + komi }
    }
}

/// One string per row, one character per point.
fn rows(size: Size, character: impl Fn(Point) -> char) -> Vec<String> {
    let characters: Vec<char> = size.points().map(character).collect();
    characters.chunks(size.lines()).map(|row| row.iter().collect()).collect()
}

/// Where the side to move may not put a stone although the point is empty.
fn illegal_points(game: &Game) -> BTreeMap<String, &'static str> {
    let color = game.position().to_move();
    let reason = |point| match game.check(color, point) {
        Ok(()) | Err(Illegal::Occupied) => None,
        Err(Illegal::Ko) => Some("ko"),
        Err(Illegal::Suicide) => Some("suicide"),
        Err(Illegal::Superko) => Some("superko"),
    };
    let empties = game.position().board().empties();
    let named = |point: Point| Some((point.name(game.size()).to_string(), reason(point)?));
    empties.iter().filter_map(named).collect()
}
