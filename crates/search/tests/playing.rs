//! The players find what a player must find, obey their budgets, and repeat themselves.

use aji_goban::{Color, Game, Komi, Move, Position, Rules, Size, diagram};
use aji_search::settings::Traversal;
use aji_search::{Budget, Candidate, Decision, Engine, Preset, Report, Settings};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

fn game(text: &str, to_move: Color) -> Game {
    let board = diagram::parse(text).unwrap().board;
    Game::from_position(Position::of(board, to_move), Rules::CHINESE, Komi::default())
}

fn search(settings: &Settings, game: &Game, n_playouts: u64) -> Report {
    let mut engine = Engine::new(settings.clone()).unwrap();
    engine.search(game, Budget::playouts(n_playouts), &AtomicBool::new(false), None)
}

/// A position with captures on both sides.
const RACE: &str = "
    . X X X X O O O .
    X X X X X O O O O
    X . X X X O O O O
    . X X X X O O O .
    O O O O O O O O O
    X X X X X X X X X
    X X X X X X X X X
    . X X X X X X X .
    X . X X X X . X X";

#[test]
fn a_stone_in_atari_that_decides_the_game_is_taken() {
    let text = "
        . X O X .
        X O O O X
        X X O X X
        . X O X .
        . X . X .";
    let game = game(text, Color::Black);
    let wanted = Move::Place(game.position().board().point("C1").unwrap());
    for preset in [Preset::Primitive, Preset::Uct, Preset::Default] {
        let report = search(&preset.settings(), &game, 2000);
        assert_eq!(report.best().unwrap().play, wanted, "{preset:?}");
    }
}

#[test]
fn the_same_seed_gives_the_same_tree() {
    let game = game(RACE, Color::Black);
    for preset in [Preset::Primitive, Preset::Uct] {
        let mut settings = preset.settings();
        settings.search.seed = 7;
        let visits = |settings: &Settings| -> Vec<_> {
            let report = search(settings, &game, 500);
            report.candidates.iter().map(|c| (c.play, c.visits)).collect()
        };
        assert_eq!(visits(&settings), visits(&settings));
    }
}

#[test]
fn exactly_the_budget_is_spent_whatever_the_threads() {
    let game = Game::new(Size::new(9).unwrap(), Rules::CHINESE, Komi::default());
    for threads in [1, 2, 4] {
        let mut settings = Preset::Uct.settings();
        settings.search.threads = threads;
        let report = search(&settings, &game, 777);
        let visits: u32 = report.candidates.iter().map(|c| c.visits).sum();
        assert_eq!((report.n_playouts, visits), (777, 777));
        assert_eq!(report.ownership.n_playouts(), 777);
    }
}

#[test]
fn time_is_kept_and_a_stop_is_obeyed() {
    let game = Game::new(Size::new(19).unwrap(), Rules::CHINESE, Komi::default());
    let mut settings = Preset::Default.settings();
    settings.search.early_stop = false;
    let mut engine = Engine::new(settings).unwrap();
    let start = Instant::now();
    let time = Duration::from_millis(100);
    engine.search(&game, Budget::time(time), &AtomicBool::new(false), None);
    assert!(start.elapsed() >= time);
    assert!(start.elapsed() < Duration::from_secs(5));
    let report = engine.search(&game, Budget::default(), &AtomicBool::new(true), None);
    assert_eq!(report.n_playouts, 0);
    assert!(report.best().is_some());
}

#[test]
fn progress_is_told_while_the_search_runs() {
    let game = Game::new(Size::new(9).unwrap(), Rules::CHINESE, Komi::default());
    let mut engine = Engine::new(Preset::Default.settings()).unwrap();
    let mut told = Vec::new();
    let mut tell = |report: &Report| told.push(report.n_playouts);
    let every = Duration::from_millis(20);
    let budget = Budget::time(Duration::from_millis(400));
    engine.search(&game, budget, &AtomicBool::new(false), Some((every, &mut tell)));
    assert!(told.len() >= 3, "{told:?}");
    assert!(told.is_sorted());
}

#[test]
fn a_full_tree_goes_on_with_playouts() {
    let game = Game::new(Size::new(9).unwrap(), Rules::CHINESE, Komi::default());
    let mut settings = Preset::Uct.settings();
    settings.search.memory_mb = 1;
    let report = search(&settings, &game, 5000);
    assert_eq!(report.n_playouts, 5000);
    assert!(report.n_nodes < 2000);
}

const FINISHED: &str = "
    . X X O .
    X X O O O
    . X O . O
    X X O O .
    . X O . O";

/// What is decided where a search found A1 and a pass, with so many visits and wins each.
fn decision(game: &Game, found: [(u32, f64); 2], change: fn(&mut Settings)) -> Decision {
    let mut settings = Preset::Uct.settings();
    let mut report = search(&settings, game, 10);
    let place = Move::Place(game.position().board().point("A1").unwrap());
    let plays = [place, Move::Pass].into_iter().zip(found);
    let candidate = |(play, (visits, wins))| Candidate::new(play, visits, report.to_move, wins);
    report.candidates = plays.map(candidate).collect();
    report.candidates.sort_by_key(|candidate| std::cmp::Reverse(candidate.visits));
    change(&mut settings);
    Engine::new(settings).unwrap().decide(game, &report)
}

/// White is to move and has more.
fn finished(answers_a_pass: bool) -> Game {
    let mut game = game(FINISHED, if answers_a_pass { Color::Black } else { Color::White });
    if answers_a_pass {
        game.play(Color::Black, Move::Pass).unwrap();
    }
    game
}

#[test]
fn a_pass_is_answered_by_a_pass_if_the_board_is_won() {
    let place = Decision::Play(Move::Place(finished(true).position().board().point("A1").unwrap()));
    let place_is_best = [(8, 0.9), (2, 0.8)];
    let asked = |answers, change| decision(&finished(answers), place_is_best, change);
    assert_eq!(asked(true, |_| ()), Decision::Play(Move::Pass));
    assert_eq!(asked(true, |s| s.choice.pass_when_won = false), place);
    assert_eq!(asked(false, |_| ()), place, "nobody passed");
}

/// The score of the board does not count, and a pass must win so often.
fn played_on(settings: &mut Settings, pass_from: f64) {
    (settings.choice.pass_when_won, settings.choice.pass_from) = (false, pass_from);
}

#[test]
fn a_pass_that_wins_too_seldom_is_not_played() {
    let place = Decision::Play(Move::Place(finished(true).position().board().point("A1").unwrap()));
    let pass_is_best = [(2, 0.5), (8, 0.6)];
    let asked = |answers, change| decision(&finished(answers), pass_is_best, change);
    assert_eq!(asked(false, |_| ()), Decision::Play(Move::Pass), "it is left to the search");
    assert_eq!(asked(false, |s| s.choice.pass_from = 0.5), place, "nobody passed");
    assert_eq!(asked(true, |s| played_on(s, 0.5)), Decision::Play(Move::Pass));
    assert_eq!(asked(true, |s| played_on(s, 0.7)), place);
}

#[test]
fn a_lost_game_is_resigned_but_not_in_the_opening() {
    let mut lost = game(FINISHED, Color::Black);
    lost.set_komi(Komi::from_half_points(1000));
    let mut engine = Engine::new(Preset::Uct.settings()).unwrap();
    let report = engine.search(&lost, Budget::playouts(100), &AtomicBool::new(false), None);
    assert!(matches!(engine.decide(&lost, &report), Decision::Play(_)));
    for _ in 0..8 {
        lost.play(Color::Black, Move::Pass).unwrap();
        lost.play(Color::White, Move::Pass).unwrap();
    }
    let report = engine.search(&lost, Budget::playouts(100), &AtomicBool::new(false), None);
    assert_eq!(engine.decide(&lost, &report), Decision::Resign);
    let goes_on = |change: fn(&mut Settings)| {
        let mut settings = Preset::Uct.settings();
        change(&mut settings);
        Engine::new(settings).unwrap().decide(&lost, &report) != Decision::Resign
    };
    assert!(goes_on(|s| s.choice.resign_below = 0.0));
    assert!(goes_on(|s| s.choice.resign_after_moves_per_line = 4));
    assert!(!goes_on(|s| s.choice.resign_after_moves_per_line = 1));
}

#[test]
fn superko_is_never_broken_at_the_root() {
    // Every legal move of a full search is legal by the game's own rules too.
    let mut engine = Engine::new(Preset::Uct.settings()).unwrap();
    let mut game = Game::new(Size::new(3).unwrap(), Rules::CGOS, Komi::default());
    while !game.is_over() && game.moves().len() < 200 {
        let report = engine.search(&game, Budget::playouts(60), &AtomicBool::new(false), None);
        for candidate in &report.candidates {
            let legal = candidate.play.point().is_none_or(|point| game.is_legal(point));
            assert!(legal, "{:?} in\n{}", candidate.play, game.position().board());
        }
        game.play(report.to_move, report.best().unwrap().play).unwrap();
    }
    assert!(game.is_over());
}

#[test]
fn dead_stones_are_found_at_the_end() {
    let game = game(
        "
        . X . X . O .
        X X X X O O O
        X . O X O . O
        X X X X O O O
        X . X X O . .
        . X X X O O O
        X X . X O O .",
        Color::Black,
    );
    let dead = Engine::new(Preset::Uct.settings()).unwrap().dead_stones(&game);
    let names: Vec<_> = dead.iter().map(|point| point.name(game.size()).to_string()).collect();
    assert_eq!(names, ["C5"]);
}

#[test]
fn settings_that_make_no_sense_are_refused() {
    let refused = |change: fn(&mut Settings)| {
        let mut settings = Settings::default();
        change(&mut settings);
        Engine::new(settings).unwrap_err().key
    };
    assert_eq!(refused(|s| s.search.exploration = f64::NAN), "search.exploration");
    assert_eq!(refused(|s| s.search.threads = 0), "search.threads");
    assert_eq!(refused(|s| s.search.widening_growth = 0.5), "search.widening_growth");
    assert_eq!(refused(|s| s.search.memory_mb = 0), "search.memory_mb");
    assert_eq!(refused(|s| s.search.virtual_loss = 0), "search.virtual_loss");
    let both: fn(&mut Settings) = |s| {
        s.search.traversal = Traversal::Dfuct;
        s.search.threads = 2;
    };
    assert_eq!(refused(both), "search.threads");
    assert_eq!(refused(|s| s.choice.pass_from = 1.0), "choice.pass_from");
    assert_eq!(refused(|s| s.budget.seconds = -1.0), "budget.seconds");
    assert_eq!(refused(|s| s.budget.seconds = 0.0), "budget.playouts");
    assert_eq!(refused(|s| s.choice.resign_below = 1.0), "choice.resign_below");
}
