//! The mini-tournament of the lessons with GNU Go, from `lessons/my-program` to a table and a graph.

use aji_e2e::program::aji;
use std::error::Error;
use std::path::Path;
use std::process::Command;

/// The source of the whole, where `lessons/my-program` is.
fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

#[test]
fn my_program_meets_a_player_of_the_lessons_and_gnu_go() -> Result<(), Box<dyn Error>> {
    let folder = std::env::temp_dir().join(format!("aji-tournament-{}", std::process::id()));
    let output = Command::new(aji()?)
        .current_dir(root())
        .args(["lesson", "tournament", "--partners", "primitive:2", "--games", "1", "--folder"])
        .arg(&folder)
        .output()?;
    let (page, progress) =
        (String::from_utf8(output.stdout)?, String::from_utf8_lossy(&output.stderr).into_owned());
    assert!(output.status.success(), "{progress}");
    for player in ["your-program-name", "primitive:2", "GNU Go level 10"] {
        assert!(page.contains(&format!("| {player} | ")), "{player} is missing:\n{page}");
    }
    assert!(!page.contains("Lost by a fault"), "{page}");
    assert_eq!(std::fs::read_to_string(folder.join("table.md"))?, page);
    let graph = std::fs::read_to_string(folder.join("ratings.svg"))?;
    assert_eq!(graph.matches("<circle").count(), 3);
    let games = std::fs::read_to_string(folder.join("games.jsonl"))?;
    assert_eq!(games.lines().count(), 3);
    std::fs::remove_dir_all(&folder)?;
    Ok(())
}
