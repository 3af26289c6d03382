//! A match against GNU Go by one command: counted, stored, resumed, and readable by others.

use aji_e2e::program::aji;
use serde_json::Value;
use std::error::Error;
use std::path::Path;
use std::process::{Command, Stdio};

/// Opens every record of a folder with sgfmill and prints how many there are.
const READER: &str = r#"
import glob, sys
from sgfmill import sgf
files = glob.glob(sys.argv[1] + "/*.sgf")
for name in files:
    game = sgf.Sgf_game.from_bytes(open(name, "rb").read())
    assert game.get_size() == 9 and game.get_root().get("RE"), name
    assert len(game.get_main_sequence()) > 10, name
print(len(files))
"#;

/// Plays so many games in all and returns the object that is printed.
fn play(games: u32, folder: &Path) -> Result<Value, Box<dyn Error>> {
    let gnugo = "gnugo --mode gtp --chinese-rules --capture-all-dead --level 1";
    let output = Command::new(aji()?)
        .current_dir(folder)
        .args(["match", "--black", "self --playouts 50", "--white", gnugo])
        .args(["--size", "9", "--komi", "7", "--sgf", "games", "--database", "match.db", "--json"])
        .args(["--games", &games.to_string()])
        .stderr(Stdio::inherit())
        .output()?;
    assert!(output.status.success(), "{}", output.status);
    Ok(serde_json::from_slice(&output.stdout)?)
}

#[test]
fn a_match_is_counted_goes_on_and_leaves_readable_records() -> Result<(), Box<dyn Error>> {
    let folder = std::env::temp_dir().join(format!("aji-match-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    assert_eq!(play(2, &folder)?["games"], 2);
    let all = play(4, &folder)?;
    assert_eq!((&all["games"], &all["played"]), (&Value::from(4), &Value::from(2)));
    let decided = all["wins"].as_u64().zip(all["losses"].as_u64()).ok_or("no counts")?;
    let drawn = all["draws"].as_u64().unwrap_or(0);
    assert_eq!(decided.0 + decided.1 + drawn, 4);
    for key in ["win_rate", "interval", "elo", "seconds"] {
        assert!(all.get(key).is_some(), "{key} is missing");
    }
    let games = folder.join("games");
    let read = Command::new("python3").args(["-c", READER]).arg(&games).output()?;
    assert_eq!(String::from_utf8_lossy(&read.stdout).trim(), "4");
    std::fs::remove_dir_all(&folder)?;
    Ok(())
}
