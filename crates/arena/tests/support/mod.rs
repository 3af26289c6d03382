//! What the tests of this folder share: engines that break, and folders that vanish.

#![allow(dead_code)]

use aji_arena::engine::{EngineSpec, Patience};
use aji_arena::record::GameRecord;
use aji_arena::schedule::{Conditions, Schedule};
use aji_arena::store::{SqliteStore, Store};
use aji_arena::tournament::{self, Manner, Outcome};
use aji_goban::Size;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

/// The test engine, with options such as `--fault exit`.
pub fn engine(options: &str) -> EngineSpec {
    let program = env!("CARGO_BIN_EXE_arena-test-engine");
    EngineSpec::parse(&format!("\"{program}\" gtp {options}")).unwrap()
}

/// A match of an engine against one that behaves: 7×7, half a second for an answer.
pub fn schedule(first: EngineSpec, games: u64) -> Schedule {
    let mut conditions = Conditions::new(Size::new(7).unwrap(), "6.5".parse().unwrap());
    conditions.patience = Patience { start: 10.0, answer: 1.0, grace: 0.5 };
    Schedule::pair(first, engine("--dead ''"), games, conditions)
}

/// Plays it without a file.
pub fn play(schedule: &Schedule) -> (Outcome, Vec<GameRecord>) {
    let mut store = SqliteStore::in_memory().unwrap();
    let never = AtomicBool::new(false);
    let outcome =
        tournament::run(schedule, &Manner::default(), &mut store, &never, &mut ()).unwrap();
    let games = store.games(&schedule.id()).unwrap();
    (outcome, games)
}

/// A folder of its own for each test, removed at its end.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("aji-arena-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
