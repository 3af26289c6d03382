//! Links (結線): what holds chains together that do not touch.
//!
//! ```text
//! . . . . . . .        The diagonal stones have two ways to join: no enemy stone takes both. The
//! . X . . X . .        jump has one: White in the middle cuts, so that the link is *open*.
//! . . X . . . .
//! . . . . X . .
//! ```
//!
//! A *way* from chain to chain is one empty point beside both, or two that touch each other, one beside
//! each. Which points may be part of a way is what the rules differ in.

mod influence;
mod pattern;
mod reading;

use crate::chains::ChainFacts;
use crate::kept::Kept;
use crate::settings::LinkRule;
use crate::spread::Surroundings;
use aji_goban::{Color, Journal, Move, Point, PointSet, Position, Size};
use aji_reading::{After, Ladders, Verdict};

/// Two chains of one color that belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// The chains, by name, the first one first.
    pub chains: [Point; 2],
    /// Their color.
    pub color: Color,
    /// The points through which they can join.
    pub via: PointSet,
    /// Where one enemy stone cuts them.
    pub cuts: PointSet,
    /// How many stones the smaller chain has.
    pub n_stones: usize,
}

impl Link {
    /// Can one enemy stone cut it?
    pub fn is_open(&self) -> bool {
        !self.cuts.is_empty()
    }
}

/// The points next to either chain that ways may lead through.
#[derive(Clone, Copy, Debug)]
struct Ways {
    ends: [PointSet; 2],
}

impl Ways {
    /// The points of all ways.
    fn points(&self, size: Size) -> PointSet {
        let [a, b] = &self.ends;
        a.grown(b, size) | b.grown(a, size)
    }

    fn exist(&self, size: Size) -> bool {
        !self.ends[0].grown(&self.ends[1], size).is_empty()
    }

    /// The points without which there is no way.
    fn bottlenecks(&self, size: Size) -> PointSet {
        let [a, b] = self.ends;
        let shared = a & b;
        // A bottleneck is on every way, so that only the points of one way can be any.
        let mut tried = PointSet::EMPTY;
        match (shared.len(), shared.first()) {
            (0, _) => {
                let Some(last) = a.grown(&b, size).first() else { return PointSet::EMPTY };
                tried.insert(last);
                if let Some(first) = PointSet::from_iter([last]).grown(&a, size).first() {
                    tried.insert(first);
                }
            }
            (1, Some(only)) => {
                tried.insert(only);
            }
            _ => return PointSet::EMPTY,
        }
        let is_bottleneck = |&point: &Point| {
            let mut without = *self;
            without.ends.iter_mut().for_each(|end| {
                end.remove(point);
            });
            !without.exist(size)
        };
        tried.iter().filter(is_bottleneck).collect()
    }
}

/// Finds links, and keeps its room between positions.
#[derive(Clone, Debug)]
pub struct Linker {
    journal: Journal,
    ladders: Ladders,
    ends: Vec<influence::Ends>,
    /// For each color that is to be cut: whether an enemy stone on a point would be taken.
    cutters: [Kept<bool>; 2],
    pairs: reading::ReadPairs,
}

/// Ladders about cutting stones are short or not worth waiting for.
const LADDER_NODES: usize = 60;

impl Default for Linker {
    fn default() -> Linker {
        let ladders = Ladders::with_node_limit(LADDER_NODES).with_footprint();
        let cutters = [Kept::new(), Kept::new()];
        let pairs = reading::ReadPairs::default();
        Linker { journal: Journal::new(), ladders, ends: Vec::new(), cutters, pairs }
    }
}

impl Linker {
    /// Forgets what was read about these points.
    pub(crate) fn forget(&mut self, changed: &PointSet) {
        self.cutters.iter_mut().for_each(|kept| kept.forget(changed));
        self.pairs.forget(changed);
    }

    /// The links between the chains of a position, ordered by the chains' names. The position is lent for
    /// reading and comes back as it was.
    pub fn links(
        &mut self,
        rule: LinkRule,
        position: &mut Position,
        chains: &[ChainFacts],
        around: &Surroundings,
        into: &mut Vec<Link>,
    ) {
        into.clear();
        match rule {
            LinkRule::Influence => self.by_influence(position, chains, around, into),
            LinkRule::Pattern => self.by_pattern(position, chains, around, into),
            LinkRule::Reading => self.by_reading(position, chains, into),
        }
    }

    /// The link of two chains along these ways, if there are any.
    fn along(
        &mut self,
        position: &mut Position,
        pair: [&ChainFacts; 2],
        ways: Ways,
    ) -> Option<Link> {
        let size = position.size();
        if !ways.exist(size) {
            return None;
        }
        let [a, b] = pair;
        let mut cuts = PointSet::EMPTY;
        for point in ways.bottlenecks(size) {
            if !self.is_cutter_caught(position, point, a.color) {
                cuts.insert(point);
            }
        }
        let via = ways.points(size);
        let n_stones = a.n_stones.min(b.n_stones);
        Some(Link { chains: [a.name, b.name], color: a.color, via, cuts, n_stones })
    }

    /// Would an enemy stone on this empty point be taken at once, or by a ladder?
    fn is_cutter_caught(&mut self, position: &mut Position, point: Point, color: Color) -> bool {
        let [black, white] = &mut self.cutters;
        let kept = if color == Color::Black { black } else { white };
        let (journal, ladders) = (&mut self.journal, &mut self.ladders);
        kept.recall(point, || read_cutter(journal, ladders, position, point, color))
    }
}

/// Would an enemy stone on this empty point be taken at once, or by a ladder? And what that depends on.
fn read_cutter(
    journal: &mut Journal,
    ladders: &mut Ladders,
    position: &mut Position,
    point: Point,
    color: Color,
) -> (bool, PointSet) {
    let (enemy, size, all) = (color.opponent(), position.size(), PointSet::all(position.size()));
    let board = position.board();
    let after = After::of(board, point, enemy);
    // The new chain, and those that it would touch, with all that stands beside them.
    let near = board.neighbor_chains(point);
    let seen = near.fold(after.stones, |seen, (_, chain)| seen | *chain.stones());
    let mut footprint = seen | seen.grown(&all, size);
    let is_caught = match after.liberties.len() {
        0 => true,
        1 => after.captured.is_empty(),
        2 if after.captured.is_empty() && after.stones.len() == 1 => {
            let is_turned = position.to_move() != enemy;
            if is_turned {
                journal.play(position, Move::Pass);
            }
            journal.play(position, Move::Place(point));
            let (verdict, _) = ladders.capture(position, point);
            footprint |= ladders.footprint(position.board());
            journal.undo(position);
            if is_turned {
                journal.undo(position);
            }
            verdict == Verdict::Working
        }
        _ => false,
    };
    (is_caught, footprint)
}
