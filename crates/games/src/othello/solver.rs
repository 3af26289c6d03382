//! Exact endgames: alpha-beta with a transposition table, enhanced cutoffs by stable discs and
//! transpositions, parity and fastest-first ordering, and hand-unrolled last empties.

#[cfg(test)]
use super::mobility;
use super::order::{Candidate, candidates, odd_squares, pick};
use super::table::{NO_MOVE, Table};
use super::{Board, flips, stable};

/// Below this many empties neither table nor mobility ordering pays.
const SHALLOW: u32 = 6;
/// From here on ordering looks one reply further.
const DEEP: u32 = 12;

/// The answer for a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solved {
    /// Disc difference for the player to move, empties to the winner.
    pub score: i32,
    /// Best move; `None` for a pass or a finished game.
    pub best: Option<usize>,
    /// Positions visited.
    pub nodes: u64,
}

/// Solves positions; keeps its table between calls.
pub struct Solver {
    table: Table,
    nodes: u64,
}

impl Default for Solver {
    fn default() -> Self {
        Solver::new(20)
    }
}

impl Solver {
    /// With a table that suits the number of empties: making a large one takes longer than
    /// solving a small endgame.
    pub fn for_empties(empties: u32) -> Self {
        Solver::new(match empties {
            0..=14 => 16,
            15..=16 => 18,
            17..=18 => 19,
            _ => 21,
        })
    }

    /// A solver whose table has 2^`bits` entries of 24 bytes.
    pub fn new(bits: u32) -> Self {
        Solver { table: Table::new(bits), nodes: 0 }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// The exact score and a best move.
    pub fn solve(&mut self, board: Board) -> Solved {
        self.nodes = 0;
        let score = self.within(board, -64, 64);
        let mut best = None;
        if board.moves() != 0 {
            best = self.table.probe(board).filter(|e| e.best != NO_MOVE).map(|e| e.best as usize);
            if best.is_none_or(|b| board.moves() >> b & 1 == 0) {
                best = self.best_by_children(board, score);
            }
        }
        Solved { score, best, nodes: self.nodes }
    }

    /// Only the score (exact inside the window, a bound outside).
    pub fn score(&mut self, board: Board, alpha: i32, beta: i32) -> i32 {
        self.within(board, alpha, beta)
    }

    fn best_by_children(&mut self, board: Board, score: i32) -> Option<usize> {
        let mut moves = board.moves();
        while moves != 0 {
            let square = moves.trailing_zeros() as usize;
            moves &= moves - 1;
            if -self.within(board.play(square), -score, -score + 1) >= score {
                return Some(square);
            }
        }
        None
    }

    fn within(&mut self, board: Board, alpha: i32, beta: i32) -> i32 {
        let empties = board.empties().count_ones();
        match empties {
            0 => board.final_score(),
            1..SHALLOW => self.shallow(board, alpha, beta, empties),
            _ => self.deep(board, alpha, beta, empties),
        }
    }

    /// Null windows after the first move; `alpha`, `beta` for the player to move.
    fn deep(&mut self, board: Board, mut alpha: i32, beta: i32, empties: u32) -> i32 {
        self.nodes += 1;
        let before = self.nodes;
        if let Some(bound) = stability_bound(board, alpha) {
            return bound;
        }
        let (mut lower, mut upper, mut first) = (-64, 64, NO_MOVE);
        if let Some(entry) = self.table.probe(board) {
            (lower, upper, first) = (entry.lower as i32, entry.upper as i32, entry.best);
            if lower >= beta || lower == upper {
                return lower;
            }
            if upper <= alpha {
                return upper;
            }
            alpha = alpha.max(lower);
        }
        let moves = board.moves();
        if moves == 0 {
            let passed = board.pass();
            return if passed.moves() == 0 {
                board.final_score()
            } else {
                -self.deep(passed, -beta, -alpha, empties)
            };
        }
        let mut list = [Candidate { square: 0, after: board, value: 0 }; 34];
        let n = candidates(board, moves, empties >= DEEP, &mut list);
        let list = &mut list[..n];
        if empties > 7 {
            for c in list.iter() {
                if let Some(e) = self.table.probe(c.after)
                    && -(e.upper as i32) >= beta
                {
                    let score = -(e.upper as i32);
                    self.table.store(board, score.max(lower), upper, c.square, 1);
                    return score;
                }
            }
        }
        for c in list.iter_mut().filter(|c| c.square == first) {
            c.value = 1 << 24;
        }
        let start = alpha;
        let (mut best, mut best_square) = (-65, NO_MOVE);
        for i in 0..n {
            let c = pick(list, i);
            let score = if i == 0 || beta - alpha <= 1 {
                -self.within(c.after, -beta, -alpha)
            } else {
                let probe = -self.within(c.after, -alpha - 1, -alpha);
                if probe > alpha && probe < beta {
                    -self.within(c.after, -beta, -probe)
                } else {
                    probe
                }
            };
            if score > best {
                (best, best_square) = (score, c.square);
                alpha = alpha.max(score);
                if alpha >= beta {
                    break;
                }
            }
        }
        if best < beta {
            upper = upper.min(best.max(-64));
        }
        if best > start {
            lower = lower.max(best);
        }
        let cost = (self.nodes - before + 1).ilog2() as u8;
        self.table.store(board, lower.min(upper), upper, best_square, cost);
        best
    }

    /// Few empties: odd regions first, no table.
    fn shallow(&mut self, board: Board, alpha: i32, beta: i32, empties: u32) -> i32 {
        match empties {
            1 => {
                self.nodes += 1;
                last(board, board.empties().trailing_zeros() as usize)
            }
            2 => self.last_two(board, alpha, beta),
            _ => self.parity(board, alpha, beta, empties),
        }
    }

    fn parity(&mut self, board: Board, mut alpha: i32, beta: i32, empties: u32) -> i32 {
        self.nodes += 1;
        if let Some(bound) = stability_bound(board, alpha) {
            return bound;
        }
        let moves = board.moves();
        if moves == 0 {
            let passed = board.pass();
            return if passed.moves() == 0 {
                board.final_score()
            } else {
                -self.parity(passed, -beta, -alpha, empties)
            };
        }
        let odd = odd_squares(board.empties());
        let mut best = -65;
        for mut group in [moves & odd, moves & !odd] {
            while group != 0 {
                let square = group.trailing_zeros() as usize;
                group &= group - 1;
                let score = -self.shallow(board.play(square), -beta, -alpha, empties - 1);
                if score > best {
                    best = score;
                    alpha = alpha.max(score);
                    if alpha >= beta {
                        return best;
                    }
                }
            }
        }
        best
    }

    fn last_two(&mut self, board: Board, alpha: i32, beta: i32) -> i32 {
        self.nodes += 1;
        let empties = board.empties();
        let a = empties.trailing_zeros() as usize;
        let b = (empties & (empties - 1)).trailing_zeros() as usize;
        let mut best = self.two_moves(board, a, b, beta);
        if best > -65 {
            return best;
        }
        // No move: the opponent plays both if he can.
        best = self.two_moves(board.pass(), a, b, -alpha);
        if best > -65 { -best } else { board.final_score() }
    }

    /// Best of playing a then b or b then a; −65 if neither is legal.
    fn two_moves(&mut self, board: Board, a: usize, b: usize, beta: i32) -> i32 {
        let mut best = -65;
        for (square, other) in [(a, b), (b, a)] {
            let turned = flips(square, board.own, board.opp);
            if turned != 0 {
                self.nodes += 1;
                let after =
                    Board { own: board.opp ^ turned, opp: board.own ^ turned ^ (1 << square) };
                best = best.max(-last(after, other));
                if best >= beta {
                    break;
                }
            }
        }
        best
    }
}

/// One empty square left: count, do not play.
fn last(board: Board, square: usize) -> i32 {
    let own = board.own.count_ones() as i32;
    let turned = flips(square, board.own, board.opp);
    if turned != 0 {
        return 2 * (own + turned.count_ones() as i32 + 1) - 64;
    }
    let turned = flips(square, board.opp, board.own);
    if turned != 0 {
        return 2 * (own - turned.count_ones() as i32) - 64;
    }
    // Nobody can play: the empty square goes to the winner.
    if 2 * own > 63 { 2 * own + 2 - 64 } else { 2 * own - 64 }
}

/// The opponent's stable discs may already keep the player at or below alpha.
fn stability_bound(board: Board, alpha: i32) -> Option<i32> {
    // Below this the opponent needs more stable discs than he can hope for.
    if alpha < -16 {
        return None;
    }
    let bound = 64 - 2 * stable(board.opp, board.own).count_ones() as i32;
    (bound <= alpha).then_some(bound)
}

/// Squares the player can use, for tests of the solver against plain search.
#[cfg(test)]
pub(super) fn plain(board: Board) -> i32 {
    let mut moves = mobility(board.own, board.opp);
    if moves == 0 {
        let passed = board.pass();
        return if passed.moves() == 0 { board.final_score() } else { -plain(passed) };
    }
    let mut best = -64;
    while moves != 0 {
        best = best.max(-plain(board.play(moves.trailing_zeros() as usize)));
        moves &= moves - 1;
    }
    best
}
