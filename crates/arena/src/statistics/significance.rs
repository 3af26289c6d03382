//! The one-sided tests of the thesis's appendix B.

use super::normal::{self, Z_ONE_SIDED_5};
use super::tally::Tally;
use serde::Serialize;

/// The outcome of a one-sided test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Significance {
    /// How many standard deviations the result lies above the null hypothesis: the thesis's u₀.
    pub u0: f64,
    /// How often chance alone would give as much or more.
    pub p_value: f64,
}

impl Significance {
    fn of(u0: f64) -> Significance {
        Significance { u0, p_value: normal::cdf(-u0) }
    }

    /// Is the null hypothesis rejected at the 5 % level, u₀ ≥ 1.645?
    pub fn is_significant(&self) -> bool {
        self.u0 >= Z_ONE_SIDED_5
    }
}

/// Is the player better than `even`, usually ½? u₀ = (r − P₀) / √(P₀(1 − P₀)/n).
///
/// Without games u₀ is 0: nothing is shown.
pub fn better_than(tally: &Tally, even: f64) -> Significance {
    if tally.games() == 0 {
        return Significance::of(0.0);
    }
    let deviation = (even * (1.0 - even) / tally.games() as f64).sqrt();
    Significance::of((tally.rate() - even) / deviation)
}

/// Is the first player better than the second, both measured against the same opponent?
/// u₀ = (r₁ − r₂) / √(r*(1 − r*)(1/n₁ + 1/n₂)) with the pooled rate r* (formula 19).
///
/// If either played no games, or all games of both ended alike, u₀ is 0: nothing is shown.
pub fn first_better_than_second(first: &Tally, second: &Tally) -> Significance {
    let (n1, n2) = (first.games() as f64, second.games() as f64);
    if n1 == 0.0 || n2 == 0.0 {
        return Significance::of(0.0);
    }
    let pooled = (first.points() + second.points()) / (n1 + n2);
    let deviation = (pooled * (1.0 - pooled) * (1.0 / n1 + 1.0 / n2)).sqrt();
    if deviation == 0.0 {
        return Significance::of(0.0);
    }
    Significance::of((first.rate() - second.rate()) / deviation)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worked_example_with_one_result_gives_8_10() {
        // Against Pachi on 13×13 with 4 s a move: 62.8 % of 1,000 games.
        let test = better_than(&Tally::of(628, 1000), 0.5);
        assert_eq!((100.0 * test.u0).round(), 810.0);
        assert!(test.is_significant() && test.p_value < 1e-14);
    }

    #[test]
    fn the_worked_example_with_two_results_gives_9_65() {
        // Against GNU Go on 19×19: 65.0 % with the larger patterns, 43.5 % with the smaller.
        let test = first_better_than_second(&Tally::of(650, 1000), &Tally::of(435, 1000));
        assert_eq!((100.0 * test.u0).round(), 965.0);
        assert!(test.is_significant());
    }

    #[test]
    fn table_6_is_significant_at_2000_to_8000_playouts_on_13x13() {
        // The text of §5.2.3 names 1,000, 2,000 and 4,000; the table says otherwise.
        let significant = [510, 564, 545, 577]
            .map(|wins| better_than(&Tally::of(wins, 1000), 0.5).is_significant());
        assert_eq!(significant, [false, true, true, true]);
    }

    #[test]
    fn nothing_is_shown_by_nothing() {
        let none = Tally::default();
        assert_eq!(better_than(&none, 0.5).u0, 0.0);
        assert_eq!(first_better_than_second(&none, &Tally::of(3, 4)).u0, 0.0);
        assert_eq!(first_better_than_second(&Tally::of(4, 4), &Tally::of(9, 9)).u0, 0.0);
        assert!(!first_better_than_second(&none, &none).is_significant());
    }
}
