//! A deliberately naive board: nothing is kept, everything is counted again from the stones. Slow,
//! short, and easy to believe.

use aji_goban::rules::KoRule;
use aji_goban::{Color, Illegal, Move, Point, Rules, Size};
pub type Stones = Vec<Option<Color>>;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NaiveChain {
    pub color: Color,
    pub stones: Vec<usize>,
    pub liberties: Vec<usize>,
    /// Stones of the other color that touch it.
    pub enemies: Vec<usize>,
}

#[derive(Clone, Debug)]
pub struct NaiveGame {
    pub lines: usize,
    pub rules: Rules,
    pub stones: Stones,
    pub to_move: Color,
    pub n_passes: usize,
    pub captured: [usize; 2],
    /// Stones and side to move before each move.
    pub history: Vec<(Stones, Color)>,
}

impl NaiveGame {
    pub fn new(size: Size, rules: Rules) -> NaiveGame {
        NaiveGame {
            lines: size.lines(),
            rules,
            stones: vec![None; size.n_points()],
            to_move: Color::Black,
            n_passes: 0,
            captured: [0; 2],
            history: Vec::new(),
        }
    }

    /// Points are numbered row by row without gaps.
    pub fn number(point: Point, size: Size) -> usize {
        point.row(size) * size.lines() + point.column(size)
    }

    fn around(&self, at: usize) -> impl Iterator<Item = usize> + use<> {
        let (row, column, n) = (at / self.lines, at % self.lines, self.lines);
        let above = (row > 0).then(|| at - n);
        let below = (row + 1 < n).then(|| at + n);
        let left = (column > 0).then(|| at - 1);
        let right = (column + 1 < n).then(|| at + 1);
        [above, below, left, right].into_iter().flatten()
    }

    pub fn chain(&self, stones: &Stones, at: usize) -> NaiveChain {
        let color = stones[at].expect("a stone stands here");
        let mut seen = vec![false; stones.len()];
        let mut chain = NaiveChain { color, stones: vec![], liberties: vec![], enemies: vec![] };
        let mut open = vec![at];
        seen[at] = true;
        while let Some(point) = open.pop() {
            match stones[point] {
                None => chain.liberties.push(point),
                Some(other) if other != color => chain.enemies.push(point),
                Some(_) => {
                    chain.stones.push(point);
                    open.extend(self.around(point).filter(|&near| !seen[near]));
                    self.around(point).for_each(|near| seen[near] = true);
                }
            }
        }
        chain.stones.sort_unstable();
        chain.liberties.sort_unstable();
        chain
    }

    /// The stones after a move, and how many of each color were lifted.
    fn after(&self, color: Color, at: usize) -> (Stones, [usize; 2]) {
        let mut stones = self.stones.clone();
        let mut lifted = [0; 2];
        stones[at] = Some(color);
        let mut lift_if_dead = |at: usize, stones: &mut Stones| {
            let chain = self.chain(stones, at);
            if chain.liberties.is_empty() {
                lifted[chain.color.index()] += chain.stones.len();
                for &stone in &chain.stones {
                    stones[stone] = None;
                }
            }
        };
        for near in self.around(at) {
            if stones[near] == Some(color.opponent()) {
                lift_if_dead(near, &mut stones);
            }
        }
        lift_if_dead(at, &mut stones);
        (stones, lifted)
    }

    /// The point whose retaking would at once undo the last move, a capture of one stone.
    pub fn ko(&self) -> Option<usize> {
        let (before, mover) = self.history.last()?;
        if *mover == self.to_move {
            return None;
        }
        (0..self.stones.len()).find(|&at| {
            let was_taken = before[at] == Some(self.to_move) && self.stones[at].is_none();
            was_taken && self.after(self.to_move, at).0 == *before
        })
    }

    /// May the side to move play here, `ko` being what [`NaiveGame::ko`] says?
    pub fn check(&self, at: usize, ko: Option<usize>) -> Result<(), Illegal> {
        if self.stones[at].is_some() {
            return Err(Illegal::Occupied);
        }
        if ko == Some(at) {
            return Err(Illegal::Ko);
        }
        let (stones, lifted) = self.after(self.to_move, at);
        let n_suicide = lifted[self.to_move.index()];
        let lone = n_suicide == 1 && self.rules.ko == KoRule::Simple;
        if n_suicide > 0 && (!self.rules.suicide || lone) {
            return Err(Illegal::Suicide);
        }
        let next = self.to_move.opponent();
        let repeats = |old: &Stones, to_move: Color| match self.rules.ko {
            KoRule::Simple => false,
            KoRule::Positional => *old == stones,
            KoRule::Situational => *old == stones && to_move == next,
        };
        if repeats(&self.stones, self.to_move) || self.history.iter().any(|(o, c)| repeats(o, *c)) {
            return Err(Illegal::Superko);
        }
        Ok(())
    }

    pub fn play(&mut self, play: Move, size: Size) {
        self.history.push((self.stones.clone(), self.to_move));
        match play {
            Move::Pass => self.n_passes += 1,
            Move::Place(point) => {
                let (stones, lifted) = self.after(self.to_move, NaiveGame::number(point, size));
                self.stones = stones;
                self.captured[0] += lifted[0];
                self.captured[1] += lifted[1];
                self.n_passes = 0;
            }
        }
        self.to_move = self.to_move.opponent();
    }

    /// Points of each color by area.
    pub fn area(&self) -> [usize; 2] {
        let mut points = [0; 2];
        for color in Color::BOTH {
            points[color.index()] += self.stones.iter().filter(|s| **s == Some(color)).count();
        }
        let mut seen = vec![false; self.stones.len()];
        for start in 0..self.stones.len() {
            if self.stones[start].is_some() || seen[start] {
                continue;
            }
            let (mut region, mut open, mut touches) = (0, vec![start], [false; 2]);
            seen[start] = true;
            while let Some(at) = open.pop() {
                region += 1;
                for near in self.around(at) {
                    match self.stones[near] {
                        Some(color) => touches[color.index()] = true,
                        None if !seen[near] => {
                            seen[near] = true;
                            open.push(near);
                        }
                        None => {}
                    }
                }
            }
            match touches {
                [true, false] => points[0] += region,
                [false, true] => points[1] += region,
                _ => {}
            }
        }
        points
    }
}
