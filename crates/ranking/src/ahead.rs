//! A stream whose contests are made by several threads ahead of their use, and arrive in the same order whatever the
//! number of threads.
//!
//! Extracting contests from games costs more than learning from them. Here threads extract job after job (a job is
//! some games) while the learner, on the caller's thread, is busy with earlier ones.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::contest::Contests;
use crate::corpus::Source;
use crate::random::Random;

/// Something that contests can be made from, part by part.
pub trait Jobs: Sync {
    /// What can go wrong.
    type Error: std::error::Error + Send + Sync + 'static;

    /// How many parts there are.
    fn n_jobs(&self) -> usize;

    /// Adds the contests of one part, in an order that depends on nothing else.
    fn make(&self, job: usize, contests: &mut Contests) -> Result<(), Self::Error>;
}

/// How to read ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// How many threads make contests; with none, the reader makes them itself when it wants them.
    pub threads: usize,
    /// How many jobs may be finished or begun ahead of the one in use; this bounds the memory.
    pub window: NonZero<usize>,
    /// If given, jobs come in another order every time all of them were used.
    pub seed: Option<u64>,
    /// How many jobs make a round, so that a model that learns from very many contests is measured now and then; the
    /// next round goes on where the last one ended. Without it, all.
    pub per_round: Option<NonZero<usize>>,
}

impl Settings {
    /// The jobs of a round, in their order.
    fn order(&self, n_jobs: usize, round: u32) -> Vec<usize> {
        let per_round = self.per_round.map_or(n_jobs, NonZero::get).clamp(1, n_jobs.max(1));
        let n_parts = n_jobs.div_ceil(per_round).max(1);
        let (pass, part) = (round as usize / n_parts, round as usize % n_parts);
        let mut order: Vec<usize> = (0..n_jobs).collect();
        if let Some(seed) = self.seed {
            Random::new(seed.wrapping_add((pass as u64) << 20)).shuffle(&mut order);
        }
        order.chunks(per_round).nth(part).map(<[usize]>::to_vec).unwrap_or_default()
    }
}

/// Calls `work` with a stream of all jobs' contests; the threads end when it returns.
pub fn read_ahead<J: Jobs, R>(
    jobs: &J,
    settings: Settings,
    work: impl FnOnce(&mut ReadAhead<'_, J>) -> R,
) -> R {
    let shared = Shared {
        state: Mutex::new(State::default()),
        changed: Condvar::new(),
        window: settings.window.get(),
    };
    std::thread::scope(|scope| {
        let _ending = Ending(&shared);
        for _ in 0..settings.threads {
            scope.spawn(|| make_jobs(jobs, &shared));
        }
        work(&mut ReadAhead { jobs, shared: &shared, settings, skip: 0 })
    })
}

/// What threads and reader share.
struct Shared<E> {
    state: Mutex<State<E>>,
    changed: Condvar,
    window: usize,
}

struct State<E> {
    /// Counts calls of `start`; what was made for an earlier one is thrown away.
    round: u64,
    order: Vec<usize>,
    /// How many places of `order` were given out, and how many were used.
    begun: usize,
    used: usize,
    made: BTreeMap<usize, Result<Contests, E>>,
    is_over: bool,
}

impl<E> Default for State<E> {
    fn default() -> State<E> {
        State {
            round: 0,
            order: Vec::new(),
            begun: 0,
            used: 0,
            made: BTreeMap::new(),
            is_over: false,
        }
    }
}

impl<E> Shared<E> {
    /// A panic elsewhere leaves the state as it was between two changes, which is all that is asked of it.
    fn lock(&self) -> MutexGuard<'_, State<E>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, state: MutexGuard<'a, State<E>>) -> MutexGuard<'a, State<E>> {
        self.changed.wait(state).unwrap_or_else(PoisonError::into_inner)
    }
}

/// Ends everything when it goes out of scope, by a panic as well.
struct Ending<'a, E>(&'a Shared<E>);

impl<E> Drop for Ending<'_, E> {
    fn drop(&mut self) {
        self.0.lock().is_over = true;
        self.0.changed.notify_all();
    }
}

/// One thread's life.
fn make_jobs<J: Jobs>(jobs: &J, shared: &Shared<J::Error>) {
    let mut state = shared.lock();
    while !state.is_over {
        if state.begun == state.order.len() || state.begun >= state.used + shared.window {
            state = shared.wait(state);
            continue;
        }
        let (round, place) = (state.round, state.begun);
        let job = state.order[place];
        state.begun += 1;
        drop(state);
        let unless_done = Ending(shared);
        let mut contests = Contests::default();
        let made = jobs.make(job, &mut contests).map(|()| contests);
        std::mem::forget(unless_done);
        state = shared.lock();
        if state.round == round {
            state.made.insert(place, made);
            shared.changed.notify_all();
        }
    }
}

/// The stream that [`read_ahead`] gives.
pub struct ReadAhead<'a, J: Jobs> {
    jobs: &'a J,
    shared: &'a Shared<J::Error>,
    settings: Settings,
    skip: u64,
}

impl<J: Jobs> ReadAhead<'_, J> {
    /// The next job's contests; `None` at the end of the round.
    fn next_job(&mut self) -> Option<Result<Contests, J::Error>> {
        let mut state = self.shared.lock();
        while state.used < state.order.len() {
            let place = state.used;
            if let Some(made) = state.made.remove(&place) {
                state.used += 1;
                self.shared.changed.notify_all();
                return Some(made);
            }
            if self.settings.threads == 0 {
                let job = state.order[place];
                state.used += 1;
                drop(state);
                let mut contests = Contests::default();
                return Some(self.jobs.make(job, &mut contests).map(|()| contests));
            }
            // Only a thread's panic ends the others while the reader is still there; it goes on at the scope's end.
            assert!(!state.is_over, "a thread that makes contests panicked");
            state = self.shared.wait(state);
        }
        None
    }
}

impl<J: Jobs> Source for ReadAhead<'_, J> {
    type Error = J::Error;

    fn start(&mut self, round: u32, skip: u64) -> Result<(), J::Error> {
        let order = self.settings.order(self.jobs.n_jobs(), round);
        self.skip = skip;
        let mut state = self.shared.lock();
        state.round += 1;
        (state.order, state.begun, state.used) = (order, 0, 0);
        state.made.clear();
        self.shared.changed.notify_all();
        Ok(())
    }

    fn next(&mut self, batch: &mut Contests) -> Result<(), J::Error> {
        batch.clear();
        while batch.is_empty() {
            let Some(made) = self.next_job() else { break };
            *batch = made?;
            let skipped = self.skip.min(batch.len() as u64);
            self.skip -= skipped;
            batch.skip(skipped as usize);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
