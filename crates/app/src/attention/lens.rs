//! Attention for the page in the browser, and what people think of it.

use super::report::{Looked, Report};
use aji_attention::{Method, Settings};
use aji_goban::Game;
use aji_notation::sgf;
use aji_web::lens::{Grade, Lens, LensError, Rating, Reason};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

/// A rating as it is kept: one line of JSON.
#[derive(Serialize, Deserialize)]
struct Kept {
    #[serde(flatten)]
    rating: RatingLine,
    /// The game up to the position, as SGF.
    game: String,
    /// The points of the partial board.
    points: Vec<String>,
}

/// The rating without the position, which the game gives.
#[derive(Serialize, Deserialize)]
struct RatingLine {
    method: String,
    board: usize,
    at: usize,
    grade: Grade,
    reason: Option<Reason>,
}

/// Looks at positions, and keeps ratings in a file.
pub struct AttentionLens {
    file: PathBuf,
    writing: Mutex<()>,
}

impl AttentionLens {
    /// Ratings are kept in this file, one line of JSON each.
    pub fn new(file: PathBuf) -> AttentionLens {
        AttentionLens { file, writing: Mutex::new(()) }
    }

    fn report(game: &Game, method: &str) -> Result<Report, LensError> {
        let method: Method =
            method.parse().map_err(|error| LensError::Asked(format!("{error}")))?;
        let settings = Settings { method, ..Settings::default() };
        let looked = Looked::at(game, settings, None)
            .map_err(|error| LensError::Kept(format!("{error:#}")))?;
        Ok(Report::of(game, &looked, None))
    }

    fn kept(&self) -> Result<Vec<Kept>, LensError> {
        let text = match fs::read_to_string(&self.file) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(self.trouble(&error.to_string())),
        };
        let read = |(i, line): (usize, &str)| {
            serde_json::from_str(line)
                .map_err(|error| self.trouble(&format!("line {}: {error}", i + 1)))
        };
        text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()).map(read).collect()
    }

    fn trouble(&self, what: &str) -> LensError {
        LensError::Kept(format!("{}: {what}", self.file.display()))
    }
}

/// In the order of table 2.
const GRADES: [Grade; 4] =
    [Grade::VeryFitting, Grade::Fitting, Grade::Unfitting, Grade::VeryUnfitting];
const REASONS: [Reason; 3] = [Reason::TooNarrow, Reason::CutMidway, Reason::Irrelevant];

impl Lens for AttentionLens {
    fn look(&self, game: &Game, method: &str) -> Result<Value, LensError> {
        serde_json::to_value(AttentionLens::report(game, method)?)
            .map_err(|error| LensError::Kept(error.to_string()))
    }

    fn rate(&self, game: &Game, rating: &Rating) -> Result<(), LensError> {
        let report = AttentionLens::report(game, &rating.method)?;
        let points = report.points_of(rating.board).ok_or_else(|| {
            LensError::Asked(format!("there is no partial board {} here", rating.board))
        })?;
        let mut record = Vec::new();
        sgf::write_tree(&sgf::Tree::from_game(game), &mut record)
            .map_err(|error| LensError::Kept(error.to_string()))?;
        let Rating { method, board, at, grade, reason } = rating.clone();
        let kept = Kept {
            rating: RatingLine { method, board, at, grade, reason },
            game: String::from_utf8_lossy(&record).trim().to_owned(),
            points,
        };
        let line = serde_json::to_string(&kept).map_err(|e| LensError::Kept(e.to_string()))?;
        let _guard = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(folder) = self.file.parent() {
            fs::create_dir_all(folder).map_err(|error| self.trouble(&error.to_string()))?;
        }
        let file = OpenOptions::new().create(true).append(true).open(&self.file);
        file.and_then(|mut file| writeln!(file, "{line}"))
            .map_err(|error| self.trouble(&error.to_string()))
    }

    /// Table 2: for each method, the share of each grade; and how often each reason was given.
    fn ratings(&self) -> Result<Value, LensError> {
        let kept = self.kept()?;
        let rows: Vec<Value> = Method::EVERY
            .iter()
            .filter_map(|method| {
                let own: Vec<&RatingLine> =
                    kept.iter().map(|k| &k.rating).filter(|r| r.method == method.name()).collect();
                let n_of = |grade| own.iter().filter(|rating| rating.grade == grade).count();
                let n_for = |why| own.iter().filter(|rating| rating.reason == Some(why)).count();
                let grades = GRADES.map(n_of);
                let reasons = REASONS.map(n_for);
                let (method, ratings) = (method.name(), own.len());
                let row = json!({
                    "method": method, "ratings": ratings, "grades": grades, "reasons": reasons
                });
                (ratings > 0).then_some(row)
            })
            .collect();
        Ok(json!({ "table": rows }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use aji_goban::{Color, Komi, Move, Point, Rules, Size};

    #[test]
    fn ratings_are_kept_and_summed_up_as_in_table_2() {
        let folder = std::env::temp_dir().join(format!("aji-ratings-{}", std::process::id()));
        let lens = AttentionLens::new(folder.join("ratings.jsonl"));
        assert_eq!(lens.ratings().unwrap(), json!({ "table": [] }));
        let size = Size::new(9).unwrap();
        let mut game = Game::new(size, Rules::CHINESE, Komi::from_half_points(14));
        game.play(Color::Black, Move::Place(Point::parse("E5", size).unwrap())).unwrap();
        let rating =
            |grade, reason| Rating { method: "all".into(), board: 0, at: 1, grade, reason };
        lens.rate(&game, &rating(Grade::VeryFitting, None)).unwrap();
        lens.rate(&game, &rating(Grade::Unfitting, Some(Reason::TooNarrow))).unwrap();
        let row =
            json!({ "method": "all", "ratings": 2, "grades": [1, 0, 1, 0], "reasons": [1, 0, 0] });
        assert_eq!(lens.ratings().unwrap(), json!({ "table": [row] }));
        let far = Rating { board: 99, ..rating(Grade::Fitting, None) };
        assert!(matches!(lens.rate(&game, &far), Err(LensError::Asked(_))));
        assert!(matches!(lens.look(&game, "most"), Err(LensError::Asked(_))));
        assert!(lens.look(&game, "one").unwrap()["partial_boards"].is_array());
        fs::remove_dir_all(folder).unwrap();
    }
}
