//! Work done by several threads whose results are taken in the order of the jobs.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::mpsc;

/// Gets jobs from `next` until there are none, lets threads do them with a state of their own, and gives the results
/// to `sink` in the jobs' order. `next` and `sink` run in the caller's thread; `sink` may stop it all.
pub fn in_order<J: Send, S, R: Send, E>(
    threads: NonZero<usize>,
    mut next: impl FnMut() -> Result<Option<J>, E>,
    state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, J) -> R + Sync,
    mut sink: impl FnMut(R) -> ControlFlow<()>,
) -> Result<ControlFlow<()>, E> {
    if threads.get() == 1 {
        let mut state = state();
        while let Some(job) = next()? {
            if sink(work(&mut state, job)).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        return Ok(ControlFlow::Continue(()));
    }
    // Jobs under way at most: enough that no thread waits, few enough that memory stays small.
    let most = 3 * threads.get();
    let (give, jobs) = mpsc::channel::<(u64, J)>();
    let (answer, answers) = mpsc::channel::<(u64, R)>();
    let jobs = Mutex::new(jobs);
    std::thread::scope(|scope| {
        for _ in 0..threads.get() {
            let (answer, jobs, state, work) = (answer.clone(), &jobs, &state, &work);
            scope.spawn(move || {
                let mut state = state();
                loop {
                    let job = jobs.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).recv();
                    let Ok((number, job)) = job else { return };
                    if answer.send((number, work(&mut state, job))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(answer);
        // Dropped at every way out of here, which ends the threads.
        let give = give;
        let (mut given, mut taken, mut waiting) = (0, 0, BTreeMap::new());
        let mut is_more = true;
        loop {
            while is_more && given - taken < most as u64 {
                let Some(job) = next()? else {
                    is_more = false;
                    break;
                };
                if give.send((given, job)).is_ok() {
                    given += 1;
                }
            }
            if given == taken {
                return Ok(ControlFlow::Continue(()));
            }
            // Nothing comes only if a thread panicked; leaving the scope tells of it.
            let Ok((number, result)) = answers.recv() else { return Ok(ControlFlow::Break(())) };
            waiting.insert(number, result);
            while let Some(result) = waiting.remove(&taken) {
                taken += 1;
                if sink(result).is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;

    fn squares(threads: usize, stop: u64) -> Vec<u64> {
        let (mut n, mut seen) = (0, Vec::new());
        let next = || {
            n += 1;
            Ok::<_, Infallible>((n <= 500).then_some(n))
        };
        let work = |_: &mut (), n: u64| {
            // Later jobs are often done first.
            std::thread::sleep(std::time::Duration::from_micros(n * 7919 % 300));
            n * n
        };
        let sink = |square| {
            seen.push(square);
            if square == stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let ended = in_order(NonZero::new(threads).unwrap(), next, || (), work, sink).unwrap();
        assert_eq!(ended.is_break(), stop > 0);
        seen
    }

    #[test]
    fn results_come_in_the_order_of_the_jobs_for_any_number_of_threads() {
        for threads in [1, 2, 5] {
            assert_eq!(squares(threads, 0), (1..=500).map(|n| n * n).collect::<Vec<u64>>());
        }
    }

    #[test]
    fn a_stop_ends_all_threads() {
        for threads in [1, 3] {
            assert_eq!(squares(threads, 49), [1, 4, 9, 16, 25, 36, 49]);
        }
    }

    #[test]
    fn an_error_of_the_source_ends_all_threads() {
        for threads in [1, 3] {
            let mut n = 0;
            let next = || {
                n += 1;
                if n < 20 { Ok(Some(n)) } else { Err("no more") }
            };
            let sink = |_| ControlFlow::Continue(());
            let work = |_: &mut (), n: i32| n;
            let ended = in_order(NonZero::new(threads).unwrap(), next, || (), work, sink);
            assert_eq!(ended.unwrap_err(), "no more");
        }
    }
}
