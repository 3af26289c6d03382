//! `aji … | head -1` as a process: no panic, no error, no failure.

#![cfg(unix)]

use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};

/// Reads the first line, leaves, and gives what the program said on standard error and whether it succeeded.
fn left_early(arguments: &[&str], n_lines: usize) -> (String, bool) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_aji"))
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut out = BufReader::with_capacity(1, child.stdout.take().unwrap());
    for _ in 0..n_lines {
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        assert!(!line.is_empty(), "{arguments:?} says something");
    }
    drop(out);
    let mut errors = String::new();
    child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
    (errors, child.wait().unwrap().success())
}

#[test]
fn a_reader_who_leaves_early_is_no_error() {
    let experiments = concat!(env!("CARGO_MANIFEST_DIR"), "/../../experiments");
    for arguments in [
        &["bench", "board", "--size", "9", "--seconds", "0.2"][..],
        &["config", "show", "--preset", "uct"],
        &["lesson"],
        &["games", "list"],
        &["games", "perft", "othello", "--depth", "4", "--json"],
        &["lab", "list", experiments],
        &["doctor"],
        &["--help"],
    ] {
        let (errors, is_success) = left_early(arguments, 0);
        assert!(is_success, "{arguments:?}: {errors}");
        assert!(!errors.contains("panicked") && !errors.contains("ipe"), "{arguments:?}: {errors}");
    }
    let (errors, is_success) = left_early(&["config", "show"], 1);
    assert!(is_success && errors.is_empty(), "{errors}");
}
