//! Schedules are the same whenever they are made.

use super::*;

fn schedule(n_players: usize, pairing: Pairing, games: u64) -> Schedule {
    let conditions = Conditions::new(Size::new(9).unwrap(), "6.5".parse().unwrap());
    let player = |i: usize| EngineSpec::parse(&format!("engine-{i}")).unwrap();
    let mut schedule = Schedule::pair(player(0), player(1), games, conditions);
    schedule.players = (0..n_players).map(player).collect();
    schedule.pairing = pairing;
    schedule
}

#[test]
fn colors_change_with_every_game_of_a_pair() {
    let fixtures = schedule(2, Pairing::Gauntlet, 5).fixtures();
    let blacks: Vec<usize> = fixtures.iter().map(|f| f.black).collect();
    assert_eq!(blacks, [0, 1, 0, 1, 0]);
    let pairs: Vec<u64> = fixtures.iter().map(|f| f.pair).collect();
    assert_eq!(pairs, [0, 0, 1, 1, 2]);
    for (colors, black) in [(Colors::Black, 0), (Colors::White, 1)] {
        let kept = Schedule { colors, ..schedule(2, Pairing::Gauntlet, 5) };
        assert!(kept.fixtures().iter().all(|f| f.black == black && f.white == 1 - black));
    }
}

#[test]
fn a_gauntlet_and_a_round_robin_pair_whom_they_should() {
    assert_eq!(schedule(4, Pairing::Gauntlet, 1).pairings(), [(0, 1), (0, 2), (0, 3)]);
    assert_eq!(schedule(4, Pairing::RoundRobin, 1).pairings().len(), 6);
    let fixtures = schedule(3, Pairing::RoundRobin, 4).fixtures();
    assert_eq!(fixtures.len(), 12);
    for player in 0..3 {
        let blacks = fixtures.iter().filter(|f| f.black == player).count();
        let whites = fixtures.iter().filter(|f| f.white == player).count();
        assert_eq!((blacks, whites), (4, 4), "player {player} has each color equally often");
    }
}

#[test]
fn more_games_keep_the_numbers_of_those_before() {
    for pairing in [Pairing::Gauntlet, Pairing::RoundRobin] {
        let few = schedule(3, pairing, 3).fixtures();
        let many = schedule(3, pairing, 8).fixtures();
        assert!(few.iter().all(|fixture| many.contains(fixture)));
        let numbers: std::collections::HashSet<u64> = many.iter().map(|f| f.number).collect();
        assert_eq!(numbers.len(), many.len());
    }
}

#[test]
fn a_match_is_named_by_everything_but_the_number_of_games() {
    let id = schedule(2, Pairing::Gauntlet, 10).id();
    assert_eq!(id, schedule(2, Pairing::Gauntlet, 99).id());
    let mut other = schedule(2, Pairing::Gauntlet, 10);
    other.conditions.komi = "7".parse().unwrap();
    assert_ne!(id, other.id());
    let mut other = schedule(2, Pairing::Gauntlet, 10);
    other.players[1].setup = vec!["level 1".into()];
    assert_ne!(id, other.id());
    let other = Schedule { seed: 2, ..schedule(2, Pairing::Gauntlet, 10) };
    assert_ne!(id, other.id());
}

#[test]
fn both_games_of_a_pair_begin_alike_and_with_every_opponent() {
    let mut schedule = schedule(3, Pairing::Gauntlet, 4);
    schedule.openings = Openings::Random(5);
    let fixtures = schedule.fixtures();
    let begun: Vec<_> =
        fixtures.iter().map(|f| schedule.begun(f).unwrap().moves().to_vec()).collect();
    assert!(begun[..4].iter().all(|moves| *moves == begun[0]), "one round, one opening");
    assert_ne!(begun[0], begun[4]);
}

#[test]
fn impossible_schedules_are_refused() {
    assert_eq!(schedule(1, Pairing::Gauntlet, 2).check(), Err(ScheduleError::TooFewPlayers));
    let mut large = schedule(2, Pairing::Gauntlet, 2);
    large.conditions.handicap = 10;
    assert!(large.check().is_err());
    large.conditions.handicap = 4;
    assert_eq!(large.check(), Ok(()));
    let fixture = large.fixtures()[0];
    assert_eq!(large.begun(&fixture).unwrap().n_handicap(), 4);
}

#[test]
fn two_games_of_two_threads_are_too_much_for_three_cores() {
    let load = Load { games: 2, threads: 2, cores: 3 };
    assert!(load.is_too_much());
    assert!(!Load { cores: 4, ..load }.is_too_much());
    assert_eq!(load.to_string(), "2 games at a time × 2 threads on 3 cores");
}
