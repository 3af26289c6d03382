//! Experiment 4: table 2 of the document without people. A partial board is fitting if what is played next around its part of the
//! board stays inside it, and if it does not drag in half of the board besides.
//!
//! From a position on, the *local sequence* is the next moves as long as each answers one of those before it: no
//! further than a large knight's move away. Sequences of at least three moves are looked at, up to eight of their moves.

use super::command::Report as Page;
use super::follow::{Seen, follow};
use super::tally::{ByGame, Rate};
use super::{AttentionError, complete};
use crate::extraction::{Numbered, Selection, Wanted, in_order};
use crate::page::{self, Panel, Series};
use crate::provenance::Provenance;
use aji_attention::spread::spread;
use aji_attention::{Attention, Coefficients, Method, PartialBoard, Settings, View};
use aji_goban::{Move, Point, PointSet, Size};
use aji_patterns::distance;
use serde::Serialize;
use std::num::NonZero;
use std::ops::ControlFlow;

/// What to measure.
pub struct Plan {
    /// The games.
    pub games: Wanted,
    /// Only every so many moves.
    pub every: u32,
    /// The methods, each with its settings and coefficients.
    pub methods: Vec<(Settings, Coefficients)>,
    /// Threads.
    pub threads: NonZero<usize>,
}

/// The four grades of the document, the best first.
pub const GRADES: [&str; 4] = ["very fitting", "fitting", "unfitting", "very unfitting"];
/// Why people found partial boards unfitting.
pub const REASONS: [&str; 3] = ["too narrow", "cut midway", "irrelevant"];
/// What people said (table 2), where the method was asked about, in percent.
const PUBLISHED: [(Method, [u32; 4]); 3] = [
    (Method::OneEnemy, [3, 22, 48, 27]),
    (Method::AllEnemies, [12, 28, 35, 26]),
    (Method::All, [29, 23, 31, 17]),
];

/// A large knight's move, as distances are counted here.
const ANSWERS: usize = 7;
const SHORTEST: usize = 3;
const LONGEST: usize = 8;

/// The local sequence that begins with these moves; nothing if it is too short.
fn sequence(coming: &[Move], size: Size) -> Option<Vec<Point>> {
    let mut points: Vec<Point> = Vec::new();
    for play in coming.iter().take(LONGEST) {
        let Some(point) = play.point() else { break };
        let answers = |&before: &Point| distance::distance(point, before, size) <= ANSWERS;
        if !points.is_empty() && !points.iter().any(answers) {
            break;
        }
        points.push(point);
    }
    (points.len() >= SHORTEST).then_some(points)
}

/// How a partial board fits a sequence.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Fit {
    /// The share of the sequence inside.
    inside: f64,
    /// The share of its open points that are near the sequence.
    about: f64,
    grade: usize,
    /// Why it is not fitting.
    reason: Option<usize>,
}

fn fit(board: &PartialBoard, sequence: &[Point], size: Size) -> Fit {
    let is_inside = |point: &&Point| board.points.contains(**point);
    let n_inside = sequence.iter().filter(is_inside).count();
    let inside = n_inside as f64 / sequence.len() as f64;
    let near: PointSet = sequence.iter().copied().collect();
    let near = spread(&near, &PointSet::all(size), 3, size);
    let about = (board.open & near).len() as f64 / board.open.len().max(1) as f64;
    let grade = match () {
        () if n_inside == sequence.len() && about >= 0.4 => 0,
        () if inside >= 0.75 && about >= 0.25 => 1,
        () if inside >= 0.5 && about >= 0.1 => 2,
        () => 3,
    };
    // Which of the three complaints is the first to be true.
    let leaves = sequence.iter().position(|point| !board.points.contains(*point));
    let returns =
        leaves.is_some_and(|at| sequence[at..].iter().any(|point| board.points.contains(*point)));
    let reason = (grade > 1).then_some(match () {
        () if about < 0.25 => 2,
        () if returns => 1,
        () => 0,
    });
    Fit { inside, about, grade, reason }
}

#[derive(Clone, Debug, Default)]
struct Sums {
    grades: [ByGame; 4],
    reasons: [ByGame; 3],
    inside: ByGame,
    about: ByGame,
    area: ByGame,
    attended_grades: [ByGame; 4],
    attended_inside: ByGame,
    window_inside: ByGame,
    /// Partial boards that hold the sequence's first move.
    n_boards: ByGame,
}

/// What came of one method.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// The method.
    pub method: Method,
    /// The share of each grade among the partial boards that hold the sequence's first move.
    pub grades: [Rate; 4],
    /// The same for the most attended partial board, whatever it holds.
    pub attended_grades: [Rate; 4],
    /// The reasons among unfitting ones.
    pub reasons: [Rate; 3],
    /// The share of the sequence inside a partial board that holds its first move.
    pub inside: Rate,
    /// The share of its open points that are near the sequence.
    pub about: Rate,
    /// The share of the empty points that are open in it.
    pub area: Rate,
    /// The share of the sequence inside the most attended partial board.
    pub attended_inside: Rate,
    /// The share inside a window of as many points around the last move.
    pub window_inside: Rate,
    /// How many partial boards hold the first move.
    pub n_boards: f64,
}

/// Measures. `watch` sees how many games are done, and may stop.
pub fn measure(
    plan: &Plan,
    mut watch: impl FnMut(u64) -> ControlFlow<()>,
) -> Result<Vec<Row>, AttentionError> {
    let mut rows = Vec::new();
    for (settings, coefficients) in &plan.methods {
        let mut selection = Selection::open(&plan.games, 0)?;
        let (mut whole, mut n_games) = (Sums::default(), 0);
        let ended = in_order(
            plan.threads,
            || selection.batch(4),
            || (),
            |(), batch: Vec<Numbered>| {
                let mut sums = Sums::default();
                for (game, record) in &batch {
                    follow(*settings, plan.every, *game, record, |seen: Seen<'_>| {
                        see(*game, &seen, coefficients, &mut sums);
                    });
                }
                (batch.len() as u64, sums)
            },
            |(n, sums): (u64, Sums)| {
                whole.merge(&sums);
                n_games += n;
                watch(n_games)
            },
        )?;
        complete(ended, n_games == 0, &selection, &plan.games)?;
        rows.push(whole.row(settings.method));
    }
    Ok(rows)
}

fn see(game: u32, seen: &Seen<'_>, coefficients: &Coefficients, sums: &mut Sums) {
    let size = seen.position.size();
    let Some(sequence) = sequence(seen.coming, size) else { return };
    let n_empty = seen.position.board().empties().len().max(1) as f64;
    let boards = seen.segmentation.boards();
    let mut n_boards = 0;
    for board in boards.iter().filter(|board| board.points.contains(seen.play)) {
        let fit = fit(board, &sequence, size);
        n_boards += 1;
        add_grade(&mut sums.grades, game, fit.grade);
        if let Some(reason) = fit.reason {
            for (i, by_game) in sums.reasons.iter_mut().enumerate() {
                by_game.add(game, f64::from(u8::from(i == reason)));
            }
        }
        sums.inside.add(game, fit.inside);
        sums.about.add(game, fit.about);
        sums.area.add(game, board.open.len() as f64 / n_empty);
    }
    sums.n_boards.add(game, f64::from(n_boards));
    let view = View {
        segmentation: seen.segmentation,
        situation: seen.situation,
        goals: seen.goals,
        statistics: None,
    };
    let attention = Attention::of(&view, coefficients);
    let Some(attended) = attention.attended() else { return };
    let fit = fit(&boards[attended.board], &sequence, size);
    add_grade(&mut sums.attended_grades, game, fit.grade);
    let open = &boards[attended.board].open;
    let share = |points: &PointSet| {
        let inside = sequence.iter().filter(|&&point| points.contains(point)).count();
        inside as f64 / sequence.len() as f64
    };
    sums.attended_inside.add(game, share(open));
    sums.window_inside.add(game, share(&window(seen, open.len())));
}

fn add_grade(grades: &mut [ByGame; 4], game: u32, grade: usize) {
    for (i, by_game) in grades.iter_mut().enumerate() {
        by_game.add(game, f64::from(u8::from(i == grade)));
    }
}

/// The `n` empty points nearest to the last move.
fn window(seen: &Seen<'_>, n: usize) -> PointSet {
    let (size, empties) = (seen.position.size(), seen.position.board().empties());
    let last = seen.position.last_move().and_then(Move::point);
    let mut points: Vec<Point> = empties.into_iter().collect();
    points.sort_by_key(|&point| last.map_or(0, |last| distance::distance(point, last, size)));
    points.into_iter().take(n).collect()
}

impl Sums {
    fn all(&mut self) -> impl Iterator<Item = &mut ByGame> {
        let Sums {
            grades,
            reasons,
            inside,
            about,
            area,
            attended_grades,
            attended_inside,
            window_inside,
            n_boards,
        } = self;
        let single = [inside, about, area, attended_inside, window_inside, n_boards];
        grades.iter_mut().chain(reasons).chain(attended_grades).chain(single)
    }

    fn merge(&mut self, other: &Sums) {
        let mut other = other.clone();
        self.all().zip(other.all()).for_each(|(own, other)| own.merge(other));
    }

    fn row(&self, method: Method) -> Row {
        let rates = |sums: &[ByGame; 4]| [0, 1, 2, 3].map(|i| sums[i].rate());
        Row {
            method,
            grades: rates(&self.grades),
            attended_grades: rates(&self.attended_grades),
            reasons: [0, 1, 2].map(|i| self.reasons[i].rate()),
            inside: self.inside.rate(),
            about: self.about.rate(),
            area: self.area.rate(),
            attended_inside: self.attended_inside.rate(),
            window_inside: self.window_inside.rate(),
            n_boards: self.n_boards.rate().mean,
        }
    }
}

/// The report.
pub fn page(rows: &[Row], made: &Provenance) -> Page {
    let mut text = String::from(
        "# Table 2 without people: partial boards and local sequences\n\n\
         A local sequence is the next three to eight moves of a game, each no further than a large knight's move from \
         one before it. Every partial board that holds its first move is graded: *very fitting* if all moves are inside \
         and at least 40 % of its open points lie within three steps of them; *fitting* if 75 % and 25 %; *unfitting* \
         if 50 % and 10 %; else *very unfitting*. An unfitting one is *irrelevant* if less than a quarter of it is near \
         the sequence, *cut midway* if the sequence leaves and returns, else *too narrow*. The published row is what \
         two people said about six positions.\n\n## All partial boards that hold the first move, in percent\n\n",
    );
    let published = |method: Method| PUBLISHED.iter().find(|(known, _)| *known == method);
    let mut head = vec!["method", "source"];
    head.extend(GRADES);
    head.extend(["fitting or better", "boards"]);
    let lines = rows.iter().flat_map(|row| {
        let good = row.grades[0].mean + row.grades[1].mean;
        let mut own = vec![row.method.to_string(), "measured".to_owned()];
        own.extend(row.grades.iter().map(Rate::percent));
        own.extend([format!("{:.1}", 100.0 * good), row.grades[0].n.to_string()]);
        let people = published(row.method).map(|(_, said)| {
            let mut line = vec![row.method.to_string(), "published".to_owned()];
            line.extend(said.iter().map(u32::to_string));
            line.extend([(said[0] + said[1]).to_string(), "–".to_owned()]);
            line
        });
        [Some(own), people].into_iter().flatten()
    });
    text += &page::table(&head, lines);
    text += "\n## Reasons among the unfitting, in percent\n\n";
    let mut head = vec!["method"];
    head.extend(REASONS);
    let lines = rows.iter().map(|row| {
        let mut line = vec![row.method.to_string()];
        line.extend(row.reasons.iter().map(Rate::percent));
        line
    });
    text += &page::table(&head, lines);
    text += "\n## What they hold, in percent\n\n";
    let head = [
        "method",
        "sequence inside",
        "points near it",
        "share of empty points",
        "most attended: fitting or better",
        "sequence inside the most attended",
        "inside a window of equal area",
    ];
    let lines = rows.iter().map(|row| {
        let good = row.attended_grades[0].mean + row.attended_grades[1].mean;
        vec![
            row.method.to_string(),
            row.inside.percent(),
            row.about.percent(),
            row.area.percent(),
            format!("{:.1}", 100.0 * good),
            row.attended_inside.percent(),
            row.window_inside.percent(),
        ]
    });
    text += &page::table(&head, lines);
    text += "\n![grades by method](attention-sequences.svg)\n";
    text += &page::made_by(made);
    Page { markdown: text, svg: plot(rows) }
}

fn plot(rows: &[Row]) -> String {
    let ticks: Vec<(f64, String)> =
        rows.iter().enumerate().map(|(i, row)| (i as f64 + 0.5, row.method.to_string())).collect();
    let line = |name: &str, value: &dyn Fn(&Row) -> Option<f64>, is_baseline| Series {
        name: name.to_owned(),
        points: rows
            .iter()
            .enumerate()
            .filter_map(|(i, row)| Some((i as f64 + 0.5, value(row)?)))
            .collect(),
        is_baseline,
    };
    let good = |row: &Row| Some(row.grades[0].mean + row.grades[1].mean);
    let attended = |row: &Row| Some(row.attended_grades[0].mean + row.attended_grades[1].mean);
    let people = |row: &Row| {
        let (_, said) = PUBLISHED.iter().find(|(method, _)| *method == row.method)?;
        Some(f64::from(said[0] + said[1]) / 100.0)
    };
    let panel = |title: &str, series| Panel {
        title: title.to_owned(),
        last: rows.len() as f64,
        ticks: ticks.clone(),
        series,
    };
    let grades = panel(
        "fitting or better",
        vec![
            line("boards that hold the first move", &good, false),
            line("the most attended board", &attended, false),
            line("people, table 2", &people, true),
        ],
    );
    let inside = panel(
        "share of the sequence inside",
        vec![
            line("the most attended board", &|row| Some(row.attended_inside.mean), false),
            line("window of equal area", &|row| Some(row.window_inside.mean), true),
        ],
    );
    page::svg("Partial boards and local sequences", &[grades, inside])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plays(names: &[&str]) -> Vec<Move> {
        let point = |name: &&str| Move::Place(Point::parse(name, Size::MAX).unwrap());
        names.iter().map(point).collect()
    }

    #[test]
    fn a_sequence_ends_where_a_move_answers_nothing() {
        let coming = plays(&["D4", "F3", "C6", "Q16", "D5"]);
        assert_eq!(sequence(&coming, Size::MAX).unwrap().len(), 3);
        assert_eq!(sequence(&coming[2..], Size::MAX), None, "two moves are no sequence");
        let passes = [plays(&["D4", "F3", "C6"]), vec![Move::Pass], plays(&["D5"])].concat();
        assert_eq!(sequence(&passes, Size::MAX).unwrap().len(), 3);
    }
}
