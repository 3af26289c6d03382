//! Counting a finished game.
//!
//! Counting believes what it is told: every stone on the board is alive unless the caller names it dead.
//! Who is dead is a question for reading, not for the rules.

use crate::board::Board;
use crate::color::Color;
use crate::point_set::PointSet;
use crate::rules::{Komi, Tax};
use std::fmt;

/// By how much a game is won: Black's lead in half points, negative if White leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Margin(i32);

impl Margin {
    /// Black's lead, in half points.
    pub const fn black_leads_by_half_points(half_points: i32) -> Margin {
        Margin(half_points)
    }

    /// Black's lead from whole points on both sides and komi.
    #[inline]
    pub const fn of(black: usize, white: usize, komi: Komi) -> Margin {
        Margin(2 * (black as i32 - white as i32) - komi.half_points() as i32)
    }

    /// The number of half points by which `color` leads.
    #[inline]
    pub const fn half_points_for(self, color: Color) -> i32 {
        match color {
            Color::Black => self.0,
            Color::White => -self.0,
        }
    }

    /// The winner; nobody if the game is drawn.
    #[inline]
    pub const fn winner(self) -> Option<Color> {
        match self.0 {
            0 => None,
            1.. => Some(Color::Black),
            _ => Some(Color::White),
        }
    }
}

impl fmt::Display for Margin {
    /// As in game records: `B+3.5`, `W+12`, or `0` for a draw.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let winner = match self.winner() {
            None => return f.write_str("0"),
            Some(Color::Black) => 'B',
            Some(Color::White) => 'W',
        };
        let fraction = if self.0 % 2 == 0 { "" } else { ".5" };
        write!(f, "{winner}+{}{fraction}", self.0.unsigned_abs() / 2)
    }
}

/// Points that belong to one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Owned {
    /// Black's.
    pub black: PointSet,
    /// White's.
    pub white: PointSet,
}

impl Owned {
    /// One side's points.
    pub const fn by(&self, color: Color) -> &PointSet {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }
}

/// Area: a side's stones, and the empty points from which only its stones can be reached.
#[inline]
pub fn area(board: &Board) -> Owned {
    let (black, white) = (*board.stones(Color::Black), *board.stones(Color::White));
    let surrounded = surrounded(board, &black, &white);
    Owned { black: black | surrounded.black, white: white | surrounded.white }
}

/// The margin by area.
#[inline]
pub fn area_margin(board: &Board, komi: Komi) -> Margin {
    let area = area(board);
    Margin::of(area.black.len(), area.white.len(), komi)
}

/// What the players agreed on when the game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Agreement {
    /// Stones that are lifted before counting.
    pub dead: PointSet,
    /// Stones that live in seki; with [`Tax::Seki`] what they surround does not count.
    pub seki: PointSet,
}

/// Territory: the points that a side surrounds after the dead stones are lifted.
pub fn territory(board: &Board, agreement: &Agreement, tax: Tax) -> Owned {
    let black = *board.stones(Color::Black) - agreement.dead;
    let white = *board.stones(Color::White) - agreement.dead;
    let mut owned = surrounded(board, &black, &white);
    if tax == Tax::Seki {
        let open = PointSet::all(board.size()) - black - white;
        let taxed = agreement.seki.flooded(&open, board.size());
        owned.black -= taxed;
        owned.white -= taxed;
    }
    owned
}

/// The margin by territory and prisoners, `captured` being the stones of each color taken during play.
pub fn territory_margin(
    board: &Board,
    agreement: &Agreement,
    tax: Tax,
    captured: [usize; 2],
    komi: Komi,
) -> Margin {
    let owned = territory(board, agreement, tax);
    let points = |color: Color| {
        let enemy = color.opponent();
        let dead = (*board.stones(enemy) & agreement.dead).len();
        owned.by(color).len() + dead + captured[enemy.index()]
    };
    Margin::of(points(Color::Black), points(Color::White), komi)
}

/// The points without a stone from which only one side's stones can be reached.
#[inline]
fn surrounded(board: &Board, black: &PointSet, white: &PointSet) -> Owned {
    let (size, open) = (board.size(), PointSet::all(board.size()) - *black - *white);
    let (near_black, near_white) = (black.flooded(&open, size), white.flooded(&open, size));
    Owned { black: near_black - near_white, white: near_white - near_black }
}
