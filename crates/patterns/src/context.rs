//! Shapes that see more than the stones close by: their liberties, where the last two moves are, and the whole corner.
//!
//! The keys are made as those of the large diamonds are (see [`crate::shape`]): every fact adds a random number, once
//! for each way to turn and mirror the facts, and the eight sums are mixed without regard to their order. What looks
//! the same after turning, mirroring and exchanging the colors has the same key.
//!
//! | extent | sees |
//! |---|---|
//! | `touching` | 3×3, and whether its stones have one, two or more liberties |
//! | `liberties` | the diamond of radius 2 with liberties |
//! | `answer2` | that, and where the last move is |
//! | `answer3`, `answer4` | the diamond of radius 3, 4, and where the last move is |
//! | `reply2` | the diamond of radius 2 with liberties around the last move, and where this move is |
//! | `reply3`, `reply4` | the diamond of radius 3, 4 around the last move, and where this move is |
//! | `last-two` | where the last two moves are |
//! | `corner` | all stones of the quarter of the board, the last move if it is there, and where this move is |

use crate::shape::layout::Layout;
use crate::shape::neighborhood::{Offset, neighborhood, place_of};
use crate::shape::sums::{Lanes, NOTHING, add, mixed, quick_key_of, sum};
use crate::shape::{Extent, Shapes};
use aji_goban::point::N_INDICES;
use aji_goban::{Color, Move, Point, Position, Size};
use std::ops::Range;

type Cells = Layout<2>;

/// The diamond of radius 2.
const N_NEAR: usize = 12;
/// The 3×3 shape comes first in the diamond.
const N_TOUCHING: usize = 8;
/// What a point can be: empty, off the board, own or enemy with one, two, more liberties.
const N_STATES: usize = 8;
const OFF_BOARD: u8 = 1;

/// Random numbers for what stands at each place of the diamond.
const STATES: [[Lanes; N_STATES]; N_NEAR] = {
    let (offsets, mut lanes) = (neighborhood(), [[NOTHING; N_STATES]; N_NEAR]);
    let mut place = 0;
    while place < N_NEAR {
        let mut state = 0;
        while state < N_STATES {
            let seed = 0x4C49_4200 + state as u64;
            let mut symmetry = 0;
            while symmetry < 8 {
                let seen = place_of(offsets[place].under(symmetry)) as u64;
                lanes[place][state][symmetry] = mixed(seed << 8 | seen) as u32;
                symmetry += 1;
            }
            state += 1;
        }
        place += 1;
    }
    lanes
};

/// Where, seen from a point, the places of its diamond are.
const NEAR: [usize; N_NEAR] = {
    let (offsets, mut steps) = (neighborhood(), [0; N_NEAR]);
    let mut i = 0;
    while i < N_NEAR {
        steps[i] = Cells::step(offsets[i].down, offsets[i].right);
        i += 1;
    }
    steps
};

/// How far away the last moves may be, in rows and in columns, to be seen at all, and to be seen with stones.
const REACH: usize = 9;
const NEAR_REACH: usize = 6;
const WIDTH: usize = 2 * REACH + 1;

/// Random numbers for where the last move, the last but one, and a move seen from the last one are.
const TO_LAST: [[Lanes; WIDTH]; WIDTH] = offset_lanes(0x4C41_5354);
const TO_LAST_BUT_ONE: [[Lanes; WIDTH]; WIDTH] = offset_lanes(0x4255_5431);
const FROM_LAST: [[Lanes; WIDTH]; WIDTH] = offset_lanes(0x4652_4F4D);

const fn offset_lanes(seed: u64) -> [[Lanes; WIDTH]; WIDTH] {
    let mut lanes = [[NOTHING; WIDTH]; WIDTH];
    let mut row = 0;
    while row < WIDTH {
        let mut column = 0;
        while column < WIDTH {
            let offset =
                Offset { down: row as i8 - REACH as i8, right: column as i8 - REACH as i8 };
            let mut symmetry = 0;
            while symmetry < 8 {
                let Offset { down, right } = offset.under(symmetry);
                let place = (down + 32) as u64 * 64 + (right + 32) as u64;
                lanes[row][column][symmetry] = mixed(seed << 16 | place) as u32;
                symmetry += 1;
            }
            column += 1;
        }
        row += 1;
    }
    lanes
}

/// Kinds of random numbers for the points of a corner.
const CORNER_STONE: u64 = 1;
const CORNER_LAST: u64 = 2;
const CORNER_MOVE: u64 = 3;

/// The random number of a point of a corner, by its lines from the two edges.
fn corner_number(kind: u64, size: Size, lines: (usize, usize)) -> u32 {
    let place = (kind << 8 | size.lines() as u64) << 16 | (lines.0 * 64 + lines.1) as u64;
    mixed(0x434F_524E << 32 | place) as u32
}

/// What the shapes of a position's moves are made of, found once.
#[derive(Clone, Debug)]
pub struct Context {
    size: Size,
    to_move: Color,
    cells: [u16; N_INDICES],
    states: [u8; Cells::N_CELLS],
    last: Option<Point>,
    last_but_one: Option<Point>,
    /// The diamonds of radius 2 (with liberties), 3 and 4 around the last move.
    around_last: [Lanes; 3],
    /// What stands in each corner, seen along its one edge and along the other.
    corners: [[u32; 2]; 4],
    numbers: Box<CornerNumbers>,
}

/// The random numbers of a corner, by lines from the edges: of stones, of the last move, of the move.
type CornerNumbers = [[[u32; 10]; 10]; 3];

impl Context {
    /// For boards of this size.
    pub fn new(size: Size) -> Context {
        let mut numbers: Box<CornerNumbers> = Box::default();
        for (kind, numbers) in
            [CORNER_STONE, CORNER_LAST, CORNER_MOVE].into_iter().zip(&mut *numbers)
        {
            for (a, row) in numbers.iter_mut().enumerate() {
                for (b, number) in row.iter_mut().enumerate() {
                    *number = corner_number(kind, size, (a, b));
                }
            }
        }
        Context {
            size,
            to_move: Color::Black,
            cells: Cells::cells(size),
            states: [OFF_BOARD; Cells::N_CELLS],
            last: None,
            last_but_one: None,
            around_last: [NOTHING; 3],
            corners: [[0; 2]; 4],
            numbers,
        }
    }

    /// Looks at a position, of which these are the shapes.
    pub fn see(&mut self, position: &Position, shapes: &Shapes) {
        if position.size() != self.size {
            *self = Context::new(position.size());
        }
        let stone = |play: Option<Move>| play.and_then(Move::point);
        self.to_move = position.to_move();
        self.last = stone(position.last_move());
        self.last_but_one = stone(position.last_but_one_move());
        self.see_stones(position);
        if let Some(last) = self.last {
            let mut near = NOTHING;
            self.add_near(&mut near, last, 0..N_NEAR);
            self.around_last = [
                near,
                shapes.sums(Extent::Diamond3, last, self.to_move),
                shapes.sums(Extent::Diamond4, last, self.to_move),
            ];
        }
    }

    fn see_stones(&mut self, position: &Position) {
        let board = position.board();
        self.corners = [[0; 2]; 4];
        for point in self.size.points() {
            let state = match board.chain_at(point) {
                None => 0,
                Some(chain) => {
                    let is_own = chain.color() == self.to_move;
                    self.add_to_corners(0, point, is_own);
                    let first = if is_own { 2 } else { 5 };
                    first + (chain.n_liberties().min(3) - 1) as u8
                }
            };
            self.states[self.cells[point.index()] as usize] = state;
        }
        if let Some(last) = self.last {
            self.add_to_corners(1, last, true);
        }
    }

    fn add_to_corners(&mut self, kind: usize, point: Point, is_own: bool) {
        for corner in 0..4 {
            let (a, b) = self.lines_from(corner, point);
            if a.max(b) <= self.size.lines() / 2 {
                let numbers = [self.numbers[kind][a][b], self.numbers[kind][b][a]];
                for (sum, number) in self.corners[corner].iter_mut().zip(numbers) {
                    *sum = if is_own { sum.wrapping_add(number) } else { sum.wrapping_sub(number) };
                }
            }
        }
    }

    /// The lines of a point from the edges of a corner, counted from 0.
    #[inline]
    fn lines_from(&self, corner: usize, point: Point) -> (usize, usize) {
        let most = self.size.lines() - 1;
        let (row, column) = (point.row(self.size), point.column(self.size));
        (
            if corner & 1 == 0 { row } else { most - row },
            if corner & 2 == 0 { column } else { most - column },
        )
    }

    /// Adds what stands on some places around a point.
    #[inline]
    fn add_near(&self, lanes: &mut Lanes, point: Point, places: Range<usize>) {
        let cell = self.cells[point.index()] as usize;
        for place in places {
            let state = self.states.get(cell.wrapping_add(NEAR[place])).copied();
            add(lanes, &STATES[place][state.unwrap_or(OFF_BOARD) as usize % N_STATES]);
        }
    }

    /// Shows the keys of all shapes of a move, in the order of [`Extent::CONTEXT`].
    #[inline]
    pub fn keys(&self, shapes: &Shapes, point: Point, mut see: impl FnMut(Extent, u64)) {
        let mut near = NOTHING;
        self.add_near(&mut near, point, 0..N_TOUCHING);
        see(Extent::Touching, quick_key_of(&near));
        self.add_near(&mut near, point, N_TOUCHING..N_NEAR);
        see(Extent::Liberties, quick_key_of(&near));
        if let Some(last) = self.last
            && let Some(offset @ (row, column)) = self.offset(point, last)
        {
            let to_last = &TO_LAST[row][column];
            if row.abs_diff(REACH).max(column.abs_diff(REACH)) <= NEAR_REACH {
                self.near_keys(shapes, point, &near, offset, &mut see);
            }
            if let Some(earlier) = self.last_but_one
                && let Some((row, column)) = self.offset(point, earlier)
            {
                see(Extent::LastTwo, quick_key_of(&sum(to_last, &TO_LAST_BUT_ONE[row][column])));
            }
        }
        if let Some(key) = self.corner_key(point) {
            see(Extent::Corner, key);
        }
    }

    /// The shapes of a move not far from the last one, which is at this offset.
    #[inline]
    fn near_keys(
        &self,
        shapes: &Shapes,
        point: Point,
        near: &Lanes,
        (row, column): (usize, usize),
        see: &mut impl FnMut(Extent, u64),
    ) {
        let (to_last, from_last) = (&TO_LAST[row][column], &FROM_LAST[row][column]);
        let around = |extent| sum(&shapes.sums(extent, point, self.to_move), to_last);
        see(Extent::Answer2, quick_key_of(&sum(near, to_last)));
        see(Extent::Answer3, quick_key_of(&around(Extent::Diamond3)));
        see(Extent::Answer4, quick_key_of(&around(Extent::Diamond4)));
        let replies = [Extent::Reply2, Extent::Reply3, Extent::Reply4];
        for (extent, around) in replies.into_iter().zip(&self.around_last) {
            see(extent, quick_key_of(&sum(around, from_last)));
        }
    }

    /// Where a stone is, seen from a point, if it is in reach.
    #[inline]
    fn offset(&self, from: Point, stone: Point) -> Option<(usize, usize)> {
        let (down, right) = (
            (stone.row(self.size) + REACH).wrapping_sub(from.row(self.size)),
            (stone.column(self.size) + REACH).wrapping_sub(from.column(self.size)),
        );
        (down < WIDTH && right < WIDTH).then_some((down, right))
    }

    /// Points on the middle lines belong to no corner, or turning the board would change theirs.
    #[inline]
    fn corner_key(&self, point: Point) -> Option<u64> {
        let half = self.size.lines() / 2;
        let is_beyond = |line: usize| usize::from(line >= half);
        let corner = is_beyond(point.row(self.size)) | is_beyond(point.column(self.size)) << 1;
        let (a, b) = self.lines_from(corner, point);
        if a.max(b) >= half {
            return None;
        }
        let sums = self.corners[corner];
        let numbers = [self.numbers[2][a][b], self.numbers[2][b][a]];
        let part = |i: usize| mixed(u64::from(sums[i].wrapping_add(numbers[i])));
        Some(part(0).wrapping_add(part(1)))
    }
}
