//! An experiment from its file to its report, and the yardstick, with engines of a few lines of shell.

#![cfg(unix)]

use aji_arena::engine::EngineSpec;
use aji_goban::Size;
use aji_lab::command::{self, LabArguments, LabCommand};
use aji_lab::result::{self, CellResult};
use aji_lab::run::Caller;
use aji_lab::strength::{Leg, Yardstick};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// A folder of its own for each test, removed at its end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("aji-lab-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.join(name);
        fs::write(&path, text).unwrap();
        path
    }

    /// An engine that always gives the same answer to genmove.
    fn engine(&self, answer: &str) -> String {
        let script = format!(
            "while read command rest; do case $command in
               list_commands) printf '= boardsize\\nclear_board\\nkomi\\nplay\\ngenmove\\n\\n';;
               genmove) printf '= {answer}\\n\\n';;
               quit) printf '=\\n\\n'; exit;;
               *) printf '=\\n\\n';;
             esac; done"
        );
        format!("sh \"{}\"", self.write(&format!("{answer}.sh"), &script).display())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn lab(command: LabCommand) -> (String, String) {
    let (mut out, mut progress) = (Vec::new(), Vec::new());
    let mut caller = Caller {
        own_binary: Path::new("unused"),
        progress: &mut progress,
        cancel: &AtomicBool::new(false),
    };
    command::run(&LabArguments { command }, &mut caller, &mut out)
        .unwrap_or_else(|e| panic!("{e}"));
    (String::from_utf8(out).unwrap(), String::from_utf8(progress).unwrap())
}

fn experiment(folder: &Folder) -> PathBuf {
    let resigner = folder.engine("resign");
    folder.write(
        "giving-up.toml",
        &format!(
            "name = 'giving-up'
            question = 'Does it pay to resign?'
            source = {{ document = 'none', place = 'nowhere' }}
            conditions = {{ games = 6, quick_games = 2 }}
            parameters = {{ first = '{resigner}', second = '{resigner}' }}
            players = {{ player = '{{first}}', opponent = '{{second}}' }}
            [grid]
            size = [5, 7]
            [[published]]
            at = {{ size = 7 }}
            win_rate = 0.5
            games = 100"
        ),
    )
}

#[test]
fn an_experiment_is_run_kept_resumed_and_reported() {
    let folder = Folder::new("run");
    let file = experiment(&folder);
    let run = |games, quick| LabCommand::Run {
        file: file.clone(),
        games,
        quick,
        cell: vec![],
        parallel: 1,
        set: vec![],
    };
    let (page, progress) = lab(run(None, true));
    assert!(page.contains("| size 7 | 50.0 % [40.4, 59.6] (100) |"), "{page}");
    assert!(progress.contains("giving-up: size 5") && progress.contains("2/2"), "{progress}");
    let results: Vec<CellResult> = result::read(&folder.0.join("results/giving-up.jsonl")).unwrap();
    // Black moves first and resigns: each side wins with White.
    assert_eq!(results.len(), 2);
    assert!(results.iter().all(|r| (r.games, r.wins, r.losses) == (2, 1, 1)));
    assert!(results[0].provenance.command.ends_with("giving-up.toml --quick"));

    let (_, progress) = lab(run(Some(4), false));
    assert!(progress.contains("2 finished games found, going on from there"), "{progress}");
    let games = fs::read_to_string(folder.0.join("results/games/giving-up.jsonl")).unwrap();
    assert_eq!(games.lines().count(), 2 * 4);

    let (page, _) = lab(LabCommand::Report { file: file.clone() });
    assert_eq!(fs::read_to_string(folder.0.join("results/giving-up.md")).unwrap(), page);
    let svg = fs::read_to_string(folder.0.join("results/giving-up.svg")).unwrap();
    assert!(svg.contains("size 7") && svg.starts_with("<svg"));
    let (list, _) = lab(LabCommand::List { folder: folder.0.clone() });
    assert!(list.contains("0 of 2 cells measured, 6 games each; begun: 4, 4 games\n"), "{list}");
    lab(run(None, false));
    let (list, _) = lab(LabCommand::List { folder: folder.0.clone() });
    assert!(list.contains("2 of 2 cells measured, 6 games each\n"), "{list}");
}

/// Asks for the end, as Ctrl-C does, as soon as a game is finished.
struct Impatient<'a> {
    told: Vec<u8>,
    cancel: &'a AtomicBool,
}

impl Write for Impatient<'_> {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        self.told.extend(text);
        if String::from_utf8_lossy(&self.told).contains("1/600") {
            self.cancel.store(true, Ordering::Relaxed);
        }
        Ok(text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_stopped_experiment_tells_the_games_so_far() {
    let folder = Folder::new("stopped");
    let file = experiment(&folder);
    let cancel = AtomicBool::new(false);
    let mut caller = Caller {
        own_binary: Path::new("unused"),
        progress: &mut Impatient { told: Vec::new(), cancel: &cancel },
        cancel: &cancel,
    };
    let command = LabCommand::Run {
        file,
        games: Some(600),
        quick: false,
        cell: vec![],
        parallel: 1,
        set: vec![],
    };
    let arguments = LabArguments { command };
    let mut page = Vec::new();
    command::run(&arguments, &mut caller, &mut page).unwrap();

    let kept = folder.0.join("results/giving-up.jsonl");
    let results: Vec<CellResult> = result::read(&kept).unwrap();
    assert_eq!(results.len(), 1, "the second cell was never begun");
    assert!((1..600).contains(&results[0].games), "{results:?}");
    let page = String::from_utf8(page).unwrap();
    let line = page.lines().find(|line| line.starts_with("| size 5 |")).unwrap();
    assert!(!line.contains("not yet"), "{page}");

    // Stopped again before a game is finished: nothing new to tell.
    command::run(&arguments, &mut caller, &mut Vec::new()).unwrap();
    assert_eq!(result::read::<CellResult>(&kept).unwrap().len(), 1);
}

#[test]
fn parameters_replace_engines() {
    let folder = Folder::new("set");
    let file = experiment(&folder);
    let passer = folder.engine("pass");
    let (page, _) = lab(LabCommand::Run {
        file,
        games: Some(2),
        quick: false,
        cell: vec![1],
        parallel: 1,
        set: vec![format!("second={passer}")],
    });
    // Who passes against who resigns: the first player never wins.
    assert!(page.contains("| size 5 | – | 0.0 % ["), "{page}");
    assert!(
        page.contains("| size 7 | 50.0 % [40.4, 59.6] (100) | not yet |"),
        "only the first cell"
    );
}

#[test]
fn the_yardstick_plays_its_legs_and_asks_its_positions() {
    let folder = Folder::new("strength");
    let positions = folder.write(
        "positions.jsonl",
        r#"{"id":"a","size":9,"moves":[["B","E5"]],"to_move":"W","accept":["D4"]}
{"id":"b","size":9,"black":["E5"],"to_move":"W","reject":["D4"]}
{"id":"c","size":9,"to_move":"B","accept":["E5"]}
{"id":"d","size":9,"to_move":"B","accept":["D4"],"allowed":["D4","E5"]}
"#,
    );
    let spec = |answer: &str| EngineSpec::parse(&folder.engine(answer)).unwrap();
    let leg = Leg {
        name: "passing against resigning".into(),
        ours: spec("pass"),
        opponent: spec("resign"),
        size: Size::new(5).unwrap(),
        games: 4,
    };
    let yardstick = Yardstick {
        legs: vec![leg],
        positions: Some((spec("D4"), positions)),
        n_positions: 10,
        time: Duration::from_secs(60),
        parallel: 2,
        older_commit: Some("abc".into()),
        command: "test".into(),
    };
    let file = folder.0.join("results/strength.jsonl");
    let mut progress = Vec::new();
    let strength = yardstick.measure(&AtomicBool::new(false), &mut progress, Some(&file)).unwrap();
    assert_eq!((strength.legs[0].tally.wins, strength.legs[0].tally.losses), (4, 0));
    let share = &strength.positions.as_ref().unwrap().share;
    assert_eq!((share.right, share.asked, share.skipped, share.failed), (1, 3, 0, 0));
    let lines: Vec<serde_json::Value> = result::read(&file).unwrap();
    assert_eq!(lines[0]["legs"][0]["wins"], 4);
    assert_eq!(lines[0]["positions"]["right"], 1);
    let text = String::from_utf8(progress).unwrap();
    assert!(text.contains("positions: 1 of 3 right, 33.3 % ["), "{text}");
}
