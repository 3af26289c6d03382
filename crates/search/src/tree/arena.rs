//! A pool of things that are handed out in runs and never taken back, shared without locks.
//!
//! Room is made in segments, as it is needed: a search of a thousand playouts touches little memory
//! though the tree may grow large.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Things in a segment. A run lies within one segment, so that it is a slice.
const SEGMENT: usize = 1 << 14;

/// A pool with a fixed limit.
#[derive(Debug)]
pub struct Arena<T> {
    segments: Box<[OnceLock<Box<[T]>>]>,
    n: AtomicUsize,
}

impl<T: Default> Arena<T> {
    /// A pool for at least `most` things.
    pub fn new(most: usize) -> Arena<T> {
        // The number of a thing fits 32 bits.
        let n_segments = most.div_ceil(SEGMENT).clamp(1, u32::MAX as usize / SEGMENT);
        let segments = (0..n_segments).map(|_| OnceLock::new()).collect();
        Arena { segments, n: AtomicUsize::new(0) }
    }

    /// The number of things handed out, with those lost at the ends of segments.
    pub fn len(&self) -> usize {
        self.n.load(Ordering::Relaxed)
    }

    /// Hands out a run of `n` fresh things, `n` at most a segment; the number of the first, or none if
    /// the pool is used up.
    pub fn alloc(&self, n: usize) -> Option<u32> {
        debug_assert!(n <= SEGMENT);
        let room = self.segments.len() * SEGMENT;
        let mut start = self.n.load(Ordering::Relaxed);
        loop {
            let left_in_segment = SEGMENT - start % SEGMENT;
            let first = if left_in_segment < n { start + left_in_segment } else { start };
            if first + n > room {
                return None;
            }
            let set = self.n.compare_exchange_weak(
                start,
                first + n,
                Ordering::Relaxed,
                Ordering::Relaxed,
            );
            match set {
                Ok(_) => {
                    self.segments[first / SEGMENT]
                        .get_or_init(|| (0..SEGMENT).map(|_| T::default()).collect());
                    return Some(first as u32);
                }
                Err(now) => start = now,
            }
        }
    }

    /// A run that was handed out.
    #[inline]
    pub fn slice(&self, first: u32, n: usize) -> &[T] {
        let (segment, place) = (first as usize / SEGMENT, first as usize % SEGMENT);
        match self.segments[segment].get() {
            Some(things) => &things[place..place + n],
            None => &[],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicU32;

    #[test]
    fn runs_do_not_overlap_and_the_pool_ends() {
        let arena: Arena<AtomicU32> = Arena::new(2 * SEGMENT);
        let mut n_runs = 0;
        while let Some(first) = arena.alloc(300) {
            for thing in arena.slice(first, 300) {
                assert_eq!(thing.fetch_add(1, Ordering::Relaxed), 0);
            }
            n_runs += 1;
        }
        assert_eq!(n_runs, 2 * (SEGMENT / 300));
    }

    #[test]
    fn workers_get_runs_of_their_own() {
        let arena: Arena<AtomicU32> = Arena::new(8 * SEGMENT);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    while let Some(first) = arena.alloc(77) {
                        for thing in arena.slice(first, 77) {
                            assert_eq!(thing.fetch_add(1, Ordering::Relaxed), 0);
                        }
                    }
                });
            }
        });
        assert!(arena.len() > 7 * SEGMENT);
    }
}
