//! Relations between groups, and the points where their influence meets.

use crate::chains::ChainFacts;
use crate::group::Group;
use aji_goban::{Board, Color, Point, PointSet};
use aji_reading::Race;

/// Two groups whose influence meets, or that touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Relation {
    /// The groups, by name, the first one first.
    pub groups: [Point; 2],
    /// Are they of different colors?
    pub is_rival: bool,
    /// The empty points that both reach.
    pub points: PointSet,
    /// The capturing race between chains of the two, if there is one.
    pub race: Option<RaceFacts>,
}

/// A capturing race.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RaceFacts {
    /// Does whoever moves first change how it ends?
    pub is_open: bool,
    /// The stones of both chains.
    pub n_stones: usize,
}

/// The points where influence meets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conflicts {
    /// Where groups of both colors meet (the crosses of figure 3).
    pub rival: PointSet,
    /// Where different groups of one color meet, for each color (the triangles).
    pub friendly: [PointSet; 2],
}

impl Conflicts {
    /// Nothing.
    pub const NONE: Conflicts =
        Conflicts { rival: PointSet::EMPTY, friendly: [PointSet::EMPTY; 2] };

    /// Those of all groups.
    pub fn of(groups: &[Group], empties: &PointSet) -> Conflicts {
        let (mut once, mut twice) = ([PointSet::EMPTY; 2], [PointSet::EMPTY; 2]);
        for group in groups {
            let at = group.color.index();
            twice[at] |= once[at] & group.influence;
            once[at] |= group.influence;
        }
        let [black, white] = once;
        Conflicts {
            rival: black & white & *empties,
            friendly: Color::BOTH.map(|color| twice[color.index()] & *empties),
        }
    }
}

/// The chains of a race have at most so many liberties.
const RACING_LIBERTIES: usize = 5;

/// All relations, ordered by the groups' names.
pub fn relations(board: &Board, groups: &[Group], into: &mut Vec<Relation>) {
    into.clear();
    let (all, empties) = (PointSet::all(board.size()), board.empties());
    for (i, group) in groups.iter().enumerate() {
        let beside = group.stones.grown(&all, board.size());
        for other in &groups[i + 1..] {
            let is_rival = group.color != other.color;
            let meets = group.influence.intersects(&other.influence);
            if meets || (is_rival && beside.intersects(&other.stones)) {
                into.push(Relation {
                    groups: [group.name, other.name],
                    is_rival,
                    points: group.influence & other.influence & empties,
                    race: None,
                });
            }
        }
    }
}

/// Where the relation of two groups is in the list.
pub fn find(relations: &[Relation], a: Point, b: Point) -> Option<usize> {
    let groups = if a < b { [a, b] } else { [b, a] };
    relations.binary_search_by_key(&groups, |relation| relation.groups).ok()
}

/// Adds the races. `owners` says which group each chain belongs to.
pub fn add_races(
    board: &Board,
    chains: &[ChainFacts],
    groups: &[Group],
    owners: &[usize],
    relations: &mut [Relation],
) {
    let is_short = |chain: &ChainFacts| !chain.is_alive && chain.n_liberties <= RACING_LIBERTIES;
    for (i, chain) in chains.iter().enumerate().filter(|(_, chain)| is_short(chain)) {
        let beside = chain.stones.grown(board.stones(chain.color.opponent()), board.size());
        if beside.is_empty() || chain.color != Color::Black {
            continue;
        }
        for (j, other) in chains.iter().enumerate() {
            let is_racing =
                other.color != chain.color && is_short(other) && other.stones.intersects(&beside);
            if !is_racing {
                continue;
            }
            let Some(race) = Race::between(board, chain.name, other.name) else { continue };
            let [a, b] = [groups[owners[i]].name, groups[owners[j]].name];
            let Some(at) = find(relations, a, b) else { continue };
            let found = RaceFacts {
                is_open: race.if_first() != race.if_second(),
                n_stones: chain.n_stones + other.n_stones,
            };
            let known = &mut relations[at].race;
            let rank = |race: &RaceFacts| (race.is_open, race.n_stones);
            if known.is_none_or(|known| rank(&found) > rank(&known)) {
                *known = Some(found);
            }
        }
    }
}
