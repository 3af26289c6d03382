//! `aji lesson tournament`: your program against the players of the lessons and GNU Go.

use crate::interrupt;
use aji_arena::engine::{CommandLine, Engine, EngineSpec};
use aji_arena::schedule::Conditions;
use aji_arena::store::LinesStore;
use aji_goban::{Komi, Size};
use aji_lab::run::Caller;
use aji_lab::strength::gnu_go;
use aji_lab::tournament::{Tournament, entrant};
use anyhow::{Context, Result, bail};
use clap::Args;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

/// Who plays, and how often.
#[derive(Args)]
#[command(after_help = "Examples:
  aji lesson tournament                                  lessons/my-program, built with cargo
  aji lesson tournament \"python3 mine.py\" --games 20     any program that speaks GTP
  aji lesson tournament my-go other-go --parallel 2      several programs, two games at a time

The same command goes on where it stopped. A changed program plays its games again; the games of
the others are kept.")]
pub struct Arguments {
    /// GTP engines, each as one would start it; none means lessons/my-program
    #[arg(value_name = "CMD")]
    programs: Vec<String>,
    /// Players of the lessons that take part
    #[arg(
        long,
        value_delimiter = ',',
        default_value = "primitive:30,uct:1000,knowing:1000,rave:1000",
        value_name = "NAMES"
    )]
    partners: Vec<String>,
    /// Play without GNU Go
    #[arg(long)]
    no_gnugo: bool,
    /// Games of each pairing, with changing colors
    #[arg(long, default_value_t = 10, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Where games, table and graph are kept
    #[arg(long, default_value = "tournament", value_name = "DIR")]
    folder: PathBuf,
    /// Games at the same time
    #[arg(long, default_value_t = 1, value_name = "N")]
    parallel: usize,
    /// What the engines' seeds are drawn from
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
}

/// Runs the subcommand.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let own_binary = std::env::current_exe().context("where is this program?")?;
    let mut players = programs(&arguments.programs)?;
    let n_own = players.len();
    for name in &arguments.partners {
        super::named(name)?;
        players.push(partner(&own_binary, name));
    }
    let size = Size::new(aji_lessons::board::SIZE as u64)?;
    let conditions = Conditions::new(size, Komi::from_half_points(13));
    if !arguments.no_gnugo {
        let gnu_go = gnu_go(10);
        match Engine::start(&gnu_go, conditions.patience) {
            Ok(_) => players.push(gnu_go),
            Err(fault) => {
                eprintln!("playing without GNU Go (on Debian: apt install gnugo): {fault}")
            }
        }
    }
    let tournament = Tournament {
        players,
        games: arguments.games,
        conditions,
        seed: arguments.seed,
        parallel: arguments.parallel.max(1),
    };
    let folder = &arguments.folder;
    fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    let mut store = LinesStore::open(&folder.join("games.jsonl"))?;
    let mut caller =
        Caller { own_binary: &own_binary, progress: &mut io::stderr(), cancel: interrupt::flag()? };
    let table = tournament.run(&mut store, &mut caller)?;

    let page = format!(
        "# Tournament\n\n{} lines, komi 6.5, {} games of each pairing, seed {}.\n\n{}",
        size.lines(),
        arguments.games,
        arguments.seed,
        table.markdown("ratings.svg")
    );
    let graph = table.svg("Elo ratings with 95 % intervals", n_own);
    for (name, text) in [("table.md", &page), ("ratings.svg", &graph)] {
        let path = folder.join(name);
        fs::write(&path, text).with_context(|| path.display().to_string())?;
    }
    let _ = write!(io::stdout(), "{page}");
    let (table, graph) = (folder.join("table.md"), folder.join("ratings.svg"));
    eprintln!("\nwritten to {} and {}", table.display(), graph.display());
    Ok(ExitCode::SUCCESS)
}

/// The reader's programs.
fn programs(commands: &[String]) -> Result<Vec<EngineSpec>> {
    if commands.is_empty() {
        let program = build_my_program()?.to_string_lossy().into_owned();
        let command = CommandLine { environment: Vec::new(), program, arguments: Vec::new() };
        return Ok(vec![entrant(command)]);
    }
    let parsed = |text: &String| {
        let command: CommandLine = text.parse().with_context(|| format!("\"{text}\""))?;
        Ok(entrant(command))
    };
    commands.iter().map(parsed).collect()
}

/// This program as a player of the lessons; where it lies does not matter.
fn partner(own_binary: &Path, name: &str) -> EngineSpec {
    let arguments = ["lesson", "gtp", name].map(str::to_owned).to_vec();
    let program = own_binary.to_string_lossy().into_owned();
    EngineSpec {
        name: Some(name.to_owned()),
        written: Some(format!("aji lesson gtp {name}")),
        ..EngineSpec::new(CommandLine { environment: Vec::new(), program, arguments })
    }
}

/// Builds `lessons/my-program` as it is now, and says where the program is.
fn build_my_program() -> Result<PathBuf> {
    if !Path::new("lessons/my-program/main.rs").is_file() {
        bail!(
            "which program? Give its command, as in `aji lesson tournament \"python3 mine.py\"`, or run \
             this in the folder that holds lessons/my-program"
        );
    }
    let output = Command::new("cargo")
        .args(["build", "--release", "--package", "aji-lessons", "--example", "my-program"])
        .arg("--message-format=json-render-diagnostics")
        .stderr(Stdio::inherit())
        .output()
        .context("cargo cannot be started; give the command of your program")?;
    if !output.status.success() {
        bail!("lessons/my-program does not compile yet");
    }
    let messages = String::from_utf8_lossy(&output.stdout);
    let executable = |line: &str| {
        let message: serde_json::Value = serde_json::from_str(line).ok()?;
        message["executable"].as_str().map(PathBuf::from)
    };
    messages.lines().rev().find_map(executable).context("cargo did not say where my-program is")
}
