//! A small tournament: everybody meets everybody.
//!
//! Every pairing is a match of its own, known by its two players. So when one program changes, only its own
//! games are played again.

use crate::crosstable::Crosstable;
use crate::run::Caller;
use aji_arena::duplicates::fnv1a;
use aji_arena::engine::{CommandLine, EngineSpec};
use aji_arena::record::{Ending, GameRecord};
use aji_arena::schedule::{Conditions, Schedule};
use aji_arena::store::Store;
use aji_arena::tournament::{self, Manner, Note, Progress, TournamentError, Watcher};
use std::fs;
use std::io::Write;
use std::sync::atomic::Ordering;

/// Who plays, how often, and under which conditions.
#[derive(Clone, Debug)]
pub struct Tournament {
    /// The players; those who come first play first.
    pub players: Vec<EngineSpec>,
    /// Games of each pairing.
    pub games: u64,
    /// The conditions.
    pub conditions: Conditions,
    /// What all that is random is drawn from.
    pub seed: u64,
    /// Games at the same time.
    pub parallel: usize,
}

impl Tournament {
    /// Plays what the store does not have yet, and counts everything. An interrupted tournament gives the table
    /// of what was played.
    pub fn run(
        &self,
        store: &mut dyn Store,
        caller: &mut Caller<'_>,
    ) -> Result<Crosstable, TournamentError> {
        let name =
            |spec: &EngineSpec| spec.name.clone().unwrap_or_else(|| spec.command.to_string());
        let mut table = Crosstable::new(self.players.iter().map(name).collect());
        let n = self.players.len();
        let pairings: Vec<(usize, usize)> =
            (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b))).collect();
        for (i, &pairing) in pairings.iter().enumerate() {
            let schedule = self.schedule(pairing);
            let mut watcher = Lines {
                out: &mut *caller.progress,
                pairing: format!("pairing {} of {}", i + 1, pairings.len()),
            };
            let manner = Manner { parallel: self.parallel, ..Manner::default() };
            let outcome = tournament::run(&schedule, &manner, store, caller.cancel, &mut watcher)?;
            for (player, name) in [pairing.0, pairing.1].into_iter().zip(outcome.names) {
                table.names[player] = name;
            }
            let games = store.games(&schedule.id())?;
            games.iter().filter(|game| game.number < self.games).for_each(|game| {
                table.add(pairing, game);
            });
            if caller.cancel.load(Ordering::Relaxed) {
                break;
            }
        }
        Ok(table)
    }

    fn schedule(&self, (first, second): (usize, usize)) -> Schedule {
        let player = |i: usize| self.players[i].clone();
        let schedule =
            Schedule::pair(player(first), player(second), self.games, self.conditions.clone());
        Schedule { seed: self.seed, ..schedule }
    }
}

/// A program as a player that is known by its command and by what is in the files the command names: the program
/// itself, or the script given to an interpreter. A changed program is another player.
pub fn entrant(command: CommandLine) -> EngineSpec {
    let mut written = command.to_string();
    for word in std::iter::once(&command.program).chain(&command.arguments) {
        // What cannot be read is no file of the reader's, or fails when it is run.
        if let Ok(content) = fs::read(word) {
            written += &format!(" #{:016x}", fnv1a(content));
        }
    }
    EngineSpec { written: Some(written), ..EngineSpec::new(command) }
}

/// Progress: a line for every game.
struct Lines<'a> {
    out: &'a mut dyn Write,
    pairing: String,
}

impl Lines<'_> {
    /// A reader that has gone is no reason to stop.
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "{text}").and_then(|()| self.out.flush());
    }
}

impl Watcher for Lines<'_> {
    fn note(&mut self, note: &Note) {
        let line = format!("{}: {note}", self.pairing);
        self.line(&line);
    }

    fn finished(&mut self, game: &GameRecord, progress: &Progress<'_>) {
        let standing = progress.standing;
        let (first, second) = if game.black.player == 0 {
            (&game.black.name, &game.white.name)
        } else {
            (&game.white.name, &game.black.name)
        };
        let tally = standing.tally(0);
        let line = format!(
            "{}, game {} of {}: {:<8} {first} {}–{} {second}",
            self.pairing,
            standing.games(),
            progress.n_wanted,
            game.result,
            tally.wins,
            tally.losses,
        );
        self.line(&line);
        if let Ending::Fault { side, fault } = &game.ending {
            let line = format!("    {}: {fault}", game.side((*side).into()).name);
            self.line(&line);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changed_program_is_another_player() {
        let file = std::env::temp_dir().join(format!("aji-entrant-{}.sh", std::process::id()));
        let identity = |text: &str| {
            fs::write(&file, text).unwrap();
            let command = format!("sh \"{}\" fast", file.display()).parse().unwrap();
            entrant(command).identity()
        };
        let (first, second, again) = (identity("one"), identity("two"), identity("one"));
        fs::remove_file(&file).unwrap();
        assert_ne!(first, second);
        assert_eq!(first, again);
    }
}
