//! How fast games are read: `cargo run --release -p aji-notation --example scan -- FILE…`
//!
//! Prints games a second from the file, unpacking included, and from memory, scanning alone. On Linux the
//! seconds are those in which the processor worked for this program, so that other programs on the same
//! machine do not blur the figure; elsewhere they are the clock's.
#![allow(clippy::print_stdout)]

use aji_notation::collection::GameReader;
use aji_notation::sgf::scan::Record;
use std::fs::{self, File};
use std::io::Read;
use std::time::Instant;

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    for path in std::env::args().skip(1) {
        let (counts, seconds) = timed(|| count(File::open(&path)?))?;
        println!("{path}: {} games, {} without repairs, {} moves", counts[0], counts[1], counts[2]);
        let n_games = counts[0] as f64;
        println!("  from the file: {:>9.0} games/s", n_games / seconds);

        let (text, seconds) = timed(|| unpacked(&path))?;
        let megabytes = text.len() as f64 / 1e6;
        println!("  unpacking:     {:>9.0} MB/s ({megabytes:.0} MB)", megabytes / seconds);

        let (again, seconds) = timed(|| count(&text[..]))?;
        println!(
            "  from memory:   {:>9.0} games/s, {:.0} MB/s",
            n_games / seconds,
            megabytes / seconds
        );
        assert_eq!(again, counts);
    }
    Ok(())
}

/// Games, games in which nothing was mended, and moves.
fn count(reader: impl Read) -> Result<[usize; 3], Failure> {
    let mut games = GameReader::new(reader)?;
    let (mut record, mut counts) = (Record::new(), [0; 3]);
    while games.next_record(&mut record)? {
        counts[0] += 1;
        counts[1] += usize::from(record.is_sound());
        counts[2] += record.moves.len();
    }
    Ok(counts)
}

fn unpacked(path: &str) -> Result<Vec<u8>, Failure> {
    let bytes = fs::read(path)?;
    if bytes.starts_with(&[0x28, 0xb5, 0x2f, 0xfd]) {
        return Ok(zstd::decode_all(&bytes[..])?);
    }
    Ok(bytes)
}

/// What the work gives, and the seconds that it takes.
fn timed<T>(work: impl FnOnce() -> Result<T, Failure>) -> Result<(T, f64), Failure> {
    let (start, start_worked) = (Instant::now(), seconds_worked());
    let result = work()?;
    let worked = seconds_worked().zip(start_worked).map(|(end, start)| end - start);
    // What is done between two ticks of the scheduler is not counted.
    let worked = worked.filter(|&seconds| seconds > 0.05);
    Ok((result, worked.unwrap_or_else(|| start.elapsed().as_secs_f64())))
}

/// The seconds that the processor has worked for this program: the first number of a file that Linux has.
fn seconds_worked() -> Option<f64> {
    let text = fs::read_to_string("/proc/self/schedstat").ok()?;
    text.split_ascii_whitespace().next()?.parse::<f64>().ok().map(|nanoseconds| nanoseconds / 1e9)
}
