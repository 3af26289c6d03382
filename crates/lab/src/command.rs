//! `aji lab list|run|report|strength|traversal|speed|attention`.

use crate::attention::AttentionError;
use crate::attention::command as attention;
use crate::experiment::{Experiment, ExperimentError};
use crate::report;
use crate::result::{self, CellResult, ResultError};
use crate::run::{self, Caller, Options, RunError};
use crate::speed::{self, SpeedError};
use crate::strength::{self, StrengthError, Yardstick};
use crate::traversal;
use aji_arena::engine::CommandLine;
use aji_goban::{Size, point::SizeError};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Duration;
use thiserror::Error;

/// Experiments from files.
#[derive(Clone, Debug, clap::Args)]
pub struct LabArguments {
    /// What to do
    #[command(subcommand)]
    pub command: LabCommand,
}

/// What can be done with experiments.
#[derive(Clone, Debug, clap::Subcommand)]
pub enum LabCommand {
    /// List the experiments of a folder
    List {
        /// The folder
        #[arg(default_value = "experiments", value_name = "DIR")]
        folder: PathBuf,
    },
    /// Run an experiment, or the rest of it, and report it
    Run {
        /// The experiment's TOML file
        file: PathBuf,
        /// Games of each cell, instead of the file's number
        #[arg(long, value_name = "N")]
        games: Option<u64>,
        /// Only a few games of each cell
        #[arg(long)]
        quick: bool,
        /// Only this cell, counted from 1; may be repeated
        #[arg(long, value_name = "N")]
        cell: Vec<usize>,
        /// Games at the same time
        #[arg(long, default_value_t = 1, value_name = "N")]
        parallel: usize,
        /// Replace a parameter of the file, such as an engine's command; may be repeated
        #[arg(long, value_name = "NAME=VALUE")]
        set: Vec<String>,
    },
    /// Measure strength in a few minutes: GNU Go, an older build, positions (`cargo xtask strength` calls it)
    Strength {
        /// An older build of this program to play against
        #[arg(long, value_name = "BINARY")]
        older: Option<PathBuf>,
        /// The commit of the older build, for the record
        #[arg(long, value_name = "COMMIT")]
        older_commit: Option<String>,
        /// Positions with right answers, one JSON object a line
        #[arg(long, value_name = "FILE")]
        positions: Option<PathBuf>,
        /// How long it may take
        #[arg(long, default_value_t = 9.5, value_name = "M")]
        minutes: f64,
        /// Append the result to this file
        #[arg(long, value_name = "FILE")]
        results: Option<PathBuf>,
        /// A setting of the engine that is measured, as in --set playout.policy=rules; may be repeated
        #[arg(long, value_name = "KEY=VALUE")]
        set: Vec<String>,
    },
    /// Compare the two ways to walk the tree, DFUCT and UCT, on fixed positions
    Traversal {
        /// Positions
        #[arg(long, default_value_t = 20, value_name = "N")]
        positions: usize,
        /// Lines of the board
        #[arg(long, default_value_t = 9, value_name = "N")]
        size: u64,
        /// Playouts between two snapshots
        #[arg(long, default_value_t = 100_000, value_name = "N")]
        step: u64,
        /// How many snapshots
        #[arg(long, default_value_t = 7, value_name = "N")]
        steps: usize,
        /// Write traversal.json, traversal.md and traversal.svg to this folder; a run that was stopped goes on from there
        #[arg(long, value_name = "DIR")]
        results: Option<PathBuf>,
    },
    /// Measure playouts a second with 3×3 shapes and with diamonds, on three sizes of the board
    Speed {
        /// Seconds of every measurement
        #[arg(long, default_value_t = 3.0, value_name = "S")]
        seconds: f64,
        /// How often each is taken, in turns
        #[arg(long, default_value_t = 5, value_name = "N")]
        rounds: usize,
        /// Write thesis-table-9.json and thesis-table-9.md to this folder
        #[arg(long, value_name = "DIR")]
        results: Option<PathBuf>,
    },
    /// Learn attention's coefficients, and measure what attention is worth on game records
    Attention(attention::Arguments),
    /// Write the report of what was measured
    Report {
        /// The experiment's TOML file
        file: PathBuf,
    },
}

/// Why a command failed.
#[derive(Debug, Error)]
pub enum LabError {
    /// The file.
    #[error(transparent)]
    Experiment(#[from] ExperimentError),
    /// The run.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The results.
    #[error(transparent)]
    Results(#[from] ResultError),
    /// The yardstick.
    #[error(transparent)]
    Strength(#[from] StrengthError),
    /// Attention.
    #[error(transparent)]
    Attention(#[from] AttentionError),
    /// Speeds.
    #[error(transparent)]
    Speed(#[from] SpeedError),
    /// Not a time.
    #[error("--seconds {0}: write a number between 0.01 and 600")]
    Seconds(f64),
    /// Not a time.
    #[error("--minutes {0}: write a number between 0.1 and 600")]
    Minutes(f64),
    /// Not a board.
    #[error("--size: {0}")]
    Size(SizeError),
    /// It was stopped.
    #[error("stopped before the last position; with --results the same command goes on from there")]
    Stopped,
    /// Not NAME=VALUE.
    #[error("--set {0}: write NAME=VALUE")]
    Set(String),
    /// A file.
    #[error("{path}: {error}")]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// The output.
    #[error("the output cannot be written: {0}")]
    Output(#[from] io::Error),
}

/// Walks the tree both ways, and tells.
fn compare_traversals(
    plan: &traversal::Plan,
    results: Option<&Path>,
    caller: &mut Caller<'_>,
    out: &mut dyn Write,
) -> Result<(), LabError> {
    let command = format!(
        "aji lab traversal --positions {} --size {} --step {} --steps {}",
        plan.n_positions,
        plan.size.lines(),
        plan.step,
        plan.n_steps
    );
    prepare(results)?;
    let Caller { progress, cancel, .. } = caller;
    let kept = results.map(|folder| folder.join("traversal.part.jsonl"));
    let comparison = traversal::compare(plan, &command, kept.as_deref(), cancel, |done, all| {
        // Progress that nobody reads is no reason to stop.
        let _ = writeln!(progress, "{done} of {all} positions");
    });
    let comparison = comparison?.ok_or(LabError::Stopped)?;
    let table = comparison.markdown();
    let json = serde_json::to_string_pretty(&comparison).map_err(io::Error::from)?;
    let svg = comparison.svg();
    let files = [("traversal.json", &json), ("traversal.md", &table), ("traversal.svg", &svg)];
    write_results(results, &files)?;
    if let Some(kept) = kept {
        traversal::forget(&kept)?;
    }
    write!(out, "{table}")?;
    Ok(())
}

/// Measures speeds, and tells.
fn measure_speeds(
    plan: &speed::Plan,
    results: Option<&Path>,
    caller: &mut Caller<'_>,
    out: &mut dyn Write,
) -> Result<(), LabError> {
    prepare(results)?;
    let command = format!("aji lab speed --seconds {} --rounds {}", plan.seconds, plan.n_rounds);
    let Caller { own_binary, progress, cancel } = caller;
    let speed_of = |size, shape: &str| {
        if cancel.load(Ordering::Relaxed) {
            return Err(SpeedError::Stopped);
        }
        speed::of_search(own_binary, plan, size, shape)
    };
    let speeds = speed::measure(plan, &command, speed_of, |done, all| {
        // Progress that nobody reads is no reason to stop.
        let _ = writeln!(progress, "{done} of {all} rounds");
    })?;
    let table = speeds.markdown();
    let json = serde_json::to_string_pretty(&speeds).map_err(io::Error::from)?;
    write_results(results, &[("thesis-table-9.json", &json), ("thesis-table-9.md", &table)])?;
    write!(out, "{table}")?;
    Ok(())
}

/// Makes the folder of results before a long run: a result that cannot be written afterwards is lost.
fn prepare(results: Option<&Path>) -> Result<(), LabError> {
    let Some(folder) = results else { return Ok(()) };
    fs::create_dir_all(folder).map_err(|error| LabError::File { path: folder.to_owned(), error })
}

/// Writes files, if there is a folder for them.
fn write_results(results: Option<&Path>, files: &[(&str, &String)]) -> Result<(), LabError> {
    let Some(folder) = results else { return Ok(()) };
    for (name, text) in files {
        let path = folder.join(name);
        fs::write(&path, text).map_err(|error| LabError::File { path, error })?;
    }
    Ok(())
}

/// Carries out a command; what it has to say is written to `out`, progress to the caller's.
pub fn run(
    arguments: &LabArguments,
    caller: &mut Caller<'_>,
    out: &mut dyn Write,
) -> Result<(), LabError> {
    match &arguments.command {
        LabCommand::List { folder } => list(folder, out),
        LabCommand::Run { file, games, quick, cell, parallel, set } => {
            let mut experiment = Experiment::read(file)?;
            for assignment in set {
                let (name, value) =
                    assignment.split_once('=').ok_or_else(|| LabError::Set(assignment.clone()))?;
                experiment.set(name, value)?;
            }
            let options = Options {
                games: *games,
                is_quick: *quick,
                cells: cell.clone(),
                parallel: (*parallel).max(1),
                results: results_folder(file),
                command: command_line(&arguments.command, file),
            };
            run::run(&experiment, &options, caller)?;
            write_report(&experiment, file, out)
        }
        LabCommand::Traversal { positions, size, step, steps, results } => {
            let size = Size::new(*size).map_err(LabError::Size)?;
            let plan = traversal::Plan {
                n_positions: (*positions).max(1),
                size,
                step: (*step).max(1),
                n_steps: (*steps).max(1),
            };
            compare_traversals(&plan, results.as_deref(), caller, out)
        }
        LabCommand::Strength { older, older_commit, positions, minutes, results, set } => {
            if !(0.1..=600.0).contains(minutes) {
                return Err(LabError::Minutes(*minutes));
            }
            let gnu_go = strength::gnu_go(10);
            let mut yardstick = Yardstick::usual(
                caller.own_binary,
                older.as_deref(),
                Some(&gnu_go),
                positions.clone(),
                set,
            );
            yardstick.time = Duration::from_secs_f64(60.0 * minutes);
            yardstick.older_commit.clone_from(older_commit);
            yardstick.measure(caller.cancel, out, results.as_deref())?;
            Ok(())
        }
        LabCommand::Speed { seconds, rounds, results } => {
            if !(0.01..=600.0).contains(seconds) {
                return Err(LabError::Seconds(*seconds));
            }
            let plan = speed::Plan { seconds: *seconds, n_rounds: (*rounds).max(1) };
            measure_speeds(&plan, results.as_deref(), caller, out)
        }
        LabCommand::Attention(arguments) => {
            attention::run(arguments, out, caller.progress, caller.cancel)?;
            Ok(())
        }
        LabCommand::Report { file } => write_report(&Experiment::read(file)?, file, out),
    }
}

/// Results stand beside the experiment's file.
fn results_folder(file: &Path) -> PathBuf {
    file.parent().unwrap_or(Path::new("")).join("results")
}

/// The command as one would type it. Of the file only the name and its folder are told, so that results
/// from different machines read alike.
fn command_line(command: &LabCommand, file: &Path) -> String {
    let names: Vec<String> = file.iter().map(|part| part.to_string_lossy().into_owned()).collect();
    let file = names[names.len().saturating_sub(2)..].join("/");
    let mut words = vec!["lab".to_owned(), "run".to_owned(), file];
    if let LabCommand::Run { games, quick, cell, parallel, set, .. } = command {
        let mut add = |option: &str, value: String| words.extend([option.to_owned(), value]);
        games.iter().for_each(|games| add("--games", games.to_string()));
        cell.iter().for_each(|cell| add("--cell", cell.to_string()));
        if *parallel > 1 {
            add("--parallel", parallel.to_string());
        }
        set.iter().for_each(|set| add("--set", set.clone()));
        words.extend(quick.then(|| "--quick".to_owned()));
    }
    CommandLine { environment: Vec::new(), program: "aji".to_owned(), arguments: words }.to_string()
}

fn list(folder: &Path, out: &mut dyn Write) -> Result<(), LabError> {
    let failed = |error| LabError::File { path: folder.to_owned(), error };
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        files.push(entry.map_err(failed)?.path());
    }
    files.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
    files.sort();
    for path in files {
        let experiment = Experiment::read(&path)?;
        let results: Vec<CellResult> =
            result::read(&run::results_file(&results_folder(&path), &experiment))?;
        let cells = experiment.cells();
        let labels: Vec<String> = cells.iter().map(|cell| cell.label.clone()).collect();
        let n_asked_for = experiment.conditions.games;
        let (whole, begun): (Vec<_>, Vec<_>) = result::latest(&results, &labels)
            .into_iter()
            .flatten()
            .partition(|result| result.games >= n_asked_for);
        writeln!(out, "{}", path.display())?;
        writeln!(out, "    {}", experiment.question)?;
        let source = &experiment.source;
        writeln!(out, "    {}, {}", source.document, source.place)?;
        write!(
            out,
            "    {} of {} cells measured, {n_asked_for} games each",
            whole.len(),
            cells.len()
        )?;
        if !begun.is_empty() {
            let n_played: Vec<String> = begun.iter().map(|cell| cell.games.to_string()).collect();
            write!(out, "; begun: {} games", n_played.join(", "))?;
        }
        writeln!(out)?;
    }
    Ok(())
}

fn write_report(experiment: &Experiment, file: &Path, out: &mut dyn Write) -> Result<(), LabError> {
    let folder = results_folder(file);
    let results = result::read(&run::results_file(&folder, experiment))?;
    let report = report::report(experiment, &results);
    fs::create_dir_all(&folder).map_err(|error| LabError::File { path: folder.clone(), error })?;
    for (extension, text) in [("md", &report.markdown), ("svg", &report.svg)] {
        let path = folder.join(format!("{}.{extension}", experiment.name));
        fs::write(&path, text).map_err(|error| LabError::File { path, error })?;
    }
    write!(out, "{}", report.markdown)?;
    Ok(())
}
