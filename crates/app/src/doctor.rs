//! `aji doctor`: what is wrong with this installation, and what to do about it.

use crate::strengths;
use aji_goban::{Game, Komi, Rules, Size};
use aji_search::{Budget, Preset};
use anyhow::Result;
use clap::Args;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// No options yet.
#[derive(Args)]
pub struct Arguments {}

enum Finding {
    Good(String),
    /// Works, but something could be better.
    Hint(String),
    Bad(String),
}

/// Runs the subcommand.
pub fn run(_arguments: Arguments) -> Result<ExitCode> {
    println!(
        "aji {} on {} {}",
        env!("CARGO_PKG_VERSION"),
        std::env::consts::OS,
        std::env::consts::ARCH
    );
    let mut is_well = true;
    for finding in [build(), cores(), first_move(), gnugo()] {
        let (mark, text) = match finding {
            Finding::Good(text) => ("ok  ", text),
            Finding::Hint(text) => ("hint", text),
            Finding::Bad(text) => {
                is_well = false;
                ("BAD ", text)
            }
        };
        println!("{mark}  {text}");
    }
    Ok(if is_well { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn build() -> Finding {
    if cfg!(debug_assertions) {
        let remedy = "build with `cargo build --release` to play at full strength";
        return Finding::Hint(format!("this is a debug build, many times slower: {remedy}"));
    }
    Finding::Good("optimized build".into())
}

fn cores() -> Finding {
    match std::thread::available_parallelism() {
        Ok(n) if n.get() == 1 => Finding::Good("1 core".into()),
        Ok(n) => Finding::Good(format!("{n} cores; `--threads {n}` uses them all")),
        Err(error) => Finding::Hint(format!("the number of cores cannot be told: {error}")),
    }
}

/// The first move on 19×19 must come in good time.
fn first_move() -> Finding {
    let start = Instant::now();
    let settings = Preset::Default.settings();
    let (Ok(mut engine), Ok(size)) = (strengths::engine(settings), Size::new(19)) else {
        return Finding::Bad("the default settings are refused: report this as a bug".into());
    };
    let game = Game::new(size, Rules::CHINESE, Komi::default());
    let budget = Budget::time(Duration::from_millis(300));
    let report = engine.search(&game, budget, &AtomicBool::new(false), None);
    let speed = report.n_playouts as f64 / report.elapsed.as_secs_f64();
    let all = start.elapsed().as_secs_f64();
    if report.best().is_none() || all > 2.0 {
        return Finding::Bad(format!(
            "the first move on 19×19 took {all:.1} s: is the machine busy?"
        ));
    }
    Finding::Good(format!("searches an empty 19×19 at {speed:.0} playouts a second on one thread"))
}

fn gnugo() -> Finding {
    match on_path("gnugo") {
        Some(path) => Finding::Good(format!("GNU Go is at {}", path.display())),
        None => Finding::Hint(
            "GNU Go is not installed; matches use it as referee and sparring partner \
             (Debian: `apt-get install gnugo`)"
                .into(),
        ),
    }
}

/// Where a program is found, by the search path or where Debian keeps games.
fn on_path(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path)
        .chain([Path::new("/usr/games").to_owned()])
        .map(|folder| folder.join(name))
        .find(|file| file.is_file())
}
