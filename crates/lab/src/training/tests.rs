//! Runs from games to weights: stopped and resumed ones end as those in one go; every trouble has its words.

use super::*;
use crate::extraction::tests::{Folder, random_games};
use crate::extraction::{Part, Recipe, Wanted};
use crate::prediction::{Predictor, predict};
use aji_goban::Size;
use aji_patterns::Extent;
use std::fs;
use std::io::Write;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::time::Duration;

const PLAYOUT: FeatureSet = FeatureSet::Playout(Extent::Diamond2);

fn plan(folder: &Folder, method: Method, features: FeatureSet, lines: u64) -> Plan {
    let file = folder.0.join("games.sgf");
    if !file.exists() {
        fs::write(&file, random_games(60, 7, 1)).unwrap();
    }
    let size = Size::new(lines).unwrap();
    Plan {
        method,
        recipe: Recipe { features, every: NonZero::<u32>::MIN, threads: NonZero::new(2).unwrap() },
        games: Wanted { files: vec![file], size, limit: None, part: Part::All },
        valid: None,
        least: 5,
        out: folder.0.join("out"),
        resume: false,
        fresh: false,
        keep: false,
        save_every: Duration::ZERO,
        rounds: 6,
        seed: 3,
        factors: 3,
        step: None,
        order: MmOrder::Together,
        memory: 1 << 30,
        stream: false,
        games_a_round: None,
        average: None,
        from: None,
        commit: "test".into(),
    }
}

fn run_quietly(plan: &Plan) -> Result<Trained, TrainError> {
    let mut nowhere = io::sink();
    run(plan, &mut Progress::new(&mut nowhere, Duration::ZERO), &AtomicBool::new(false))
}

fn trained(plan: &Plan) -> (Vec<u8>, Report) {
    match run_quietly(plan).unwrap_or_else(|error| panic!("{error}")) {
        Trained::Done(report) => (fs::read(Files::of(&plan.out).weights).unwrap(), *report),
        Trained::Stopped => panic!("nobody stopped it"),
    }
}

/// Presses Ctrl-C after so many lines of progress.
struct Impatient<'a> {
    lines: u32,
    cancel: &'a AtomicBool,
}

impl Write for Impatient<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let n_lines = bytes.iter().filter(|&&byte| byte == b'\n').count() as u32;
        self.lines = self.lines.saturating_sub(n_lines);
        if self.lines == 0 {
            self.cancel.store(true, Ordering::Relaxed);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_run_that_is_stopped_again_and_again_ends_with_the_same_weights() {
    let methods = [
        (Method::Mm, PLAYOUT),
        (Method::Mm, FeatureSet::Tree),
        (Method::Lfr, FeatureSet::Tree),
        (Method::Btfm, PLAYOUT),
        (Method::Btfm, FeatureSet::Wide),
        (Method::Lfr, FeatureSet::Wide),
    ];
    for (i, (method, features)) in methods.into_iter().enumerate() {
        let folder = Folder::new(&format!("resume-{i}"));
        let mut whole = plan(&folder, method, features, 7);
        if features == FeatureSet::Wide {
            whole.stream = true;
            whole.games_a_round = NonZero::new(30);
            whole.average = NonZero::new(100);
        }
        let (expected, report) = trained(&whole);
        assert!(report.positions > 50 && report.games == 3, "{report:?}");

        let parts = Plan { out: folder.0.join("parts"), resume: true, ..whole };
        let mut n_stops = 0;
        loop {
            let cancel = AtomicBool::new(false);
            let mut out = Impatient { lines: 9, cancel: &cancel };
            match run(&parts, &mut Progress::new(&mut out, Duration::ZERO), &cancel).unwrap() {
                Trained::Stopped => n_stops += 1,
                Trained::Done(_) => break,
            }
        }
        assert!(n_stops > 0, "{method:?}: never stopped");
        assert!(fs::read(Files::of(&parts.out).weights).unwrap() == expected, "{method:?}");
        let left: Vec<_> = fs::read_dir(&parts.out).unwrap().collect();
        assert_eq!(left.len(), 1, "only the weights are left");
    }
}

#[test]
fn learned_weights_predict_far_better_than_chance_and_as_measured() {
    let folder = Folder::new("predicts");
    for (method, features) in
        [(Method::Mm, PLAYOUT), (Method::Lfr, FeatureSet::Tree), (Method::Btfm, FeatureSet::Tree)]
    {
        let plan = Plan { rounds: 20, ..plan(&folder, method, features, 7) };
        let (_, report) = trained(&plan);
        // The games' players choose the nearest of six random moves, out of thirty or so.
        assert!(report.top[0].value > 0.10, "{method:?}: {:?}", report.top[0]);
        let predictor = Predictor::load(&plan.out).unwrap();
        assert_eq!(predictor.features, features);
        let go = |_, _| ControlFlow::Continue(());
        let again = predict(&predictor, &plan.measured(), NonZero::new(2).unwrap(), go).unwrap();
        assert_eq!((again.positions, &again.top), (report.positions, &report.top));
        let svg = crate::prediction::svg(&[(predictor.name, again)]);
        assert!(svg.contains("<polyline") && svg.ends_with("</svg>\n"));
    }
}

#[test]
fn streamed_contests_teach_the_same_for_any_number_of_threads() {
    let folder = Folder::new("stream");
    let one = Plan { stream: true, ..plan(&folder, Method::Btfm, FeatureSet::Wide, 7) };
    let weights = |threads: usize| {
        let mut plan = Plan { out: folder.0.join(format!("{threads}")), ..one.clone() };
        plan.recipe.threads = NonZero::new(threads).unwrap();
        trained(&plan);
        let file = WeightFile::load(&Files::of(&plan.out).weights, None).unwrap();
        assert!(!Files::of(&plan.out).learn.exists());
        file.model
    };
    assert!(weights(1) == weights(3));
}

#[test]
fn a_style_profile_makes_the_games_it_was_made_from_likelier() {
    let folder = Folder::new("style");
    let base = Plan { stream: true, ..plan(&folder, Method::Btfm, FeatureSet::Wide, 7) };
    trained(&base);
    let file = WeightFile::load(&Files::of(&base.out).weights, None).unwrap();
    let other = folder.games("other.sgf", 40, 7, 99);
    let profile = Plan {
        from: Some(Box::new(file)),
        games: Wanted { files: vec![other], ..base.games.clone() },
        out: folder.0.join("profile"),
        rounds: 3,
        ..base.clone()
    };
    trained(&profile);
    let likelihood = |folder: &Path| {
        let predictor = Predictor::load(folder).unwrap();
        let go = |_, _| ControlFlow::Continue(());
        let report = predict(&predictor, &profile.games, NonZero::new(2).unwrap(), go).unwrap();
        report.log_likelihood.value
    };
    let (before, after) = (likelihood(&base.out), likelihood(&profile.out));
    assert!(after > before + 0.01, "{before} {after}");
    let mm = Plan { method: Method::Mm, stream: false, out: folder.0.join("mm"), ..profile };
    assert!(run_quietly(&mm).unwrap_err().to_string().contains("of another kind"));
}

#[test]
fn contests_read_from_disk_in_every_pass_give_the_same_strengths() {
    let folder = Folder::new("disk");
    let in_memory = plan(&folder, Method::Mm, PLAYOUT, 7);
    let on_disk = Plan { memory: 0, out: folder.0.join("disk"), ..in_memory.clone() };
    let (a, b) = (trained(&in_memory).1, trained(&on_disk).1);
    assert!((a.log_likelihood.value - b.log_likelihood.value).abs() < 1e-5);
}

#[test]
fn other_sizes_empty_files_and_too_few_games_are_explained() {
    let folder = Folder::new("sizes");
    let error = |plan: Plan| run_quietly(&plan).unwrap_err().to_string();
    let text = error(plan(&folder, Method::Mm, PLAYOUT, 19));
    assert!(text.contains("60 on 7×7") && text.contains("--size 7"), "{text}");
    let few = plan(&folder, Method::Mm, PLAYOUT, 7);
    let few = Plan { games: Wanted { limit: Some(5), ..few.games.clone() }, fresh: true, ..few };
    assert!(error(few.clone()).contains("at least 20"));
    let empty = folder.0.join("empty.sgf");
    fs::write(&empty, "").unwrap();
    let none = Plan { games: Wanted { files: vec![empty], ..few.games.clone() }, ..few };
    assert!(error(none).contains("they hold no game at all"));
}

#[test]
fn an_unfinished_run_is_neither_overwritten_nor_mixed_with_another() {
    let folder = Folder::new("unfinished");
    let first = plan(&folder, Method::Lfr, FeatureSet::Tree, 7);
    let cancel = AtomicBool::new(false);
    let mut out = Impatient { lines: 12, cancel: &cancel };
    let ended = run(&first, &mut Progress::new(&mut out, Duration::ZERO), &cancel).unwrap();
    assert!(matches!(ended, Trained::Stopped));
    let error = run_quietly(&first).unwrap_err().to_string();
    assert!(error.contains("--resume") && error.contains("--fresh"), "{error}");
    let other = Plan { resume: true, least: 4, ..first.clone() };
    let error = run_quietly(&other).unwrap_err().to_string();
    assert!(error.contains("another run"), "{error}");
    let fresh = Plan { fresh: true, ..first };
    assert!(matches!(run_quietly(&fresh).unwrap(), Trained::Done(_)));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_and_leaves_earlier_weights_whole() {
    let folder = Folder::new("full");
    let plan = plan(&folder, Method::Mm, PLAYOUT, 7);
    let (before, _) = trained(&plan);
    let files = Files::of(&plan.out);
    for (path, words) in [
        (files.measure.clone(), "free space"),
        (plan.out.join("training.checkpoint.new"), "free space"),
        (plan.out.join("weights.safetensors.new"), "free space"),
    ] {
        // Whatever is written to this device meets a full disk.
        std::os::unix::fs::symlink("/dev/full", &path).unwrap();
        let error = run_quietly(&Plan { resume: true, ..plan.clone() }).unwrap_err().to_string();
        assert!(error.contains(words), "{}: {error}", path.display());
        assert!(fs::read(&files.weights).unwrap() == before);
        let _ = fs::remove_file(&path);
    }
}

#[test]
fn foreign_truncated_and_damaged_weights_are_refused_by_name() {
    let folder = Folder::new("foreign");
    let plan = plan(&folder, Method::Mm, PLAYOUT, 7);
    let (bytes, _) = trained(&plan);
    let file = Files::of(&plan.out).weights;
    let message = |bytes: &[u8]| {
        fs::write(&file, bytes).unwrap();
        Predictor::load(&plan.out).err().unwrap().to_string()
    };
    assert!(message(&bytes[..bytes.len() / 2]).contains("truncated"));
    assert!(message(b"(;SZ[9];B[ee])").contains("not a file of weights"));
    let mut damaged = bytes.clone();
    *damaged.last_mut().unwrap() ^= 1;
    assert!(message(&damaged).contains("damaged"));
    let mut other = WeightFile::from_bytes("x", &bytes, None).unwrap();
    other.provenance.feature_set = aji_ranking::Fingerprint(5);
    assert!(message(&other.to_bytes("x", Precision::F32).unwrap()).contains("another set"));
    let mut short = WeightFile::from_bytes("x", &bytes, None).unwrap();
    short.keys.truncate(4);
    assert!(message(&short.to_bytes("x", Precision::F32).unwrap()).contains("list of shapes"));
    assert!(Predictor::load(&folder.0.join("none")).err().unwrap().to_string().contains("no such"));
}
