//! Table 4 and figure 13: positions evaluated in a second, by each kind of evaluation.

use super::data::{Record, Squares, at_discs};
use crate::clock::Clock;
use crate::eval::{Evaluator, Interpreted, Plan, Weighted};
use crate::feature::{Generated, Random};
use crate::game::{Change, Game};
use crate::othello::{Board, flips};
use crate::rules::{Fact, FastMap};
use crate::symmetry::Symmetries;
use std::collections::BTreeSet;

/// One measurement.
#[derive(Clone, Copy, Debug, Default)]
pub struct Speed {
    /// Positions evaluated.
    pub positions: u64,
    /// Seconds of processor time, search included.
    pub seconds: f64,
    /// Sum of all values: equal for evaluators that agree.
    pub checksum: i64,
}

impl Speed {
    /// The fastest of seven measurements: the others were disturbed.
    pub fn best(mut measure: impl FnMut() -> Speed) -> Speed {
        let runs = (0..7).map(|_| measure());
        runs.min_by(|a, b| a.seconds.total_cmp(&b.seconds)).unwrap_or_default()
    }

    /// Positions in a second.
    pub fn per_second(&self) -> f64 {
        self.positions as f64 / self.seconds.max(1e-9)
    }
}

/// Positions with 53 discs from 23 games drawn at random, as in the paper's table 4.
pub fn endgames(records: &[Record]) -> Vec<Board> {
    let mut random = Random::new(49);
    let mut starts: Vec<Board> = Vec::new();
    while starts.len() < 23 && !records.is_empty() {
        starts.extend(at_discs(&records[random.below(records.len())].moves, 53));
    }
    starts
}

/// All patterns "run", "run and end", "end, run and end" along the lines of the board, over the
/// three values of a square: what unfolding `legal_move` and dropping conditions leads to, 16,068
/// patterns. Weights are random, for speed does not depend on them.
pub fn line_patterns(squares: &Squares) -> Weighted {
    let mut random = Random::new(16_068);
    let mut all: BTreeSet<Vec<Fact>> = BTreeSet::new();
    let fact = |(x, y): (i32, i32), value: usize| {
        let inside = (0..8).contains(&x) && (0..8).contains(&y);
        let s = (8 * y + x) as usize;
        inside.then(|| Fact { var: squares.var[s], value: squares.value[s][value] })
    };
    let steps = [(1, 0), (0, 1), (1, 1), (1, -1)];
    for start in (0..64).map(|s| (s % 8, s / 8)) {
        for ((dx, dy), value) in steps.iter().flat_map(|d| (0..3).map(move |v| (d, v))) {
            let at = |i: i32| (start.0 + i * dx, start.1 + i * dy);
            let mut run: Vec<Fact> = Vec::new();
            while let Some(next) = fact(at(run.len() as i32), value) {
                run.push(next);
                let ends = |i: i32| {
                    let others = (0..3).filter(|v| *v != value).filter_map(|v| fact(at(i), v));
                    [None].into_iter().chain(others.map(Some)).collect::<Vec<_>>()
                };
                for before in ends(-1) {
                    for after in ends(run.len() as i32) {
                        let mut p: Vec<Fact> =
                            run.iter().copied().chain(before).chain(after).collect();
                        p.sort_unstable();
                        all.insert(p);
                    }
                }
            }
        }
    }
    let mut out = Weighted::default();
    for pattern in all {
        out.patterns.push(pattern);
        out.weights.push([0; 2].map(|_| random.below(2001) as i32 - 1000));
    }
    out
}

/// Walks over Othello positions, telling an evaluator what changes.
pub(super) struct Walker<'a, E: Evaluator + ?Sized> {
    squares: &'a Squares,
    evaluator: &'a mut E,
    changes: Vec<Change>,
    pub visits: u64,
    pub most: u64,
    pub checksum: i64,
}

impl<'a, E: Evaluator + ?Sized> Walker<'a, E> {
    pub fn new(squares: &'a Squares, evaluator: &'a mut E, most: u64) -> Self {
        Walker { squares, evaluator, changes: Vec::new(), visits: 0, most, checksum: 0 }
    }

    pub fn begin(&mut self, board: Board) {
        self.evaluator.reset(&self.squares.position(board));
    }

    pub fn is_full(&self) -> bool {
        self.visits >= self.most
    }

    /// `side` plays on `square` and turns these discs.
    pub fn enter(&mut self, side: usize, square: usize, turned: u64) {
        self.changes.clear();
        let value = &self.squares.value[square];
        self.changes.push((self.squares.var[square], value[0], value[1 + side]));
        let mut left = turned;
        while left != 0 {
            let s = left.trailing_zeros() as usize;
            left &= left - 1;
            let value = &self.squares.value[s];
            self.changes.push((self.squares.var[s], value[2 - side], value[1 + side]));
        }
        self.evaluator.update(&self.changes);
    }

    pub fn leave(&mut self) {
        self.evaluator.undo();
    }

    pub fn look(&mut self, side: usize) {
        self.visits += 1;
        self.checksum += i64::from(self.evaluator.value(side));
    }
}

/// Alpha-beta to the end of the game, every node evaluated; stops after `most` positions.
pub fn alpha_beta<E: Evaluator + ?Sized>(
    starts: &[Board],
    squares: &Squares,
    evaluator: &mut E,
    most: u64,
) -> Speed {
    let mut w = Walker::new(squares, evaluator, most);
    let clock = Clock::start();
    for board in starts {
        w.begin(*board);
        ab(&mut w, *board, 0, -64, 64);
    }
    Speed { positions: w.visits, seconds: clock.seconds(), checksum: w.checksum }
}

fn ab<E: Evaluator + ?Sized>(
    w: &mut Walker<'_, E>,
    board: Board,
    side: usize,
    mut alpha: i32,
    beta: i32,
) -> i32 {
    w.look(side);
    if w.is_full() {
        return alpha;
    }
    let mut moves = board.moves();
    if moves == 0 {
        let passed = board.pass();
        return if passed.moves() == 0 {
            board.final_score()
        } else {
            -ab(w, passed, side ^ 1, -beta, -alpha)
        };
    }
    let mut best = -64;
    while moves != 0 {
        let square = moves.trailing_zeros() as usize;
        moves &= moves - 1;
        let turned = flips(square, board.own, board.opp);
        let next = Board { own: board.opp ^ turned, opp: board.own ^ turned ^ (1 << square) };
        w.enter(side, square, turned);
        best = best.max(-ab(w, next, side ^ 1, -beta, -alpha));
        w.leave();
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    best
}

/// Figure 13: (logical, pattern) speeds for random sets of thirty features on random positions.
pub fn random_sets(
    game: &Game,
    symmetries: &Symmetries,
    made: &[Generated],
    sets: usize,
    seed: u64,
) -> Vec<(f64, f64)> {
    let mut random = Random::new(seed);
    let n_values = game.n_values();
    let mut out = Vec::new();
    for _ in 0..sets {
        let picked: Vec<&Generated> = (0..30).map(|_| &made[random.below(made.len())]).collect();
        let plans: Vec<Plan> = picked
            .iter()
            .map(|g| Plan::new(&game.program, &g.feature, &|p| game.program.size(p) as f64 / 3.0))
            .collect();
        let mut patterns: FastMap<Vec<Fact>, [i32; 2]> = FastMap::default();
        for g in picked.iter().filter_map(|g| g.grounded.as_ref()) {
            for p in g.patterns() {
                patterns.entry(p).or_default()[0] += 256;
            }
        }
        let mut weighted = Weighted::default();
        let mut sorted: Vec<_> = patterns.into_iter().collect();
        sorted.sort_unstable();
        (weighted.patterns, weighted.weights) = sorted.into_iter().unzip();
        let walk = random_walk(game, 400, &mut random);
        let mut logical = Interpreted::new(&game.program, &plans, &[1.0; 31], symmetries);
        let clock = Clock::start();
        let mut done = 0;
        for (position, _) in &walk {
            logical.evaluate(position, 0);
            done += 1;
            if clock.seconds() > 0.4 {
                break;
            }
        }
        let slow = f64::from(done) / clock.seconds();
        let mut cover = crate::eval::Cover::new(&weighted, &n_values);
        cover.reset(&walk[0].0);
        let clock = Clock::start();
        let mut done = 0;
        while clock.seconds() < 0.1 {
            for (_, changes) in &walk[1..] {
                cover.update(changes);
                std::hint::black_box(cover.value(0));
                done += 1;
                if done % 64 == 0 {
                    (0..64).for_each(|_| cover.undo());
                }
            }
            cover.reset(&walk[0].0);
        }
        out.push((slow, f64::from(done) / clock.seconds()));
    }
    out
}

/// Positions with men placed at random, each with its difference from the one before: one man
/// moved, as a move would.
fn random_walk(game: &Game, n: usize, random: &mut Random) -> Vec<(Vec<u8>, Vec<Change>)> {
    let mut now = game.start().values;
    let free: Vec<usize> =
        (0..now.len()).filter(|v| Some(*v as u16) != game.turn_variable()).collect();
    for i in (1..free.len()).rev() {
        now.swap(free[i], free[random.below(i + 1)]);
    }
    let mut out = vec![(now.clone(), Vec::new())];
    while out.len() < n {
        let (a, b) = (free[random.below(free.len())], free[random.below(free.len())]);
        if now[a] == now[b] {
            continue;
        }
        let changes = vec![(a as u16, now[a], now[b]), (b as u16, now[b], now[a])];
        now.swap(a, b);
        out.push((now.clone(), changes));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::line_patterns;
    use crate::lab::accuracy::othello;
    use crate::lab::data::Squares;

    #[test]
    fn the_lines_of_the_board_hold_16068_patterns() {
        let game = othello().unwrap();
        let patterns = line_patterns(&Squares::new(&game.program).unwrap());
        assert_eq!(patterns.len(), 16_068);
    }
}
