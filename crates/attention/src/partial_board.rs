//! Partial boards (部分盤面): related groups with all they reach, and the empty rest.

use crate::ground::Borders;
use crate::group::Group;
use crate::relation::{self, Relation};
use crate::settings::{Method, Settings};
use crate::spread::spread;
use aji_goban::{Board, Color, Point, PointSet};

/// What a partial board is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Groups and what they reach.
    Groups,
    /// Empty points that no group reaches, with the groups around them.
    Remainder,
}

/// A part of the board to look at by itself. Points may belong to several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartialBoard {
    /// What it is made of.
    pub kind: Kind,
    /// The group it was made for; nothing for the remainder.
    pub base: Option<Point>,
    /// Its groups, by name.
    pub groups: PointSet,
    /// Its points: the groups' stones and what they reach.
    pub points: PointSet,
    /// Its empty points that are worth a thought.
    pub open: PointSet,
}

/// What partial boards are made from.
pub(crate) struct Parts<'a> {
    pub settings: &'a Settings,
    pub borders: &'a Borders,
    pub board: &'a Board,
    pub groups: &'a [Group],
    pub relations: &'a [Relation],
    pub open: &'a PointSet,
}

impl Parts<'_> {
    /// All partial boards.
    pub fn cut(&self, into: &mut Vec<PartialBoard>) {
        into.clear();
        match self.settings.method {
            Method::One => self.pairs(|_| true, into),
            Method::OneEnemy => self.pairs(|relation| relation.is_rival, into),
            Method::All | Method::AllEnemies | Method::Several => self.stars(into),
        }
        self.remainder(into);
        if self.settings.drop_needless {
            into.retain(|board| !board.open.is_empty());
        }
    }

    /// The group with this name.
    fn group(&self, name: Point) -> Option<&Group> {
        let at = self.groups.binary_search_by_key(&name, |group| group.name).ok()?;
        Some(&self.groups[at])
    }

    /// A group and one related to it; a group without any relation stands alone.
    fn pairs(&self, wanted: impl Fn(&Relation) -> bool, into: &mut Vec<PartialBoard>) {
        let mut related = PointSet::EMPTY;
        for relation in self.relations {
            related |= relation.groups.into_iter().collect();
            if wanted(relation) {
                let groups = relation.groups.into_iter().collect();
                into.push(self.made_of(relation.groups[0], groups));
            }
        }
        for group in self.groups.iter().filter(|group| !related.contains(group.name)) {
            into.push(self.made_of(group.name, [group.name].into_iter().collect()));
        }
    }

    /// A group and those around it.
    fn stars(&self, into: &mut Vec<PartialBoard>) {
        let n_groups = self.groups.len();
        let mut related: Vec<[PointSet; 2]> = vec![[PointSet::EMPTY; 2]; n_groups];
        let at = |name: Point| self.groups.binary_search_by_key(&name, |group| group.name);
        for relation in self.relations {
            let [a, b] = relation.groups;
            if let (Ok(i), Ok(j)) = (at(a), at(b)) {
                related[i][usize::from(relation.is_rival)].insert(b);
                related[j][usize::from(relation.is_rival)].insert(a);
            }
        }
        for (group, [friends, enemies]) in self.groups.iter().zip(related) {
            let own: PointSet = [group.name].into_iter().collect();
            let others = match self.settings.method {
                Method::AllEnemies if enemies.is_empty() && !friends.is_empty() => continue,
                Method::AllEnemies => enemies,
                Method::Several => match self.several(group.name, &(friends | enemies)) {
                    Some(several) => several,
                    None if (friends | enemies).is_empty() => PointSet::EMPTY,
                    None => continue,
                },
                Method::All | Method::One | Method::OneEnemy => friends | enemies,
            };
            let groups = own | others;
            if into.iter().all(|board| board.groups != groups) {
                into.push(self.made_of(group.name, groups));
            }
        }
    }

    /// The related groups that share most points with this one, but not all of the related.
    fn several(&self, name: Point, related: &PointSet) -> Option<PointSet> {
        let n = self.settings.several.max(2);
        if related.len() <= n {
            return None;
        }
        let shared = |other: Point| {
            let at = relation::find(self.relations, name, other)?;
            Some(self.relations[at].points.len())
        };
        let mut ordered: Vec<(usize, Point)> =
            related.iter().map(|other| (shared(other).unwrap_or(0), other)).collect();
        ordered.sort_by_key(|&(n_shared, other)| (std::cmp::Reverse(n_shared), other));
        Some(ordered.into_iter().take(n).map(|(_, other)| other).collect())
    }

    fn made_of(&self, base: Point, names: PointSet) -> PartialBoard {
        let (mut points, mut stones) = (PointSet::EMPTY, PointSet::EMPTY);
        for group in names.iter().filter_map(|name| self.group(name)) {
            points |= group.influence;
            stones |= group.stones;
        }
        // Stones of other groups lie within reach, but belong to other partial boards.
        let points = (points & self.board.empties()) | stones;
        let open = points & *self.open;
        PartialBoard { kind: Kind::Groups, base: Some(base), groups: names, points, open }
    }

    /// The empty points that nobody reaches, with the stones around them.
    fn remainder(&self, into: &mut Vec<PartialBoard>) {
        let size = self.board.size();
        let mut rest = self.board.empties();
        self.groups.iter().for_each(|group| rest -= group.influence);
        if rest.is_empty() {
            return;
        }
        let all = PointSet::all(size);
        let stones = *self.board.stones(Color::Black) | *self.board.stones(Color::White);
        for part in self.borders.parts(&rest, size) {
            let beside = part.grown(&all, size);
            let near = spread(&part, &all, self.settings.reach + 1, size) & stones;
            let mut groups = PointSet::EMPTY;
            let mut around = PointSet::EMPTY;
            for group in self.groups.iter().filter(|group| group.influence.intersects(&beside)) {
                groups.insert(group.name);
                around |= group.stones & near;
            }
            let open = part & *self.open;
            into.push(PartialBoard {
                kind: Kind::Remainder,
                base: None,
                groups,
                points: part | around,
                open,
            });
        }
    }
}
