//! Counted results: single games, and pairs of games with the colors swapped.

use serde::{Deserialize, Serialize};

/// One player's results, game by game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn; none with a komi of half points.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Tally {
    /// So many wins among so many games without draws.
    pub const fn of(wins: u64, games: u64) -> Tally {
        Tally { wins, draws: 0, losses: games.saturating_sub(wins) }
    }

    /// Counts one more game: 1 for a win, ½ for a draw, 0 for a loss.
    pub fn add(&mut self, score: Score) {
        match score {
            Score::Win => self.wins += 1,
            Score::Draw => self.draws += 1,
            Score::Loss => self.losses += 1,
        }
    }

    /// All games.
    pub const fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Wins, a draw counting half.
    pub fn points(&self) -> f64 {
        self.wins as f64 + 0.5 * self.draws as f64
    }

    /// Points per game; ½ before the first game, when nothing speaks for either side.
    pub fn rate(&self) -> f64 {
        if self.games() == 0 { 0.5 } else { self.points() / self.games() as f64 }
    }

    /// The same games seen by the opponent.
    pub const fn reversed(&self) -> Tally {
        Tally { wins: self.losses, draws: self.draws, losses: self.wins }
    }

    /// The variance of one game's points. Without draws this is r(1 − r).
    pub fn variance(&self) -> f64 {
        if self.games() == 0 {
            return 0.25;
        }
        let (r, n) = (self.rate(), self.games() as f64);
        let square = |d: f64| d * d;
        (self.wins as f64 * square(1.0 - r)
            + self.draws as f64 * square(0.5 - r)
            + self.losses as f64 * square(r))
            / n
    }
}

/// One game's result for one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Half a point more, at least.
    Win,
    /// Equal.
    Draw,
    /// The opponent won.
    Loss,
}

impl Score {
    /// In half wins: 2, 1 or 0.
    pub const fn halves(self) -> usize {
        match self {
            Score::Win => 2,
            Score::Draw => 1,
            Score::Loss => 0,
        }
    }
}

/// One player's results in pairs: both games of a pair start from the same opening, once with each
/// color. What the opening or the color gives in one game it takes in the other, so the pair, not the
/// game, is the unit of evidence.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pairs {
    /// Pairs with 0, ½, 1, 1½ and 2 points. With a komi of half points only 0, 1 and 2 occur.
    pub counts: [u64; 5],
}

impl Pairs {
    /// Counts one more pair.
    pub fn add(&mut self, first: Score, second: Score) {
        self.counts[first.halves() + second.halves()] += 1;
    }

    /// All pairs.
    pub fn pairs(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The points of a pair of each kind, as a share of the two that could be had.
    pub const SHARES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

    /// The average share; ½ before the first pair.
    pub fn rate(&self) -> f64 {
        if self.pairs() == 0 {
            return 0.5;
        }
        let sum: f64 = self.counts.iter().zip(Pairs::SHARES).map(|(&n, s)| n as f64 * s).sum();
        sum / self.pairs() as f64
    }

    /// The variance of one pair's share.
    pub fn variance(&self) -> f64 {
        let (rate, pairs) = (self.rate(), self.pairs() as f64);
        let squares = self.counts.iter().zip(Pairs::SHARES);
        let sum: f64 = squares.map(|(&n, s)| n as f64 * (s - rate) * (s - rate)).sum();
        if pairs == 0.0 { 0.125 } else { sum / pairs }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_draws_the_variance_is_that_of_a_coin() {
        let tally = Tally::of(30, 100);
        assert!((tally.variance() - 0.3 * 0.7).abs() < 1e-15);
    }

    #[test]
    fn draws_count_half_and_lower_the_variance() {
        let tally = Tally { wins: 25, draws: 50, losses: 25 };
        assert_eq!(tally.rate(), 0.5);
        assert!((tally.variance() - 0.125).abs() < 1e-15);
        assert_eq!(tally.reversed().reversed(), tally);
    }

    #[test]
    fn pairs_of_won_and_lost_games_have_no_variance() {
        let mut pairs = Pairs::default();
        for _ in 0..10 {
            pairs.add(Score::Win, Score::Loss);
        }
        assert_eq!((pairs.rate(), pairs.variance()), (0.5, 0.0));
        pairs.add(Score::Win, Score::Draw);
        assert_eq!(pairs.counts, [0, 0, 10, 1, 0]);
    }
}
