//! Links by reading: the enemy moves first and tries to keep two chains apart.
//!
//! Both sides play on the points of ways only, the enemy at most twice; a cutting stone that a ladder takes
//! does not cut. A link that holds only if its own side moves first is open.
//!
//! What was read about a pair is kept until a stone comes or goes on a point that the reading looked at.

use super::{Link, Linker, Ways};
use crate::chains::ChainFacts;
use aji_goban::{Board, Color, Move, Point, PointSet, Position, Size};
use aji_reading::Verdict;

/// How often the enemy moves.
const DEPTH: u32 = 2;

/// What was read about two chains.
#[derive(Clone, Copy, Debug)]
struct ReadPair {
    chains: [Point; 2],
    link: Option<Link>,
    /// The points this depends on.
    footprint: PointSet,
}

/// What was read about pairs of chains, by the chains' names.
#[derive(Clone, Debug, Default)]
pub(super) struct ReadPairs {
    now: Vec<ReadPair>,
    before: Vec<ReadPair>,
    /// The stones that the reading going on has looked at.
    seen: PointSet,
}

impl ReadPairs {
    /// Forgets the pairs that depend on one of these points.
    pub(super) fn forget(&mut self, changed: &PointSet) {
        self.now.retain(|pair| !pair.footprint.intersects(changed));
    }

    /// A move here is thought of, which depends on the chains beside the point.
    fn see_around(&mut self, board: &Board, point: Point) {
        self.seen.insert(point);
        board.neighbor_chains(point).for_each(|(_, chain)| self.seen |= *chain.stones());
    }

    /// What the reading that ends here depends on: a chain's liberties, and the stones that take them, stand beside
    /// its stones.
    fn footprint(&mut self, size: Size) -> PointSet {
        let seen = std::mem::replace(&mut self.seen, PointSet::EMPTY);
        seen.grown(&PointSet::all(size), size)
    }
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
        let (size, all) = (position.size(), PointSet::all(position.size()));
        let ReadPairs { now, before, .. } = &mut self.pairs;
        std::mem::swap(now, before);
        now.clear();
        // Pairs come in the order of their names, and so they did before.
        let mut known = 0;
        for (i, chain) in chains.iter().enumerate() {
            let reach = chain.liberties.grown(&all, size);
            let others = chains[i + 1..].iter().filter(|other| other.color == chain.color);
            for other in others.filter(|other| reach.intersects(&other.liberties)) {
                let names = [chain.name, other.name];
                let before = &self.pairs.before[known..];
                known += before.iter().take_while(|pair| pair.chains < names).count();
                let pair = match self.pairs.before.get(known) {
                    Some(pair) if pair.chains == names => *pair,
                    _ => {
                        let link = self.read_pair(position, [chain, other]);
                        ReadPair { chains: names, link, footprint: self.pairs.footprint(size) }
                    }
                };
                into.extend(pair.link);
                self.pairs.now.push(pair);
            }
        }
    }

    fn read_pair(&mut self, position: &mut Position, pair: [&ChainFacts; 2]) -> Option<Link> {
        let size = position.size();
        let (stones, color) = (pair.map(|chain| chain.name), pair[0].color);
        let ways = self.ways(position, stones)?;
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

    /// The ways between the chains of two stones as they are now; nothing if one of them is gone.
    fn ways(&mut self, position: &Position, pair: [Point; 2]) -> Option<Ways> {
        let board = position.board();
        let [a, b] = pair.map(|stone| board.chain_at(stone));
        let (a, b) = (a?, b?);
        self.pairs.seen |= *a.stones() | *b.stones();
        Some(Ways { ends: [*a.liberties(), *b.liberties()] })
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
        let Some(ways) = self.ways(position, pair) else { return false };
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
        let Some(ways) = self.ways(position, pair) else { return false };
        let shared = ways.ends[0] & ways.ends[1];
        let board = position.board();
        shared.iter().for_each(|point| self.pairs.see_around(board, point));
        if shared.iter().any(|point| !board.would_be_suicide(point, color)) {
            return true;
        }
        if let Some(cutter) = cutter {
            let (verdict, _) = self.ladders.capture(position, cutter);
            self.pairs.seen |= self.ladders.footprint(position.board());
            if verdict == Verdict::Working {
                return true;
            }
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
        self.pairs.see_around(position.board(), point);
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
