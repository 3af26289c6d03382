//! `bench`: table 4 and figure 13, positions evaluated in a second.

use super::{Data, Which, save};
use crate::eval::{Cover, Evaluator, Flat, Folded, Interpreted, Weighted};
use crate::feature::{Limits, generate, playout_sample};
use crate::game::Game;
use crate::lab::eighteen::plans;
use crate::lab::plot::{COLORS, Plot, Series};
use crate::lab::proof::proof_search;
use crate::lab::speed::{self, Speed};
use crate::lab::{LabError, data, model};
use crate::search::Blind;
use crate::symmetry::Symmetries;
use clap::Args;
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

/// Arguments of `bench`.
#[derive(Debug, Args)]
pub struct BenchArgs {
    /// Which game.
    #[command(flatten)]
    pub which: Which,
    /// Data folder.
    #[command(flatten)]
    pub data: Data,
    /// Model files whose patterns are timed beside those of the board's lines (Othello)
    #[arg(long)]
    pub model: Vec<PathBuf>,
    /// Positions per measurement
    #[arg(long, default_value_t = 1_000_000)]
    pub positions: u64,
    /// Folder for figure 13 (other games)
    #[arg(long)]
    pub plots: Option<PathBuf>,
}

pub(super) fn bench(
    args: &BenchArgs,
    out: &mut dyn Write,
    progress: &mut dyn FnMut(&str),
) -> Result<(), LabError> {
    let game = args.which.compiled()?;
    if args.which.game == "othello" {
        return bench_othello(args, &game, out, progress);
    }
    let sample = playout_sample(&game, 512, 1);
    let limits = Limits { features: 2_000, time: Duration::from_secs(120), ..Limits::default() };
    let (made, _) = generate(&game, &sample, &limits);
    let symmetries = Symmetries::of(&game.program);
    let points = speed::random_sets(&game, &symmetries, &made, 30, 1);
    for (slow, fast) in &points {
        writeln!(
            out,
            "{}",
            json!({"game": args.which.game, "logical_per_second": slow, "patterns_per_second": fast, "ratio": fast / slow})
        )?;
    }
    let mut ratios: Vec<f64> = points.iter().map(|(a, b)| b / a).collect();
    ratios.sort_by(f64::total_cmp);
    writeln!(
        out,
        "{}",
        json!({"game": args.which.game, "sets": points.len(), "features": made.len(),
        "ratio_lowest": ratios.first(), "ratio_median": ratios.get(ratios.len() / 2)})
    )?;
    if let Some(folder) = &args.plots {
        let plot = Plot {
            title: format!("{}: 30 random features, positions per second", args.which.game),
            x: "logical features".into(),
            y: "patterns (cover propagation)".into(),
            log_x: true,
            log_y: true,
            series: vec![Series {
                name: "random sets".into(),
                color: COLORS[0],
                points,
                line: false,
            }],
        };
        save(&folder.join(format!("games-{}-speed.svg", args.which.game)), &plot.svg())?;
    }
    Ok(())
}

fn bench_othello(
    args: &BenchArgs,
    game: &Game,
    out: &mut dyn Write,
    progress: &mut dyn FnMut(&str),
) -> Result<(), LabError> {
    let squares = data::Squares::new(&game.program)
        .ok_or_else(|| LabError::Usage("the Othello rules lack a square".into()))?;
    let records = data::games(args.data.folder()?)?;
    let starts = speed::endgames(&records);
    let sizes = game.n_values();
    let symmetries = Symmetries::of(&game.program);
    let mut base: Option<(Speed, Speed)> = None;
    let mut measure = |name: &str,
                       set: &str,
                       patterns: usize,
                       evaluator: &mut dyn Evaluator,
                       most: u64|
     -> Result<f64, LabError> {
        let ab = Speed::best(|| speed::alpha_beta(&starts, &squares, evaluator, most));
        let pn = Speed::best(|| proof_search(&starts, &squares, evaluator, most));
        // What the evaluation alone takes: the search's own time per position goes off.
        let (ab0, pn0) = *base.get_or_insert((ab, pn));
        let alone = |with: &Speed, without: &Speed| {
            let each =
                with.seconds / with.positions as f64 - without.seconds / without.positions as f64;
            if each > 0.0 { Some((1.0 / each).round()) } else { None }
        };
        let line = json!({"evaluation": name, "set": set, "patterns": patterns,
            "dfpn_per_second": pn.per_second().round(), "alphabeta_per_second": ab.per_second().round(),
            "dfpn_evaluation_alone": alone(&pn, &pn0), "alphabeta_evaluation_alone": alone(&ab, &ab0),
            "dfpn_positions": pn.positions, "alphabeta_positions": ab.positions,
            "dfpn_checksum": pn.checksum, "alphabeta_checksum": ab.checksum});
        writeln!(out, "{line}")?;
        out.flush()?;
        Ok(pn.per_second())
    };
    // As many as for the fastest evaluation: what happens once a search must not weigh more here.
    measure("none", "", 0, &mut Blind, args.positions * 4)?;
    progress("generating features for A");
    let sample = playout_sample(game, 512, 1);
    let limits = Limits {
        features: 120,
        clauses: 2_500,
        time: Duration::from_secs(60),
        ..Limits::default()
    };
    let (mut made, _) = generate(game, &sample, &limits);
    made.sort_by(|a, b| b.merit.total_cmp(&a.merit));
    made.truncate(18);
    let plans = plans(game, &made);
    let mut a = Interpreted::new(&game.program, &plans, &[1.0; 19], &symmetries);
    measure("A: 18 logical features", "", 18, &mut a, (args.positions / 50).max(1_000))?;
    let mut sets = vec![("lines".to_string(), speed::line_patterns(&squares))];
    for path in &args.model {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        sets.push((name, model::open(&game.program, path)?));
    }
    for (set, weighted) in &sets {
        for n in [1_000, 4_000, 16_000, weighted.len()] {
            if n > weighted.len() {
                continue;
            }
            let part = thinned(weighted, n);
            measure(
                "B: cover propagation",
                set,
                n,
                &mut Cover::new(&part, &sizes),
                args.positions,
            )?;
            measure("flat counters", set, n, &mut Flat::new(&part, &sizes), args.positions)?;
            let mut folded = Folded::new(&part, &sizes);
            let name = format!("C: folded, {} tables", folded.n_tables());
            measure(&name, set, n, &mut folded, args.positions * 4)?;
        }
    }
    Ok(())
}

/// `n` of the patterns, spread evenly over the list.
fn thinned(all: &Weighted, n: usize) -> Weighted {
    let mut out = Weighted { bias: all.bias, ..Weighted::default() };
    for i in 0..n {
        let at = i * all.len() / n;
        out.patterns.push(all.patterns[at].clone());
        out.weights.push(all.weights[at]);
    }
    out
}
