//! The three models on contests whose answer is known. Prints the table of the book's page "Learning to rank".
//!
//! `cargo run --release -p aji-ranking --example simulated`
#![allow(clippy::print_stdout)]

use std::convert::Infallible;
use std::error::Error;
use std::num::NonZero;
use std::ops::ControlFlow;

use aji_ranking::btfm::{self, Btfm};
use aji_ranking::corpus::Once;
use aji_ranking::lfr::{self, Lfr};
use aji_ranking::metrics::{Report, Tally, fit_scale, measure, top1};
use aji_ranking::mm::{self, Groups};
use aji_ranking::simulation::World;
use aji_ranking::training::{Learner, Limits};
use aji_ranking::{Contests, FactorModel, GammaModel, Model, Training};

const THREADS: NonZero<usize> = NonZero::<usize>::MIN;

fn main() -> Result<(), Box<dyn Error>> {
    println!(
        "| planted pairs | model | top 1 | top 5 | mean rank | ln P(chosen) | calibration error |"
    );
    println!("|---|---|---|---|---|---|---|");
    for pair_effect in [0.0, 1.5] {
        let groups = Groups::new([0..200, 200..240, 240..250])?;
        let world = World::new(groups.clone(), 1.0, pair_effect, 1);
        let (train, valid) = (world.play(1000, 50, 40, 2), world.play(200, 50, 40, 3));
        let n = groups.n_features();

        row(pair_effect, "what was planted", &world, 1.0, &valid)?;
        row(pair_effect, "Bradley–Terry, MM", &bradley_terry(&train, &groups)?, 1.0, &valid)?;
        let settings = lfr::Settings { step: 0.005, ..lfr::Settings::default() };
        let ranked = train_rounds(Lfr::new(n, settings), &train, &valid)?;
        let scale = fit_scale(&ranked, &train, THREADS)?;
        row(pair_effect, "latent factor ranking", &ranked, scale, &valid)?;
        let factorized = train_rounds(Btfm::new(n, btfm::Settings::default()), &train, &valid)?;
        row(pair_effect, "factorized Bradley–Terry", &factorized, 1.0, &valid)?;
    }
    Ok(())
}

fn bradley_terry(train: &Contests, groups: &Groups) -> Result<GammaModel, Box<dyn Error>> {
    let evidence = mm::Interned::from_corpus(train)?;
    let mut state = mm::State::new(groups.n_features());
    let go = |_: &mm::State| ControlFlow::Continue(());
    mm::run(&evidence, groups, &mm::Settings::default(), &mut state, go)?;
    Ok(GammaModel::from(&state))
}

fn train_rounds<L: Learner>(
    learner: L,
    train: &Contests,
    valid: &Contests,
) -> Result<FactorModel, Box<dyn Error>> {
    let mut training = Training::new(learner);
    let judge = |model: &FactorModel| {
        // Contests in memory cannot fail to be read.
        Ok::<f64, Infallible>(top1(model, valid, THREADS).unwrap_or(0.0))
    };
    let go = |_: &Training<L>, _| ControlFlow::Continue(());
    training.run(&mut Once::new(train), Limits { patience: 3, max_rounds: 30 }, judge, go)?;
    let best = training.best().ok_or("no round was completed")?;
    Ok(best.model.clone())
}

fn row<M: Model>(
    pairs: f32,
    name: &str,
    model: &M,
    scale: f32,
    valid: &Contests,
) -> Result<(), Box<dyn Error>> {
    let empty = Tally::new(scale, NonZero::new(10).ok_or("a bucket is empty")?);
    let report: Report = measure(model, valid, &empty, THREADS)?.report(1000, 1);
    let percent = |m: aji_ranking::metrics::Measured| {
        format!("{:.1} % ({:.1}–{:.1})", 100.0 * m.value, 100.0 * m.low, 100.0 * m.high)
    };
    println!(
        "| {pairs} | {name} | {} | {} | {:.2} | {:.3} | {:.3} |",
        percent(report.top[0]),
        percent(report.top[4]),
        report.mean_rank.value,
        report.log_likelihood.value,
        report.calibration_error,
    );
    Ok(())
}
