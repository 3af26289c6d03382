//! Learning from contests on disk, by any method, with checkpoints.

use super::prepare::{Learn, Prepared, stop_if};
use super::progress::spoken;
use super::stream::{self, Maker};
use super::{Files, Learned, Method, Plan, Progress, TrainError};
use aji_ranking::ahead::read_ahead;
use aji_ranking::btfm::Btfm;
use aji_ranking::lfr::Lfr;
use aji_ranking::metrics::{fit_scale, top1};
use aji_ranking::mm::{self, Evidence, Flat, Groups, Interned, State};
use aji_ranking::training::{Ended, Event, Learner, Limits};
use aji_ranking::weights::{WeightCause, WeightError};
use aji_ranking::{
    AnyModel, ContestFile, Corpus, FileError, GammaModel, Model, Replay, Source, Training,
};
use std::num::NonZero;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// Learns to the end; `None` if it was stopped.
pub fn learn(
    plan: &Plan,
    files: &Files,
    prepared: &Prepared,
    progress: &mut Progress<'_>,
    cancel: &AtomicBool,
) -> Result<Option<Learned>, TrainError> {
    let n_features = plan.recipe.features.n_features(&prepared.catalog) as u32;
    let mut run = Run { plan, files, prepared, progress, cancel };
    let base = plan.from.as_ref().map(|from| match &from.model {
        AnyModel::Factors(model) if model.n_features() == n_features as usize => Ok(model.clone()),
        _ => Err(TrainError::OtherFeatures),
    });
    match (plan.method, base.transpose()?) {
        (Method::Mm, None) => run.strengths(n_features),
        (Method::Mm, Some(_)) => Err(TrainError::OtherFeatures),
        (Method::Lfr, None) => run.rounds(Lfr::new(n_features, plan.lfr()), true),
        (Method::Lfr, Some(base)) => run.rounds(Lfr::from_model(base, plan.lfr()), true),
        (Method::Btfm, None) => run.rounds(Btfm::new(n_features, plan.btfm()), false),
        (Method::Btfm, Some(base)) => run.rounds(Btfm::from_model(base, plan.btfm()), false),
    }
}

struct Run<'a, 'p> {
    plan: &'a Plan,
    files: &'a Files,
    prepared: &'a Prepared,
    progress: &'a mut Progress<'p>,
    cancel: &'a AtomicBool,
}

/// A checkpoint that may not be there.
pub(crate) fn if_there<T>(loaded: Result<T, WeightError>) -> Result<Option<T>, WeightError> {
    match loaded {
        Ok(found) => Ok(Some(found)),
        Err(error) if matches!(error.cause, WeightCause::Missing) => Ok(None),
        Err(error) => Err(error),
    }
}

impl<'a> Run<'a, '_> {
    /// Bradley–Terry strengths.
    fn strengths(&mut self, n_features: u32) -> Result<Option<Learned>, TrainError> {
        let (plan, path, run) = (self.plan, &self.files.checkpoint, self.plan.learning_run());
        // Groups made by the feature set always follow each other; if not, every feature is one.
        let groups = Groups::new(plan.recipe.features.groups(&self.prepared.catalog));
        let groups = groups.unwrap_or_else(|_| Groups::singletons(n_features));
        let state = if_there(State::load(path, run))?;
        let mut state = state.unwrap_or_else(|| State::new(n_features));
        let Learn::File(learn) = &self.prepared.learn else { return Ok(None) };
        let Some(evidence) = self.evidence(learn)? else { return Ok(None) };
        let n = learn.n_contests() as f64;
        let (progress, cancel) = (&mut *self.progress, self.cancel);
        let (mut saved, mut trouble, mut pass) = (Instant::now(), None, Instant::now());
        progress.begin(0);
        let watch = |state: &State| {
            let now = state.likelihoods.last().map_or(0.0, |l| l.contests / n);
            let gain = match &state.likelihoods[..] {
                [.., a, b] => (b.with_prior - a.with_prior) / n,
                _ => 0.0,
            };
            if progress.is_time() {
                let seconds = pass.elapsed().as_secs_f64();
                let left = seconds * f64::from(plan.rounds.saturating_sub(state.iteration));
                progress.say(&format!(
                    "mm: iteration {}, log-likelihood {now:.4} a position (gained {gain:.5}), {:.0} \
                     positions/s, at most {} left",
                    state.iteration,
                    n / seconds.max(1e-6),
                    spoken(left),
                ));
            }
            pass = Instant::now();
            let stop = stop_if(cancel);
            if stop.is_break() || saved.elapsed() >= plan.save_every {
                trouble = state.save(path, run).err();
                saved = Instant::now();
            }
            if trouble.is_some() { ControlFlow::Break(()) } else { stop }
        };
        let ended = mm::run(&*evidence, &groups, &plan.mm(), &mut state, watch)?;
        if let Some(trouble) = trouble {
            return Err(trouble.into());
        }
        if ended == mm::Ended::Stopped {
            return Ok(None);
        }
        let model = GammaModel::from(&state);
        Ok(Some(Learned { model: AnyModel::Gammas(model), scale: 1.0, rounds: state.iteration }))
    }

    /// The contests in memory, each distinct team once, if they fit; else as they are on disk. `None` if it was
    /// stopped.
    fn evidence(
        &mut self,
        corpus: &'a ContestFile,
    ) -> Result<Option<Box<dyn Evidence + 'a>>, FileError> {
        let memory = self.plan.memory;
        let (mut interned, mut scratch) = (Interned::default(), Default::default());
        self.progress.begin(0);
        for block in 0..corpus.n_blocks() {
            corpus.visit(block, &mut scratch, &mut |contest| interned.push(contest))?;
            let done = interned.n_contests() as u64;
            let all = Some(corpus.n_contests());
            self.progress.step("into memory, positions", done, all, (done, "positions"));
            if interned.n_bytes() > memory {
                let say = "the contests do not fit --memory: every pass reads them from disk";
                self.progress.say(say);
                return Ok(Some(Box::new(Flat(corpus))));
            }
            if stop_if(self.cancel).is_break() {
                return Ok(None);
            }
        }
        self.progress.say(&format!(
            "{} different teams; contests fill {} MB of memory",
            interned.n_teams(),
            interned.n_bytes() >> 20
        ));
        Ok(Some(Box::new(interned)))
    }

    /// Rounds of learning from one contest at a time.
    fn rounds<L: Learner + Clone>(
        &mut self,
        learner: L,
        needs_scale: bool,
    ) -> Result<Option<Learned>, TrainError> {
        let plan = self.plan;
        match &self.prepared.learn {
            Learn::File(learn) => {
                let mut source = Replay::shuffled(learn, plan.seed);
                self.rounds_over(&mut source, learn.n_contests(), learner, needs_scale)
            }
            Learn::Games(games) => {
                let maker = Maker::new(games, &plan.recipe, &self.prepared.catalog, plan.seed);
                let settings = stream::settings(&plan.recipe, plan.seed, plan.games_a_round);
                let games_a_round = plan.games_a_round.map_or(games.len(), NonZero::get);
                let part = games_a_round.min(games.len()) as f64 / games.len().max(1) as f64;
                let all = (part * games.n_moves() as f64) as u64;
                read_ahead(&maker, settings, |source| {
                    self.rounds_over(source, all, learner, needs_scale)
                })
            }
        }
    }

    /// Rounds over a stream, of which a round has about `all` contests.
    fn rounds_over<L: Learner + Clone, S: Source>(
        &mut self,
        source: &mut S,
        all: u64,
        learner: L,
        needs_scale: bool,
    ) -> Result<Option<Learned>, TrainError>
    where
        TrainError: From<S::Error>,
    {
        let (plan, path, run) = (self.plan, &self.files.checkpoint, self.plan.learning_run());
        let measure = &self.prepared.measure;
        let fresh = || {
            let training = Training::new(learner.clone());
            match plan.average {
                Some(every) => training.averaging(every),
                None => training,
            }
        };
        let training = if_there(Training::load(path, run, fresh()))?;
        let mut training = training.unwrap_or_else(fresh);
        let (progress, cancel) = (&mut *self.progress, self.cancel);
        let limits = Limits { max_rounds: plan.rounds, ..Limits::default() };
        let (mut saved, mut trouble) = (Instant::now(), None);
        let name = L::KIND.name();
        let mut from = training.seen();
        progress.begin(from);
        let judge = |model: &_| Ok(top1(model, measure, plan.recipe.threads)?);
        let watch = |training: &Training<L>, event| {
            match event {
                Event::Batch => {
                    let round = format!("{name}: round {}, positions", training.round() + 1);
                    let counted = (training.seen().saturating_sub(from), "positions");
                    progress.step(&round, training.seen(), Some(all), counted);
                }
                Event::Round { prediction } => {
                    let best = training.best().map_or(0, |best| best.round);
                    progress.say(&format!(
                        "{name}: round {} in {}, top-1 {:.2} % of the games to measure by (best: round {best})",
                        training.round(),
                        spoken(progress.seconds()),
                        100.0 * prediction,
                    ));
                    from = 0;
                    progress.begin(0);
                }
            }
            let stop = stop_if(cancel);
            if stop.is_break() || saved.elapsed() >= plan.save_every {
                trouble = training.save(path, run).err();
                saved = Instant::now();
            }
            if trouble.is_some() { ControlFlow::Break(()) } else { stop }
        };
        let ended = training.run::<_, TrainError>(source, limits, judge, watch)?;
        if let Some(trouble) = trouble {
            return Err(trouble.into());
        }
        if ended == Ended::Stopped {
            return Ok(None);
        }
        let best = training.best().map(|best| (best.model.clone(), best.round));
        let (model, rounds) = best.unwrap_or_else(|| (training.learner().model().clone(), 0));
        let scale =
            if needs_scale { fit_scale(&model, measure, plan.recipe.threads)? } else { 1.0 };
        Ok(Some(Learned { model: AnyModel::Factors(model), scale, rounds }))
    }
}
