//! Games as SGF, and openings from it.

use crate::record::{GameRecord, Remark};
use aji_goban::{Color, Size};
use aji_notation::gtp::Vertex;
use aji_notation::sgf::{Collection, Tree};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The game as an SGF file with names, result, reason and the time of every move.
pub fn written(game: &GameRecord) -> String {
    // A stored record that no longer replays, as after an edit by hand, is written without its moves.
    let mut tree = match game.replay() {
        Ok(played) => Tree::from_game(&played),
        Err(_) => Tree::new(),
    };
    let root = tree.root_mut();
    for (color, name, version) in [(Color::Black, "PB", "BR"), (Color::White, "PW", "WR")] {
        let side = game.side(color);
        root.set_text(name, &side.name);
        // Ranks are the usual place for a program's version.
        if let Some(engine) = &side.engine {
            root.set_text(version, &engine.version);
        }
    }
    root.set_text("RE", &game.result);
    root.set_text("DT", game.finished.get(..10).unwrap_or(&game.finished));
    root.set_text("GN", &format!("match {} game {}", game.match_id, game.number));
    root.set_text("AP", &format!("aji:{}", env!("CARGO_PKG_VERSION")));
    root.set_text("C", &comment(game));
    let mut text = tree.to_string();
    text.push('\n');
    text
}

fn comment(game: &GameRecord) -> String {
    let mut lines = vec![format!("ended: {}", game.reason), format!("seed: {}", game.seed)];
    if let crate::record::Ending::Fault { fault, .. } = &game.ending {
        lines.push(fault.to_string());
    }
    for remark in &game.remarks {
        lines.push(match remark {
            Remark::StderrFlood { side, bytes } => {
                format!("{} wrote {bytes} bytes to stderr", Color::from(*side))
            }
            Remark::Duplicate { of } => format!("same moves as game {of}"),
            Remark::PlayedOut { result, .. } => format!("played on after resigning: {result}"),
        });
    }
    lines.join("\n")
}

/// Why openings cannot be read.
#[derive(Debug, Error)]
pub enum OpeningError {
    /// The file cannot be read.
    #[error("{path}: {error}")]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// Nothing fits.
    #[error("{path} has no game on {size} from an empty board with alternating moves")]
    Nothing {
        /// The file or folder.
        path: PathBuf,
        /// The board.
        size: Size,
    },
}

/// The first moves of every game in an SGF file, or in all SGF files of a folder. Games on other boards,
/// with stones set up, or with a player moving twice are left out.
pub fn read_openings(path: &Path, size: Size, n_moves: usize) -> Result<Vec<String>, OpeningError> {
    let mut lines = Vec::new();
    for file in files(path)? {
        let bytes = fs::read(&file).map_err(|error| OpeningError::File { path: file, error })?;
        let trees = Collection::parse(&bytes).trees;
        lines.extend(trees.iter().filter_map(|tree| line(tree, size, n_moves)));
    }
    if lines.is_empty() {
        return Err(OpeningError::Nothing { path: path.to_owned(), size });
    }
    Ok(lines)
}

fn files(path: &Path) -> Result<Vec<PathBuf>, OpeningError> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let error = |error| OpeningError::File { path: path.to_owned(), error };
    let mut files = Vec::new();
    for entry in fs::read_dir(path).map_err(error)? {
        let file = entry.map_err(error)?.path();
        if file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("sgf")) {
            files.push(file);
        }
    }
    // The order of a folder differs between machines; a match must not.
    files.sort();
    Ok(files)
}

fn line(tree: &Tree, size: Size, n_moves: usize) -> Option<String> {
    let root = tree.root();
    let fits = root.size().is_ok_and(|found| found == size) && !root.is_setup();
    let mut words = Vec::new();
    for (i, (color, play)) in tree.main_moves(size).take(n_moves).enumerate() {
        if color != Color::BOTH[i % 2] {
            return None;
        }
        words.push(Vertex::from(play).text(size).to_string());
    }
    (fits && !words.is_empty()).then(|| words.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<Option<String>> {
        let size = Size::new(9).unwrap();
        let trees = Collection::parse(text.as_bytes()).trees;
        trees.iter().map(|tree| line(tree, size, 3)).collect()
    }

    #[test]
    fn openings_are_the_first_moves_of_games_that_fit() {
        let found = lines(
            "(;SZ[9];B[ee];W[cc];B[gg];W[aa]) (;SZ[13];B[ee]) (;SZ[9];B[ee];B[cc]) \
             (;SZ[9]AB[aa];W[ee]) (;SZ[9])",
        );
        assert_eq!(found, [Some("E5 C7 G3".to_owned()), None, None, None, None]);
    }
}
