//! `aji serve`, or `aji` alone: the board in the browser.

use crate::options::EngineOptions;
use crate::strengths;
use aji_goban::{Game, PointSet};
use aji_search::{Decision, Engine};
use aji_web::{Choice, DEFAULT_PORT, Opponent, Options};
use anyhow::Result;
use clap::Args;
use std::path::PathBuf;
use std::process::ExitCode;
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
    #[command(flatten)]
    engine: EngineOptions,
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
    aji_web::serve(
        options,
        move || Box::new(EngineOpponent(strengths::engine(settings.clone()).ok())),
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
        let report = engine.search(game, engine.budget(), cancel, None);
        match engine.decide(game, &report) {
            Decision::Play(play) => Choice::Play(play),
            Decision::Resign => Choice::Resign,
        }
    }

    fn dead_stones(&mut self, game: &Game) -> PointSet {
        self.0.as_mut().map_or(PointSet::EMPTY, |engine| engine.dead_stones(game))
    }
}
