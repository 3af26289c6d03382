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
    /// At most so much in place of that while it is unclear which move is best.
    pub time_if_unclear: Option<Duration>,
}

impl Budget {
    /// So many playouts, however long they take.
    pub const fn playouts(n: u64) -> Budget {
        Budget { playouts: Some(n), time: None, time_if_unclear: None }
    }

    /// So much time.
    pub const fn time(time: Duration) -> Budget {
        Budget { playouts: None, time: Some(time), time_if_unclear: None }
    }
}

/// Counts what is spent. Shared by all workers of a search.
#[derive(Debug)]
pub struct Meter<'a> {
    budget: Budget,
    start: Instant,
    n_started: AtomicU64,
    is_enough: AtomicBool,
    is_unclear: AtomicBool,
    stop: &'a AtomicBool,
}

/// Every so many playouts a worker looks whether more would change anything.
const LOOK_EVERY: u64 = 128;

impl<'a> Meter<'a> {
    /// Starts counting now.
    pub fn new(budget: Budget, stop: &'a AtomicBool) -> Meter<'a> {
        Meter {
            budget,
            start: Instant::now(),
            n_started: AtomicU64::new(0),
            is_enough: AtomicBool::new(false),
            is_unclear: AtomicBool::new(false),
            stop,
        }
    }

    /// Takes one playout from the budget; false if there is none left.
    #[inline]
    pub fn take(&self) -> bool {
        if self.stop.load(Ordering::Relaxed)
            || self.is_enough.load(Ordering::Relaxed)
            || self.is_time_up()
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

    #[inline]
    fn is_time_up(&self) -> bool {
        self.time().is_some_and(|time| self.start.elapsed() >= time)
    }

    /// The time the search may take as things stand.
    #[inline]
    fn time(&self) -> Option<Duration> {
        let is_unclear = self.is_unclear.load(Ordering::Relaxed);
        let longer = self.budget.time_if_unclear.filter(|_| is_unclear);
        longer.or(self.budget.time)
    }

    /// Is the search timed, with more time where it is unclear which move is best?
    #[inline]
    pub const fn wants_clarity(&self) -> bool {
        self.budget.time_if_unclear.is_some()
    }

    /// Tells how clear it is which move is best.
    pub fn set_unclear(&self, is_unclear: bool) {
        self.is_unclear.store(is_unclear, Ordering::Relaxed);
    }

    /// Is it time to look whether more would change anything?
    #[inline]
    pub fn is_time_to_look(&self) -> bool {
        self.n_playouts().is_multiple_of(LOOK_EVERY)
    }

    /// The playouts that are left, as far as can be told; none without a limit.
    pub fn n_left(&self) -> Option<u64> {
        let n = self.n_playouts();
        let by_number = self.budget.playouts.map(|most| most.saturating_sub(n));
        let by_time = self.time().map(|time| {
            let elapsed = self.elapsed().as_secs_f64().max(1e-6);
            let left = time.as_secs_f64() - elapsed;
            (left.max(0.0) * n as f64 / elapsed) as u64
        });
        match (by_number, by_time) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        }
    }

    /// More playouts would change nothing.
    pub fn say_enough(&self) {
        self.is_enough.store(true, Ordering::Relaxed);
    }

    /// Set when somebody says stop.
    pub const fn stop(&self) -> &AtomicBool {
        self.stop
    }

    /// Is there nothing left to spend?
    pub fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
            || self.is_enough.load(Ordering::Relaxed)
            || self.is_time_up()
            || self.budget.playouts.is_some_and(|most| self.n_playouts() >= most)
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
