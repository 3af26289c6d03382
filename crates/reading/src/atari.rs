//! Ataris: whom a move puts in atari, and whether that chain is lost at once.
//!
//! ```text
//! . X X . .        Black a leaves the white stone b, where it has one liberty again: it is lost at
//! X O a . .        once. Black b lets it run out at a (as in figure 35 of the thesis).
//! X b . . .
//! ---------
//! ```

use crate::after::After;
use aji_goban::{Board, Chain, Color, Point, PointSet};

/// The enemy chains a stone of this color would put in atari, one stone of each. They have two
/// liberties, and this empty point is one of them.
pub fn targets(board: &Board, point: Point, color: Color) -> PointSet {
    let mut targets = PointSet::EMPTY;
    for id in board.neighbors(point).filter_map(|near| board.chain_id_at(near)) {
        let chain = board.chain(id);
        if chain.color() != color && chain.n_liberties() == 2 {
            targets.insert(id.point());
        }
    }
    targets
}

/// Is the enemy chain of `target`, put in atari by this move, lost whatever the answer: left with one
/// liberty or none by extending and by every capture?
pub fn takes(board: &Board, point: Point, color: Color, target: Point) -> bool {
    Atari::of(board, point, color, target).is_some_and(|atari| atari.takes())
}

/// A chain put in atari by a move that has not been played.
pub(crate) struct Atari<'a> {
    board: &'a Board,
    point: Point,
    color: Color,
    /// What the move leaves.
    pub(crate) after: After,
    target: &'a Chain,
    /// The target's last liberty.
    pub(crate) last: Point,
}

/// What an answer to the atari leaves.
pub(crate) struct Answer {
    /// The target's liberties; none if the answer is illegal.
    pub(crate) n_liberties: usize,
    /// Does it take anything?
    pub(crate) captures: bool,
    /// Does it join the target to another chain?
    pub(crate) joins: bool,
}

impl<'a> Atari<'a> {
    /// The atari of a stone on `point` against the chain of `target`; nothing if it is none, or suicide.
    pub(crate) fn of(
        board: &'a Board,
        point: Point,
        color: Color,
        target: Point,
    ) -> Option<Atari<'a>> {
        let target = board.chain_at(target).filter(|chain| chain.color() != color)?;
        if target.n_liberties() != 2 || !target.liberties().contains(point) {
            return None;
        }
        let after = After::of(board, point, color);
        let last = target.liberties().iter().find(|&liberty| liberty != point)?;
        (!after.liberties.is_empty()).then_some(Atari { board, point, color, after, target, last })
    }

    /// Is the target lost whatever the answer?
    pub(crate) fn takes(&self) -> bool {
        let mut answers = PointSet::EMPTY;
        answers.insert(self.last);
        if self.after.is_in_atari() {
            answers |= self.after.liberties;
        }
        for id in self.target.neighbors() {
            let liberties = self.liberties_of(self.board.chain(id));
            if liberties.len() == 1 {
                answers |= liberties;
            }
        }
        answers.into_iter().all(|answer| self.answer(answer).n_liberties < 2)
    }

    /// The liberties of a chain of the attacking side after the move.
    fn liberties_of(&self, chain: &Chain) -> PointSet {
        if self.after.stones.intersects(chain.stones()) {
            return self.after.liberties;
        }
        *chain.liberties() | chain.stones().grown(&self.after.captured, self.board.size())
    }

    /// What the enemy's answer on this point, empty after the move, leaves the target.
    pub(crate) fn answer(&self, answer: Point) -> Answer {
        let (mut stones, mut liberties) = (PointSet::EMPTY, PointSet::EMPTY);
        let mut captured = PointSet::EMPTY;
        stones.insert(answer);
        for near in self.board.neighbors(answer) {
            if near == self.point {
                press(&self.after.stones, &self.after.liberties, &mut captured);
            } else if self.after.captured.contains(near) {
                liberties.insert(near);
            } else if let Some(chain) = self.board.chain_at(near) {
                if chain.color() == self.color {
                    press(chain.stones(), &self.liberties_of(chain), &mut captured);
                } else {
                    stones |= *chain.stones();
                    liberties |= *chain.liberties();
                }
            } else {
                liberties.insert(near);
            }
        }
        // A chain of the attacker that the move joined is taken as a whole.
        if captured.intersects(&self.after.stones) {
            captured |= self.after.stones;
        }
        let size = self.board.size();
        liberties.remove(answer);
        liberties.remove(self.point);
        liberties |= stones.grown(&captured, size);
        let is_joined = self.target.stones().is_subset(&stones);
        if liberties.is_empty() || self.is_ko(answer) {
            return Answer { n_liberties: 0, captures: false, joins: false };
        }
        if !is_joined {
            liberties = *self.target.liberties() | self.target.stones().grown(&captured, size);
            liberties.remove(self.point);
            if captured.contains(self.point) {
                liberties.insert(self.point);
            }
        }
        Answer {
            n_liberties: liberties.len(),
            captures: !captured.is_empty(),
            joins: is_joined && stones.len() > self.target.n_stones() + 1,
        }
    }

    /// Would the answer retake a ko at once?
    fn is_ko(&self, answer: Point) -> bool {
        self.after.captured.contains(answer)
            && self.after.captured.len() == 1
            && self.after.stones.len() == 1
            && self.after.is_in_atari()
    }
}

/// Adds a chain to the captured stones if the answer takes its only liberty.
fn press(stones: &PointSet, liberties: &PointSet, captured: &mut PointSet) {
    if liberties.len() == 1 {
        *captured |= *stones;
    }
}
