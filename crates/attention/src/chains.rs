//! The chains of a board with what reading says about each.

use crate::kept::Kept;
use aji_goban::{Board, Chain, Color, Point, PointSet, Position};
use aji_reading::{Ladders, Life, Verdict};

/// What the enemy can do to a chain by ataris.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Threat {
    /// Nothing at once.
    None,
    /// A ladder takes it, if the enemy moves first.
    Ladder,
    /// In atari, and it gets out if it moves first.
    Atari,
    /// In atari, and taken even if it moves first.
    Caught,
}

/// A chain as the segmentation sees it. Its name is its first stone, row by row: the same however the
/// position came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChainFacts {
    /// Its first stone.
    pub name: Point,
    /// Its color.
    pub color: Color,
    /// Its stones.
    pub stones: PointSet,
    /// Its liberties.
    pub liberties: PointSet,
    /// How many stones it has.
    pub n_stones: usize,
    /// How many liberties it has.
    pub n_liberties: usize,
    /// What the enemy can do to it.
    pub threat: Threat,
    /// Does it live unconditionally?
    pub is_alive: bool,
}

impl ChainFacts {
    fn of(chain: &Chain, life: &[Life; 2]) -> Option<ChainFacts> {
        let name = chain.stones().first()?;
        Some(ChainFacts {
            name,
            color: chain.color(),
            stones: *chain.stones(),
            liberties: *chain.liberties(),
            n_stones: chain.n_stones(),
            n_liberties: chain.n_liberties(),
            threat: Threat::None,
            is_alive: life[chain.color().index()].stones.contains(name),
        })
    }
}

/// All chains of a position, by name. Ladders are read on the position, which comes back as it was; what was read
/// before and cannot have changed is taken from `threats`.
pub fn read(
    position: &mut Position,
    life: &[Life; 2],
    ladders: &mut Ladders,
    threats: &mut Kept<Threat>,
    into: &mut Vec<ChainFacts>,
) {
    into.clear();
    let board = position.board();
    into.extend(board.chain_ids().filter_map(|id| ChainFacts::of(board.chain(id), life)));
    into.sort_unstable_by_key(|chain| chain.name);
    for chain in into.iter_mut().filter(|chain| !chain.is_alive) {
        if chain.n_liberties > 2 {
            continue;
        }
        chain.threat = threats.recall(chain.name, || {
            let threat = match chain.n_liberties {
                1 => match ladders.escape(position, chain.name) {
                    Verdict::Working => Threat::Caught,
                    Verdict::Broken | Verdict::Unclear => Threat::Atari,
                },
                _ => match ladders.capture(position, chain.name).0 {
                    Verdict::Working => Threat::Ladder,
                    Verdict::Broken | Verdict::Unclear => Threat::None,
                },
            };
            (threat, ladders.footprint(position.board()))
        });
    }
}

/// The unconditional life of both sides.
pub fn lives(board: &Board) -> [Life; 2] {
    Color::BOTH.map(|color| Life::of(board, color))
}
