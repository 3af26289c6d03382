//! Games that the engine plays against itself: the shapes that follow its moves are those found from
//! scratch. Random games are in the tests of `aji-patterns`; here fights, kos and captures come as players
//! make them.

use aji_goban::{Game, Komi, Move, Rules, Size};
use aji_patterns::Shapes;
use aji_patterns::shape::Near;
use aji_search::{Budget, Engine, Preset};
use std::sync::atomic::AtomicBool;

const N_GAMES: u64 = 1_000;

/// Every size from 5 to 19, the small ones more often: a large game costs a hundred small ones.
fn size_of(game: u64) -> Size {
    let lines = match game % 10 {
        9 => 10 + game / 10 % 10,
        _ => 5 + game / 10 % 5,
    };
    Size::new(lines).expect("5 to 19")
}

/// Enough to choose among moves, few enough to play a thousand games in a minute.
fn budget_of(size: Size) -> Budget {
    Budget::playouts(if size.lines() <= 9 { 8 } else { 4 })
}

#[test]
fn shapes_that_follow_self_played_games_are_those_found_from_scratch() {
    let (mut sizes, mut n_moves, mut n_lifted) = ([0; 20], 0, 0);
    for number in 0..N_GAMES {
        let size = size_of(number);
        let mut settings = Preset::Uct.settings();
        (settings.search.seed, settings.search.memory_mb) = (number, 1);
        let mut engine = Engine::new(settings).expect("good settings");
        let mut game = Game::new(size, Rules::CHINESE, Komi::default());
        let mut position = game.position().clone();
        let (mut near, mut shapes) = (Near::empty(size), Shapes::of(position.board()));
        let mut scratch = shapes.clone();
        while !game.is_over() && position.n_moves() < 2 * size.n_points() {
            let report = engine.search(&game, budget_of(size), &AtomicBool::new(false), None);
            let play = report.best().map_or(Move::Pass, |best| best.play);
            game.play(position.to_move(), play).expect("the engine plays legal moves");
            let lifted = position.play(play, &mut (&mut near, &mut shapes));
            n_lifted += lifted.n_captured;
            scratch.set_to(position.board());
            let n = position.n_moves();
            assert!(shapes == scratch, "game {number} on {size}, move {n}");
            let is_same = |point| near.code(point) == scratch.near(point);
            assert!(size.points().all(is_same), "game {number} on {size}, move {n}");
        }
        sizes[size.lines()] += 1;
        n_moves += position.n_moves();
    }
    assert!(sizes[5..=19].iter().all(|&n| n > 0), "{sizes:?}");
    assert!(n_moves > 50_000 && n_lifted > 5_000, "{n_moves} moves, {n_lifted} stones taken");
}
