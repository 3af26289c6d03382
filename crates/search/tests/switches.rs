//! Every switch changes what the search does.

mod knowledge;

use aji_attention::{Attention, Coefficients, Goals, Method, Segmentation, Situation, View};
use aji_goban::{Color, Game, Komi, Move, Point, Rules, Size};
use aji_search::settings::{self, Best, PlayoutPolicy, PlayoutShape, Selection, Traversal};
use aji_search::{Budget, Decision, Engine, Preset, Report, Settings};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::AtomicBool;

fn point(game: &Game, name: &str) -> Move {
    Move::Place(game.position().board().point(name).unwrap())
}

/// A game on 9×9 with a fight.
fn middle_game() -> Game {
    let mut game = Game::new(Size::new(9).unwrap(), Rules::CHINESE, Komi::from_half_points(13));
    for (i, name) in "E5 C3 C5 E3 D3 D2 D4 C2 F3 F2 E2 E4".split(' ').enumerate() {
        let play = point(&game, name);
        game.play(Color::BOTH[i % 2], play).unwrap();
    }
    game
}

fn search(settings: &Settings, game: &Game, n_playouts: u64) -> (Engine, Report) {
    let mut engine = Engine::with_knowledge(settings.clone(), knowledge::by_hand()).unwrap();
    let report = engine.search(game, Budget::playouts(n_playouts), &AtomicBool::new(false), None);
    (engine, report)
}

fn search_to_play(settings: &Settings, game: &Game, n_playouts: u64) -> (Engine, Report) {
    let mut engine = Engine::with_knowledge(settings.clone(), knowledge::by_hand()).unwrap();
    let budget = Budget::playouts(n_playouts);
    let report = engine.search_to_play(game, budget, &AtomicBool::new(false));
    (engine, report)
}

/// What a search did, as far as it can be told.
fn trace(settings: &Settings) -> Vec<(Move, u32, u64)> {
    let (_, report) = search(settings, &middle_game(), 3000);
    report
        .candidates
        .iter()
        .map(|c| (c.play, c.visits, c.win_rate_for(Color::Black).to_bits()))
        .collect()
}

/// A setting, and a change of it.
type Change = (&'static str, fn(&mut Settings));

fn assert_each_changes(base: &Settings, changes: &[Change]) {
    let before = trace(base);
    assert_eq!(before, trace(base), "the same settings search alike");
    for (name, change) in changes {
        let mut settings = base.clone();
        change(&mut settings);
        assert_ne!(before, trace(&settings), "{name} changes nothing");
    }
}

/// Changes of `ray-thesis`.
const OF_THE_THESIS: &[Change] = &[
    ("search.traversal", |s| s.search.traversal = Traversal::Dfuct),
    ("search.selection", |s| s.search.selection = Selection::Ucb1),
    ("search.selection", |s| s.search.selection = Selection::Puct),
    ("search.exploration", |s| s.search.exploration = 0.5),
    ("search.first_play_urgency", |s| s.search.first_play_urgency = 0.6),
    ("search.expand_after", |s| s.search.expand_after = 5),
    ("search.prior", |s| s.search.prior = false),
    ("search.widening", |s| s.search.widening = false),
    ("search.widening_step", |s| s.search.widening_step = 10.0),
    ("search.widening_growth", |s| s.search.widening_growth = 1.4),
    ("search.bonus", |s| s.search.bonus = 0.0),
    ("search.bonus_visits", |s| s.search.bonus_visits = 100.0),
    ("search.ownership", |s| s.search.ownership = false),
    ("search.criticality", |s| s.search.criticality = false),
    ("search.rave", |s| s.search.rave = true),
    ("search.seed", |s| s.search.seed = 2),
    ("playout.policy", |s| s.playout.policy = PlayoutPolicy::Uniform),
    ("playout.policy", |s| s.playout.policy = PlayoutPolicy::Rules),
    // Strengths set by hand know 3×3 shapes only: the wider view changes what distances count.
    ("playout.shape", |s| s.playout.shape = PlayoutShape::ThreeByThree),
    ("playout.exponent", |s| s.playout.exponent = 0.5),
    ("playout.first_line", |s| s.playout.first_line = 0.2),
    ("playout.second_line", |s| s.playout.second_line = 0.2),
    ("playout.must_play", |s| s.playout.must_play = 5.0),
    ("playout.rescue", |s| s.playout.rescue = 10.0),
    ("playout.near_last", |s| s.playout.near_last = 10.0),
    ("playout.last_good_reply", |s| s.playout.last_good_reply = true),
    ("attention.focus", |s| s.attention.focus = 0.5),
    ("attention.features", |s| s.attention.features = true),
];

/// Changes of it with RAVE.
const OF_RAVE: &[Change] = &[
    ("search.rave_equivalence", |s| s.search.rave_equivalence = 100.0),
    ("search.rave_start", |s| s.search.rave_start = 30.0),
];

/// Changes of it with PUCT in place of widening.
const OF_PUCT: &[Change] = &[
    ("search.exploration", |s| s.search.exploration = 0.5),
    ("search.first_play_reduction", |s| s.search.first_play_reduction = 0.3),
    ("search.prior_exponent", |s| s.search.prior_exponent = 0.7),
    ("search.prior_floor", |s| s.search.prior_floor = 0.3),
    ("search.prior_slope", |s| s.search.prior_slope = 0.05),
    ("search.prior_visits", |s| s.search.prior_visits = 20.0),
    ("search.rave", |s| s.search.rave = true),
];

/// Changes of that where priors count as visits.
const OF_PRIOR_VISITS: &[Change] =
    &[("search.prior_from_lines", |s| s.search.prior_from_lines = 20)];

/// Changes of `uct` with playouts by rules.
const OF_RULES: &[Change] = &[
    ("playout.rules.capture", |s| s.playout.rules.capture = 0.1),
    ("playout.rules.save", |s| s.playout.rules.save = 0.1),
    ("playout.rules.nakade", |s| s.playout.rules.nakade = 0.0),
    ("playout.rules.shape", |s| s.playout.rules.shape = 0.0),
    ("playout.last_good_reply", |s| s.playout.last_good_reply = true),
];

/// Changes of `uct`, whose playouts are long.
const OF_UNIFORM: &[Change] = &[
    ("search.method", |s| (s.search.method, s.budget.playouts) = (settings::Method::Primitive, 20)),
    ("playout.max_moves_per_point", |s| s.playout.max_moves_per_point = 1),
    ("playout.last_good_reply", |s| s.playout.last_good_reply = true),
];

/// Changes of `ray-thesis` with a part of the priors given out by attention.
const OF_ATTENTION: &[Change] = &[("attention.from_visits", |s| s.attention.from_visits = 100)];

/// Settings that no change of a search's numbers shows, and the tests that show them, by where they stand.
const SHOWN_BY: &[(&str, &[Shown])] = &[
    (
        include_str!("switches.rs"),
        &[
            ("search.root_ladders", "a_hopeless_run_from_atari_is_shut_out_at_the_root"),
            (
                "search.dynamic_komi",
                "dynamic_komi_lets_playouts_tell_moves_apart_in_handicap_games",
            ),
            ("attention.second_opinion", FAR_MOVE),
            ("attention.veto_within", FAR_MOVE),
            ("choice.best", "the_best_move_is_a_choice"),
        ],
    ),
    (
        include_str!("tree_search.rs"),
        &[
            ("search.transpositions", "transpositions_share_nodes"),
            ("search.reuse", "what_was_found_is_kept_below_the_moves_played"),
            ("search.early_stop", "a_search_stops_when_the_best_move_cannot_change"),
            ("search.proofs", "a_line_that_ends_the_game_is_proven"),
            ("search.audit", "dfuct_selects_less_often_and_finds_the_same"),
            ("search.memory_mb", "a_full_tree_makes_room_and_the_search_goes_on"),
        ],
    ),
    (
        include_str!("playing.rs"),
        &[
            ("search.threads", "exactly_the_budget_is_spent_whatever_the_threads"),
            ("budget.playouts", "exactly_the_budget_is_spent_whatever_the_threads"),
            ("budget.seconds", "time_is_kept_and_a_stop_is_obeyed"),
            ("choice.resign_below", HOPELESS_GAME),
            ("choice.resign_after_moves_per_line", HOPELESS_GAME),
            ("choice.pass_when_won", "a_pass_is_answered_by_a_pass_if_the_board_is_won"),
            ("choice.pass_from", "a_pass_that_wins_too_seldom_is_not_played"),
        ],
    ),
    (
        include_str!("../src/path.rs"),
        &[("search.virtual_loss", "a_pending_playout_counts_as_losses")],
    ),
    (
        include_str!("../../app/src/gtp/tests.rs"),
        &[("search.ponder", "a_pondering_engine_thinks_in_its_opponents_time")],
    ),
    (
        include_str!("../../app/tests/strengths.rs"),
        &[
            ("search.weights", "weights_of_the_tree_are_those_that_are_named"),
            ("playout.gammas", "strengths_of_playouts_are_those_that_are_named"),
        ],
    ),
];

/// A setting, and the test that shows what it does.
type Shown = (&'static str, &'static str);

const FAR_MOVE: &str = "a_move_far_from_everything_attended_is_compared_with_an_attended_one";
const HOPELESS_GAME: &str = "a_lost_game_is_resigned_but_not_in_the_opening";

#[test]
fn every_setting_has_a_test_that_shows_what_it_does() {
    let tables =
        [OF_THE_THESIS, OF_RAVE, OF_PUCT, OF_PRIOR_VISITS, OF_RULES, OF_UNIFORM, OF_ATTENTION];
    let changed = tables.iter().flat_map(|table| table.iter().map(|(key, _)| key.to_string()));
    let mut shown: BTreeSet<String> = changed.collect();
    for (source, tests) in SHOWN_BY {
        for (key, test) in *tests {
            assert!(source.contains(&format!("fn {test}()")), "{key}: {test} is gone");
            shown.insert(key.to_string());
        }
    }
    assert_eq!(shown, keys(&toml::Table::try_from(Settings::default()).unwrap(), ""));
}

/// The full names of all settings in a table.
fn keys(table: &toml::Table, prefix: &str) -> BTreeSet<String> {
    let names = table.iter().flat_map(|(name, value)| match value {
        toml::Value::Table(inner) => keys(inner, &format!("{prefix}{name}.")),
        _ => BTreeSet::from([format!("{prefix}{name}")]),
    });
    names.collect()
}

#[test]
fn every_switch_changes_the_search() {
    let thesis = Preset::RayThesis.settings();
    assert_each_changes(&thesis, OF_THE_THESIS);
    let mut rave = thesis.clone();
    rave.search.rave = true;
    assert_each_changes(&rave, OF_RAVE);
    let mut puct = thesis.clone();
    puct.search.selection = Selection::Puct;
    puct.search.widening = false;
    assert_each_changes(&puct, OF_PUCT);
    puct.search.prior_visits = 20.0;
    assert_each_changes(&puct, OF_PRIOR_VISITS);
    let mut attentive = thesis;
    attentive.attention.focus = 0.5;
    assert_each_changes(&attentive, OF_ATTENTION);
    let mut plain = Preset::Uct.settings();
    assert_each_changes(&plain, OF_UNIFORM);
    plain.playout.policy = PlayoutPolicy::Rules;
    assert_each_changes(&plain, OF_RULES);
}

#[test]
fn virtual_losses_change_nothing_for_a_worker_alone() {
    let mut settings = Preset::RayThesis.settings();
    let before = trace(&settings);
    settings.search.virtual_loss = 7;
    assert_eq!(trace(&settings), before);
}

#[test]
fn a_hopeless_run_from_atari_is_shut_out_at_the_root() {
    // White's stone at D16 stands in a ladder; nothing breaks it.
    let mut game = Game::new(Size::MAX, Rules::CHINESE, Komi::from_half_points(13));
    for (color, name) in [
        (Color::White, "D16"),
        (Color::Black, "C16"),
        (Color::Black, "D17"),
        (Color::Black, "E15"),
        (Color::Black, "E17"),
        (Color::Black, "E16"),
    ] {
        let play = point(&game, name);
        game.play(color, play).unwrap();
    }
    game.set_to_move(Color::White);
    let run = point(&game, "D15");
    let visits = |root_ladders| {
        let mut settings = Preset::RayThesis.settings();
        settings.search.root_ladders = root_ladders;
        let (_, report) = search(&settings, &game, 400);
        report.candidates.iter().find(|c| c.play == run).map_or(0, |c| c.visits)
    };
    assert!(visits(false) > 0, "it is in atari: the first thing that comes to mind");
    assert_eq!(visits(true), 0);
}

#[test]
fn dynamic_komi_lets_playouts_tell_moves_apart_in_handicap_games() {
    let mut game = Game::new(Size::MAX, Rules::CHINESE, Komi::from_half_points(1));
    game.place_fixed_handicap(9).unwrap();
    game.set_komi(Komi::from_half_points(-120));
    let win_rate = |dynamic_komi| {
        let mut settings = Preset::RayPlain.settings();
        settings.search.dynamic_komi = dynamic_komi;
        let (_, analysis) = search(&settings, &game, 300);
        assert_eq!(analysis.shifted_komi, None);
        assert!(analysis.win_rate_for(Color::White) < 0.1, "who asks for analysis hears the truth");
        let (engine, report) = search_to_play(&settings, &game, 300);
        assert_ne!(engine.decide(&game, &report), Decision::Resign);
        assert_eq!(report.shifted_komi.is_some_and(|komi| komi > game.komi()), dynamic_komi);
        report.win_rate_for(Color::White)
    };
    let (plain, dynamic) = (win_rate(false), win_rate(true));
    assert!(plain < 0.1 && dynamic > 0.2, "{plain} {dynamic}");
    // An even game is counted as it is.
    let even = Game::new(Size::MAX, Rules::CHINESE, Komi::from_half_points(15));
    let mut settings = Preset::RayPlain.settings();
    settings.search.dynamic_komi = true;
    assert_eq!(search_to_play(&settings, &even, 50).1.shifted_komi, None);
}

#[test]
fn the_best_move_is_a_choice() {
    let (mut engine, report) = search(&Preset::RayThesis.settings(), &middle_game(), 500);
    let play_of = |decision| match decision {
        Decision::Play(play) => play,
        Decision::Resign => panic!("nobody resigns here"),
    };
    assert_eq!(play_of(engine.decide(&middle_game(), &report)), report.best().unwrap().play);
    let mut settings = Preset::RayThesis.settings();
    settings.choice.best = Best::VisitsAndValue;
    engine = Engine::new(settings).unwrap();
    let worth = |c: &aji_search::Candidate| f64::from(c.visits) * c.win_rate_for(report.to_move);
    let most = report.candidates.iter().map(worth).fold(0.0, f64::max);
    let chosen = play_of(engine.decide(&middle_game(), &report));
    let chosen = report.candidates.iter().find(|c| c.play == chosen).unwrap();
    assert_eq!(worth(chosen), most);
}

#[test]
fn whoever_gives_handicap_does_not_resign_before_the_board_is_settled() {
    let mut game = Game::new(Size::new(9).unwrap(), Rules::CHINESE, Komi::from_half_points(1));
    game.place_fixed_handicap(5).unwrap();
    // White hardly gets anywhere: every move of either side is one line further up, left to right.
    while game.moves().len() < 27 || game.position().to_move() == Color::Black {
        let color = game.position().to_move();
        let free = game.size().points().find(|&point| game.is_legal(point)).unwrap();
        game.play(color, Move::Place(free)).unwrap();
    }
    let decision = |game: &Game| {
        let (engine, report) = search_to_play(&Preset::RayPlain.settings(), game, 300);
        engine.decide(game, &report)
    };
    assert_ne!(decision(&game), Decision::Resign);
    // The same moves after stones that nobody gave.
    let first = game.first_position().clone();
    let mut even = Game::from_position(first, *game.rules(), game.komi());
    for &(color, play) in game.moves() {
        even.play(color, play).unwrap();
    }
    assert_eq!(decision(&even), Decision::Resign);
}

/// A fight in one corner of 13×13 and an empty board elsewhere.
fn corner_fight() -> Game {
    let mut game = Game::new(Size::new(13).unwrap(), Rules::CHINESE, Komi::from_half_points(13));
    for (i, name) in "C3 D3 C4 D4 C5 D5 K10 C6 B6 C7".split(' ').enumerate() {
        let play = point(&game, name);
        game.play(Color::BOTH[i % 2], play).unwrap();
    }
    game
}

#[test]
fn attention_is_off_unless_it_is_asked() {
    for (name, preset) in Preset::NAMED {
        assert!(!preset.settings().attention.is_on(), "{name}");
    }
}

#[test]
fn attention_looks_at_the_root_once_and_deeper_if_it_is_told() {
    let n_attended = |from_visits, reuse| {
        let mut settings = Preset::RayThesis.settings();
        settings.search.reuse = reuse;
        settings.attention.focus = 0.2;
        settings.attention.from_visits = from_visits;
        let (mut engine, first) = search(&settings, &middle_game(), 1000);
        let stop = AtomicBool::new(false);
        let again = engine.search(&middle_game(), Budget::playouts(500), &stop, None);
        (first.effort.n_attended, again.effort.n_attended)
    };
    assert_eq!(n_attended(0, false), (1, 1));
    assert_eq!(n_attended(0, true), (1, 0), "the tree that was kept has been looked at");
    let (seldom, often) = (n_attended(100, false).0, n_attended(30, false).0);
    assert!(1 < seldom && seldom < often, "{seldom} {often}");
}

#[test]
fn focus_gives_a_part_of_the_roots_priors_out_where_attention_points() {
    let game = corner_fight();
    let mut position = game.position().clone();
    let segmentation = Segmentation::of(Default::default(), &mut position);
    let situation = Situation::of(&segmentation, &position, game.komi(), None);
    let goals = Goals::default().next(&segmentation, &situation);
    let view = View {
        segmentation: &segmentation,
        situation: &situation,
        goals: &goals,
        statistics: None,
    };
    let coefficients = Coefficients::shipped(Method::All, game.size()).unwrap();
    let attention = Attention::of(&view, &coefficients);
    let priors = |focus| -> BTreeMap<Point, f64> {
        let mut settings = Preset::RayThesis.settings();
        settings.attention.focus = focus;
        let (_, report) = search(&settings, &game, 50);
        let priors = report.candidates.iter().filter_map(|c| Some((c.play.point()?, c.prior)));
        priors.collect()
    };
    let (plain, mixed) = (priors(0.0), priors(0.25));
    // What was thought nothing of stays out of it.
    let judged = || plain.iter().filter(|(_, prior)| **prior > 0.0);
    let weights: f64 = judged().map(|(&point, _)| f64::from(attention.weight(point))).sum();
    let all: f64 = judged().map(|(_, prior)| prior).sum();
    let mut n_changed = 0;
    for (point, prior) in judged() {
        let attended = f64::from(attention.weight(*point)) / weights * all;
        let wanted = 0.75 * prior + 0.25 * attended;
        assert!((mixed[point] - wanted).abs() < 1e-5, "{} not {wanted}", mixed[point]);
        n_changed += usize::from((wanted - prior).abs() > 1e-3);
    }
    assert!(n_changed > 10, "{n_changed}");
}

#[test]
fn a_move_far_from_everything_attended_is_compared_with_an_attended_one() {
    let game = corner_fight();
    let (mut n_doubted, mut n_vetoed) = (0, 0);
    for seed in 0..6 {
        let mut settings = Preset::Uct.settings();
        settings.search.seed = seed;
        let (_, plain) = search(&settings, &game, 1500);
        assert_eq!(plain.second_opinion, None);
        settings.attention.second_opinion = 0.3;
        let (engine, report) = search(&settings, &game, 1500);
        let Some(opinion) = report.second_opinion else { continue };
        n_doubted += 1;
        n_vetoed += usize::from(opinion.is_vetoed);
        // The leader is looked at every 16 playouts, from the time on when 450 or fewer are left.
        let n = opinion.n_playouts;
        assert!(n > 0 && n <= 450 && (1500 - n).is_multiple_of(16), "{n}");
        let find = |report: &Report, play| {
            report.candidates.iter().find(|c| c.play == play).unwrap().clone()
        };
        let [doubted, rival] = [opinion.doubted, opinion.rival].map(|play| find(&report, play));
        let half = opinion.n_playouts as u32 / 2;
        assert!(doubted.visits >= half && rival.visits >= half, "each got half of them");
        let wins = |c: &aji_search::Candidate| c.win_rate_for(report.to_move);
        assert_eq!(opinion.is_vetoed, wins(&rival) + 0.01 >= wins(&doubted));
        let chosen = if opinion.is_vetoed { opinion.rival } else { opinion.doubted };
        assert_eq!(report.best().unwrap().play, chosen);
        assert_eq!(engine.decide(&game, &report), Decision::Play(chosen));
        // A veto holds whatever makes a move the best one, and not without a reason.
        let mut strict = settings.clone();
        strict.attention.veto_within = 1.0;
        strict.choice.best = Best::VisitsAndValue;
        let (engine, report) = search(&strict, &game, 1500);
        assert_eq!(engine.decide(&game, &report), Decision::Play(opinion.rival));
    }
    assert!(n_doubted > 0 && n_vetoed < 6, "{n_doubted} doubted, {n_vetoed} vetoed");
}

#[test]
fn settings_of_attention_that_make_no_sense_are_refused() {
    let refused = |change: fn(&mut Settings)| {
        let mut settings = Preset::RayThesis.settings();
        change(&mut settings);
        Engine::new(settings).unwrap_err().key
    };
    assert_eq!(refused(|s| s.attention.focus = 1.5), "attention.focus");
    assert_eq!(refused(|s| s.attention.veto_within = f64::NAN), "attention.veto_within");
    let deep = |s: &mut Settings| {
        s.search.traversal = Traversal::Dfuct;
        s.attention.second_opinion = 0.2;
    };
    assert_eq!(refused(deep), "attention.second_opinion");
}
