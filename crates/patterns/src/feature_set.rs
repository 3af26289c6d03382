//! What the numbers of features mean, for files of weights.
//!
//! A set has fixed features, the same in every file, and shapes, which are learned: a file of weights names them by
//! pairs (extent, key). The fingerprint stands for the fixed names and for how keys are made; weights of another
//! fingerprint mean something else and must not be used.

use crate::context::Context;
use crate::place::N_STAGES;
use crate::playout_moves::{DISTANCE, SHAPE};
use crate::registry::TreeFeature;
use crate::shape::{Catalog, Extent, Shapes};
use crate::tactics::{PlayoutTactic, Tactic};
use aji_goban::{Board, Color, Move, Point, Position, Size};
use aji_ranking::Fingerprint;
use std::ops::Range;

/// A set of features that models are trained on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FeatureSet {
    /// The features of the thesis, for moves in the tree.
    Tree,
    /// Those, the stage of the game, and of shapes not only the largest: every known one, and those that see liberties,
    /// the last moves or a corner.
    Wide,
    /// The cheap ones, for playouts, with shapes of this extent (3×3 or the diamond of radius 2).
    Playout(Extent),
}

impl FeatureSet {
    /// All that are in use.
    pub const ALL: [FeatureSet; 4] = [
        FeatureSet::Tree,
        FeatureSet::Wide,
        FeatureSet::Playout(Extent::ThreeByThree),
        FeatureSet::Playout(Extent::Diamond2),
    ];

    /// A stable name, such as `playout-diamond2`.
    pub fn name(self) -> String {
        match self {
            FeatureSet::Tree => "tree".to_owned(),
            FeatureSet::Wide => "wide".to_owned(),
            FeatureSet::Playout(extent) => format!("playout-{extent}"),
        }
    }

    /// Whether it is for moves in the tree.
    pub const fn is_for_tree(self) -> bool {
        matches!(self, FeatureSet::Tree | FeatureSet::Wide)
    }

    /// The set whose fingerprint this is.
    pub fn from_fingerprint(print: Fingerprint) -> Option<FeatureSet> {
        FeatureSet::ALL.into_iter().find(|set| set.fingerprint() == print)
    }

    /// The extents of its shapes.
    pub fn extents(self) -> Vec<Extent> {
        match self {
            FeatureSet::Tree => Extent::ALL.to_vec(),
            FeatureSet::Wide => [&Extent::ALL[..], &Extent::CONTEXT].concat(),
            FeatureSet::Playout(extent) => vec![extent],
        }
    }

    /// How many features it has besides shapes.
    pub const fn n_fixed(self) -> usize {
        match self {
            FeatureSet::Tree => TreeFeature::N_FIXED,
            FeatureSet::Wide => TreeFeature::N_FIXED + N_STAGES,
            FeatureSet::Playout(_) => SHAPE as usize,
        }
    }

    /// How many features it has with these shapes.
    pub fn n_features(self, catalog: &Catalog) -> usize {
        self.n_fixed() + catalog.len()
    }

    /// The name of a feature.
    pub fn feature_name(self, id: u32, catalog: &Catalog) -> String {
        match (self, id) {
            (FeatureSet::Tree, id) => TreeFeature::from_id(id).name(catalog),
            (FeatureSet::Wide, id) => match WideId::of(id) {
                WideId::Tree(id) => TreeFeature::from_id(id).name(catalog),
                WideId::Stage(stage) => format!("stage/{stage}"),
            },
            (_, SHAPE..) => match catalog.shapes().get((id - SHAPE) as usize) {
                Some((extent, key)) => format!("{extent}/{key:x}"),
                None => format!("shape/{}", id - SHAPE),
            },
            (_, DISTANCE..) => format!("to-last/{}", id - DISTANCE + 2),
            (_, id) => PlayoutTactic::all().nth(id as usize).map_or(String::new(), |t| t.name()),
        }
    }

    /// The ranges of numbers of which a move has at most one, from 0 to the last shape.
    pub fn groups(self, catalog: &Catalog) -> Vec<Range<u32>> {
        let n = self.n_features(catalog) as u32;
        let mut groups = match self {
            FeatureSet::Tree | FeatureSet::Wide => {
                by_kind(Tactic::all().map(|tactic| tactic.kind()))
            }
            FeatureSet::Playout(_) => {
                by_kind(PlayoutTactic::all().map(|tactic| tactic.kind().into()))
            }
        };
        match self {
            FeatureSet::Tree => groups.extend(TreeFeature::groups(catalog)),
            FeatureSet::Wide => groups.extend(wide_groups(catalog)),
            FeatureSet::Playout(_) => groups.extend([DISTANCE..SHAPE, SHAPE..n]),
        }
        groups.retain(|group| !group.is_empty());
        groups
    }

    /// Names the meaning of all numbers but the shapes', and how shapes get their keys.
    pub fn fingerprint(self) -> Fingerprint {
        let nothing = Catalog::new();
        let mut text = self.name();
        for id in 0..self.n_fixed() as u32 {
            text.push('\n');
            text.push_str(&self.feature_name(id, &nothing));
        }
        let mut bytes = text.into_bytes();
        let extents = if self == FeatureSet::Wide { Extent::ALL.to_vec() } else { self.extents() };
        for key in probes(&extents) {
            bytes.extend(key.to_le_bytes());
        }
        if self == FeatureSet::Wide {
            bytes.extend(context_probes().iter().flat_map(|key| key.to_le_bytes()));
        }
        Fingerprint::of(&bytes)
    }

    /// The shapes as a file of weights keeps them: extent, key, extent, key, …
    pub fn keys(catalog: &Catalog) -> Vec<u64> {
        catalog.shapes().iter().flat_map(|&(extent, key)| [extent as u64, key]).collect()
    }

    /// The shapes that a file of weights names; `None` if it is no such list for this set.
    pub fn catalog(self, keys: &[u64]) -> Option<Catalog> {
        let (pairs, rest) = keys.as_chunks::<2>();
        let (mut catalog, extents) = (Catalog::new(), self.extents());
        for &[extent, key] in pairs {
            let extent = Extent::from_number(extent)?;
            if !extents.contains(&extent) {
                return None;
            }
            catalog.learn(extent, key);
        }
        // A shape that is there twice would shift the numbers of the others.
        (rest.is_empty() && catalog.len() == pairs.len()).then_some(catalog)
    }
}

/// What a number of the wide set means: shapes are the tree's, moved up by the stages.
enum WideId {
    Tree(u32),
    Stage(u32),
}

impl WideId {
    fn of(id: u32) -> WideId {
        match id.checked_sub(TreeFeature::N_FIXED as u32) {
            None => WideId::Tree(id),
            Some(stage) if stage < N_STAGES as u32 => WideId::Stage(stage),
            Some(_) => WideId::Tree(id - N_STAGES as u32),
        }
    }
}

/// Groups of the wide set: the tree's, the stages, and a group for each extent.
fn wide_groups(catalog: &Catalog) -> Vec<Range<u32>> {
    let [to_last, to_last_but_one, place, _] = TreeFeature::groups(catalog);
    let mut groups = vec![to_last, to_last_but_one, place];
    groups.push(TreeFeature::N_FIXED as u32..FeatureSet::Wide.n_fixed() as u32);
    let mut start = FeatureSet::Wide.n_fixed() as u32;
    for shapes in catalog.shapes().chunk_by(|a, b| a.0 == b.0) {
        groups.push(start..start + shapes.len() as u32);
        start += shapes.len() as u32;
    }
    groups
}

/// Cuts 0, 1, … where the kind changes.
fn by_kind(kinds: impl Iterator<Item = u64>) -> Vec<Range<u32>> {
    let mut groups: Vec<(u64, Range<u32>)> = Vec::new();
    for (id, kind) in (0..).zip(kinds) {
        match groups.last_mut() {
            Some((last, group)) if *last == kind => group.end = id + 1,
            _ => groups.push((kind, id..id + 1)),
        }
    }
    groups.into_iter().map(|(_, group)| group).collect()
}

/// The keys of a fixed position, which change if keys come to be made otherwise.
fn probes(extents: &[Extent]) -> Vec<u64> {
    let size = Size::MAX;
    let mut board = Board::new(size);
    for (i, (row, column)) in
        [(2, 3), (3, 5), (4, 2), (5, 5), (1, 1), (6, 3), (3, 8)].iter().enumerate()
    {
        board.put_stone(Point::at(*row, *column, size), Color::BOTH[i % 2], &mut ());
    }
    let shapes = Shapes::of(&board);
    let points = [(3, 3), (0, 0), (4, 4), (9, 9)].map(|(row, column)| Point::at(row, column, size));
    let keys_at = |point| {
        let keys = Color::BOTH.map(|color| extents.iter().map(move |&extent| (extent, color)));
        let keys: Vec<_> = keys.into_iter().flatten().collect();
        keys.into_iter().map(move |(extent, color)| (extent, point, color))
    };
    points
        .into_iter()
        .flat_map(keys_at)
        .map(|(extent, point, color)| shapes.key(extent, point, color))
        .collect()
}

/// The keys that see more than stones, of the moves of a position that was played.
fn context_probes() -> Vec<u64> {
    let size = Size::MAX;
    let mut position = Position::new(size);
    for (row, column) in [(2, 3), (3, 5), (2, 4), (15, 3), (4, 4)] {
        position.play(Move::Place(Point::at(row, column, size)), &mut ());
    }
    let shapes = Shapes::of(position.board());
    let mut context = Context::new(size);
    context.see(&position, &shapes);
    let mut keys = Vec::new();
    for (row, column) in [(3, 3), (3, 4), (0, 0), (9, 9)] {
        context.keys(&shapes, Point::at(row, column, size), |_, key| keys.push(key));
    }
    keys
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_cover_all_numbers_and_follow_the_kinds() {
        for set in FeatureSet::ALL {
            let mut catalog = Catalog::new();
            (0..7).for_each(|key| _ = catalog.learn(set.extents()[0], key));
            let groups = set.groups(&catalog);
            assert_eq!(groups[0], 0..10, "ten ways to take and save");
            let mut end = 0;
            for group in &groups {
                assert!(group.start == end && !group.is_empty());
                end = group.end;
            }
            assert_eq!(end as usize, set.n_features(&catalog));
            assert!(set.groups(&Catalog::new()).len() + 1 == groups.len());
        }
    }

    #[test]
    fn fingerprints_tell_the_sets_apart() {
        for set in FeatureSet::ALL {
            assert_eq!(FeatureSet::from_fingerprint(set.fingerprint()), Some(set));
        }
        assert_eq!(FeatureSet::from_fingerprint(Fingerprint(1)), None);
    }

    #[test]
    fn keys_read_back_as_the_same_catalog() {
        let mut catalog = Catalog::new();
        for key in 0..500_u64 {
            catalog.learn(Extent::ALL[key as usize % 5], key.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        }
        let keys = FeatureSet::keys(&catalog);
        let back = FeatureSet::Tree.catalog(&keys).unwrap();
        assert_eq!(back.shapes(), catalog.shapes());
        assert!(FeatureSet::Playout(Extent::Diamond2).catalog(&keys).is_none(), "other extents");
        assert!(FeatureSet::Tree.catalog(&keys[1..]).is_none(), "half a pair");
        assert!(FeatureSet::Tree.catalog(&[9, 1]).is_none(), "no such extent");
        assert!(FeatureSet::Tree.catalog(&[0, 1, 0, 1]).is_none(), "twice");
    }

    #[test]
    fn every_fixed_feature_has_a_name_of_its_own() {
        for set in FeatureSet::ALL {
            let mut names: Vec<String> =
                (0..set.n_fixed() as u32).map(|id| set.feature_name(id, &Catalog::new())).collect();
            names.sort();
            names.dedup();
            assert_eq!(names.len(), set.n_fixed());
        }
    }
}
