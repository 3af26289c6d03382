//! `aji lesson`: the course, from an empty board to a playing program and its first tournament.

mod tournament;

use anyhow::{Context, Result};
use clap::{Args, Subcommand};
use std::io::{self, Write};
use std::process::ExitCode;

/// Which lesson to run.
#[derive(Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "Examples:
  aji lesson                  list the lessons
  aji lesson 8                run the lesson on UCT
  aji lesson gtp rave:1000    a player of the lessons as a GTP engine
  aji lesson tournament       your program against the others, a table and a graph"
)]
pub struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    /// The lesson's number; without it the lessons are listed
    number: Option<usize>,
}

#[derive(Subcommand)]
enum Command {
    /// A player of the lessons as a GTP engine
    Gtp {
        /// random, primitive:30 (playouts for each move), uct:1000, knowing:1000, rave:1000
        player: String,
        /// What its random numbers are drawn from
        #[arg(long, default_value_t = 1, value_name = "N")]
        seed: u64,
    },
    /// Your program against the players of the lessons and GNU Go: a table and a graph
    Tournament(tournament::Arguments),
}

/// Runs the subcommand.
pub fn run(arguments: Arguments) -> Result<ExitCode> {
    let done = match (arguments.command, arguments.number) {
        (Some(Command::Tournament(arguments)), _) => return tournament::run(&arguments),
        (Some(Command::Gtp { player, seed }), _) => {
            let player = named(&player)?;
            aji_lessons::gtp::serve(player, seed, io::stdin().lock(), &mut io::stdout())
        }
        (None, None) => list(&mut io::stdout().lock()),
        (None, Some(number)) => {
            let lessons = aji_lessons::lessons();
            let lesson =
                lessons.iter().find(|lesson| lesson.number == number).with_context(|| {
                    format!("there is no lesson {number}: choose 1 to {}", lessons.len())
                })?;
            (lesson.run)(&mut io::stdout().lock())
        }
    };
    match done {
        // Whoever read the output has seen enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(ExitCode::SUCCESS),
        done => Ok(done.map(|()| ExitCode::SUCCESS)?),
    }
}

fn list(out: &mut dyn Write) -> io::Result<()> {
    for lesson in aji_lessons::lessons() {
        writeln!(out, "{:>2}  {}", lesson.number, lesson.title)?;
    }
    writeln!(out, "    The tournament: aji lesson tournament")?;
    writeln!(out, "\nThe pages are in docs/book/src/lessons; `aji lesson N` runs one.")
}

/// A player of the lessons by its name.
fn named(name: &str) -> Result<Box<dyn aji_lessons::game::Player>> {
    aji_lessons::players::player(name).with_context(|| {
        format!(
            "there is no player \"{name}\" in the lessons: choose random, primitive:N, uct:N, \
             knowing:N or rave:N with N playouts"
        )
    })
}
