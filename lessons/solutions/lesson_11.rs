//! Lesson 11: a good start for promising moves; how long RAVE is trusted.

use crate::named;
use aji_lessons::board::Color;
use aji_lessons::positions;
use aji_lessons::random::Random;
use aji_lessons::rave::Rave;
use aji_lessons::uct::{Settings, Uct};
use aji_lessons::widening::promise;

/// Exercise 1: a promise of 10 begins with 30 won RAVE games.
#[test]
fn promising_moves_are_tried_earlier() {
    let visits_of_promising = |start_games| {
        let rave = Some(Rave { start_games, ..Rave::default() });
        let settings =
            Settings { playouts: 60, rave, promise: Some(promise), ..Settings::default() };
        let mut search = Uct::new(settings, Random::new(1));
        search.best_move(&positions::opening(), Color::White, named("E4"));
        let children = search.children();
        let promising = children.iter().filter(|child| child.promise >= 10.0);
        promising.map(|child| child.mean.games).sum::<u32>()
    };
    let (without, with) = (visits_of_promising(0.0), visits_of_promising(3.0));
    assert!(with > 2 * without && with > 20, "{with} of 60, and {without} without a start");
}

/// Exercise 2: `equal_at` is the number of games at which half of the weight is the move's own.
#[test]
fn a_larger_constant_trusts_rave_for_longer() {
    for equal_at in [30.0, 300.0, 3000.0] {
        let rave = Rave { equal_at, ..Rave::default() };
        let half = rave.beta(equal_at as u32, u32::MAX);
        assert!((half - 0.5).abs() < 0.001, "{half}");
    }
    let most_visits = |equal_at| {
        let rave = Some(Rave { equal_at, ..Rave::default() });
        let mut search = Uct::new(Settings { rave, ..Settings::default() }, Random::new(1));
        search.best_move(&positions::opening(), Color::White, named("E4"));
        search.children()[0].mean.games
    };
    let (short, long) = (most_visits(3.0), most_visits(3000.0));
    assert!(long > short, "RAVE makes the search bold: {long} visits, and {short}");
}
