//! Files of playout strengths that cannot be used: the message names file, cause and remedy.

use std::process::Command;

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
