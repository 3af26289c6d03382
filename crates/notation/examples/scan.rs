//! How fast games are read: `cargo run --release -p aji-notation --example scan -- FILE…`
//!
//! Prints games a second, unpacking included, unpacking alone, and scanning alone.
#![allow(clippy::print_stdout)]

use aji_notation::collection::GameReader;
use aji_notation::sgf::scan::Record;
use std::fs::{self, File};
use std::io::Read;
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for path in std::env::args().skip(1) {
        let start = Instant::now();
        let (n_games, n_moves, n_sound) = count(File::open(&path)?)?;
        let seconds = start.elapsed().as_secs_f64();
        println!("{path}: {n_games} games ({n_sound} without repairs), {n_moves} moves");
        println!("  from the file:  {:>9.0} games/s", n_games as f64 / seconds);

        let start = Instant::now();
        let text = unpacked(&path)?;
        let seconds = start.elapsed().as_secs_f64();
        let megabytes = text.len() as f64 / 1e6;
        println!("  unpacking:      {:>9.0} MB/s ({megabytes:.0} MB)", megabytes / seconds);

        let start = Instant::now();
        let again = count(&text[..])?;
        let seconds = start.elapsed().as_secs_f64();
        println!(
            "  from memory:    {:>9.0} games/s, {:.0} MB/s",
            n_games as f64 / seconds,
            megabytes / seconds
        );
        assert_eq!(again, (n_games, n_moves, n_sound));
    }
    Ok(())
}

/// Games, moves, and games in which nothing was mended.
fn count(reader: impl Read) -> Result<(usize, usize, usize), Box<dyn std::error::Error>> {
    let mut games = GameReader::new(reader)?;
    let (mut record, mut n_games, mut n_moves, mut n_sound) = (Record::new(), 0, 0, 0);
    while games.next_record(&mut record)? {
        n_games += 1;
        n_moves += record.moves.len();
        n_sound += usize::from(record.is_sound());
    }
    Ok((n_games, n_moves, n_sound))
}

fn unpacked(path: &str) -> std::io::Result<Vec<u8>> {
    let bytes = fs::read(path)?;
    if bytes.starts_with(&[0x28, 0xb5, 0x2f, 0xfd]) {
        return zstd::decode_all(&bytes[..]);
    }
    Ok(bytes)
}
