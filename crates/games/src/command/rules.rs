//! `list`, `check`, `perft`.

use super::Which;
use crate::lab::LabError;
use crate::othello::Board;
use crate::rules::{GAMES, Kind};
use crate::symmetry::Symmetries;
use clap::Args;
use serde_json::json;
use std::io::Write;
use std::time::Instant;

/// Arguments of `list`.
#[derive(Debug, Args)]
pub struct ListArgs {
    /// One JSON object a line
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `check`.
#[derive(Debug, Args)]
pub struct CheckArgs {
    /// Which game.
    #[command(flatten)]
    pub which: Which,
    /// JSON
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `perft`.
#[derive(Debug, Args)]
pub struct PerftArgs {
    /// Which game.
    #[command(flatten)]
    pub which: Which,
    /// Plies
    #[arg(long, default_value_t = 5)]
    pub depth: u32,
    /// Use the native bitboards (Othello 8×8 only)
    #[arg(long)]
    pub native: bool,
    /// JSON
    #[arg(long)]
    pub json: bool,
}

pub(super) fn list(args: &ListArgs, out: &mut dyn Write) -> Result<(), LabError> {
    for g in GAMES {
        if args.json {
            writeln!(out, "{}", json!({"name": g.name, "about": g.about}))?;
        } else {
            writeln!(out, "{:18} {}", g.name, g.about)?;
        }
    }
    Ok(())
}

pub(super) fn check(args: &CheckArgs, out: &mut dyn Write) -> Result<(), LabError> {
    let program = args.which.program()?;
    let kinds = |k: Kind| -> Vec<String> {
        let wanted = program.preds.iter().filter(|p| p.kind == k && !p.name.starts_with("init "));
        wanted.map(|p| format!("{}/{}", p.name, p.arity)).collect()
    };
    let (fixed, facts, derived) = (kinds(Kind::Static), kinds(Kind::Fluent), kinds(Kind::Derived));
    let symmetries = Symmetries::of(&program);
    let variables = program.fluents.n_vars();
    let playable =
        program.preds.iter().any(|p| p.name == "legal_move") && !program.initial.is_empty();
    let options = program.options.clone();
    let sizes = if playable { Some(crate::game::Game::new(program)?.sizes()) } else { None };
    if args.json {
        let line = json!({"ok": true, "static": fixed, "facts": facts, "derived": derived,
            "variables": variables, "moves": sizes.map(|s| s.moves), "nodes": sizes.map(|s| s.nodes),
            "symmetries": symmetries.keep.len(), "players_exchangeable": symmetries.swap.is_some(),
            "options": options});
        writeln!(out, "{line}")?;
        return Ok(());
    }
    writeln!(out, "static:     {}", fixed.join(" "))?;
    writeln!(out, "facts:      {}", facts.join(" "))?;
    writeln!(out, "derived:    {}", derived.join(" "))?;
    writeln!(out, "variables:  {variables}")?;
    match sizes {
        Some(s) => writeln!(out, "moves:      {} (compiled to {} nodes)", s.moves, s.nodes)?,
        None => writeln!(out, "moves:      no legal_move or no init, so nothing to play")?,
    }
    let swap = if symmetries.swap.is_some() { "exchangeable" } else { "not exchangeable" };
    writeln!(out, "symmetries: {}, players {swap}", symmetries.keep.len())?;
    for (name, value) in options {
        writeln!(out, "option:     {name} = {value}")?;
    }
    Ok(())
}

pub(super) fn perft(args: &PerftArgs, out: &mut dyn Write) -> Result<(), LabError> {
    let begun;
    let nodes = if args.native {
        if args.which.game != "othello" {
            return Err(LabError::Usage("--native exists for othello only".into()));
        }
        begun = Instant::now();
        Board::START.perft(args.depth)
    } else {
        let game = args.which.compiled()?;
        begun = Instant::now();
        game.perft(&game.start(), args.depth)
    };
    let seconds = begun.elapsed().as_secs_f64();
    if args.json {
        writeln!(
            out,
            "{}",
            json!({"game": args.which.game, "depth": args.depth, "nodes": nodes,
            "seconds": seconds, "native": args.native})
        )?;
    } else {
        writeln!(out, "{nodes} move sequences of length {} in {seconds:.2} s", args.depth)?;
    }
    Ok(())
}
