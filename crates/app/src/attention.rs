//! `aji attention GAME.sgf --move N`: groups, links, partial boards, and where to look before this move.

mod drawing;
pub mod lens;
pub mod report;

use aji_attention::{LinkRule, Method, Settings};
use aji_goban::Game;
use aji_lab::attention::playouts::PlayedOut;
use aji_notation::sgf::{Tree, Unsaid};
use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use report::{Looked, Report};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Which position, and how to cut it.
#[derive(Args)]
#[command(after_help = "Examples:
  aji attention game.sgf --move 57
  aji attention game.sgf --move 57 --method one-enemy --svg look.svg")]
pub struct Arguments {
    /// The game, as SGF
    game: PathBuf,
    /// Look at the position before this move, from 1; one past the last looks at the end
    #[arg(long = "move", value_name = "N")]
    number: usize,
    /// Which related groups make a partial board: all, several, one, one-enemy, all-enemies
    #[arg(long, default_value_t = Settings::default().method, value_name = "NAME")]
    method: Method,
    /// How links are recognized: influence, pattern, reading
    #[arg(long, default_value_t = Settings::default().links, value_name = "RULE")]
    links: LinkRule,
    /// Play so many games out, for ownership and criticality
    #[arg(long, default_value_t = 0, value_name = "N")]
    playouts: u32,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Draw a picture into this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// What the picture shows
    #[arg(long, value_enum, default_value_t = drawing::Show::Boards, value_name = "WHAT")]
    show: drawing::Show,
}

/// Runs the subcommand.
pub fn run(arguments: Arguments) -> Result<ExitCode> {
    let games = games_up_to(&arguments.game, arguments.number)?;
    let settings =
        Settings { method: arguments.method, links: arguments.links, ..Settings::default() };
    let (game, next) = games;
    let played = (arguments.playouts > 0).then(|| {
        PlayedOut::of(game.position(), game.komi(), arguments.playouts, arguments.number as u64)
    });
    let looked = Looked::at(&game, settings, played.as_ref().map(PlayedOut::statistics))?;
    if let Some(path) = &arguments.svg {
        let picture = drawing::draw(&game, &looked, arguments.show);
        fs::write(path, picture).with_context(|| format!("cannot write {}", path.display()))?;
    }
    let report = Report::of(&game, &looked, next);
    if arguments.json {
        println!("{}", serde_json::to_string(&report)?);
    } else {
        report.print();
    }
    Ok(ExitCode::SUCCESS)
}

/// The game before a move, and that move if there is one.
fn games_up_to(path: &Path, number: usize) -> Result<(Game, Option<aji_goban::Point>)> {
    let name = path.display();
    let bytes = fs::read(path).with_context(|| format!("cannot read {name}"))?;
    let (tree, _) = Tree::parse(&bytes).with_context(|| format!("{name} is no SGF record"))?;
    let (mut game, _) =
        tree.to_game(Unsaid::default()).with_context(|| format!("{name} cannot be played"))?;
    let n_moves = game.moves().len();
    if number == 0 || number > n_moves + 1 {
        bail!("there is no move {number}: {name} has moves 1 to {n_moves}");
    }
    let next = game.moves().get(number - 1).copied();
    while game.moves().len() >= number {
        ensure!(game.undo(), "move {number} cannot be taken back");
    }
    if let Some((color, _)) = next {
        game.set_to_move(color);
    }
    Ok((game, next.and_then(|(_, play)| play.point())))
}
