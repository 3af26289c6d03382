//! Playouts a second with 3×3 shapes and with diamonds, on three sizes of the board (thesis, table 9).
//!
//! The two take turns, round by round, because what else a machine does changes from minute to minute; what is told of
//! them is the median of the rounds and the range, and the ratio of the medians.

use crate::page;
use crate::provenance::Provenance;
use serde::{Deserialize, Serialize};
use std::fmt::Write;
use std::io;
use std::path::Path;
use std::process::Command;
use thiserror::Error;

/// What is measured.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Seconds of every measurement.
    pub seconds: f64,
    /// How often each is taken.
    pub n_rounds: usize,
}

/// The shapes of playouts, smaller first, as settings name them.
const SHAPES: [&str; 2] = ["3x3", "diamond2"];

/// Lines of the board and what was published for both shapes, on a machine of 2013 with 3.4 GHz.
const PUBLISHED: [(usize, [f64; 2]); 3] =
    [(9, [8500.0, 7000.0]), (13, [4250.0, 3500.0]), (19, [2020.0, 1670.0])];

/// The speeds on one size of the board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// Lines of the board.
    pub size: usize,
    /// Playouts a second in every round, with 3×3 shapes and with diamonds.
    pub rounds: [Vec<f64>; 2],
    /// What was published.
    pub published: [f64; 2],
}

/// All that was measured.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Speeds {
    /// By size.
    pub rows: Vec<Row>,
    /// Where and when.
    #[serde(flatten)]
    pub provenance: Provenance,
}

/// Why a speed could not be measured.
#[derive(Debug, Error)]
pub enum SpeedError {
    /// The program cannot be started.
    #[error("{command} cannot be started: {error}")]
    Start {
        /// What was called.
        command: String,
        /// What the system said.
        error: io::Error,
    },
    /// It failed, or printed something else.
    #[error("{command} gave no speed: {said}")]
    NoSpeed {
        /// What was called.
        command: String,
        /// What it said.
        said: String,
    },
    /// It was stopped.
    #[error("stopped before the last round; nothing was written")]
    Stopped,
}

/// Measures everything by `speed_of` (lines of the board, shape), which is called in turns; `watch` hears of every round done.
pub fn measure(
    plan: &Plan,
    command: &str,
    mut speed_of: impl FnMut(usize, &str) -> Result<f64, SpeedError>,
    mut watch: impl FnMut(usize, usize),
) -> Result<Speeds, SpeedError> {
    let row = |(size, published)| Row { size, rounds: [Vec::new(), Vec::new()], published };
    let mut rows: Vec<Row> = PUBLISHED.map(row).into();
    for round in 0..plan.n_rounds {
        for row in &mut rows {
            for (shape, speeds) in SHAPES.iter().zip(&mut row.rounds) {
                speeds.push(speed_of(row.size, shape)?);
            }
        }
        watch(round + 1, plan.n_rounds);
    }
    Ok(Speeds { rows, provenance: Provenance::here(command) })
}

/// The speed of the preset `ray-plain`, as `aji bench search` of this binary tells it.
pub fn of_search(binary: &Path, plan: &Plan, size: usize, shape: &str) -> Result<f64, SpeedError> {
    let arguments = format!(
        "bench search --json --threads 1 --preset ray-plain --set playout.shape={shape} --size {size} --seconds {}",
        plan.seconds
    );
    let command = format!("aji {arguments}");
    let output = match Command::new(binary).args(arguments.split(' ')).output() {
        Ok(output) => output,
        Err(error) => return Err(SpeedError::Start { command, error }),
    };
    let told: Option<serde_json::Value> = serde_json::from_slice(&output.stdout).ok();
    told.and_then(|told| told.get("playouts_per_second")?.as_f64()).ok_or_else(|| {
        let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        SpeedError::NoSpeed { command, said }
    })
}

impl Speeds {
    /// A table in Markdown.
    pub fn markdown(&self) -> String {
        let mut text = "# Playouts a second by the size of shapes\n\n\
             The search of `ray-plain` on the empty board, one thread; the median of the rounds, and the slowest and the fastest. \
             Published: Kobayashi's thesis on the program Ray (2016), table 9.\n\n\
             | board | 3×3 | diamonds | diamonds beside 3×3 | published: 3×3 | diamonds | diamonds beside 3×3 |\n\
             |---|---|---|---|---|---|---|\n"
            .to_owned();
        for Row { size, rounds, published } in &self.rows {
            let medians = rounds.each_ref().map(|speeds| median(speeds));
            // Writing to a string cannot fail.
            let _ = writeln!(
                text,
                "| {size}×{size} | {} | {} | {:.2} | {:.0} | {:.0} | {:.2} |",
                told(&rounds[0]),
                told(&rounds[1]),
                medians[1] / medians[0],
                published[0],
                published[1],
                published[1] / published[0]
            );
        }
        text + &page::made_by(&self.provenance)
    }
}

/// The middle one, or the mean of the two in the middle.
fn median(speeds: &[f64]) -> f64 {
    let mut sorted = speeds.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    if sorted.len() % 2 == 1 {
        sorted[middle]
    } else if middle > 0 {
        f64::midpoint(sorted[middle - 1], sorted[middle])
    } else {
        f64::NAN
    }
}

fn told(speeds: &[f64]) -> String {
    let slowest = speeds.iter().copied().fold(f64::INFINITY, f64::min);
    let fastest = speeds.iter().copied().fold(0.0, f64::max);
    format!("{:.0} ({slowest:.0}–{fastest:.0})", median(speeds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_shapes_take_turns_and_the_table_has_medians_and_their_ratio() {
        let plan = Plan { seconds: 1.0, n_rounds: 3 };
        let (mut asked, mut heard) = (Vec::new(), Vec::new());
        let speed_of = |size: usize, shape: &str| {
            asked.push((size, shape.to_owned()));
            let round = (asked.len() - 1) / 6;
            let speed = if shape == "3x3" { 1000.0 } else { 800.0 };
            Ok(speed * 9.0 / size as f64 + [0.0, 90.0, 10.0][round])
        };
        let speeds = measure(&plan, "x", speed_of, |done, all| heard.push((done, all))).unwrap();
        assert_eq!(heard, [(1, 3), (2, 3), (3, 3)]);
        let first: Vec<_> = asked.iter().take(4).map(|(n, s)| (*n, s.as_str())).collect();
        assert_eq!(first, [(9, "3x3"), (9, "diamond2"), (13, "3x3"), (13, "diamond2")]);
        let table = speeds.markdown();
        assert!(
            table
                .contains("| 9×9 | 1010 (1000–1090) | 810 (800–890) | 0.80 | 8500 | 7000 | 0.82 |"),
            "{table}"
        );
    }

    #[test]
    fn the_median_of_an_even_number_is_between_the_two_in_the_middle() {
        assert_eq!(median(&[4.0, 1.0, 2.0, 9.0]), 3.0);
    }

    #[test]
    fn a_program_that_tells_no_speed_is_named() {
        let plan = Plan { seconds: 0.01, n_rounds: 1 };
        let error = of_search(Path::new("no-such-program"), &plan, 9, "3x3").unwrap_err();
        assert!(error.to_string().starts_with("aji bench search --json"), "{error}");
        assert!(error.to_string().contains("cannot be started"), "{error}");
        let error = of_search(Path::new("true"), &plan, 9, "3x3").unwrap_err();
        assert!(error.to_string().contains("gave no speed"), "{error}");
    }
}
