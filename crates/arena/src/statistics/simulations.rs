//! Matches between imaginary players of known strength: do the intervals and tests keep their promise?

use super::elo::{Elo, difference, expected_score};
use super::interval::Interval;
use super::sequential::{Sequential, Verdict};
use super::tally::{Pairs, Score, Tally};
use crate::generator::Generator;

const N_SIMULATIONS: usize = 2000;

/// How often an interval contained the truth, with its Elo version, over many simulated matches.
fn coverage(rate: f64, games: u64, interval: impl Fn(&Tally) -> Interval) -> f64 {
    let mut generator = Generator::new(20_261_115);
    let covered = (0..N_SIMULATIONS)
        .filter(|_| {
            let wins = (0..games).filter(|_| generator.chance(rate)).count() as u64;
            interval(&Tally::of(wins, games)).contains(rate)
        })
        .count();
    covered as f64 / N_SIMULATIONS as f64
}

#[track_caller]
fn check(covered: f64) {
    assert!((0.93..=0.97).contains(&covered), "covered in {:.1} %", 100.0 * covered);
}

#[test]
fn wilson_intervals_cover_the_true_rate_as_often_as_they_say() {
    for (rate, games) in [(0.5, 400), (0.63, 400), (0.76, 150), (0.9, 1000), (0.35, 100)] {
        check(coverage(rate, games, Interval::wilson));
    }
}

#[test]
fn the_thesis_interval_covers_the_true_rate_for_its_thousand_games() {
    for rate in [0.5, 0.628, 0.82, 0.937] {
        check(coverage(rate, 1000, Interval::thesis));
    }
}

#[test]
fn elo_intervals_cover_the_true_difference() {
    for elo in [-120.0, 0.0, 35.0, 200.0] {
        let rate = expected_score(elo);
        let mut generator = Generator::new(7);
        let covered = (0..N_SIMULATIONS).filter(|_| {
            let wins = (0..500).filter(|_| generator.chance(rate)).count() as u64;
            Elo::of(&Tally::of(wins, 500)).interval.contains(difference(rate))
        });
        check(covered.count() as f64 / N_SIMULATIONS as f64);
    }
}

/// A pair from an opening that favors one color by a random amount: the games of a pair depend on each
/// other. The opening is worth up to `spread` to the side it favors.
fn pair(generator: &mut Generator, rate: f64, spread: f64) -> (Score, Score) {
    let bias = spread * (2.0 * generator.unit() - 1.0);
    let mut game = |p: f64| if generator.chance(p) { Score::Win } else { Score::Loss };
    (game(rate + bias), game(rate - bias))
}

#[test]
fn pair_intervals_cover_the_true_rate_when_openings_favor_a_color() {
    let (rate, spread) = (0.55, 0.4);
    let mut generator = Generator::new(11);
    let (mut covered, mut width, mut single_width) = (0, 0.0, 0.0);
    for _ in 0..N_SIMULATIONS {
        let (mut pairs, mut tally) = (Pairs::default(), Tally::default());
        for _ in 0..200 {
            let (first, second) = pair(&mut generator, rate, spread);
            pairs.add(first, second);
            tally.add(first);
            tally.add(second);
        }
        let interval = Interval::of_pairs(&pairs);
        covered += usize::from(interval.contains(rate));
        width += interval.half_width();
        single_width += Interval::thesis(&tally).half_width();
    }
    check(covered as f64 / N_SIMULATIONS as f64);
    assert!(width < 0.9 * single_width, "pairs are worth more than as many single games");
}

/// Runs the sequential test on simulated matches; the share that accepted the alternative, and the
/// average number of pairs.
fn run(test: &Sequential, elo: f64, spread: f64, seed: u64) -> (f64, f64) {
    let rate = expected_score(elo);
    let mut generator = Generator::new(seed);
    let (mut accepted, mut played) = (0, 0);
    for _ in 0..N_SIMULATIONS {
        let mut pairs = Pairs::default();
        let verdict = loop {
            let (first, second) = pair(&mut generator, rate, spread);
            pairs.add(first, second);
            match test.verdict(&pairs) {
                Verdict::Open => continue,
                verdict => break verdict,
            }
        };
        accepted += usize::from(verdict == Verdict::AcceptAlternative);
        played += pairs.pairs();
    }
    (accepted as f64 / N_SIMULATIONS as f64, played as f64 / N_SIMULATIONS as f64)
}

#[test]
fn the_sequential_test_keeps_its_error_rates() {
    // Twice the binomial deviation of 2,000 runs at 5 % is 1 %: a true error rate at the limit may be
    // seen this far above it.
    let tolerance = 2.0 * (0.05f64 * 0.95 / N_SIMULATIONS as f64).sqrt();
    for spread in [0.0, 0.3] {
        let test = Sequential::new(0.0, 50.0).unwrap();
        let (false_alarms, _) = run(&test, 0.0, spread, 1);
        let (found, _) = run(&test, 50.0, spread, 2);
        assert!(false_alarms <= test.alpha + tolerance, "α: {false_alarms}, spread {spread}");
        assert!(1.0 - found <= test.beta + tolerance, "β: {}, spread {spread}", 1.0 - found);
    }
}

#[test]
fn the_sequential_test_stops_early_when_the_answer_is_plain() {
    let test = Sequential::new(0.0, 50.0).unwrap();
    let (found, pairs_when_plain) = run(&test, 150.0, 0.0, 3);
    let (_, pairs_when_close) = run(&test, 25.0, 0.0, 4);
    assert!(found > 0.999);
    assert!(pairs_when_plain < 0.5 * pairs_when_close, "{pairs_when_plain}, {pairs_when_close}");
}
