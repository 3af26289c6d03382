//! The strengths that come out are the right ones.

use super::literal::{Coefficients, coefficients, update};
use super::*;
use crate::contest::Contests;
use crate::fingerprint::Fingerprint;
use crate::random::Random;
use crate::simulation::World;

fn world() -> (Groups, World) {
    let groups = Groups::new([0..12, 12..20, 20..21, 21..25]).unwrap();
    let world = World::new(groups.clone(), 1.0, 0.0, 3);
    (groups, world)
}

fn exactly(order: Order) -> Settings {
    Settings { order, tolerance: 1e-11, max_iterations: 2000, ..Settings::default() }
}

fn go(_: &State) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

fn solve(evidence: &dyn Evidence, groups: &Groups, settings: &Settings) -> State {
    let mut state = State::new(groups.n_features());
    run(evidence, groups, settings, &mut state, go).unwrap();
    state
}

/// 1-2 wins against 2-3-5 and 1-3-4-5, the example of equation (2).
fn example() -> Contests {
    let mut contests = Contests::default();
    contests.team(&[1, 2]);
    contests.team(&[2, 3, 5]);
    contests.team(&[1, 3, 4, 5]);
    contests.close(0, 0, 0).unwrap();
    contests
}

#[test]
fn the_coefficients_of_equation_2_are_those_of_the_thesis() {
    let gammas = [1.0, 2.0, 3.0, 5.0, 7.0, 11.0];
    let [_, g1, g2, g3, g4, g5] = gammas;
    let contests = example();
    let contest = contests.contest(0);
    let of = |feature| coefficients(contest, &gammas, feature);
    let expected = Coefficients { a: g2, b: 0.0, c: g2 + g3 * g4 * g5, d: g2 * g3 * g5 };
    assert_eq!(of(1), expected);
    assert_eq!((of(2).a, of(3).a, of(4).a, of(5).a), (g1, 0.0, 0.0, 0.0));
    assert_eq!(of(4).b, g1 * g2);
    let probability = g1 * g2 / (g1 * g2 + g2 * g3 * g5 + g1 * g3 * g4 * g5);
    for feature in 1..6 {
        let p = of(feature).probability(gammas[feature as usize]);
        assert!((p - probability).abs() < 1e-15, "feature {feature}: {p}");
    }
    let tally = Flat(&contests).tally(&gammas, 0..6, NonZero::<usize>::MIN).unwrap();
    assert!((tally.log_likelihood - probability.ln()).abs() < 1e-12);
}

#[test]
fn one_update_is_wins_over_the_sum_of_teammates_over_totals() {
    let (groups, world) = world();
    let contests = world.play(20, 10, 6, 1);
    let settings =
        Settings { prior_wins: 0.0, prior_losses: 0.0, max_iterations: 1, ..Settings::default() };
    let gammas: Vec<f64> = world.log_gammas().iter().map(|&log| exp(f64::from(log))).collect();
    let mut state = State::from_gammas(gammas.clone());
    let stop = |_: &State| ControlFlow::Break(());
    run(&Flat(&contests), &groups, &settings, &mut state, stop).unwrap();
    for feature in groups.group(0) {
        let expected = update(contests.iter(), &gammas, feature);
        let found = state.gammas[feature as usize];
        assert!(
            (found - expected).abs() < 1e-9 * expected,
            "{feature}: {found}, literally {expected}"
        );
    }
    assert_eq!(state.gammas[12..], gammas[12..], "the other groups wait for their pass");
}

#[test]
fn known_strengths_are_recovered_from_simulated_contests() {
    let (groups, world) = world();
    let contests = world.play(1000, 30, 8, 1);
    let evidence = Interned::from_corpus(&contests).unwrap();
    let state = solve(&evidence, &groups, &Settings { tolerance: 1e-8, ..Settings::default() });
    for group in (0..groups.len()).map(|group| groups.group(group)) {
        // Only differences within a group matter: every team has one member of each.
        let error =
            |id: u32| ln(state.gammas[id as usize]) - f64::from(world.log_gammas()[id as usize]);
        let mean = group.clone().map(error).sum::<f64>() / group.len() as f64;
        for id in group {
            assert!((error(id) - mean).abs() < 0.08, "feature {id} is off by {}", error(id) - mean);
        }
    }
}

#[test]
fn the_likelihood_never_falls() {
    let (groups, world) = world();
    let contests = world.play(40, 10, 6, 2);
    for order in [Order::GroupByGroup, Order::Together] {
        let state = solve(&Flat(&contests), &groups, &exactly(order));
        assert!(state.likelihoods.len() > 5);
        for pair in state.likelihoods.windows(2) {
            let slack = 1e-9 * pair[0].with_prior.abs();
            assert!(pair[1].with_prior >= pair[0].with_prior - slack, "{order:?}: {pair:?}");
        }
    }
}

/// What is maximized, written without any of the code under test.
fn objective(contests: &Contests, logs: &[f64]) -> f64 {
    let of_team = |team: &[u32]| team.iter().map(|&id| logs[id as usize]).sum::<f64>().exp();
    let of_contest =
        |c: crate::Contest<'_>| (of_team(c.winner()) / c.teams().map(of_team).sum::<f64>()).ln();
    let prior = |log: &f64| log - 2.0 * (1.0 + log.exp()).ln();
    contests.iter().map(of_contest).sum::<f64>() + logs.iter().map(prior).sum::<f64>()
}

/// Tries smaller and smaller steps in every direction until none helps.
fn by_brute_force(contests: &Contests, n: usize) -> Vec<f64> {
    let mut logs = vec![0.0; n];
    let (mut best, mut step) = (objective(contests, &logs), 1.0);
    while step > 1e-7 {
        let mut improved = false;
        for (id, change) in (0..n).flat_map(|id| [(id, step), (id, -step)]) {
            logs[id] += change;
            let value = objective(contests, &logs);
            if value > best {
                (best, improved) = (value, true);
            } else {
                logs[id] -= change;
            }
        }
        if !improved {
            step /= 2.0;
        }
    }
    logs
}

#[test]
fn it_agrees_with_brute_force_on_small_cases() {
    for seed in 0..4 {
        let groups = Groups::new([0..3, 3..5, 5..6]).unwrap();
        let mut random = Random::new(seed);
        let mut contests = Contests::default();
        for game in 0..15 {
            for _ in 0..3 {
                let mut team = vec![random.below(3) as u32, 3 + random.below(2) as u32, 5];
                team.truncate(1 + random.below(3));
                contests.team(&team);
            }
            contests.close(random.below(3), game, 0).unwrap();
        }
        let expected = by_brute_force(&contests, 6);
        for order in [Order::GroupByGroup, Order::Together] {
            let state = solve(&Flat(&contests), &groups, &exactly(order));
            for (id, (gamma, log)) in state.gammas.iter().zip(&expected).enumerate() {
                assert!(
                    (ln(*gamma) - log).abs() < 1e-3,
                    "{order:?}, {seed}, {id}: {} {log}",
                    ln(*gamma)
                );
            }
        }
    }
}

#[test]
fn interned_teams_give_the_same_strengths() {
    let (groups, world) = world();
    let contests = world.play(50, 20, 9, 4);
    let interned = Interned::from_corpus(&contests).unwrap();
    assert_eq!(interned.n_contests(), 1000);
    assert!(interned.n_teams() <= 12 * 8 * 4);
    assert!(interned.n_bytes() < contests.n_bytes());
    let settings = exactly(Order::GroupByGroup);
    assert_eq!(
        Flat(&contests).survey(&groups, settings.threads).unwrap(),
        interned.survey(&groups, settings.threads).unwrap()
    );
    let flat = solve(&Flat(&contests), &groups, &settings);
    let quick = solve(&interned, &groups, &settings);
    for (a, b) in flat.gammas.iter().zip(&quick.gammas) {
        assert!((a - b).abs() < 1e-6 * a, "{a} {b}");
    }
}

#[test]
fn a_team_that_stands_hundreds_of_times_in_one_contest_counts_each_time() {
    let mut contests = Contests::default();
    for game in 0..4 {
        (0..700).for_each(|_| contests.team(&[0]));
        contests.team(&[1]);
        contests.close(if game == 0 { 0 } else { 700 }, game, 0).unwrap();
    }
    let (groups, settings) = (Groups::new(std::iter::once(0..2)).unwrap(), exactly(Order::GroupByGroup));
    let flat = solve(&Flat(&contests), &groups, &settings);
    let quick = solve(&Interned::from_corpus(&contests).unwrap(), &groups, &settings);
    assert!(flat.gammas[1] > 50.0 * flat.gammas[0]);
    for (a, b) in flat.gammas.iter().zip(&quick.gammas) {
        assert!((a - b).abs() < 1e-6 * a, "{a} {b}");
    }
}

#[test]
fn threads_change_nothing_but_the_last_bits_and_never_by_chance() {
    let (groups, world) = world();
    let contests = world.play(300, 12, 6, 5);
    let with = |threads| Settings {
        threads: NonZero::new(threads).unwrap(),
        max_iterations: 10,
        ..Settings::default()
    };
    let one = solve(&Flat(&contests), &groups, &with(1));
    let three = solve(&Flat(&contests), &groups, &with(3));
    assert_eq!(three, solve(&Flat(&contests), &groups, &with(3)));
    for (a, b) in one.gammas.iter().zip(&three.gammas) {
        assert!((a - b).abs() < 1e-9 * a);
    }
    let interned = Interned::from_corpus(&contests).unwrap();
    assert_eq!(solve(&interned, &groups, &with(2)), solve(&interned, &groups, &with(2)));
}

#[test]
fn a_run_stopped_after_any_pass_ends_up_with_the_same_bits() {
    let (groups, world) = world();
    let contests = world.play(30, 10, 5, 6);
    let path = std::env::temp_dir().join(format!("aji-ranking-mm-{}", std::process::id()));
    for order in [Order::GroupByGroup, Order::Together] {
        let settings = Settings { max_iterations: 6, ..exactly(order) };
        let whole = solve(&Flat(&contests), &groups, &settings);
        for passes in [1, 2, 3, 5] {
            let (mut state, mut left) = (State::new(groups.n_features()), passes);
            let stop = |_: &State| {
                left -= 1;
                if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            let ended = run(&Flat(&contests), &groups, &settings, &mut state, stop).unwrap();
            assert_eq!(ended, Ended::Stopped);
            state.save(&path, Fingerprint(7)).unwrap();
            let mut resumed = State::load(&path, Fingerprint(7)).unwrap();
            assert_eq!(resumed, state);
            run(&Flat(&contests), &groups, &settings, &mut resumed, go).unwrap();
            assert_eq!(resumed, whole, "{order:?} after {passes}");
        }
    }
    let other = State::load(&path, Fingerprint(8)).unwrap_err().to_string();
    assert!(other.contains("another run"), "{other}");
    std::fs::remove_file(path).unwrap();
}

#[test]
fn a_feature_that_never_occurs_keeps_strength_one() {
    let groups = Groups::singletons(7);
    for order in [Order::GroupByGroup, Order::Together] {
        let state = solve(&Flat(&example()), &groups, &exactly(order));
        assert_eq!((state.gammas[0], state.gammas[6]), (1.0, 1.0));
        assert!(state.gammas[1] > 1.0 && state.gammas[3] < 1.0);
    }
}

#[test]
fn what_cannot_be_learned_from_is_named() {
    let fail = |contests: &Contests, groups: Groups| {
        let mut state = State::new(groups.n_features());
        run(&Flat(contests), &groups, &Settings::default(), &mut state, go).unwrap_err()
    };
    assert!(matches!(fail(&Contests::default(), Groups::singletons(2)), MmError::NoContests));
    let unknown = fail(&example(), Groups::singletons(5));
    assert!(matches!(unknown, MmError::UnknownFeature { id: 5, n_features: 5 }), "{unknown}");
    let twice = fail(&example(), Groups::new([0..2, 2..4, 4..6]).unwrap());
    assert!(matches!(twice, MmError::NotExclusive { first: 2, second: 3 }), "{twice}");
    let mut state = State::new(9);
    let other =
        run(&Flat(&example()), &Groups::singletons(6), &Settings::default(), &mut state, go);
    assert!(matches!(other, Err(MmError::OtherState { found: 9, expected: 6 })));
}
