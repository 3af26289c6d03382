//! Is the eternal life of lesson 12 a real one? Every move in the corner is tried, by both sides,
//! to the end: whoever leaves the circle loses the corner.

use aji_lessons::board::{Board, Color, PASS, Point, point_named};
use aji_lessons::positions;
use std::collections::HashMap;

/// Where the fight is; everything else stands.
const CORNER: &str = "A9 B9 C9 D9 E9 F9 G9 H9 J9 B8 C8 D8";

/// What becomes of Black's group with best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    /// White can take it, whatever Black does.
    Dead,
    /// Black can make it so that White never takes it, even if Black only passes from then on.
    Alive,
    /// Neither: they go round and round.
    Circle,
}

/// All positions that can arise in the corner, who is to move, and where each move leads.
struct Corner {
    positions: Vec<(Board, Color)>,
    moves: Vec<Vec<(Point, usize)>>,
    fates: Vec<Fate>,
}

impl Corner {
    fn explore(start: Board) -> Corner {
        let corner: Vec<Point> = CORNER.split(' ').map(named).chain([PASS]).collect();
        let mut known = HashMap::new();
        let mut positions = Vec::new();
        let mut moves = Vec::new();
        let mut number = |positions: &mut Vec<(Board, Color)>, board: Board, color: Color| {
            let stones: Vec<u8> = corner.iter().map(|&p| board.at(p) as u8).collect();
            let key = (stones, is_taken(&board), board.ko, color as u8);
            *known.entry(key).or_insert_with(|| {
                positions.push((board, color));
                positions.len() - 1
            })
        };
        number(&mut positions, start, Color::Black);
        number(&mut positions, start, Color::White);
        while moves.len() < positions.len() {
            let (board, color) = positions[moves.len()];
            let mut leads = Vec::new();
            for &point in corner.iter().filter(|_| !is_taken(&board)) {
                let mut next = board;
                if next.put_stone(point, color).is_ok() {
                    leads.push((point, number(&mut positions, next, color.flip())));
                }
            }
            moves.push(leads);
        }
        let mut all = Corner { positions, moves, fates: Vec::new() };
        all.judge();
        all
    }

    fn judge(&mut self) {
        let taken: Vec<bool> = self.positions.iter().map(|(board, _)| is_taken(board)).collect();
        let dead = self.forced_by(Color::White, taken.clone(), |_| true);
        let dead_if_black_passes = self.forced_by(Color::White, taken, |point| point == PASS);
        let safe = dead_if_black_passes.iter().map(|dead| !dead).collect();
        let alive = self.forced_by(Color::Black, safe, |_| true);
        let fate = |(dead, alive)| match (dead, alive) {
            (true, _) => Fate::Dead,
            (_, true) => Fate::Alive,
            _ => Fate::Circle,
        };
        self.fates = dead.into_iter().zip(alive).map(fate).collect();
    }

    /// From where one side can force its goal. The other side may make the moves allowed to it.
    fn forced_by(
        &self,
        side: Color,
        mut goal: Vec<bool>,
        other_may: impl Fn(Point) -> bool,
    ) -> Vec<bool> {
        loop {
            let mut changed = false;
            for (i, (_, to_move)) in self.positions.iter().enumerate() {
                let mut leads = self.moves[i].iter();
                if goal[i] || self.moves[i].is_empty() {
                    continue;
                }
                goal[i] = if *to_move == side {
                    leads.any(|&(_, next)| goal[next])
                } else {
                    leads.filter(|lead| other_may(lead.0)).all(|&(_, next)| goal[next])
                };
                changed |= goal[i];
            }
            if !changed {
                return goal;
            }
        }
    }

    /// The moves that keep a position from the given fate.
    fn moves_avoiding(&self, position: usize, fate: Fate) -> Vec<Point> {
        let leads = self.moves[position].iter();
        leads.filter(|lead| self.fates[lead.1] != fate).map(|lead| lead.0).collect()
    }
}

/// Whether the black group of the corner has been taken.
fn is_taken(board: &Board) -> bool {
    board.at(named("C7")) != Color::Black
}

fn named(name: &str) -> Point {
    point_named(name).expect("a point of the board")
}

#[test]
fn whoever_leaves_the_circle_loses_the_corner() {
    let corner = Corner::explore(positions::eternal_life());
    let mut position = 0;
    for (name, only) in
        [("C9", vec!["C9"]), ("E9", vec!["E9"]), ("D9", vec!["D9"]), ("F9", vec!["E9", "F9"])]
    {
        assert_eq!(corner.fates[position], Fate::Circle, "before {name}");
        let loss = match corner.positions[position].1 {
            Color::Black => Fate::Dead,
            _ => Fate::Alive,
        };
        let only: Vec<Point> = only.into_iter().map(named).collect();
        assert_eq!(corner.moves_avoiding(position, loss), only, "instead of {name}");
        let lead = corner.moves[position].iter().find(|lead| lead.0 == named(name));
        position = lead.expect("a legal move").1;
    }
    assert_eq!(position, 0, "four moves lead back");

    // Were it White's move, C9 would make the bulky five, and the corner would die.
    assert_eq!(corner.fates[1], Fate::Dead);
    let bulky_five = corner.moves[1].iter().find(|lead| lead.0 == named("C9"));
    assert_eq!(corner.fates[bulky_five.expect("a legal move").1], Fate::Dead);
}
