//! What the tree search promises: it obeys superko, remembers, stays within its memory, gives back what it borrowed,
//! and walks depth-first to the same end.

use aji_goban::{Color, Game, Komi, Move, Position, Rules, Size, diagram};
use aji_search::settings::{Selection, Traversal};
use aji_search::tree::Proof;
use aji_search::{Budget, Decision, Engine, Preset, Report, Settings};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

fn empty_game(lines: u64, rules: Rules) -> Game {
    Game::new(Size::new(lines).unwrap(), rules, Komi::from_half_points(15))
}

fn search(settings: &Settings, game: &Game, n_playouts: u64) -> Report {
    let mut engine = Engine::new(settings.clone()).unwrap();
    engine.search(game, Budget::playouts(n_playouts), &AtomicBool::new(false), None)
}

fn visits(report: &Report) -> Vec<(Move, u32)> {
    report.candidates.iter().map(|candidate| (candidate.play, candidate.visits)).collect()
}

/// Black takes White's chain at C1, or loses.
fn capture_that_decides() -> Game {
    let text = "
        . X O X .
        X O O O X
        X X O X X
        . X O X .
        . X . X .";
    let board = diagram::parse(text).unwrap().board;
    Game::from_position(Position::of(board, Color::Black), Rules::CHINESE, Komi::default())
}

#[test]
fn where_the_total_does_not_matter_dfuct_visits_exactly_what_uct_visits() {
    let mut settings = Preset::Uct.settings();
    settings.search.exploration = 0.0;
    for lines in [5, 9] {
        let game = empty_game(lines, Rules::CHINESE);
        let uct = search(&settings, &game, 3000);
        settings.search.traversal = Traversal::Dfuct;
        let dfuct = search(&settings, &game, 3000);
        assert_eq!(visits(&uct), visits(&dfuct));
        assert_eq!(uct.n_nodes, dfuct.n_nodes);
        assert!(dfuct.effort.n_selections < uct.effort.n_selections);
        settings.search.traversal = Traversal::Uct;
    }
}

#[test]
fn dfuct_selects_less_often_and_finds_the_same() {
    let game = capture_that_decides();
    let wanted = game.position().board().point("C1").unwrap();
    for preset in [Preset::Uct, Preset::RayPlain, Preset::RayThesis] {
        let mut settings = preset.settings();
        settings.search.traversal = Traversal::Dfuct;
        settings.search.audit = true;
        let report = search(&settings, &game, 2000);
        assert_eq!(report.best().unwrap().play, Move::Place(wanted), "{preset:?}");
        assert_eq!(visits(&report).iter().map(|(_, n)| n).sum::<u32>(), 2000);
        let uct = search(&preset.settings(), &game, 2000);
        assert!(report.effort.n_selections < uct.effort.n_selections, "{preset:?}");
        assert!(report.effort.n_third < report.effort.n_compared);
        assert!(report.effort.in_playouts > Duration::ZERO);
    }
}

#[test]
fn rave_spares_no_visits_for_a_pass_on_an_empty_board() {
    let report = search(&Preset::Rave.settings(), &empty_game(9, Rules::CHINESE), 1000);
    let n_passes = visits(&report).iter().find(|(play, _)| *play == Move::Pass).unwrap().1;
    // Judged by its own visits alone, as if RAVE knew nothing of it, it took 43.
    assert!(n_passes <= 10, "{n_passes}");
}

#[test]
fn an_illegal_repetition_is_never_played() {
    for rules in [Rules::TROMP_TAYLOR, Rules::CHINESE, Rules::AGA] {
        for (seed, preset) in
            [Preset::Uct, Preset::RayThesis, Preset::Default].into_iter().enumerate()
        {
            let mut settings = preset.settings();
            settings.search.seed = seed as u64;
            settings.search.transpositions = true;
            settings.search.reuse = true;
            settings.choice.resign_below = 0.0;
            let mut engine = Engine::new(settings).unwrap();
            // Small boards are full of kos.
            let mut game = Game::new(Size::new(3).unwrap(), rules, Komi::from_half_points(1));
            for _ in 0..60 {
                let report =
                    engine.search(&game, Budget::playouts(120), &AtomicBool::new(false), None);
                let Decision::Play(play) = engine.decide(&game, &report) else { break };
                game.play(report.to_move, play).expect("the engine plays by the rules");
                if game.is_over() {
                    break;
                }
            }
        }
    }
}

#[test]
fn what_was_found_is_kept_below_the_moves_played() {
    let mut settings = Preset::Uct.settings();
    settings.search.reuse = true;
    settings.search.exploration = 0.2;
    let mut engine = Engine::new(settings).unwrap();
    let mut game = empty_game(9, Rules::CHINESE);
    let stop = AtomicBool::new(false);
    let report = engine.search(&game, Budget::playouts(4000), &stop, None);
    let line = report.best().unwrap().variation.clone();
    let mut color = Color::Black;
    for &play in &line[..2] {
        game.play(color, play).unwrap();
        color = color.opponent();
    }
    let report = engine.search(&game, Budget::playouts(100), &stop, None);
    let n_visits: u32 = visits(&report).iter().map(|(_, n)| n).sum();
    assert!(n_visits > 100 + 10, "{n_visits}");
    // Another game has nothing to do with it.
    let report = engine.search(&empty_game(9, Rules::JAPANESE), Budget::playouts(100), &stop, None);
    assert_eq!(visits(&report).iter().map(|(_, n)| n).sum::<u32>(), 100);
}

#[test]
fn a_full_tree_makes_room_and_the_search_goes_on() {
    for threads in [1, 2] {
        let mut settings = Preset::Uct.settings();
        settings.search.memory_mb = 1;
        settings.search.threads = threads;
        let report = search(&settings, &empty_game(9, Rules::CHINESE), 20_000);
        assert_eq!(report.n_playouts, 20_000);
        assert_eq!(visits(&report).iter().map(|(_, n)| n).sum::<u32>(), 20_000);
        assert!(report.n_nodes > 50 && report.n_nodes < 2000, "{}", report.n_nodes);
    }
}

#[test]
fn transpositions_share_nodes() {
    let mut settings = Preset::Uct.settings();
    let game = empty_game(3, Rules::CHINESE);
    assert_eq!(search(&settings, &game, 5000).effort.n_joined, 0);
    settings.search.transpositions = true;
    let together = search(&settings, &game, 5000);
    assert!(together.effort.n_joined > 50, "{}", together.effort.n_joined);
    assert_eq!(visits(&together).iter().map(|(_, n)| n).sum::<u32>(), 5000);
}

#[test]
fn a_search_stops_when_the_best_move_cannot_change() {
    let game = capture_that_decides();
    let mut settings = Preset::Uct.settings();
    settings.search.selection = Selection::Ucb1Tuned;
    let whole = search(&settings, &game, 20_000);
    settings.search.early_stop = true;
    let short = search(&settings, &game, 20_000);
    assert!(short.n_playouts < whole.n_playouts * 3 / 4, "{}", short.n_playouts);
    assert_eq!(short.best().unwrap().play, whole.best().unwrap().play);
}

#[test]
fn a_line_that_ends_the_game_is_proven() {
    // All is settled, and Black is ahead: to pass after a pass wins for certain.
    let text = "
        . X X O .
        X X O O O
        . X X O .
        X X X O O
        . X X O .";
    let board = diagram::parse(text).unwrap().board;
    let first = Position::of(board, Color::White);
    let mut game = Game::from_position(first, Rules::CHINESE, Komi::from_half_points(1));
    game.play(Color::White, Move::Pass).unwrap();
    let mut settings = Preset::Uct.settings();
    settings.search.proofs = true;
    let report = search(&settings, &game, 500);
    let pass = report.candidates.iter().find(|candidate| candidate.play == Move::Pass).unwrap();
    assert_eq!(pass.proof, Some(Proof::Win));
    let engine = Engine::new(settings).unwrap();
    assert_eq!(engine.decide(&game, &report), Decision::Play(Move::Pass));
}
