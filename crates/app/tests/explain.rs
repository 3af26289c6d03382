//! `aji explain` as people call it.

use serde_json::Value;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

/// White's B2 puts B1 into atari; Black takes C1 at D1. Then White passes.
const GAME: &str = "(;SZ[5]AB[be][cd][dd]AW[ce]PL[W];W[bd];B[de];W[];B[aa])";

/// The text as a file of its own.
fn file(name: &str, text: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let path = folder.join(format!("explain-{name}.sgf"));
    fs::write(&path, text).expect("the folder can be written");
    path
}

fn explain(path: &PathBuf, options: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_aji"));
    command.arg("explain").arg(path).args(options).output().expect("the program starts")
}

/// What it prints; it must succeed.
fn text(path: &PathBuf, options: &[&str]) -> String {
    let output = explain(path, options);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// What it complains about; it must fail.
fn complaint(path: &PathBuf, options: &[&str]) -> String {
    let output = explain(path, options);
    assert!(!output.status.success());
    assert!(output.stdout.is_empty(), "a complaint goes to the error stream");
    String::from_utf8(output.stderr).expect("UTF-8")
}

#[test]
fn the_features_of_a_move_are_told_in_words() {
    let told = text(&file("words", GAME), &["--move", "2"]);
    assert!(told.contains("Move 2: Black (X) plays D1"), "{told}");
    assert!(told.contains("takes a stone to save a stone just put into atari"), "{told}");
    assert!(told.contains("Alternatives, by rule"), "{told}");
    assert!(told.contains("(O)X X . 2"), "the last move stands in brackets\n{told}");
    assert!(told.contains(" 1 "), "{told}");
    assert!(told.lines().any(|line| line.starts_with(" 1") && line.contains('*')), "{told}");
}

#[test]
fn json_has_names_and_words_for_the_move_and_its_alternatives() {
    let told = text(&file("json", GAME), &["--move", "2", "--json", "--alternatives", "3"]);
    let json: Value = serde_json::from_str(&told).expect("one JSON object");
    assert_eq!((&json["move"], &json["color"]), (&Value::from(2), &Value::from("black")));
    assert_eq!(json["last_move"], "B2");
    assert_eq!(json["played"]["point"], "D1");
    let names: Vec<&str> = json["played"]["features"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|feature| feature["name"].as_str().expect("a name"))
        .collect();
    assert_eq!(names, ["rescue-capture/own-1/enemy-1", "to-last/5", "place/1-2"]);
    assert_eq!(json["alternatives"].as_array().map(Vec::len), Some(3));
    for alternative in json["alternatives"].as_array().expect("a list") {
        assert!(!alternative["features"].as_array().expect("a list").is_empty());
    }
}

#[test]
fn the_most_urgent_alternative_comes_first() {
    // Black played elsewhere although the stone could be saved by taking.
    let game = GAME.replace("B[de]", "B[ea]");
    let told = text(&file("urgent", &game), &["--move", "2", "--json"]);
    let json: Value = serde_json::from_str(&told).expect("one JSON object");
    assert_eq!(json["alternatives"][0]["point"], "D1");
    assert_eq!(json["ordered_by"].as_str().map(|text| &text[..5]), Some("rule:"));
}

#[test]
fn a_move_that_is_not_there_is_named_with_those_that_are() {
    let path = file("missing", GAME);
    for number in ["0", "5", "999"] {
        let told = complaint(&path, &["--move", number]);
        assert!(told.contains(&format!("there is no move {number}")), "{told}");
        assert!(told.contains("moves 1 to 4"), "{told}");
    }
}

#[test]
fn a_pass_and_what_is_no_record_are_said_to_be_so() {
    let told = complaint(&file("pass", GAME), &["--move", "3"]);
    assert!(told.contains("move 3 is a pass"), "{told}");
    let told = complaint(&file("text", "no record at all"), &["--move", "1"]);
    assert!(told.contains("is no SGF record"), "{told}");
    let told = complaint(&PathBuf::from("no-such-file.sgf"), &["--move", "1"]);
    assert!(told.contains("cannot read no-such-file.sgf"), "{told}");
    let told = complaint(&file("size", "(;SZ[77];B[aa])"), &["--move", "1"]);
    assert!(told.contains("cannot be played"), "{told}");
}

#[test]
fn handicap_and_the_first_move_have_no_last_move_to_answer() {
    let game = "(;SZ[9]HA[2]AB[cc][gg];W[ee])";
    let told = text(&file("first", game), &["--move", "1", "--json"]);
    let json: Value = serde_json::from_str(&told).expect("one JSON object");
    assert_eq!((&json["color"], &json["last_move"]), (&Value::from("white"), &Value::Null));
    assert_eq!(json["played"]["features"][0]["name"], "place/5-5");
}
