//! Win rates as Elo differences, and the likelihood of superiority.
//!
//! Elo is logistic throughout this project: 400 points are odds of 10 to 1.

use super::interval::Interval;
use super::normal;
use super::tally::Tally;
use serde::{Deserialize, Serialize};

/// An Elo difference with its 95 % interval. Ends that no finite number of games can bound are infinite
/// here and `null` in JSON.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    /// The difference that the win rate stands for.
    pub value: f64,
    /// Wilson's interval of the win rate, translated.
    pub interval: Interval,
}

impl Elo {
    /// The Elo difference of a result.
    pub fn of(tally: &Tally) -> Elo {
        let rate = Interval::wilson(tally);
        let interval = Interval { low: difference(rate.low), high: difference(rate.high) };
        Elo { value: difference(tally.rate()), interval }
    }
}

/// The Elo difference of an expected score: −400 log₁₀(1/p − 1).
pub fn difference(expected: f64) -> f64 {
    if expected <= 0.0 {
        f64::NEG_INFINITY
    } else if expected >= 1.0 {
        f64::INFINITY
    } else {
        // Adding 0 turns the −0 of an even result into 0.
        -400.0 * (1.0 / expected - 1.0).log10() + 0.0
    }
}

/// The expected score of a player who is better by this Elo difference.
pub fn expected_score(difference: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-difference / 400.0))
}

/// How likely it is that the player is the better one, with nothing known beforehand:
/// Φ((wins − losses) / √(wins + losses)). Draws say nothing.
pub fn likelihood_of_superiority(tally: &Tally) -> f64 {
    let decided = (tally.wins + tally.losses) as f64;
    if decided == 0.0 {
        return 0.5;
    }
    normal::cdf((tally.wins as f64 - tally.losses as f64) / decided.sqrt())
}

/// As in JSON: infinite numbers become null.
#[derive(Serialize, Deserialize)]
struct Written {
    value: Option<f64>,
    interval: [Option<f64>; 2],
}

/// The number, unless it is infinite, which JSON cannot say.
pub fn finite(x: f64) -> Option<f64> {
    x.is_finite().then_some(x)
}

impl Serialize for Elo {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let interval = [finite(self.interval.low), finite(self.interval.high)];
        Written { value: finite(self.value), interval }.serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_hundred_points_are_ten_to_one() {
        assert!((expected_score(400.0) - 10.0 / 11.0).abs() < 1e-15);
        assert!((difference(10.0 / 11.0) - 400.0).abs() < 1e-9);
        assert!((difference(0.76) - 200.24).abs() < 0.01);
        assert_eq!(difference(0.5).to_bits(), 0.0f64.to_bits());
    }

    #[test]
    fn elo_and_expected_score_undo_each_other() {
        for elo in [-700.0, -3.0, 0.0, 35.5, 912.0] {
            assert!((difference(expected_score(elo)) - elo).abs() < 1e-9);
        }
    }

    #[test]
    fn only_wins_leave_the_difference_unbounded_above_but_not_below() {
        let elo = Elo::of(&Tally::of(20, 20));
        assert_eq!((elo.value, elo.interval.high), (f64::INFINITY, f64::INFINITY));
        assert!((elo.interval.low - difference(0.8389)).abs() < 0.1);
        let json = serde_json::to_value(elo).unwrap();
        assert!(json["value"].is_null() && json["interval"][0].is_number());
    }

    #[test]
    fn superiority_is_even_odds_without_evidence_and_grows_with_it() {
        assert_eq!(likelihood_of_superiority(&Tally::default()), 0.5);
        assert_eq!(likelihood_of_superiority(&Tally { wins: 7, draws: 90, losses: 7 }), 0.5);
        // 20 more wins than losses among 100 decided games are two standard deviations.
        let two = likelihood_of_superiority(&Tally { wins: 60, draws: 11, losses: 40 });
        assert!((two - 0.977_249_868).abs() < 1e-8);
    }
}
