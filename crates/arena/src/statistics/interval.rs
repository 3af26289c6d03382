//! Intervals for a win rate.

use super::normal::Z_95;
use super::tally::{Pairs, Tally};
use serde::{Deserialize, Serialize};

/// A range of values, both ends included. In JSON `[low, high]`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "[f64; 2]", into = "[f64; 2]")]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl From<[f64; 2]> for Interval {
    fn from([low, high]: [f64; 2]) -> Interval {
        Interval { low, high }
    }
}

impl From<Interval> for [f64; 2] {
    fn from(interval: Interval) -> [f64; 2] {
        [interval.low, interval.high]
    }
}

impl Interval {
    /// Is the value inside?
    pub fn contains(&self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }

    /// Half the width: the "±" of the thesis's tables.
    pub fn half_width(&self) -> f64 {
        0.5 * (self.high - self.low)
    }

    /// The interval of the thesis's tables at 95 %: r ± 1.96 √(r(1 − r)/n), the normal approximation
    /// at the measured rate. It has no width after only wins or only losses and may reach beyond 0 and
    /// 1; for small samples take [`Interval::wilson`].
    pub fn thesis(tally: &Tally) -> Interval {
        Interval::thesis_at(tally, Z_95)
    }

    /// The thesis's interval for another number of standard deviations.
    pub fn thesis_at(tally: &Tally, z: f64) -> Interval {
        if tally.games() == 0 {
            return Interval { low: 0.0, high: 1.0 };
        }
        let half = z * (tally.variance() / tally.games() as f64).sqrt();
        Interval { low: tally.rate() - half, high: tally.rate() + half }
    }

    /// Wilson's interval at 95 % (1927): all rates that a test would not reject. It stays within 0 and
    /// 1 and keeps its width when every game was won. A draw counts as half a win, which makes the
    /// interval a little too wide, never too narrow.
    pub fn wilson(tally: &Tally) -> Interval {
        Interval::wilson_at(tally, Z_95)
    }

    /// Wilson's interval for another number of standard deviations.
    pub fn wilson_at(tally: &Tally, z: f64) -> Interval {
        if tally.games() == 0 {
            return Interval { low: 0.0, high: 1.0 };
        }
        let (n, r) = (tally.games() as f64, tally.rate());
        let scale = 1.0 / (1.0 + z * z / n);
        let center = scale * (r + z * z / (2.0 * n));
        let half = scale * z * (r * (1.0 - r) / n + z * z / (4.0 * n * n)).sqrt();
        // At r = 0 and r = 1 an end is exactly 0 or 1, which rounding would hide (and Elo show as −6502).
        let low = if r == 0.0 { 0.0 } else { (center - half).max(0.0) };
        let high = if r == 1.0 { 1.0 } else { (center + half).min(1.0) };
        Interval { low, high }
    }

    /// The normal interval at 95 % from color-swapped pairs. It accounts for the two games of a pair
    /// depending on each other, which an interval from single games does not.
    pub fn of_pairs(pairs: &Pairs) -> Interval {
        if pairs.pairs() == 0 {
            return Interval { low: 0.0, high: 1.0 };
        }
        let half = Z_95 * (pairs.variance() / pairs.pairs() as f64).sqrt();
        Interval { low: (pairs.rate() - half).max(0.0), high: (pairs.rate() + half).min(1.0) }
    }

    /// How many games an even match needs for a half width of `half` at 95 %.
    pub fn games_for_half_width(half: f64) -> u64 {
        (Z_95 * Z_95 * 0.25 / (half * half)).ceil() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Percent with one digit, as the thesis prints it.
    fn percent(x: f64) -> f64 {
        (1000.0 * x).round() / 10.0
    }

    #[test]
    fn the_thesis_interval_gives_the_half_widths_of_its_tables() {
        // Tables 6 to 12, 1,000 games each.
        for (wins, printed) in [
            (594, 3.0),
            (523, 3.1),
            (820, 2.4),
            (847, 2.2),
            (343, 2.9),
            (907, 1.8),
            (937, 1.5),
            (932, 1.6),
            (743, 2.7),
        ] {
            let half = Interval::thesis(&Tally::of(wins, 1000)).half_width();
            assert_eq!(percent(half), printed, "{wins} wins");
        }
    }

    #[test]
    fn table_10_prints_one_half_width_a_tenth_too_small() {
        // 96.9 % of 1,000 games gives ±1.07 %, printed as ±1.0 %: cut off rather than rounded.
        let half = Interval::thesis(&Tally::of(969, 1000)).half_width();
        assert_eq!(percent(half), 1.1);
        assert_eq!((1000.0 * half).floor() / 10.0, 1.0);
    }

    #[test]
    fn whoever_won_or_lost_every_game_has_an_end_that_is_exactly_1_or_0() {
        for games in 1..200 {
            assert_eq!(Interval::wilson(&Tally::of(0, games)).low, 0.0, "{games}");
            assert_eq!(Interval::wilson(&Tally::of(games, games)).high, 1.0, "{games}");
        }
    }

    #[test]
    fn wilson_agrees_with_published_values() {
        // Newcombe 1998, table I, method 3: 81/263, 15/148, 0/20 and 1/29.
        for (wins, games, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let interval = Interval::wilson(&Tally::of(wins, games));
            assert!((interval.low - low).abs() < 5e-5, "{wins}/{games}: {interval:?}");
            assert!((interval.high - high).abs() < 5e-5, "{wins}/{games}: {interval:?}");
        }
    }

    #[test]
    fn no_games_leave_everything_open() {
        let everything = Interval { low: 0.0, high: 1.0 };
        assert_eq!(Interval::wilson(&Tally::default()), everything);
        assert_eq!(Interval::thesis(&Tally::default()), everything);
        assert_eq!(Interval::of_pairs(&Pairs::default()), everything);
    }

    #[test]
    fn a_thousand_games_give_about_three_percent() {
        assert_eq!(Interval::games_for_half_width(0.031), 1000);
    }

    #[test]
    fn an_interval_is_a_pair_of_numbers_in_json() {
        let text = serde_json::to_string(&Interval { low: 0.25, high: 0.5 }).unwrap();
        assert_eq!(text, "[0.25,0.5]");
    }
}
