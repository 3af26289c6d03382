//! `match --player …` as a process: gauntlets and round robins, their tables, and that they go on.

mod support;

use serde_json::Value;
use std::process::Command;
use support::Folder;

/// Three players whose order is known: who resigns sooner loses.
const PLAYERS: [&str; 6] = [
    "--player",
    "early=self --resign-after 3",
    "--player",
    "late=self --resign-after 6",
    "--player",
    "never=self --dead ''",
];

fn finished(options: &[&str]) -> (String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_arena-test-engine"));
    command.arg("match").args(PLAYERS).args(["--size", "7"]).args(options);
    let output = command.output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    let (out, err) = (text(output.stdout), text(output.stderr));
    assert!(output.status.success(), "{err}");
    (out, err)
}

fn json(options: &[&str]) -> Value {
    let (out, err) = finished(&[options, &["--json"]].concat());
    serde_json::from_str(&out).unwrap_or_else(|error| panic!("{error}: {out}{err}"))
}

fn names(rows: &Value) -> Vec<&str> {
    rows.as_array().unwrap().iter().map(|row| row["player"].as_str().unwrap()).collect()
}

#[test]
fn in_a_round_robin_everybody_meets_everybody_and_the_best_stands_first() {
    let table = json(&["--games", "4"]);
    assert_eq!((&table["schedule"], &table["all_games"]), (&"round_robin".into(), &12.into()));
    assert_eq!(names(&table["players"]), ["never", "late", "early"]);
    let players = table["players"].as_array().unwrap();
    assert_eq!((&players[0]["wins"], &players[0]["losses"]), (&8.into(), &0.into()));
    assert_eq!((&players[1]["wins"], &players[1]["losses"]), (&4.into(), &4.into()));
    let ratings: Vec<f64> = players.iter().map(|row| row["elo"].as_f64().unwrap()).collect();
    assert!(ratings[0] > 100.0 && ratings[1].abs() < 1.0 && ratings[2] < -100.0, "{ratings:?}");
    for row in players {
        let (low, high) = (&row["elo_interval"][0], &row["elo_interval"][1]);
        assert!(low.as_f64().unwrap() < row["elo"].as_f64().unwrap());
        assert!(high.as_f64().unwrap() > row["elo"].as_f64().unwrap());
    }
    let met: Vec<(&str, u64, u64)> = table["pairings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|pairing| {
            let count = |key: &str| pairing[key].as_u64().unwrap();
            (pairing["opponent"].as_str().unwrap(), count("wins"), count("losses"))
        })
        .collect();
    assert_eq!(met, [("late", 0, 4), ("never", 0, 4), ("never", 0, 4)]);
    // What a match of two prints is there for the player named first.
    assert_eq!((&table["player"], &table["games"]), (&"early".into(), &8.into()));
    for key in ["wins", "losses", "win_rate", "interval", "elo", "seconds"] {
        assert!(table.get(key).is_some_and(|value| !value.is_null()), "{key}");
    }
}

#[test]
fn in_a_gauntlet_the_first_meets_the_others_and_an_anchor_keeps_its_rating() {
    let table = json(&["--games", "2", "--schedule", "gauntlet", "--anchor", "late=1500"]);
    assert_eq!((&table["schedule"], &table["all_games"]), (&"gauntlet".into(), &4.into()));
    assert_eq!(table["pairings"].as_array().unwrap().len(), 2);
    let late = &table["players"].as_array().unwrap().iter().find(|row| row["player"] == "late");
    let late = late.unwrap();
    assert_eq!((&late["elo"], &late["is_anchor"]), (&1500.0.into(), &true.into()));
    assert!(table["elo"].as_f64().unwrap() < 1500.0);
}

#[test]
fn a_tournament_goes_on_where_it_stopped_here_and_elsewhere() {
    let folder = Folder::new("tournament");
    let database = folder.file("games.db");
    let lines = folder.file("games.jsonl");
    let kept = ["--database", database.to_str().unwrap()];
    let first = json(&[&kept[..], &["--games", "2"]].concat());
    assert_eq!(first["played"], 6);
    let more = [&kept[..], &["--games", "4", "--export", lines.to_str().unwrap()]].concat();
    let second = json(&more);
    assert_eq!((&second["played"], &second["all_games"]), (&6.into(), &12.into()));
    let third = json(&["--games", "4", "--import", lines.to_str().unwrap()]);
    assert_eq!((&third["played"], &third["all_games"]), (&0.into(), &12.into()));
    assert_eq!(third["players"][0]["wins"], second["players"][0]["wins"]);
}

#[test]
fn the_table_and_the_progress_can_be_read() {
    let (out, err) = finished(&["--games", "2"]);
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines[0], "round robin of 3 players: 6 games");
    assert!(lines[2].starts_with("  1  never   +"), "{out}");
    assert!(out.contains("won-lost  1    2    3\n"), "{out}");
    assert!(out.contains("  2  late      0-2       2-0\n"), "{out}");
    let last = err.lines().last().unwrap();
    assert!(last.starts_with("6/6  ") && last.contains("late - never: 0-2"), "{err}");
    assert!(err.starts_with("tournament ") && err.contains("3 pairings of 2 games"), "{err}");
}

#[test]
fn who_breaks_down_is_named_and_the_others_play_on() {
    let (out, _) = finished(&["--games", "2", "--player", "bad=self --fault exit --after 2"]);
    let line = out.lines().find(|line| line.contains("faults")).unwrap();
    assert!(line.contains("bad: ") && line.ends_with(" exited"), "{out}");
    assert!(out.starts_with("round robin of 4 players: 12 games"), "{out}");
}
