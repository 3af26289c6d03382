//! What a collection consists of.

use super::{identity, replay};
use aji_notation::sgf::scan::Record;
use aji_notation::sgf::{GameResult, Rank, Way};
use serde::Serialize;
use std::collections::{BTreeMap, HashSet};
use std::fmt::{self, Write as _};

/// Counts over a collection.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Stats {
    /// Games that can be played through.
    pub games: u64,
    /// Their moves.
    pub moves: u64,
    /// Games that cannot, by reason.
    pub unreadable: BTreeMap<&'static str, u64>,
    /// The first game with each reason: its number from 1, and what is wrong with it.
    pub examples: BTreeMap<&'static str, String>,
    /// Games that repeat an earlier one, up to turning and mirroring.
    pub duplicates: u64,
    /// Games by board.
    pub sizes: BTreeMap<String, u64>,
    /// Games by komi.
    pub komi: BTreeMap<String, u64>,
    /// Games by handicap stones.
    pub handicap: BTreeMap<u8, u64>,
    /// Players by rank.
    pub ranks: BTreeMap<String, u64>,
    /// Games by who won how.
    pub results: BTreeMap<String, u64>,
    /// Games by moves, fifty at a time: from how many moves on.
    pub lengths: BTreeMap<usize, u64>,
    /// The shortest and the longest game.
    pub shortest: usize,
    /// See `shortest`.
    pub longest: usize,
    #[serde(skip)]
    seen: HashSet<u64>,
}

impl Stats {
    /// Counts one game.
    pub fn add(&mut self, record: &Record) {
        if let Err(trouble) = replay::check(record) {
            let reason = trouble.reason();
            *self.unreadable.entry(reason).or_default() += 1;
            let number = self.games + self.unreadable.values().sum::<u64>();
            self.examples.entry(reason).or_insert_with(|| format!("game {number}: {trouble}"));
            return;
        }
        let n_moves = record.moves.len();
        self.shortest = if self.games == 0 { n_moves } else { self.shortest.min(n_moves) };
        self.longest = self.longest.max(n_moves);
        self.games += 1;
        self.moves += n_moves as u64;
        self.duplicates += u64::from(!self.seen.insert(identity::of_game(record, None).0));
        let (columns, rows) = record.board;
        *self.sizes.entry(format!("{columns}×{rows}")).or_default() += 1;
        let komi = record.komi.map_or("unknown".to_owned(), |komi| komi.to_string());
        *self.komi.entry(komi).or_default() += 1;
        *self.handicap.entry(record.handicap).or_default() += 1;
        for rank in record.ranks {
            *self.ranks.entry(rank_name(rank)).or_default() += 1;
        }
        *self.results.entry(result_name(record.result)).or_default() += 1;
        *self.lengths.entry(n_moves / 50 * 50).or_default() += 1;
    }
}

fn rank_name(rank: Option<Rank>) -> String {
    match rank {
        Some(Rank::Kyu(n)) => format!("{n}k"),
        Some(Rank::Dan(n)) => format!("{n}d"),
        Some(Rank::Professional(n)) => format!("{n}p"),
        None => "unknown".to_owned(),
    }
}

fn result_name(result: Option<GameResult>) -> String {
    let (winner, way) = match result {
        Some(GameResult::Win(winner, way)) => (winner, way),
        Some(GameResult::Draw) => return "draw".to_owned(),
        Some(GameResult::Void) => return "void".to_owned(),
        Some(GameResult::Unknown) | None => return "unknown".to_owned(),
    };
    let way = match way {
        Way::HalfPoints(_) => "by points",
        Way::Resignation => "by resignation",
        Way::Time => "on time",
        Way::Forfeit => "by forfeit",
        Way::Unsaid => "somehow",
    };
    format!("{winner} {way}")
}

impl fmt::Display for Stats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let n_unreadable: u64 = self.unreadable.values().sum();
        writeln!(f, "games        {}", self.games)?;
        writeln!(f, "moves        {}", self.moves)?;
        if self.games > 0 {
            let mean = self.moves as f64 / self.games as f64;
            writeln!(f, "length       {} to {}, mean {mean:.1}", self.shortest, self.longest)?;
        }
        writeln!(f, "duplicates   {}", self.duplicates)?;
        writeln!(f, "unreadable   {n_unreadable}")?;
        for (reason, n) in &self.unreadable {
            let example = self.examples.get(reason).map_or("", String::as_str);
            writeln!(f, "             {n} {reason} ({example})")?;
        }
        table(f, "boards", self.sizes.iter())?;
        table(f, "komi", self.komi.iter())?;
        table(f, "handicap", self.handicap.iter())?;
        table(f, "ranks", self.ranks.iter())?;
        table(f, "results", self.results.iter())?;
        table(f, "moves from", self.lengths.iter())
    }
}

/// One line of counts.
fn table<'a, K: fmt::Display + 'a>(
    f: &mut fmt::Formatter<'_>,
    name: &str,
    counts: impl Iterator<Item = (&'a K, &'a u64)>,
) -> fmt::Result {
    let mut line = String::new();
    for (key, n) in counts {
        write!(line, "{}{key}: {n}", if line.is_empty() { "" } else { ", " })?;
    }
    writeln!(f, "{name:12} {line}")
}
