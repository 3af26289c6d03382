//! Section 7's question: how accuracy and speed change with the number of patterns, by selection.

use super::LabError;
use super::accuracy::{Bench, Options, othello};
use super::data::{Record, Squares};
use super::plot::{COLORS, Plot, Series};
use super::speed::{alpha_beta, endgames};
use crate::eval::{Cover, Evaluator, Flat, Folded, Weighted};
use crate::learn::{Choice, Selection};
use serde_json::json;
use std::io::Write;

/// Positions looked at for each speed.
const POSITIONS: u64 = 100_000;

/// The selections compared: name, rule, closed patterns only.
const SELECTIONS: [(&str, Choice, bool); 4] = [
    ("match count", Choice::MatchCount, false),
    ("stagewise", Choice::Stagewise { rounds: 12 }, false),
    ("stagewise, closed", Choice::Stagewise { rounds: 12 }, true),
    ("elastic net", Choice::ElasticNet { ratio: 0.9 }, false),
];

/// Measures every selection at every size of `options.curve` (ground patterns); plots by name.
pub fn run(
    records: &[Record],
    options: &Options,
    out: &mut dyn Write,
    progress: &mut dyn FnMut(&str),
) -> Result<Vec<(String, Plot)>, LabError> {
    let game = othello()?;
    let squares = Squares::new(&game.program)
        .ok_or_else(|| LabError::Usage("the Othello rules lack a square".into()))?;
    let starts = endgames(records);
    let sizes = game.n_values();
    let mut nothing = std::io::sink();
    let mut bench = Bench::new(&game, records, options, &mut nothing, progress)?;
    let (space, _) = bench.spaces(options.shapes);
    let mut errors: Vec<Vec<(f64, f64)>> = vec![Vec::new(); SELECTIONS.len()];
    let mut speeds: Vec<Vec<(f64, f64)>> = vec![Vec::new(); 3];
    let mut both: Vec<Vec<(f64, f64)>> = vec![Vec::new(); 3];
    for n in &options.curve {
        for (i, (name, choice, closed)) in SELECTIONS.into_iter().enumerate() {
            let s = Selection { ground: true, closed, floor: 30.0, ..Selection::new(choice, *n) };
            let fitted = bench.select(&format!("{name}, {n}"), &space, &s)?;
            let Some(model) = bench.models.last() else { continue };
            let (ground, a) = (model.ground, model.accuracy);
            errors[i].push((ground as f64, a.rmse));
            let mut line = json!({"discs": options.discs, "selection": name, "wanted": n,
                "ground_patterns": ground, "weights": model.classes, "r": a.r, "rmse": a.rmse});
            if i == 1 {
                let w = Weighted::new(&space, &fitted, &bench.symmetries);
                let mut kinds: [(&str, Box<dyn Evaluator>); 3] = [
                    ("cover", Box::new(Cover::new(&w, &sizes))),
                    ("flat", Box::new(Flat::new(&w, &sizes))),
                    ("folded", Box::new(Folded::new(&w, &sizes))),
                ];
                for (k, (kind, evaluator)) in kinds.iter_mut().enumerate() {
                    let speed = alpha_beta(&starts, &squares, evaluator.as_mut(), POSITIONS);
                    line[*kind] = json!(speed.per_second().round());
                    speeds[k].push((w.len() as f64, speed.per_second()));
                    both[k].push((speed.per_second(), a.rmse));
                }
            }
            writeln!(out, "{line}")?;
            out.flush()?;
        }
    }
    let names = SELECTIONS.map(|s| s.0);
    let kinds = ["B: cover propagation", "flat counters", "C: folded tables"];
    let discs = options.discs;
    let picture = |title: &str, x: &str, y: &str, logs: (bool, bool), series: Vec<Series>| Plot {
        title: format!("Othello, {discs} discs: {title}"),
        x: x.into(),
        y: y.into(),
        log_x: logs.0,
        log_y: logs.1,
        series,
    };
    let (number, error, rate) =
        ("ground patterns", "rmse on the test years", "positions per second, alpha-beta");
    Ok(vec![
        (
            format!("games-tradeoff-{discs}-error.svg"),
            picture("error by selection", number, error, (true, false), curves(&names, errors)),
        ),
        (
            format!("games-tradeoff-{discs}-speed.svg"),
            picture("speed by evaluator", number, rate, (true, true), curves(&kinds, speeds)),
        ),
        (
            format!("games-tradeoff-{discs}-both.svg"),
            picture("error against speed", rate, error, (true, false), curves(&kinds, both)),
        ),
    ])
}

fn curves(names: &[&str], points: Vec<Vec<(f64, f64)>>) -> Vec<Series> {
    names
        .iter()
        .zip(points)
        .enumerate()
        .map(|(i, (name, points))| Series {
            name: (*name).into(),
            color: COLORS[i % COLORS.len()],
            points,
            line: true,
        })
        .collect()
}
