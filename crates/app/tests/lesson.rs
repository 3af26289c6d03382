//! `aji lesson`: the list, a lesson, a player, and a whole tournament.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const AJI: &str = env!("CARGO_BIN_EXE_aji");

fn aji(arguments: &[&str], folder: &Path) -> Output {
    Command::new(AJI).args(arguments).current_dir(folder).output().expect("aji can be started")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A folder of its own for each test, removed at its end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("aji-lesson-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn the_lessons_are_listed_and_run() {
    let folder = Folder::new("list");
    let list = text(&aji(&["lesson"], &folder.0).stdout);
    assert!(list.starts_with(" 1  The board\n") && list.contains("\n14  Criticality\n"), "{list}");
    assert!(list.contains("aji lesson tournament"), "{list}");
    let seventh = text(&aji(&["lesson", "7"], &folder.0).stdout);
    assert!(seventh.contains("alpha-beta: 5, after 5 of 7 ends"), "{seventh}");
}

#[test]
fn what_is_not_there_is_refused_with_a_remedy() {
    let folder = Folder::new("refused");
    for (arguments, remedy) in [
        (&["lesson", "15"][..], "choose 1 to 14"),
        (&["lesson", "gtp", "alphago:1"], "choose random"),
        (&["lesson", "tournament"], "lesson tournament \"python3 mine.py\""),
        (&["lesson", "tournament", "x", "--partners", "uct:0"], "no player \"uct:0\""),
        (&["lesson", "tournament", "no-such-program", "--no-gnugo"], "no-such-program"),
    ] {
        let output = aji(arguments, &folder.0);
        let error = text(&output.stderr);
        assert!(!output.status.success() && error.contains(remedy), "{arguments:?}: {error}");
    }
}

/// A program of one's own against two players of the lessons; then the same command again, and again with a
/// changed program.
#[cfg(unix)]
#[test]
fn a_tournament_gives_a_table_and_a_graph_and_goes_on_where_it_stopped() {
    let folder = Folder::new("tournament");
    let play = |script: &str| {
        fs::write(folder.0.join("mine.sh"), script).expect("a script");
        let output = aji(
            &[
                "lesson",
                "tournament",
                "sh mine.sh",
                "--partners",
                "primitive:1,uct:20",
                "--no-gnugo",
                "--games",
                "2",
            ],
            &folder.0,
        );
        assert!(output.status.success(), "{}", text(&output.stderr));
        assert_eq!(text(&output.stdout), folder.read("tournament/table.md"));
        folder.read("tournament/games.jsonl").lines().count()
    };
    let mine = format!("exec '{AJI}' lesson gtp random");
    assert_eq!(play(&mine), 6, "three pairings of two games");
    let first = folder.read("tournament/table.md");
    for part in ["| random | ", "| primitive:1 | ", "| uct:20 | ", "| won–lost | 1 | 2 | 3 |"] {
        assert!(first.contains(part), "{part} is missing:\n{first}");
    }
    assert!(!first.contains("Lost by a fault"), "{first}");
    let graph = folder.read("tournament/ratings.svg");
    assert_eq!(graph.matches("<circle").count(), 3, "{graph}");

    assert_eq!(play(&mine), 6, "nothing is left to play");
    assert_eq!(folder.read("tournament/table.md"), first);
    assert_eq!(play(&format!("{mine} # changed")), 10, "only the changed program plays again");
}
