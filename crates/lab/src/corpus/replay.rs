//! A record played on a board, move after move.

use aji_goban::{Board, Illegal, Move, Observer, Position};
use aji_notation::sgf::scan::Record;
use thiserror::Error;

/// Why a record cannot be played through.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Unreadable {
    /// A board that is not supported.
    #[error("a board of {columns}×{rows} is not supported")]
    Size {
        /// Its columns.
        columns: u8,
        /// Its rows.
        rows: u8,
    },
    /// There is nothing to replay.
    #[error("the record has no moves")]
    NoMoves,
    /// Something was mended among the moves, or stones were set up during the game.
    #[error("the record is damaged after move {after}")]
    Damaged {
        /// The last sound move.
        after: usize,
    },
    /// The setup leaves stones without liberties, or two on a point.
    #[error("the stones set up before the first move cannot stand so")]
    Setup,
    /// A move that the rules do not allow.
    #[error("move {number} is illegal: {why}")]
    Illegal {
        /// Which move, from 1.
        number: usize,
        /// What it breaks.
        why: Illegal,
    },
}

impl Unreadable {
    /// The reason in a few words, the same for all games with that reason.
    pub fn reason(&self) -> &'static str {
        match self {
            Unreadable::Size { .. } => "board size not supported",
            Unreadable::NoMoves => "no moves",
            Unreadable::Damaged { .. } => "damaged among the moves",
            Unreadable::Setup => "impossible setup",
            Unreadable::Illegal { why: Illegal::Occupied, .. } => "illegal move: occupied point",
            Unreadable::Illegal { why: Illegal::Ko, .. } => "illegal move: ko",
            Unreadable::Illegal { why: Illegal::Suicide, .. } => "illegal move: suicide",
            Unreadable::Illegal { why: Illegal::Superko, .. } => "illegal move: repetition",
        }
    }
}

/// The position before the first move.
pub fn first_position(record: &Record) -> Result<Position, Unreadable> {
    let (columns, rows) = record.board;
    let size = record.size().ok_or(Unreadable::Size { columns, rows })?;
    let mut board = Board::new(size);
    for stone in &record.setup {
        let point = stone.point(size).ok_or(Unreadable::Setup)?;
        if !board.is_empty_at(point) {
            return Err(Unreadable::Setup);
        }
        let lifted = board.put_stone(point, stone.color(), &mut ());
        if lifted.n_captured + lifted.n_suicide > 0 {
            return Err(Unreadable::Setup);
        }
    }
    let first = record.moves.first().ok_or(Unreadable::NoMoves)?;
    Ok(Position::of(board, record.to_move.unwrap_or(first.color())))
}

/// Plays the record from its first position on and shows every position with the move that was played in it.
/// The observer must know the first position.
pub fn walk<O: Observer>(
    record: &Record,
    position: &mut Position,
    observer: &mut O,
    mut see: impl FnMut(&mut Position, &O, Move),
) -> Result<(), Unreadable> {
    if record.n_sound_moves < record.moves.len() {
        return Err(Unreadable::Damaged { after: record.n_sound_moves });
    }
    for (i, packed) in record.moves.iter().enumerate() {
        let play = packed.play(position.size()).ok_or(Unreadable::Damaged { after: i })?;
        position.set_to_move(packed.color());
        if let Move::Place(point) = play
            && !position.is_legal(point)
        {
            let why = match () {
                () if !position.board().is_empty_at(point) => Illegal::Occupied,
                () if position.ko() == Some(point) => Illegal::Ko,
                () => Illegal::Suicide,
            };
            return Err(Unreadable::Illegal { number: i + 1, why });
        }
        see(position, observer, play);
        position.play(play, observer);
    }
    Ok(())
}

/// Can the record be played through?
pub fn check(record: &Record) -> Result<(), Unreadable> {
    walk(record, &mut first_position(record)?, &mut (), |_, (), _| ())
}

/// The position after so many moves; none if there are fewer, or if the record cannot be played through.
pub fn position_after(record: &Record, n_moves: usize) -> Option<Position> {
    let mut position = first_position(record).ok()?;
    let (mut i, mut found) = (0, None);
    let see = |position: &mut Position, _: &(), _| {
        if i == n_moves {
            found = Some(position.clone());
        }
        i += 1;
    };
    walk(record, &mut position, &mut (), see).ok()?;
    if n_moves == record.moves.len() { Some(position) } else { found }
}
