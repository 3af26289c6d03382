//! The end of a stream of any length, in bounded memory.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

/// Keeps the last bytes that were written to it; clones share them.
#[derive(Clone, Debug)]
pub struct Tail {
    inner: Arc<Mutex<Inner>>,
    limit: usize,
}

#[derive(Debug, Default)]
struct Inner {
    bytes: VecDeque<u8>,
    n_written: u64,
}

/// What a [`Tail`] kept, and how much there was.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    /// The last bytes, as text.
    pub text: String,
    /// All bytes that were written.
    pub n_bytes: u64,
}

impl Tail {
    /// Keeps at most `limit` bytes.
    pub fn new(limit: usize) -> Tail {
        Tail { inner: Arc::default(), limit }
    }

    /// Adds bytes at the end.
    pub fn write(&self, bytes: &[u8]) {
        let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        inner.n_written += bytes.len() as u64;
        let kept = &bytes[bytes.len().saturating_sub(self.limit)..];
        let n_gone = (inner.bytes.len() + kept.len()).saturating_sub(self.limit);
        inner.bytes.drain(..n_gone);
        inner.bytes.extend(kept);
    }

    /// Takes what was kept and starts anew.
    pub fn take(&self) -> Kept {
        let inner = &mut *self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        let inner = std::mem::take(inner);
        let bytes = Vec::from(inner.bytes);
        Kept { text: String::from_utf8_lossy(&bytes).into_owned(), n_bytes: inner.n_written }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_bytes_are_kept_and_all_are_counted() {
        let tail = Tail::new(4);
        tail.write(b"abc");
        tail.write(b"def");
        assert_eq!(tail.take(), Kept { text: "cdef".into(), n_bytes: 6 });
        assert_eq!(tail.take(), Kept::default());
        tail.write(&[b'x'; 1000]);
        assert_eq!(tail.take(), Kept { text: "xxxx".into(), n_bytes: 1000 });
    }
}
