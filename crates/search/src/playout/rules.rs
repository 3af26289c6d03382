//! The rival of the learned playout: local answers to the last move in a fixed order, else any move (as
//! Pachi and Fuego play; thesis §1, §5.5.5).
//!
//! Take stones, save stones from atari, play a good shape beside the last move, play the vital point of a
//! small eye space. Each rule is tried with a probability of its own; 0 switches it off.

use super::gammas::Gammas;
use super::policy::Policy;
use super::uniform;
use crate::random::Random;
use crate::settings::RuleSettings;
use aji_goban::{Board, Color, Empties, Move, Point, PointSet, Position, Size};
use aji_patterns::shape::Near;
use aji_patterns::tactics::answer::{Deed, answers};
use aji_reading::{After, Nakade, is_in_seki, self_atari};

/// The empty points and shapes of the board a playout is on.
#[derive(Clone, Debug)]
pub struct Local {
    empties: Empties,
    shapes: Near,
}

impl Local {
    /// Those of a position.
    pub fn of(position: &Position) -> Local {
        let mut shapes = Near::empty(position.size());
        for color in Color::BOTH {
            for stone in *position.board().stones(color) {
                aji_goban::Observer::stone_placed(&mut shapes, stone, color);
            }
        }
        Local { empties: Empties::of(position.board().empties()), shapes }
    }

    /// Plays a move and follows it.
    #[inline]
    pub fn play(&mut self, position: &mut Position, play: Move) {
        position.play(play, &mut (&mut self.empties, &mut self.shapes));
    }
}

/// The rules with their probabilities.
#[derive(Clone, Debug)]
pub struct Rules {
    capture: u32,
    save: u32,
    shape: u32,
    nakade: u32,
    /// Is a 3×3 shape worth an answer, for Black and for White to move?
    good: Box<[[bool; 2]]>,
}

/// The rules, and the board they look at.
pub type Ruled<'a> = (&'a Rules, &'a mut Local);

impl Policy for Ruled<'_> {
    #[inline]
    fn choose(&mut self, position: &Position, random: &mut Random) -> Move {
        let (rules, local) = self;
        match rules.answer(position, local, random) {
            Some(point) => Move::Place(point),
            None => any_move(position, &mut local.empties, random),
        }
    }

    #[inline]
    fn play(&mut self, position: &mut Position, play: Move) {
        self.1.play(position, play);
    }
}

/// A shape of at least this strength is worth an answer.
const GOOD: u32 = 2 * super::gammas::ONE;

impl Rules {
    /// The rules as they are set; good shapes are those with a gamma of 2 or more.
    pub fn new(settings: &RuleSettings, gammas: &Gammas) -> Rules {
        let chance = |p: f64| (p * f64::from(1 << 16)) as u32;
        Rules {
            capture: chance(settings.capture),
            save: chance(settings.save),
            shape: chance(settings.shape),
            nakade: chance(settings.nakade),
            good: (0..=u16::MAX)
                .map(|bits| {
                    let code = aji_patterns::shape::NearCode::from_bits(bits.into());
                    gammas.of_small(code).map(|gamma| gamma >= GOOD)
                })
                .collect(),
        }
    }

    /// The first rule that has a move gives it.
    #[inline]
    fn answer(&self, position: &Position, local: &Local, random: &mut Random) -> Option<Point> {
        let Some(Move::Place(last)) = position.last_move() else { return None };
        let mut dice = random.next_u64();
        let mut is_tried = |chance: u32| {
            let thrown = (dice & 0xFFFF) as u32;
            dice >>= 16;
            thrown < chance
        };
        let (capture, save, shape, nakade) = (
            is_tried(self.capture),
            is_tried(self.save),
            is_tried(self.shape),
            is_tried(self.nakade),
        );
        let (takes, saves) = urgent(position, last);
        capture
            .then(|| one_of(&takes, position, random))
            .flatten()
            .or_else(|| save.then(|| one_of(&saves, position, random)).flatten())
            .or_else(|| nakade.then(|| vital_point(position, last)).flatten())
            .or_else(|| {
                let good = shape.then(|| self.good_shapes(position, local, last))?;
                one_of(&good, position, random)
            })
    }

    /// The points beside the last move that make a good shape and do not put themselves into atari.
    #[inline]
    fn good_shapes(&self, position: &Position, local: &Local, last: Point) -> PointSet {
        let (board, side) = (position.board(), position.to_move().index());
        let mut good = PointSet::EMPTY;
        for point in around(last, board.size()) {
            if board.is_empty_at(point) {
                let code = local.shapes.code(point).small().bits() as usize;
                if self.good[code][side]
                    && !self_atari::is_self_atari(board, point, position.to_move())
                {
                    good.insert(point);
                }
            }
        }
        good
    }
}

/// Moves that take stones the last move left in atari or that threaten, and moves that save own stones.
#[inline]
fn urgent(position: &Position, last: Point) -> (PointSet, PointSet) {
    let (board, color) = (position.board(), position.to_move());
    let (mut takes, mut saves) = (PointSet::EMPTY, PointSet::EMPTY);
    if let Some(chain) = board.chain_at(last)
        && chain.is_in_atari()
    {
        takes |= *chain.liberties();
    }
    answers(board, last, color, |answer| {
        let is_in_atari = board.chain(answer.own).is_in_atari();
        match answer.deed {
            Deed::Capture => {
                takes.insert(answer.at);
            }
            Deed::Extend
                if is_in_atari && After::of(board, answer.at, color).liberties.len() > 1 =>
            {
                saves.insert(answer.at);
            }
            _ => {}
        }
    });
    (takes, saves)
}

/// The vital point of a small eye space beside the last move.
#[inline]
fn vital_point(position: &Position, last: Point) -> Option<Point> {
    let board = position.board();
    let empties = board.empties();
    board.neighbors(last).filter(|&near| board.is_empty_at(near)).find_map(|near| {
        let space = small_space(board, near, &empties)?;
        let vital = Nakade::of(&space, board.size())?.vital?;
        position.is_sensible(vital).then_some(vital)
    })
}

/// The empty points joined to this one, if there are at most six and one color surrounds them.
#[inline]
fn small_space(board: &Board, point: Point, empties: &PointSet) -> Option<PointSet> {
    let mut space = PointSet::EMPTY;
    space.insert(point);
    loop {
        let grown = space.grown(empties, board.size());
        if grown == space {
            break;
        }
        if grown.len() > Nakade::MAX_POINTS {
            return None;
        }
        space = grown;
    }
    let touches =
        |color| space.iter().any(|p| board.neighbors(p).any(|n| board.color_at(n) == Some(color)));
    (touches(Color::Black) != touches(Color::White)).then_some(space)
}

/// One of the points at random, if any may be played.
#[inline]
fn one_of(points: &PointSet, position: &Position, random: &mut Random) -> Option<Point> {
    let mut chosen = None;
    let mut n = 0;
    for point in points.iter().filter(|&point| position.is_sensible(point)) {
        n += 1;
        if random.below(n) == 0 {
            chosen = Some(point);
        }
    }
    chosen
}

/// Any move, but none that breaks a seki.
#[inline]
fn any_move(position: &Position, empties: &mut Empties, random: &mut Random) -> Move {
    match uniform::draw(position, empties, random) {
        Move::Place(point) if is_in_seki(position.board(), point) => {
            let points = position.board().empties();
            let fine = points.iter().filter(|&p| !is_in_seki(position.board(), p)).collect();
            one_of(&fine, position, random).map_or(Move::Pass, Move::Place)
        }
        play => play,
    }
}

/// The points around a point, diagonals included.
fn around(point: Point, size: Size) -> impl Iterator<Item = Point> {
    let (row, column) = (point.row(size), point.column(size));
    let rows = row.saturating_sub(1)..=(row + 1).min(size.lines() - 1);
    rows.flat_map(move |r| {
        let columns = column.saturating_sub(1)..=(column + 1).min(size.lines() - 1);
        columns.map(move |c| Point::at(r, c, size))
    })
    .filter(move |&near| near != point)
}
