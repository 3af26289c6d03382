//! Points and moves in two letters: column, then row, from the upper left.

use aji_goban::{Move, Point, Size};

/// What a letter counts: `a` is 0, `A` is 26.
#[inline]
pub(super) const fn ordinal(letter: u8) -> Option<u8> {
    match letter {
        b'a'..=b'z' => Some(letter - b'a'),
        b'A'..=b'Z' => Some(letter - b'A' + 26),
        _ => None,
    }
}

/// Column and row of a point on a board of any size.
#[inline]
pub(super) const fn column_and_row(text: &[u8]) -> Option<(u8, u8)> {
    if let [column, row] = *text
        && let (Some(column), Some(row)) = (ordinal(column), ordinal(row))
    {
        return Some((column, row));
    }
    None
}

/// Is this how a pass is written? `tt` was one when no board was larger than 19.
#[inline]
pub(super) const fn is_pass(text: &[u8], most_lines: usize) -> bool {
    text.is_empty() || (most_lines <= 19 && matches!(text, [b't', b't']))
}

/// A point of the board.
pub(super) fn parse_point(text: &[u8], size: Size) -> Option<Point> {
    let (column, row) = column_and_row(text)?;
    let (column, row) = (usize::from(column), usize::from(row));
    (column < size.lines() && row < size.lines()).then(|| Point::at(row, column, size))
}

pub(super) fn parse_move(text: &[u8], size: Size) -> Option<Move> {
    if is_pass(text, size.lines()) {
        return Some(Move::Pass);
    }
    parse_point(text, size).map(Move::Place)
}

/// One point, or the rectangle between two corners.
pub(super) fn parse_points(text: &[u8], size: Size) -> Option<impl Iterator<Item = Point> + use<>> {
    let (first, second) = match text {
        [first @ .., b':', c, r] if first.len() == 2 => (first, [*c, *r]),
        [c, r] => (text, [*c, *r]),
        _ => return None,
    };
    let (a, b) = (parse_point(first, size)?, parse_point(&second, size)?);
    let span = |a: usize, b: usize| a.min(b)..=a.max(b);
    let (rows, columns) = (span(a.row(size), b.row(size)), span(a.column(size), b.column(size)));
    Some(rows.flat_map(move |row| columns.clone().map(move |column| Point::at(row, column, size))))
}

/// A move in two letters; a pass is nothing.
pub(super) fn text(play: Move, size: Size) -> String {
    let letter = |n: usize| (b'a' + n as u8) as char;
    match play {
        Move::Place(point) => {
            [letter(point.column(size)), letter(point.row(size))].iter().collect()
        }
        Move::Pass => String::new(),
    }
}
