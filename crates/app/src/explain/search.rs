//! `aji explain search`: what one search found, as numbers and as a picture of four boards: the priors, the visits,
//! who will own what, and where the game is decided.

use super::position_before;
use crate::options::EngineOptions;
use crate::strengths;
use aji_goban::{Color, Game, Move, Point};
use aji_notation::svg::Picture;
use aji_search::{Candidate, Report};
use anyhow::{Context, Result};
use clap::Args;
use serde_json::json;
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

/// Which search.
#[derive(Args)]
#[command(after_help = "Examples:
  aji explain search game.sgf --move 57 --playouts 10000 --svg search.svg
  aji explain search game.sgf --move 57 --time 5 --json")]
pub struct Arguments {
    /// The game, as SGF
    game: PathBuf,
    /// Search the position before this move, counted from 1
    #[arg(long = "move", value_name = "N")]
    number: usize,
    /// Draw it
    #[arg(long, value_name = "FILE.svg")]
    svg: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    engine: EngineOptions,
}

/// Moves told of.
const MOST: usize = 10;

/// Runs the subcommand.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let (game, _) = position_before(&arguments.game, arguments.number)?;
    let mut engine = strengths::engine(arguments.engine.settings()?)?;
    let report = engine.search(&game, engine.budget(), &AtomicBool::new(false), None);
    if let Some(file) = &arguments.svg {
        fs::write(file, picture(&game, &report))
            .with_context(|| format!("cannot write {}", file.display()))?;
    }
    if arguments.json {
        println!("{}", as_json(&game, &report));
    } else {
        print(&game, &report);
    }
    Ok(ExitCode::SUCCESS)
}

fn name(game: &Game, play: Move) -> String {
    play.point().map_or_else(|| "pass".to_owned(), |point| point.name(game.size()).to_string())
}

fn tried(report: &Report) -> impl Iterator<Item = &Candidate> {
    report.candidates.iter().filter(|candidate| candidate.visits > 0).take(MOST)
}

fn print(game: &Game, report: &Report) {
    let color = report.to_move;
    println!("{} to move, {} playouts, {} nodes", color, report.n_playouts, report.n_nodes);
    for candidate in tried(report) {
        let line: Vec<String> =
            candidate.variation.iter().take(8).map(|&play| name(game, play)).collect();
        println!(
            "{:>5} {:>7} visits {:5.1} % wins, prior {:4.1} %, criticality {:+.2}  {}",
            name(game, candidate.play),
            candidate.visits,
            100.0 * candidate.win_rate_for(color),
            100.0 * candidate.prior,
            candidate.play.point().map_or(0.0, |point| report.ownership.criticality(point)),
            line.join(" ")
        );
    }
}

fn as_json(game: &Game, report: &Report) -> serde_json::Value {
    let color = report.to_move;
    let of_points = |value: &dyn Fn(Point) -> f64| -> Vec<f64> {
        game.size().points().map(|point| (1000.0 * value(point)).round() / 1000.0).collect()
    };
    json!({
        "to_move": color.to_string(),
        "playouts": report.n_playouts,
        "nodes": report.n_nodes,
        "depth": report.effort.depth,
        "attended_nodes": report.effort.n_attended,
        "second_opinion": report.second_opinion.map(|opinion| json!({
            "doubted": name(game, opinion.doubted),
            "rival": name(game, opinion.rival),
            "playouts": opinion.n_playouts,
            "vetoed": opinion.is_vetoed,
        })),
        "candidates": tried(report).map(|candidate| json!({
            "move": name(game, candidate.play),
            "visits": candidate.visits,
            "win_rate": candidate.win_rate_for(color),
            "prior": candidate.prior,
            "variation": candidate.variation.iter().map(|&play| name(game, play)).collect::<Vec<_>>(),
        })).collect::<Vec<_>>(),
        "ownership": of_points(&|point| report.ownership.of(point, Color::Black)),
        "criticality": of_points(&|point| report.ownership.criticality(point)),
    })
}

/// Four boards with their titles.
fn picture(game: &Game, report: &Report) -> String {
    let (size, color) = (game.size(), report.to_move);
    let board = || {
        let picture = Picture::of(game.position().board());
        match game.position().last_move() {
            Some(Move::Place(last)) => picture.last_move(last),
            _ => picture,
        }
    };
    let of_moves = |value: &dyn Fn(&Candidate) -> f64| -> Vec<f32> {
        let mut values = vec![f32::NAN; size.n_points()];
        for candidate in &report.candidates {
            if let Move::Place(point) = candidate.play {
                values[point.row(size) * size.lines() + point.column(size)] =
                    value(candidate) as f32;
            }
        }
        let most = values.iter().copied().fold(1e-9, f32::max);
        // Roots, so that the second best shows too.
        values.iter().map(|value| (value.max(0.0) / most).sqrt()).collect()
    };
    let of_points = |value: &dyn Fn(Point) -> f64| -> Vec<f32> {
        size.points().map(|point| value(point) as f32).collect()
    };
    let mut visits = board().heat(&of_moves(&|candidate| f64::from(candidate.visits)));
    for candidate in tried(report).take(5) {
        if let Move::Place(point) = candidate.play {
            let percent = (100.0 * candidate.win_rate_for(color)).round();
            visits = visits.label(point, &format!("{percent}"));
        }
    }
    let owned = |point| 2.0 * report.ownership.of(point, Color::Black) - 1.0;
    let critical = |point| (3.0 * report.ownership.criticality(point)).clamp(0.0, 1.0);
    let boards = [
        ("What learned shapes suggest", board().heat(&of_moves(&|candidate| candidate.prior))),
        ("What the search tried, with win rates in percent", visits),
        ("Who will own what", board().ownership(&of_points(&owned))),
        ("Where the game is decided", board().heat(&of_points(&critical))),
    ];
    side_by_side(&boards)
}

/// Pictures two by two in one.
fn side_by_side(boards: &[(&str, Picture)]) -> String {
    const WIDTH: usize = 460;
    let n_rows = boards.len().div_ceil(2);
    let (width, height) = (2 * WIDTH, n_rows * (WIDTH + 30));
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"Helvetica,Arial,sans-serif\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n"
    );
    for (i, (title, board)) in boards.iter().enumerate() {
        let (x, y) = (i % 2 * WIDTH + 10, i / 2 * (WIDTH + 30));
        // A picture displays as an <svg> of its own; here it gets a place and a size.
        let board = board.to_string();
        let inner = board
            .split_once(" width=")
            .map_or("", |(_, rest)| rest.split_once(" font-family").map_or("", |(_, rest)| rest));
        let view = board.split_once("viewBox=\"").and_then(|(_, rest)| rest.split_once('"'));
        let view = view.map_or("", |(view, _)| view);
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "<text x=\"{x}\" y=\"{}\" font-size=\"15\">{title}</text>\n\
             <svg xmlns=\"http://www.w3.org/2000/svg\" x=\"{x}\" y=\"{}\" width=\"{}\" height=\"{}\" viewBox=\"{view}\" font-family{inner}",
            y + 20,
            y + 28,
            WIDTH - 20,
            WIDTH - 20
        );
    }
    text.push_str("</svg>\n");
    text
}
