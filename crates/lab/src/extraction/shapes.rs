//! The shapes around played moves, counted.

use crate::corpus::replay;
use aji_goban::{Move, Size};
use aji_notation::sgf::scan::Record;
use aji_patterns::{Catalog, Extent, Shapes};
use std::cmp::Reverse;
use std::collections::HashMap;

/// How often each shape was played.
#[derive(Clone, Debug, Default)]
pub struct ShapeCounts {
    counts: HashMap<(Extent, u64), u32>,
}

impl ShapeCounts {
    /// One more.
    pub fn add(&mut self, extent: Extent, key: u64) {
        let count = self.counts.entry((extent, key)).or_default();
        *count = count.saturating_add(1);
    }

    /// How many different shapes there are.
    pub fn len(&self) -> usize {
        self.counts.len()
    }

    /// Is there none?
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// The shapes played at least so often. Small ones come first, and of each extent the commonest, so that what is
    /// looked up often lies together.
    pub fn catalog(&self, least: u32) -> Catalog {
        let known = self.counts.iter().filter(|(_, count)| **count >= least);
        let mut known: Vec<_> =
            known.map(|(&(extent, key), &count)| (extent, Reverse(count), key)).collect();
        known.sort_unstable();
        let mut catalog = Catalog::new();
        known.into_iter().for_each(|(extent, _, key)| _ = catalog.learn(extent, key));
        catalog
    }
}

/// One thread's room for replaying games.
pub struct Reader {
    extents: Vec<Extent>,
    shapes: Option<(Size, Shapes)>,
}

impl Reader {
    pub fn new(extents: &[Extent]) -> Reader {
        Reader { extents: extents.to_vec(), shapes: None }
    }

    /// The shapes around all moves of a game.
    pub fn read(&mut self, record: &Record) -> Vec<(Extent, u64)> {
        let mut keys = Vec::with_capacity(self.extents.len() * record.moves.len());
        let Ok(mut position) = replay::first_position(record) else { return keys };
        let size = position.size();
        match &mut self.shapes {
            Some((same, shapes)) if *same == size => shapes.set_to(position.board()),
            other => *other = Some((size, Shapes::of(position.board()))),
        }
        let Some((_, shapes)) = &mut self.shapes else { return keys };
        // Selected games were played through before; of others the beginning counts.
        let _ = replay::walk(record, &mut position, shapes, |position, shapes, play| {
            let Move::Place(point) = play else { return };
            for &extent in &self.extents {
                keys.push((extent, shapes.key(extent, point, position.to_move())));
            }
        });
        keys
    }
}
