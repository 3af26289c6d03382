//! Self-atari: moves that take nothing and leave their own chain one liberty.
//!
//! [`class`] is the thesis's division by what would be lost (§4.5.1, kind 7). [`aim`] asks what the
//! sacrifice could be for; one without an aim is a move playouts may leave out.

use crate::after::After;
use crate::atari::targets;
use crate::nakade::Nakade;
use crate::snapback::is_snapback;
use crate::throw_in::is_throw_in;
use aji_goban::{Board, ChainId, Color, Point, PointSet};

/// What would be lost by a self-atari.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SelfAtari {
    /// One stone or two.
    Small,
    /// Three to six stones, in a shape that leaves the taker one eye.
    Nakade,
    /// Anything else.
    Other,
}

/// The class of a self-atari; nothing if the move (on an empty point) is none.
///
/// Playouts ask this all the time, so it looks at few things: chains that a self-atari joins have at most one
/// liberty besides the point, and only three to six stones have a shape that matters.
#[inline]
pub fn class(board: &Board, point: Point, color: Color) -> Option<SelfAtari> {
    let n_empty = board.n_empty_around(point);
    if n_empty > 1 {
        return None;
    }
    let mut own: [Option<ChainId>; 4] = [None; 4];
    let (mut n_stones, mut liberty) = (1, None);
    for (i, (id, chain)) in board.neighbor_chains(point).enumerate() {
        if chain.color() != color {
            if chain.is_in_atari() {
                return None;
            }
        } else if !own.contains(&Some(id)) {
            let other = match chain.n_liberties() {
                1 => None,
                2 => chain.liberties().iter().find(|&other| other != point),
                _ => return None,
            };
            if other.is_some() && liberty.is_some() && liberty != other {
                return None;
            }
            liberty = liberty.or(other);
            own[i] = Some(id);
            n_stones += chain.n_stones();
        }
    }
    if n_empty == 1 {
        let empty = board.neighbors(point).find(|&near| board.is_empty_at(near));
        if liberty.is_some() && liberty != empty {
            return None;
        }
        liberty = empty;
    }
    liberty?;
    Some(match n_stones {
        1 | 2 => SelfAtari::Small,
        3..=Nakade::MAX_POINTS => {
            let mut stones = PointSet::EMPTY;
            stones.insert(point);
            for id in own.into_iter().flatten() {
                stones |= *board.chain(id).stones();
            }
            match Nakade::of(&stones, board.size()) {
                Some(_) => SelfAtari::Nakade,
                None => SelfAtari::Other,
            }
        }
        _ => SelfAtari::Other,
    })
}

/// Is the move (on an empty point) a self-atari? A move that takes something is not called one here;
/// [`After::is_in_atari`] tells whether it, too, is left with one liberty.
#[inline]
pub fn is_self_atari(board: &Board, point: Point, color: Color) -> bool {
    left_by(board, point, color).is_some()
}

/// What the move would leave, if it is a self-atari.
#[inline]
fn left_by(board: &Board, point: Point, color: Color) -> Option<After> {
    // Most moves are cleared by one look around.
    let mut n_empty = 0;
    for near in board.neighbors(point) {
        match board.chain_at(near) {
            None => n_empty += 1,
            Some(chain) if chain.color() == color && chain.n_liberties() > 2 => return None,
            Some(_) => {}
        }
    }
    if n_empty > 1 {
        return None;
    }
    let after = After::of(board, point, color);
    (after.captured.is_empty() && after.is_in_atari()).then_some(after)
}

/// What a self-atari may be for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Aim {
    /// Whoever takes it is taken.
    Snapback,
    /// It is taken in a shape that leaves one eye.
    Nakade,
    /// It spoils an eye.
    ThrowIn,
    /// It puts an enemy chain in atari, which must take or run.
    Atari,
}

/// What the self-atari may be for. Nothing if the move (on an empty point) is no self-atari, or if it is
/// for nothing: see [`is_meaningless`].
pub fn aim(board: &Board, point: Point, color: Color) -> Option<Aim> {
    let after = left_by(board, point, color)?;
    aim_of(&after, board, point, color)
}

/// Is the move (on an empty point) a self-atari that is for nothing?
pub fn is_meaningless(board: &Board, point: Point, color: Color) -> bool {
    left_by(board, point, color).is_some_and(|after| aim_of(&after, board, point, color).is_none())
}

fn aim_of(after: &After, board: &Board, point: Point, color: Color) -> Option<Aim> {
    if is_snapback(board, point, color) {
        Some(Aim::Snapback)
    } else if Nakade::of(&after.stones, board.size()).is_some() {
        Some(Aim::Nakade)
    } else if is_throw_in(board, point, color) {
        Some(Aim::ThrowIn)
    } else if !targets(board, point, color).is_empty() {
        Some(Aim::Atari)
    } else {
        None
    }
}
