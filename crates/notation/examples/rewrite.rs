//! Mends records: `cargo run -p aji-notation --example rewrite < DAMAGED.sgf > MENDED.sgf`
//!
//! Reads records in any of the usual encodings and writes them as FF[4] in UTF-8. What had to be mended is
//! told on the error stream.
#![allow(clippy::print_stderr)]

use aji_notation::sgf::{Collection, write_collection};
use std::io::{Read, stdin, stdout};

fn main() -> std::io::Result<()> {
    let mut bytes = Vec::new();
    stdin().read_to_end(&mut bytes)?;
    let collection = Collection::parse(&bytes);
    for warning in &collection.warnings {
        eprintln!("{warning}");
    }
    write_collection(&collection, &mut stdout().lock())
}
