//! Searches agree with each other and with known results.

use super::{AlphaBeta, Blind, DfPn, Limit, Ordering, Uct, Verdict, WIN};
use crate::eval::Folded;
use crate::game::Game;
use crate::lab::selfplay::material;
use crate::rules::open;

fn game(name: &str) -> Game {
    Game::new(open(name, &Default::default()).unwrap()).unwrap()
}

fn after(game: &Game, moves: &[&str]) -> crate::game::State {
    let mut state = game.start();
    let (mut legal, mut changes) = (Vec::new(), Vec::new());
    for word in moves {
        game.legal_moves(&state, &mut legal);
        let mv = legal.iter().copied().find(|m| game.move_text(*m) == *word).unwrap();
        game.play(&mut state, mv, &mut changes);
    }
    state
}

#[test]
fn tic_tac_toe_is_a_draw_by_every_search() {
    let game = game("tictactoe");
    let mut search = AlphaBeta::new(&game, Box::new(Blind), 16);
    assert_eq!(search.search(&game.start(), Limit { depth: 9, ..Limit::default() }).value, 0);
    assert_eq!(DfPn::new(&game, 1_000_000).prove(&game.start()).0, Verdict::NoWin);
    // Taking the middle against a corner opening is the only draw.
    let state = after(&game, &["a1"]);
    let found = search.search(&state, Limit { depth: 8, ..Limit::default() });
    assert_eq!((found.value, game.move_text(found.best.unwrap())), (0, "b2".into()));
}

#[test]
fn a_fork_is_proved_and_found() {
    let game = game("tictactoe");
    // x: a1, c3; o: b2 would hold, but o took b1 and a2: x wins.
    let state = after(&game, &["a1", "b1", "c3", "a2"]);
    let (verdict, best) = DfPn::new(&game, 100_000).prove(&state);
    assert_eq!(verdict, Verdict::Win);
    assert!(best.is_some());
    let mut search = AlphaBeta::new(&game, Box::new(Blind), 14);
    let found = search.search(&state, Limit { depth: 6, ..Limit::default() });
    assert!(found.value > WIN - 10);
    let uct = Uct::new(&game, 1).search(&state, 2000);
    assert!(uct.rate > 0.8, "{uct:?}");
}

#[test]
fn othello_four_by_four_is_won_by_the_second_player() {
    let game = game("othello-4x4");
    let mut search = AlphaBeta::new(&game, Box::new(Blind), 18);
    let found = search.search(&game.start(), Limit { depth: 13, ..Limit::default() });
    assert!(found.value < -WIN / 2, "{found:?}");
    assert_eq!(DfPn::new(&game, 5_000_000).prove(&game.start()).0, Verdict::NoWin);
}

#[test]
fn orderings_change_the_work_and_not_the_value() {
    let game = game("hasami-6x6");
    let sizes = game.n_values();
    let patterns = material(&game);
    let state = after(&game, &["a6-a3", "c1-c4"]);
    let mut values = Vec::new();
    for ordering in [Ordering::History, Ordering::Patterns] {
        let mut search = AlphaBeta::new(&game, Box::new(Folded::new(&patterns, &sizes)), 16);
        search.ordering = ordering;
        values.push(search.search(&state, Limit { depth: 3, ..Limit::default() }).value);
    }
    assert_eq!(values[0], values[1]);
}

#[test]
fn a_player_ahead_does_not_walk_back_into_a_position_of_the_game() {
    let game = game("hasami-6x6");
    let mut search = AlphaBeta::new(&game, Box::new(Blind), 14);
    let before = after(&game, &["a6-a5", "a1-a2"]);
    let now = after(&game, &["a6-a5", "a1-a2", "a5-a6", "a2-a1"]);
    assert_eq!(now.hash, game.start().hash, "four moves led back to the start");
    // Noted positions are draws; here that is a6-a5, which comes to a position met before.
    let met = after(&game, &["a6-a5"]);
    search.begin_game();
    for state in [&game.start(), &met, &before] {
        search.note(state);
    }
    struct Glad;
    impl crate::eval::Evaluator for Glad {
        fn reset(&mut self, _: &[u8]) {}
        fn update(&mut self, _: &[crate::game::Change]) {}
        fn undo(&mut self) {}
        fn value(&mut self, side: usize) -> i32 {
            if side == 0 { 100 } else { -100 }
        }
    }
    search.evaluator = Box::new(Glad);
    let limit = Limit { depth: 1, ..Limit::default() };
    let found = search.search(&now, limit);
    assert_eq!(found.value, 100);
    assert_ne!(game.move_text(found.best.unwrap()), "a6-a5");
    // The other side, who stands worse, takes the draw.
    let behind = after(&game, &["a6-a4"]);
    let back = after(&game, &["a6-a4", "a1-a2"]);
    search.begin_game();
    search.note(&back);
    let found = search.search(&behind, limit);
    assert_eq!((found.value, game.move_text(found.best.unwrap())), (0, "a1-a2".into()));
    // Unless a draw would cost more than standing worse does.
    search.begin_game();
    search.note(&back);
    search.contempt = 200;
    let found = search.search(&behind, limit);
    assert_eq!(found.value, -100);
    assert_ne!(game.move_text(found.best.unwrap()), "a1-a2");
}

#[test]
fn limits_are_kept() {
    let game = game("othello");
    let mut search = AlphaBeta::new(&game, Box::new(Blind), 14);
    let found = search.search(&game.start(), Limit { nodes: 2_000, ..Limit::default() });
    assert!(found.nodes <= 2_001 && found.best.is_some());
}
