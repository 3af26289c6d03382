//! Links by reading: the enemy moves first and tries to keep two chains apart.
//!
//! Both sides play on the points of ways only, the enemy at most twice; a cutting stone that a ladder takes
//! does not cut. A link that holds only if its own side moves first is open.

use super::{Link, Linker, Ways};
use crate::chains::ChainFacts;
use aji_goban::{Color, Move, Point, PointSet, Position};
use aji_reading::Verdict;

/// How often the enemy moves.
const DEPTH: u32 = 2;

/// The ways between the chains of two stones as they are now; nothing if one of them is gone.
fn ways(position: &Position, pair: [Point; 2]) -> Option<Ways> {
    let board = position.board();
    let [a, b] = pair.map(|stone| board.chain_at(stone));
    Some(Ways { ends: [*a?.liberties(), *b?.liberties()] })
}

fn are_joined(position: &Position, [a, b]: [Point; 2]) -> bool {
    let board = position.board();
    board.chain_id_at(a).is_some() && board.chain_id_at(a) == board.chain_id_at(b)
}

impl Linker {
    pub(super) fn by_reading(
        &mut self,
        position: &mut Position,
        chains: &[ChainFacts],
        into: &mut Vec<Link>,
    ) {
        let size = position.size();
        for (i, chain) in chains.iter().enumerate() {
            for other in chains[i + 1..].iter().filter(|other| other.color == chain.color) {
                let ways = Ways { ends: [chain.liberties, other.liberties] };
                if ways.exist(size) {
                    into.extend(self.read_pair(position, [chain, other], ways));
                }
            }
        }
    }

    fn read_pair(
        &mut self,
        position: &mut Position,
        pair: [&ChainFacts; 2],
        ways: Ways,
    ) -> Option<Link> {
        let size = position.size();
        let (stones, color) = (pair.map(|chain| chain.name), pair[0].color);
        let mut cuts = PointSet::EMPTY;
        if (ways.ends[0] & ways.ends[1]).len() < 2 {
            for point in ways.points(size) {
                if !self.holds_after_enemy(position, stones, color, point, DEPTH) {
                    cuts.insert(point);
                }
            }
            // Where the enemy can cut, it is a link only if its own side, moving first, makes it one.
            if !cuts.is_empty() && !self.joins(position, stones, color, None, DEPTH - 1) {
                return None;
            }
        }
        let n_stones = pair[0].n_stones.min(pair[1].n_stones);
        Some(Link { chains: stones, color, via: ways.points(size), cuts, n_stones })
    }

    /// Do the chains stay together although the enemy begins?
    fn holds(
        &mut self,
        position: &mut Position,
        pair: [Point; 2],
        color: Color,
        depth: u32,
    ) -> bool {
        if are_joined(position, pair) {
            return true;
        }
        let Some(ways) = ways(position, pair) else { return false };
        if (ways.ends[0] & ways.ends[1]).len() > 1 {
            return true;
        }
        let points = ways.points(position.size());
        if depth == 0 || points.is_empty() {
            return false;
        }
        points.iter().all(|point| self.holds_after_enemy(position, pair, color, point, depth))
    }

    fn holds_after_enemy(
        &mut self,
        position: &mut Position,
        pair: [Point; 2],
        color: Color,
        point: Point,
        depth: u32,
    ) -> bool {
        self.after(position, color.opponent(), point, true, |linker, position| {
            linker.joins(position, pair, color, Some(point), depth - 1)
        })
    }

    /// Does the chains' own side, on turn, join them or make that sure? `cutter` is the enemy's last stone.
    fn joins(
        &mut self,
        position: &mut Position,
        pair: [Point; 2],
        color: Color,
        cutter: Option<Point>,
        depth: u32,
    ) -> bool {
        let Some(ways) = ways(position, pair) else { return false };
        let shared = ways.ends[0] & ways.ends[1];
        if shared.iter().any(|point| !position.board().would_be_suicide(point, color)) {
            return true;
        }
        if let Some(cutter) = cutter
            && self.ladders.capture(position, cutter).0 == Verdict::Working
        {
            return true;
        }
        ways.points(position.size()).iter().any(|point| {
            self.after(position, color, point, false, |linker, position| {
                linker.holds(position, pair, color, depth)
            })
        })
    }

    /// The answer after one more move of this color, or `otherwise` if it is illegal.
    fn after(
        &mut self,
        position: &mut Position,
        color: Color,
        point: Point,
        otherwise: bool,
        question: impl FnOnce(&mut Linker, &mut Position) -> bool,
    ) -> bool {
        let is_turned = position.to_move() != color;
        if is_turned {
            self.journal.play(position, Move::Pass);
        }
        let answer = if position.is_legal(point) {
            self.journal.play(position, Move::Place(point));
            let answer = question(self, position);
            self.journal.undo(position);
            answer
        } else {
            otherwise
        };
        if is_turned {
            self.journal.undo(position);
        }
        answer
    }
}
