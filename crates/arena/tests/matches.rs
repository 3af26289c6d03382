//! Whole matches: results, referee, duplicates, resumption, speed.

mod support;

use aji_arena::record::{Ending, GameRecord, Remark};
use aji_arena::referee::{Count, Referee};
use aji_arena::schedule::{Openings, Pairing};
use aji_arena::sgf;
use aji_arena::statistics::{Sequential, Verdict};
use aji_arena::store::{LinesStore, SqliteStore, Store};
use aji_arena::tournament::{self, Manner, Note, Progress, Watcher};
use aji_notation::sgf::Tree;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;
use support::{Folder, engine, play, schedule};

#[test]
fn a_match_of_random_players_is_counted_and_replays() {
    let (outcome, games) = play(&schedule(engine("--seed 5 --dead ''"), 6));
    assert_eq!(outcome.standing.games(), 6);
    for game in &games {
        assert!(matches!(game.ending, Ending::Counted { count: Count::Agreed { .. }, .. }));
        let replayed = game.replay().unwrap();
        assert!(replayed.is_over());
        assert_eq!(game.times.len(), game.moves.len());
    }
    let blacks: Vec<usize> = games.iter().map(|game| game.black.player).collect();
    assert_eq!(blacks, [0, 1, 0, 1, 0, 1]);
    let (_, again) = play(&schedule(engine("--seed 5 --dead ''"), 6));
    let moves = |games: &[GameRecord]| games.iter().map(|g| g.moves.clone()).collect::<Vec<_>>();
    assert_eq!(moves(&games), moves(&again), "the same seeds give the same games");
}

#[test]
fn two_games_at_a_time_give_the_same_games() {
    let schedule = schedule(engine("--seed 5 --dead ''"), 8);
    let (_, alone) = play(&schedule);
    let mut store = SqliteStore::in_memory().unwrap();
    let manner = Manner { parallel: 2, ..Manner::default() };
    let never = AtomicBool::new(false);
    tournament::run(&schedule, &manner, &mut store, &never, &mut ()).unwrap();
    let together = store.games(&schedule.id()).unwrap();
    let results = |games: &[GameRecord]| {
        games.iter().map(|game| (game.number, game.result.clone())).collect::<Vec<_>>()
    };
    assert_eq!(results(&alone), results(&together));
}

#[test]
fn resignations_and_long_games_end_as_they_should() {
    let (_, games) = play(&schedule(engine("--resign-after 3"), 1));
    assert_eq!((games[0].result.as_str(), games[0].reason.as_str()), ("W+R", "resigned"));
    assert_eq!(games[0].moves.len(), 6);
    let mut short = schedule(engine("--dead ''"), 1);
    short.conditions.max_moves = 9;
    let (_, games) = play(&short);
    assert_eq!((games[0].moves.len(), games[0].reason.as_str()), (9, "move_limit"));
}

#[test]
fn handicap_stones_and_openings_are_on_the_board_when_the_engines_begin() {
    let mut schedule = schedule(engine("--dead ''"), 2);
    schedule.conditions.handicap = 3;
    schedule.openings = Openings::Random(4);
    let (_, games) = play(&schedule);
    assert_eq!(games[0].moves[..4], games[1].moves[..4], "both games of a pair begin alike");
    for game in &games {
        assert_eq!((game.handicap, game.opening), (3, 4));
        assert_eq!(game.replay().unwrap().n_handicap(), 3);
        assert_eq!(game.reason, "counted");
    }
}

#[test]
fn what_the_engines_dispute_is_decided_by_a_third() {
    // One calls nothing dead, the other cannot say. The stand-in for GNU Go calls nothing dead.
    let mut schedule = schedule(engine("--pass-after 4"), 1);
    schedule.players[1] = engine("--pass-after 4 --dead ''");
    let fixture = schedule.fixtures()[0];
    let patience = schedule.conditions.patience;
    let start = |player: usize| {
        aji_arena::engine::Engine::start(&schedule.players[player], patience).unwrap()
    };
    let (mut black, mut white) = (start(0), start(1));
    let mut count = |judge| {
        let opponents = aji_arena::playing::Opponents { black: &mut black, white: &mut white };
        let mut referee = Referee::of(judge, patience);
        let played =
            aji_arena::playing::play(&schedule, &fixture, opponents, &mut referee, &|| false);
        match played.unwrap().unwrap().record.ending {
            Ending::Counted { count, .. } => count,
            other => panic!("{other:?}"),
        }
    };
    let decided = count(engine("--dead ''"));
    assert_eq!(decided, Count::Referee { dead: vec![], black: None, white: Some(vec![]) });
    let missing = aji_arena::engine::EngineSpec::parse("no-such-referee").unwrap();
    let Count::NoReferee { why, .. } = count(missing) else { panic!() };
    assert!(why.contains("cannot start \"no-such-referee\""), "{why}");
}

#[test]
fn resigned_games_are_played_out_by_the_referee_and_the_winner() {
    // Black gives up after two moves; the referee's player goes on for it until both pass.
    let mut schedule = schedule(engine("--resign-after 2"), 1);
    schedule.players[1] = engine("--dead ''");
    schedule.conditions.play_out_share = 1.0;
    let patience = schedule.conditions.patience;
    let start = |spec| aji_arena::engine::Engine::start(spec, patience).unwrap();
    let (mut black, mut white) = (start(&schedule.players[0]), start(&schedule.players[1]));
    let mut referee = Referee::of(engine("--dead ''"), patience);
    let opponents = aji_arena::playing::Opponents { black: &mut black, white: &mut white };
    let fixture = schedule.fixtures()[0];
    let played = aji_arena::playing::play(&schedule, &fixture, opponents, &mut referee, &|| false);
    let record = played.unwrap().unwrap().record;
    assert_eq!((record.result.as_str(), record.moves.len()), ("W+R", 4), "the record ends there");
    let [Remark::PlayedOut { was_right, result }] = &record.remarks[..] else {
        panic!("{:?}", record.remarks)
    };
    assert_eq!(*was_right, result.starts_with('W'), "{result}");
}

#[test]
fn repeated_games_are_found() {
    // The same opening line and players who pass at once: every pair repeats the first.
    let mut schedule = schedule(engine("--pass-after 0 --dead ''"), 4);
    schedule.players[1] = engine("--pass-after 0 --dead ''");
    schedule.openings = Openings::Lines(vec!["C3 D4 pass".into(), "E5 D4 pass".into()]);
    let (outcome, games) = play(&schedule);
    assert_eq!(outcome.standing.duplicates(), 2, "the second opening mirrors the first");
    assert_eq!(games[2].remarks, [Remark::Duplicate { of: 0 }]);
    assert_eq!(games[3].remarks, [Remark::Duplicate { of: 1 }]);
}

#[derive(Default)]
struct Notes(Vec<Note>, u64);

impl Watcher for Notes {
    fn note(&mut self, note: &Note) {
        self.0.push(note.clone());
    }

    fn finished(&mut self, _: &GameRecord, progress: &Progress<'_>) {
        self.1 += 1;
        assert!(progress.time_left().is_some());
    }
}

#[test]
fn a_stored_match_goes_on_and_never_replays_a_game() {
    let folder = Folder::new("resume");
    let schedule4 = schedule(engine("--dead ''"), 4);
    let never = AtomicBool::new(false);
    let run = |store: &mut dyn Store, games: u64| {
        let mut notes = Notes::default();
        let schedule = aji_arena::schedule::Schedule { games, ..schedule4.clone() };
        let manner = Manner::default();
        let outcome = tournament::run(&schedule, &manner, store, &never, &mut notes).unwrap();
        (outcome.standing.games(), outcome.n_played, notes)
    };
    let mut stores: [Box<dyn Store>; 2] = [
        Box::new(SqliteStore::open(&folder.file("a.db")).unwrap()),
        Box::new(LinesStore::open(&folder.file("a.jsonl")).unwrap()),
    ];
    for store in &mut stores {
        let (games, played, _) = run(store.as_mut(), 4);
        assert_eq!((games, played), (4, 4));
        let (games, played, notes) = run(store.as_mut(), 4);
        assert_eq!((games, played), (4, 0));
        assert_eq!(notes.0, [Note::Resumed(4)]);
        let (games, played, notes) = run(store.as_mut(), 7);
        assert_eq!((games, played, notes.1), (7, 3, 3));
    }
}

#[test]
fn a_cancelled_run_stops_between_moves() {
    let schedule = schedule(engine("--dead '' --pause 20"), 50);
    let cancel = AtomicBool::new(false);
    struct Stop<'a>(&'a AtomicBool);
    impl Watcher for Stop<'_> {
        fn finished(&mut self, _: &GameRecord, _: &Progress<'_>) {
            self.0.store(true, Ordering::Relaxed);
        }
    }
    let mut store = SqliteStore::in_memory().unwrap();
    let manner = Manner::default();
    let outcome =
        tournament::run(&schedule, &manner, &mut store, &cancel, &mut Stop(&cancel)).unwrap();
    assert!(outcome.is_cancelled && outcome.n_played <= 2);
}

#[test]
fn the_sequential_test_ends_a_match_whose_answer_is_plain() {
    let schedule = schedule(engine("--resign-after 1"), 400);
    let manner =
        Manner { sequential: Some(Sequential::new(0.0, 100.0).unwrap()), ..Manner::default() };
    let mut store = SqliteStore::in_memory().unwrap();
    let never = AtomicBool::new(false);
    let outcome = tournament::run(&schedule, &manner, &mut store, &never, &mut ()).unwrap();
    assert_eq!(outcome.verdict, Some(Verdict::AcceptNull));
    assert!(outcome.n_played < 100, "{} games", outcome.n_played);
}

#[test]
fn a_round_robin_rates_everybody() {
    let mut schedule = schedule(engine("--dead ''"), 4);
    schedule.players.push(engine("--resign-after 2"));
    schedule.pairing = Pairing::RoundRobin;
    let (outcome, games) = play(&schedule);
    assert_eq!(games.len(), 12);
    let ratings = outcome.standing.ratings(3, &[(0, 1000.0)]).unwrap();
    assert_eq!(ratings[0].elo, 1000.0);
    assert!(ratings[2].elo < ratings[0].elo && ratings[2].elo < ratings[1].elo);
}

#[test]
fn records_become_sgf_that_reads_back() {
    let (_, games) = play(&schedule(engine("--dead ''"), 1));
    let text = sgf::written(&games[0]);
    let (tree, warnings) = Tree::parse(text.as_bytes()).unwrap();
    assert!(warnings.is_empty(), "{warnings:?}");
    let (game, _) = tree.to_game(Default::default()).unwrap();
    assert_eq!(game.moves(), games[0].replay().unwrap().moves());
    assert_eq!(tree.root().line("RE").as_deref(), Some(games[0].result.as_str()));
    assert_eq!(tree.root().line("PB").as_deref(), Some("Test Engine"));
}

/// The requirement is 2,000 moves a second through one pair of pipes. The figure is printed; a busy machine
/// gets three attempts.
#[test]
fn two_thousand_moves_a_second_go_through_one_pair_of_pipes() {
    let best = (0..3)
        .map(|attempt| {
            let mut schedule = schedule(engine("--dead ''"), 20);
            schedule.seed = attempt;
            schedule.conditions.size = aji_goban::Size::new(9).unwrap();
            let start = Instant::now();
            let (_, games) = play(&schedule);
            let n_moves: usize = games.iter().map(|game| game.moves.len()).sum();
            n_moves as f64 / start.elapsed().as_secs_f64()
        })
        .fold(0.0, f64::max);
    assert!(best >= 2000.0, "{best:.0} moves a second");
}
