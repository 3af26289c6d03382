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
use aji_goban::{Color, Journal, Move, Point, Position};

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
        Ladders { journal: Journal::new(), path: Vec::new(), node_limit, n_nodes: 0 }
    }

    /// How many moves the last question played.
    pub fn n_nodes(&self) -> usize {
        self.n_nodes
    }

    /// Is the chain of `stone`, in atari, taken although its side moves first? A chain that is not in
    /// atari is in no ladder yet: `Broken`.
    pub fn escape(&mut self, position: &mut Position, stone: Point) -> Verdict {
        let Some(color) = caught_color(position, stone) else { return Verdict::Broken };
        self.ask(position, color, |ladders, position| ladders.is_caught(position, stone))
    }

    /// As [`Ladders::escape`], if the chain's side begins on `point`.
    pub fn escape_by(&mut self, position: &mut Position, stone: Point, point: Point) -> Verdict {
        let Some(color) = caught_color(position, stone) else { return Verdict::Broken };
        self.ask(position, color, |ladders, position| {
            ladders.is_caught_after(position, stone, point)
        })
    }

    /// Is the chain of `stone`, with at most two liberties, taken if the enemy moves first? And by which
    /// first move, if there is one; there may be another.
    pub fn capture(&mut self, position: &mut Position, stone: Point) -> (Verdict, Option<Point>) {
        let Some(chain) = position.board().chain_at(stone) else { return (Verdict::Broken, None) };
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
        let Some(chain) = position.board().chain_at(stone) else { return Verdict::Broken };
        if chain.n_liberties() > 2 || !chain.liberties().contains(point) {
            return Verdict::Broken;
        }
        let attacker = chain.color().opponent();
        self.ask(position, attacker, |ladders, position| {
            ladders.is_taken_by(position, stone, point)
        })
    }

    /// Puts a question with `color` to move.
    fn ask(
        &mut self,
        position: &mut Position,
        color: Color,
        question: impl FnOnce(&mut Ladders, &mut Position) -> Answer,
    ) -> Verdict {
        self.n_nodes = 0;
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
        let mut tries = *chain.liberties();
        for enemy in chain.neighbors() {
            let enemy = board.chain(enemy);
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
        if chain.n_liberties() > 2 {
            return Some(None);
        }
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
        if !position.is_legal(point) {
            return Some(false);
        }
        let board = position.board();
        let Some(chain) = board.chain_at(stone) else { return Some(false) };
        if chain.is_in_atari() {
            return Some(true);
        }
        // If it takes nothing itself and the chain then runs out to three liberties, that is the end.
        let color = chain.color();
        let takes = board
            .neighbors(point)
            .filter_map(|near| board.chain_at(near))
            .any(|near| near.color() == color && near.is_in_atari());
        if !takes && let Some(answer) = chain.liberties().iter().find(|&liberty| liberty != point) {
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
