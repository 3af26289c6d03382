//! The shapes around played moves, counted.

use crate::corpus::replay;
use aji_goban::{Move, Size};
use aji_notation::sgf::scan::Record;
use aji_patterns::{Catalog, Context, Extent, FeatureSet, Shapes};
use std::cmp::Reverse;
use std::collections::HashMap;

/// How often each shape was played.
#[derive(Clone, Debug, Default)]
pub struct ShapeCounts {
    counts: HashMap<(Extent, u64), u32>,
    sketch: Option<Sketch>,
}

/// Rough counts in front of the exact ones. Of hundreds of millions of large shapes almost all are played once or
/// twice, and would fill the memory.
#[derive(Clone, Debug)]
struct Sketch {
    /// Counts up to 255; shapes that share one are counted together.
    counts: Vec<u8>,
    /// Only what was counted so often here is counted exactly.
    least: u32,
}

/// Rough counts are 2²⁹, for some 10⁸ shapes.
const SKETCH_BITS: u32 = 29;

impl ShapeCounts {
    /// Counts that forget shapes played less than `least` times, and may take a few of the others (those that share a
    /// rough count) for a little commoner than they were.
    pub fn rough(least: u32) -> ShapeCounts {
        let counts = vec![0; 1 << SKETCH_BITS];
        let sketch = Some(Sketch { counts, least: least.min(200) });
        ShapeCounts { sketch, ..ShapeCounts::default() }
    }

    /// One more.
    pub fn add(&mut self, extent: Extent, key: u64) {
        if let Some(Sketch { counts, least }) = &mut self.sketch {
            let tagged = key.wrapping_add((extent as u64 + 1) << 57);
            let place = tagged.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - SKETCH_BITS);
            let rough = &mut counts[place as usize];
            *rough = rough.saturating_add(1);
            if u32::from(*rough) < *least {
                return;
            }
            let before = u32::from(*rough) - 1;
            let count = self.counts.entry((extent, key)).or_insert(before);
            *count = count.saturating_add(1);
            return;
        }
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
    features: FeatureSet,
    shapes: Option<(Size, Shapes)>,
    context: Context,
}

impl Reader {
    pub fn new(features: FeatureSet) -> Reader {
        Reader { features, shapes: None, context: Context::new(Size::MAX) }
    }

    /// The shapes around all moves of a game.
    pub fn read(&mut self, record: &Record) -> Vec<(Extent, u64)> {
        let extents = match self.features {
            FeatureSet::Wide => Extent::ALL.to_vec(),
            other => other.extents(),
        };
        let mut keys = Vec::with_capacity(extents.len() * record.moves.len());
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
            for &extent in &extents {
                keys.push((extent, shapes.key(extent, point, position.to_move())));
            }
            if self.features == FeatureSet::Wide {
                self.context.see(position, shapes);
                self.context.keys(shapes, point, |extent, key| keys.push((extent, key)));
            }
        });
        keys
    }
}
