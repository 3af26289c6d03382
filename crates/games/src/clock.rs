//! Time on the processor, so that figures do not depend on what else the machine does.

use std::time::Instant;

/// Seconds this thread has run, from the kernel's own count where there is one.
fn thread_seconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let ns: f64 = text.split_whitespace().next()?.parse().ok()?;
    Some(ns / 1e9)
}

/// Measures processor time of the calling thread (wall time elsewhere than on Linux).
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    wall: Instant,
    thread: Option<f64>,
}

impl Clock {
    /// Starts now.
    pub fn start() -> Self {
        Clock { wall: Instant::now(), thread: thread_seconds() }
    }

    /// Seconds since.
    pub fn seconds(&self) -> f64 {
        match (self.thread, thread_seconds()) {
            (Some(a), Some(b)) if b > a => b - a,
            _ => self.wall.elapsed().as_secs_f64(),
        }
    }
}
