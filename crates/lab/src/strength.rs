//! The yardstick of daily work: a few minutes of games against GNU Go and an older build of ourselves, and
//! positions with right answers.
//!
//! Budgets are in playouts, so that a figure means the same on every machine; the time limit only bounds how
//! many games are played.

use crate::positions::{self, PositionsError, Problem, Share};
use crate::provenance::Provenance;
use crate::result::{self, ResultError};
use aji_arena::engine::{CommandLine, EngineSpec, Fault, Patience};
use aji_arena::record::GameRecord;
use aji_arena::schedule::{Conditions, Openings, Schedule};
use aji_arena::statistics::{Elo, Interval, Tally};
use aji_arena::store::{SqliteStore, StoreError};
use aji_arena::summary::score_line;
use aji_arena::tournament::{self, Manner, Progress, TournamentError, Watcher};
use aji_goban::{Komi, Size};
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use thiserror::Error;

/// A match of the yardstick.
#[derive(Clone, Debug)]
pub struct Leg {
    /// What reports call it.
    pub name: String,
    /// Our engine as it is now, with its budget.
    pub ours: EngineSpec,
    /// The opponent.
    pub opponent: EngineSpec,
    /// Lines of the board.
    pub size: Size,
    /// The most games.
    pub games: u64,
}

/// What is measured.
#[derive(Clone, Debug)]
pub struct Yardstick {
    /// The matches.
    pub legs: Vec<Leg>,
    /// The engine that is asked the positions, and the positions.
    pub positions: Option<(EngineSpec, PathBuf)>,
    /// How many of them are asked: taken evenly from the whole file, so that two machines ask the same.
    pub n_positions: usize,
    /// How long everything may take together.
    pub time: Duration,
    /// Games at the same time.
    pub parallel: usize,
    /// The commit of the older build, for the record.
    pub older_commit: Option<String>,
    /// The command that repeats it, for the record.
    pub command: String,
}

/// One match, measured.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LegResult {
    /// What reports call it.
    pub name: String,
    /// Lines of the board.
    pub size: usize,
    /// Our results.
    #[serde(flatten)]
    pub tally: Tally,
    /// Points per game.
    pub win_rate: f64,
    /// Wilson's 95 % interval.
    pub interval: Interval,
    /// The Elo difference with its interval.
    pub elo: Elo,
    /// How long it took.
    pub seconds: f64,
}

/// The share of right answers, measured.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PositionsResult {
    /// The counts.
    #[serde(flatten)]
    pub share: Share,
    /// Right answers among those asked.
    pub rate: f64,
    /// Wilson's 95 % interval.
    pub interval: Interval,
    /// How long it took.
    pub seconds: f64,
}

/// Everything, measured.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Strength {
    /// The matches.
    pub legs: Vec<LegResult>,
    /// The positions.
    pub positions: Option<PositionsResult>,
    /// The commit of the older build.
    pub older_commit: Option<String>,
    /// Where it was measured.
    #[serde(flatten)]
    pub provenance: Provenance,
}

/// Why strength could not be measured.
#[derive(Debug, Error)]
pub enum StrengthError {
    /// A match.
    #[error("{leg}: {error}")]
    Leg {
        /// Which.
        leg: String,
        /// What went wrong.
        error: TournamentError,
    },
    /// The store in memory.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The position file.
    #[error(transparent)]
    Positions(#[from] PositionsError),
    /// The engine that was asked the positions.
    #[error("positions: {0}")]
    Engine(#[from] Fault),
    /// The results file.
    #[error(transparent)]
    Results(#[from] ResultError),
}

impl Yardstick {
    /// The usual one: 9×9 and 13×13 against GNU Go and, if there is one, an older build, each at a fixed number
    /// of playouts; then the positions. Our engine as it is now gets the given settings, each KEY=VALUE.
    pub fn usual(
        own_binary: &Path,
        older_binary: Option<&Path>,
        gnu_go: Option<&EngineSpec>,
        positions: Option<PathBuf>,
        settings: &[String],
    ) -> Yardstick {
        let mut legs = Vec::new();
        for (lines, playouts, games) in [(9, 1000, 200), (13, 1000, 100)] {
            let Ok(size) = Size::new(lines) else { continue };
            let ours = own(own_binary, playouts, "now", settings);
            let mut add = |name: &str, opponent: EngineSpec| {
                let name = format!("{size} at {playouts} playouts against {name}");
                legs.push(Leg { name, ours: ours.clone(), opponent, size, games });
            };
            if let Some(gnu_go) = gnu_go {
                add("GNU Go", gnu_go.clone());
            }
            if let Some(older) = older_binary {
                add("the older build", own(older, playouts, "older", &[]));
            }
        }
        Yardstick {
            legs,
            positions: positions.map(|path| (own(own_binary, 1000, "now", settings), path)),
            n_positions: 200,
            time: Duration::from_secs(570),
            parallel: std::thread::available_parallelism().map_or(1, usize::from),
            older_commit: None,
            command: ["cargo xtask strength"].into_iter().chain(with(settings)).collect(),
        }
    }

    /// Measures, tells of it in lines of text, and appends the result to a file if one is given. The time is
    /// shared evenly among what is left to be measured.
    pub fn measure(
        &self,
        cancel: &AtomicBool,
        progress: &mut dyn Write,
        results: Option<&Path>,
    ) -> Result<Strength, StrengthError> {
        let start = Instant::now();
        let problems = match &self.positions {
            Some((spec, path)) => Some((spec, evenly(positions::read(path)?, self.n_positions))),
            None => None,
        };
        let n_parts = self.legs.len() + usize::from(problems.is_some());
        let share = |n_done: usize| {
            let left = self.time.saturating_sub(start.elapsed());
            Instant::now() + left / u32::try_from(n_parts - n_done).unwrap_or(1).max(1)
        };
        let mut legs = Vec::new();
        for (i, leg) in self.legs.iter().enumerate() {
            let measured = self.play(leg, share(i), cancel)?;
            // A reader that has gone is no reason to stop.
            let _ = writeln!(progress, "{}: {}", leg.name, score_line(&measured.tally));
            legs.push(measured);
        }
        let positions = match problems {
            Some((spec, problems)) => {
                let deadline = share(self.legs.len());
                let asked = self.ask(spec, &problems, deadline, cancel)?;
                let [low, high] = <[f64; 2]>::from(asked.interval).map(|x| 100.0 * x);
                let (right, n, rate) = (asked.share.right, asked.share.asked, 100.0 * asked.rate);
                let _ = writeln!(
                    progress,
                    "positions: {right} of {n} right, {rate:.1} % [{low:.1}, {high:.1}]"
                );
                Some(asked)
            }
            None => None,
        };
        let provenance = Provenance::here(&self.command);
        let strength =
            Strength { legs, positions, older_commit: self.older_commit.clone(), provenance };
        if let Some(path) = results {
            result::append(path, &strength)?;
        }
        Ok(strength)
    }

    fn play(
        &self,
        leg: &Leg,
        deadline: Instant,
        cancel: &AtomicBool,
    ) -> Result<LegResult, StrengthError> {
        let start = Instant::now();
        let komi = Komi::from_half_points(13);
        let conditions = Conditions::new(leg.size, komi);
        let (ours, other) = (leg.ours.clone(), leg.opponent.clone());
        let mut schedule = Schedule::pair(ours, other, leg.games, conditions);
        // Random first moves, so that engines without a seed do not repeat themselves.
        schedule.openings = Openings::Random(4);
        let manner = Manner { parallel: self.parallel, ..Manner::default() };
        let mut store = SqliteStore::in_memory()?;
        let stop = AtomicBool::new(false);
        let mut watch = Deadline { deadline, stop: &stop, cancel };
        let outcome = tournament::run(&schedule, &manner, &mut store, &stop, &mut watch)
            .map_err(|error| StrengthError::Leg { leg: leg.name.clone(), error })?;
        let tally = outcome.standing.tally(0);
        Ok(LegResult {
            name: leg.name.clone(),
            size: leg.size.lines(),
            tally,
            win_rate: tally.rate(),
            interval: Interval::wilson(&tally),
            elo: Elo::of(&tally),
            seconds: start.elapsed().as_secs_f64(),
        })
    }

    /// Asks the positions on as many engines as games are played at the same time.
    fn ask(
        &self,
        spec: &EngineSpec,
        problems: &[Problem],
        deadline: Instant,
        cancel: &AtomicBool,
    ) -> Result<PositionsResult, StrengthError> {
        let start = Instant::now();
        let halt = || cancel.load(Ordering::Relaxed) || Instant::now() >= deadline;
        let n_each = problems.len().div_ceil(self.parallel.max(1)).max(1);
        let shares: Vec<Result<Share, Fault>> = std::thread::scope(|scope| {
            let asked: Vec<_> = problems
                .chunks(n_each)
                .map(|part| scope.spawn(|| positions::ask(spec, part, Patience::default(), &halt)))
                .collect();
            asked.into_iter().filter_map(|part| part.join().ok()).collect()
        });
        let mut total = Share::default();
        for share in shares {
            let share = share?;
            total.right += share.right;
            total.asked += share.asked;
            total.skipped += share.skipped;
            total.failed += share.failed;
        }
        let (rate, interval) = (total.rate(), total.interval());
        let seconds = start.elapsed().as_secs_f64();
        Ok(PositionsResult { share: total, rate, interval, seconds })
    }
}

/// So many problems at equal distances; choices among a few moves, which GTP cannot ask for, are left out.
fn evenly(problems: Vec<Problem>, n: usize) -> Vec<Problem> {
    let askable: Vec<Problem> = problems.into_iter().filter(|p| !p.is_choice).collect();
    let n = n.min(askable.len());
    (0..n).map(|i| askable[i * askable.len() / n].clone()).collect()
}

/// GNU Go as everybody measures against it.
pub fn gnu_go(level: u32) -> EngineSpec {
    let mut spec = EngineSpec::new(CommandLine {
        environment: Vec::new(),
        program: "gnugo".to_owned(),
        arguments: ["--mode", "gtp", "--chinese-rules", "--capture-all-dead", "--level"]
            .into_iter()
            .map(str::to_owned)
            .chain([level.to_string()])
            .collect(),
    });
    spec.name = Some(format!("GNU Go level {level}"));
    spec
}

/// Our engine with a budget.
/// Settings as they are written behind a command.
fn with(settings: &[String]) -> impl Iterator<Item = &str> {
    settings.iter().flat_map(|setting| [" --set ", setting.as_str()])
}

fn own(binary: &Path, playouts: u64, name: &str, settings: &[String]) -> EngineSpec {
    let mut arguments =
        ["gtp", "--playouts", &playouts.to_string(), "--quiet"].map(str::to_owned).to_vec();
    for setting in settings {
        arguments.extend(["--set".to_owned(), setting.clone()]);
    }
    EngineSpec {
        name: Some(name.to_owned()),
        command: CommandLine {
            environment: Vec::new(),
            program: binary.to_string_lossy().into_owned(),
            arguments,
        },
        folder: None,
        setup: Vec::new(),
        written: Some(
            std::iter::once(format!("{name} --playouts {playouts}").as_str())
                .chain(with(settings))
                .collect(),
        ),
    }
}

/// Ends a match when its time is over.
struct Deadline<'a> {
    deadline: Instant,
    stop: &'a AtomicBool,
    cancel: &'a AtomicBool,
}

impl Watcher for Deadline<'_> {
    fn finished(&mut self, _: &GameRecord, _: &Progress<'_>) {
        if Instant::now() >= self.deadline || self.cancel.load(Ordering::Relaxed) {
            self.stop.store(true, Ordering::Relaxed);
        }
    }
}
