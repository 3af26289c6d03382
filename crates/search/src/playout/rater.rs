//! The table a learned playout draws from: a rate for every point and both sides, kept up to date move
//! by move (thesis §4.5.2).
//!
//! The *standing* rate of a point is the product of the gammas of its shape and of what a stone there would
//! do to chains, and 0 where the side may not play or would fill its own eye. It changes only around
//! the stones that came or went, and at the last liberties of chains that changed. What answers the last
//! move, or lies near it, has another rate for one draw ([`Rater::show_answers`]), kept in a short list beside
//! the table.

use super::gammas::{Gammas, product};
use crate::random::Random;
use aji_goban::point::N_INDICES;
use aji_goban::{Board, Chain, ChainId, Color, Move, Observer, Point, PointSet, Position, Size};
use aji_patterns::playout::{StandingClass, answering_tactics, joined};
use aji_patterns::shape::{Near, neighborhood};
use aji_reading::is_in_seki;
use std::sync::Arc;

/// The points of the radius-2 diamond, in the order of [`neighborhood`].
const N_NEAR: usize = 12;
/// No such point.
const NONE: u16 = u16::MAX;

/// What depends on the board's size and the gammas only.
#[derive(Debug)]
pub struct Ground {
    gammas: Gammas,
    size: Size,
    /// The twelve points around each point; [`NONE`] off the board.
    near: Vec<[u16; N_NEAR]>,
    /// How many of them see a stone on it in their shape: eight with 3×3 shapes.
    n_seeing: usize,
    /// Those as a set.
    seeing: Vec<PointSet>,
    /// The four next to each point.
    crosses: Vec<PointSet>,
    /// The row of each point.
    rows: [u8; N_INDICES],
    /// What a move's place on the board is multiplied with.
    places: [u32; N_INDICES],
    /// Is that not always 1?
    has_places: bool,
}

impl Ground {
    /// For boards of this size. `lines` are the factors of the first and the second line.
    pub fn new(size: Size, gammas: Gammas, lines: [u32; 2]) -> Ground {
        let mut near = vec![[NONE; N_NEAR]; N_INDICES];
        let n_seeing = gammas.extent().n_points().min(N_NEAR);
        let mut seeing = vec![PointSet::EMPTY; N_INDICES];
        let mut crosses = seeing.clone();
        let (mut rows, mut places) = ([0; N_INDICES], [super::gammas::ONE; N_INDICES]);
        let last = size.lines() - 1;
        for point in size.points() {
            let (row, column) = (point.row(size), point.column(size));
            rows[point.index()] = row as u8;
            let line = row.min(column).min(last - row).min(last - column);
            if let Some(factor) = lines.get(line) {
                places[point.index()] = *factor;
            }
            for (i, offset) in neighborhood()[..N_NEAR].iter().enumerate() {
                let row = row.checked_add_signed(offset.down.into());
                let column = column.checked_add_signed(offset.right.into());
                if let (Some(row @ 0..19), Some(column @ 0..19)) = (row, column)
                    && row <= last
                    && column <= last
                {
                    let seen = Point::at(row, column, size);
                    near[point.index()][i] = seen.index() as u16;
                    if i < n_seeing {
                        seeing[point.index()].insert(seen);
                    }
                    if i < 4 {
                        crosses[point.index()].insert(seen);
                    }
                }
            }
        }
        let has_places = lines != [super::gammas::ONE; 2];
        Ground { gammas, size, near, n_seeing, seeing, crosses, rows, places, has_places }
    }
}

/// Two rates in one number, Black's in the lower half and White's in the upper. Sums of rates are below 2³²,
/// so that adding and subtracting such numbers adds and subtracts both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
struct Both(u64);

impl Both {
    #[inline]
    const fn of(rates: [u32; 2]) -> Both {
        Both(rates[0] as u64 | (rates[1] as u64) << 32)
    }

    #[inline]
    const fn side(self, side: usize) -> u32 {
        (self.0 >> (32 * side)) as u32
    }

    #[inline]
    const fn pair(self) -> [u32; 2] {
        [self.side(0), self.side(1)]
    }

    #[inline]
    fn times(self, gammas: [u32; 2]) -> Both {
        Both::of([product(self.side(0), gammas[0]), product(self.side(1), gammas[1])])
    }

    #[inline]
    const fn change(&mut self, old: Both, new: Both) {
        self.0 = self.0.wrapping_add(new.0).wrapping_sub(old.0);
    }
}

/// The rates themselves; copied once per playout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    shapes: Near,
    /// The gammas of the shapes.
    of_shapes: [Both; N_INDICES],
    standing: [[StandingClass; 2]; N_INDICES],
    rates: [Both; N_INDICES],
    rows: [Both; Size::MAX.lines()],
    total: Both,
}

impl Table {
    /// The standing rates of a point for Black and for White.
    pub const fn rates_of(&self, point: Point) -> [u32; 2] {
        self.rates[point.index()].pair()
    }

    /// The shapes around all points.
    pub const fn shapes(&self) -> &Near {
        &self.shapes
    }

    #[inline]
    fn set(&mut self, ground: &Ground, index: usize, rate: Both) {
        let old = std::mem::replace(&mut self.rates[index], rate);
        self.rows[ground.rows[index] as usize].change(old, rate);
        self.total.change(old, rate);
    }
}

impl Table {
    /// Looks up the gammas of the shape around a point.
    #[inline]
    fn look(&mut self, ground: &Ground, point: Point) {
        self.of_shapes[point.index()] = Both::of(ground.gammas.of_shape(self.shapes.code(point)));
    }

    /// Finds out what stones on this empty point would do to chains.
    #[inline]
    fn stand(&mut self, board: &Board, point: Point) {
        self.standing[point.index()] = StandingClass::of_both(board, point);
    }

    /// Sets the standing rates of an empty point.
    #[inline]
    fn rate(&mut self, ground: &Ground, point: Point) {
        let mut rate = self.of_shapes[point.index()];
        let standing = self.standing[point.index()];
        // Most points touch no weak chain.
        if standing != [StandingClass::default(); 2] {
            rate = rate.times(standing.map(|class| ground.gammas.of_standing(class)));
        }
        if ground.has_places {
            rate = rate.times([ground.places[point.index()]; 2]);
        }
        self.set(ground, point.index(), rate);
    }

    /// Rates again what a stone on `played` has changed.
    #[inline]
    fn follow(&mut self, ground: &Ground, board: &Board, played: Point, changed: &Changed) {
        let mut standing = changed.last_liberties;
        for &id in changed.chains() {
            let chain = board.chain(id);
            let is_weak = board.is_alive(id) & (chain.n_liberties() <= 2);
            standing |= chain.liberties().only_if(is_weak);
        }
        self.of_shapes[played.index()] = Both::default();
        self.standing[played.index()] = [StandingClass::default(); 2];
        self.set(ground, played.index(), Both::default());
        if changed.lifted.is_empty() {
            self.follow_stone(ground, board, played, standing);
        } else {
            self.follow_capture(ground, board, played, standing, changed.lifted);
        }
    }

    /// Rates again what a stone on `played` that took nothing has changed: the shapes around it, and the points
    /// `standing` beside what lies next to it.
    #[inline]
    fn follow_stone(&mut self, ground: &Ground, board: &Board, played: Point, standing: PointSet) {
        let near = &ground.near[played.index()];
        let seen = self.shapes.code(played);
        // All looks first: they wait for memory, and so they wait together.
        for place in seen.within(0..ground.n_seeing).empties() {
            self.look(ground, Point::from_index(near[place].into()));
        }
        for point in (standing | ground.crosses[played.index()]) & board.empties() {
            self.stand(board, point);
            self.rate(ground, point);
        }
        for place in seen.within(4..ground.n_seeing).empties() {
            self.rate(ground, Point::from_index(near[place].into()));
        }
    }

    /// The same for a stone that took those that stood on `lifted`, or was taken itself.
    fn follow_capture(
        &mut self,
        ground: &Ground,
        board: &Board,
        played: Point,
        mut standing: PointSet,
        lifted: PointSet,
    ) {
        let mut shapes = lifted | ground.seeing[played.index()];
        standing |= lifted | ground.crosses[played.index()];
        for stone in lifted {
            shapes |= ground.seeing[stone.index()];
            standing |= ground.crosses[stone.index()];
        }
        shapes &= board.empties();
        standing &= board.empties();
        for point in shapes {
            self.look(ground, point);
        }
        for point in standing {
            self.stand(board, point);
        }
        for point in shapes | standing {
            self.rate(ground, point);
        }
    }
}

/// Rates moves and draws them.
#[derive(Debug)]
pub struct Rater {
    ground: Arc<Ground>,
    table: Table,
    /// The points with another rate for this draw, and that rate.
    shown: Vec<(u16, u32)>,
    /// Their sum.
    shown_total: u32,
    shown_for: Color,
    /// Where in `shown` a point stands, counted from 1; 0 if it is not there.
    places: Box<[u16; N_INDICES]>,
    /// Room for the tactics of answers.
    answers: Box<[u32; N_INDICES]>,
    /// Room for what a move changes.
    changed: Box<Changed>,
}

impl Rater {
    /// The rates of a position.
    pub fn new(ground: Arc<Ground>, position: &Position) -> Rater {
        let mut table = Table {
            shapes: Near::empty(ground.size),
            of_shapes: [Both::default(); N_INDICES],
            standing: [[StandingClass::default(); 2]; N_INDICES],
            rates: [Both::default(); N_INDICES],
            rows: [Both::default(); Size::MAX.lines()],
            total: Both::default(),
        };
        let board = position.board();
        for color in Color::BOTH {
            for stone in *board.stones(color) {
                table.shapes.stone_placed(stone, color);
            }
        }
        for point in board.empties() {
            table.look(&ground, point);
            table.stand(board, point);
            table.rate(&ground, point);
        }
        Rater {
            ground,
            table,
            shown: Vec::with_capacity(N_INDICES),
            shown_total: 0,
            shown_for: Color::Black,
            places: Box::new([0; N_INDICES]),
            answers: Box::new([0; N_INDICES]),
            changed: Box::new(Changed::NOTHING),
        }
    }

    /// The rates, without what answers the last move.
    pub const fn table(&self) -> &Table {
        &self.table
    }

    /// Goes back to the rates of another rater of the same board size.
    #[inline]
    pub fn set_to(&mut self, table: &Table) {
        self.hide_answers();
        self.table.clone_from(table);
    }

    /// The rate of a point for the side whose answers are shown.
    pub fn shown_rate_of(&self, point: Point) -> u32 {
        match self.places[point.index()] {
            0 => self.table.rates[point.index()].side(self.shown_for.index()),
            place => self.shown[place as usize - 1].1,
        }
    }

    /// Plays a move and brings the rates up to date.
    #[inline]
    pub fn play(&mut self, position: &mut Position, play: Move) {
        self.hide_answers();
        self.changed.clear();
        let mut watch = Watch { shapes: &mut self.table.shapes, changed: &mut self.changed };
        position.play(play, &mut watch);
        if let Move::Place(point) = play {
            self.table.follow(&self.ground, position.board(), point, &self.changed);
        }
    }

    /// Multiplies what answers the last move, or lies near it, onto the rates of the side to move, for
    /// the next draws.
    #[inline]
    pub fn show_answers(&mut self, position: &Position) {
        self.hide_answers();
        self.shown_for = position.to_move();
        let Some(Move::Place(last)) = position.last_move() else { return };
        let side = position.to_move().index();
        let Rater { ground, table, shown, shown_total, places, answers, .. } = self;
        answering_tactics(position, |at, tactic| {
            let index = at.index();
            if places[index] == 0 {
                shown.push((index as u16, 0));
                places[index] = shown.len() as u16;
                answers[index] = table.standing[index][side].tactics();
            }
            answers[index] = joined(answers[index], tactic);
        });
        for (index, rate) in shown.iter_mut() {
            let tactics = std::mem::take(&mut answers[*index as usize]);
            if table.rates[*index as usize].side(side) > 0 {
                let shape = table.of_shapes[*index as usize].side(side);
                let standing = product(shape, ground.gammas.of_tactics(tactics));
                *rate = product(standing, ground.places[*index as usize]);
                *shown_total += *rate;
            }
        }
        for place in table.shapes.code(last).empties() {
            let near = ground.near[last.index()][place];
            let factor = ground.gammas.distances()[place / 4];
            let in_list = places[near as usize];
            if in_list != 0 {
                let rate = &mut shown[in_list as usize - 1].1;
                let before = std::mem::replace(rate, product(*rate, factor));
                *shown_total = shown_total.wrapping_add(*rate).wrapping_sub(before);
            } else if table.rates[near as usize].side(side) > 0 {
                let rate = product(table.rates[near as usize].side(side), factor);
                shown.push((near, rate));
                places[near as usize] = shown.len() as u16;
                *shown_total += rate;
            }
        }
    }

    /// Forgets what was multiplied for the last draw.
    #[inline]
    fn hide_answers(&mut self) {
        for &(index, _) in &self.shown {
            self.places[index as usize] = 0;
        }
        self.shown.clear();
        self.shown_total = 0;
    }

    /// Draws a move for the side to move; a pass if there is none. A draw that a ko forbids or that would
    /// break a seki gets rate 0 and is drawn again.
    ///
    /// The points that are shown are drawn from their list, all others from the table; a draw from the table
    /// that meets a point of the list is void, so that every point is drawn by its rate.
    #[inline]
    pub fn draw(&mut self, position: &Position, random: &mut Random) -> Move {
        let side = self.shown_for.index();
        while let Some(index) = self.draw_index(side, random) {
            let point = Point::from_index(index);
            let is_fine = position.ko() != Some(point)
                && !(self.table.standing[index][side].is_self_atari()
                    && is_in_seki(position.board(), point));
            if is_fine {
                return Move::Place(point);
            }
            self.refuse(index);
        }
        Move::Pass
    }

    /// Gives a point the rate 0 until the answers are hidden.
    fn refuse(&mut self, index: usize) {
        match self.places[index] {
            0 => {
                self.shown.push((index as u16, 0));
                self.places[index] = self.shown.len() as u16;
            }
            place => {
                let rate = std::mem::take(&mut self.shown[place as usize - 1].1);
                self.shown_total -= rate;
            }
        }
    }

    /// Draws a point by the rates; none if all are 0.
    #[inline]
    fn draw_index(&self, side: usize, random: &mut Random) -> Option<usize> {
        let table_total = self.table.total.side(side);
        let total = table_total as usize + self.shown_total as usize;
        for _ in 0..64 {
            if total == 0 {
                return None;
            }
            let mut left = random.below_u64(total as u64);
            if left < u64::from(self.shown_total) {
                for &(index, rate) in &self.shown {
                    if left < u64::from(rate) {
                        return Some(index as usize);
                    }
                    left -= u64::from(rate);
                }
            }
            left -= u64::from(self.shown_total);
            let index = match side {
                0 => self.index_at::<0>(left as u32),
                _ => self.index_at::<1>(left as u32),
            };
            if self.places[index] == 0 {
                return Some(index);
            }
        }
        self.draw_slowly(side, random)
    }

    /// Draws where nearly all of the table's rates are those of points that are shown.
    #[cold]
    fn draw_slowly(&self, side: usize, random: &mut Random) -> Option<usize> {
        let rates = &self.table.rates;
        let rate_of = |index: usize| match self.places[index] {
            0 => u64::from(rates[index].side(side)),
            place => u64::from(self.shown[place as usize - 1].1),
        };
        let total: u64 = (0..N_INDICES).map(rate_of).sum();
        if total == 0 {
            return None;
        }
        let mut left = random.below_u64(total);
        (0..N_INDICES).find(|&index| {
            let rate = rate_of(index);
            let is_here = left < rate;
            left = left.wrapping_sub(rate);
            is_here
        })
    }

    /// The point at which the running sum of the table's rates passes `left`: its row, then the point.
    #[inline]
    fn index_at<const SIDE: usize>(&self, mut left: u32) -> usize {
        let Table { rows, rates, .. } = &self.table;
        let mut row = 0;
        while left >= rows[row].side(SIDE) {
            left -= rows[row].side(SIDE);
            row += 1;
        }
        let mut index = row * (self.ground.size.lines() + 1);
        while left >= rates[index].side(SIDE) {
            left -= rates[index].side(SIDE);
            index += 1;
        }
        index
    }
}

/// What a move changed.
#[derive(Debug)]
struct Changed {
    /// Where stones went.
    lifted: PointSet,
    /// The liberties of chains that changed and had one or two.
    last_liberties: PointSet,
    /// Chains that changed; one may come twice, and some are gone.
    chains: [ChainId; N_INDICES],
    n_chains: usize,
}

impl Changed {
    const NOTHING: Changed = Changed {
        lifted: PointSet::EMPTY,
        last_liberties: PointSet::EMPTY,
        chains: [ChainId::NONE; N_INDICES],
        n_chains: 0,
    };

    #[inline]
    const fn clear(&mut self) {
        self.lifted = PointSet::EMPTY;
        self.last_liberties = PointSet::EMPTY;
        self.n_chains = 0;
    }

    #[inline]
    fn chains(&self) -> &[ChainId] {
        &self.chains[..self.n_chains]
    }
}

/// Notes what a move changes.
struct Watch<'a> {
    shapes: &'a mut Near,
    changed: &'a mut Changed,
}

impl Observer for Watch<'_> {
    #[inline]
    fn chain_changes(&mut self, id: ChainId, before: &Chain) {
        // A move changes fewer chains than there are points.
        if let Some(chain) = self.changed.chains.get_mut(self.changed.n_chains) {
            *chain = id;
            self.changed.n_chains += 1;
        }
        self.changed.last_liberties |= before.liberties().only_if(before.n_liberties() <= 2);
    }

    /// What moves do to a chain depends on its own stones and liberties alone.
    #[inline]
    fn neighbors_join(&mut self, _id: ChainId, _before: &Chain) {}

    #[inline]
    fn stone_placed(&mut self, point: Point, color: Color) {
        self.shapes.stone_placed(point, color);
    }

    #[inline]
    fn stone_lifted(&mut self, point: Point, color: Color) {
        self.shapes.stone_lifted(point, color);
        self.changed.lifted.insert(point);
    }
}
