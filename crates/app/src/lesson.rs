//! `aji lesson`: the course, from an empty board to a playing program.

use anyhow::{Context, Result};
use clap::Args;
use std::io::{self, Write};
use std::process::ExitCode;

/// Which lesson to run.
#[derive(Args)]
#[command(after_help = "Examples:
  aji lesson        list the lessons
  aji lesson 8      run the lesson on UCT")]
pub struct Arguments {
    /// The lesson's number; without it the lessons are listed
    number: Option<usize>,
}

/// Runs the subcommand.
pub fn run(arguments: Arguments) -> Result<ExitCode> {
    let lessons = aji_lessons::lessons();
    let mut out = io::stdout().lock();
    let done = match arguments.number {
        None => lessons
            .iter()
            .try_for_each(|lesson| writeln!(out, "{:>2}  {}", lesson.number, lesson.title))
            .and_then(|()| {
                writeln!(out, "\nThe pages are in docs/book/src/lessons; `aji lesson N` runs one.")
            }),
        Some(number) => {
            let lesson =
                lessons.iter().find(|lesson| lesson.number == number).with_context(|| {
                    format!("there is no lesson {number}: choose 1 to {}", lessons.len())
                })?;
            (lesson.run)(&mut out)
        }
    };
    match done {
        // Whoever read the output has seen enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(ExitCode::SUCCESS),
        done => Ok(done.map(|()| ExitCode::SUCCESS)?),
    }
}
