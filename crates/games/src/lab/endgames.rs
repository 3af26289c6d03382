//! The FFO endgames: exact scores compared with the published ones, one thread.

use super::LabError;
use crate::clock::Clock;
use crate::othello::{Board, Solver, square_name};
use serde_json::json;
use std::io::Write;
use std::path::Path;

/// One problem of the set.
#[derive(Clone, Debug)]
pub struct Problem {
    /// Its number.
    pub number: u32,
    /// For the player to move.
    pub board: Board,
    /// Published score.
    pub score: i32,
    /// Published best moves, e.g. `G8`.
    pub best: String,
}

/// Reads the problems `from..=to` of a file: number, board, side, empties, score, best moves.
pub fn read(text: &str, from: u32, to: u32) -> Result<Vec<Problem>, LabError> {
    let mut out = Vec::new();
    for line in text.lines().filter(|l| !l.starts_with('#')) {
        let columns: Vec<&str> = line.split('\t').collect();
        let [number, board, side, _, score, best, ..] = columns.as_slice() else { continue };
        let bad = || LabError::Usage(format!("not a line of endgames: {line}"));
        let number = number.parse().map_err(|_| bad())?;
        if (from..=to).contains(&number) {
            let (board, _) = Board::parse(&format!("{board}{side}"))?;
            let score = score.parse().map_err(|_| bad())?;
            out.push(Problem { number, board, score, best: best.to_string() });
        }
    }
    Ok(out)
}

/// Problems 1–19 and 40 from the folder that contains `othello/`.
pub fn problems(data: &Path) -> Result<Vec<Problem>, LabError> {
    let mut out = Vec::new();
    for (file, from, to) in [("ffo-1-19.tsv", 1, 19), ("ffo-40-59.tsv", 40, 40)] {
        let path = data.join("othello").join(file);
        let text = std::fs::read_to_string(&path)
            .map_err(|source| LabError::File { path: path.display().to_string(), source })?;
        out.extend(read(&text, from, to)?);
    }
    Ok(out)
}

/// Solves them; the last line sums up.
pub fn run(problems: &[Problem], out: &mut dyn Write) -> Result<(), LabError> {
    let (mut right, mut small, mut large) = (0, 0.0, 0.0);
    for p in problems {
        let clock = Clock::start();
        let mut solver = Solver::for_empties(p.board.empties().count_ones());
        let solved = solver.solve(p.board);
        let seconds = clock.seconds();
        let best = solved.best.map(square_name);
        let agrees = solved.score == p.score;
        right += usize::from(agrees);
        *(if p.number < 20 { &mut small } else { &mut large }) += seconds;
        let line = json!({"ffo": p.number, "score": solved.score, "right": agrees, "move": best,
            "published": p.best, "nodes": solved.nodes, "cpu_seconds": seconds});
        writeln!(out, "{line}")?;
    }
    let line = json!({"right": right, "of": problems.len(), "ffo_1_19_cpu_seconds": small,
        "ffo_40_cpu_seconds": large});
    writeln!(out, "{line}")?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{read, run};

    #[test]
    fn a_solved_problem_is_compared_with_its_published_score() {
        let board = "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO-";
        let text = format!("#no\n20\t{board}\tX\t6\t6\tH5\tH5:+6\n21\t{board}\tX\t6\t8\tH5\n");
        let problems = read(&text, 20, 21).unwrap();
        let mut out = Vec::new();
        run(&problems, &mut out).unwrap();
        let lines: Vec<serde_json::Value> = String::from_utf8(out)
            .unwrap()
            .lines()
            .map(|l| serde_json::from_str(l).unwrap())
            .collect();
        assert_eq!((&lines[0]["right"], &lines[1]["right"]), (&true.into(), &false.into()));
        assert_eq!((&lines[2]["right"], &lines[2]["of"]), (&1.into(), &2.into()));
        assert!(read("1\tXO\tX\t1\t0\tA1", 1, 1).is_err());
    }
}
