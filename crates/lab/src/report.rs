//! Published and measured side by side: a Markdown table and a plot.

use crate::experiment::{Experiment, Published};
use crate::plot::{self, Mark, Row};
use crate::result::{self, CellResult};
use aji_arena::statistics::significance::first_better_than_second;
use aji_arena::statistics::{Interval, Tally};
use std::fmt::Write;

/// The texts of a report.
#[derive(Clone, Debug)]
pub struct Report {
    /// The page.
    pub markdown: String,
    /// The plot that it shows.
    pub svg: String,
}

/// Reports the latest result of every cell.
pub fn report(experiment: &Experiment, results: &[CellResult]) -> Report {
    let cells = experiment.cells();
    let labels: Vec<String> = cells.iter().map(|cell| cell.label.clone()).collect();
    let measured = result::latest(results, &labels);
    let mut page = String::new();
    // Writing to a string cannot fail.
    let _ = write!(
        page,
        "# {}\n\n**Question.** {}\n\n**Source.** {}, {}.\n\n",
        experiment.name, experiment.question, experiment.source.document, experiment.source.place
    );
    if !experiment.note.trim().is_empty() {
        let _ = write!(page, "{}\n\n", experiment.note.trim());
    }
    page.push_str(
        "| cell | published | measured | games | s/move | same? |\n|---|---|---|---|---|---|\n",
    );
    let mut rows = Vec::new();
    for (cell, measured) in cells.iter().zip(&measured) {
        let _ = writeln!(page, "{}", table_row(&cell.label, cell.published, measured.as_ref()));
        rows.push(Row {
            label: cell.label.clone(),
            published: cell.published.map(|p| mark(&tally_of(p))),
            measured: measured.as_ref().map(|m| mark(&tally(m))),
        });
    }
    let _ = write!(page, "\n![win rates]({}.svg)\n\n", experiment.name);
    page.push_str(
        "Rates with Wilson's 95 % interval. \"Same?\" compares the two rates by the two-sample test \
         of the thesis's appendix B, two-sided at 5 %.\n",
    );
    provenance(&mut page, measured.iter().flatten());
    Report { markdown: page, svg: plot::svg(&experiment.name, &rows) }
}

fn provenance<'a>(page: &mut String, results: impl Iterator<Item = &'a CellResult>) {
    let mut lines: Vec<String> = results
        .map(|r| {
            let p = &r.provenance;
            format!(
                "- {}: commit {}, seed {}, {}, {}, `{}`",
                r.cell, p.commit, r.seed, p.machine, p.date, p.command
            )
        })
        .collect();
    if !lines.is_empty() {
        lines.insert(0, "\n## How it was measured\n".to_owned());
        page.push_str(&lines.join("\n"));
        page.push('\n');
    }
}

fn table_row(label: &str, published: Option<Published>, measured: Option<&CellResult>) -> String {
    let none = "–".to_owned();
    let published_text =
        published.map_or_else(|| none.clone(), |p| format!("{} ({})", rate(&tally_of(p)), p.games));
    let Some(measured) = measured else {
        return format!("| {label} | {published_text} | not yet | – | – | – |");
    };
    let tally = tally(measured);
    let same = published.map_or(none, |p| {
        let test = first_better_than_second(&tally, &tally_of(p));
        let answer = if test.u0.abs() < 1.96 { "yes" } else { "no" };
        format!("{answer} (u = {:+.2})", test.u0)
    });
    let [own, other] = measured.seconds_per_move;
    format!(
        "| {label} | {published_text} | {} | {} | {own:.3} / {other:.3} | {same} |",
        rate(&tally),
        measured.games
    )
}

fn rate(tally: &Tally) -> String {
    let Interval { low, high } = Interval::wilson(tally);
    format!("{:.1} % [{:.1}, {:.1}]", 100.0 * tally.rate(), 100.0 * low, 100.0 * high)
}

fn mark(tally: &Tally) -> Mark {
    let Interval { low, high } = Interval::wilson(tally);
    Mark { rate: tally.rate(), low, high }
}

const fn tally(result: &CellResult) -> Tally {
    Tally { wins: result.wins, draws: result.draws, losses: result.losses }
}

fn tally_of(published: Published) -> Tally {
    let wins = (published.win_rate * published.games as f64).round() as u64;
    Tally::of(wins, published.games)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::provenance::Provenance;
    use std::collections::BTreeMap;

    fn experiment() -> Experiment {
        toml::from_str(
            "name = 'e'
            question = 'Which is stronger?'
            source = { document = 'the thesis', place = 'table 1' }
            conditions = { size = 9, games = 10 }
            players = { player = 'a', opponent = 'b' }
            [[cells]]
            label = 'one'
            published = { win_rate = 0.76, games = 150 }
            [[cells]]
            label = 'two'
            published = { win_rate = 0.67, games = 150 }",
        )
        .unwrap()
    }

    fn result(cell: &str, wins: u64) -> CellResult {
        CellResult {
            experiment: "e".into(),
            cell: cell.into(),
            variables: BTreeMap::new(),
            published: None,
            match_id: "m".into(),
            games: 150,
            wins,
            draws: 0,
            losses: 150 - wins,
            win_rate: wins as f64 / 150.0,
            interval: [0.0, 1.0],
            elo: None,
            seconds_per_move: [0.1, 0.2],
            duplicates: 0,
            reasons: BTreeMap::new(),
            seed: 1,
            provenance: Provenance {
                commit: "abc".into(),
                machine: "a machine, 2 cores".into(),
                date: "2026-11-15T21:00:00Z".into(),
                command: "aji lab run e.toml".into(),
            },
        }
    }

    #[test]
    fn published_and_measured_stand_side_by_side() {
        let results = [result("one", 40), result("one", 110)];
        let report = report(&experiment(), &results);
        let row = report.markdown.lines().find(|line| line.starts_with("| one")).unwrap();
        assert_eq!(
            row,
            "| one | 76.0 % [68.6, 82.1] (150) | 73.3 % [65.7, 79.8] | 150 | 0.100 / 0.200 \
             | yes (u = -0.53) |"
        );
        assert!(report.markdown.contains("| two | 67.3 % [59.5, 74.3] (150) | not yet |"));
        assert!(report.markdown.contains("commit abc, seed 1, a machine, 2 cores"));
        assert_eq!(report.svg.matches("<circle").count(), 2 + 3);
    }

    #[test]
    fn a_result_far_from_the_published_one_is_called_different() {
        let report = report(&experiment(), &[result("one", 30)]);
        assert!(report.markdown.contains("| no (u = -"), "{}", report.markdown);
    }
}
