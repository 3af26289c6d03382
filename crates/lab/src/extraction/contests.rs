//! A game's moves as contests.

use crate::corpus::replay;
use aji_goban::{Color, Observer, Point, Position, Size};
use aji_notation::sgf::scan::Record;
use aji_patterns::shape::Near;
use aji_patterns::{
    Candidates, Catalog, Extent, FeatureSet, PlayoutExtractor, Shapes, TreeExtractor,
};
use aji_ranking::Contests;
use std::num::NonZero;

/// Turns games into contests; keeps its room between games.
pub struct Extractor {
    every: NonZero<u32>,
    way: Way,
}

/// The features of one set, and the room to find them.
enum Way {
    Tree {
        set: FeatureSet,
        shapes: Option<(Size, Box<Shapes>)>,
        extractor: Box<TreeExtractor>,
        candidates: Candidates,
    },
    Playout {
        extent: Extent,
        extractor: PlayoutExtractor,
    },
}

impl Extractor {
    /// For these features, and only every so many moves.
    pub fn new(features: FeatureSet, every: NonZero<u32>) -> Extractor {
        let way = match features {
            FeatureSet::Tree | FeatureSet::Wide => Way::Tree {
                set: features,
                shapes: None,
                extractor: Box::new(TreeExtractor::new()),
                candidates: Candidates::new(),
            },
            FeatureSet::Playout(extent) => {
                Way::Playout { extent, extractor: PlayoutExtractor::default() }
            }
        };
        Extractor { every, way }
    }

    /// Adds the contests of a game. Passes, and moves that fill an own eye, are no choice among candidates and are
    /// left out.
    pub fn game(&mut self, number: u32, record: &Record, catalog: &Catalog, into: &mut Contests) {
        let Ok(mut position) = replay::first_position(record) else { return };
        let (every, mut at) = (self.every.get(), 0);
        let mut is_due = |position: &Position| {
            at += 1;
            (at - 1 + number).is_multiple_of(every) && !position.board().empties().is_empty()
        };
        // Selected games were played through before; of others the beginning counts.
        let _ = match &mut self.way {
            Way::Tree { set, shapes, extractor, candidates } => {
                let size = position.size();
                match &mut *shapes {
                    Some((same, shapes)) if *same == size => shapes.set_to(position.board()),
                    other => *other = Some((size, Box::new(Shapes::of(position.board())))),
                }
                let Some((_, shapes)) = shapes else { return };
                replay::walk(record, &mut position, &mut **shapes, |position, shapes, play| {
                    let is_due = is_due(position);
                    let Some(chosen) = play.point().filter(|_| is_due) else { return };
                    extractor.extract_set(*set, position, shapes, catalog, candidates);
                    close(into, candidates.iter(), chosen, number, position);
                })
            }
            Way::Playout { extent, extractor } => {
                let mut near = Near::empty(position.size());
                place_all(&position, &mut near);
                replay::walk(record, &mut position, &mut near, |position, near, play| {
                    let is_due = is_due(position);
                    let Some(chosen) = play.point().filter(|_| is_due) else { return };
                    let (mut n, mut found) = (0, usize::MAX);
                    extractor.extract(position, near, *extent, catalog, |point, team| {
                        if point == chosen {
                            found = n;
                        }
                        n += 1;
                        into.team(team);
                    });
                    // A move that is no candidate is refused, and its contest forgotten.
                    let _ = into.close(found, number, position.n_moves() as u32);
                })
            }
        };
    }
}

fn close<'a>(
    into: &mut Contests,
    candidates: impl Iterator<Item = (Point, &'a [u32])>,
    chosen: Point,
    game: u32,
    position: &Position,
) {
    let mut found = usize::MAX;
    for (i, (point, team)) in candidates.enumerate() {
        if point == chosen {
            found = i;
        }
        into.team(team);
    }
    // A move that is no candidate is refused, and its contest forgotten.
    let _ = into.close(found, game, position.n_moves() as u32);
}

/// Shows the stones of a setup.
fn place_all(position: &Position, near: &mut Near) {
    for color in Color::BOTH {
        for stone in *position.board().stones(color) {
            near.stone_placed(stone, color);
        }
    }
}
