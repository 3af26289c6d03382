//! Vertices: what GTP calls a point of the board, and the two other answers to "where do you play?".

use aji_goban::point::PointError;
use aji_goban::{Move, Point, Size};
use std::fmt;
use thiserror::Error;

/// A point, a pass or a resignation, as written in GTP.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Vertex {
    /// An intersection.
    Point(Point),
    /// No stone.
    Pass,
    /// The game is given up.
    Resign,
}

/// Text that names no vertex.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(transparent)]
pub struct VertexError(#[from] PointError);

impl Vertex {
    /// The vertex that a word names; case does not matter.
    pub fn parse(text: &str, size: Size) -> Result<Vertex, VertexError> {
        match text {
            _ if text.eq_ignore_ascii_case("pass") => Ok(Vertex::Pass),
            _ if text.eq_ignore_ascii_case("resign") => Ok(Vertex::Resign),
            _ => Ok(Vertex::Point(Point::parse(text, size)?)),
        }
    }

    /// The move, unless it is a resignation.
    pub const fn as_move(self) -> Option<Move> {
        match self {
            Vertex::Point(point) => Some(Move::Place(point)),
            Vertex::Pass => Some(Move::Pass),
            Vertex::Resign => None,
        }
    }

    /// The vertex ready to be written: `D4`, `pass` or `resign`.
    pub const fn text(self, size: Size) -> VertexText {
        VertexText { vertex: self, size }
    }
}

impl From<Move> for Vertex {
    fn from(play: Move) -> Vertex {
        match play {
            Move::Place(point) => Vertex::Point(point),
            Move::Pass => Vertex::Pass,
        }
    }
}

impl From<Point> for Vertex {
    fn from(point: Point) -> Vertex {
        Vertex::Point(point)
    }
}

/// A vertex ready to be written.
#[derive(Clone, Copy, Debug)]
pub struct VertexText {
    vertex: Vertex,
    size: Size,
}

impl fmt::Display for VertexText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.vertex {
            Vertex::Point(point) => point.name(self.size).fmt(f),
            Vertex::Pass => f.write_str("pass"),
            Vertex::Resign => f.write_str("resign"),
        }
    }
}
