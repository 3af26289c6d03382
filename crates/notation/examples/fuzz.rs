//! Feeds mutated input to the parsers until the time is over:
//! `cargo run --release -p aji-notation --example fuzz -- gtp|sgf [--seconds N] [--seed S] [--seeds DIR]`
//!
//! What is checked: nothing panics; every SGF that is read is written and read back the same; trees and
//! scan agree on sound games; every GTP line gets exactly one well-formed reply; engine output of any kind
//! ends in replies or typed errors. On a failure the input is printed and the exit code is 1.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use aji_goban::Size;
use aji_notation::collection::GameReader;
use aji_notation::gtp::{
    Arguments, Limits, Reply, ReplyReader, RequestReader, TimeLeft, TimeSettings,
};
use aji_notation::rules;
use aji_notation::sgf::scan::Record;
use aji_notation::sgf::{Collection, Unsaid};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::time::{Duration, Instant};

fn main() -> ExitCode {
    let options = match Options::parse(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(message) => {
            eprintln!("{message}");
            return ExitCode::from(2);
        }
    };
    let (seeds, check): (Vec<Vec<u8>>, Check) = match options.target {
        Target::Gtp => (gtp_seeds(), check_gtp),
        Target::Sgf => (sgf_seeds(&options.seeds), check_sgf),
    };
    let mut random = Random(options.seed);
    let (start, mut n_inputs) = (Instant::now(), 0u64);
    while start.elapsed() < Duration::from_secs(options.seconds) {
        let input = mutated(&seeds, &mut random);
        let outcome = catch_unwind(AssertUnwindSafe(|| check(&input)));
        let failure = match outcome {
            Ok(Ok(())) => None,
            Ok(Err(message)) => Some(message),
            Err(_) => Some("it panicked".to_owned()),
        };
        if let Some(message) = failure {
            eprintln!("after {n_inputs} inputs: {message}");
            eprintln!("input: b\"{}\"", input.escape_ascii());
            return ExitCode::FAILURE;
        }
        n_inputs += 1;
    }
    println!("{n_inputs} inputs in {} s, seed {}: no failure", options.seconds, options.seed);
    ExitCode::SUCCESS
}

/// What must hold for an input.
type Check = fn(&[u8]) -> Result<(), String>;

enum Target {
    Gtp,
    Sgf,
}

struct Options {
    target: Target,
    seconds: u64,
    seed: u64,
    /// A folder with records to start from.
    seeds: String,
}

impl Options {
    fn parse(mut arguments: impl Iterator<Item = String>) -> Result<Options, String> {
        let target = match arguments.next().as_deref() {
            Some("gtp") => Target::Gtp,
            Some("sgf") => Target::Sgf,
            _ => return Err("say what to fuzz: gtp or sgf".to_owned()),
        };
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/sgf");
        let mut options = Options { target, seconds: 20, seed: 1, seeds: folder.to_owned() };
        while let Some(name) = arguments.next() {
            let value = arguments.next().ok_or_else(|| format!("{name} needs a value"))?;
            let number = || value.parse::<u64>().map_err(|_| format!("{name} needs a number"));
            match name.as_str() {
                "--seconds" => options.seconds = number()?,
                "--seed" => options.seed = number()?,
                "--seeds" => options.seeds = value,
                _ => return Err(format!("{name} is not known: use --seconds, --seed or --seeds")),
            }
        }
        Ok(options)
    }
}

/// A small generator with a fixed sequence for each seed.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }
}

fn sgf_seeds(folder: &str) -> Vec<Vec<u8>> {
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<_> = files.map(|file| file.path()).collect();
    paths.sort();
    let mut seeds: Vec<Vec<u8>> =
        paths.iter().filter_map(|path| std::fs::read(path).ok()).collect();
    // Short inputs find more: a mutation hits structure.
    seeds.extend([
        b"(;FF[4]SZ[9]KM[6.5]AB[aa:cc]AW[dd];W[ee](;B[ff]C[x\\]y])(;B[]))".to_vec(),
        b"(;SZ[9]HA[2];W[ee];B[tt])(;GM[1];Black[aa])".to_vec(),
        b"(;".to_vec(),
    ]);
    seeds
}

fn gtp_seeds() -> Vec<Vec<u8>> {
    [
        "1 boardsize 9\n2 clear_board\nkomi 6.5\n",
        "play black D4\nplay W pass\ngenmove b\nundo\n",
        "time_settings 300 30 5\ntime_left b 12 3\n",
        "kgs-time_settings byoyomi 300 30 5\nkata-time_settings fischer-capped 60 5 120 -1\n",
        "kata-set-rules {\"ko\":\"SIMPLE\",\"tax\":\"NONE\"}\nkata-set-rules chinese\n",
        "fixed_handicap 4\nset_free_handicap D4 Q16\n# interrupt\n",
        "=1 D4\n\n?2 illegal move\n\n= \nA B\n\n",
        "info move D4 visits 3\n\n=\n\n",
    ]
    .map(|text| text.as_bytes().to_vec())
    .to_vec()
}

/// A seed with a few changes.
fn mutated(seeds: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    let mut input = seeds[random.below(seeds.len())].clone();
    if random.below(3) == 0 {
        let from = random.below(input.len());
        input.drain(..from);
        input.truncate(200);
    }
    for _ in 0..=random.below(8) {
        let at = random.below(input.len() + 1);
        let end = (at + random.below(12)).min(input.len());
        match random.below(7) {
            0 => input.truncate(at),
            1 if at < input.len() => input[at] ^= 1 << random.below(8),
            2 => drop(input.drain(at..end)),
            3 => {
                let copied = input[at..end].to_vec();
                let to = random.below(input.len() + 1);
                input.splice(to..to, copied);
            }
            4 => input.insert(at, random.next() as u8),
            5 => {
                const STRUCTURE: &[u8] = b"()[];:\\BWCA\n\r\t #=?01-\x00\x80\xff";
                input.insert(at, STRUCTURE[random.below(STRUCTURE.len())]);
            }
            _ => {
                let other = &seeds[random.below(seeds.len())];
                let from = random.below(other.len());
                let to = (from + random.below(60)).min(other.len());
                input.splice(at..at, other[from..to].iter().copied());
            }
        }
    }
    input
}

fn check_sgf(input: &[u8]) -> Result<(), String> {
    let collection = Collection::parse(input);
    for tree in &collection.trees {
        let written = tree.to_string();
        let again = Collection::parse(written.as_bytes());
        if again.trees.len() != 1 || again.trees[0] != *tree || !again.warnings.is_empty() {
            return Err(format!("written as {written:?}, which is read differently"));
        }
        if let Ok((game, _)) = tree.to_game(Unsaid::default()) {
            let record = aji_notation::sgf::Tree::from_game(&game);
            let (read, warnings) = record.to_game(Unsaid::default()).map_err(|e| e.to_string())?;
            if read.moves() != game.moves() || !warnings.is_empty() {
                return Err("a game does not come back from its record".to_owned());
            }
        }
    }
    let mut games = GameReader::new(input).map_err(|error| error.to_string())?;
    let (mut record, mut n_games) = (Record::new(), 0);
    while let Ok(true) = games.next_record(&mut record) {
        let is_alike = collection.encoding == "UTF-8" && collection.trees.len() > n_games;
        if let (true, Some(size)) = (is_alike, record.size()) {
            let moves = record.moves.iter().filter_map(|m| Some((m.color(), m.play(size)?)));
            let tree = &collection.trees[n_games];
            let is_sized = tree.root().size() == Ok(size);
            if record.is_sound() && is_sized && !moves.eq(tree.main_moves(size)) {
                return Err(format!("tree and scan disagree on game {n_games}"));
            }
        }
        n_games += 1;
    }
    Ok(())
}

fn check_gtp(input: &[u8]) -> Result<(), String> {
    for request in RequestReader::new(input) {
        let request = request.map_err(|error| error.to_string())?;
        let reply = match &request {
            Ok(request) => {
                read_arguments(&request.arguments);
                let text = [std::slice::from_ref(&request.command), &request.arguments[..]]
                    .concat()
                    .join("\n\n");
                Reply::ok(request.id, text)
            }
            Err(error) => Reply::error(error.id(), error),
        };
        let text = reply.to_string();
        if text.matches("\n\n").count() != 1 || !text.ends_with("\n\n") {
            return Err(format!("the reply {text:?} is not one reply"));
        }
        let read = ReplyReader::new(text.as_bytes()).next_reply().map_err(|e| e.to_string())?;
        if read.id != reply.id || read.result.is_ok() != reply.result.is_ok() {
            return Err(format!("the reply {text:?} is read as {read:?}"));
        }
    }
    let limits = Limits { reply: 50, noise: 50 };
    let mut reader = ReplyReader::with_limits(input, limits);
    for _ in 0..=input.len() {
        if let Err(aji_notation::gtp::ReplyError::Closed { .. }) = reader.next_reply() {
            return Ok(());
        }
    }
    Err("the reply reader does not come to an end".to_owned())
}

/// Every reader on every list of words.
fn read_arguments(words: &[String]) {
    let arguments = || Arguments::new(words);
    let size = arguments().size().unwrap_or(Size::MAX);
    let _ = (arguments().color(), arguments().vertex(size), arguments().komi());
    let _ = (arguments().int("n"), arguments().float("x"), arguments().boolean("b"));
    let _ = TimeSettings::from_standard(&mut arguments()).map(|settings| settings.command());
    let _ = TimeSettings::from_kata(&mut arguments()).map(|settings| settings.command());
    let _ = TimeLeft::from_arguments(&mut arguments()).map(|left| left.command());
    if let Ok(read) = rules::parse(&arguments().rest()) {
        assert_eq!(rules::parse(&rules::json(&read)), Ok(read));
    }
}
