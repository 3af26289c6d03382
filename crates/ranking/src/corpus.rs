//! Where contests come from: a [`Corpus`] can be visited in any order by several threads, a [`Source`] is a
//! stream that can be started again.

use std::convert::Infallible;
use std::num::NonZero;
use std::ops::Range;

use crate::contest::{Contest, Contests};
use crate::file::FileError;
use crate::random::Random;

/// Contests that are all at hand, in blocks that hold whole games.
pub trait Corpus: Sync {
    /// The number of contests.
    fn n_contests(&self) -> u64;

    /// The number of blocks.
    fn n_blocks(&self) -> usize;

    /// Shows every contest of a block in order. `scratch` is room that a thread may use again and again.
    fn visit(
        &self,
        block: usize,
        scratch: &mut Contests,
        see: &mut dyn FnMut(Contest<'_>),
    ) -> Result<(), FileError>;
}

/// How many contests a block of contests in memory holds at least (games are not split).
const BLOCK: usize = 1024;

impl Corpus for Contests {
    fn n_contests(&self) -> u64 {
        self.len() as u64
    }

    fn n_blocks(&self) -> usize {
        self.len().div_ceil(BLOCK)
    }

    fn visit(
        &self,
        block: usize,
        _scratch: &mut Contests,
        see: &mut dyn FnMut(Contest<'_>),
    ) -> Result<(), FileError> {
        let range = self.game_start(block * BLOCK)..self.game_start((block + 1) * BLOCK);
        range.for_each(|index| see(self.contest(index)));
        Ok(())
    }
}

impl Contests {
    /// The first contest from `index` on that does not continue the game of the one before it.
    fn game_start(&self, mut index: usize) -> usize {
        while index > 0
            && index < self.len()
            && self.contest(index).game == self.contest(index - 1).game
        {
            index += 1;
        }
        index.min(self.len())
    }
}

/// Calls `work` for each thread's share of `0..n`, shares in order, and gives the answers in that order.
///
/// The answer depends on the number of threads (it decides the shares), never on their timing.
pub fn in_shares<T: Send>(
    n: usize,
    threads: NonZero<usize>,
    work: impl Fn(Range<usize>) -> T + Sync,
) -> Vec<T> {
    let threads = threads.get().min(n.max(1));
    let share = |thread: usize| n * thread / threads..n * (thread + 1) / threads;
    if threads == 1 {
        return vec![work(0..n)];
    }
    std::thread::scope(|scope| {
        let work = &work;
        let running: Vec<_> =
            (0..threads).map(|thread| scope.spawn(move || work(share(thread)))).collect();
        let finish = |thread: std::thread::ScopedJoinHandle<'_, T>| match thread.join() {
            Ok(answer) => answer,
            Err(panic) => std::panic::resume_unwind(panic),
        };
        running.into_iter().map(finish).collect()
    })
}

/// A stream of contests that can be started again for every round.
pub trait Source {
    /// What can go wrong while reading.
    type Error: std::error::Error + Send + Sync + 'static;

    /// Goes to the beginning of a round and past its first `skip` contests. A round's order may depend on its
    /// number, but on nothing else, so that a stopped training can be taken up where it stood.
    fn start(&mut self, round: u32, skip: u64) -> Result<(), Self::Error>;

    /// Replaces `batch` by the next contests; an empty batch means that the round is over.
    fn next(&mut self, batch: &mut Contests) -> Result<(), Self::Error>;
}

/// A corpus as a stream: block after block, in an order drawn anew for each round if there is a seed.
pub struct Replay<'a> {
    corpus: &'a dyn Corpus,
    seed: Option<u64>,
    order: Vec<u32>,
    at: usize,
    skip: u64,
    scratch: Contests,
}

impl<'a> Replay<'a> {
    /// The blocks in their own order.
    pub fn in_order(corpus: &'a dyn Corpus) -> Replay<'a> {
        let order = (0..corpus.n_blocks() as u32).collect();
        Replay { corpus, seed: None, order, at: 0, skip: 0, scratch: Contests::default() }
    }

    /// The blocks, and the contests within each block, in an order that depends on the seed and the round.
    pub fn shuffled(corpus: &'a dyn Corpus, seed: u64) -> Replay<'a> {
        Replay { seed: Some(seed), ..Replay::in_order(corpus) }
    }

    fn read_block(&mut self, batch: &mut Contests) -> Result<(), FileError> {
        let block = self.order[self.at];
        self.at += 1;
        let Some(seed) = self.seed else {
            return self.corpus.visit(block as usize, &mut self.scratch, &mut |c| batch.push(c));
        };
        let mut whole = Contests::default();
        self.corpus.visit(block as usize, &mut self.scratch, &mut |c| whole.push(c))?;
        let mut order: Vec<usize> = (0..whole.len()).collect();
        Random::new(seed ^ u64::from(block) << 32 ^ self.order.len() as u64).shuffle(&mut order);
        order.into_iter().for_each(|index| batch.push(whole.contest(index)));
        Ok(())
    }
}

impl Source for Replay<'_> {
    type Error = FileError;

    fn start(&mut self, round: u32, skip: u64) -> Result<(), FileError> {
        self.order = (0..self.corpus.n_blocks() as u32).collect();
        if let Some(seed) = self.seed {
            Random::new(seed.wrapping_add(u64::from(round) << 20)).shuffle(&mut self.order);
        }
        (self.at, self.skip) = (0, skip);
        Ok(())
    }

    fn next(&mut self, batch: &mut Contests) -> Result<(), FileError> {
        batch.clear();
        while batch.is_empty() && self.at < self.order.len() {
            self.read_block(batch)?;
            let skipped = self.skip.min(batch.len() as u64);
            self.skip -= skipped;
            if skipped > 0 {
                let rest: Vec<usize> = (skipped as usize..batch.len()).collect();
                let whole = std::mem::take(batch);
                rest.into_iter().for_each(|index| batch.push(whole.contest(index)));
            }
        }
        Ok(())
    }
}

/// Contests in memory given as one batch per round; for tests and small cases, where nothing can go wrong.
pub struct Once<'a> {
    contests: &'a Contests,
    at: usize,
}

impl<'a> Once<'a> {
    /// A stream of exactly these contests in their order.
    pub fn new(contests: &'a Contests) -> Once<'a> {
        Once { contests, at: 0 }
    }
}

impl Source for Once<'_> {
    type Error = Infallible;

    fn start(&mut self, _round: u32, skip: u64) -> Result<(), Infallible> {
        self.at = usize::try_from(skip).unwrap_or(usize::MAX).min(self.contests.len());
        Ok(())
    }

    fn next(&mut self, batch: &mut Contests) -> Result<(), Infallible> {
        batch.clear();
        (self.at..self.contests.len()).for_each(|index| batch.push(self.contests.contest(index)));
        self.at = self.contests.len();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(n: u32, moves: u32) -> Contests {
        let mut contests = Contests::default();
        for (game, number) in (0..n).flat_map(|game| (0..moves).map(move |number| (game, number))) {
            contests.team(&[game]);
            contests.team(&[number]);
            contests.close(0, game, number).unwrap();
        }
        contests
    }

    fn drain<S: Source>(source: &mut S) -> Vec<(u32, u32)> {
        let (mut batch, mut seen) = (Contests::default(), Vec::new());
        loop {
            source.next(&mut batch).unwrap();
            if batch.is_empty() {
                return seen;
            }
            seen.extend(batch.iter().map(|c| (c.game, c.number)));
        }
    }

    #[test]
    fn blocks_hold_whole_games_and_cover_everything_once() {
        let contests = games(40, 301);
        let (mut seen, mut scratch) = (Vec::new(), Contests::default());
        for block in 0..contests.n_blocks() {
            let mut first = None;
            let mut see = |c: Contest<'_>| {
                first.get_or_insert(c.number);
                seen.push((c.game, c.number));
            };
            contests.visit(block, &mut scratch, &mut see).unwrap();
            assert!(first.is_none_or(|number| number == 0), "block {block} begins within a game");
        }
        assert_eq!(seen, contests.iter().map(|c| (c.game, c.number)).collect::<Vec<_>>());
    }

    #[test]
    fn a_round_taken_up_in_the_middle_goes_on_as_it_would_have() {
        let contests = games(40, 301);
        for mut source in [Replay::in_order(&contests), Replay::shuffled(&contests, 7)] {
            source.start(2, 0).unwrap();
            let whole = drain(&mut source);
            let mut sorted = whole.clone();
            sorted.sort_unstable();
            assert_eq!(sorted, contests.iter().map(|c| (c.game, c.number)).collect::<Vec<_>>());
            for skip in [1, 1024, 5000, 12_040] {
                source.start(2, skip).unwrap();
                assert_eq!(drain(&mut source), whole[skip as usize..]);
            }
        }
    }

    #[test]
    fn rounds_are_shuffled_differently() {
        let contests = games(40, 301);
        let mut source = Replay::shuffled(&contests, 7);
        source.start(0, 0).unwrap();
        let first = drain(&mut source);
        source.start(1, 0).unwrap();
        assert_ne!(first, drain(&mut source));
    }

    #[test]
    fn shares_come_back_in_order_for_any_number_of_threads() {
        for threads in 1..9 {
            let shares =
                in_shares(13, NonZero::new(threads).unwrap(), |range| range.collect::<Vec<_>>());
            assert_eq!(shares.concat(), (0..13).collect::<Vec<_>>());
        }
        assert_eq!(in_shares(0, NonZero::new(4).unwrap(), |range| range.len()), [0]);
    }
}
