//! The fast way through many games: main lines only, into buffers that are used again.
//!
//! The same events as for trees, but nothing is decoded and nothing is allocated per game.

use super::coordinate;
use super::event::{Event, Events, short_name};
use super::text::{self, GameResult, Rank};
use super::warning::{Damage, Warning};
use aji_goban::{Color, Komi, Move, Point, Size};

/// A move or a stone of the setup in two bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Packed(u16);

impl Packed {
    const WHITE: u16 = 1 << 15;
    const PASS: u16 = 1 << 14;

    const fn new(color: Color, column: u8, row: u8) -> Packed {
        let side = match color {
            Color::Black => 0,
            Color::White => Packed::WHITE,
        };
        Packed(side | (row as u16) << 6 | column as u16)
    }

    const fn pass(color: Color) -> Packed {
        Packed(Packed::new(color, 0, 0).0 | Packed::PASS)
    }

    /// Who plays.
    #[inline]
    pub const fn color(self) -> Color {
        if self.0 & Packed::WHITE == 0 { Color::Black } else { Color::White }
    }

    /// The point, unless it is a pass or off a board of this size.
    #[inline]
    pub fn point(self, size: Size) -> Option<Point> {
        let (column, row) = (usize::from(self.0 & 63), usize::from(self.0 >> 6 & 63));
        let is_point = self.0 & Packed::PASS == 0 && column < size.lines() && row < size.lines();
        is_point.then(|| Point::at(row, column, size))
    }

    /// The move; `None` if it lies off a board of this size.
    #[inline]
    pub fn play(self, size: Size) -> Option<Move> {
        if self.0 & Packed::PASS != 0 {
            return Some(Move::Pass);
        }
        self.point(size).map(Move::Place)
    }
}

/// What the scan keeps of a game. One record serves for all games of a collection.
#[derive(Clone, Debug, Default)]
pub struct Record {
    /// The numbers of columns and rows.
    pub board: (u8, u8),
    /// Komi, where the record has one that makes sense.
    pub komi: Option<Komi>,
    /// The number of handicap stones.
    pub handicap: u8,
    /// How the game ended.
    pub result: Option<GameResult>,
    /// The players' ranks, Black's first.
    pub ranks: [Option<Rank>; 2],
    /// Who is to move first, where the record says so.
    pub to_move: Option<Color>,
    /// Stones that stood before the first move.
    pub setup: Vec<Packed>,
    /// The moves of the main line.
    pub moves: Vec<Packed>,
    /// How many of them come before the first damage; less than all if something was mended among the
    /// moves or stones were set up during the game.
    pub n_sound_moves: usize,
    /// What was mended.
    pub warnings: Vec<Warning>,
    /// Where the game begins and ends in the text.
    pub span: (usize, usize),
}

impl Record {
    /// An empty record.
    pub fn new() -> Record {
        Record::default()
    }

    /// The board's size, if boards of it are supported.
    pub fn size(&self) -> Option<Size> {
        let (columns, rows) = self.board;
        (columns == rows).then(|| Size::new(u64::from(columns)).ok()).flatten()
    }

    /// Was nothing wrong with it?
    pub fn is_sound(&self) -> bool {
        self.n_sound_moves == self.moves.len() && self.warnings.is_empty()
    }

    fn clear(&mut self) {
        let Record { setup, moves, warnings, .. } = std::mem::take(self);
        *self = Record { board: (19, 19), setup, moves, warnings, ..Record::default() };
        self.setup.clear();
        self.moves.clear();
        self.warnings.clear();
    }
}

/// What a scan came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scanned {
    /// A game, now in the record.
    Game,
    /// The end of the text, or of the part of it that is there.
    End,
    /// The end of a part, in the middle of a game that must be read again with more of the text.
    Unfinished,
}

/// Reads the next game's main line into the record.
pub fn scan(events: &mut Events<'_>, record: &mut Record) -> Scanned {
    record.clear();
    loop {
        match events.next_event() {
            Some(Event::Game) => break,
            Some(Event::Repair(repair)) => record.warnings.push(events.warning(repair)),
            Some(_) => {}
            None => return Scanned::End,
        }
    }
    record.span.0 = events.at();
    let is_finished = scan_main_line(events, record) && skip_to_end(events, record);
    if !is_finished {
        return Scanned::Unfinished;
    }
    record.span.1 = events.offset();
    record.n_sound_moves = record.n_sound_moves.min(record.moves.len());
    Scanned::Game
}

/// The main line ends with the first variation that ends, unless that one held no node. False if the text
/// ends before.
fn scan_main_line(events: &mut Events<'_>, record: &mut Record) -> bool {
    record.n_sound_moves = usize::MAX;
    let mut name = *b"   ";
    // How many variations were opened since the last node.
    let mut n_empty = 0u32;
    loop {
        while let Some([color, column, row]) = events.next_plain_move() {
            let color = if color == b'B' { Color::Black } else { Color::White };
            name = if color == Color::Black { *b"B  " } else { *b"W  " };
            add_move(record, color, &[column, row], events.at());
        }
        match events.next_event() {
            Some(Event::Value(value)) => match &name {
                b"B  " => add_move(record, Color::Black, value, events.at()),
                b"W  " => add_move(record, Color::White, value, events.at()),
                _ => add_property(record, &name, value, events.at()),
            },
            Some(Event::Property(raw)) => name = short_name(raw),
            Some(Event::Node) => n_empty = 0,
            Some(Event::Variation) => n_empty += 1,
            Some(Event::VariationEnd) if n_empty > 0 => n_empty -= 1,
            Some(Event::VariationEnd | Event::GameEnd) => return true,
            Some(Event::Game) => {}
            Some(Event::Repair(repair)) => mend(record, events.at(), repair.into()),
            None => return false,
        }
    }
}

/// Variations beside the main line are of no interest; only the end of the game is. The game has ended
/// already if it had no variations.
fn skip_to_end(events: &mut Events<'_>, record: &mut Record) -> bool {
    while events.is_in_game() {
        match events.next_event() {
            Some(Event::Repair(repair)) => record.warnings.push(events.warning(repair)),
            Some(_) => {}
            None => return false,
        }
    }
    true
}

fn mend(record: &mut Record, at: usize, damage: Damage) {
    // A missing closing bracket at the very end harms no move.
    if damage != Damage::NoClosing {
        record.n_sound_moves = record.n_sound_moves.min(record.moves.len());
    }
    record.warnings.push(Warning { at, damage });
}

#[inline]
fn add_move(record: &mut Record, color: Color, value: &[u8], at: usize) {
    let (columns, rows) = record.board;
    match coordinate::column_and_row(value) {
        Some((column, row)) if column < columns && row < rows => {
            record.moves.push(Packed::new(color, column, row));
        }
        _ if coordinate::is_pass(value.trim_ascii(), columns.max(rows).into()) => {
            record.moves.push(Packed::pass(color));
        }
        _ => bad_value(record, if color == Color::Black { "B" } else { "W" }, value, at),
    }
}

fn bad_value(record: &mut Record, property: &str, value: &[u8], at: usize) {
    let value = String::from_utf8_lossy(value).chars().take(40).collect();
    mend(record, at, Damage::BadValue { property: property.to_owned(), value });
}

fn add_property(record: &mut Record, name: &[u8; 3], value: &[u8], at: usize) {
    match name {
        b"SZ " => match board_size(value) {
            Some(board) if record.moves.is_empty() => record.board = board,
            _ => bad_value(record, "SZ", value, at),
        },
        b"KM " => record.komi = text::parse_komi(value),
        b"HA " => record.handicap = number(value).unwrap_or(0),
        b"RE " => record.result = GameResult::parse(value),
        b"BR " => record.ranks[0] = Rank::parse(value),
        b"WR " => record.ranks[1] = Rank::parse(value),
        b"PL " if record.moves.is_empty() => {
            record.to_move = match value.trim_ascii().first() {
                Some(b'B' | b'b' | b'1') => Some(Color::Black),
                Some(b'W' | b'w' | b'2') => Some(Color::White),
                _ => None,
            };
        }
        b"AB " => set_up(record, Some(Color::Black), value, at),
        b"AW " => set_up(record, Some(Color::White), value, at),
        b"AE " => set_up(record, None, value, at),
        _ => {}
    }
}

/// Puts stones of a color on the points, or takes them away.
fn set_up(record: &mut Record, color: Option<Color>, value: &[u8], at: usize) {
    if !record.moves.is_empty() {
        record.n_sound_moves = record.n_sound_moves.min(record.moves.len());
        return;
    }
    let value = value.trim_ascii();
    let corners = match value {
        [a, b, b':', c, d] => (coordinate::column_and_row(&[*a, *b]), [*c, *d]),
        [a, b] => (coordinate::column_and_row(value), [*a, *b]),
        _ => (None, *b"  "),
    };
    let (columns, rows) = record.board;
    let (Some((c0, r0)), Some((c1, r1))) = (corners.0, coordinate::column_and_row(&corners.1))
    else {
        return bad_value(record, "AB", value, at);
    };
    if c0.max(c1) >= columns || r0.max(r1) >= rows {
        return bad_value(record, "AB", value, at);
    }
    for row in r0.min(r1)..=r0.max(r1) {
        for column in c0.min(c1)..=c0.max(c1) {
            let is_here = |stone: &Packed| {
                stone.0 & !Packed::WHITE == Packed::new(Color::Black, column, row).0
            };
            record.setup.retain(|stone| !is_here(stone));
            record.setup.extend(color.map(|color| Packed::new(color, column, row)));
        }
    }
}

/// Columns and rows of `19` or `19:13`.
pub(super) fn board_size(value: &[u8]) -> Option<(u8, u8)> {
    let mut numbers = value.split(|&byte| byte == b':');
    let columns = number(numbers.next()?)?;
    let rows = numbers.next().map_or(Some(columns), number)?;
    let is_board = (1..=52).contains(&columns) && (1..=52).contains(&rows);
    (is_board && numbers.next().is_none()).then_some((columns, rows))
}

pub(super) fn number(value: &[u8]) -> Option<u8> {
    std::str::from_utf8(value.trim_ascii()).ok()?.parse().ok()
}
