//! Searches that are started and canceled leave nothing behind. Alone in its process, whose memory it measures.

use aji_goban::{Game, Komi, Rules, Size};
use aji_search::{Budget, Engine, Preset};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

#[test]
fn a_thousand_searches_started_and_canceled_leak_nothing() {
    let game = Game::new(Size::MAX, Rules::CHINESE, Komi::default());
    let mut settings = Preset::Default.settings();
    settings.search.threads = 2;
    // Else the tree of the one position grows from search to search, as it should.
    settings.search.reuse = false;
    let mut engine = Engine::new(settings).unwrap();
    let mut after_warm_up = 0;
    for i in 0..1000 {
        let stop = AtomicBool::new(false);
        std::thread::scope(|scope| {
            let searching = scope.spawn(|| engine.search(&game, Budget::default(), &stop, None));
            if i % 10 == 0 {
                std::thread::sleep(Duration::from_millis(2));
            }
            stop.store(true, Ordering::Relaxed);
            searching.join().unwrap();
        });
        if i == 100 {
            after_warm_up = resident_kilobytes();
        }
    }
    let grown = resident_kilobytes().saturating_sub(after_warm_up);
    assert!(grown < 8 * 1024, "{grown} kB more after 900 searches");
}

/// What the process holds in memory, where the system tells; 0 elsewhere.
fn resident_kilobytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS:"));
    line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok()).unwrap_or(0)
}
