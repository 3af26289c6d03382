//! Serves the page with a quick opponent that does not search: `cargo run -p aji-web --example demo`.
//!
//! Options: `--port N`, `--no-open`, `--pause MILLISECONDS` (how long the opponent pretends to think),
//! `--page FOLDER` (take the page's files from there).

#![allow(clippy::print_stdout)]

#[path = "../tests/opponents/mod.rs"]
mod opponents;

use aji_web::{Options, serve};
use opponents::Quick;
use std::error::Error;
use std::time::Duration;

fn main() -> Result<(), Box<dyn Error>> {
    let mut options = Options::default();
    let mut pause = Duration::from_millis(300);
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or(format!("{argument} needs a value"));
        match argument.as_str() {
            "--port" => options.port = value()?.parse()?,
            "--no-open" => options.open_browser = false,
            "--pause" => pause = Duration::from_millis(value()?.parse()?),
            "--page" => options.page_folder = Some(value()?.into()),
            "serve" => {}
            _ => return Err(format!("{argument} is not known: see the head of demo.rs").into()),
        }
    }
    serve(
        options,
        move || Box::new(Quick::new(fastrand::u64(..), pause)),
        |address| println!("http://{address}/"),
    )?;
    Ok(())
}
