//! Text diagrams of a board, both ways.
//!
//! `X` or `#` is a black stone, `O` a white one, `.` or `+` an empty point, and a lower-case letter an
//! empty point with a name. Blanks between the points do not matter; coordinates around the board are
//! not read.
//!
//! ```text
//! . a . .
//! . X O .
//! . X O .
//! . . . .
//! ```

use crate::board::Board;
use crate::color::{Cell, Color};
use crate::point::{Point, Size, SizeError};
use std::collections::BTreeMap;
use std::fmt;
use thiserror::Error;

/// A board read from a diagram.
#[derive(Clone, Debug)]
pub struct Diagram {
    /// The stones.
    pub board: Board,
    /// The named empty points.
    pub names: BTreeMap<char, Point>,
}

impl Diagram {
    /// The point with this name.
    ///
    /// # Panics
    /// If no point has it: diagrams with names are written by the author of the code that asks.
    pub fn point(&self, name: char) -> Point {
        *self.names.get(&name).unwrap_or_else(|| panic!("no point is named {name}"))
    }
}

/// What is wrong with a diagram, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("diagram line {line}, column {column}: {kind}")]
pub struct DiagramError {
    /// The line, from 1.
    pub line: usize,
    /// The point within its row, from 1.
    pub column: usize,
    /// What is wrong.
    pub kind: DiagramErrorKind,
}

/// What can be wrong with a diagram.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DiagramErrorKind {
    /// A character that stands for nothing.
    #[error("'{0}' is neither a stone (X, O), an empty point (.) nor a name (a to z)")]
    UnknownCharacter(char),
    /// A row whose length differs from the number of rows.
    #[error("the row has {found} points where the board has {expected} rows")]
    NotSquare {
        /// The points in the row.
        found: usize,
        /// The rows of the diagram.
        expected: usize,
    },
    /// Too few or too many rows.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// Two points with the same name.
    #[error("two points are named '{0}'")]
    NameTwice(char),
    /// A chain that should have been lifted.
    #[error("the {0} stone here belongs to a chain without liberties")]
    NoLiberty(Color),
}

/// Reads a diagram. Empty lines are skipped.
pub fn parse(text: &str) -> Result<Diagram, DiagramError> {
    let rows: Vec<(usize, Vec<char>)> = text
        .lines()
        .enumerate()
        .map(|(i, line)| (i + 1, line.chars().filter(|c| !c.is_whitespace()).collect()))
        .filter(|(_, points): &(_, Vec<char>)| !points.is_empty())
        .collect();
    let first_line = rows.first().map_or(1, |(line, _)| *line);
    let size = Size::new(rows.len() as u64).map_err(|e| DiagramError {
        line: first_line,
        column: 1,
        kind: e.into(),
    })?;

    let mut names = BTreeMap::new();
    let mut stones = Vec::new();
    for (row, (line, points)) in rows.iter().enumerate() {
        let error = |column: usize, kind| DiagramError { line: *line, column: column + 1, kind };
        if points.len() != size.lines() {
            let kind = DiagramErrorKind::NotSquare { found: points.len(), expected: size.lines() };
            return Err(error(points.len().min(size.lines()), kind));
        }
        for (column, &character) in points.iter().enumerate() {
            let point = Point::at(row, column, size);
            match character {
                'X' | '#' => stones.push((
                    point,
                    Color::Black,
                    error(column, DiagramErrorKind::NoLiberty(Color::Black)),
                )),
                'O' => stones.push((
                    point,
                    Color::White,
                    error(column, DiagramErrorKind::NoLiberty(Color::White)),
                )),
                '.' | '+' => {}
                'a'..='z' => {
                    if names.insert(character, point).is_some() {
                        return Err(error(column, DiagramErrorKind::NameTwice(character)));
                    }
                }
                _ => return Err(error(column, DiagramErrorKind::UnknownCharacter(character))),
            }
        }
    }
    Ok(Diagram { board: set_up(size, stones)?, names })
}

/// Puts all stones down; the error of the first one that cannot stay is returned.
fn set_up<E>(size: Size, stones: Vec<(Point, Color, E)>) -> Result<Board, E> {
    let mut board = Board::new(size);
    for (point, color, _) in &stones {
        board.put_stone(*point, *color, &mut ());
    }
    // Whatever was lifted on the way had no liberty, and has none in the finished diagram either.
    match stones.into_iter().find(|(point, color, _)| board.color_at(*point) != Some(*color)) {
        Some((_, _, error)) => Err(error),
        None => Ok(board),
    }
}

impl fmt::Display for Board {
    /// The board with its coordinates.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.size();
        let letters = |f: &mut fmt::Formatter<'_>| {
            write!(f, "  ")?;
            for column in 0..size.lines() {
                let name = Point::at(0, column, size).name(size).to_string();
                write!(f, " {}", &name[..1])?;
            }
            Ok(())
        };
        letters(f)?;
        for row in 0..size.lines() {
            let number = size.lines() - row;
            write!(f, "\n{number:>2}")?;
            for column in 0..size.lines() {
                let character = match self.cell(Point::at(row, column, size)) {
                    Cell::Black => 'X',
                    Cell::White => 'O',
                    Cell::Empty | Cell::OffBoard => '.',
                };
                write!(f, " {character}")?;
            }
            write!(f, " {number}")?;
        }
        writeln!(f)?;
        letters(f)
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{self}\n")
    }
}

/// The board as a diagram that [`parse`] reads, without coordinates.
pub fn plain(board: &Board) -> String {
    let size = board.size();
    let mut text = String::with_capacity(2 * size.n_points());
    for point in size.points() {
        text.push(match board.cell(point) {
            Cell::Black => 'X',
            Cell::White => 'O',
            Cell::Empty | Cell::OffBoard => '.',
        });
        text.push(if point.column(size) + 1 == size.lines() { '\n' } else { ' ' });
    }
    text
}
