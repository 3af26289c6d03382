//! Rounds end when they should, and a training that was stopped goes on as if it had not been.

use std::convert::Infallible;

use super::*;
use crate::btfm::{self, Btfm};
use crate::corpus::{Once, Replay};
use crate::file::FileError;
use crate::lfr::{self, Lfr};
use crate::mm::Groups;
use crate::simulation::World;

fn contests() -> Contests {
    World::new(Groups::new([0..6, 6..10]).unwrap(), 1.0, 0.5, 2).play(90, 40, 4, 3)
}

fn go<L>(_: &Training<L>, _: Event) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

#[test]
fn it_stops_after_three_rounds_without_better_prediction_and_keeps_the_best() {
    let contests = World::new(Groups::singletons(3), 1.0, 0.0, 2).play(2, 5, 3, 3);
    let mut training = Training::new(Lfr::new(3, lfr::Settings::default()));
    let predictions = [0.1, 0.3, 0.2, 0.3, 0.25, 0.9];
    let (mut round, mut models) = (0, Vec::new());
    let judge = |model: &FactorModel| {
        models.push(model.clone());
        round += 1;
        Ok::<f64, Infallible>(predictions[round - 1])
    };
    let ended = training.run(&mut Once::new(&contests), Limits::default(), judge, go).unwrap();
    assert_eq!(ended, Ended::Patience);
    assert_eq!(training.round(), 5);
    let best = training.best().unwrap();
    assert_eq!((best.round, best.prediction), (2, 0.3));
    assert_eq!(best.model, models[1]);
    assert_ne!(best.model, models[4]);
}

/// Trains in one go, and again with a stop and a fresh start after every few batches.
fn stopped_and_taken_up<L: Learner + Clone>(name: &str, learner: &L) {
    let contests = contests();
    let path = std::env::temp_dir().join(format!("aji-ranking-{name}-{}", std::process::id()));
    let run = Fingerprint(3);
    let limits = Limits { patience: 3, max_rounds: 3 };
    let judge = |model: &FactorModel| Ok::<f64, FileError>(f64::from(model.score(&[1, 7])));
    let mut whole = Training::new(learner.clone());
    let ended = whole.run(&mut Replay::shuffled(&contests, 5), limits, judge, go).unwrap();
    assert_eq!(ended, Ended::Rounds);

    Training::new(learner.clone()).save(&path, run).unwrap();
    let mut stops = 0;
    loop {
        let mut part = Training::load(&path, run, learner.clone()).unwrap();
        let mut batches = 0;
        let stop = |training: &Training<L>, _| {
            training.save(&path, run).unwrap();
            batches += 1;
            if batches == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        match part.run(&mut Replay::shuffled(&contests, 5), limits, judge, stop).unwrap() {
            Ended::Stopped => stops += 1,
            _ => {
                assert!(stops >= 3, "{stops} stops");
                assert_eq!(part.learner.model(), whole.learner.model());
                assert_eq!(part.best, whole.best);
                break;
            }
        }
    }
    let refused = Training::load(&path, Fingerprint(4), learner.clone()).err().unwrap().to_string();
    assert!(refused.contains("another run"), "{refused}");
    std::fs::remove_file(path).unwrap();
}

#[test]
fn latent_factor_ranking_taken_up_again_reaches_the_same_bits() {
    stopped_and_taken_up("lfr", &Lfr::new(10, lfr::Settings { step: 0.01, ..Default::default() }));
}

#[test]
fn factorized_bradley_terry_taken_up_again_reaches_the_same_bits() {
    stopped_and_taken_up("btfm", &Btfm::new(10, btfm::Settings::default()));
    let wide = btfm::Settings { n_factors: 9, ..Default::default() };
    stopped_and_taken_up("btfm-wide", &Btfm::new(10, wide));
}

#[test]
fn a_checkpoint_of_another_size_or_kind_is_refused() {
    let path = std::env::temp_dir().join(format!("aji-ranking-size-{}", std::process::id()));
    let run = Fingerprint(3);
    Training::new(Lfr::new(10, lfr::Settings::default())).save(&path, run).unwrap();
    assert!(Training::load(&path, run, Lfr::new(11, lfr::Settings::default())).is_err());
    assert!(Training::load(&path, run, Btfm::new(10, btfm::Settings::default())).is_err());
    assert!(Training::load(&path, run, Lfr::new(10, lfr::Settings::default())).is_ok());
    std::fs::remove_file(path).unwrap();
}
