//! `bench` and `report`: tables 2-4, figures 8 and 13, strength, move ordering.

use super::{Data, Which, save};
use crate::eval::{Cover, Evaluator, Flat, Folded, Interpreted, Phased, Weighted};
use crate::feature::{Limits, Random, generate, playout_sample};
use crate::game::Game;
use crate::lab::plot::{COLORS, Plot, Series};
use crate::lab::strength::{Match, play_match};
use crate::lab::{LabError, accuracy, data, model, phases, selfplay, speed};
use crate::othello::Board;
use crate::search::{AlphaBeta, Blind, Limit, Ordering};
use crate::symmetry::Symmetries;
use clap::{Args, ValueEnum};
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
    /// Model files whose patterns are timed (Othello)
    #[arg(long)]
    pub model: Vec<PathBuf>,
    /// Positions per measurement
    #[arg(long, default_value_t = 1_000_000)]
    pub positions: u64,
    /// Folder for figure 13 (other games)
    #[arg(long)]
    pub plots: Option<PathBuf>,
}

/// What to report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum What {
    /// Tables 2 and 3, figure 8 and the curve of section 7
    Accuracy,
    /// Matches at equal time
    Strength,
    /// Moves ordered by patterns
    Ordering,
}

/// Arguments of `report`.
#[derive(Debug, Args)]
pub struct ReportArgs {
    /// Which report
    #[arg(value_enum)]
    pub what: What,
    /// Game of the match
    #[arg(long, default_value = "othello")]
    pub game: String,
    /// Data folder.
    #[command(flatten)]
    pub data: Data,
    /// Discs on the board (accuracy)
    #[arg(long, default_value_t = 60)]
    pub discs: u32,
    /// Extra training positions per game (accuracy)
    #[arg(long, default_value_t = 1)]
    pub extra: usize,
    /// Most training positions
    #[arg(long, default_value_t = 250_000)]
    pub most: usize,
    /// Classes of the curve
    #[arg(long, value_delimiter = ',', default_values_t = [1000, 5000, 20000, 100000])]
    pub curve: Vec<usize>,
    /// Model file (strength of a game other than Othello; ordering)
    #[arg(long)]
    pub model: Option<PathBuf>,
    /// Pairs of games
    #[arg(long, default_value_t = 50)]
    pub pairs: usize,
    /// Milliseconds a move
    #[arg(long, default_value_t = 20)]
    pub time: u64,
    /// Folder for plots and models
    #[arg(long)]
    pub plots: Option<PathBuf>,
    /// Seed
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
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
    let mut random = Random::new(49);
    let mut starts: Vec<Board> = Vec::new();
    while starts.len() < 23 {
        starts.extend(data::at_discs(&records[random.below(records.len())].moves, 53));
    }
    let sizes = game.n_values();
    let symmetries = Symmetries::of(&game.program);
    let mut base: Option<(speed::Speed, speed::Speed)> = None;
    let mut measure = |name: &str,
                       patterns: usize,
                       evaluator: &mut dyn Evaluator,
                       most: u64|
     -> Result<f64, LabError> {
        let ab = speed::alpha_beta(&starts, &squares, evaluator, most);
        let pn = speed::proof_search(&starts, &squares, evaluator, most);
        // What the evaluation alone takes: the search's own time per position goes off.
        let (ab0, pn0) = *base.get_or_insert((ab, pn));
        let alone = |with: &speed::Speed, without: &speed::Speed| {
            let each =
                with.seconds / with.positions as f64 - without.seconds / without.positions as f64;
            if each > 0.0 { Some((1.0 / each).round()) } else { None }
        };
        let line = json!({"evaluation": name, "patterns": patterns,
            "dfpn_per_second": pn.per_second().round(), "alphabeta_per_second": ab.per_second().round(),
            "dfpn_evaluation_alone": alone(&pn, &pn0), "alphabeta_evaluation_alone": alone(&ab, &ab0),
            "dfpn_positions": pn.positions, "alphabeta_positions": ab.positions,
            "dfpn_checksum": pn.checksum, "alphabeta_checksum": ab.checksum});
        writeln!(out, "{line}")?;
        out.flush()?;
        Ok(pn.per_second())
    };
    measure("none", 0, &mut Blind, args.positions)?;
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
    let plans = phases::plans(game, &made);
    let mut a = Interpreted::new(&game.program, &plans, &[1.0; 19], &symmetries);
    measure("A: 18 logical features", 18, &mut a, (args.positions / 50).max(1_000))?;
    for path in &args.model {
        let weighted = model::open(&game.program, path)?;
        for n in [1_000, 4_000, 16_000, weighted.len()] {
            if n > weighted.len() {
                continue;
            }
            let part = thinned(&weighted, n);
            measure("B: cover propagation", n, &mut Cover::new(&part, &sizes), args.positions)?;
            measure("flat counters", n, &mut Flat::new(&part, &sizes), args.positions)?;
            let mut folded = Folded::new(&part, &sizes);
            let name = format!("C: folded, {} tables", folded.n_tables());
            measure(&name, n, &mut folded, args.positions * 4)?;
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

pub(super) fn report(
    args: &ReportArgs,
    out: &mut dyn Write,
    progress: &mut dyn FnMut(&str),
) -> Result<(), LabError> {
    match args.what {
        What::Accuracy => report_accuracy(args, out, progress),
        What::Strength if args.game == "othello" => othello_strength(args, out, progress),
        What::Strength => other_strength(args, out, progress),
        What::Ordering => ordering(args, out),
    }
}

fn report_accuracy(
    args: &ReportArgs,
    out: &mut dyn Write,
    progress: &mut dyn FnMut(&str),
) -> Result<(), LabError> {
    let records = data::games(args.data.folder()?)?;
    let options = accuracy::Options {
        discs: args.discs,
        extra: args.extra,
        most: args.most,
        features: 400,
        curve: args.curve.clone(),
        shapes: 6,
    };
    let outcome = accuracy::run(&records, &options, out, progress)?;
    let Some(folder) = &args.plots else { return Ok(()) };
    let game = Game::new(crate::rules::open("othello", &Default::default())?)?;
    for (i, (name, points)) in outcome.scatter.iter().enumerate() {
        let plot = Plot {
            title: format!("{} discs, {name}", args.discs),
            x: "predicted".into(),
            y: "exact".into(),
            log_x: false,
            log_y: false,
            series: vec![Series {
                name: name.clone(),
                color: COLORS[i % 5],
                points: points.clone(),
                line: false,
            }],
        };
        save(&folder.join(format!("games-figure8-{}-{i}.svg", args.discs)), &plot.svg())?;
    }
    let curve: Vec<(f64, f64)> = outcome
        .models
        .iter()
        .filter(|m| m.0.contains("classes"))
        .map(|m| (m.1 as f64, m.3.rmse))
        .collect();
    let plot = Plot {
        title: format!("{} discs: error by number of pattern classes", args.discs),
        x: "classes".into(),
        y: "rmse on the test years".into(),
        log_x: true,
        log_y: false,
        series: vec![Series {
            name: "stagewise".into(),
            color: COLORS[0],
            points: curve,
            line: true,
        }],
    };
    save(&folder.join(format!("games-curve-{}.svg", args.discs)), &plot.svg())?;
    for (i, (_, w)) in outcome.weighted.iter().enumerate() {
        save(
            &folder.join(format!("games-othello-{}-{i}.model", args.discs)),
            &model::write(&game.program, w),
        )?;
    }
    Ok(())
}

fn write_match(
    out: &mut dyn Write,
    game: &str,
    what: &str,
    m: &Match,
    time: u64,
) -> Result<(), LabError> {
    writeln!(
        out,
        "{}",
        json!({"game": game, "match": what, "wins": m.wins, "losses": m.losses,
        "draws": m.draws(), "by_repetition": m.repetitions, "games": 2 * m.pairs.len(),
        "rate": m.rate(), "interval": m.margin(), "milliseconds": time})
    )?;
    Ok(())
}

fn othello_strength(
    args: &ReportArgs,
    out: &mut dyn Write,
    progress: &mut dyn FnMut(&str),
) -> Result<(), LabError> {
    let game = Game::new(crate::rules::open("othello", &Default::default())?)?;
    let squares = data::Squares::new(&game.program)
        .ok_or_else(|| LabError::Usage("the Othello rules lack a square".into()))?;
    let records = data::games(args.data.folder()?)?;
    let trained = phases::train(&game, &records, args.most.min(20_000), 1_200, progress)?;
    let sizes = game.n_values();
    let symmetries = Symmetries::of(&game.program);
    let plans = phases::plans(&game, &trained.features);
    let folded = |w: &Weighted| Box::new(Folded::new(w, &sizes)) as Box<dyn Evaluator + '_>;
    let learned = trained.patterns.iter().map(folded).collect();
    let logical = |w: &Vec<f64>| {
        Box::new(Interpreted::new(&game.program, &plans, w, &symmetries)) as Box<dyn Evaluator + '_>
    };
    let eighteen = trained.logical.iter().map(logical).collect();
    let progressed = || phases::progress(&game, &squares);
    let mut first = AlphaBeta::new(&game, Box::new(Phased::new(progressed(), learned)), 16);
    let mut second = AlphaBeta::new(&game, Box::new(Phased::new(progressed(), eighteen)), 16);
    let time = Duration::from_millis(args.time);
    let result =
        play_match(&game, &mut first, &mut second, args.pairs, 8, time, args.seed, &mut |m| {
            progress(&m.to_string());
        });
    write_match(out, "othello", "learned patterns against 18 logical features", &result, args.time)
}

fn other_strength(
    args: &ReportArgs,
    out: &mut dyn Write,
    progress: &mut dyn FnMut(&str),
) -> Result<(), LabError> {
    let game = Which { game: args.game.clone(), set: Vec::new() }.compiled()?;
    let Some(path) = &args.model else {
        return Err(LabError::Usage("give a trained model by --model FILE".into()));
    };
    let learned = model::open(&game.program, path)?;
    let sizes = game.n_values();
    let material = selfplay::material(&game);
    let mut first = AlphaBeta::new(&game, Box::new(Folded::new(&learned, &sizes)), 16);
    let mut second = AlphaBeta::new(&game, Box::new(Folded::new(&material, &sizes)), 16);
    let time = Duration::from_millis(args.time);
    let result =
        play_match(&game, &mut first, &mut second, args.pairs, 4, time, args.seed, &mut |m| {
            progress(&m.to_string());
        });
    write_match(out, &args.game, "trained against material", &result, args.time)
}

/// Nodes to a fixed depth with history ordering and with patterns, and how often the move that
/// the patterns put among the first k is the one that search prefers.
fn ordering(args: &ReportArgs, out: &mut dyn Write) -> Result<(), LabError> {
    let game = Which { game: args.game.clone(), set: Vec::new() }.compiled()?;
    let Some(path) = &args.model else {
        return Err(LabError::Usage("give a trained model by --model FILE".into()));
    };
    let weighted = model::open(&game.program, path)?;
    let sizes = game.n_values();
    let mut random = Random::new(args.seed);
    let mut nodes = [0u64; 2];
    let mut hits = [0usize; 8];
    let mut n = 0usize;
    let (mut moves, mut changes) = (Vec::new(), Vec::new());
    let mut folded = Folded::new(&weighted, &sizes);
    while n < args.pairs {
        let mut state = game.start();
        let plies = if args.discs > 4 && args.game == "othello" { args.discs - 4 } else { 12 };
        for _ in 0..plies {
            game.legal_moves(&state, &mut moves);
            if moves.is_empty() || game.ending(&state).is_some() {
                break;
            }
            game.play(&mut state, moves[random.below(moves.len())], &mut changes);
        }
        game.legal_moves(&state, &mut moves);
        if moves.len() < 4 || game.ending(&state).is_some() {
            continue;
        }
        n += 1;
        let mut best = None;
        for (i, kind) in [Ordering::History, Ordering::Patterns].into_iter().enumerate() {
            let mut search = AlphaBeta::new(&game, Box::new(Folded::new(&weighted, &sizes)), 18);
            search.ordering = kind;
            let found = search.search(&state, Limit { depth: 6, ..Limit::default() });
            nodes[i] += found.nodes;
            best = found.best;
        }
        let mut ranked: Vec<(i32, u32)> = moves
            .iter()
            .map(|m| {
                let mut next = state.clone();
                game.play(&mut next, *m, &mut changes);
                folded.reset(&next.values);
                (folded.value(next.turn), *m)
            })
            .collect();
        ranked.sort_unstable();
        if let Some(rank) = ranked.iter().position(|r| Some(r.1) == best) {
            (rank..8).for_each(|k| hits[k] += 1);
        }
    }
    let rate: Vec<f64> = hits.iter().map(|h| *h as f64 / n.max(1) as f64).collect();
    writeln!(
        out,
        "{}",
        json!({"game": args.game, "positions": n, "depth": 6,
        "nodes_history": nodes[0], "nodes_patterns": nodes[1], "best_among_first": rate})
    )?;
    Ok(())
}
