//! Progress in lines that can be read in a terminal and in a log file alike.

use super::{MatchArguments, MatchError, write_sgf};
use crate::record::{Ending, GameRecord};
use crate::schedule::Schedule;
use crate::summary::score_line;
use crate::tournament::{Note, Progress, Watcher};
use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Fast games are reported once a second; what went wrong, and the last game, always.
const PAUSE: Duration = Duration::from_secs(1);

/// Writes a line for every game, and the game itself where SGF is wanted.
pub(super) struct Reporter<'a> {
    out: &'a mut dyn Write,
    sgf: Option<PathBuf>,
    is_tournament: bool,
    last: Option<Instant>,
    failure: Option<MatchError>,
}

impl<'a> Reporter<'a> {
    pub fn new(arguments: &MatchArguments, out: &'a mut dyn Write) -> Reporter<'a> {
        let (sgf, is_tournament) = (arguments.sgf.clone(), arguments.is_tournament());
        Reporter { out, sgf, is_tournament, last: None, failure: None }
    }

    pub fn begin(&mut self, schedule: &Schedule, id: &str) {
        let c = &schedule.conditions;
        let rules = c.rules.name().unwrap_or("unnamed");
        let (kind, pairings) = match self.is_tournament {
            true => ("tournament", format!("{} pairings of ", schedule.pairings().len())),
            false => ("match", String::new()),
        };
        self.line(&format!(
            "{kind} {id}: {pairings}{} games on {}, komi {}, {rules} rules",
            schedule.games, c.size, c.komi
        ));
    }

    /// What went wrong while writing games.
    pub fn failure(self) -> Result<(), MatchError> {
        self.failure.map_or(Ok(()), Err)
    }

    /// A reader that has gone is no reason to stop the match.
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "{text}").and_then(|()| self.out.flush());
    }
}

impl Watcher for Reporter<'_> {
    fn note(&mut self, note: &Note) {
        self.line(&note.to_string());
    }

    fn finished(&mut self, game: &GameRecord, progress: &Progress<'_>) {
        if let Some(folder) = &self.sgf
            && let Err(error) = write_sgf(folder, game)
        {
            self.failure.get_or_insert(error);
        }
        let n_games = progress.standing.games();
        let is_due = self.last.is_none_or(|last| last.elapsed() >= PAUSE);
        let fault = match &game.ending {
            Ending::Fault { side, fault } => Some((*side, fault)),
            _ => None,
        };
        if !is_due && fault.is_none() && n_games < progress.n_wanted {
            return;
        }
        self.last = Some(Instant::now());
        let left =
            progress.time_left().map_or_else(String::new, |left| format!("  {} left", clock(left)));
        let (n_wanted, score) = (progress.n_wanted, self.score(game, progress));
        let width = n_wanted.to_string().len();
        self.line(&format!("{n_games:>width$}/{n_wanted}  {:<8} {score}{left}", game.result));
        if let Some((side, fault)) = fault {
            let name = &game.side(side.into()).name;
            self.line(&format!("    game {}: {name}: {fault}", game.number));
        }
    }
}

impl Reporter<'_> {
    /// How the match stands; in a tournament, how it stands between the two who have just played.
    fn score(&self, game: &GameRecord, progress: &Progress<'_>) -> String {
        let standing = progress.standing;
        if !self.is_tournament {
            return score_line(&standing.tally(0));
        }
        let (a, b) = (&game.black, &game.white);
        let (a, b) = if a.player < b.player { (a, b) } else { (b, a) };
        let tally = standing.tally_against(a.player, b.player);
        format!("{} - {}: {}", a.name, b.name, score_line(&tally))
    }
}

/// `1:02:03` or `2:03`.
fn clock(time: Duration) -> String {
    let s = time.as_secs();
    if s >= 3600 {
        format!("{}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60)
    } else {
        format!("{}:{:02}", s / 60, s % 60)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_as_on_a_clock() {
        assert_eq!(clock(Duration::from_secs(63)), "1:03");
        assert_eq!(clock(Duration::from_secs(7325)), "2:02:05");
    }
}
