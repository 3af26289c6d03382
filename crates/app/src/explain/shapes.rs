//! `aji explain shapes`: the strongest and weakest shapes of learned weights as little boards.

use crate::shipped;
use aji_lab::gallery;
use aji_patterns::Extent;
use aji_ranking::WeightFile;
use anyhow::{Context, Result, ensure};
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::process::ExitCode;

/// Which shapes, of which weights.
#[derive(Args)]
#[command(
    after_help = "Example:\n  aji explain shapes --weights playout-diamond2-19 --svg shapes.svg"
)]
pub struct Arguments {
    /// A folder that `aji train` wrote to, a file of weights, or the name of weights that ship
    #[arg(long, default_value = "tree", value_name = "DIR")]
    weights: PathBuf,
    /// Which shapes; larger ones are known by a random number only
    #[arg(long, value_enum, default_value_t = Shape::Diamond2)]
    shape: Shape,
    /// How many of the strongest and of the weakest
    #[arg(long, default_value_t = 16, value_name = "N")]
    number: usize,
    /// Where to draw them
    #[arg(long, value_name = "FILE.svg")]
    svg: PathBuf,
}

#[derive(Clone, Copy, ValueEnum)]
enum Shape {
    #[value(name = "3x3")]
    ThreeByThree,
    Diamond2,
}

/// Runs the subcommand.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let name = arguments.weights.to_string_lossy();
    let file = if shipped::is_shipped(&name) && !arguments.weights.exists() {
        shipped::file(&name)?
    } else {
        let path = &arguments.weights;
        let path = if path.is_dir() { path.join("weights.safetensors") } else { path.clone() };
        WeightFile::load(&path, None)?
    };
    let extent = match arguments.shape {
        Shape::ThreeByThree => Extent::ThreeByThree,
        Shape::Diamond2 => Extent::Diamond2,
    };
    let shapes = gallery::weighed(&file, extent);
    ensure!(
        !shapes.is_empty(),
        "{name} has no shapes of {extent} to draw: try --shape, or other weights"
    );
    let title = format!(
        "Shapes of {extent} in {name} ({}): Black to play at the cross, strength below",
        file.kind.name()
    );
    let path = &arguments.svg;
    std::fs::write(path, gallery::svg(&title, &shapes, arguments.number))
        .with_context(|| format!("cannot write {}", path.display()))?;
    println!("{}: {} shapes of {}", path.display(), 2 * arguments.number, shapes.len());
    Ok(ExitCode::SUCCESS)
}
