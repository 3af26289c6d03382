//! Steps go against the gradient, only where they should, and find what a sum over single features cannot.

use std::convert::Infallible;
use std::num::NonZero;
use std::ops::ControlFlow;

use super::*;
use crate::contest::Contests;
use crate::corpus::Once;
use crate::metrics::top1;
use crate::mm::{self, Groups};
use crate::model::GammaModel;
use crate::simulation::World;
use crate::training::{Limits, Training};

/// ½(ŷ − y)² with the shrinkage of the team's own numbers, as equation (12) has it for one candidate.
fn loss(model: &FactorModel, settings: &Settings, team: &[u32], target: f32) -> f64 {
    let error = f64::from(model.score(team) - target);
    let shrinkage = |&id: &u32| {
        let vector: f32 = (0..model.n_factors()).map(|f| model.factor(id, f).powi(2)).sum();
        let weight = model.weight(id).powi(2);
        f64::from(settings.shrink_weights * weight + settings.shrink_factors * vector) / 2.0
    };
    error * error / 2.0 + team.iter().map(shrinkage).sum::<f64>()
}

#[test]
fn a_step_is_the_gradient_of_the_loss_by_finite_differences() {
    for n_factors in [5, 7, 12, 20] {
        let settings = Settings {
            n_factors,
            step: 1.0,
            shrink_weights: 0.3,
            shrink_factors: 0.2,
            deviation: 0.5,
            seed: 9,
        };
        let mut lfr = Lfr::new(6, settings);
        (0..6).for_each(|id| lfr.model.set_weight(id, 0.1 * id as f32 - 0.2));
        let mut contests = Contests::default();
        contests.team(&[1, 4, 2]);
        contests.close(0, 0, 0).unwrap();
        let before = lfr.model.clone();
        lfr.learn(contests.contest(0));
        // The loss is a polynomial of degree two in each number: the central difference is exact for any width.
        let slope = |change: &dyn Fn(&mut FactorModel, f32)| {
            let at = |by| {
                let mut moved = before.clone();
                change(&mut moved, by);
                loss(&moved, &settings, &[1, 4, 2], 1.0)
            };
            (at(0.25) - at(-0.25)) / 0.5
        };
        let bias = slope(&|model, by| model.bias += by);
        assert!((f64::from(before.bias - lfr.model.bias) - bias).abs() < 1e-4);
        for id in [1, 4, 2] {
            let expected = slope(&|model, by| model.set_weight(id, model.weight(id) + by));
            let step = f64::from(before.weight(id) - lfr.model.weight(id));
            assert!((step - expected).abs() < 1e-4, "weight {id}: {step} {expected}");
            for f in 0..n_factors {
                let expected =
                    slope(&|model, by| model.set_factor(id, f, model.factor(id, f) + by));
                let step = f64::from(before.factor(id, f) - lfr.model.factor(id, f));
                assert!((step - expected).abs() < 1e-4, "factor {id}, {f}: {step} {expected}");
            }
        }
        for id in [0, 3, 5] {
            assert_eq!(before.weight(id), lfr.model.weight(id), "not in the team");
        }
    }
}

#[test]
fn only_candidates_that_score_as_high_as_the_chosen_one_are_corrected() {
    let mut lfr = Lfr::new(4, Settings { step: 0.1, ..Settings::default() });
    for (id, weight) in [(0, 0.5), (1, 0.9), (2, 0.1), (3, 0.5)] {
        lfr.model.set_weight(id, weight);
    }
    let mut contests = Contests::default();
    for id in [2, 0, 1, 3] {
        contests.team(&[id]);
    }
    contests.close(1, 0, 0).unwrap();
    lfr.learn(contests.contest(0));
    assert_eq!(lfr.model.weight(2), 0.1, "scores lower");
    assert!(lfr.model.weight(0) > 0.5, "the chosen one rises");
    assert!(lfr.model.weight(1) < 0.9, "scores higher");
    // After the chosen one was raised, its equal is below it.
    assert_eq!(lfr.model.weight(3), 0.5);
}

/// The best that strengths of single features can do.
fn linear(contests: &Contests, groups: &Groups) -> GammaModel {
    let mut state = mm::State::new(groups.n_features());
    let go = |_: &mm::State| ControlFlow::Continue(());
    let evidence = mm::Interned::from_corpus(contests).unwrap();
    mm::run(&evidence, groups, &mm::Settings::default(), &mut state, go).unwrap();
    GammaModel::from(&state)
}

#[test]
fn planted_pairs_are_found_that_single_features_cannot_express() {
    let groups = Groups::new([0..10, 10..20, 20..26]).unwrap();
    let world = World::new(groups.clone(), 0.3, 3.0, 11);
    let (train, valid) = (world.play(150, 40, 3, 1), world.play(60, 40, 3, 2));
    let threads = NonZero::<usize>::MIN;
    let hits = |model: &dyn Model| top1(model, &valid, threads).unwrap();

    let settings = Settings { step: 0.02, ..Settings::default() };
    let mut training = Training::new(Lfr::new(groups.n_features(), settings));
    let judge = |model: &FactorModel| Ok::<f64, Infallible>(top1(model, &valid, threads).unwrap());
    let limits = Limits { patience: 3, max_rounds: 40 };
    training.run(&mut Once::new(&train), limits, judge, |_, _| ControlFlow::Continue(())).unwrap();

    let (planted, found) = (hits(&world), hits(&training.best().unwrap().model));
    let single = hits(&linear(&train, &groups));
    assert!(found > single + 0.1, "planted {planted}, pairs {found}, single {single}");
    assert!(found > 0.8 * planted, "planted {planted}, pairs {found}, single {single}");
}
