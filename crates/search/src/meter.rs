//! How long a search may go on: playouts, time, or until somebody says stop.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// What a search may spend. With neither limit it goes on until it is stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Budget {
    /// At most so many playouts.
    pub playouts: Option<u64>,
    /// At most so much time.
    pub time: Option<Duration>,
}

impl Budget {
    /// So many playouts, however long they take.
    pub const fn playouts(n: u64) -> Budget {
        Budget { playouts: Some(n), time: None }
    }

    /// So much time.
    pub const fn time(time: Duration) -> Budget {
        Budget { playouts: None, time: Some(time) }
    }
}

/// Counts what is spent. Shared by all workers of a search.
#[derive(Debug)]
pub struct Meter<'a> {
    budget: Budget,
    start: Instant,
    n_started: AtomicU64,
    stop: &'a AtomicBool,
}

impl<'a> Meter<'a> {
    /// Starts counting now.
    pub fn new(budget: Budget, stop: &'a AtomicBool) -> Meter<'a> {
        Meter { budget, start: Instant::now(), n_started: AtomicU64::new(0), stop }
    }

    /// Takes one playout from the budget; false if there is none left.
    #[inline]
    pub fn take(&self) -> bool {
        if self.stop.load(Ordering::Relaxed)
            || self.budget.time.is_some_and(|time| self.start.elapsed() >= time)
        {
            return false;
        }
        let taken = self.n_started.fetch_add(1, Ordering::Relaxed);
        let allowed = self.budget.playouts.is_none_or(|most| taken < most);
        if !allowed {
            self.n_started.fetch_sub(1, Ordering::Relaxed);
        }
        allowed
    }

    /// The playouts taken so far.
    pub fn n_playouts(&self) -> u64 {
        self.n_started.load(Ordering::Relaxed)
    }

    /// The time since the start.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }
}
