//! Before learning: which shapes are features, and the contests on disk.

use super::stream::Games;
use super::{Files, Method, Plan, Progress, TrainError};
use crate::extraction::{Selection, ShapeCounts, Wanted, count_shapes, extract};
use aji_patterns::{Catalog, FeatureSet};
use aji_ranking::weights::{Checkpoint, WeightCause};
use aji_ranking::{ContestFile, Corpus, FileError, Fingerprint, Writer};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

/// What learning needs.
pub struct Prepared {
    /// The shapes that are features.
    pub catalog: Catalog,
    /// What is learned from.
    pub learn: Learn,
    /// What prediction is measured by.
    pub measure: ContestFile,
    /// Names the contests.
    pub corpus: Fingerprint,
    /// How many games are learned from.
    pub n_games: u64,
}

/// What is learned from.
pub enum Learn {
    /// Contests on disk.
    File(ContestFile),
    /// Games that contests are made from again and again.
    Games(Games),
}

/// Shapes and contests, as far as they are not there already; `None` if it was stopped.
pub fn prepare(
    plan: &Plan,
    files: &Files,
    progress: &mut Progress<'_>,
    cancel: &AtomicBool,
) -> Result<Option<Prepared>, TrainError> {
    let Some(catalog) = shapes(plan, files, progress, cancel)? else { return Ok(None) };
    // Contests mean something only together with the shapes.
    let keys: Vec<u8> =
        FeatureSet::keys(&catalog).iter().flat_map(|key| key.to_le_bytes()).collect();
    let meaning = Fingerprint(plan.extraction_run().0 ^ Fingerprint::of(&keys).0);
    let mut open = |name: &str, path: &Path, wanted: &Wanted| {
        contests(plan, &catalog, meaning, (name, path, wanted), progress, cancel)
    };
    let Some(measure) = open("games to measure by", &files.measure, &plan.measured())? else {
        return Ok(None);
    };
    let (learn, n_games, n_contests) = if plan.stream && plan.method != Method::Mm {
        let games = read_games(plan, progress)?;
        let (n_games, n_moves) = (games.len() as u64, games.n_moves());
        (Learn::Games(games), n_games, n_moves)
    } else {
        let Some(learn) = open("games to learn from", &files.learn, &plan.learned())? else {
            return Ok(None);
        };
        let header = learn.header();
        let (n_games, n_contests) = (header.n_games, header.n_contests);
        (Learn::File(learn), n_games, n_contests)
    };
    progress.say(&format!(
        "{n_contests} positions of {n_games} games to learn from, {} of {} to measure by",
        measure.n_contests(),
        measure.header().n_games
    ));
    let corpus = Fingerprint::of(format!("{meaning} {n_games} {n_contests}").as_bytes());
    Ok(Some(Prepared { catalog, learn, measure, corpus, n_games }))
}

fn read_games(plan: &Plan, progress: &mut Progress<'_>) -> Result<Games, TrainError> {
    progress.begin(0);
    let all = plan.games.limit.map(u64::from);
    let watch = |done| progress.step("reading, games", done, all, (done, "games"));
    let games = Games::read(&plan.learned(), watch)?;
    if games.n_moves() == 0 {
        return Err(TrainError::TooFew);
    }
    Ok(games)
}

const KIND: &str = "shapes";

fn shapes(
    plan: &Plan,
    files: &Files,
    progress: &mut Progress<'_>,
    cancel: &AtomicBool,
) -> Result<Option<Catalog>, TrainError> {
    if let Some(from) = &plan.from {
        let catalog = plan.recipe.features.catalog(&from.keys);
        return catalog.map(Some).ok_or(TrainError::OtherFeatures);
    }
    let run = plan.extraction_run();
    match Checkpoint::load(&files.shapes, KIND, run) {
        Ok(checkpoint) => {
            let keys = checkpoint.read_all_u64s("keys")?;
            let catalog = plan.recipe.features.catalog(&keys);
            return Ok(Some(catalog.ok_or_else(|| checkpoint.bad("keys"))?));
        }
        Err(error) if matches!(error.cause, WeightCause::Missing) => {}
        Err(error) => return Err(error.into()),
    }
    let mut selection = Selection::open(&plan.learned(), 0)?;
    progress.begin(0);
    let all = plan.games.limit.map(u64::from);
    let counts = match plan.recipe.features {
        FeatureSet::Wide => ShapeCounts::rough(plan.least),
        _ => ShapeCounts::default(),
    };
    let counted = count_shapes(&plan.recipe, counts, &mut selection, |done| {
        progress.step("counting shapes, games", done, all, (done, "games"));
        stop_if(cancel)
    })?;
    let ControlFlow::Continue(counts) = counted else { return Ok(None) };
    selection.failures().iter().for_each(|failure| progress.say(&format!("left out: {failure}")));
    let census = selection.census();
    if census.wanted == 0 {
        return Err(census.no_games(plan.games.size).into());
    }
    for (reason, n) in &census.unreadable {
        progress.say(&format!("{n} games left out: {reason}"));
    }
    let catalog = counts.catalog(plan.least);
    progress.say(&format!(
        "{} of {} different shapes were played at least {} times and are features",
        catalog.len(),
        counts.len(),
        plan.least
    ));
    let mut checkpoint = Checkpoint::new(KIND, run);
    checkpoint.u64s("keys", &FeatureSet::keys(&catalog));
    checkpoint.save(&files.shapes)?;
    Ok(Some(catalog))
}

/// The contests of some games on disk, extracted as far as they are not there; `None` if it was stopped.
fn contests(
    plan: &Plan,
    catalog: &Catalog,
    meaning: Fingerprint,
    (name, path, wanted): (&str, &Path, &Wanted),
    progress: &mut Progress<'_>,
    cancel: &AtomicBool,
) -> Result<Option<ContestFile>, TrainError> {
    use aji_ranking::file::FileCause;
    let is = |error: &FileError, cause: fn(&FileCause) -> bool| cause(&error.cause);
    let mut writer = match ContestFile::open(path, meaning) {
        Ok(file) => return Ok(Some(file)),
        Err(error) if is(&error, |cause| matches!(cause, FileCause::Unfinished)) => {
            Writer::resume(path, meaning)?
        }
        Err(error) if is(&error, |cause| matches!(cause, FileCause::Missing)) => {
            Writer::create(path, meaning)?
        }
        Err(error) => return Err(error.into()),
    };
    let first = writer.last_game().map_or(0, |last| last + 1);
    let mut selection = Selection::open(wanted, first)?;
    let (mut done, mut n_positions) = (writer.n_games(), 0);
    progress.begin(done);
    let all = wanted.limit.map(u64::from);
    let ended = extract(&plan.recipe, catalog, &mut selection, |n, contests| {
        writer.games(contests)?;
        done += n;
        n_positions += contests.len() as u64;
        progress.step(name, done, all, (n_positions, "positions"));
        Ok::<_, TrainError>(stop_if(cancel))
    })?;
    if ended.is_break() {
        writer.flush()?;
        return Ok(None);
    }
    if writer.n_contests() == 0 {
        if selection.census().wanted == 0 {
            return Err(selection.census().no_games(wanted.size).into());
        }
        return Err(TrainError::TooFew);
    }
    writer.finish()?;
    Ok(Some(ContestFile::open(path, meaning)?))
}

/// Stops when Ctrl-C was pressed.
pub fn stop_if(cancel: &AtomicBool) -> ControlFlow<()> {
    if cancel.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}
