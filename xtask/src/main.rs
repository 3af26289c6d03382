//! The project's own chores. `cargo xtask test` is the one test command: whatever it needs, it installs.
#![allow(clippy::print_stdout, clippy::print_stderr)]

mod book;
mod programs;
mod steps;
mod strength;

use std::process::ExitCode;

const USAGE: &str = "usage: cargo xtask COMMAND

  test                 everything: format, lints, tests, docs, signature, fuzz loops, interleavings, the book and its
                       links, and the tests that need other programs (installed when they are absent)
  test --quick         the same without fuzz loops and without other programs
  book                 build the book with mdBook into target/book and check its links
  interleavings        every order in which two workers of a search can meet, tried by loom
  signature            does the engine play as recorded in testdata/signature.txt?
  signature --update   record how it plays now
  strength [POSITIONS] [--set KEY=VALUE]… ten minutes of games against GNU Go and the older build named in
                       experiments/older-build.txt, and the share of right answers on a position
                       file; appended to experiments/results/strength.jsonl";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        ["test"] => steps::test(false),
        ["test", "--quick"] => steps::test(true),
        ["book"] => book::check(),
        ["interleavings"] => steps::interleavings(),
        ["signature"] => steps::signature(false),
        ["signature", "--update"] => steps::signature(true),
        ["strength", arguments @ ..] => strength::measure(arguments),
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    if done { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
