//! The shapes that matter, numbered.

use super::Extent;

/// A known shape's number, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ShapeId(pub u32);

/// A key and its number; the key 0 marks a free place.
pub(super) type Place = (u64, u32);

/// Which shapes are known: a hash table with open addressing, one look for most questions.
#[derive(Clone, Debug)]
pub struct Catalog {
    places: Vec<Place>,
    /// A bit for each place that a key may go to, 16 times as many as places: most shapes that are asked for are
    /// unknown, and these bits stay in the processor's cache when the places do not.
    bits: Vec<u64>,
    /// The shapes in the order of their numbers.
    shapes: Vec<(Extent, u64)>,
}

impl Default for Catalog {
    fn default() -> Catalog {
        Catalog::new()
    }
}

impl Catalog {
    /// Knows nothing.
    pub fn new() -> Catalog {
        Catalog { places: vec![(0, 0); 16], bits: vec![0; 4], shapes: Vec::new() }
    }

    /// How many shapes are known.
    pub fn len(&self) -> usize {
        self.shapes.len()
    }

    /// Is no shape known?
    pub fn is_empty(&self) -> bool {
        self.shapes.is_empty()
    }

    /// The shapes' extents and keys, in the order of their numbers.
    pub fn shapes(&self) -> &[(Extent, u64)] {
        &self.shapes
    }

    /// The number of a shape, which becomes known if it was not.
    pub fn learn(&mut self, extent: Extent, key: u64) -> ShapeId {
        if let Some(id) = self.find(extent, key) {
            return id;
        }
        if 2 * (self.len() + 1) > self.places.len() {
            let shapes = std::mem::take(&mut self.shapes);
            self.places = vec![(0, 0); 2 * self.places.len()];
            self.bits = vec![0; 2 * self.bits.len()];
            for (extent, key) in shapes {
                self.put(extent, key);
            }
        }
        self.put(extent, key)
    }

    /// The number of a shape, if it is known.
    #[inline]
    pub fn find(&self, extent: Extent, key: u64) -> Option<ShapeId> {
        let tagged = tagged(extent, key);
        if !self.may_know(tagged) {
            return None;
        }
        self.find_from(tagged, self.first_look(tagged))
    }

    /// Is there a bit for this key?
    #[inline]
    pub(super) fn may_know(&self, tagged: u64) -> bool {
        let (word, bit) = self.bit(tagged);
        self.bits[word] & bit != 0
    }

    /// What stands where this key would stand first.
    #[inline]
    pub(super) fn first_look(&self, tagged: u64) -> Place {
        self.places[self.first_place(tagged)]
    }

    /// The number of a shape, if it is known, given what the first look found.
    #[inline]
    pub(super) fn find_from(&self, tagged: u64, first: Place) -> Option<ShapeId> {
        let (mut found, mut place) = (first, self.first_place(tagged));
        loop {
            match found {
                (0, _) => return None,
                (key, id) if key == tagged => return Some(ShapeId(id)),
                _ => place = (place + 1) & (self.places.len() - 1),
            }
            found = self.places[place];
        }
    }

    fn put(&mut self, extent: Extent, key: u64) -> ShapeId {
        let tagged = tagged(extent, key);
        let mut place = self.first_place(tagged);
        while self.places[place].0 != 0 {
            place = (place + 1) & (self.places.len() - 1);
        }
        let (word, bit) = self.bit(tagged);
        self.bits[word] |= bit;
        let id = self.shapes.len() as u32;
        self.places[place] = (tagged, id);
        self.shapes.push((extent, folded(key)));
        ShapeId(id)
    }

    /// The word and the bit in it that stand for a key.
    #[inline]
    fn bit(&self, tagged: u64) -> (usize, u64) {
        (tagged.rotate_right(38) as usize & (self.bits.len() - 1), 1 << (tagged >> 58))
    }

    #[inline]
    fn first_place(&self, tagged: u64) -> usize {
        (tagged >> 32) as usize & (self.places.len() - 1)
    }
}

/// The 32 bits that are kept of a key. The codes of small shapes have no more; of large shapes, whose keys are random
/// numbers, one in some ten thousand unknown ones is taken for a known one.
#[inline]
const fn folded(key: u64) -> u64 {
    (key ^ key >> 32) & 0xFFFF_FFFF
}

/// A key that tells the extents apart, scattered, and never 0.
#[inline]
pub(super) fn tagged(extent: Extent, key: u64) -> u64 {
    let key = folded(key);
    let key = key.wrapping_add((extent as u64 + 1) << 56).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (key ^ key >> 29) | 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_learned_is_found_again() {
        let mut catalog = Catalog::new();
        for key in 0..2_000 {
            let extent = Extent::ALL[key as usize % 5];
            assert_eq!(catalog.find(extent, key), None);
            assert_eq!(catalog.learn(extent, key), ShapeId(key as u32));
            assert_eq!(catalog.learn(extent, key), ShapeId(key as u32));
        }
        for key in 0..2_000 {
            let extent = Extent::ALL[key as usize % 5];
            assert_eq!(catalog.find(extent, key), Some(ShapeId(key as u32)));
            assert_eq!(catalog.find(Extent::ALL[(key as usize + 1) % 5], key), None);
        }
        assert_eq!((catalog.len(), catalog.shapes()[7]), (2_000, (Extent::Diamond3, 7)));
    }
}
