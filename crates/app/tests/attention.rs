//! `aji attention` as people call it.

use serde_json::Value;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

/// Stones of figure 3: the white group F8, H8, H6, the black group C7, C5, and the white stone M8; Black to move.
const GAME: &str = "(;SZ[13]KM[6.5]AB[cg][ci]AW[ff][hf][hh][lf]PL[B];B[eg];W[dd])";

fn file(name: &str, text: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("attention-{name}.sgf"));
    fs::write(&path, text).expect("the folder can be written");
    path
}

fn attention(path: &PathBuf, options: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_aji"));
    command.arg("attention").arg(path).args(options).output().expect("the program starts")
}

fn text(path: &PathBuf, options: &[&str]) -> String {
    let output = attention(path, options);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn json(path: &PathBuf, options: &[&str]) -> Value {
    let options = [options, &["--json"]].concat();
    serde_json::from_str(&text(path, &options)).expect("one JSON object")
}

#[test]
fn json_has_groups_links_partial_boards_and_the_attended_one() {
    let json = json(&file("json", GAME), &["--move", "1", "--method", "one"]);
    assert_eq!(
        (&json["move"], &json["to_move"], &json["method"]),
        (&1.into(), &"black".into(), &"one".into())
    );
    assert_eq!(json["groups"].as_array().unwrap().len(), 3);
    assert_eq!(json["links"].as_array().unwrap().len(), 3);
    assert_eq!(json["played"], "E7");
    let boards = json["partial_boards"].as_array().unwrap();
    let of_groups = |board: &&Value| board["kind"] == "groups";
    assert_eq!(boards.iter().filter(of_groups).count(), 2);
    let attended = json["attended"].as_u64().unwrap() as usize;
    let first = boards[attended]["attention"].as_f64().unwrap();
    assert!(boards.iter().all(|board| board["attention"].as_f64().unwrap() <= first));
    for board in boards {
        let n = |key: &str| board[key].as_array().unwrap().len();
        assert!(n("focus") <= n("open") && n("open") <= n("points") && n("focus") > 0);
        assert!(board["elements"]["importance"].is_number() && board["reasons"].is_array());
    }
    assert_eq!(json["point_weights"].as_array().unwrap().len(), 169);
}

#[test]
fn words_name_the_state_the_goals_and_the_reasons() {
    let told = text(&file("words", GAME), &["--move", "2"]);
    assert!(told.starts_with("Before move 2: white to move\nopening"), "{told}");
    assert!(told.contains("The most attended of "), "{told}");
    assert!(told.contains("   - ") && told.contains("Played was D10"), "{told}");
}

#[test]
fn pictures_show_what_was_asked_for() {
    let game = file("picture", GAME);
    let picture = game.with_extension("svg");
    let draw = |show: &str| {
        let path = picture.to_str().expect("UTF-8");
        text(&game, &["--move", "3", "--svg", path, "--show", show, "--playouts", "10"]);
        fs::read_to_string(&picture).expect("it was written")
    };
    assert!(draw("boards").contains("#d32f2f"), "the attended one is outlined");
    assert!(draw("groups").contains("stroke-dasharray"), "open links are broken lines");
    assert!(draw("influence").contains("M-4-4"), "conflict points are crossed");
    assert!(draw("weights").contains("hsl("));
}

#[test]
fn what_cannot_be_done_is_told_with_a_remedy() {
    let complaint = |options: &[&str]| {
        let output = attention(&file("bad", GAME), options);
        assert!(!output.status.success() && output.stdout.is_empty());
        String::from_utf8(output.stderr).expect("UTF-8")
    };
    assert!(complaint(&["--move", "9"]).contains("has moves 1 to 2"));
    let told = complaint(&["--move", "1", "--method", "most"]);
    assert!(told.contains("all, several, one, one-enemy, all-enemies"), "{told}");
}
