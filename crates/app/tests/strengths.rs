//! Weights and strengths named on the command line: they count, and where they cannot be used the message names file,
//! cause and remedy.

use std::io::Write;
use std::process::{Command, Stdio};

fn complaint(name: &str, contents: Option<&[u8]>) -> String {
    let file = std::env::temp_dir().join(format!("aji-{}-{name}", std::process::id()));
    if let Some(contents) = contents {
        std::fs::write(&file, contents).unwrap();
    }
    let output = Command::new(env!("CARGO_BIN_EXE_aji"))
        .args(["gtp", "--set", &format!("playout.gammas={}", file.display())])
        .output()
        .unwrap();
    let _ = std::fs::remove_file(&file);
    assert!(!output.status.success());
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(text.contains(&format!("aji-{}-{name}", std::process::id())), "{text}");
    assert!(text.contains("leave playout.gammas empty"), "the remedy: {text}");
    text
}

const GOOD: &str = "version = 1\n[tactics]\n\"other-capture\" = 8\n[distances]\n2 = 4\n";

#[test]
fn a_missing_file_is_named() {
    assert!(complaint("missing.toml", None).contains("cannot read"));
}

#[test]
fn a_foreign_or_damaged_file_is_told_apart() {
    assert!(complaint("foreign.toml", Some(b"hello")).contains("no file of strengths"));
    assert!(complaint("bytes.toml", Some(&[0xFF; 40])).contains("not a file of weights"));
    let cut = &GOOD.as_bytes()[..GOOD.len() - 8];
    assert!(complaint("cut.toml", Some(cut)).contains("no file of strengths"));
}

#[test]
fn an_outdated_file_is_told() {
    let old = GOOD.replace("version = 1", "version = 0");
    assert!(complaint("old.toml", Some(old.as_bytes())).contains("version 0"));
    let other = GOOD.replace("other-capture", "grab-all");
    assert!(complaint("other.toml", Some(other.as_bytes())).contains("no tactic \"grab-all\""));
}

/// What the engine says of its search for a first move with one setting changed.
fn thoughts(preset: &str, setting: &str) -> String {
    let mut aji = Command::new(env!("CARGO_BIN_EXE_aji"))
        .args(["gtp", "--preset", preset, "--playouts", "150", "--set", setting])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    aji.stdin.take().unwrap().write_all(b"boardsize 9\ngenmove b\nquit\n").unwrap();
    let output = aji.wait_with_output().unwrap();
    assert!(output.status.success());
    let text = String::from_utf8(output.stderr).unwrap();
    // The last line tells the time.
    let moves: Vec<&str> = text.lines().filter(|line| line.contains("visits")).collect();
    assert!(!moves.is_empty(), "{text}");
    moves.join("\n")
}

#[test]
fn strengths_of_playouts_are_those_that_are_named() {
    let shipped = thoughts("ray-plain", "playout.gammas=");
    assert_eq!(shipped, thoughts("ray-plain", "playout.gammas=learned-9"));
    let others = ["learned-19", "hand-set"].map(|name| format!("playout.gammas={name}"));
    for setting in others {
        assert_ne!(shipped, thoughts("ray-plain", &setting), "{setting}");
    }
}

#[test]
fn weights_of_the_tree_are_those_that_are_named() {
    let shipped = thoughts("default", "search.weights=");
    assert_eq!(shipped, thoughts("default", "search.weights=shipped"));
    assert_ne!(shipped, thoughts("default", "search.weights=tree-lfr"));
}
