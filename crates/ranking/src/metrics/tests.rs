//! Figures that can be checked by hand, and intervals that hold what they promise.

use super::*;
use crate::mm::Groups;
use crate::model::GammaModel;
use crate::simulation::World;

const ONE: NonZero<usize> = NonZero::<usize>::MIN;

fn tally(scale: f32) -> Tally {
    Tally::new(scale, NonZero::new(10).unwrap())
}

#[test]
fn ties_share_their_places() {
    let standing = Standing::of(&[0.5, 0.9, 0.5, 0.1, 0.5], 2);
    assert_eq!(standing, Standing { above: 1, ties: 2 });
    assert_eq!(standing.rank(), 3.0);
    let chances = [1, 2, 3, 4, 5].map(|places| standing.chance_within(places));
    assert_eq!(chances, [0.0, 1.0 / 3.0, 2.0 / 3.0, 1.0, 1.0]);
}

#[test]
fn figures_are_those_counted_by_hand() {
    let model = GammaModel::from_gammas(&[1.0, 2.0, 4.0]);
    let mut contests = Contests::default();
    for (chosen, game, number) in [(2, 0, 3), (0, 0, 25), (1, 1, 4)] {
        (0..3).for_each(|id| contests.team(&[id]));
        contests.close(chosen, game, number).unwrap();
    }
    let report = measure(&model, &contests, &tally(1.0), ONE).unwrap().report(100, 1);
    assert_eq!((report.positions, report.games), (3, 2));
    let near =
        |found: f64, expected: f64| assert!((found - expected).abs() < 1e-6, "{found} {expected}");
    near(report.top[0].value, 1.0 / 3.0);
    near(report.top[1].value, 2.0 / 3.0);
    near(report.top[19].value, 1.0);
    near(report.mean_rank.value, 2.0);
    let logs = (4f64 / 7.0).ln() + (1f64 / 7.0).ln() + (2f64 / 7.0).ln();
    near(report.log_likelihood.value, logs / 3.0);
    let buckets: Vec<_> = report.by_number.iter().map(|b| (b.from, b.positions, b.top1)).collect();
    assert_eq!(buckets, [(0, 2, 0.5), (20, 1, 0.0)]);
    // Each probability occurs three times and was right once: 1/7, 2/7 and 4/7 against 1/3.
    assert!(report.calibration.iter().all(|bin| bin.candidates == 3));
    report.calibration.iter().for_each(|bin| near(bin.observed, 1.0 / 3.0));
    near(top1(&model, &contests, ONE).unwrap(), 1.0 / 3.0);
}

#[test]
fn the_planted_model_is_calibrated_and_threads_change_nothing() {
    let world = World::new(Groups::new([0..9, 9..15]).unwrap(), 1.0, 0.7, 3);
    let contests = world.play(300, 40, 9, 4);
    let whole = measure(&world, &contests, &tally(1.0), ONE).unwrap();
    assert_eq!(whole, measure(&world, &contests, &tally(1.0), NonZero::new(3).unwrap()).unwrap());
    let report = whole.report(200, 1);
    assert!(report.calibration_error < 0.01, "{}", report.calibration_error);
    let hits = report.top[0];
    assert!(
        hits.low < hits.value && hits.value < hits.high && hits.high - hits.low < 0.03,
        "{hits:?}"
    );
    assert!(report.top.windows(2).all(|pair| pair[0].value <= pair[1].value));
    assert_eq!(report, whole.report(200, 1), "a seed means the same interval");
}

#[test]
fn intervals_hold_the_truth_about_as_often_as_they_say() {
    let world = World::new(Groups::new([0..9, 9..15]).unwrap(), 1.0, 0.0, 3);
    let truth = top1(&world, &world.play(3000, 10, 6, 1), ONE).unwrap();
    let holds = |seed| {
        let contests = world.play(60, 10, 6, 1000 + seed);
        let hits = measure(&world, &contests, &tally(1.0), ONE).unwrap().report(200, seed).top[0];
        hits.low <= truth && truth <= hits.high
    };
    let held = (0..150).filter(|&seed| holds(seed)).count();
    assert!((132..=150).contains(&held), "{held} of 150");
}

#[test]
fn the_scale_of_scores_is_found() {
    let world = World::new(Groups::new([0..9, 9..15]).unwrap(), 1.5, 0.0, 3);
    let contests = world.play(300, 20, 9, 4);
    for factor in [0.05, 1.0, 40.0] {
        let logs = world.log_gammas().iter().map(|log| log * factor).collect();
        let scale = fit_scale(&GammaModel::from_logs(logs), &contests, ONE).unwrap();
        assert!((scale * factor - 1.0).abs() < 0.05, "{factor}: {scale}");
    }
}

#[test]
fn nothing_seen_is_no_reason_to_panic() {
    let empty = Contests::default();
    let model = GammaModel::default();
    let report = measure(&model, &empty, &tally(1.0), ONE).unwrap().report(100, 1);
    assert_eq!((report.positions, report.top[0].value), (0, 0.0));
    assert_eq!(top1(&model, &empty, ONE).unwrap(), 0.0);
    assert_eq!(fit_scale(&model, &empty, ONE).unwrap(), 1.0);
}
