//! The figures of a tournament: everybody on one scale, and who beat whom; in words and as JSON.

use crate::schedule::{Pairing, Schedule};
use crate::standing::Standing;
use crate::statistics::ratings::RatingError;
use crate::statistics::{Interval, Rating, Tally};
use crate::summary::{Conduct, signed};
use crate::tournament::Outcome;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;

/// All figures of a tournament.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Table {
    /// The tournament's name.
    #[serde(rename = "match")]
    pub match_id: String,
    /// Who met whom.
    pub schedule: Pairing,
    /// The figures of the player who was named first, under the same names as those of a match of two.
    #[serde(flatten)]
    pub first: Row,
    /// Every player's figures, the best one first.
    pub players: Vec<Row>,
    /// Who beat whom.
    pub pairings: Vec<Meeting>,
    /// Games of all players.
    pub all_games: u64,
    /// How the games went.
    #[serde(flatten)]
    pub conduct: Conduct,
}

/// One player's figures.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// The player.
    pub player: String,
    /// Games.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Points per game, a draw counting half.
    pub win_rate: f64,
    /// Wilson's 95 % interval of the win rate.
    pub interval: Interval,
    /// The Bradley–Terry rating; `null` while some have not met the rest, not even by way of others.
    pub elo: Option<f64>,
    /// Its 95 % interval.
    pub elo_interval: Option<Interval>,
    /// Was the rating given by `--anchor`?
    pub is_anchor: bool,
    /// Seconds a move.
    pub seconds_per_move: f64,
    /// Games lost by a fault, by the kind of fault.
    pub faults: BTreeMap<String, u64>,
}

/// The results of two players against each other.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Meeting {
    /// Whose results these are.
    pub player: String,
    /// The other.
    pub opponent: String,
    /// The results.
    #[serde(flatten)]
    pub tally: Tally,
    /// Points per game, a draw counting half.
    pub win_rate: f64,
    /// Wilson's 95 % interval of the win rate.
    pub interval: Interval,
}

impl Table {
    /// The figures of a schedule; `anchors` are held at their ratings.
    pub fn new(
        schedule: &Schedule,
        outcome: &Outcome,
        anchors: &[(usize, f64)],
    ) -> Result<Table, RatingError> {
        let standing = &outcome.standing;
        let n_players = outcome.names.len();
        let ratings = match standing.ratings(n_players, anchors) {
            Ok(ratings) => Some(ratings),
            // An interrupted tournament has a table, too.
            Err(RatingError::Unbounded(_)) => None,
            Err(error) => return Err(error),
        };
        let rows: Vec<Row> = (0..n_players)
            .map(|player| {
                let rating = ratings.as_ref().map(|ratings| ratings[player]);
                Row::new(&outcome.names[player], standing, player, rating)
            })
            .collect();
        let mut players = rows.clone();
        // Equal players stay in the order in which they were named.
        let strength = |row: &Row| row.elo.unwrap_or(row.win_rate);
        players.sort_by(|a, b| strength(b).total_cmp(&strength(a)));
        let met = schedule.pairings().into_iter();
        let pairings = met.map(|(a, b)| Meeting::new(&outcome.names, standing, a, b)).collect();
        Ok(Table {
            match_id: schedule.id(),
            schedule: schedule.pairing,
            first: rows[0].clone(),
            players,
            pairings,
            all_games: standing.games(),
            conduct: Conduct::new(outcome),
        })
    }

    /// A player's results against another, if they were to meet.
    fn tally(&self, player: &str, opponent: &str) -> Option<Tally> {
        self.pairings.iter().find_map(|meeting| {
            let names = (meeting.player.as_str(), meeting.opponent.as_str());
            if names == (player, opponent) {
                Some(meeting.tally)
            } else if names == (opponent, player) {
                Some(meeting.tally.reversed())
            } else {
                None
            }
        })
    }
}

impl Row {
    fn new(name: &str, standing: &Standing, player: usize, rating: Option<Rating>) -> Row {
        let tally = standing.tally(player);
        Row {
            player: name.to_owned(),
            games: tally.games(),
            wins: tally.wins,
            draws: tally.draws,
            losses: tally.losses,
            win_rate: tally.rate(),
            interval: Interval::wilson(&tally),
            elo: rating.map(|rating| rating.elo),
            elo_interval: rating.map(|rating| rating.interval),
            is_anchor: rating.is_some_and(|rating| rating.is_anchor),
            seconds_per_move: standing.seconds_per_move(player),
            faults: standing.faults(player),
        }
    }

    /// `+120 [+20, +220]`, `1800 (given)` or a dash.
    fn rating(&self) -> String {
        match (self.elo, self.elo_interval) {
            (Some(elo), _) if self.is_anchor => format!("{} (given)", signed(elo)),
            (Some(elo), Some(interval)) => {
                format!("{} [{}, {}]", signed(elo), signed(interval.low), signed(interval.high))
            }
            _ => "-".to_owned(),
        }
    }

    fn rate(&self) -> String {
        let Interval { low, high } = self.interval;
        format!("{:.1} % [{:.1}, {:.1}]", 100.0 * self.win_rate, 100.0 * low, 100.0 * high)
    }
}

impl Meeting {
    fn new(names: &[String], standing: &Standing, player: usize, opponent: usize) -> Meeting {
        let tally = standing.tally_against(player, opponent);
        Meeting {
            player: names[player].clone(),
            opponent: names[opponent].clone(),
            tally,
            win_rate: tally.rate(),
            interval: Interval::wilson(&tally),
        }
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.schedule {
            Pairing::Gauntlet => format!("gauntlet of {} against", self.first.player),
            Pairing::RoundRobin => "round robin of".to_owned(),
        };
        let n_named = match self.schedule {
            Pairing::Gauntlet => self.players.len() - 1,
            Pairing::RoundRobin => self.players.len(),
        };
        writeln!(f, "{kind} {n_named} players: {} games", self.all_games)?;
        let head = ["", "player", "Elo [95 %]", "games", "won [95 %]", "s/move"];
        let mut lines = vec![head.map(str::to_owned).to_vec()];
        for (place, row) in self.players.iter().enumerate() {
            lines.push(vec![
                (place + 1).to_string(),
                row.player.clone(),
                row.rating(),
                row.games.to_string(),
                row.rate(),
                format!("{:.3}", row.seconds_per_move),
            ]);
        }
        write_columns(f, &lines)?;
        self.write_results(f)?;
        for row in self.players.iter().filter(|row| !row.faults.is_empty()) {
            let kinds: Vec<String> =
                row.faults.iter().map(|(kind, n)| format!("{n} {kind}")).collect();
            writeln!(f, "  faults      {}: {}", row.player, kinds.join(", "))?;
        }
        self.conduct.write_remarks(f)?;
        write!(f, "  time        {}", self.conduct.time())
    }
}

impl Table {
    /// The row's wins and losses against the column.
    fn write_results(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut head = vec![String::new(), "won-lost".to_owned()];
        head.extend((1..=self.players.len()).map(|place| place.to_string()));
        let mut lines = vec![head];
        for (place, row) in self.players.iter().enumerate() {
            let mut line = vec![(place + 1).to_string(), row.player.clone()];
            line.extend(self.players.iter().map(|column| {
                self.tally(&row.player, &column.player).map_or_else(String::new, result)
            }));
            lines.push(line);
        }
        write_columns(f, &lines)
    }
}

/// `3-1`, or `3-1-2` with drawn games at the end.
fn result(tally: Tally) -> String {
    match tally.draws {
        0 => format!("{}-{}", tally.wins, tally.losses),
        draws => format!("{}-{}-{draws}", tally.wins, tally.losses),
    }
}

/// Lines of cells below each other, two blanks between them.
fn write_columns(f: &mut fmt::Formatter<'_>, lines: &[Vec<String>]) -> fmt::Result {
    let n_columns = lines.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        lines.iter().filter_map(|line| line.get(column)).map(|cell| cell.chars().count()).max()
    };
    let widths: Vec<usize> = (0..n_columns).map(|column| width(column).unwrap_or(0)).collect();
    for line in lines {
        let cells = line.iter().zip(&widths).map(|(cell, &width)| format!("  {cell:<width$}"));
        writeln!(f, "{}", cells.collect::<String>().trim_end())?;
    }
    Ok(())
}
