//! One suite for every kind of store.

use super::*;
use crate::record::{Ending, Party, Side};
use std::fs;
use std::path::Path;

fn game(match_id: &str, number: u64) -> GameRecord {
    let side = |player| Side {
        player,
        name: format!("player {player}"),
        engine: None,
        seconds: 1.5,
        stderr: "line\n".into(),
    };
    let ending = Ending::Resigned { side: Party::White };
    GameRecord {
        match_id: match_id.into(),
        number,
        black: side(0),
        white: side(1),
        size: 9,
        komi: "6.5".into(),
        rules: "chinese".into(),
        handicap: 0,
        seed: u64::MAX,
        opening: 1,
        moves: vec!["D4".into(), "pass".into()],
        times: vec![0, 12],
        result: ending.to_string(),
        reason: ending.reason().into(),
        ending,
        remarks: vec![],
        finished: "2026-11-15T21:00:00Z".into(),
        seconds: 3.25,
    }
}

/// A folder of its own for each test, removed at its end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("aji-store-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn check(open: impl Fn() -> Box<dyn Store>) {
    {
        let mut store = open();
        store.begin("m", "{}").unwrap();
        assert!(store.save(&game("m", 3)).unwrap());
        assert!(store.save(&game("m", 1)).unwrap());
        assert!(store.save(&game("other", 1)).unwrap());
        let mut again = game("m", 3);
        again.result = "B+99".into();
        assert!(!store.save(&again).unwrap(), "a finished game is never replaced");
    }
    let mut store = open();
    assert_eq!(store.games("m").unwrap(), [game("m", 1), game("m", 3)]);
    assert_eq!(store.games("none").unwrap(), []);
    let more = [game("m", 1), game("m", 2)];
    assert_eq!(import(store.as_mut(), &more).unwrap(), 1);
    assert_eq!(store.games("m").unwrap().len(), 3);
}

#[test]
fn sqlite_keeps_games_between_openings() {
    let folder = Folder::new("sqlite");
    check(|| Box::new(SqliteStore::open(&folder.0.join("games.db")).unwrap()));
}

#[test]
fn lines_keep_games_between_openings() {
    let folder = Folder::new("lines");
    check(|| Box::new(LinesStore::open(&folder.0.join("games.jsonl")).unwrap()));
}

#[test]
fn a_database_in_memory_works_and_forgets() {
    let mut store = SqliteStore::in_memory().unwrap();
    store.begin("m", "{}").unwrap();
    assert!(store.save(&game("m", 0)).unwrap());
    assert_eq!(store.games("m").unwrap().len(), 1);
}

#[test]
fn the_same_name_for_another_match_is_refused() {
    let mut store = SqliteStore::in_memory().unwrap();
    store.begin("m", "one").unwrap();
    store.begin("m", "one").unwrap();
    assert!(matches!(store.begin("m", "two"), Err(StoreError::Clash(_))));
}

#[test]
fn files_of_other_programs_are_left_alone() {
    let folder = Folder::new("foreign");
    let text = folder.0.join("notes.txt");
    fs::write(&text, "not a database, but long enough to be looked at ".repeat(40)).unwrap();
    assert!(matches!(SqliteStore::open(&text), Err(StoreError::Foreign(_))));
    let other = folder.0.join("other.db");
    rusqlite::Connection::open(&other).unwrap().execute_batch("CREATE TABLE t (x)").unwrap();
    assert!(matches!(SqliteStore::open(&other), Err(StoreError::Foreign(_))));
    assert!(SqliteStore::open(Path::new("/nowhere/at/all.db")).is_err());
}

#[test]
fn a_line_cut_off_by_a_kill_is_dropped_and_its_game_played_again() {
    let folder = Folder::new("cut");
    let path = folder.0.join("games.jsonl");
    let whole = serde_json::to_string(&game("m", 0)).unwrap();
    fs::write(&path, format!("{whole}\n{}", &whole[..whole.len() / 2])).unwrap();
    let mut store = LinesStore::open(&path).unwrap();
    assert_eq!(store.games("m").unwrap().len(), 1);
    assert!(store.save(&game("m", 1)).unwrap());
    assert_eq!(read_lines(&path).unwrap(), [game("m", 0), game("m", 1)]);
}

#[test]
fn a_line_that_is_no_game_is_named() {
    let folder = Folder::new("bad");
    let path = folder.0.join("games.jsonl");
    fs::write(&path, "\n{\"no\": \"game\"}\n").unwrap();
    let error = read_lines(&path).unwrap_err().to_string();
    assert!(error.contains("games.jsonl, line 2: "), "{error}");
}

#[test]
fn exported_games_read_back() {
    let mut bytes = Vec::new();
    let games = [game("m", 0), game("m", 1)];
    write_lines(&mut bytes, &games).unwrap();
    let folder = Folder::new("export");
    let path = folder.0.join("out.jsonl");
    fs::write(&path, bytes).unwrap();
    assert_eq!(read_lines(&path).unwrap(), games);
}
