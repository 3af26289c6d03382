//! What can be counted on a partial board, whoever is to move.

use crate::ground::{Borders, Place};
use crate::group::Group;
use crate::partial_board::PartialBoard;
use crate::relation::{self, RaceFacts, Relation};
use aji_goban::{Color, Point, PointSet};

/// What one side has on a partial board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SideFacts {
    /// How many groups.
    pub n_groups: usize,
    /// How many stones.
    pub n_stones: usize,
    /// How safe the least safe group is; 1 if there is no group.
    pub safety: f32,
    /// The least safe group, by name.
    pub weakest: Option<Point>,
    /// Stones in atari that can get out.
    pub in_atari: usize,
    /// Stones that a ladder takes, if the enemy moves first.
    pub in_ladder: usize,
    /// Stones that are taken whoever moves first.
    pub caught: usize,
    /// The smaller sides of the links that can be cut.
    pub cut_off: usize,
    /// How many links can be cut.
    pub n_open_links: usize,
    /// The liberties of the chain with the fewest, those that live left out.
    pub fewest_liberties: usize,
    /// Empty points nearer to this side.
    pub n_room: usize,
    /// Stones that may still change hands: each group's, as far as it is not safe.
    pub at_stake: f32,
}

impl SideFacts {
    const NONE: SideFacts = SideFacts {
        n_groups: 0,
        n_stones: 0,
        safety: 1.0,
        weakest: None,
        in_atari: 0,
        in_ladder: 0,
        caught: 0,
        cut_off: 0,
        n_open_links: 0,
        fewest_liberties: usize::MAX,
        n_room: 0,
        at_stake: 0.0,
    };

    fn add(&mut self, group: &Group) {
        let n_stones = group.n_stones();
        self.n_groups += 1;
        self.n_stones += n_stones;
        if group.safety < self.safety || self.weakest.is_none() {
            (self.safety, self.weakest) = (group.safety, Some(group.name));
        }
        let weak = &group.weak;
        self.in_atari += weak.in_atari;
        self.in_ladder += weak.in_ladder;
        self.caught += weak.caught;
        self.cut_off += weak.cut_off;
        self.n_open_links += weak.n_open_links;
        self.fewest_liberties = self.fewest_liberties.min(weak.fewest_liberties);
        self.n_room += group.room.len();
        self.at_stake += n_stones as f32 * (1.0 - group.safety);
    }
}

/// What can be counted on a partial board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Facts {
    /// Black's side and White's.
    pub sides: [SideFacts; 2],
    /// Open points that both colors reach.
    pub n_rival: usize,
    /// Open points that several groups of one color reach.
    pub n_friendly: usize,
    /// The race with most at stake, open ones first.
    pub race: Option<RaceFacts>,
    /// Where on the board it lies.
    pub place: Place,
}

impl Facts {
    /// One side's.
    pub const fn side(&self, color: Color) -> &SideFacts {
        &self.sides[color.index()]
    }

    /// Counts. A function of the partial board, its groups, and the relations between them alone: what did not
    /// change need not be counted again.
    pub fn of(
        partial: &PartialBoard,
        borders: &Borders,
        groups: &[Group],
        relations: &[Relation],
    ) -> Facts {
        let mut facts = Facts {
            sides: [SideFacts::NONE; 2],
            n_rival: 0,
            n_friendly: 0,
            race: None,
            place: borders.place(&partial.open),
        };
        let (mut rival, mut friendly) = (PointSet::EMPTY, PointSet::EMPTY);
        for name in partial.groups {
            let Ok(at) = groups.binary_search_by_key(&name, |group| group.name) else { continue };
            facts.sides[groups[at].color.index()].add(&groups[at]);
            // The relations with groups of later names stand together.
            let first = relations.partition_point(|relation| relation.groups[0] < name);
            let own = relations[first..].iter().take_while(|relation| relation.groups[0] == name);
            for relation in own.filter(|relation| partial.groups.contains(relation.groups[1])) {
                *(if relation.is_rival { &mut rival } else { &mut friendly }) |= relation.points;
                let rank = |race: &RaceFacts| (race.is_open, race.n_stones);
                if let Some(race) = &relation.race
                    && facts.race.as_ref().is_none_or(|known| rank(race) > rank(known))
                {
                    facts.race = Some(*race);
                }
            }
        }
        facts.n_rival = (rival & partial.open).len();
        facts.n_friendly = (friendly & partial.open).len();
        facts
    }
}

/// The names of groups whose own facts or relations are not what they were.
pub(crate) fn changed(old: (&[Group], &[Relation]), new: (&[Group], &[Relation])) -> PointSet {
    let mut changed = PointSet::EMPTY;
    let ((old_groups, old_relations), (groups, relations)) = (old, new);
    for group in groups {
        let same = old_groups.binary_search_by_key(&group.name, |group| group.name);
        if same.is_ok_and(|at| old_groups[at] == *group) {
            continue;
        }
        changed.insert(group.name);
    }
    for relation in relations {
        let [a, b] = relation.groups;
        let same = relation::find(old_relations, a, b);
        if same.is_some_and(|at| old_relations[at] == *relation) {
            continue;
        }
        changed.insert(a);
        changed.insert(b);
    }
    // A relation that is gone changes what its groups have in common.
    for relation in old_relations {
        let [a, b] = relation.groups;
        if relation::find(relations, a, b).is_none() {
            changed.insert(a);
            changed.insert(b);
        }
    }
    changed
}
