//! Packs a file of weights as `crates/weights/data` holds them:
//! `cargo run --release -p aji-lab --example pack_weights -- weights.safetensors tree.safetensors.zst [MOST_FEATURES]`
#![allow(clippy::print_stdout)]

use aji_lab::packing::pack;
use aji_ranking::WeightFile;
use std::error::Error;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [from, to, most @ ..] = &arguments[..] else {
        return Err("usage: pack_weights IN.safetensors OUT.safetensors.zst [MOST_FEATURES]".into());
    };
    let file = WeightFile::load(Path::new(from), None)?;
    let most = most.first().map(|most| most.parse()).transpose()?;
    let bytes = pack(&file, most)?;
    std::fs::write(to, &bytes)?;
    println!("{to}: {} bytes", bytes.len());
    Ok(())
}
