//! `aji corpus`: what a collection of games consists of, and parts of it.

use aji_goban::Komi;
use aji_lab::corpus::choice::Choice;
use aji_lab::corpus::files::GameFiles;
use aji_lab::corpus::output::Output;
use aji_lab::corpus::stats::Stats;
use aji_lab::corpus::{identity, replay};
use aji_notation::sgf::Rank;
use aji_notation::sgf::scan::Record;
use anyhow::{Result, ensure};
use clap::{Args, Subcommand};
use std::collections::HashSet;
use std::path::PathBuf;
use std::process::ExitCode;

/// What to do with a collection.
#[derive(Args)]
#[command(after_help = "Examples:
  aji corpus stats games.sgf.zst
  aji corpus filter games/ --size 19 --rank 6d --out strong.sgf.zst
  aji corpus split games.sgf.zst --part 0.9 --out train.sgf.zst --rest valid.sgf.zst
  aji corpus dedupe a.sgf b.sgf --out once.sgf")]
pub struct Arguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// Count ranks, komi, handicap, lengths, results, boards, duplicates and unreadable games
    Stats {
        /// Game records (.sgf, .zst, .gz, .zip) or folders of them
        #[arg(required = true, value_name = "FILES")]
        files: Vec<PathBuf>,
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Keep the games that meet every condition and can be played through
    Filter {
        /// Game records or folders of them
        #[arg(required = true, value_name = "FILES")]
        files: Vec<PathBuf>,
        #[command(flatten)]
        conditions: Conditions,
        /// Where to write them; compressed if it ends in .zst
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
    },
    /// Split in two by the games' moves, so that images of a game fall on the same side
    Split {
        /// Game records or folders of them
        #[arg(required = true, value_name = "FILES")]
        files: Vec<PathBuf>,
        /// The first file's part of the games
        #[arg(long, default_value_t = 0.9, value_name = "PART")]
        part: f64,
        /// Another seed splits otherwise
        #[arg(long, default_value_t = 1, value_name = "N")]
        seed: u64,
        /// Where to write the first part
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
        /// Where to write the rest
        #[arg(long, value_name = "FILE")]
        rest: PathBuf,
    },
    /// Keep each game once, up to turning and mirroring
    Dedupe {
        /// Game records or folders of them
        #[arg(required = true, value_name = "FILES")]
        files: Vec<PathBuf>,
        /// Games with the same first N moves are the same, too
        #[arg(long, value_name = "N")]
        moves: Option<usize>,
        /// Where to write them
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
    },
}

#[derive(Args)]
struct Conditions {
    /// Lines of the board
    #[arg(long, value_name = "N")]
    size: Option<u8>,
    /// Both players at least this strong, such as 6d
    #[arg(long, value_name = "RANK")]
    rank: Option<String>,
    /// This komi
    #[arg(long, value_name = "KOMI", allow_hyphen_values = true)]
    komi: Option<Komi>,
    /// At most so many handicap stones
    #[arg(long, value_name = "N")]
    handicap: Option<u8>,
    /// At least so many moves
    #[arg(long, value_name = "N")]
    min_moves: Option<usize>,
    /// At most so many moves
    #[arg(long, value_name = "N")]
    max_moves: Option<usize>,
    /// A winner must be known
    #[arg(long)]
    decided: bool,
    /// Not lost on time or by forfeit
    #[arg(long)]
    over_the_board: bool,
}

impl Conditions {
    fn choice(&self) -> Result<Choice> {
        let weakest = self.rank.as_deref().map(|text| Rank::parse(text.as_bytes()));
        ensure!(weakest != Some(None), "--rank: write it as 6d, 3k or 9p");
        Ok(Choice {
            size: self.size,
            weakest: weakest.flatten(),
            komi: self.komi,
            most_handicap: self.handicap,
            fewest_moves: self.min_moves,
            most_moves: self.max_moves,
            decided: self.decided,
            over_the_board: self.over_the_board,
        })
    }
}

/// Runs the subcommand.
pub fn run(arguments: Arguments) -> Result<ExitCode> {
    match arguments.action {
        Action::Stats { files, json } => stats(&files, json)?,
        Action::Filter { files, conditions, out } => {
            let choice = conditions.choice()?;
            let mut output = Output::create(&out)?;
            each_game(&files, |record, text| {
                let is_wanted = choice.wants(record) && replay::check(record).is_ok();
                if is_wanted { output.game(text) } else { Ok(()) }
            })?;
            eprintln!("{} games in {}", output.finish()?, out.display());
        }
        Action::Split { files, part, seed, out, rest } => {
            ensure!((0.0..=1.0).contains(&part), "--part must lie between 0 and 1");
            let (mut first, mut second) = (Output::create(&out)?, Output::create(&rest)?);
            each_game(&files, |record, text| {
                let mixed = identity::of_game(record, None).0 ^ seed;
                let drawn = identity::unit(mixed);
                if drawn < part { first.game(text) } else { second.game(text) }
            })?;
            eprintln!("{} games in {}", first.finish()?, out.display());
            eprintln!("{} games in {}", second.finish()?, rest.display());
        }
        Action::Dedupe { files, moves, out } => {
            let (mut output, mut seen) = (Output::create(&out)?, HashSet::new());
            each_game(&files, |record, text| {
                let is_new = seen.insert(identity::of_game(record, None))
                    & moves.is_none_or(|n| seen.insert(identity::of_game(record, Some(n))));
                if is_new { output.game(text) } else { Ok(()) }
            })?;
            eprintln!("{} games in {}", output.finish()?, out.display());
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn stats(files: &[PathBuf], json: bool) -> Result<()> {
    let mut stats = Stats::default();
    each_game(files, |record, _| {
        stats.add(record);
        Ok(())
    })?;
    if json {
        println!("{}", serde_json::to_string(&stats)?);
    } else {
        print!("{stats}");
    }
    Ok(())
}

/// Shows every game with its text; what could not be read is said at the end.
fn each_game(
    paths: &[PathBuf],
    mut see: impl FnMut(&Record, &[u8]) -> Result<(), aji_lab::corpus::CorpusError>,
) -> Result<()> {
    let (mut files, mut record) = (GameFiles::open(paths)?, Record::new());
    let mut text = Vec::new();
    loop {
        text.clear();
        if !files.next_game(&mut record, |bytes| text.extend_from_slice(bytes))? {
            break;
        }
        see(&record, &text)?;
    }
    for failure in files.failures() {
        eprintln!("aji: {failure}");
    }
    Ok(())
}
