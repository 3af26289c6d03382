//! Lesson 8: the spread of the visits; a tree that grows later.

use aji_lessons::board::{Board, Color, PASS};
use aji_lessons::random::Random;
use aji_lessons::uct::{Settings, Uct};

fn searched(settings: Settings) -> Uct {
    let mut search = Uct::new(settings, Random::new(1));
    search.best_move(&Board::new(), Color::Black, PASS);
    search
}

/// Exercise 1: the playouts of the most visited move.
fn most_visits(c: f64) -> u32 {
    searched(Settings { c, ..Settings::default() }).children()[0].mean.games
}

#[test]
fn a_large_c_spreads_the_visits() {
    let visits = [0.0, 0.3, 2.0, 10.0].map(most_visits);
    assert!(visits.is_sorted_by(|a, b| a > b), "{visits:?}");
    assert!(visits[0] > 100, "C = 0 falls for the first lucky move: {visits:?}");
    assert!(visits[3] < 15, "C = 10 gives everybody the same: {visits:?}");
}

/// Exercise 2: the tree grows beyond a move only after ten playouts.
#[test]
fn a_later_growth_saves_memory() {
    let settings = Settings { c: 0.3, playouts: 3000, ..Settings::default() };
    let [at_once, later] =
        [1, 10].map(|grow_after| searched(Settings { grow_after, ..settings }).n_nodes());
    assert!(3 * later < at_once, "{at_once} positions, and {later} with the threshold");
    assert!(later > 10);
}
