//! `report`: tables 2 and 3, figure 8, the trade-off of section 7, strength, move ordering.

use super::{Data, Which, save};
use crate::clock::Clock;
use crate::eval::{Evaluator, Folded, Interpreted, Phased, Weighted};
use crate::feature::Random;
use crate::game::{Game, MoveId, State};
use crate::lab::plot::{COLORS, Plot, Series};
use crate::lab::strength::{Match, play_match};
use crate::lab::{LabError, accuracy, data, endgames, model, phases, selfplay, tradeoff};
use crate::search::{AlphaBeta, Limit, Ordering};
use crate::symmetry::Symmetries;
use clap::{Args, ValueEnum};
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

/// What to report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum What {
    /// Tables 2 and 3, figure 8
    Accuracy,
    /// Accuracy and speed by number of patterns and by selection (section 7)
    Selection,
    /// FFO endgames 1-19 and 40
    Endgames,
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
    /// Discs on the board (accuracy; ordering in Othello)
    #[arg(long, default_value_t = 60)]
    pub discs: u32,
    /// Extra training positions per game (accuracy)
    #[arg(long, default_value_t = 1)]
    pub extra: usize,
    /// Most training positions
    #[arg(long, default_value_t = 250_000)]
    pub most: usize,
    /// Numbers of pattern classes (accuracy) or of ground patterns (selection)
    #[arg(long, value_delimiter = ',', default_values_t = [1000, 5000, 20000, 100000])]
    pub curve: Vec<usize>,
    /// Model file (strength of a game other than Othello; ordering)
    #[arg(long)]
    pub model: Option<PathBuf>,
    /// Pairs of games, or positions (ordering)
    #[arg(long, default_value_t = 50)]
    pub pairs: usize,
    /// Depth of the search (ordering)
    #[arg(long, default_value_t = 6)]
    pub depth: u32,
    /// Milliseconds a move, on the processor
    #[arg(long, default_value_t = 20)]
    pub time: u64,
    /// Folder for plots and models
    #[arg(long)]
    pub plots: Option<PathBuf>,
    /// Seed
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}

impl ReportArgs {
    fn options(&self) -> accuracy::Options {
        accuracy::Options {
            discs: self.discs,
            extra: self.extra,
            most: self.most,
            features: 400,
            curve: self.curve.clone(),
            shapes: 6,
        }
    }
}

pub(super) fn report(
    args: &ReportArgs,
    out: &mut dyn Write,
    progress: &mut dyn FnMut(&str),
) -> Result<(), LabError> {
    match args.what {
        What::Accuracy => report_accuracy(args, out, progress),
        What::Selection => report_selection(args, out, progress),
        What::Endgames => endgames::run(&endgames::problems(args.data.folder()?)?, out),
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
    let (models, kept) = accuracy::run(&records, &args.options(), out, progress)?;
    let Some(folder) = &args.plots else { return Ok(()) };
    for (i, (letter, start)) in FIGURE_8.into_iter().enumerate() {
        let Some(m) = models.iter().find(|m| m.name.starts_with(start)) else { continue };
        let plot = Plot {
            title: format!("{} discs, {}", args.discs, m.name),
            x: "predicted".into(),
            y: "exact".into(),
            log_x: false,
            log_y: false,
            series: vec![Series {
                name: m.name.clone(),
                color: COLORS[i % COLORS.len()],
                points: m.scatter.clone(),
                line: false,
            }],
        };
        save(&folder.join(format!("games-figure8-{}-{letter}.svg", args.discs)), &plot.svg())?;
    }
    let game = accuracy::othello()?;
    for (i, w) in kept.iter().enumerate() {
        let name = format!("games-othello-{}-{i}.model", args.discs);
        save(&folder.join(name), &model::write(&game.program, w))?;
    }
    Ok(())
}

/// Which models figure 8 shows: name of the file, beginning of the model's name.
const FIGURE_8: [(&str, &str); 4] =
    [("a", "A:"), ("b", "B: patterns of A"), ("b-best", "B: 100,000 ground"), ("c", "C:")];

fn report_selection(
    args: &ReportArgs,
    out: &mut dyn Write,
    progress: &mut dyn FnMut(&str),
) -> Result<(), LabError> {
    let records = data::games(args.data.folder()?)?;
    for (name, plot) in tradeoff::run(&records, &args.options(), out, progress)? {
        if let Some(folder) = &args.plots {
            save(&folder.join(name), &plot.svg())?;
        }
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
    let plans = trained.eighteen.plans(&game);
    let folded = |w: &Weighted| Box::new(Folded::new(w, &sizes)) as Box<dyn Evaluator + '_>;
    let learned = || trained.patterns.iter().map(folded).collect();
    let logical = |w: &Vec<f64>| {
        Box::new(Interpreted::new(&game.program, &plans, w, &symmetries)) as Box<dyn Evaluator + '_>
    };
    let eighteen = trained.logical.iter().map(logical).collect();
    let progressed = || phases::progress(&game, &squares);
    let rivals = [
        ("learned patterns against 18 logical features", Phased::new(progressed(), eighteen)),
        ("phase at the leaf against phase at the root", Phased::at_root(progressed(), learned())),
    ];
    let time = Duration::from_millis(args.time);
    for (what, rival) in rivals {
        let best = Phased::new(progressed(), learned());
        let mut first = AlphaBeta::new(&game, Box::new(best), 16);
        let mut second = AlphaBeta::new(&game, Box::new(rival), 16);
        let mut tell = |m: &Match| progress(&m.to_string());
        let (pairs, seed) = (args.pairs, args.seed);
        let result = play_match(&game, &mut first, &mut second, pairs, 8, time, seed, &mut tell);
        write_match(out, "othello", what, &result, args.time)?;
    }
    Ok(())
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
    against_material(&game, &args.game, &learned, args.pairs, args.time, args.seed, out, progress)
}

/// A match at equal time against counting men.
#[allow(clippy::too_many_arguments)]
pub(super) fn against_material(
    game: &Game,
    name: &str,
    learned: &Weighted,
    pairs: usize,
    time: u64,
    seed: u64,
    out: &mut dyn Write,
    progress: &mut dyn FnMut(&str),
) -> Result<(), LabError> {
    let sizes = game.n_values();
    let material = selfplay::material(game);
    let mut first = AlphaBeta::new(game, Box::new(Folded::new(learned, &sizes)), 16);
    let mut second = AlphaBeta::new(game, Box::new(Folded::new(&material, &sizes)), 16);
    let limit = Duration::from_millis(time);
    let result = play_match(game, &mut first, &mut second, pairs, 4, limit, seed, &mut |m| {
        progress(&m.to_string());
    });
    write_match(out, name, "trained against material", &result, time)
}

/// Positions to order moves in: of tournament games of the test years (Othello), or after twelve
/// random moves.
fn middle_games(args: &ReportArgs, game: &Game) -> Result<Vec<State>, LabError> {
    let mut random = Random::new(args.seed);
    let (mut moves, mut changes) = (Vec::new(), Vec::new());
    let mut out = Vec::new();
    if let ("othello", Some(squares)) = (args.game.as_str(), data::Squares::new(&game.program)) {
        let mut records = data::games(args.data.folder()?)?;
        records.retain(|r| r.year >= data::TEST_YEAR);
        while out.len() < args.pairs && !records.is_empty() {
            let record = &records[random.below(records.len())];
            let board = data::at_discs(&record.moves, args.discs);
            out.extend(board.map(|b| game.position(squares.position(b), 0)));
        }
        return Ok(out);
    }
    while out.len() < args.pairs {
        let mut state = game.start();
        for _ in 0..12 {
            if game.moves_or_ending(&state, &mut moves).is_some() {
                break;
            }
            game.play(&mut state, moves[random.below(moves.len())], &mut changes);
        }
        if game.moves_or_ending(&state, &mut moves).is_none() && moves.len() >= 4 {
            out.push(state);
        }
    }
    Ok(out)
}

/// Positions and processor time of a fixed-depth search with history ordering and with patterns,
/// and how often the move that search prefers is among the first k by the patterns alone: what a
/// generator of promising moves would keep.
fn ordering(args: &ReportArgs, out: &mut dyn Write) -> Result<(), LabError> {
    let game = Which { game: args.game.clone(), set: Vec::new() }.compiled()?;
    let Some(path) = &args.model else {
        return Err(LabError::Usage("give a trained model by --model FILE".into()));
    };
    let weighted = model::open(&game.program, path)?;
    let mut folded = Folded::new(&weighted, &game.n_values());
    let states = middle_games(args, &game)?;
    let kinds = [Ordering::History, Ordering::Patterns];
    let (mut nodes, mut seconds) = ([0u64; 2], [0.0; 2]);
    let (mut hits, mut n_moves) = ([0usize; 8], 0);
    for state in &states {
        let mut best = None;
        for (i, kind) in kinds.into_iter().enumerate() {
            let mut search = AlphaBeta::new(&game, Box::new(folded.clone()), 18);
            search.ordering = kind;
            let clock = Clock::start();
            let found = search.search(state, Limit { depth: args.depth, ..Limit::default() });
            seconds[i] += clock.seconds();
            nodes[i] += found.nodes;
            best = found.best;
        }
        let ranked = ranked(&game, state, &mut folded);
        n_moves += ranked.len();
        if let Some(rank) = ranked.iter().position(|m| Some(*m) == best) {
            (rank..8).for_each(|k| hits[k] += 1);
        }
    }
    let n = states.len().max(1) as f64;
    let line = json!({"game": args.game, "positions": states.len(), "depth": args.depth,
        "discs": (args.game == "othello").then_some(args.discs),
        "moves_each": n_moves as f64 / n,
        "nodes_history": nodes[0], "nodes_patterns": nodes[1],
        "seconds_history": seconds[0], "seconds_patterns": seconds[1],
        "best_among_first": hits.map(|h| h as f64 / n)});
    writeln!(out, "{line}")?;
    Ok(())
}

/// The moves, best first by the value of the position after each.
fn ranked(game: &Game, state: &State, evaluator: &mut Folded) -> Vec<MoveId> {
    let (mut moves, mut changes) = (Vec::new(), Vec::new());
    game.legal_moves(state, &mut moves);
    let after = |mv: &MoveId| {
        let mut next = state.clone();
        game.play(&mut next, *mv, &mut changes);
        evaluator.reset(&next.values);
        evaluator.value(next.turn)
    };
    moves.sort_by_cached_key(after);
    moves
}
