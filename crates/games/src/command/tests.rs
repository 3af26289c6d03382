//! The command as a user meets it.

use super::{GamesArgs, run};
use clap::Parser;
use serde_json::Value;

fn output(words: &[&str]) -> Result<String, String> {
    let args =
        GamesArgs::try_parse_from([&["games"], words].concat()).map_err(|e| e.to_string())?;
    let mut out = Vec::new();
    run(&args, &mut out).map_err(|e| e.to_string())?;
    Ok(String::from_utf8(out).unwrap())
}

fn json(words: &[&str]) -> Value {
    serde_json::from_str(output(words).unwrap().lines().next().unwrap()).unwrap()
}

#[test]
fn perft_prints_nodes() {
    assert_eq!(json(&["perft", "othello", "--depth", "6", "--json"])["nodes"], 8200);
    assert_eq!(json(&["perft", "othello", "--depth", "8", "--native", "--json"])["nodes"], 390_216);
    assert_eq!(json(&["perft", "tictactoe", "--depth", "9", "--json"])["nodes"], 127_872);
    assert_eq!(json(&["perft", "connectfour", "--depth", "6", "--json"])["nodes"], 117_649);
    assert_eq!(json(&["perft", "breakthrough", "--depth", "3", "--json"])["nodes"], 11_132);
    assert!(output(&["perft", "hasami", "--native"]).unwrap_err().contains("othello only"));
}

#[test]
fn solve_prints_score_move_nodes_and_seconds() {
    // Six empties, FFO 20's published answer: h5 wins by six.
    let board = "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO-";
    let line = json(&["solve", board, "X", "--json"]);
    assert_eq!((&line["score"], &line["move"]), (&Value::from(6), &Value::from("h5")));
    assert!(line["nodes"].as_u64().unwrap() > 0 && line["seconds"].as_f64().unwrap() >= 0.0);
    // A board may begin with empty squares, which look like an option.
    let turned: String = board.chars().rev().collect();
    assert_eq!(json(&["solve", &turned, "X", "--json"])["move"], "a4");
    assert_eq!(json(&["solve", "tictactoe", "--json"])["score"], 0);
    assert!(output(&["solve", "XO"]).unwrap_err().contains("64 squares"));
}

#[test]
fn list_check_and_play_answer() {
    assert_eq!(output(&["list"]).unwrap().lines().count(), 9);
    let line = json(&["check", "othello", "--set", "size=4", "--json"]);
    assert_eq!((&line["variables"], &line["symmetries"]), (&Value::from(17), &Value::from(8)));
    let line = json(&["play", "tictactoe", "--moves", "a1 b1 c3 a2", "--engine", "dfpn", "--json"]);
    assert_eq!(line["value"], 1.0);
    let said = output(&["play", "tictactoe", "--moves", "a1 a1"]).unwrap_err();
    assert!(said.contains("move 2 `a1` is not legal"), "{said}");
    assert!(output(&["check", "nowhere"]).unwrap_err().contains("no game called nowhere"));
}

#[test]
fn a_trained_model_can_be_read_and_all_evaluators_agree_on_it() {
    let folder = std::env::temp_dir().join(format!("aji-games-test-{}", std::process::id()));
    let file = folder.join("ttt.txt");
    let path = file.to_str().unwrap();
    output(&[
        "train",
        "tictactoe",
        "--out",
        path,
        "--games",
        "200",
        "--rounds",
        "1",
        "--depth",
        "1",
        "--classes",
        "60",
    ])
    .unwrap();
    let line = json(&["eval", "tictactoe", "--model", path, "--json"]);
    for kind in ["cover", "flat", "folded"] {
        assert_eq!(line[kind], line["direct"], "{kind}");
    }
    let line = json(&["play", "tictactoe", "--model", path, "--time", "0.05", "--json"]);
    assert!(line["move"].is_string());
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn rounds_of_training_may_differ_and_are_tested_against_material_in_one_go() {
    let folder = std::env::temp_dir().join(format!("aji-games-rounds-{}", std::process::id()));
    let (whole, half, rest) = (folder.join("a.txt"), folder.join("b.txt"), folder.join("c.txt"));
    let train = |more: &[&str]| {
        let options = ["train", "hasami-6x6", "--classes", "40", "--shapes", "0"];
        output(&[&options[..], more].concat())
    };
    let (whole, half, rest) =
        (whole.to_str().unwrap(), half.to_str().unwrap(), rest.to_str().unwrap());
    let lists = ["--games", "20,12", "--depth", "1,2", "--ahead", "0,0.7", "--seed", "3,9"];
    let said = train(&[&["--out", whole, "--pairs", "1", "--time", "1"], &lists[..]].concat());
    let said = said.unwrap();
    assert_eq!(said.lines().count(), 3, "two rounds and a match: {said}");
    let last: Value = serde_json::from_str(said.lines().last().unwrap()).unwrap();
    assert_eq!((&last["match"], &last["games"]), (&"trained against material".into(), &2.into()));
    // The same rounds one by one make the same model.
    let one = ["--rounds", "1", "--games", "20", "--depth", "1", "--ahead", "0", "--seed", "3"];
    train(&[&["--out", half], &one[..]].concat()).unwrap();
    let two = ["--rounds", "1", "--games", "12", "--depth", "2", "--ahead", "0.7", "--seed", "9"];
    train(&[&["--out", rest, "--from", half], &two[..]].concat()).unwrap();
    let text = |path: &str| std::fs::read_to_string(path).unwrap();
    assert_eq!(text(whole), text(rest));
    let error = train(&["--out", whole, "--games", "1,2,3", "--depth", "1,2"]).unwrap_err();
    assert!(error.contains("--depth has 2 numbers for 3 rounds"), "{error}");
    std::fs::remove_dir_all(folder).unwrap();
}
