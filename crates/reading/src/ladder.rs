//! Ladders: is a chain taken by atari after atari?
//!
//! ```text
//! . . . . . . .        Black plays b. The white stone runs to a, the next atari turns it, and so
//! . . . . . . .        on, step by step, until it stands at the edge. Unless a white stone waits
//! . . X X . . .        on the way, the ladder works.
//! . X O a . . .
//! . X b . . . .
//! . . . . . . .
//! . . . . . . .
//! ```
//!
//! The definition, which the brute-force test searches in full: with every move the attacker takes a
//! liberty from the chain and leaves it in atari, or takes it; the side in atari may play anywhere. It is
//! out when it has three liberties on the attacker's turn, or when the attacker has no such move. Simple
//! ko holds, nobody has ko threats, and going round in circles takes nothing.
//!
//! Only two kinds of moves can help a chain in atari: its last liberty, and taking a neighbor that is
//! in atari itself. Most of them are judged from the liberties they would leave, without being played.

use crate::after::{After, n_liberties_after};
use aji_goban::{Board, Color, Journal, Move, Point, PointSet, Position};

/// What became of a ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The chain is taken.
    Working,
    /// The chain gets out.
    Broken,
    /// The node limit was reached first.
    Unclear,
}

/// Reads ladders by playing them out and taking them back.
///
/// Keeps its room: once grown, a question allocates nothing. The position is lent for the time of the
/// question and comes back as it was. Either side may be to move in it; the turn is passed if needed,
/// which ends a ko.
#[derive(Clone, Debug)]
pub struct Ladders {
    journal: Journal,
    /// The positions with the attacker to move on the way to the one looked at.
    path: Vec<u64>,
    node_limit: usize,
    n_nodes: usize,
    /// Where it looked, if somebody wants to know.
    seen: Option<PointSet>,
}

impl Default for Ladders {
    fn default() -> Ladders {
        Ladders::new()
    }
}

/// Taken or not; nothing if the node limit was reached.
type Answer = Option<bool>;

impl Ladders {
    /// Moves played before a question is given up. The ladder from corner to corner of an empty 19×19
    /// board plays 57; in the middle of random games the mean is below 3 (`benches/reading.rs`).
    pub const NODE_LIMIT: usize = 1_000;

    /// A reader with the usual limit.
    pub fn new() -> Ladders {
        Ladders::with_node_limit(Ladders::NODE_LIMIT)
    }

    /// A reader that gives up after playing so many moves. Whether a limit is reached may depend on how
    /// the board is turned; an answer never does.
    pub fn with_node_limit(node_limit: usize) -> Ladders {
        Ladders { journal: Journal::new(), path: Vec::new(), node_limit, n_nodes: 0, seen: None }
    }

    /// A reader that remembers where it looked: see [`Ladders::footprint`].
    pub fn with_footprint(self) -> Ladders {
        Ladders { seen: Some(PointSet::EMPTY), ..self }
    }

    /// What the last answer depends on: as long as no stone comes or goes on these points, and none of them is a ko
    /// that may not be taken back, the answer stays the same. The whole board unless it was asked to remember.
    pub fn footprint(&self, board: &Board) -> PointSet {
        let all = PointSet::all(board.size());
        // A chain's liberties, and the stones that take them, stand beside its stones.
        self.seen.map_or(all, |seen| seen | seen.grown(&all, board.size()))
    }

    /// It looks at some stones.
    #[inline]
    fn see(&mut self, stones: &PointSet) {
        if let Some(seen) = &mut self.seen {
            *seen |= *stones;
        }
    }

    /// It thinks of a move here, which depends on the chains beside the point.
    #[inline]
    fn see_around(&mut self, board: &Board, point: Point) {
        if let Some(seen) = &mut self.seen {
            seen.insert(point);
            board.neighbor_chains(point).for_each(|(_, chain)| *seen |= *chain.stones());
        }
    }

    /// How many moves the last question played.
    pub fn n_nodes(&self) -> usize {
        self.n_nodes
    }

    /// Is the chain of `stone`, in atari, taken although its side moves first? A chain that is not in
    /// atari is in no ladder yet: `Broken`.
    pub fn escape(&mut self, position: &mut Position, stone: Point) -> Verdict {
        let Some(color) = caught_color(position, stone) else { return self.no_ladder(position) };
        self.ask(position, color, |ladders, position| ladders.is_caught(position, stone))
    }

    /// As [`Ladders::escape`], if the chain's side begins on `point`.
    pub fn escape_by(&mut self, position: &mut Position, stone: Point, point: Point) -> Verdict {
        let Some(color) = caught_color(position, stone) else { return self.no_ladder(position) };
        self.ask(position, color, |ladders, position| {
            if let Some(chain) = position.board().chain_at(stone) {
                ladders.see(chain.stones());
            }
            ladders.is_caught_after(position, stone, point)
        })
    }

    /// Is the chain of `stone`, with at most two liberties, taken if the enemy moves first? And by which
    /// first move, if there is one; there may be another.
    pub fn capture(&mut self, position: &mut Position, stone: Point) -> (Verdict, Option<Point>) {
        let Some(chain) = position.board().chain_at(stone) else {
            return (self.no_ladder(position), None);
        };
        let (attacker, liberties) = (chain.color().opponent(), *chain.liberties());
        let mut first = None;
        let verdict = self.ask(position, attacker, |ladders, position| {
            first = ladders.taking_move(position, stone)?;
            Some(first.is_some())
        });
        debug_assert!(first.is_none_or(|point| liberties.contains(point)));
        (verdict, first)
    }

    /// As [`Ladders::capture`], if the enemy begins on `point`.
    pub fn capture_by(&mut self, position: &mut Position, stone: Point, point: Point) -> Verdict {
        let Some(chain) = position.board().chain_at(stone) else {
            return self.no_ladder(position);
        };
        if chain.n_liberties() > 2 || !chain.liberties().contains(point) {
            return self.no_ladder(position);
        }
        let attacker = chain.color().opponent();
        self.ask(position, attacker, |ladders, position| {
            ladders.is_taken_by(position, stone, point)
        })
    }

    /// The answer where there is no question. It may depend on anything.
    fn no_ladder(&mut self, position: &Position) -> Verdict {
        self.seen = self.seen.map(|_| PointSet::all(position.size()));
        Verdict::Broken
    }

    /// Puts a question with `color` to move.
    fn ask(
        &mut self,
        position: &mut Position,
        color: Color,
        question: impl FnOnce(&mut Ladders, &mut Position) -> Answer,
    ) -> Verdict {
        self.n_nodes = 0;
        self.seen = self.seen.map(|_| PointSet::EMPTY);
        self.journal.clear();
        self.path.clear();
        if position.to_move() != color {
            self.journal.play(position, Move::Pass);
        }
        let answer = question(self, position);
        self.journal.undo(position);
        match answer {
            Some(true) => Verdict::Working,
            Some(false) => Verdict::Broken,
            None => Verdict::Unclear,
        }
    }

    /// Is the chain in atari taken, whatever its side tries now?
    fn is_caught(&mut self, position: &mut Position, stone: Point) -> Answer {
        let board = position.board();
        let Some(chain) = board.chain_at(stone) else { return Some(true) };
        self.see(chain.stones());
        let mut tries = *chain.liberties();
        for enemy in chain.neighbors() {
            let enemy = board.chain(enemy);
            self.see(enemy.stones());
            if enemy.is_in_atari() {
                tries |= *enemy.liberties();
            }
        }
        for point in tries {
            if !self.is_caught_after(position, stone, point)? {
                return Some(false);
            }
        }
        Some(true)
    }

    /// Is the chain in atari taken after its side plays here?
    fn is_caught_after(&mut self, position: &mut Position, stone: Point, point: Point) -> Answer {
        self.see_around(position.board(), point);
        if !position.is_legal(point) {
            return Some(true);
        }
        match n_liberties_after(position.board(), stone, point) {
            // A chain that just moved and has one liberty is no lone ko stone: it can be taken.
            0 | 1 => Some(true),
            2 => self.after_move(position, point, |ladders, position| {
                ladders.taking_move(position, stone).map(|point| point.is_some())
            }),
            _ => Some(false),
        }
    }

    /// The move of the attacker, on turn, that takes the chain by a ladder.
    fn taking_move(&mut self, position: &mut Position, stone: Point) -> Option<Option<Point>> {
        let board = position.board();
        let Some(chain) = board.chain_at(stone) else { return Some(None) };
        self.see(chain.stones());
        if chain.n_liberties() > 2 {
            return Some(None);
        }
        chain.liberties().iter().for_each(|point| self.see_around(board, point));
        let mut liberties = chain.liberties().iter();
        let (first, second) = (liberties.next(), liberties.next());
        let (Some(a), Some(b)) = (first, second) else {
            return Some(first.filter(|&point| position.is_legal(point)));
        };
        // The atari that leaves the chain less room is tried first.
        let color = chain.color();
        let room = |answer| After::of(board, answer, color).liberties.len();
        let moves = if room(b) <= room(a) { [a, b] } else { [b, a] };
        // A way to take it never needs a position twice; without this, throw-ins could go on forever.
        let hash = position.hash();
        if self.path.contains(&hash) {
            return Some(None);
        }
        self.path.push(hash);
        let answer = self.first_taking(position, stone, moves);
        self.path.pop();
        answer
    }

    /// The first of these liberties by which the attacker takes the chain.
    fn first_taking(
        &mut self,
        position: &mut Position,
        stone: Point,
        moves: [Point; 2],
    ) -> Option<Option<Point>> {
        for point in moves {
            if self.is_taken_by(position, stone, point)? {
                return Some(Some(point));
            }
        }
        Some(None)
    }

    /// Does the attacker, on turn, take the chain by beginning on this liberty of at most two?
    fn is_taken_by(&mut self, position: &mut Position, stone: Point, point: Point) -> Answer {
        let board = position.board();
        self.see_around(board, point);
        if !position.is_legal(point) {
            return Some(false);
        }
        let Some(chain) = board.chain_at(stone) else { return Some(false) };
        self.see(chain.stones());
        if chain.is_in_atari() {
            return Some(true);
        }
        // If it takes nothing itself and the chain then runs out to three liberties, that is the end.
        let color = chain.color();
        let takes = board
            .neighbor_chains(point)
            .any(|(_, near)| near.color() == color && near.is_in_atari());
        if !takes && let Some(answer) = chain.liberties().iter().find(|&liberty| liberty != point) {
            self.see_around(board, answer);
            let mut liberties = After::of(board, answer, color).liberties;
            liberties.remove(point);
            if liberties.len() > 2 {
                return Some(false);
            }
        }
        self.after_move(position, point, |ladders, position| ladders.is_caught(position, stone))
    }

    /// The answer after one more move.
    fn after_move(
        &mut self,
        position: &mut Position,
        point: Point,
        question: impl FnOnce(&mut Ladders, &mut Position) -> Answer,
    ) -> Answer {
        if self.n_nodes == self.node_limit {
            return None;
        }
        self.n_nodes += 1;
        self.journal.play(position, Move::Place(point));
        let answer = question(self, position);
        self.journal.undo(position);
        answer
    }
}

/// The color of the chain on this point, if it is in atari.
fn caught_color(position: &Position, stone: Point) -> Option<Color> {
    let chain = position.board().chain_at(stone)?;
    chain.is_in_atari().then_some(chain.color())
}
