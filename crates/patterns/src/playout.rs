//! The features of moves in playouts: shape, distance to the last move, tactics.
//!
//! A playout keeps the standing tactics of every point up to date and adds the answers to the last move;
//! [`all_tactics`] finds the same from scratch.

use crate::shape::Extent;
use crate::tactics::answer::{Answer, Deed, answers};
use crate::tactics::ko::WonKo;
use crate::tactics::standing::Standing;
use crate::tactics::throw_in::fresh_throw_ins;
use crate::tactics::{Bulk, Left, PlayoutTactic, Stones};
use aji_goban::{Board, Color, Move, Point, Position};
use aji_reading::{After, SelfAtari};

/// The distances to the last move that count with this shape: 2 and 3 with 3×3, 4 too with larger ones.
pub const fn distances(extent: Extent) -> std::ops::RangeInclusive<usize> {
    match extent {
        Extent::ThreeByThree => 2..=3,
        _ => 2..=4,
    }
}

/// What a move does whatever was played last, as a small number: one of [`StandingClass::N`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct StandingClass(u8);

impl StandingClass {
    /// How many there are.
    pub const N: usize = 32;

    /// The classes of a black and of a white stone on this empty point.
    #[inline]
    pub fn of_both(board: &Board, point: Point) -> [StandingClass; 2] {
        Standing::of_both(board, point).map(StandingClass::new)
    }

    #[inline]
    fn new(standing: Standing) -> StandingClass {
        let self_atari = match standing.self_atari {
            None => 0,
            Some(SelfAtari::Small) => 1,
            Some(SelfAtari::Nakade) => 2,
            Some(SelfAtari::Other) => 3,
        };
        StandingClass(
            u8::from(standing.takes)
                | u8::from(standing.ataris) << 1
                | self_atari << 2
                | u8::from(standing.is_suicide) << 4,
        )
    }

    /// The number, below [`StandingClass::N`].
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize % StandingClass::N
    }

    /// The class with this number.
    pub const fn from_index(index: usize) -> StandingClass {
        StandingClass((index % StandingClass::N) as u8)
    }

    /// Does the move put itself into atari?
    #[inline]
    pub const fn is_self_atari(self) -> bool {
        self.0 >> 2 & 3 != 0
    }

    /// Would the move leave its own chain without a liberty?
    #[inline]
    pub const fn is_suicide(self) -> bool {
        self.0 >> 4 != 0
    }

    /// Its tactics, a bit each.
    #[inline]
    pub const fn tactics(self) -> u32 {
        const SELF_ATARI: usize = PlayoutTactic::SelfAtari(SelfAtari::Small).index();
        let takes = (self.0 as u32 & 1) << PlayoutTactic::OtherCapture.index();
        let ataris = (self.0 as u32 >> 1 & 1) << PlayoutTactic::OtherAtari.index();
        let self_atari = (1 << (self.0 >> 2 & 3)) >> 1 << SELF_ATARI;
        takes | ataris | self_atari
    }
}

/// The tactics, a bit each, that a move has whatever was played last.
#[inline]
pub fn standing_tactics(board: &Board, point: Point, color: Color) -> u32 {
    StandingClass::of_both(board, point)[color.index()].tactics()
}

/// Calls `found` with every move that answers the last one and its tactic. A move may be found more than
/// once; [`joined`] adds what was found.
#[inline]
pub fn answering_tactics(position: &Position, mut found: impl FnMut(Point, PlayoutTactic)) {
    let (board, color) = (position.board(), position.to_move());
    if let Some(ko) = WonKo::of(position) {
        ko.captures(board).for_each(|at| found(at, PlayoutTactic::KoCapture));
    }
    let Some(Move::Place(last)) = position.last_move() else { return };
    answers(board, last, color, |answer| {
        if let Some(tactic) = classify(board, answer) {
            found(answer.at, tactic);
        }
    });
    fresh_throw_ins(position, |at| found(at, PlayoutTactic::ThrowIn));
}

/// The tactics of a point after one more answer was found there: of one kind only the last that fits
/// stays, and what answers the last move is not counted as another capture or atari.
#[inline]
pub fn joined(tactics: u32, answer: PlayoutTactic) -> u32 {
    let kind = answer.kind();
    let strongest = (tactics & kind).max(1 << answer.index());
    let mut tactics = tactics & !kind | strongest;
    if tactics & PlayoutTactic::CAPTURES != 0 {
        tactics &= !(1 << PlayoutTactic::OtherCapture.index());
    }
    if tactics & PlayoutTactic::ATARIS != 0 {
        tactics &= !(1 << PlayoutTactic::OtherAtari.index());
    }
    tactics
}

/// All tactics of a move on an empty point, a bit each, from scratch.
pub fn all_tactics(position: &Position, point: Point) -> u32 {
    let mut tactics = standing_tactics(position.board(), point, position.to_move());
    answering_tactics(position, |at, tactic| {
        if at == point {
            tactics = joined(tactics, tactic);
        }
    });
    tactics
}

/// The playout's name for an answer.
#[inline]
fn classify(board: &Board, answer: Answer) -> Option<PlayoutTactic> {
    let (own, enemy) = (board.chain(answer.own), board.chain(answer.enemy));
    let left = match own.n_liberties() {
        2 => Some(Left::Two),
        3 => Some(Left::Three),
        _ => None,
    };
    Some(match (answer.deed, left) {
        (Deed::Capture, None) if After::of(board, answer.at, own.color()).is_in_atari() => {
            PlayoutTactic::RescueCaptureInAtari
        }
        (Deed::Capture, None) => PlayoutTactic::RescueCapture(Stones::of(own), Stones::of(enemy)),
        (Deed::Capture, Some(left)) => PlayoutTactic::CaptureAfter(left, Bulk::of(enemy)),
        (Deed::Atari, Some(left)) => PlayoutTactic::AtariAfter(left, Bulk::of(enemy)),
        (Deed::Race, Some(_)) => PlayoutTactic::Race(Bulk::of(enemy)),
        (Deed::Extend, Some(left)) => PlayoutTactic::Extend(left),
        (Deed::Extend, None) => PlayoutTactic::ExtendFromAtari(Stones::of(own)),
        (Deed::Atari | Deed::Race, None) => return None,
    })
}
