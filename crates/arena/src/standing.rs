//! The results so far, looked at from any player's side.

use crate::record::{Ending, GameRecord, Remark};
use crate::referee::Count;
use crate::statistics::ratings::{Encounter, RatingError};
use crate::statistics::tally::Score;
use crate::statistics::{Pairs, Rating, Ratings, Tally};
use aji_goban::Color;
use std::collections::BTreeMap;

/// What remains of a game when only its result counts.
#[derive(Clone, Debug, PartialEq)]
struct Entry {
    black: usize,
    white: usize,
    winner: Option<Color>,
    reason: String,
    n_moves: usize,
    seconds: [f64; 2],
    is_duplicate: bool,
    by_referee: bool,
    /// Who broke down.
    fault_of: Option<usize>,
}

/// The results of a match by game number.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Standing {
    entries: BTreeMap<u64, Entry>,
}

impl Standing {
    /// Counts a game; a number that is there already is counted once.
    pub fn add(&mut self, game: &GameRecord) {
        let count = match &game.ending {
            Ending::Counted { count, .. } => Some(count),
            _ => None,
        };
        let entry = Entry {
            black: game.black.player,
            white: game.white.player,
            winner: game.ending.winner(),
            reason: game.reason.clone(),
            n_moves: game.moves.len(),
            seconds: [game.black.seconds, game.white.seconds],
            is_duplicate: game.remarks.iter().any(|r| matches!(r, Remark::Duplicate { .. })),
            by_referee: matches!(count, Some(Count::Referee { .. } | Count::NoReferee { .. })),
            fault_of: match &game.ending {
                Ending::Fault { side, .. } => Some(game.side((*side).into()).player),
                _ => None,
            },
        };
        self.entries.insert(game.number, entry);
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.entries.len() as u64
    }

    /// A player's results.
    pub fn tally(&self, player: usize) -> Tally {
        self.tally_of(|entry| entry.score_of(player))
    }

    /// A player's results with one color.
    pub fn tally_with(&self, player: usize, color: Color) -> Tally {
        self.tally_of(|entry| entry.score_of(player).filter(|_| entry.player(color) == player))
    }

    /// A player's results against another.
    pub fn tally_against(&self, player: usize, other: usize) -> Tally {
        self.tally_of(|entry| entry.score_of(player).filter(|_| entry.score_of(other).is_some()))
    }

    fn tally_of(&self, score: impl Fn(&Entry) -> Option<Score>) -> Tally {
        let mut tally = Tally::default();
        self.entries.values().filter_map(score).for_each(|score| tally.add(score));
        tally
    }

    /// A player's results in complete pairs of games.
    pub fn pairs(&self, player: usize) -> Pairs {
        let mut pairs = Pairs::default();
        for (&number, first) in self.entries.iter().filter(|(number, _)| *number % 2 == 0) {
            let second = self.entries.get(&(number + 1));
            let scores = (first.score_of(player), second.and_then(|s| s.score_of(player)));
            if let (Some(first), Some(second)) = scores {
                pairs.add(first, second);
            }
        }
        pairs
    }

    /// How often games ended for which reason.
    pub fn reasons(&self) -> BTreeMap<String, u64> {
        let mut reasons = BTreeMap::new();
        for entry in self.entries.values() {
            *reasons.entry(entry.reason.clone()).or_default() += 1;
        }
        reasons
    }

    /// How often a player broke down, by the kind of fault.
    pub fn faults(&self, player: usize) -> BTreeMap<String, u64> {
        let mut faults = BTreeMap::new();
        for entry in self.entries.values().filter(|entry| entry.fault_of == Some(player)) {
            *faults.entry(entry.reason.clone()).or_default() += 1;
        }
        faults
    }

    /// Games with the moves of an earlier one.
    pub fn duplicates(&self) -> u64 {
        self.entries.values().filter(|entry| entry.is_duplicate).count() as u64
    }

    /// Games in which the engines did not agree on the dead stones.
    pub fn disputed(&self) -> u64 {
        self.entries.values().filter(|entry| entry.by_referee).count() as u64
    }

    /// The average number of moves.
    pub fn mean_moves(&self) -> f64 {
        let sum: usize = self.entries.values().map(|entry| entry.n_moves).sum();
        sum as f64 / self.entries.len().max(1) as f64
    }

    /// A player's average seconds a move, taking half of a game's moves as its own.
    pub fn seconds_per_move(&self, player: usize) -> f64 {
        let (mut seconds, mut moves) = (0.0, 0.0);
        for entry in self.entries.values() {
            for color in Color::BOTH.into_iter().filter(|&color| entry.player(color) == player) {
                seconds += entry.seconds[color.index()];
                moves += 0.5 * entry.n_moves as f64;
            }
        }
        if moves == 0.0 { 0.0 } else { seconds / moves }
    }

    /// Ratings of all players on one scale; `anchors` are held at theirs. Two virtual draws between all
    /// who met keep a player who won every game on the scale.
    pub fn ratings(
        &self,
        n_players: usize,
        anchors: &[(usize, f64)],
    ) -> Result<Vec<Rating>, RatingError> {
        let mut ratings = Ratings::new(n_players).with_virtual_draws(2.0);
        for &(player, elo) in anchors {
            ratings = ratings.anchor(player, elo)?;
        }
        for first in 0..n_players {
            for second in first + 1..n_players {
                let tally = self.tally_against(first, second);
                ratings.add(Encounter { first, second, tally })?;
            }
        }
        ratings.fit()
    }
}

impl Entry {
    const fn player(&self, color: Color) -> usize {
        match color {
            Color::Black => self.black,
            Color::White => self.white,
        }
    }

    fn score_of(&self, player: usize) -> Option<Score> {
        let color = Color::BOTH.into_iter().find(|&color| self.player(color) == player)?;
        Some(match self.winner {
            None => Score::Draw,
            Some(winner) if winner == color => Score::Win,
            Some(_) => Score::Loss,
        })
    }
}
