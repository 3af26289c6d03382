//! What attention says about a single move, as feature ids: a second feature group beside those of shapes and tactics,
//! which whoever evaluates moves can join with them.

use crate::attention::Attention;
use crate::element::View;
use crate::roles::{self, Roles};
use aji_goban::{Point, PointSet};
use std::ops::Range;

/// The kinds of features besides roles, and how many each has. A move has one of each kind.
const KINDS: [(&str, u32); 2] = [("rank", 7), ("weight", 8)];
const N_OWN: u32 = KINDS[0].1 + KINDS[1].1;

/// How many features there are.
pub const N_MOVE_FEATURES: u32 = N_OWN + roles::N_ROLES;
/// How many a move has.
pub const N_PER_MOVE: usize = KINDS.len() + roles::N_KINDS;

/// The features of each kind, as ranges that follow each other from 0 on.
pub fn ranges() -> impl Iterator<Item = Range<u32>> {
    let roles = roles::ranges().map(|range| range.start + N_OWN..range.end + N_OWN);
    [0..KINDS[0].1, KINDS[0].1..N_OWN].into_iter().chain(roles)
}

/// The names of the kinds, in the order of their ranges.
pub fn kinds() -> impl Iterator<Item = &'static str> {
    KINDS.iter().chain(&roles::KINDS).map(|(name, _)| *name)
}

/// The name of a feature, such as `attention/rank/0`.
pub fn name(id: u32) -> Option<String> {
    let (at, range) = ranges().enumerate().find(|(_, range)| range.contains(&id))?;
    let kind = kinds().nth(at)?;
    Some(format!("attention/{kind}/{}", id - range.start))
}

/// Reads the features of all moves of a position.
pub struct MoveFeatures<'a> {
    attention: &'a Attention,
    roles: Roles<'a>,
    /// The points held by the first partial board, the first two, and so on.
    ranks: [PointSet; RANKS.len()],
}

/// Ranks are told apart up to these.
const RANKS: [usize; 6] = [1, 2, 3, 6, 12, usize::MAX];
/// Weights are told apart by these.
const WEIGHTS: [f32; 7] = [0.001, 0.02, 0.06, 0.125, 0.25, 0.5, 0.8];

impl<'a> MoveFeatures<'a> {
    /// Looks at a position once for all its moves.
    pub fn of(view: &View<'a>, attention: &'a Attention) -> MoveFeatures<'a> {
        MoveFeatures {
            attention,
            roles: Roles::of(view.segmentation, view.situation),
            ranks: RANKS.map(|n| attention.points_of_first(n, view)),
        }
    }

    /// The features of a move, one of each kind.
    pub fn features(&self, point: Point) -> [u32; N_PER_MOVE] {
        let held = self.ranks.iter().position(|held| held.contains(point));
        let weight = self.attention.weight(point);
        let roles = self.roles.roles(point);
        std::array::from_fn(|i| match i {
            0 => held.unwrap_or(RANKS.len()) as u32,
            1 => KINDS[0].1 + WEIGHTS.iter().filter(|&&edge| weight >= edge).count() as u32,
            i => N_OWN + roles[i - KINDS.len()],
        })
    }
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
