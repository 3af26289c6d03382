//! Every feature of the tree: its number, its stable name and a sentence in Go words.

use crate::shape::{Catalog, ShapeId};
use crate::tactics::Tactic;
use crate::{distance, place};

/// A feature of a move in the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TreeFeature {
    /// What it does to chains.
    Tactic(Tactic),
    /// The class of its distance to the last move.
    ToLast(usize),
    /// The class of its distance to the last but one move.
    ToLastButOne(usize),
    /// The class of its place on the board.
    Place(usize),
    /// The largest known shape around it.
    Shape(ShapeId),
}

const TO_LAST: u32 = Tactic::N as u32;
const TO_LAST_BUT_ONE: u32 = TO_LAST + distance::N_CLASSES as u32;
const PLACE: u32 = TO_LAST_BUT_ONE + distance::N_CLASSES as u32;
const SHAPE: u32 = PLACE + place::N_CLASSES as u32;

impl TreeFeature {
    /// How many features there are besides shapes.
    pub const N_FIXED: usize = SHAPE as usize;

    /// How many features there are with this catalog.
    pub fn count(catalog: &Catalog) -> usize {
        TreeFeature::N_FIXED + catalog.len()
    }

    /// The ranges of numbers of which a move has at most one: distances, places, shapes.
    pub fn groups(catalog: &Catalog) -> [std::ops::Range<u32>; 4] {
        [
            TO_LAST..TO_LAST_BUT_ONE,
            TO_LAST_BUT_ONE..PLACE,
            PLACE..SHAPE,
            SHAPE..TreeFeature::count(catalog) as u32,
        ]
    }

    /// Its number, from 0.
    #[inline]
    pub const fn id(self) -> u32 {
        match self {
            TreeFeature::Tactic(tactic) => tactic.index() as u32,
            TreeFeature::ToLast(class) => TO_LAST + class as u32,
            TreeFeature::ToLastButOne(class) => TO_LAST_BUT_ONE + class as u32,
            TreeFeature::Place(class) => PLACE + class as u32,
            TreeFeature::Shape(id) => SHAPE + id.0,
        }
    }

    /// The feature with this number; any number past the fixed ones is a shape's.
    pub fn from_id(id: u32) -> TreeFeature {
        match id {
            SHAPE.. => TreeFeature::Shape(ShapeId(id - SHAPE)),
            PLACE.. => TreeFeature::Place((id - PLACE) as usize),
            TO_LAST_BUT_ONE.. => TreeFeature::ToLastButOne((id - TO_LAST_BUT_ONE) as usize),
            TO_LAST.. => TreeFeature::ToLast((id - TO_LAST) as usize),
            _ => match Tactic::all().nth(id as usize) {
                Some(tactic) => TreeFeature::Tactic(tactic),
                None => unreachable!("there are as many tactics as numbers for them"),
            },
        }
    }

    /// A stable name, such as `to-last/4`.
    pub fn name(self, catalog: &Catalog) -> String {
        match self {
            TreeFeature::Tactic(tactic) => tactic.name(),
            TreeFeature::ToLast(class) => format!("to-last/{}", distance::class_name(class)),
            TreeFeature::ToLastButOne(class) => {
                format!("to-last-but-one/{}", distance::class_name(class))
            }
            TreeFeature::Place(class) => {
                let (near, far) = place::lines(class);
                format!("place/{near}-{far}")
            }
            TreeFeature::Shape(id) => match catalog.shapes().get(id.0 as usize) {
                Some((extent, key)) => format!("{extent}/{key:x}"),
                None => format!("shape/{}", id.0),
            },
        }
    }

    /// What it says of a move, in a Go player's words, to follow "the move …".
    pub fn words(self, catalog: &Catalog) -> String {
        match self {
            TreeFeature::Tactic(tactic) => tactic.words(),
            TreeFeature::ToLast(class) => distance_words(class, "the last move"),
            TreeFeature::ToLastButOne(class) => distance_words(class, "the move before"),
            TreeFeature::Place(class) => {
                let (near, far) = place::lines(class);
                if near == far {
                    format!("is on the {near}-{far} point of a corner")
                } else {
                    format!("is on line {near}, and on line {far} from the next edge")
                }
            }
            TreeFeature::Shape(id) => match catalog.shapes().get(id.0 as usize) {
                Some((extent, _)) => format!("makes a known shape ({extent})"),
                None => "makes an unknown shape".to_owned(),
            },
        }
    }
}

fn distance_words(class: usize, from: &str) -> String {
    match class {
        0 => format!("is played where {from} was"),
        1 => format!("touches {from}"),
        2 => format!("is diagonal to {from}"),
        3 | 4 => format!("is a jump away from {from}"),
        14 => format!("is far from {from}"),
        class => format!("is at distance {} from {from}", distance::class_name(class)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::Extent;

    #[test]
    fn every_number_has_its_feature_and_every_feature_its_own_name() {
        let mut catalog = Catalog::new();
        for key in 0..20 {
            catalog.learn(Extent::ALL[key as usize % 5], key);
        }
        let n = TreeFeature::count(&catalog) as u32;
        let mut names: Vec<String> = (0..n)
            .map(|id| {
                let feature = TreeFeature::from_id(id);
                assert_eq!(feature.id(), id);
                assert!(!feature.words(&catalog).is_empty());
                feature.name(&catalog)
            })
            .collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), n as usize);
    }

    #[test]
    fn the_thesis_counts_its_features_so() {
        assert_eq!(TreeFeature::N_FIXED, 60 + 15 + 15 + 55);
    }
}
