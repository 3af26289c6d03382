//! The gradient is the likelihood's, and the model comes close to the planted one.

use std::convert::Infallible;
use std::num::NonZero;
use std::ops::ControlFlow;

use super::*;
use crate::contest::Contests;
use crate::corpus::Once;
use crate::metrics::{Tally, measure};
use crate::mm::Groups;
use crate::numbers::ln;
use crate::simulation::World;
use crate::training::{Limits, Training};

fn loss(model: &FactorModel, contest: Contest<'_>) -> f64 {
    let (scores, mut probabilities) =
        (contest.teams().map(|team| model.score(team)).collect::<Vec<_>>(), Vec::new());
    softmax(&scores, 1.0, &mut probabilities);
    -ln(probabilities[contest.chosen])
}

#[test]
fn the_gradient_is_that_of_the_log_likelihood_by_finite_differences() {
    for n_factors in [5, 12, 20] {
        let settings =
            Settings { n_factors, deviation: 0.4, negligible: 0.0, ..Settings::default() };
        let mut btfm = Btfm::new(8, settings);
        (0..8).for_each(|id| btfm.model.set_weight(id, 0.3 * id as f32 - 0.8));
        let mut contests = Contests::default();
        for team in [&[1, 4, 2][..], &[0, 2], &[], &[5, 6, 1, 0]] {
            contests.team(team);
        }
        contests.close(3, 0, 0).unwrap();
        let contest = contests.contest(0);
        match btfm.model.width() {
            1 => btfm.find_gradients::<1>(contest),
            2 => btfm.find_gradients::<2>(contest),
            _ => btfm.find_gradients::<4>(contest),
        }
        assert_eq!(btfm.touched.len(), 6);
        let width = btfm.model.width();
        for (slot, &id) in btfm.touched.iter().enumerate() {
            let slope = |change: &dyn Fn(&mut FactorModel, f32)| {
                let at = |by| {
                    let mut moved = btfm.model.clone();
                    change(&mut moved, by);
                    loss(&moved, contest)
                };
                (at(0.01) - at(-0.01)) / 0.02
            };
            let gradient = &btfm.gradients[slot * width..(slot + 1) * width];
            let expected = slope(&|model, by| model.set_weight(id, model.weight(id) + by));
            assert!((f64::from(gradient[width - 1].0[7]) - expected).abs() < 1e-3, "weight {id}");
            for f in 0..n_factors {
                let expected =
                    slope(&|model, by| model.set_factor(id, f, model.factor(id, f) + by));
                let found = f64::from(gradient[f / 8].0[f % 8]);
                assert!((found - expected).abs() < 1e-3, "factor {id}, {f}: {found} {expected}");
            }
        }
    }
}

#[test]
fn a_contest_leaves_nothing_behind_for_the_next() {
    let world = World::new(Groups::new([0..5, 5..9]).unwrap(), 1.0, 0.5, 2);
    let contests = world.play(1, 50, 4, 3);
    let mut btfm = Btfm::new(9, Settings::default());
    contests.iter().for_each(|contest| btfm.learn(contest));
    assert!(btfm.touched.is_empty() && btfm.gradients.is_empty());
    assert!(btfm.slots.iter().all(|&slot| slot == NO_SLOT));
    // The room between vector and weight stays empty.
    assert!(btfm.model.rows().iter().all(|row| row.0[5] == 0.0 && row.0[6] == 0.0));
}

#[test]
fn it_comes_close_to_the_planted_model_with_its_pairs() {
    let groups = Groups::new([0..10, 10..20, 20..26]).unwrap();
    let world = World::new(groups.clone(), 0.7, 1.5, 11);
    let (train, valid) = (world.play(200, 40, 8, 1), world.play(60, 40, 8, 2));
    let one = NonZero::<usize>::MIN;
    let report = |model: &dyn Model| {
        measure(model, &valid, &Tally::new(1.0, NonZero::<u32>::MIN), one).unwrap().report(0, 1)
    };
    let mut training = Training::new(Btfm::new(groups.n_features(), Settings::default()));
    let judge = |model: &FactorModel| Ok::<f64, Infallible>(report(model).log_likelihood.value);
    let limits = Limits { patience: 3, max_rounds: 10 };
    training.run(&mut Once::new(&train), limits, judge, |_, _| ControlFlow::Continue(())).unwrap();
    let (planted, found) = (report(&world), report(&training.best().unwrap().model));
    let lost = planted.log_likelihood.value - found.log_likelihood.value;
    assert!(lost < 0.05, "the planted model is better by {lost}");
    assert!(found.top[0].value > 0.96 * planted.top[0].value);
    assert!(found.calibration_error < 0.03, "{}", found.calibration_error);
}
