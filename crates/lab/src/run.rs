//! Runs an experiment: every cell is one `aji match`, whose games are kept beside the results, so that
//! an interrupted experiment goes on where it stopped.

use crate::experiment::{Cell, Experiment, ExperimentError};
use crate::provenance::Provenance;
use crate::result::{self, CellResult, ResultError};
use aji_arena::command::{self, MatchArguments, MatchError, Surroundings};
use aji_arena::engine::CommandLine;
use aji_arena::summary::Summary;
use clap::Parser;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use thiserror::Error;

/// How an experiment is run.
#[derive(Clone, Debug)]
pub struct Options {
    /// Games of each cell, instead of the file's number.
    pub games: Option<u64>,
    /// Take the file's small number of games.
    pub is_quick: bool,
    /// Only these cells, counted from 1; all if there are none.
    pub cells: Vec<usize>,
    /// Games at the same time.
    pub parallel: usize,
    /// The folder that results are written to.
    pub results: PathBuf,
    /// The command that the results will name.
    pub command: String,
}

/// What the caller provides.
pub struct Caller<'a> {
    /// The program that `self` means.
    pub own_binary: &'a Path,
    /// Where progress is written.
    pub progress: &'a mut dyn Write,
    /// Set to end the run early.
    pub cancel: &'a AtomicBool,
}

/// Why an experiment could not be run.
#[derive(Debug, Error)]
pub enum RunError {
    /// The file.
    #[error(transparent)]
    Experiment(#[from] ExperimentError),
    /// A match.
    #[error("cell \"{cell}\": {error}")]
    Match {
        /// The cell.
        cell: String,
        /// What went wrong.
        error: MatchError,
    },
    /// The cell's options make no match.
    #[error("cell \"{cell}\": {error}")]
    Options {
        /// The cell.
        cell: String,
        /// What is wrong.
        error: Box<clap::Error>,
    },
    /// The results.
    #[error(transparent)]
    Results(#[from] ResultError),
}

/// The file of an experiment's results.
pub fn results_file(folder: &Path, experiment: &Experiment) -> PathBuf {
    folder.join(format!("{}.jsonl", experiment.name))
}

/// The file of its games.
pub fn games_file(folder: &Path, experiment: &Experiment) -> PathBuf {
    folder.join("games").join(format!("{}.jsonl", experiment.name))
}

/// Runs all cells, and appends a result for each that was finished, and for the games so far of one that
/// was stopped.
pub fn run(
    experiment: &Experiment,
    options: &Options,
    caller: &mut Caller<'_>,
) -> Result<Vec<CellResult>, RunError> {
    let games = games_file(&options.results, experiment);
    if let Some(folder) = games.parent() {
        fs::create_dir_all(folder)
            .map_err(|error| ResultError::File { path: folder.to_owned(), error })?;
    }
    let mut results = Vec::new();
    for (i, cell) in experiment.cells().into_iter().enumerate() {
        if !options.cells.is_empty() && !options.cells.contains(&(i + 1)) {
            continue;
        }
        // A reader that has gone is no reason to stop.
        let _ = writeln!(caller.progress, "{}: {}", experiment.name, cell.label);
        let arguments = arguments(experiment, &cell, options, &games)?;
        let mut surroundings = Surroundings {
            own_binary: caller.own_binary.to_owned(),
            progress: &mut *caller.progress,
            cancel: caller.cancel,
        };
        let summary = command::run_pair(&arguments, &mut surroundings)
            .map_err(|error| RunError::Match { cell: cell.label.clone(), error })?;
        let is_cancelled = caller.cancel.load(Ordering::Relaxed);
        if !is_cancelled || summary.conduct.played > 0 {
            let measured = measured(experiment, &cell, &summary, options);
            result::append(&results_file(&options.results, experiment), &measured)?;
            results.push(measured);
        }
        if is_cancelled {
            break;
        }
    }
    Ok(results)
}

/// The options of `aji match` for one cell, as one would type them.
pub fn match_line(
    experiment: &Experiment,
    cell: &Cell,
    options: &Options,
) -> Result<CommandLine, ExperimentError> {
    let conditions = &experiment.conditions;
    let variable = |name: &str| cell.variables.get(name).map(ToString::to_string);
    let size = variable("size").or_else(|| conditions.size.map(|n| n.to_string()));
    let size = size.ok_or_else(|| ExperimentError::NoSize(cell.label.clone()))?;
    let games = match options.games {
        Some(games) => games,
        None if options.is_quick => conditions.quick_games,
        None => conditions.games,
    };
    let colors = serde_json::to_value(conditions.colors).ok();
    let colors = colors.as_ref().and_then(|value| value.as_str()).unwrap_or("alternate").to_owned();
    let mut line =
        CommandLine { environment: Vec::new(), program: "match".to_owned(), arguments: Vec::new() };
    let mut add = |option: &str, value: String| line.arguments.extend([option.to_owned(), value]);
    add("--black", experiment.filled(&experiment.players.player, cell)?);
    add("--white", experiment.filled(&experiment.players.opponent, cell)?);
    add("--games", games.to_string());
    add("--size", size);
    add("--komi", variable("komi").unwrap_or_else(|| conditions.komi.clone()));
    add("--rules", conditions.rules.clone());
    add("--colors", colors);
    add("--openings", conditions.openings.clone());
    add("--seed", conditions.seed.to_string());
    add("--parallel", options.parallel.to_string());
    if let Some(time) = variable("time").or_else(|| conditions.time.map(|s| s.to_string())) {
        add("--time", time);
    }
    if let Some(seconds) = conditions.game_time {
        add("--game-time", seconds.to_string());
    }
    Ok(line)
}

#[derive(Parser)]
struct MatchCommand {
    #[command(flatten)]
    arguments: MatchArguments,
}

fn arguments(
    experiment: &Experiment,
    cell: &Cell,
    options: &Options,
    games: &Path,
) -> Result<MatchArguments, RunError> {
    let line = match_line(experiment, cell, options)?;
    let words = std::iter::once(line.program).chain(line.arguments);
    let mut arguments = MatchCommand::try_parse_from(words)
        .map_err(|error| RunError::Options { cell: cell.label.clone(), error: Box::new(error) })?
        .arguments;
    arguments.database = Some(games.to_owned());
    Ok(arguments)
}

fn measured(
    experiment: &Experiment,
    cell: &Cell,
    summary: &Summary,
    options: &Options,
) -> CellResult {
    CellResult {
        experiment: experiment.name.clone(),
        cell: cell.label.clone(),
        variables: cell.variables.clone(),
        published: cell.published,
        match_id: summary.match_id.clone(),
        games: summary.games,
        wins: summary.wins,
        draws: summary.draws,
        losses: summary.losses,
        win_rate: summary.win_rate,
        interval: summary.interval.into(),
        elo: summary.elo,
        seconds_per_move: summary.seconds_per_move,
        duplicates: summary.conduct.duplicates,
        reasons: summary.conduct.reasons.clone(),
        seed: experiment.conditions.seed,
        provenance: Provenance::here(&options.command),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_is_a_match_that_one_could_type() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../experiments");
        let experiment =
            Experiment::read(&folder.join("course-uct-against-primitive.toml")).unwrap();
        let options = Options {
            games: None,
            is_quick: false,
            cells: Vec::new(),
            parallel: 1,
            results: PathBuf::new(),
            command: String::new(),
        };
        let cells = experiment.cells();
        assert_eq!(cells.len(), 3);
        let line = match_line(&experiment, &cells[1], &options).unwrap().to_string();
        assert_eq!(
            line,
            "match --black \"self --quiet --preset uct --playouts 10000\" \
             --white \"self --quiet --preset primitive --playouts 300\" --games 150 --size 9 --komi 6.5 \
             --rules chinese --colors white --openings none --seed 1 --parallel 1"
        );
        let quick = Options { is_quick: true, ..options };
        let arguments = arguments(&experiment, &cells[0], &quick, Path::new("g.jsonl")).unwrap();
        assert_eq!(arguments.games, 4);
    }
}
