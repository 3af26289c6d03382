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
    /// The fastest of three measurements: the others were disturbed.
    pub fn best(mut measure: impl FnMut() -> Speed) -> Speed {
        let runs = [measure(), measure(), measure()];
        runs.into_iter().min_by(|a, b| a.seconds.total_cmp(&b.seconds)).unwrap_or_default()
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
struct Walker<'a> {
    squares: &'a Squares,
    evaluator: &'a mut dyn Evaluator,
    changes: Vec<Change>,
    visits: u64,
    most: u64,
    checksum: i64,
}

impl<'a> Walker<'a> {
    fn new(squares: &'a Squares, evaluator: &'a mut dyn Evaluator, most: u64) -> Self {
        Walker { squares, evaluator, changes: Vec::new(), visits: 0, most, checksum: 0 }
    }

    fn begin(&mut self, board: Board) {
        self.evaluator.reset(&self.squares.position(board));
    }

    /// Plays `square` for `side`; returns the board after it.
    fn enter(&mut self, board: Board, side: usize, square: usize) -> Board {
        let turned = flips(square, board.own, board.opp);
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
        Board { own: board.opp ^ turned, opp: board.own ^ turned ^ (1 << square) }
    }

    fn leave(&mut self) {
        self.evaluator.undo();
    }

    fn look(&mut self, side: usize) -> i32 {
        self.visits += 1;
        let value = self.evaluator.value(side);
        self.checksum += i64::from(value);
        value
    }
}

/// Alpha-beta to the end of the game, every node evaluated; stops after `most` positions.
pub fn alpha_beta(
    starts: &[Board],
    squares: &Squares,
    evaluator: &mut dyn Evaluator,
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

fn ab(w: &mut Walker<'_>, board: Board, side: usize, mut alpha: i32, beta: i32) -> i32 {
    w.look(side);
    if w.visits >= w.most {
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
        let next = w.enter(board, side, square);
        best = best.max(-ab(w, next, side ^ 1, -beta, -alpha));
        w.leave();
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    best
}

const INFINITE: u32 = 1 << 28;

/// Direct-mapped: a position forgets the one that had its place, and is proved again if needed.
struct ProofTable(Vec<(Board, u32, u32)>);

impl ProofTable {
    fn new() -> Self {
        ProofTable(vec![(Board { own: 0, opp: 0 }, 1, 1); 1 << 16])
    }

    fn slot(board: Board) -> usize {
        let h = (board.own ^ board.opp.rotate_left(29)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (h >> 48) as usize
    }

    fn insert(&mut self, board: Board, numbers: (u32, u32)) {
        self.0[Self::slot(board)] = (board, numbers.0, numbers.1);
    }
}

/// df-pn (does the player to move win?), every visited position evaluated.
pub fn proof_search(
    starts: &[Board],
    squares: &Squares,
    evaluator: &mut dyn Evaluator,
    most: u64,
) -> Speed {
    let mut w = Walker::new(squares, evaluator, most);
    let clock = Clock::start();
    // The positions are soon proved; again from the start, then, for a time that can be measured.
    let mut before = u64::MAX;
    while w.visits < most && w.visits != before {
        before = w.visits;
        for (i, board) in starts.iter().enumerate() {
            w.begin(*board);
            w.most = before + (most - before) * (i as u64 + 1) / starts.len() as u64;
            let mut table = ProofTable::new();
            expand(&mut w, &mut table, *board, 0, INFINITE, INFINITE);
        }
    }
    Speed { positions: w.visits, seconds: clock.seconds(), checksum: w.checksum }
}

fn known(table: &ProofTable, board: Board) -> (u32, u32) {
    let (there, p, d) = table.0[ProofTable::slot(board)];
    if there == board { (p, d) } else { (1, 1) }
}

/// Numbers are for the side to move (phi, delta), the usual symmetric form.
fn expand(w: &mut Walker<'_>, t: &mut ProofTable, board: Board, side: usize, phi: u32, delta: u32) {
    w.look(side);
    let moves = board.moves();
    if moves == 0 {
        let passed = board.pass();
        if passed.moves() == 0 {
            let won = board.final_score() > 0 || (side == 1 && board.final_score() == 0);
            t.insert(board, if won { (0, INFINITE) } else { (INFINITE, 0) });
            return;
        }
        loop {
            let (p, d) = known(t, passed);
            t.insert(board, (d, p));
            if d >= phi || p >= delta || w.visits >= w.most {
                return;
            }
            expand(w, t, passed, side ^ 1, delta, phi);
        }
    }
    let mut list = [(0usize, board); 34];
    let mut n = 0;
    let mut left = moves;
    while left != 0 {
        let square = left.trailing_zeros() as usize;
        left &= left - 1;
        list[n] = (square, board.play(square));
        n += 1;
    }
    loop {
        let (mut low, mut second, mut sum, mut best) = (INFINITE, INFINITE, 0u32, 0);
        for (i, (_, child)) in list[..n].iter().enumerate() {
            let (p, d) = known(t, *child);
            sum = (sum + p).min(INFINITE);
            if d < low {
                second = low;
                low = d;
                best = i;
            } else {
                second = second.min(d);
            }
        }
        t.insert(board, (low, sum));
        if low >= phi || sum >= delta || w.visits >= w.most {
            return;
        }
        let (square, child) = list[best];
        let (p, _) = known(t, child);
        let child_phi = delta.saturating_sub(sum).saturating_add(p).min(INFINITE);
        let child_delta = phi.min(second.saturating_add(1));
        w.enter(board, side, square);
        expand(w, t, child, side ^ 1, child_phi, child_delta);
        w.leave();
    }
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
