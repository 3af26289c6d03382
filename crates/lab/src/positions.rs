//! Positions with right answers: lines of JSON, as in `positions-open.jsonl`.
//!
//! A line has `size`, stones set up (`black`, `white`), `moves` as pairs of color and vertex, `to_move`, and either
//! `accept`, the right answers, or `reject`, the wrong ones. A position with `allowed` asks to choose among
//! these; GTP cannot ask so, and it is skipped.

use aji_arena::engine::{Clock, Engine, EngineSpec, Fault, Patience, Setup};
use aji_arena::statistics::{Interval, Tally};
use aji_goban::{Color, Komi, Move, PointSet, Rules, Size};
use aji_notation::gtp::{self, Vertex};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// A line of the file.
#[derive(Clone, Debug, Deserialize)]
struct Line {
    id: String,
    size: u64,
    #[serde(default)]
    black: Vec<String>,
    #[serde(default)]
    white: Vec<String>,
    #[serde(default)]
    moves: Vec<(String, String)>,
    to_move: String,
    #[serde(default)]
    allowed: Option<Vec<String>>,
    #[serde(default)]
    accept: Option<Vec<String>>,
    #[serde(default)]
    reject: Option<Vec<String>>,
}

/// A position and what is right in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// Its name.
    pub id: String,
    /// The board.
    pub size: Size,
    /// Stones and moves that lead to it.
    pub moves: Vec<(Color, Move)>,
    /// Who is to move.
    pub to_move: Color,
    /// Must the answer be chosen among a few?
    pub is_choice: bool,
    answers: Answers,
}

#[derive(Clone, Debug, PartialEq)]
enum Answers {
    Right(Vec<Vertex>),
    Wrong(Vec<Vertex>),
}

/// What is wrong with a position file.
#[derive(Debug, Error)]
pub enum PositionsError {
    /// It cannot be read.
    #[error("{path}: {error}")]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        error: std::io::Error,
    },
    /// A line that is no position.
    #[error("{path}, line {line}: {reason}")]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        reason: String,
    },
}

impl Problem {
    /// Reads one line.
    pub fn parse(text: &str) -> Result<Problem, String> {
        let line: Line = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let size = Size::new(line.size).map_err(|error| error.to_string())?;
        let vertex = |text: &String| Vertex::parse(text, size).map_err(|error| error.to_string());
        let color = |text: &str| gtp::color(text).ok_or_else(|| format!("\"{text}\" is no color"));
        let play =
            |text: &String| vertex(text)?.as_move().ok_or_else(|| "resign is no move".to_owned());
        let mut moves = Vec::new();
        for (stones, color) in [(&line.black, Color::Black), (&line.white, Color::White)] {
            for stone in stones {
                moves.push((color, play(stone)?));
            }
        }
        for (side, stone) in &line.moves {
            moves.push((color(side)?, play(stone)?));
        }
        let vertices = |list: &Vec<String>| list.iter().map(vertex).collect::<Result<Vec<_>, _>>();
        let answers = match (&line.accept, &line.reject) {
            (Some(right), _) if !right.is_empty() => Answers::Right(vertices(right)?),
            (_, Some(wrong)) if !wrong.is_empty() => Answers::Wrong(vertices(wrong)?),
            _ => return Err("neither accept nor reject names a vertex".to_owned()),
        };
        let (id, to_move) = (line.id, color(&line.to_move)?);
        let is_choice = line.allowed.is_some_and(|allowed| !allowed.is_empty());
        Ok(Problem { id, size, moves, to_move, is_choice, answers })
    }

    /// Is this answer right?
    pub fn is_right(&self, answer: Vertex) -> bool {
        match &self.answers {
            Answers::Right(right) => right.contains(&answer),
            Answers::Wrong(wrong) => !wrong.contains(&answer),
        }
    }
}

/// Reads a file; empty lines are skipped.
pub fn read(path: &Path) -> Result<Vec<Problem>, PositionsError> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| PositionsError::File { path: path.to_owned(), error })?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(i, line)| {
            Problem::parse(line).map_err(|reason| PositionsError::Line {
                path: path.to_owned(),
                line: i + 1,
                reason,
            })
        })
        .collect()
}

/// How many positions were answered rightly.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Share {
    /// Right answers.
    pub right: u64,
    /// Positions asked.
    pub asked: u64,
    /// Positions left out: a choice among a few, or no time.
    pub skipped: u64,
    /// Positions in which the engine failed; they count as wrong.
    pub failed: u64,
}

impl Share {
    /// Right answers among those asked.
    pub fn rate(&self) -> f64 {
        Tally::of(self.right, self.asked).rate()
    }

    /// Wilson's 95 % interval of the rate.
    pub fn interval(&self) -> Interval {
        Interval::wilson(&Tally::of(self.right, self.asked))
    }
}

/// Asks an engine every position, until `halt` says so. A broken engine is started again.
pub fn ask(
    spec: &EngineSpec,
    problems: &[Problem],
    patience: Patience,
    halt: &dyn Fn() -> bool,
) -> Result<Share, Fault> {
    let mut share = Share::default();
    let mut engine = Engine::start(spec, patience)?;
    for problem in problems {
        if problem.is_choice || halt() {
            share.skipped += 1;
            continue;
        }
        share.asked += 1;
        match answer(&mut engine, problem) {
            Ok(vertex) => share.right += u64::from(problem.is_right(vertex)),
            Err(fault) => {
                share.failed += 1;
                if fault.needs_restart() {
                    engine = Engine::start(spec, patience)?;
                }
            }
        }
    }
    Ok(share)
}

fn answer(engine: &mut Engine, problem: &Problem) -> Result<Vertex, Fault> {
    engine.begin(&Setup {
        size: problem.size,
        komi: Komi::from_half_points(15),
        rules: Rules::CHINESE,
        handicap: PointSet::EMPTY,
        opening: &problem.moves,
        seed: 1,
        clock: Clock::default(),
    })?;
    Ok(engine.genmove(problem.to_move, problem.size, None)?.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = r#"{"id":"p1","size":9,"black":["C3"],"white":["G7"],
        "moves":[["B","E5"],["w","pass"]],"to_move":"B","allowed":null,
        "accept":["D4","pass"],"reject":null}"#;

    #[test]
    fn a_position_is_read_with_its_stones_moves_and_answers() {
        let problem = Problem::parse(LINE).unwrap();
        assert_eq!((problem.moves.len(), problem.to_move), (4, Color::Black));
        let vertex = |text| Vertex::parse(text, problem.size).unwrap();
        assert!(problem.is_right(vertex("d4")) && problem.is_right(Vertex::Pass));
        assert!(!problem.is_right(vertex("A1")) && !problem.is_right(Vertex::Resign));
        let wrong = LINE.replace("\"accept\"", "\"reject\"").replace(",\"reject\":null", "");
        let problem = Problem::parse(&wrong.replace("\"reject\":null", "\"accept\":null")).unwrap();
        assert!(problem.is_right(vertex("A1")) && !problem.is_right(Vertex::Pass));
    }

    #[test]
    fn bad_lines_are_explained() {
        for (from, to, reason) in [
            ("\"size\":9", "\"size\":99", "board size 99"),
            ("\"E5\"", "\"Z5\"", "\"Z5\" is no intersection"),
            ("\"w\"", "\"red\"", "\"red\" is no color"),
            ("[\"D4\",\"pass\"]", "[]", "neither accept nor reject"),
            ("\"id\"", "\"name\"", "missing field `id`"),
        ] {
            let error = Problem::parse(&LINE.replacen(from, to, 1)).unwrap_err();
            assert!(error.contains(reason), "{error}");
        }
        assert!(read(Path::new("/no/such/file.jsonl")).is_err());
    }

    #[test]
    fn a_share_has_an_interval() {
        let share = Share { right: 15, asked: 148, ..Share::default() };
        assert!((share.interval().low - 0.0624).abs() < 1e-4);
    }
}
