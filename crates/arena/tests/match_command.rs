//! `match` as a process: what it prints, and that a kill loses nothing but the games in progress.

mod support;

use serde_json::Value;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};
use support::Folder;

fn command(options: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_arena-test-engine"));
    command.arg("match").args(options);
    command
}

fn finished(options: &[&str]) -> (Output, String, String) {
    let output = command(options).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    (output, out, err)
}

#[test]
fn json_has_the_figures_and_progress_is_readable() {
    let folder = Folder::new("json");
    let sgf = folder.file("sgf");
    let (output, out, err) = finished(&[
        "--black",
        "self --dead ''",
        "--white",
        "self --resign-after 3",
        "--games",
        "5",
        "--size",
        "7",
        "--komi",
        "7",
        "--playouts",
        "10",
        "--json",
        "--sgf",
        sgf.to_str().unwrap(),
    ]);
    assert!(output.status.success(), "{err}");
    let json: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((json["games"].as_u64(), json["wins"].as_u64()), (Some(5), Some(5)));
    assert_eq!(json["losses"], 0);
    assert_eq!(json["win_rate"], 1.0);
    assert!(json["interval"][0].as_f64().unwrap() > 0.5);
    assert!(json.get("elo").is_some() && json["elo_interval"][0].is_number());
    assert!(json["seconds"].as_f64().unwrap() > 0.0);
    assert_eq!(json["as_black"]["wins"], 3);
    assert!(err.lines().last().unwrap().starts_with("5/5"), "{err}");
    assert!(!err.contains('\r') && !err.contains('\u{1b}'));
    assert_eq!(std::fs::read_dir(sgf).unwrap().count(), 5);
}

#[test]
fn an_engine_that_cannot_play_ends_the_match_with_its_name_and_reason() {
    let (output, _, err) =
        finished(&["--black", "self", "--white", "no-such-engine", "--games", "2"]);
    assert!(!output.status.success());
    assert!(err.contains("no-such-engine") && err.contains("cannot start"), "{err}");
}

#[test]
fn exported_games_start_a_run_elsewhere() {
    let folder = Folder::new("export");
    let lines = folder.file("games.jsonl");
    let players = ["--black", "self --dead ''", "--white", "self --resign-after 3", "--size", "7"];
    let export = [&players[..], &["--games", "4", "--export", lines.to_str().unwrap()]].concat();
    assert!(finished(&export).0.status.success());
    let import =
        [&players[..], &["--games", "6", "--json", "--import", lines.to_str().unwrap()]].concat();
    let (_, out, err) = finished(&import);
    let json: Value = serde_json::from_str(&out).unwrap_or_else(|_| panic!("{err}"));
    assert_eq!((json["games"].as_u64(), json["played"].as_u64()), (Some(6), Some(2)));
}

/// How many games the database holds, or none if it is not there yet.
fn n_stored(database: &std::path::Path) -> u64 {
    let count = rusqlite::Connection::open(database)
        .and_then(|c| c.query_row("SELECT count(*) FROM games", [], |row| row.get::<_, i64>(0)));
    count.unwrap_or(0) as u64
}

#[test]
fn twelve_games_killed_twice_end_as_exactly_twelve() {
    let folder = Folder::new("kill");
    let database = folder.file("games.db");
    let options = [
        "--black",
        "self --dead '' --pause 2",
        "--white",
        "self --dead '' --pause 2",
        "--games",
        "12",
        "--size",
        "5",
        "--json",
        "--database",
        database.to_str().unwrap(),
    ];
    for n_before in [3, 7] {
        let mut child =
            command(&options).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let deadline = Instant::now() + Duration::from_secs(60);
        while n_stored(&database) < n_before {
            assert!(Instant::now() < deadline, "no progress");
            assert!(child.try_wait().unwrap().is_none(), "it ended before it was killed");
            std::thread::sleep(Duration::from_millis(5));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        assert!((n_before..12).contains(&n_stored(&database)));
    }
    let before = n_stored(&database);
    let (_, out, err) = finished(&options);
    let json: Value = serde_json::from_str(&out).unwrap_or_else(|_| panic!("{err}"));
    assert_eq!(json["games"], 12);
    assert_eq!(json["played"].as_u64(), Some(12 - before), "no finished game was played again");
    assert_eq!(n_stored(&database), 12);
    let (_, out, _) = finished(&options);
    let json: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((json["games"].as_u64(), json["played"].as_u64()), (Some(12), Some(0)));
}
