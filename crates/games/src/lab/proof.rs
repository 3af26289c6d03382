//! df-pn over Othello endgames on bitboards, every visited position evaluated: the search of table 4.
//!
//! It is made to cost little beside the evaluation that is measured. A move's flips are found once,
//! for the child and for the evaluator alike; children lie on one stack for the whole search; and
//! since a position's children all have one disc more, no child's search changes what is known of its
//! siblings, so that the table is asked once for each child and not once a round.

use super::speed::{Speed, Walker};
use crate::clock::Clock;
use crate::eval::Evaluator;
use crate::lab::data::Squares;
use crate::othello::{Board, flips};

const INFINITE: u32 = 1 << 28;

/// Proof and disproof numbers for the player to move.
type Numbers = (u32, u32);

/// df-pn (does the player to move win?), every visited position evaluated; `most` positions in all.
/// Where the positions are proved sooner, they are proved again.
pub fn proof_search<E: Evaluator + ?Sized>(
    starts: &[Board],
    squares: &Squares,
    evaluator: &mut E,
    most: u64,
) -> Speed {
    let mut search = Search::new(squares, evaluator);
    let clock = Clock::start();
    let mut before = u64::MAX;
    while search.walker.visits < most && search.walker.visits != before {
        before = search.walker.visits;
        for (i, board) in starts.iter().enumerate() {
            search.walker.most = before + (most - before) * (i as u64 + 1) / starts.len() as u64;
            search.prove(*board);
        }
    }
    let walker = &search.walker;
    Speed { positions: walker.visits, seconds: clock.seconds(), checksum: walker.checksum }
}

struct Search<'a, E: Evaluator + ?Sized> {
    walker: Walker<'a, E>,
    table: ProofTable,
    /// The children of all positions on the way to the present one.
    children: Vec<Child>,
}

/// A move with what is known of the position after it.
#[derive(Clone, Copy)]
struct Child {
    square: u32,
    turned: u64,
    board: Board,
    key: u64,
    numbers: Numbers,
}

impl<'a, E: Evaluator + ?Sized> Search<'a, E> {
    fn new(squares: &'a Squares, evaluator: &'a mut E) -> Self {
        let walker = Walker::new(squares, evaluator, u64::MAX);
        Search { walker, table: ProofTable::new(), children: Vec::with_capacity(1024) }
    }

    fn prove(&mut self, board: Board) -> Numbers {
        self.walker.begin(board);
        self.table.forget();
        let key = self.table.key(board, 0);
        self.expand(board, key, 0, INFINITE, INFINITE)
    }

    /// Searches until a number reaches its limit.
    fn expand(&mut self, board: Board, key: u64, side: usize, phi: u32, delta: u32) -> Numbers {
        self.walker.look(side);
        if board.empties() == 0 {
            return ended(board, side);
        }
        let moves = board.moves();
        let numbers = if moves != 0 {
            self.expand_moves(board, moves, side, phi, delta)
        } else if board.pass().moves() == 0 {
            ended(board, side)
        } else {
            let (passed, key) = (board.pass(), self.table.key(board.pass(), side ^ 1));
            let (p, d) = match self.table.known(key) {
                (p, d) if d >= phi || p >= delta || self.walker.is_full() => (p, d),
                _ => self.expand(passed, key, side ^ 1, delta, phi),
            };
            (d, p)
        };
        if is_kept(board) {
            self.table.insert(key, numbers);
        }
        numbers
    }

    fn expand_moves(
        &mut self,
        board: Board,
        moves: u64,
        side: usize,
        phi: u32,
        delta: u32,
    ) -> Numbers {
        let first = self.children.len();
        let mut left = moves;
        while left != 0 {
            let square = left.trailing_zeros();
            left &= left - 1;
            let turned = flips(square as usize, board.own, board.opp);
            let child = Board { own: board.opp ^ turned, opp: board.own ^ turned ^ (1 << square) };
            let (mut key, mut numbers) = (0, (1, 1));
            if is_kept(child) {
                key = self.table.key(child, side ^ 1);
                numbers = self.table.known(key);
            }
            self.children.push(Child { square, turned, board: child, key, numbers });
        }
        let numbers = loop {
            let (mut low, mut second, mut sum, mut best) = (INFINITE, INFINITE, 0u32, first);
            for (i, child) in self.children[first..].iter().enumerate() {
                let (p, d) = child.numbers;
                sum = (sum + p).min(INFINITE);
                if d < low {
                    (second, low, best) = (low, d, first + i);
                } else {
                    second = second.min(d);
                }
            }
            if low >= phi || sum >= delta || self.walker.is_full() {
                break (low, sum);
            }
            let Child { square, turned, board: next, key, numbers } = self.children[best];
            let child_phi = delta.saturating_sub(sum).saturating_add(numbers.0).min(INFINITE);
            let child_delta = phi.min(second.saturating_add(1 + second / 4));
            self.walker.enter(side, square as usize, turned);
            self.children[best].numbers = self.expand(next, key, side ^ 1, child_phi, child_delta);
            self.walker.leave();
        };
        self.children.truncate(first);
        numbers
    }
}

/// The numbers of a game that is over; the side that did not begin wins a drawn one.
fn ended(board: Board, side: usize) -> Numbers {
    let score = board.final_score();
    if score > 0 || (side == 1 && score == 0) { (0, INFINITE) } else { (INFINITE, 0) }
}

/// With one empty square left a game is sooner played to its end than looked up.
fn is_kept(board: Board) -> bool {
    let empties = board.empties();
    empties & empties.wrapping_sub(1) != 0
}

/// So many positions are kept, 64 KiB of them, which stay in the processor's cache: the 23 endgames of
/// the measurement are proved in 33,758 visits, and with 64 times as many kept in 33,617.
const BITS: u32 = 12;

/// Direct-mapped: a position forgets the one that had its place, and is proved again if needed.
struct ProofTable {
    /// A position's key and its numbers: four to a line of the cache.
    slots: Vec<(u64, Numbers)>,
    /// Part of every key: another one makes all that is there unknown.
    era: u64,
}

impl ProofTable {
    fn new() -> Self {
        ProofTable { slots: vec![(0, (1, 1)); 1 << BITS], era: 0 }
    }

    fn forget(&mut self) {
        self.era = self.era.wrapping_add(2);
    }

    /// All 64 bits must agree: by chance once in 10¹⁹ positions.
    fn key(&self, board: Board, side: usize) -> u64 {
        let own = board.own.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let opp = board.opp.rotate_left(32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        let sum = own.wrapping_add(opp) ^ (self.era + side as u64);
        (sum ^ (sum >> 32)).wrapping_mul(0xA24B_AED4_963E_E407)
    }

    fn known(&self, key: u64) -> Numbers {
        let (there, numbers) = self.slots[(key >> (64 - BITS)) as usize];
        if there == key { numbers } else { (1, 1) }
    }

    fn insert(&mut self, key: u64, numbers: Numbers) {
        self.slots[(key >> (64 - BITS)) as usize] = (key, numbers);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::feature::Random;
    use crate::lab::accuracy::othello;
    use crate::othello::Solver;
    use crate::search::Blind;

    /// Positions with so many discs, from random games.
    fn positions(n_discs: u32, n: usize) -> Vec<Board> {
        let mut random = Random::new(7);
        let mut found = Vec::new();
        while found.len() < n {
            let mut board = Board::START;
            while board.n_discs() < n_discs {
                let moves = board.moves();
                if moves == 0 {
                    board = board.pass();
                    if board.moves() == 0 {
                        break;
                    }
                    continue;
                }
                let nth = random.below(moves.count_ones() as usize);
                let square = (0..64).filter(|s| moves >> s & 1 == 1).nth(nth).unwrap();
                board = board.play(square);
            }
            found.extend((board.n_discs() == n_discs).then_some(board));
        }
        found
    }

    #[test]
    fn what_is_proved_is_what_the_solver_finds() {
        let game = othello().unwrap();
        let squares = Squares::new(&game.program).unwrap();
        let mut blind = Blind;
        let mut search = Search::new(&squares, &mut blind);
        let mut n_won = 0;
        for board in positions(54, 60) {
            let score = Solver::new(16).solve(board).score;
            let expected = if score > 0 { 0 } else { INFINITE };
            assert_eq!(search.prove(board).0, expected, "{board:?} {score}");
            assert!(search.children.is_empty());
            n_won += usize::from(score > 0);
        }
        assert!((10..50).contains(&n_won), "both kinds are there: {n_won}");
    }
}
