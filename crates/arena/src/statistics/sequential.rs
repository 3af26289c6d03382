//! A sequential test: play until the question is answered, and not a game longer.
//!
//! The question is "is the player stronger by `elo1` rather than by `elo0`?". Elo is logistic, as
//! everywhere in this project, and measures the single game.
//!
//! The test is a generalized sequential probability ratio test on color-swapped pairs. After each pair
//! it compares how well the two hypotheses explain the pairs seen. A hypothesis fixes only the
//! average score of a pair, not how often pairs of each kind occur; so for each hypothesis the most likely
//! distribution with that average is taken (maximum likelihood under a constraint, which leads to one
//! equation in one unknown). The test stops when the logarithm of the likelihood ratio leaves Wald's
//! bounds ln(β/(1 − α)) and ln((1 − β)/α).
//!
//! Pairs have five kinds (0 to 2 points in steps of ½); with a komi of half points only three occur,
//! and the same formula serves.

use super::elo::expected_score;
use super::tally::Pairs;
use serde::{Deserialize, Serialize};
use std::str::FromStr;
use thiserror::Error;

/// The test's settings.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sequential {
    /// The Elo difference of the null hypothesis.
    pub elo0: f64,
    /// The Elo difference of the alternative, larger than `elo0`.
    pub elo1: f64,
    /// How often the alternative may be accepted although `elo0` is true.
    pub alpha: f64,
    /// How often the null hypothesis may be accepted although `elo1` is true.
    pub beta: f64,
}

/// What the test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// More pairs are needed.
    Open,
    /// No stronger than `elo0`.
    AcceptNull,
    /// At least as strong as `elo1`.
    AcceptAlternative,
}

/// Settings that make no test.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum SequentialError {
    /// Not two numbers.
    #[error("\"{0}\" is no pair of Elo differences: write two numbers, as in 0,20")]
    NotTwoNumbers(String),
    /// The hypotheses are the same or in the wrong order.
    #[error("the first Elo difference must be smaller than the second, as in 0,20")]
    Order,
    /// Not a probability below one half.
    #[error("an error rate must lie between 0 and 0.5")]
    ErrorRate,
}

/// Kinds of pairs that never occurred are counted as this many, so that no hypothesis is impossible
/// from the start. A thousandth of a pair no longer matters after ten pairs.
const UNSEEN: f64 = 1e-3;

impl Sequential {
    /// A test between two Elo differences with error rates of 5 %.
    pub fn new(elo0: f64, elo1: f64) -> Result<Sequential, SequentialError> {
        if !(elo0.is_finite() && elo1.is_finite() && elo0 < elo1) {
            return Err(SequentialError::Order);
        }
        Ok(Sequential { elo0, elo1, alpha: 0.05, beta: 0.05 })
    }

    /// The same test with other error rates.
    pub fn with_error_rates(self, alpha: f64, beta: f64) -> Result<Sequential, SequentialError> {
        let is_rate = |rate: f64| rate > 0.0 && rate < 0.5;
        if is_rate(alpha) && is_rate(beta) {
            Ok(Sequential { alpha, beta, ..self })
        } else {
            Err(SequentialError::ErrorRate)
        }
    }

    /// Wald's bounds: below the first the null hypothesis is accepted, above the second the other.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The logarithm of the likelihood ratio: positive if `elo1` explains the pairs better.
    pub fn log_likelihood_ratio(&self, pairs: &Pairs) -> f64 {
        if pairs.pairs() == 0 {
            return 0.0;
        }
        let counts = pairs.counts.map(|n| if n == 0 { UNSEEN } else { n as f64 });
        let under = |elo| log_likelihood(&counts, expected_score(elo));
        under(self.elo1) - under(self.elo0)
    }

    /// Has the question been answered?
    pub fn verdict(&self, pairs: &Pairs) -> Verdict {
        let (low, high) = self.bounds();
        match self.log_likelihood_ratio(pairs) {
            ratio if ratio <= low => Verdict::AcceptNull,
            ratio if ratio >= high => Verdict::AcceptAlternative,
            _ => Verdict::Open,
        }
    }
}

impl FromStr for Sequential {
    type Err = SequentialError;

    /// `elo0,elo1`, as on the command line.
    fn from_str(text: &str) -> Result<Sequential, SequentialError> {
        let numbers = text.split_once(',').and_then(|(a, b)| {
            Some((a.trim().parse::<f64>().ok()?, b.trim().parse::<f64>().ok()?))
        });
        let (elo0, elo1) = numbers
            .ok_or_else(|| SequentialError::NotTwoNumbers(text.chars().take(40).collect()))?;
        Sequential::new(elo0, elo1)
    }
}

/// The log likelihood of the counts (up to a constant) under the best distribution whose mean is `mean`.
///
/// With Lagrange's multiplier θ that distribution is pᵢ = p̂ᵢ / (1 + θ(aᵢ − mean)), where aᵢ is the share
/// of kind i and θ solves Σ p̂ᵢ(aᵢ − mean)/(1 + θ(aᵢ − mean)) = 0. Hence the log likelihood is
/// −Σ nᵢ ln(1 + θ(aᵢ − mean)) plus what does not depend on the mean.
fn log_likelihood(counts: &[f64; 5], mean: f64) -> f64 {
    let offsets = Pairs::SHARES.map(|share| share - mean);
    let slope = |theta: f64| -> (f64, f64) {
        counts.iter().zip(offsets).fold((0.0, 0.0), |(value, derivative), (n, a)| {
            let factor = a / (1.0 + theta * a);
            (value + n * factor, derivative - n * factor * factor)
        })
    };
    // The sum falls from +∞ to −∞ between the poles of its outermost terms.
    let (mut low, mut high) = (-1.0 / offsets[4], -1.0 / offsets[0]);
    let mut theta = 0.0;
    for _ in 0..100 {
        let (value, derivative) = slope(theta);
        if value > 0.0 {
            low = theta
        } else {
            high = theta
        }
        let newton = theta - value / derivative;
        let next = if newton > low && newton < high { newton } else { 0.5 * (low + high) };
        if (next - theta).abs() < 1e-12 {
            break;
        }
        theta = next;
    }
    -counts.iter().zip(offsets).map(|(n, a)| n * (theta * a).ln_1p()).sum::<f64>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bounds_are_walds() {
        let (low, high) = Sequential::new(0.0, 10.0).unwrap().bounds();
        // ln 19, the familiar ±2.94 of engine testing.
        assert!((high - 2.944_438_979).abs() < 1e-9 && (low + high).abs() < 1e-12);
    }

    #[test]
    fn nothing_played_says_nothing_and_split_pairs_speak_for_equality() {
        let test = Sequential::new(0.0, 20.0).unwrap();
        assert_eq!(test.log_likelihood_ratio(&Pairs::default()), 0.0);
        let split = Pairs { counts: [10, 0, 200, 0, 10] };
        assert_eq!(test.verdict(&split), Verdict::AcceptNull);
        let winning = Pairs { counts: [10, 0, 200, 0, 60] };
        assert_eq!(test.verdict(&winning), Verdict::AcceptAlternative);
        assert_eq!(test.verdict(&Pairs { counts: [1, 0, 2, 0, 3] }), Verdict::Open);
    }

    #[test]
    fn swapping_players_and_hypotheses_turns_the_ratio_around() {
        let pairs = Pairs { counts: [3, 1, 20, 4, 9] };
        let swapped = Pairs { counts: [9, 4, 20, 1, 3] };
        let there = Sequential::new(-5.0, 15.0).unwrap().log_likelihood_ratio(&pairs);
        let back = Sequential::new(-15.0, 5.0).unwrap().log_likelihood_ratio(&swapped);
        assert!((there + back).abs() < 1e-9);
    }

    #[test]
    fn the_ratio_agrees_with_the_normal_approximation_for_many_pairs() {
        // For close hypotheses the exact ratio approaches (s₁ − s₀)(2r − s₀ − s₁) n / (2σ²).
        let pairs = Pairs { counts: [900, 1200, 3000, 1300, 1000] };
        let test = Sequential::new(0.0, 4.0).unwrap();
        let (s0, s1) = (expected_score(0.0), expected_score(4.0));
        let n = pairs.pairs() as f64;
        let normal = (s1 - s0) * (2.0 * pairs.rate() - s0 - s1) * n / (2.0 * pairs.variance());
        let exact = test.log_likelihood_ratio(&pairs);
        assert!((exact / normal - 1.0).abs() < 0.02, "{exact} against {normal}");
    }

    #[test]
    fn constrained_distributions_have_the_mean_they_must() {
        // At the measured mean the multiplier vanishes and the likelihood is at its maximum, 0.
        let counts = [5.0, 1.0, 30.0, 2.0, 7.0];
        let n: f64 = counts.iter().sum();
        let mean = counts.iter().zip(Pairs::SHARES).map(|(c, s)| c * s).sum::<f64>() / n;
        assert!(log_likelihood(&counts, mean).abs() < 1e-9);
        for other in [0.05, mean - 0.1, mean + 0.1, 0.95] {
            assert!(log_likelihood(&counts, other) < -0.1);
        }
    }

    #[test]
    fn settings_are_read_and_wrong_ones_explained() {
        assert_eq!("0, 20".parse(), Sequential::new(0.0, 20.0));
        assert_eq!("20,0".parse::<Sequential>(), Err(SequentialError::Order));
        assert!(matches!("20".parse::<Sequential>(), Err(SequentialError::NotTwoNumbers(_))));
        let test = Sequential::new(0.0, 1.0).unwrap();
        assert_eq!(test.with_error_rates(0.0, 0.1), Err(SequentialError::ErrorRate));
    }
}
