//! What attention says about a single move, as feature ids: a second feature group beside those of shapes and tactics,
//! which whoever evaluates moves can join with them.

use crate::attention::Attention;
use crate::element::View;
use crate::group::Group;
use crate::segmentation::Segmentation;
use aji_goban::{Color, Point, PointSet};
use std::ops::Range;

/// The kinds of features, and how many each has. A move has one of each kind.
const KINDS: [(&str, u32); 7] = [
    ("rank", 7),
    ("weight", 8),
    ("meeting", 6),
    ("own_link", 4),
    ("enemy_link", 4),
    ("own_group", 6),
    ("enemy_group", 6),
];

/// How many features there are.
pub const N_MOVE_FEATURES: u32 = {
    let (mut n, mut i) = (0, 0);
    while i < KINDS.len() {
        n += KINDS[i].1;
        i += 1;
    }
    n
};

/// The features of each kind, as ranges that follow each other from 0 on.
pub fn ranges() -> impl Iterator<Item = Range<u32>> {
    KINDS.iter().scan(0, |start, (_, n)| {
        let range = *start..*start + n;
        *start += n;
        Some(range)
    })
}

/// The name of a feature, such as `attention/rank/0`.
pub fn name(id: u32) -> Option<String> {
    let at = ranges().position(|range| range.contains(&id))?;
    let start = ranges().nth(at)?.start;
    Some(format!("attention/{}/{}", KINDS[at].0, id - start))
}

/// Reads the features of all moves of a position.
pub struct MoveFeatures<'a> {
    segmentation: &'a Segmentation,
    attention: &'a Attention,
    to_move: Color,
    /// The points held by the first partial board, the first two, and so on, up to [`N_RANKS`].
    ranks: [PointSet; N_RANKS],
    /// Where links of each color can be cut, large ones and all.
    cuts: [[PointSet; 2]; 2],
    /// The points of all links of each color.
    via: [PointSet; 2],
}

/// Ranks are told apart up to here: 1, 2, 3, up to 6, up to 12, the rest.
const RANKS: [usize; 6] = [1, 2, 3, 6, 12, usize::MAX];
const N_RANKS: usize = RANKS.len();
/// Links whose smaller chain has so many stones are large.
const LARGE: usize = 3;

impl<'a> MoveFeatures<'a> {
    /// Looks at a position once for all its moves.
    pub fn of(view: &View<'a>, attention: &'a Attention) -> MoveFeatures<'a> {
        let segmentation = view.segmentation;
        let ranks = RANKS.map(|n| attention.points_of_first(n, view));
        let mut cuts = [[PointSet::EMPTY; 2]; 2];
        let mut via = [PointSet::EMPTY; 2];
        for link in segmentation.links() {
            let at = link.color.index();
            via[at] |= link.via;
            cuts[at][1] |= link.cuts;
            if link.n_stones >= LARGE {
                cuts[at][0] |= link.cuts;
            }
        }
        MoveFeatures { segmentation, attention, to_move: view.situation.to_move, ranks, cuts, via }
    }

    /// The features of a move, one of each kind.
    pub fn features(&self, point: Point) -> [u32; KINDS.len()] {
        let (own, enemy) = (self.to_move, self.to_move.opponent());
        let kinds = [
            self.ranks.iter().position(|held| held.contains(point)).unwrap_or(N_RANKS) as u32,
            weight_class(self.attention.weight(point)),
            self.meeting(point),
            self.link(point, own),
            self.link(point, enemy),
            self.group(point, own),
            self.group(point, enemy),
        ];
        let mut start = 0;
        std::array::from_fn(|i| {
            let id = start + kinds[i];
            start += KINDS[i].1;
            id
        })
    }

    /// Who is where: both reach it, one's own groups meet, the enemy's meet, own area, enemy area, nobody's.
    fn meeting(&self, point: Point) -> u32 {
        let (own, enemy) = (self.to_move.index(), self.to_move.opponent().index());
        let conflicts = self.segmentation.conflicts();
        let areas = &self.segmentation.around().areas;
        if conflicts.rival.contains(point) {
            0
        } else if conflicts.friendly[own].contains(point) {
            1
        } else if conflicts.friendly[enemy].contains(point) {
            2
        } else if areas[own].contains(point) {
            3
        } else if areas[enemy].contains(point) {
            4
        } else {
            5
        }
    }

    /// A cut of a large link, of a small one, another point of a link, none.
    fn link(&self, point: Point, color: Color) -> u32 {
        let [large, all] = &self.cuts[color.index()];
        if large.contains(point) {
            0
        } else if all.contains(point) {
            1
        } else if self.via[color.index()].contains(point) {
            2
        } else {
            3
        }
    }

    /// How safe the least safe group is that has this point as a liberty.
    fn group(&self, point: Point, color: Color) -> u32 {
        let groups = self.segmentation.groups().iter();
        let beside = groups.filter(|group| group.color == color && group.liberties.contains(point));
        match beside.map(|group: &Group| group.safety).min_by(f32::total_cmp) {
            None => 5,
            Some(safety) => {
                [0.2, 0.45, 0.7, 0.9].iter().filter(|&&edge| safety >= edge).count() as u32
            }
        }
    }
}

/// From none to most, by halves.
fn weight_class(weight: f32) -> u32 {
    const EDGES: [f32; 7] = [0.001, 0.02, 0.06, 0.125, 0.25, 0.5, 0.8];
    EDGES.iter().filter(|&&edge| weight >= edge).count() as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_feature_has_a_name_and_no_two_the_same() {
        let mut names: Vec<String> = (0..N_MOVE_FEATURES).filter_map(name).collect();
        assert_eq!(names.len(), N_MOVE_FEATURES as usize);
        names.sort();
        names.dedup();
        assert_eq!(names.len(), N_MOVE_FEATURES as usize);
        assert_eq!(name(N_MOVE_FEATURES), None);
        assert_eq!(ranges().last().map(|range| range.end), Some(N_MOVE_FEATURES));
    }
}
