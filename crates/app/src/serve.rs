//! `aji serve`, or `aji` alone: the board in the browser.

use crate::attention::lens::AttentionLens;
use crate::options::EngineOptions;
use crate::strengths;
use aji_goban::{Game, PointSet};
use aji_search::{Decision, Engine};
use aji_web::{Choice, DEFAULT_PORT, Opponent, Options};
use anyhow::Result;
use clap::Args;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Where to serve, and how the computer plays.
#[derive(Args)]
#[command(after_help = "Examples:
  aji serve                 play in the browser
  aji serve --time 5        the computer thinks for five seconds a move
  aji serve --port 9000 --no-open")]
pub struct Arguments {
    /// The port of the page; 0 lets the system choose
    #[arg(long, default_value_t = DEFAULT_PORT, value_name = "P")]
    port: u16,
    /// Do not open a browser
    #[arg(long)]
    no_open: bool,
    /// Take the page's files from this folder, to work on them
    #[arg(long, value_name = "DIR", hide = true)]
    page: Option<PathBuf>,
    /// Keep what people think of partial boards in this file
    #[arg(long, value_name = "FILE")]
    ratings: Option<PathBuf>,
    #[command(flatten)]
    engine: EngineOptions,
}

/// Where ratings are kept unless a file is named: in the folder for programs' data of the person's own.
fn usual_ratings() -> PathBuf {
    let from = |name: &str| std::env::var_os(name).map(PathBuf::from);
    let data = from("XDG_DATA_HOME").or_else(|| Some(from("HOME")?.join(".local").join("share")));
    data.unwrap_or_default().join("aji").join("attention-ratings.jsonl")
}

/// Runs the subcommand.
pub fn run(arguments: Arguments) -> Result<ExitCode> {
    let settings = arguments.engine.settings()?;
    // Made once here so that a bad setting is told before the page opens.
    strengths::engine(settings.clone())?;
    let options = Options {
        port: arguments.port,
        open_browser: !arguments.no_open,
        page_folder: arguments.page,
    };
    let lens = AttentionLens::new(arguments.ratings.unwrap_or_else(usual_ratings));
    aji_web::serve_with(
        options,
        move || Box::new(EngineOpponent(strengths::engine(settings.clone()).ok())),
        Some(Arc::new(lens)),
        |address| {
            println!("The board is at http://{address}/");
            println!("Ctrl-C ends the program; the page keeps your game.");
        },
    )?;
    Ok(ExitCode::SUCCESS)
}

/// The engine at the table. Its settings were checked before, so that it is always there.
struct EngineOpponent(Option<Engine>);

impl Opponent for EngineOpponent {
    fn choose(&mut self, game: &Game, cancel: &AtomicBool) -> Choice {
        let Some(engine) = &mut self.0 else { return Choice::Resign };
        let report = engine.search_to_play(game, engine.budget(), cancel);
        match engine.decide(game, &report) {
            Decision::Play(play) => Choice::Play(play),
            Decision::Resign => Choice::Resign,
        }
    }

    fn dead_stones(&mut self, game: &Game) -> PointSet {
        self.0.as_mut().map_or(PointSet::EMPTY, |engine| engine.dead_stones(game))
    }
}
