//! `features`, `patterns`, `train`, `eval`.

use super::report::against_material;
use super::{Data, Which, save};
use crate::eval::{Cover, Evaluator, Flat, Folded};
use crate::feature::{Generated, Limits, generate, playout_sample};
use crate::lab::plot::{COLORS, Plot, Series, histogram};
use crate::lab::{LabError, data, model, phases, selfplay};
use crate::othello::Board;
use clap::Args;
use serde_json::json;
use std::collections::HashSet;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

/// Arguments of `features`.
#[derive(Debug, Args)]
pub struct FeaturesArgs {
    /// Which game.
    #[command(flatten)]
    pub which: Which,
    /// Features wanted
    #[arg(long, default_value_t = 10_000)]
    pub count: usize,
    /// Most ground clauses of a feature
    #[arg(long, default_value_t = 5_000)]
    pub clauses: usize,
    /// Stop after so many seconds
    #[arg(long, default_value_t = 600)]
    pub seconds: u64,
    /// Show so many of them
    #[arg(long, default_value_t = 10)]
    pub show: usize,
    /// Write histograms (SVG) into this folder
    #[arg(long)]
    pub plots: Option<PathBuf>,
    /// JSON lines
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `patterns`.
#[derive(Debug, Args)]
pub struct PatternsArgs {
    /// Which game.
    #[command(flatten)]
    pub which: Which,
    /// Features to unfold
    #[arg(long, default_value_t = 200)]
    pub features: usize,
    /// Show so many patterns
    #[arg(long, default_value_t = 10)]
    pub show: usize,
    /// JSON
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `train`.
#[derive(Debug, Args)]
#[command(after_help = TRAIN_EXAMPLES)]
pub struct TrainArgs {
    /// Which game.
    #[command(flatten)]
    pub which: Which,
    /// Data folder.
    #[command(flatten)]
    pub data: Data,
    /// File for the model, written after every round (Othello: one per phase, the disc count inserted
    /// before the extension)
    #[arg(long)]
    pub out: PathBuf,
    /// Begin self-play with this model instead of material
    #[arg(long)]
    pub from: Option<PathBuf>,
    /// Self-play games in a round; a list has one number for each round
    #[arg(long, value_delimiter = ',', default_values_t = [400])]
    pub games: Vec<usize>,
    /// Rounds of self-play [default: as many as the longest list has numbers, or 2]
    #[arg(long)]
    pub rounds: Option<usize>,
    /// Depth of self-play, or a list
    #[arg(long, value_delimiter = ',', default_values_t = [3])]
    pub depth: Vec<u32>,
    /// Learn results of games (a chance to win) rather than what the search found
    #[arg(long)]
    pub results: bool,
    /// Share of later searches in what a position is labeled with, or a list
    #[arg(long, value_delimiter = ',', default_values_t = [0.7])]
    pub ahead: Vec<f64>,
    /// Pattern classes
    #[arg(long, default_value_t = 2_000)]
    pub classes: usize,
    /// Shapes grown beyond those of the rules (self-play)
    #[arg(long, default_value_t = 3)]
    pub shapes: usize,
    /// Training positions per phase (Othello)
    #[arg(long, default_value_t = 60_000)]
    pub positions: usize,
    /// Seed of the first round, each later one taking the next; or a list
    #[arg(long, value_delimiter = ',', default_values_t = [1])]
    pub seed: Vec<u64>,
    /// At the end, play so many pairs of games against material alone (self-play)
    #[arg(long, default_value_t = 0)]
    pub pairs: usize,
    /// Milliseconds a move in these games, on the processor
    #[arg(long, default_value_t = 20)]
    pub time: u64,
}

const TRAIN_EXAMPLES: &str = "Examples:
  aji games train hasami-6x6 --out hasami.txt --pairs 20
  aji games train hasami-6x6 --out hasami.txt --games 500,500,800,800 --depth 4,4,3,3 --ahead 0,0,0.7,0.85 \\
      --seed 1,11,21,31 --classes 3000 --shapes 8 --pairs 60
  aji games train othello --data DIR --out othello.txt

A run that was stopped leaves the model of its last round; --from goes on from there.";

/// Arguments of `eval`.
#[derive(Debug, Args)]
pub struct EvalArgs {
    /// Which game.
    #[command(flatten)]
    pub which: Which,
    /// Model file of `train`
    #[arg(long)]
    pub model: PathBuf,
    /// Othello position (64 squares and side); the first position if absent
    #[arg(long)]
    pub position: Option<String>,
    /// JSON
    #[arg(long)]
    pub json: bool,
}

pub(super) fn features(args: &FeaturesArgs, out: &mut dyn Write) -> Result<(), LabError> {
    let game = args.which.compiled()?;
    let sample = playout_sample(&game, 1024, 1);
    let limits = Limits {
        features: args.count,
        clauses: args.clauses,
        time: Duration::from_secs(args.seconds),
        ..Limits::default()
    };
    let (made, report) = generate(&game, &sample, &limits);
    let of = |f: &dyn Fn(&Generated) -> f64| -> Vec<f64> { made.iter().map(f).collect() };
    let terms = of(&|g| g.grounded.as_ref().map_or(0, |g| g.n_terms()) as f64);
    let times = of(&|g| g.grounded.as_ref().map_or(0.0, |g| g.seconds));
    let patterns: HashSet<_> = made
        .iter()
        .flat_map(|g| g.grounded.as_ref().map_or(Vec::new(), |g| g.patterns()))
        .collect();
    let line = json!({"game": args.which.game, "features": made.len(), "patterns": patterns.len(),
        "made_by": report.made_by, "repeated": report.repeated, "too_large": report.too_large,
        "impossible": report.impossible, "seconds": report.seconds,
        "terms_histogram": histogram(&terms, 24), "seconds_histogram": histogram(&times, 24)});
    if args.json {
        writeln!(out, "{line}")?;
    } else {
        writeln!(
            out,
            "{} features, {} patterns, {:.1} s",
            made.len(),
            patterns.len(),
            report.seconds
        )?;
        writeln!(
            out,
            "rejected: {} repeated, {} too large, {} impossible",
            report.repeated, report.too_large, report.impossible
        )?;
        for (name, n) in &report.made_by {
            writeln!(out, "  {name:24} {n}")?;
        }
    }
    for g in made.iter().take(args.show) {
        let text = g.feature.show(&game.program);
        let clauses = g.grounded.as_ref().map_or(0, |g| g.clauses.len());
        if args.json {
            writeln!(
                out,
                "{}",
                json!({"feature": text, "made_by": g.feature.made_by.name(), "clauses": clauses, "merit": g.merit})
            )?;
        } else {
            writeln!(out, "{clauses:6}  {text}")?;
        }
    }
    if let Some(folder) = &args.plots {
        for (name, values, x) in [
            ("terms", &terms, "terms in the ground clauses"),
            ("seconds", &times, "seconds to unfold"),
        ] {
            let plot = Plot {
                title: format!("{}: {} features", args.which.game, made.len()),
                x: x.into(),
                y: "features".into(),
                log_x: true,
                log_y: false,
                series: vec![Series {
                    name: x.into(),
                    color: COLORS[0],
                    points: histogram(values, 24),
                    line: true,
                }],
            };
            save(&folder.join(format!("games-{}-{name}.svg", args.which.game)), &plot.svg())?;
        }
    }
    Ok(())
}

pub(super) fn patterns(args: &PatternsArgs, out: &mut dyn Write) -> Result<(), LabError> {
    let game = args.which.compiled()?;
    let patterns = selfplay::rule_patterns(&game, args.features, 120);
    if args.json {
        let lengths: Vec<usize> =
            (1..=12).map(|n| patterns.iter().filter(|p| p.len() == n).count()).collect();
        writeln!(out, "{}", json!({"patterns": patterns.len(), "by_length": lengths}))?;
    } else {
        writeln!(out, "{} patterns", patterns.len())?;
    }
    for p in patterns.iter().take(args.show) {
        let facts: Vec<String> = p.iter().map(|f| game.program.fact_text(*f)).collect();
        if args.json {
            writeln!(out, "{}", json!({"pattern": facts}))?;
        } else {
            writeln!(out, "{}", facts.join(" & "))?;
        }
    }
    Ok(())
}

pub(super) fn train(
    args: &TrainArgs,
    out: &mut dyn Write,
    progress: &mut dyn FnMut(&str),
) -> Result<(), LabError> {
    let game = args.which.compiled()?;
    if args.which.game == "othello" && args.data.data.is_some() {
        let records = data::games(args.data.folder()?)?;
        let trained = phases::train(&game, &records, args.positions, args.classes, progress)?;
        for (center, w) in phases::CENTERS.iter().zip(&trained.patterns) {
            let name = args.out.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let path = args.out.with_file_name(format!("{name}-{center}.txt"));
            save(&path, &model::write(&game.program, w))?;
            writeln!(
                out,
                "{}",
                json!({"phase": center, "patterns": w.len(), "file": path.display().to_string()})
            )?;
        }
        return Ok(());
    }
    let rounds = rounds(args)?;
    let from = args.from.as_ref().map(|path| model::open(&game.program, path)).transpose()?;
    let trained = selfplay::train(&game, from, &rounds, &mut |r, model| {
        let line = json!({"positions": r.positions, "decided": r.decided, "loss": r.loss,
            "base_loss": r.base, "patterns": r.patterns});
        progress(&line.to_string());
        writeln!(out, "{line}")?;
        out.flush()?;
        save(&args.out, &model::write(&game.program, model))
    })?;
    if args.pairs > 0 {
        let (name, time) = (&args.which.game, args.time);
        against_material(&game, name, &trained, args.pairs, time, rounds[0].seed, out, progress)?;
    }
    Ok(())
}

/// What each round of self-play does.
fn rounds(args: &TrainArgs) -> Result<Vec<selfplay::Options>, LabError> {
    let lists = [
        ("games", args.games.len()),
        ("depth", args.depth.len()),
        ("ahead", args.ahead.len()),
        ("seed", args.seed.len()),
    ];
    let longest = lists.iter().map(|list| list.1).max().unwrap_or(1);
    let n = args.rounds.unwrap_or(if longest > 1 { longest } else { 2 });
    if let Some((name, len)) = lists.iter().find(|list| list.1 != 1 && list.1 != n) {
        return Err(LabError::Usage(format!(
            "--{name} has {len} numbers for {n} rounds: give one for all, or one for each"
        )));
    }
    let target = if args.results { selfplay::Target::Result } else { selfplay::Target::Search };
    let round = |i: usize| selfplay::Options {
        games: nth(&args.games, i),
        depth: nth(&args.depth, i),
        classes: args.classes,
        shapes: args.shapes,
        ahead: nth(&args.ahead, i).clamp(0.0, 1.0),
        target,
        seed: if args.seed.len() == 1 { args.seed[0] + i as u64 } else { args.seed[i] },
    };
    Ok((0..n).map(round).collect())
}

/// A list's value for a round; a single value is for all of them.
fn nth<T: Copy>(list: &[T], round: usize) -> T {
    list[round.min(list.len() - 1)]
}

pub(super) fn eval(args: &EvalArgs, out: &mut dyn Write) -> Result<(), LabError> {
    let game = args.which.compiled()?;
    let weighted = model::open(&game.program, &args.model)?;
    let (values, side) = match &args.position {
        None => (game.start().values, game.start().turn),
        Some(text) => {
            let (board, black) = Board::parse(text)?;
            let squares = data::Squares::new(&game.program)
                .ok_or_else(|| LabError::Usage("--position is for othello".into()))?;
            let side = usize::from(!black);
            (squares.position_as(board, side), side)
        }
    };
    let sizes = game.n_values();
    let mut all: Vec<(&str, Box<dyn Evaluator>)> = vec![
        ("cover", Box::new(Cover::new(&weighted, &sizes))),
        ("flat", Box::new(Flat::new(&weighted, &sizes))),
        ("folded", Box::new(Folded::new(&weighted, &sizes))),
    ];
    let direct = weighted.value(&values, side);
    let mut line = json!({"patterns": weighted.len(), "direct": direct,
        "value": f64::from(direct) / crate::eval::UNIT});
    for (name, evaluator) in &mut all {
        evaluator.reset(&values);
        line[*name] = json!(evaluator.value(side));
    }
    let fastest = weighted.fastest(&game);
    line["fastest"] = json!(fastest.name);
    line["nanoseconds"] =
        fastest.costs.iter().map(|(name, ns)| (name.to_string(), json!(ns))).collect();
    if args.json {
        writeln!(out, "{line}")?;
    } else {
        writeln!(
            out,
            "{:.2} ({} patterns)",
            f64::from(direct) / crate::eval::UNIT,
            weighted.len()
        )?;
    }
    Ok(())
}
