//! `aji explain GAME.sgf --move N`: what a move of a game does, in words, and what the side to move could
//! have done instead.
//!
//! The alternatives are ordered by rule, not by learned weights: first those whose most urgent tactic
//! ranks highest in [`urgency`], then those nearest to the last move, then those with the most tactics.

mod search;
mod shapes;

use aji_goban::{Cell, Color, Game, Move, Point};
use aji_notation::sgf::{Tree, Unsaid};
use aji_patterns::{Candidates, Catalog, Shapes, Tactic, TreeExtractor, TreeFeature, distance};
use anyhow::{Context, Result, bail, ensure};
use clap::{Args, Subcommand};
use serde::Serialize;
use std::cmp::Reverse;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Which move to explain.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  aji explain game.sgf --move 57\n  aji explain shapes --weights tree-mm --svg shapes.svg\n  aji explain search game.sgf --move 57 --playouts 10000 --svg search.svg",
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true
)]
pub struct Arguments {
    #[command(subcommand)]
    other: Option<Other>,
    /// The game, as SGF
    #[arg(required = true)]
    game: Option<PathBuf>,
    /// The move's number, from 1
    #[arg(long = "move", value_name = "N", required = true)]
    number: Option<usize>,
    /// How many alternatives to show
    #[arg(long, default_value_t = 5, value_name = "N")]
    alternatives: usize,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// What else can be explained.
#[derive(Subcommand)]
enum Other {
    /// The strongest and weakest shapes of learned weights, as little boards
    Shapes(shapes::Arguments),
    /// What one search found, as numbers and as a picture
    Search(search::Arguments),
}

const ORDERED_BY: &str = "rule: urgency of tactics, then nearness to the last move";

/// Runs the subcommand.
pub fn run(arguments: Arguments) -> Result<ExitCode> {
    match &arguments.other {
        Some(Other::Shapes(arguments)) => return shapes::run(arguments),
        Some(Other::Search(arguments)) => return search::run(arguments),
        None => {}
    }
    let (Some(path), Some(number)) = (&arguments.game, arguments.number) else {
        bail!("name a game and a move: aji explain game.sgf --move 57");
    };
    let (game, play) = position_before(path, number)?;
    let explanation = explain(&game, play, number, arguments.alternatives);
    if arguments.json {
        println!("{}", serde_json::to_string(&explanation)?);
    } else {
        explanation.print();
    }
    Ok(ExitCode::SUCCESS)
}

/// The game before a move, and the move.
fn position_before(path: &Path, number: usize) -> Result<(Game, Point)> {
    let name = path.display();
    let bytes = fs::read(path).with_context(|| format!("cannot read {name}"))?;
    let (tree, _) = Tree::parse(&bytes).with_context(|| format!("{name} is no SGF record"))?;
    let (mut game, warnings) =
        tree.to_game(Unsaid::default()).with_context(|| format!("{name} cannot be played"))?;
    let n_moves = game.moves().len();
    if number == 0 || number > n_moves {
        let why = warnings.first().map(|warning| format!(" ({warning})")).unwrap_or_default();
        bail!("there is no move {number}: {name} has moves 1 to {n_moves}{why}");
    }
    let (color, play) = game.moves()[number - 1];
    let Move::Place(point) = play else {
        bail!("move {number} is a pass: only a stone on the board has something to explain");
    };
    while game.moves().len() >= number {
        ensure!(game.undo(), "move {number} cannot be taken back");
    }
    game.set_to_move(color);
    Ok((game, point))
}

/// What is said of a move, ready to be written.
#[derive(Serialize)]
struct Explanation {
    #[serde(rename = "move")]
    number: usize,
    color: String,
    last_move: Option<String>,
    played: Explained,
    alternatives: Vec<Explained>,
    ordered_by: &'static str,
    /// The board before the move: `*` is the move, letters the alternatives, brackets the last move.
    diagram: String,
}

/// A move with its features.
#[derive(Serialize)]
struct Explained {
    point: String,
    /// How it is marked in the diagram.
    mark: char,
    /// Whether it is among the moves worth a thought: legal, and filling no own eye.
    sensible: bool,
    features: Vec<Feature>,
}

#[derive(Serialize)]
struct Feature {
    name: String,
    words: String,
}

fn explain(game: &Game, played: Point, number: usize, n_alternatives: usize) -> Explanation {
    let mut position = game.position().clone();
    let size = position.size();
    let (shapes, catalog) = (Shapes::of(position.board()), Catalog::new());
    let (mut extractor, mut candidates) = (TreeExtractor::new(), Candidates::new());
    extractor.extract(&mut position, &shapes, &catalog, &mut candidates);
    let mut best: Vec<(Point, &[u32])> =
        candidates.iter().filter(|&(point, _)| point != played && game.is_legal(point)).collect();
    let last = position.last_move().and_then(Move::point);
    best.sort_by_key(|&(point, team)| {
        let far = last.map_or(0, |last| distance::distance(point, last, size));
        let urgent = tactics(team).map(urgency).max_by_key(|rank| (rank.abs(), *rank));
        (Reverse(urgent.unwrap_or(0)), far, Reverse(tactics(team).count()))
    });
    best.truncate(n_alternatives.min(26));
    let is_sensible = position.is_sensible(played);
    let mut explained = |point: Point, mark, sensible| Explained {
        point: point.name(size).to_string(),
        mark,
        sensible,
        features: extractor
            .features_of(&mut position, &shapes, &catalog, point)
            .into_iter()
            .map(|feature| Feature { name: feature.name(&catalog), words: feature.words(&catalog) })
            .collect(),
    };
    let marks: Vec<(Point, char)> = best.iter().map(|&(point, _)| point).zip('a'..='z').collect();
    Explanation {
        number,
        color: game.position().to_move().to_string(),
        last_move: last.map(|last| last.name(size).to_string()),
        played: explained(played, '*', is_sensible),
        alternatives: marks.iter().map(|&(point, mark)| explained(point, mark, true)).collect(),
        ordered_by: ORDERED_BY,
        diagram: diagram(game, played, &marks),
    }
}

fn tactics(team: &[u32]) -> impl Iterator<Item = Tactic> {
    team.iter().filter_map(|&id| match TreeFeature::from_id(id) {
        TreeFeature::Tactic(tactic) => Some(tactic),
        _ => None,
    })
}

/// How much a tactic asks to be played now: saving stones by capture first, then other captures, running,
/// ataris that take, the rest; below zero what is mostly a mistake. Of several tactics the one that says
/// most, for or against, decides.
fn urgency(tactic: Tactic) -> i32 {
    match tactic {
        Tactic::RescueCapture(..) => 12,
        Tactic::KoCapture | Tactic::CaptureNextToAtari => 11,
        Tactic::CaptureAfter(..) | Tactic::RescueCaptureInAtari => 10,
        Tactic::ExtendFromAtari(_) => 9,
        Tactic::Snapback | Tactic::Oiotoshi => 8,
        Tactic::OtherCapture | Tactic::KoConnection => 7,
        Tactic::AtariAfter(_, _, _, true) | Tactic::AtariThatTakes => 6,
        Tactic::ThrowIn => 5,
        Tactic::AtariAfter(_, _, _, false) => 4,
        Tactic::Race(..) => 3,
        Tactic::Extend(..) => 2,
        Tactic::OtherAtari => 1,
        Tactic::SelfAtari(aji_reading::SelfAtari::Nakade) => 5,
        Tactic::SelfAtari(aji_reading::SelfAtari::Small) => -4,
        Tactic::ExtendIntoLadder | Tactic::SelfAtari(aji_reading::SelfAtari::Other) => -13,
    }
}

/// The board before the move with its coordinates.
fn diagram(game: &Game, played: Point, marks: &[(Point, char)]) -> String {
    let (board, size) = (game.position().board(), game.size());
    let last = game.position().last_move().and_then(Move::point);
    let mut lines: Vec<String> = Vec::with_capacity(size.lines() + 2);
    let letters: String = (0..size.lines())
        .flat_map(|column| {
            [' ', Point::at(0, column, size).name(size).to_string().as_bytes()[0].into()]
        })
        .collect();
    lines.push(format!("  {letters}"));
    for row in 0..size.lines() {
        let mut line = format!("{:>2}", size.lines() - row);
        for column in 0..size.lines() {
            let point = Point::at(row, column, size);
            let mark = marks.iter().find(|(at, _)| *at == point).map(|(_, mark)| *mark);
            let before_last = if last == Some(point) { '(' } else { ' ' };
            let is_after_last = column > 0 && last == Some(Point::at(row, column - 1, size));
            line.push(if is_after_last { ')' } else { before_last });
            line.push(match (board.cell(point), mark) {
                (Cell::Black, _) => 'X',
                (Cell::White, _) => 'O',
                _ if point == played => '*',
                (_, Some(mark)) => mark,
                _ => '.',
            });
        }
        let is_last = last == Some(Point::at(row, size.lines() - 1, size));
        line.push(if is_last { ')' } else { ' ' });
        lines.push(format!("{line}{}", size.lines() - row));
    }
    lines.push(format!("  {letters}"));
    lines.join("\n")
}

impl Explanation {
    fn print(&self) {
        let stones = if self.color == Color::Black.to_string() { "Black (X)" } else { "White (O)" };
        println!("Move {}: {stones} plays {}\n", self.number, self.played.point);
        println!("{}\n", self.diagram);
        let last = self.last_move.as_ref().map(|last| format!(", ( ) the last move {last}"));
        println!("* is the move, letters are alternatives{}.\n", last.unwrap_or_default());
        self.played.print();
        if !self.played.sensible {
            println!("    fills an own eye, or is not legal here");
        }
        println!("\nAlternatives, by {}:", self.ordered_by);
        if self.alternatives.is_empty() {
            println!("  none: every other move fills an own eye or is not legal");
        }
        for alternative in &self.alternatives {
            alternative.print();
        }
    }
}

impl Explained {
    fn print(&self) {
        println!("  {}  {}", self.mark, self.point);
        for feature in &self.features {
            println!("      {}", feature.words);
        }
    }
}
