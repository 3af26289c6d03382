//! `cargo xtask strength`: builds the older self that is played against, then lets `aji lab strength` measure.

use crate::programs;
use crate::steps::{Step, cargo, root, run};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The commit to play against; it moves forward when strength has grown.
const OLDER: &str = "experiments/older-build.txt";

/// Measures; true if all went well. The arguments are those of `aji lab strength`; a first one without
/// dashes is the file of positions.
pub fn measure(arguments: &[&str]) -> bool {
    if let Err(reason) = programs::install_gnugo() {
        println!("{reason}");
        return false;
    }
    let (commit, older) = match older_build() {
        Ok(build) => build,
        Err(reason) => {
            println!("{reason}");
            return false;
        }
    };
    if !run(Step { name: "release build", command: cargo("build --release --package aji") }) {
        return false;
    }
    let mut command = Command::new(root().join("target/release/aji"));
    command.current_dir(root()).args(["lab", "strength", "--older"]).arg(older);
    command.args(["--older-commit", &commit, "--results", "experiments/results/strength.jsonl"]);
    match arguments {
        [positions, rest @ ..] if !positions.starts_with('-') => {
            command.args(["--positions", positions]).args(rest);
        }
        rest => {
            command.args(rest);
        }
    }
    run(Step { name: "strength", command })
}

/// The older commit and its binary, built once and kept.
fn older_build() -> Result<(String, PathBuf), String> {
    let text = std::fs::read_to_string(root().join(OLDER))
        .map_err(|error| format!("{OLDER} cannot be read: {error}"))?;
    let commit = text.lines().find(|line| !line.starts_with('#')).unwrap_or("").trim().to_owned();
    if commit.is_empty() {
        return Err(format!("{OLDER} must name a commit"));
    }
    let folder = root().join("target/older").join(&commit);
    let binary = folder.join("target/release/aji");
    if !binary.is_file() {
        check_out(&commit, &folder)?;
        let mut command = cargo("build --release --package aji");
        command.current_dir(&folder).env("CARGO_TARGET_DIR", folder.join("target"));
        if !run(Step { name: "older build", command }) {
            return Err(format!("commit {commit} cannot be built"));
        }
    }
    Ok((commit, binary))
}

fn check_out(commit: &str, folder: &Path) -> Result<(), String> {
    let mut command = Command::new("git");
    command.current_dir(root()).args(["worktree", "add", "--force", "--detach"]);
    match command.arg(folder).arg(commit).status() {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err(format!("git cannot check out {commit}; is it in this clone?")),
        Err(error) => Err(format!("git cannot be started: {error}")),
    }
}
