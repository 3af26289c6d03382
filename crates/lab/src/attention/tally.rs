//! Rates over positions, with intervals over games: positions of one game are not independent.

use serde::Serialize;
use std::collections::BTreeMap;

/// Sums of some quantities over the positions of each game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ByGame {
    games: BTreeMap<u32, (f64, f64)>,
}

/// A mean with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rate {
    /// The mean.
    pub mean: f64,
    /// Half the width of the interval.
    pub within: f64,
    /// How many positions.
    pub n: u64,
}

impl ByGame {
    /// Adds a position's value.
    pub fn add(&mut self, game: u32, value: f64) {
        let (sum, n) = self.games.entry(game).or_default();
        *sum += value;
        *n += 1.0;
    }

    /// Adds what another worker saw.
    pub fn merge(&mut self, other: &ByGame) {
        for (game, (sum, n)) in &other.games {
            let own = self.games.entry(*game).or_default();
            own.0 += sum;
            own.1 += n;
        }
    }

    /// The mean over positions; its spread is that of whole games.
    pub fn rate(&self) -> Rate {
        let (sum, n) = self.games.values().fold((0.0, 0.0), |(s, m), (sum, n)| (s + sum, m + n));
        if n == 0.0 {
            return Rate { mean: 0.0, within: 0.0, n: 0 };
        }
        let mean = sum / n;
        let residues = self.games.values().map(|(sum, n)| (sum - mean * n).powi(2)).sum::<f64>();
        Rate { mean, within: 1.96 * residues.sqrt() / n, n: n as u64 }
    }
}

impl Rate {
    /// In percent, as `12.3 ± 0.4`.
    pub fn percent(&self) -> String {
        format!("{:.1} ± {:.1}", 100.0 * self.mean, 100.0 * self.within)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_is_that_of_whole_games() {
        let (mut alike, mut apart) = (ByGame::default(), ByGame::default());
        for game in 0..100 {
            for at in 0..10 {
                // The same positions, mixed within games or all alike in each game.
                alike.add(game, f64::from(at % 2));
                apart.add(game, f64::from(game % 2));
            }
        }
        assert_eq!((alike.rate().mean, apart.rate().mean), (0.5, 0.5));
        assert!(alike.rate().within < 1e-9 && apart.rate().within > 0.09);
        let mut both = alike.clone();
        both.merge(&ByGame::default());
        assert_eq!(both, alike);
    }
}
