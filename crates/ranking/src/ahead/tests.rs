//! The order is that of the jobs, whoever makes them, and nothing waits forever.

use super::*;

/// Jobs of different sizes; some are empty, one may fail or panic.
struct Numbers {
    n: usize,
    fails: Option<usize>,
    panics: Option<usize>,
}

#[derive(Debug, PartialEq, thiserror::Error)]
#[error("job {0} cannot be read")]
struct Unreadable(usize);

impl Jobs for Numbers {
    type Error = Unreadable;

    fn n_jobs(&self) -> usize {
        self.n
    }

    fn make(&self, job: usize, contests: &mut Contests) -> Result<(), Unreadable> {
        assert_ne!(self.panics, Some(job), "as asked");
        if self.fails == Some(job) {
            return Err(Unreadable(job));
        }
        std::thread::sleep(std::time::Duration::from_micros((job * 7919 % 300) as u64));
        for number in 0..(job % 4) as u32 {
            contests.team(&[job as u32]);
            let _ = contests.close(0, job as u32, number);
        }
        Ok(())
    }
}

fn settings(threads: usize, window: usize, seed: Option<u64>) -> Settings {
    Settings { threads, window: NonZero::new(window).unwrap(), seed, per_round: None }
}

fn drain(source: &mut impl Source<Error = Unreadable>) -> Result<Vec<(u32, u32)>, Unreadable> {
    let (mut batch, mut seen) = (Contests::default(), Vec::new());
    loop {
        source.next(&mut batch)?;
        if batch.is_empty() {
            return Ok(seen);
        }
        seen.extend(batch.iter().map(|contest| (contest.game, contest.number)));
    }
}

#[test]
fn the_order_is_the_same_for_any_number_of_threads_and_any_window() {
    let jobs = Numbers { n: 60, fails: None, panics: None };
    let expected: Vec<_> = (0..60).flat_map(|job| (0..job % 4).map(move |n| (job, n))).collect();
    let read = |settings, round, skip| {
        read_ahead(&jobs, settings, |source| {
            source.start(round, skip).unwrap();
            drain(source).unwrap()
        })
    };
    for (threads, window) in [(0, 1), (1, 1), (2, 1), (3, 4), (8, 100)] {
        assert_eq!(read(settings(threads, window, None), 0, 0), expected);
        assert_eq!(read(settings(threads, window, None), 5, 13), expected[13..]);
        let shuffled = read(settings(threads, window, Some(3)), 1, 0);
        assert_eq!(shuffled, read(settings(1, 1, Some(3)), 1, 0));
        assert_ne!(shuffled, read(settings(1, 1, Some(3)), 2, 0));
        assert_eq!(shuffled[40..], read(settings(threads, window, Some(3)), 1, 40));
    }
}

#[test]
fn rounds_of_some_jobs_go_through_all_of_them_before_any_comes_again() {
    let jobs = Numbers { n: 60, fails: None, panics: None };
    for threads in [0, 2] {
        let settings = Settings { per_round: NonZero::new(25), ..settings(threads, 3, Some(3)) };
        read_ahead(&jobs, settings, |source| {
            let mut rounds = |rounds: std::ops::Range<u32>| -> Vec<_> {
                let read = |round| {
                    source.start(round, 0).unwrap();
                    drain(source).unwrap()
                };
                rounds.flat_map(read).collect()
            };
            let (mut first, mut second) = (rounds(0..3), rounds(3..6));
            assert_ne!(first, second);
            first.sort_unstable();
            second.sort_unstable();
            assert_eq!(first, second);
            assert_eq!(first.len(), 90);
        });
    }
}

#[test]
fn a_round_may_be_started_again_before_its_end() {
    let jobs = Numbers { n: 40, fails: None, panics: None };
    read_ahead(&jobs, settings(3, 5, None), |source| {
        assert_eq!(drain(source), Ok(Vec::new()), "nothing before the first start");
        let mut batch = Contests::default();
        for round in 0..20 {
            source.start(round, 0).unwrap();
            source.next(&mut batch).unwrap();
            assert_eq!(batch.contest(0).game, 1);
        }
        source.start(20, 0).unwrap();
        assert_eq!(drain(source).unwrap().len(), 60);
        assert_eq!(drain(source), Ok(Vec::new()), "nothing after the end");
    });
}

#[test]
fn an_error_arrives_in_its_place() {
    let jobs = Numbers { n: 40, fails: Some(9), panics: None };
    read_ahead(&jobs, settings(3, 5, None), |source| {
        source.start(0, 0).unwrap();
        let mut batch = Contests::default();
        for job in [1, 2, 3, 5, 6, 7] {
            source.next(&mut batch).unwrap();
            assert_eq!(batch.contest(0).game, job);
        }
        assert_eq!(source.next(&mut batch), Err(Unreadable(9)));
    });
}

#[test]
fn a_panic_in_a_thread_does_not_leave_the_reader_waiting() {
    let jobs = Numbers { n: 40, fails: None, panics: Some(9) };
    let read = || {
        read_ahead(&jobs, settings(2, 4, None), |source| {
            source.start(0, 0).unwrap();
            drain(source).map(|seen| seen.len())
        })
    };
    assert!(std::panic::catch_unwind(read).is_err());
}
