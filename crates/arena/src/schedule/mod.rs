//! Who plays whom, how often, from which opening and under which conditions.

mod load;
mod openings;

pub use load::Load;
pub use openings::Openings;

use crate::duplicates::fnv1a;
use crate::engine::{Clock, EngineSpec, Patience};
use crate::generator::Generator;
use aji_goban::{Game, Komi, Rules, Size, handicap};
use serde::{Deserialize, Serialize};
use serde_json::json;
use thiserror::Error;

/// Which players meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "snake_case")]
pub enum Pairing {
    /// The first player meets every other: a match of two is the smallest gauntlet.
    Gauntlet,
    /// Everybody meets everybody.
    RoundRobin,
}

/// Which color the first player of a pairing has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "snake_case")]
pub enum Colors {
    /// Black in one game, White in the next.
    #[default]
    Alternate,
    /// Black in every game.
    Black,
    /// White in every game.
    White,
}

/// Under which conditions games are played.
#[derive(Clone, Debug, PartialEq)]
pub struct Conditions {
    /// The board.
    pub size: Size,
    /// The komi.
    pub komi: Komi,
    /// The rules, by which moves are checked and games counted.
    pub rules: Rules,
    /// Handicap stones on their traditional points; 0 for an even game.
    pub handicap: usize,
    /// The players' time.
    pub clock: Clock,
    /// How long is waited for engines.
    pub patience: Patience,
    /// After so many moves the board is counted as it stands.
    pub max_moves: usize,
    /// This share of the resigned games is played on, to see whether resigning was right.
    pub play_out_share: f64,
}

impl Conditions {
    /// An even game by Chinese rules without time limits.
    pub fn new(size: Size, komi: Komi) -> Conditions {
        Conditions {
            size,
            komi,
            rules: Rules::CHINESE,
            handicap: 0,
            clock: Clock::default(),
            patience: Patience::default(),
            max_moves: 3 * size.n_points(),
            play_out_share: 0.0,
        }
    }
}

/// A whole match or tournament.
#[derive(Clone, Debug)]
pub struct Schedule {
    /// The players.
    pub players: Vec<EngineSpec>,
    /// Who meets whom.
    pub pairing: Pairing,
    /// Games of each pairing.
    pub games: u64,
    /// The conditions.
    pub conditions: Conditions,
    /// The openings.
    pub openings: Openings,
    /// Which color the first player of a pairing has.
    pub colors: Colors,
    /// What all that is random is drawn from.
    pub seed: u64,
}

/// One game that is to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fixture {
    /// Its number in the match, from 0; the same whatever number of games is asked for.
    pub number: u64,
    /// Which pair of games it belongs to: both begin with the same opening.
    pub pair: u64,
    /// Black, by number among the players.
    pub black: usize,
    /// White.
    pub white: usize,
    /// The game's own seed.
    pub seed: u64,
}

/// Why a schedule cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ScheduleError {
    /// Nobody to play against.
    #[error("a match needs at least two players")]
    TooFewPlayers,
    /// The handicap does not fit the board.
    #[error(transparent)]
    Handicap(#[from] handicap::HandicapError),
}

impl Schedule {
    /// A match of two players.
    pub fn pair(
        first: EngineSpec,
        second: EngineSpec,
        games: u64,
        conditions: Conditions,
    ) -> Schedule {
        Schedule {
            players: vec![first, second],
            pairing: Pairing::Gauntlet,
            games,
            conditions,
            openings: Openings::None,
            colors: Colors::Alternate,
            seed: 1,
        }
    }

    /// Can this be played?
    pub fn check(&self) -> Result<(), ScheduleError> {
        if self.players.len() < 2 {
            return Err(ScheduleError::TooFewPlayers);
        }
        if self.conditions.handicap > 0 {
            handicap::fixed(self.conditions.handicap, self.conditions.size)?;
        }
        Ok(())
    }

    /// The pairings, each as the numbers of two players.
    pub fn pairings(&self) -> Vec<(usize, usize)> {
        let n = self.players.len();
        let firsts = match self.pairing {
            Pairing::Gauntlet => 1.min(n),
            Pairing::RoundRobin => n,
        };
        (0..firsts).flat_map(|a| (a + 1..n).map(move |b| (a, b))).collect()
    }

    /// All games, in the order in which they are begun: every pairing plays a pair of games before any
    /// plays the next. A larger number of games only adds to the end of a pairing's list.
    pub fn fixtures(&self) -> Vec<Fixture> {
        let pairings = self.pairings();
        let mut fixtures = Vec::new();
        for round in 0..self.games.div_ceil(2) {
            for (place, &players) in pairings.iter().enumerate() {
                for second in [false, true] {
                    if 2 * round + u64::from(second) < self.games {
                        fixtures.push(self.fixture(round, place, players, second));
                    }
                }
            }
        }
        fixtures
    }

    fn fixture(
        &self,
        round: u64,
        place: usize,
        (first, second_player): (usize, usize),
        second: bool,
    ) -> Fixture {
        let pair = round * self.pairings().len() as u64 + place as u64;
        let number = 2 * pair + u64::from(second);
        let is_swapped = match self.colors {
            Colors::Alternate => second,
            Colors::Black => false,
            Colors::White => true,
        };
        let (black, white) =
            if is_swapped { (second_player, first) } else { (first, second_player) };
        let seed = Generator::part(self.seed ^ 0x5EED, number).next_u64();
        Fixture { number, pair, black, white, seed }
    }

    /// The game as it stands when the engines are first asked, and how many moves the opening has.
    pub fn begun(&self, fixture: &Fixture) -> Result<Game, ScheduleError> {
        let conditions = &self.conditions;
        let mut game = Game::new(conditions.size, conditions.rules, conditions.komi);
        if conditions.handicap > 0 {
            let points = handicap::fixed(conditions.handicap, conditions.size)?;
            // Fixed points on an empty board always fit.
            let _ = game.place_handicap(points);
        }
        let round = fixture.pair / self.pairings().len().max(1) as u64;
        self.openings.play(&mut game, self.seed, round);
        Ok(game)
    }

    /// Everything that makes this match what it is, except the number of games: as JSON.
    pub fn description(&self) -> String {
        let c = &self.conditions;
        json!({
            "players": self.players.iter().map(EngineSpec::identity).collect::<Vec<_>>(),
            "pairing": self.pairing,
            "size": c.size.lines(),
            "komi": c.komi.to_string(),
            "rules": c.rules.name(),
            "handicap": c.handicap,
            "clock": c.clock,
            "patience": c.patience,
            "max_moves": c.max_moves,
            "play_out_share": c.play_out_share,
            "openings": self.openings,
            "colors": self.colors,
            "seed": self.seed,
        })
        .to_string()
    }

    /// The match's name: 16 hexadecimal digits made from its [`description`](Schedule::description).
    pub fn id(&self) -> String {
        format!("{:016x}", fnv1a(self.description().bytes()))
    }
}

#[cfg(test)]
mod tests;
