//! A deliberately naive board: a list of stones, everything counted again each time it is asked.
#![allow(dead_code)]

use aji_goban::{Board, Color, Point, Position, Size};

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Naive {
    pub lines: usize,
    /// Row by row, without gaps.
    pub stones: Vec<Option<Color>>,
    pub ko: Option<usize>,
}

impl Naive {
    pub fn of(board: &Board, ko: Option<Point>) -> Naive {
        let size = board.size();
        Naive {
            lines: size.lines(),
            stones: size.points().map(|point| board.color_at(point)).collect(),
            ko: ko.map(|point| number(point, size)),
        }
    }

    pub fn around(&self, at: usize) -> Vec<usize> {
        let (row, column, n) = (at / self.lines, at % self.lines, self.lines);
        let mut near = Vec::new();
        if row > 0 {
            near.push(at - n);
        }
        if row + 1 < n {
            near.push(at + n);
        }
        if column > 0 {
            near.push(at - 1);
        }
        if column + 1 < n {
            near.push(at + 1);
        }
        near
    }

    /// Stones and liberties of the chain on a point; both empty if no stone stands there.
    pub fn chain(&self, at: usize) -> (Vec<usize>, Vec<usize>) {
        let (mut stones, mut liberties) = (Vec::new(), Vec::new());
        let (mut seen, mut open) = (vec![false; self.stones.len()], Vec::new());
        if self.stones[at].is_some() {
            open.push(at);
            seen[at] = true;
        }
        while let Some(point) = open.pop() {
            stones.push(point);
            for near in self.around(point) {
                if seen[near] {
                    continue;
                }
                if self.stones[near].is_none() {
                    liberties.push(near);
                    seen[near] = true;
                } else if self.stones[near] == self.stones[at] {
                    open.push(near);
                    seen[near] = true;
                }
            }
        }
        (stones, liberties)
    }

    pub fn n_liberties(&self, at: usize) -> usize {
        self.chain(at).1.len()
    }

    /// The board after a move; nothing if the move is illegal.
    pub fn after(&self, at: usize, color: Color) -> Option<Naive> {
        if self.stones[at].is_some() || self.ko == Some(at) {
            return None;
        }
        let mut next = self.clone();
        next.stones[at] = Some(color);
        let mut taken = Vec::new();
        for near in self.around(at) {
            if next.stones[near] == Some(color.opponent()) && next.n_liberties(near) == 0 {
                for stone in next.chain(near).0 {
                    next.stones[stone] = None;
                    taken.push(stone);
                }
            }
        }
        let (stones, liberties) = next.chain(at);
        let is_ko = taken.len() == 1 && stones.len() == 1 && liberties.len() == 1;
        next.ko = if is_ko { Some(taken[0]) } else { None };
        (!liberties.is_empty()).then_some(next)
    }

    /// All boards one legal move leads to.
    pub fn moves(&self, color: Color) -> impl Iterator<Item = Naive> + '_ {
        (0..self.stones.len()).filter_map(move |at| self.after(at, color))
    }
}

/// The number of a point, row by row without gaps.
pub fn number(point: Point, size: Size) -> usize {
    point.row(size) * size.lines() + point.column(size)
}

/// A position after random legal moves that fill no own eye.
pub fn random_position(size: Size, n_moves: usize, random: &mut fastrand::Rng) -> Position {
    let mut position = Position::new(size);
    for _ in 0..n_moves {
        let points: Vec<Point> = position
            .board()
            .empties()
            .iter()
            .filter(|&point| position.is_sensible(point))
            .collect();
        let play = match random.choice(points) {
            Some(point) => aji_goban::Move::Place(point),
            None => aji_goban::Move::Pass,
        };
        position.play(play, &mut ());
    }
    position
}
