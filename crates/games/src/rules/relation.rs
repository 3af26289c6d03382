//! A set of tuples with an index for every combination of bound arguments, made when first asked.

use super::program::Value;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::OnceLock;

/// Keys are already mixed; hashing them again would cost more than the lookup.
#[derive(Default, Clone)]
pub struct Plain(u64);

impl Hasher for Plain {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for b in bytes {
            self.write_u64(u64::from(*b));
        }
    }
    fn write_u64(&mut self, n: u64) {
        self.0 = (self.0.rotate_left(5) ^ n).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 ^= self.0 >> 29;
    }
    fn write_u32(&mut self, n: u32) {
        self.write_u64(u64::from(n));
    }
    fn write_usize(&mut self, n: usize) {
        self.write_u64(n as u64);
    }
}

/// A map keyed by small integers or tuples of them.
pub type FastMap<K, V> = HashMap<K, V, BuildHasherDefault<Plain>>;
/// A set of the same.
pub type FastSet<K> = std::collections::HashSet<K, BuildHasherDefault<Plain>>;

#[derive(Clone, Debug, Default)]
struct Index {
    /// Key → range in `order`.
    ranges: FastMap<u64, (u32, u32)>,
    order: Vec<u32>,
}

/// Tuples of one predicate.
#[derive(Clone, Debug)]
pub(crate) struct Relation {
    arity: usize,
    rows: usize,
    flat: Vec<Value>,
    seen: FastSet<Vec<Value>>,
    indexes: Vec<OnceLock<Index>>,
    distinct: Vec<OnceLock<usize>>,
}

/// Which tuples may match: all of them or an index bucket.
pub(crate) enum Matches<'a> {
    All(usize),
    Some(&'a [u32]),
}

impl Matches<'_> {
    pub fn len(&self) -> usize {
        match self {
            Matches::All(n) => *n,
            Matches::Some(list) => list.len(),
        }
    }
    pub fn at(&self, i: usize) -> usize {
        match self {
            Matches::All(_) => i,
            Matches::Some(list) => list[i] as usize,
        }
    }
}

fn key(mask: usize, args: &[Value]) -> u64 {
    let mut k = 0u64;
    for (i, v) in args.iter().enumerate() {
        if mask >> i & 1 == 1 {
            k = k.wrapping_mul(0x1_0000_01B3).wrapping_add(u64::from(v.0) + 1);
        }
    }
    k
}

impl Relation {
    pub fn new(arity: usize) -> Self {
        let indexes = (0..1usize << arity).map(|_| OnceLock::new()).collect();
        Relation {
            arity,
            rows: 0,
            flat: Vec::new(),
            seen: FastSet::default(),
            indexes,
            distinct: vec![OnceLock::new(); arity],
        }
    }

    pub fn len(&self) -> usize {
        self.rows
    }

    /// Adds a tuple; false when it was there.
    pub fn insert(&mut self, tuple: &[Value]) -> bool {
        if !self.seen.insert(tuple.to_vec()) {
            return false;
        }
        self.flat.extend_from_slice(tuple);
        self.rows += 1;
        for index in &mut self.indexes {
            if index.get().is_some() {
                *index = OnceLock::new();
            }
        }
        self.distinct.fill(OnceLock::new());
        true
    }

    pub fn contains(&self, tuple: &[Value]) -> bool {
        self.seen.contains(tuple)
    }

    pub fn tuple(&self, row: usize) -> &[Value] {
        &self.flat[row * self.arity..(row + 1) * self.arity]
    }

    pub fn iter(&self) -> impl Iterator<Item = &[Value]> {
        (0..self.rows).map(|r| self.tuple(r))
    }

    /// Rows that may match `args` where `mask` says which are bound (verify them all the same).
    pub fn matching(&self, mask: usize, args: &[Value]) -> Matches<'_> {
        if mask == 0 {
            return Matches::All(self.rows);
        }
        let index = self.indexes[mask].get_or_init(|| self.index(mask));
        match index.ranges.get(&key(mask, args)) {
            Some((from, to)) => Matches::Some(&index.order[*from as usize..*to as usize]),
            None => Matches::Some(&[]),
        }
    }

    fn index(&self, mask: usize) -> Index {
        let mut keyed: Vec<(u64, u32)> =
            (0..self.rows).map(|r| (key(mask, self.tuple(r)), r as u32)).collect();
        keyed.sort_unstable();
        let mut ranges: FastMap<u64, (u32, u32)> = FastMap::default();
        for (i, (k, _)) in keyed.iter().enumerate() {
            ranges.entry(*k).or_insert((i as u32, 0)).1 = i as u32 + 1;
        }
        Index { ranges, order: keyed.into_iter().map(|(_, r)| r).collect() }
    }

    /// Number of different values in a column.
    pub fn distinct(&self, column: usize) -> usize {
        *self.distinct[column].get_or_init(|| {
            let set: FastSet<u32> = self.iter().map(|t| t[column].0).collect();
            set.len().max(1)
        })
    }
}
