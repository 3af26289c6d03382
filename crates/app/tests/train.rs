//! `aji corpus`, `aji train` and `aji predict` as a user runs them, and as a power cut ends them.

use aji_goban::{Move, Position, Size};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// A folder that is gone when the test is over.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("aji-cli-{}-{name}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }

    /// Random games on 9×9.
    fn games(&self, n: usize) -> PathBuf {
        let (size, mut random) = (Size::new(9).unwrap(), fastrand::Rng::with_seed(7));
        let mut text = String::new();
        for _ in 0..n {
            let mut position = Position::new(size);
            text.push_str("(;SZ[9]");
            while position.n_moves() < 70 {
                let points: Vec<_> = position.board().empties().iter().collect();
                let points = points.into_iter().filter(|&point| position.is_sensible(point));
                let Some(point) = random.choice(points.collect::<Vec<_>>()) else { break };
                let letter = |n: usize| char::from(b'a' + n as u8);
                let (column, row) = (letter(point.column(size)), letter(point.row(size)));
                let side = ['B', 'W'][position.n_moves() % 2];
                let _ = write!(text, ";{side}[{column}{row}]");
                position.play(Move::Place(point), &mut ());
            }
            text.push_str(")\n");
        }
        let path = self.0.join("games.sgf");
        fs::write(&path, text).unwrap();
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn aji(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_aji"));
    command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).stdin(Stdio::null());
    command
}

fn finished(mut command: Command) -> (String, String) {
    let Output { status, stdout, stderr } = command.output().unwrap();
    let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
    assert!(status.success(), "{}", text(&stderr));
    (text(&stdout), text(&stderr))
}

fn train(method: &str, games: &Path, out: &Path, more: &[&str]) -> Command {
    let (games, out) = (games.to_str().unwrap(), out.to_str().unwrap());
    let usual =
        ["train", method, "--games", games, "--out", out, "--size", "9", "--save-every", "0"];
    let mut command = aji(&usual);
    command.args(["--rounds", "12", "--threads", "2"]).args(more);
    command
}

/// Waits until the file is there, then kills the process as a power cut would; false if it ended before.
fn killed_when(mut child: Child, there: &Path, and_then: Duration) -> bool {
    let start = Instant::now();
    while !there.exists() && start.elapsed() < Duration::from_secs(60) {
        if child.try_wait().unwrap().is_some() {
            return false;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    std::thread::sleep(and_then);
    child.kill().unwrap();
    !child.wait().unwrap().success()
}

#[test]
fn a_training_killed_at_any_moment_resumes_to_the_same_weights() {
    let folder = Folder::new("kill");
    let games = folder.games(300);
    for method in ["lfr", "mm"] {
        let (whole, parts) = (folder.0.join(method), folder.0.join(format!("{method}-killed")));
        finished(train(method, &games, &whole, &[]));
        let mut n_kills = 0;
        let moments = ["measure.contests", "learn.contests", "training.checkpoint"];
        for (i, moment) in moments.into_iter().chain(["training.checkpoint"]).enumerate() {
            let child = train(method, &games, &parts, &["--resume"]).spawn().unwrap();
            let wait = Duration::from_millis(10 * i as u64);
            n_kills += u32::from(killed_when(child, &parts.join(moment), wait));
        }
        assert!(n_kills >= 2, "{method}: it was killed only {n_kills} times");
        finished(train(method, &games, &parts, &["--resume"]));
        let weights = |folder: &Path| fs::read(folder.join("weights.safetensors")).unwrap();
        assert!(weights(&whole) == weights(&parts), "{method}: other weights");
    }
}

#[test]
fn what_was_trained_predicts_and_says_so_in_json_and_pictures() {
    let folder = Folder::new("predict");
    let (games, out) = (folder.games(60), folder.0.join("out"));
    let (_, progress) = finished(train("mm", &games, &out, &["--target", "playout"]));
    assert!(progress.contains("positions of 57 games to learn from"), "{progress}");
    let plot = folder.0.join("plot.svg");
    let arguments = [
        "predict",
        "--games",
        games.to_str().unwrap(),
        "--weights",
        out.to_str().unwrap(),
        "--size",
        "9",
        "--json",
        "--plot",
        plot.to_str().unwrap(),
    ];
    let (json, _) = finished(aji(&arguments));
    let report: serde_json::Value = serde_json::from_str(json.trim()).unwrap();
    for key in ["positions", "top1", "top5", "top10", "mean_rank", "log_likelihood"] {
        assert!(report[key].is_number(), "{key} in {json}");
    }
    let (low, top1) = (report["top1_interval"][0].as_f64(), report["top1"].as_f64());
    assert!(low.unwrap() <= top1.unwrap());
    assert!(fs::read_to_string(plot).unwrap().starts_with("<svg"));
}

#[test]
fn collections_are_counted_filtered_split_and_rid_of_duplicates() {
    let folder = Folder::new("corpus");
    let games = folder.games(40);
    let file = |name: &str| folder.0.join(name).to_str().unwrap().to_owned();
    let (games, twice) = (games.to_str().unwrap(), file("twice.sgf.zst"));
    let (json, _) = finished(aji(&["corpus", "stats", games, games, "--json"]));
    let stats: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!((stats["games"].as_u64(), stats["duplicates"].as_u64()), (Some(80), Some(40)));
    let filter = ["corpus", "filter", games, games, "--size", "9", "--out", &twice];
    assert!(finished(aji(&filter)).1.contains("80 games"));
    let (once, first, rest) = (file("once.sgf"), file("first.sgf"), file("rest.sgf"));
    assert!(finished(aji(&["corpus", "dedupe", &twice, "--out", &once])).1.contains("40 games"));
    let split = ["corpus", "split", &once, "--part", "0.5", "--out", &first, "--rest", &rest];
    finished(aji(&split));
    let lines = |path: &str| fs::read_to_string(path).unwrap().lines().count();
    assert_eq!(lines(&first) + lines(&rest), 40);
    assert!(lines(&first) > 8 && lines(&rest) > 8);
}

#[test]
fn speeds_have_the_promised_keys() {
    let folder = Folder::new("bench");
    let games = folder.games(20);
    let arguments = ["bench", "train", "--games", games.to_str().unwrap(), "--size", "9", "--json"];
    let speed: serde_json::Value = serde_json::from_str(&finished(aji(&arguments)).0).unwrap();
    assert!(speed["positions_per_second"].as_f64().unwrap() > 0.0);
    assert!(speed["candidates_per_second"].as_f64().unwrap() > 0.0);
}

#[test]
fn playouts_are_judged_by_games_that_were_counted() {
    let folder = Folder::new("judgement");
    let games = folder.games(3);
    let path = games.to_str().unwrap();
    let judge =
        ["bench", "judgement", "--games", path, "--size", "9", "--before", "0,10", "--json"];
    let output = aji(&judge).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && said.contains("no game of 9×9"), "{said}");
    let counted = fs::read_to_string(&games).unwrap().replace("SZ[9]", "SZ[9]KM[7]RE[B+3.5]");
    fs::write(&games, counted).unwrap();
    let (told, _) = finished(aji(&judge));
    let rows: Vec<serde_json::Value> =
        told.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(rows.len(), 2, "{told}");
    for (row, before) in rows.iter().zip([0, 10]) {
        assert_eq!(
            (row["moves_before_end"].as_u64(), row["games"].as_u64()),
            (Some(before), Some(3))
        );
        assert!(row["log_likelihood"].as_f64().unwrap() < 0.0, "{row}");
        assert!(
            row["error"].as_f64().unwrap() > 0.0 && row["spread"].as_f64().unwrap() > 0.0,
            "{row}"
        );
    }
}

#[test]
fn the_weights_that_ship_predict_and_show_their_shapes() {
    let folder = Folder::new("shipped");
    let games = folder.games(8);
    let games = games.to_str().unwrap();
    let (json, _) = finished(aji(&["predict", "--games", games, "--size", "9", "--json"]));
    let report: serde_json::Value = serde_json::from_str(json.trim()).unwrap();
    assert!(report["weights"].as_str().unwrap().starts_with("tree ("), "{json}");
    let picture = folder.0.join("shapes.svg");
    let picture = picture.to_str().unwrap();
    let shapes = ["explain", "shapes", "--weights", "playout-3x3-9", "--shape", "3x3"];
    let mut command = aji(&shapes);
    command.args(["--number", "4", "--svg", picture]);
    finished(command);
    let svg = fs::read_to_string(picture).unwrap();
    assert!(svg.starts_with("<svg") && svg.contains("the weakest") && svg.contains("<circle"));
    let output = aji(&["predict", "--games", games, "--weights", "no-such"]).output().unwrap();
    assert!(String::from_utf8_lossy(&output.stderr).contains("no-such"), "the name is told");
}

#[test]
fn a_style_is_learned_from_the_weights_that_ship() {
    let folder = Folder::new("style");
    let (games, out) = (folder.games(40), folder.0.join("out"));
    let more = ["--from", "shipped", "--stream", "--rounds", "1"];
    let (games, out) = (games.to_str().unwrap(), out.to_str().unwrap());
    let mut command = aji(&["train", "btfm", "--games", games, "--out", out, "--size", "9"]);
    command.args(more);
    finished(command);
    let predict = ["predict", "--games", games, "--size", "9", "--json", "--weights", "tree", out];
    let (json, _) = finished(aji(&predict));
    let likelihoods: Vec<f64> = json
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap())
        .map(|report| report["log_likelihood"].as_f64().unwrap())
        .collect();
    assert!(likelihoods[1] > likelihoods[0] + 0.05, "{likelihoods:?}");
}
