//! `solve` and `play`.

use super::Which;
use crate::eval::Evaluator;
use crate::game::Game;
use crate::lab::{LabError, model};
use crate::othello::{Board, Solver, square_name};
use crate::search::{AlphaBeta, Blind, DfPn, Limit, Uct, Verdict};
use clap::{Args, ValueEnum};
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Arguments of `solve`.
#[derive(Debug, Args)]
pub struct SolveArgs {
    /// 64 squares a1…h8 of X (black), O (white), - (empty), then the side to move; or the name of
    /// a game, whose first position is then proved won or not
    #[arg(allow_hyphen_values = true)]
    pub position: String,
    /// Side to move, X or O, if not part of the position
    pub side: Option<String>,
    /// Give up a proof after so many positions
    #[arg(long, default_value_t = 50_000_000)]
    pub nodes: u64,
    /// JSON
    #[arg(long)]
    pub json: bool,
}

/// How `play` thinks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Engine {
    /// Alpha-beta with a model, or with results alone
    Alphabeta,
    /// UCT with random playouts
    Uct,
    /// Proof-number search
    Dfpn,
}

/// Arguments of `play`.
#[derive(Debug, Args)]
pub struct PlayArgs {
    /// Which game.
    #[command(flatten)]
    pub which: Which,
    /// Moves played so far, separated by spaces or commas
    #[arg(long, default_value = "")]
    pub moves: String,
    /// How to think
    #[arg(long, value_enum, default_value = "alphabeta")]
    pub engine: Engine,
    /// Model file of `train`
    #[arg(long)]
    pub model: Option<PathBuf>,
    /// Seconds for the move
    #[arg(long, default_value_t = 1.0)]
    pub time: f64,
    /// Playouts of UCT
    #[arg(long, default_value_t = 10_000)]
    pub playouts: u32,
    /// Seed
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// JSON
    #[arg(long)]
    pub json: bool,
}

pub(super) fn solve(args: &SolveArgs, out: &mut dyn Write) -> Result<(), LabError> {
    let begun = Instant::now();
    if crate::rules::named(&args.position).is_some() {
        return prove(args, out, begun);
    }
    let text = format!("{}{}", args.position, args.side.as_deref().unwrap_or(""));
    let (board, _) = Board::parse(&text)?;
    let mut solver = Solver::for_empties(board.empties().count_ones());
    let solved = solver.solve(board);
    let best = solved.best.map(square_name);
    let seconds = begun.elapsed().as_secs_f64();
    if args.json {
        writeln!(
            out,
            "{}",
            json!({"score": solved.score, "move": best, "nodes": solved.nodes,
            "seconds": seconds, "empties": board.empties().count_ones()})
        )?;
    } else {
        let best = best.unwrap_or_else(|| "pass".into());
        writeln!(out, "{best} {:+} ({} positions, {seconds:.2} s)", solved.score, solved.nodes)?;
    }
    Ok(())
}

fn prove(args: &SolveArgs, out: &mut dyn Write, begun: Instant) -> Result<(), LabError> {
    let game = Which { game: args.position.clone(), set: Vec::new() }.compiled()?;
    let mut search = DfPn::new(&game, args.nodes);
    let (verdict, best) = search.prove(&game.start());
    let best = best.map(|m| game.move_text(m));
    let (score, word) = match verdict {
        Verdict::Win => (Some(1), "won for the side to move"),
        Verdict::NoWin => (Some(0), "not won for the side to move"),
        Verdict::Unknown => (None, "undecided within the budget"),
    };
    let seconds = begun.elapsed().as_secs_f64();
    if args.json {
        writeln!(
            out,
            "{}",
            json!({"score": score, "move": best, "nodes": search.nodes(),
            "seconds": seconds})
        )?;
    } else {
        writeln!(out, "{word} ({} positions, {seconds:.2} s)", search.nodes())?;
    }
    Ok(())
}

/// The state after the given moves.
fn follow(game: &Game, text: &str) -> Result<crate::game::State, LabError> {
    let mut state = game.start();
    let (mut moves, mut changes) = (Vec::new(), Vec::new());
    for (i, word) in text.split([' ', ',']).filter(|w| !w.is_empty()).enumerate() {
        game.legal_moves(&state, &mut moves);
        let mv = moves.iter().copied().find(|m| game.move_text(*m) == word).ok_or_else(|| {
            let legal: Vec<String> = moves.iter().map(|m| game.move_text(*m)).collect();
            LabError::Usage(format!(
                "move {} `{word}` is not legal; legal: {}",
                i + 1,
                legal.join(" ")
            ))
        })?;
        game.play(&mut state, mv, &mut changes);
    }
    Ok(state)
}

pub(super) fn play(args: &PlayArgs, out: &mut dyn Write) -> Result<(), LabError> {
    let game = args.which.compiled()?;
    let state = follow(&game, &args.moves)?;
    let begun = Instant::now();
    let (best, value, nodes) = match args.engine {
        Engine::Uct => {
            let found = Uct::new(&game, args.seed).search(&state, args.playouts);
            (found.best, found.rate, u64::from(found.playouts))
        }
        Engine::Dfpn => {
            let mut search = DfPn::new(&game, 20_000_000);
            let (verdict, best) = search.prove(&state);
            (best, f64::from(u8::from(verdict == Verdict::Win)), search.nodes())
        }
        Engine::Alphabeta => {
            let evaluator: Box<dyn Evaluator> = match &args.model {
                Some(path) => model::open(&game.program, path)?.fastest(&game).evaluator,
                None => Box::new(Blind),
            };
            let time = Duration::from_secs_f64(args.time.clamp(0.001, 3600.0));
            let mut search = AlphaBeta::new(&game, evaluator, 20);
            let found = search.search(&state, Limit { time, ..Limit::default() });
            (found.best, f64::from(found.value) / crate::eval::UNIT, found.nodes)
        }
    };
    let text = best.map(|m| game.move_text(m));
    let seconds = begun.elapsed().as_secs_f64();
    let over = game.ending(&state).map(|e| format!("{e:?}"));
    if args.json {
        writeln!(
            out,
            "{}",
            json!({"move": text, "value": value, "nodes": nodes,
            "seconds": seconds, "over": over})
        )?;
    } else {
        let text = text.unwrap_or_else(|| over.unwrap_or_else(|| "no move".into()));
        writeln!(out, "{text} (value {value:.3}, {nodes} positions, {seconds:.2} s)")?;
    }
    Ok(())
}
