//! The steps of `cargo xtask test`, in order of how soon they can fail.

use crate::{book, programs};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// What a step is called, and what it runs.
pub struct Step {
    pub name: &'static str,
    pub command: Command,
}

/// The root of the workspace.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map(Path::to_owned).unwrap_or_default()
}

/// A cargo command in the root of the workspace.
pub fn cargo(arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO"));
    command.args(arguments.split_whitespace()).current_dir(root());
    command
}

/// Runs everything; true if all went well.
pub fn test(is_quick: bool) -> bool {
    let start = Instant::now();
    let mut steps = vec![
        Step { name: "format", command: cargo("fmt --all --check") },
        Step {
            name: "lints",
            command: cargo("clippy --workspace --all-targets --all-features -- -D warnings"),
        },
        Step {
            name: "release build",
            command: cargo("build --release --workspace --bins --examples"),
        },
        Step { name: "tests", command: cargo("test --release --workspace") },
        Step { name: "docs", command: docs() },
        Step {
            name: "board speed",
            command: cargo("bench -p aji-search --bench board -- --check"),
        },
    ];
    if !is_quick {
        steps.push(fuzz("gtp"));
        steps.push(fuzz("sgf"));
        steps.push(all_interleavings());
    }
    let mut n_passed = 0;
    let last: &[fn() -> bool] = if is_quick { &[] } else { &[book::check, external] };
    let n_steps = steps.len() + last.len();
    for step in steps {
        if !run(step) {
            return finish(n_passed, start);
        }
        n_passed += 1;
    }
    for step in last {
        if !step() {
            return finish(n_passed, start);
        }
        n_passed += 1;
    }
    println!("\n{n_passed} of {n_steps} steps in {} s", start.elapsed().as_secs());
    true
}

/// Does the engine play as recorded? With `update`, how it plays now is recorded.
pub fn signature(update: bool) -> bool {
    let mut command = cargo("test --release --package aji-search --test signature");
    if update {
        command.env("AJI_UPDATE_SIGNATURE", "1");
    }
    run(Step { name: "signature", command })
}

/// Do workers that share a tree agree, whatever order their steps come in?
pub fn interleavings() -> bool {
    run(all_interleavings())
}

fn all_interleavings() -> Step {
    // A folder of its own: the flag changes every crate.
    let mut command =
        cargo("test --release --package aji-search --lib --target-dir target/loom interleavings");
    command.env("RUSTFLAGS", "--cfg loom");
    Step { name: "all interleavings of workers", command }
}

fn docs() -> Command {
    let mut command = cargo("doc --release --workspace --no-deps");
    command.env("RUSTDOCFLAGS", "-D warnings");
    command
}

/// Twenty seconds of random damage to a text format.
fn fuzz(format: &'static str) -> Step {
    let seed = std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .map_or(1, |time| time.as_secs());
    let run = format!(
        "run --release --package aji-notation --example fuzz -- {format} --seconds 20 --seed {seed}"
    );
    let name = if format == "gtp" { "fuzz loop for GTP" } else { "fuzz loop for SGF" };
    Step { name, command: cargo(&run) }
}

/// The tests that talk to GNU Go, Chromium and Python.
fn external() -> bool {
    println!("\n=== other programs");
    let python = match programs::install_all(&root().join("target").join("python")) {
        Ok(python) => python,
        Err(reason) => {
            println!("{reason}");
            return false;
        }
    };
    let mut command = cargo("test --release --package aji-e2e --features external");
    command.env("PYTHONPATH", python);
    run(Step { name: "tests with other programs", command })
}

/// Runs a step and says how it went.
pub fn run(mut step: Step) -> bool {
    println!("\n=== {}", step.name);
    let start = Instant::now();
    match step.command.status() {
        Ok(status) if status.success() => {
            println!("=== {}: ok, {} s", step.name, start.elapsed().as_secs());
            true
        }
        Ok(status) => {
            println!("=== {}: FAILED ({status})", step.name);
            false
        }
        Err(error) => {
            println!("=== {}: cannot be started: {error}", step.name);
            false
        }
    }
}

fn finish(n_passed: usize, start: Instant) -> bool {
    println!("\nstopped after {n_passed} good steps and {} s", start.elapsed().as_secs());
    false
}
