//! Progress as lines of text that also read well in a file.

use std::io::Write;
use std::time::{Duration, Instant};

/// Says how far a run has come, every few seconds.
pub struct Progress<'a> {
    out: &'a mut dyn Write,
    pause: Duration,
    last: Instant,
    stage: Instant,
    /// How much of the stage was done when it began.
    from: u64,
}

impl<'a> Progress<'a> {
    /// Lines to `out`, one every `pause` at most.
    pub fn new(out: &'a mut dyn Write, pause: Duration) -> Progress<'a> {
        let now = Instant::now();
        Progress { out, pause, last: now, stage: now, from: 0 }
    }

    /// A line at once. That nobody can read it stops nothing.
    pub fn say(&mut self, text: &str) {
        let _ = writeln!(self.out, "{text}");
        let _ = self.out.flush();
        self.last = Instant::now();
    }

    /// A new stage begins, of which `from` units were done before.
    pub fn begin(&mut self, from: u64) {
        (self.stage, self.from) = (Instant::now(), from);
    }

    /// Says how far the stage is, if it is time: what is done, of how much in all if that is known, and how fast in
    /// `counted` things a second.
    pub fn step(&mut self, name: &str, done: u64, all: Option<u64>, counted: (u64, &str)) {
        if self.last.elapsed() < self.pause {
            return;
        }
        let seconds = self.stage.elapsed().as_secs_f64().max(1e-6);
        let speed = counted.0 as f64 / seconds;
        let (of, left) = match all.filter(|&all| all >= done && done > self.from) {
            Some(all) => {
                let left = seconds * (all - done) as f64 / (done - self.from) as f64;
                (format!(" of {all}"), format!(", {} left", spoken(left)))
            }
            None => (String::new(), String::new()),
        };
        self.say(&format!("{name}: {done}{of}, {speed:.0} {}/s{left}", counted.1));
    }

    /// Seconds since the stage began.
    pub fn seconds(&self) -> f64 {
        self.stage.elapsed().as_secs_f64()
    }

    /// Whether it is time for a line again.
    pub fn is_time(&self) -> bool {
        self.last.elapsed() >= self.pause
    }
}

/// Seconds in words.
pub fn spoken(seconds: f64) -> String {
    let seconds = seconds.round() as u64;
    match seconds {
        0..=119 => format!("{seconds} s"),
        120..=7199 => format!("{} min", seconds / 60),
        _ => format!("{} h {} min", seconds / 3600, seconds / 60 % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_say_how_much_how_fast_and_how_long() {
        let mut out = Vec::new();
        let mut progress = Progress::new(&mut out, Duration::ZERO);
        progress.begin(0);
        std::thread::sleep(Duration::from_millis(20));
        progress.step("contests", 10, Some(40), (200, "positions"));
        progress.step("contests", 10, None, (200, "positions"));
        let text = String::from_utf8(out).unwrap();
        let mut lines = text.lines();
        let first = lines.next().unwrap();
        assert!(first.starts_with("contests: 10 of 40, ") && first.ends_with("s left"), "{first}");
        assert!(lines.next().unwrap().ends_with(" positions/s"));
        assert_eq!([5.0, 150.0, 8000.0].map(spoken), ["5 s", "2 min", "2 h 13 min"]);
    }
}
