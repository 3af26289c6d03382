//! All games that are being played, and the computer's thinking about them.
//!
//! Bounded on every side: a number of games (the one that was not looked at for longest goes first; its
//! page brings it back when it needs it), and a number of opponents that think at the same time.

use crate::opponent::{Factory, Opponent};
use crate::table::{Answer, Job, Table, Task};
use crate::trouble::Trouble;
use crate::view::View;
use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{Semaphore, watch};

/// The most games kept. A game of 19×19 with its history takes about half a megabyte.
pub const MOST_GAMES: usize = 64;

/// The most opponents that think at the same time; further games wait for their turn.
pub const MOST_THINKERS: usize = 2;

/// The longest that [`Seat::changed_since`] waits, well below what browsers and proxies put up with.
const LONGEST_WAIT: Duration = Duration::from_secs(20);

/// The games and the opponents.
pub struct Lobby {
    games: Mutex<Games>,
    factory: Arc<Factory>,
    /// Opponents that wait for the next question.
    idle: Mutex<Vec<Box<dyn Opponent>>>,
    thinkers: Semaphore,
    /// Two keyed hashes of a counter make an id that nobody guesses.
    keys: [RandomState; 2],
}

#[derive(Default)]
struct Games {
    by_id: HashMap<String, Kept>,
    /// Counts the times that a game was asked for.
    n_uses: u64,
}

struct Kept {
    seat: Arc<Seat>,
    last_use: u64,
}

/// A place to play: one table, and a bell that rings when something changes.
pub struct Seat {
    id: String,
    table: Mutex<Table>,
    version: watch::Sender<u64>,
}

impl Lobby {
    /// No game yet.
    pub fn new(factory: Arc<Factory>) -> Lobby {
        Lobby {
            games: Mutex::default(),
            factory,
            idle: Mutex::default(),
            thinkers: Semaphore::new(MOST_THINKERS),
            keys: [RandomState::new(), RandomState::new()],
        }
    }

    /// Opens a game, and closes another if there are too many.
    pub fn open(self: &Arc<Lobby>, table: Table) -> Arc<Seat> {
        let seat = {
            let mut games = lock(&self.games);
            games.n_uses += 1;
            let last_use = games.n_uses;
            if games.by_id.len() >= MOST_GAMES {
                games.close_oldest();
            }
            let id: String =
                self.keys.iter().map(|key| format!("{:016x}", key.hash_one(last_use))).collect();
            let version = watch::Sender::new(table.version());
            let seat = Arc::new(Seat { id: id.clone(), table: Mutex::new(table), version });
            games.by_id.insert(id, Kept { seat: seat.clone(), last_use });
            seat
        };
        self.wake(&seat);
        seat
    }

    /// The game with this id.
    pub fn find(&self, id: &str) -> Result<Arc<Seat>, Trouble> {
        let mut games = lock(&self.games);
        games.n_uses += 1;
        let n_uses = games.n_uses;
        match games.by_id.get_mut(id) {
            Some(kept) => {
                kept.last_use = n_uses;
                Ok(kept.seat.clone())
            }
            None => Err(Trouble::UnknownGame(id.chars().take(40).collect())),
        }
    }

    /// Lets the person act, and the computer after that.
    pub fn act(
        self: &Arc<Lobby>,
        seat: &Arc<Seat>,
        action: impl FnOnce(&mut Table) -> Result<(), Trouble>,
    ) -> Result<(), Trouble> {
        seat.change(action)?;
        self.wake(seat);
        Ok(())
    }

    /// Gives the computer something to think about if it is its turn.
    fn wake(self: &Arc<Lobby>, seat: &Arc<Seat>) {
        if let Some(job) = seat.change(Table::next_job) {
            tokio::spawn(self.clone().think(seat.clone(), job));
        }
    }

    /// Thinks until it is the person's turn.
    async fn think(self: Arc<Lobby>, seat: Arc<Seat>, mut job: Job) {
        loop {
            let ticket = job.ticket;
            let answer = self.ask(job).await;
            let next = seat.change(|table| {
                table.answer(ticket, answer);
                table.next_job()
            });
            match next {
                Some(next) => job = next,
                None => return,
            }
        }
    }

    /// Puts one question to an opponent, on a thread that may block.
    async fn ask(&self, job: Job) -> Answer {
        let Ok(_permit) = self.thinkers.acquire().await else { return Answer::Failed };
        if job.cancel.load(Ordering::Relaxed) {
            return Answer::Failed; // overtaken while it waited: nobody listens
        }
        let idle = lock(&self.idle).pop();
        let factory = self.factory.clone();
        let thinking = tokio::task::spawn_blocking(move || {
            let mut opponent = idle.unwrap_or_else(|| factory());
            let answer = match job.task {
                Task::Choose => Answer::Choice(opponent.choose(&job.game, &job.cancel)),
                Task::Judge => Answer::Dead(opponent.dead_stones(&job.game)),
            };
            (opponent, answer)
        });
        match thinking.await {
            Ok((opponent, answer)) => {
                lock(&self.idle).push(opponent);
                answer
            }
            Err(_) => Answer::Failed, // it panicked, and went down with its thread
        }
    }
}

impl Games {
    fn close_oldest(&mut self) {
        let oldest = self.by_id.iter().min_by_key(|(_, kept)| kept.last_use);
        let Some(id) = oldest.map(|(id, _)| id.clone()) else { return };
        if let Some(kept) = self.by_id.remove(&id) {
            lock(&kept.seat.table).stop();
        }
    }
}

impl Seat {
    /// What the page sees.
    pub fn view(&self) -> View {
        View::of(&self.id, &lock(&self.table))
    }

    /// Looks at the table.
    pub fn look<T>(&self, look: impl FnOnce(&Table) -> T) -> T {
        look(&lock(&self.table))
    }

    /// Waits until the version is another one, but not forever.
    pub async fn changed_since(&self, version: u64) {
        let mut bell = self.version.subscribe();
        let change = bell.wait_for(|now| *now != version);
        // Too late is no error: the page asks again.
        let _ = tokio::time::timeout(LONGEST_WAIT, change).await;
    }

    /// Changes the table, and rings the bell if that made a difference.
    fn change<T>(&self, change: impl FnOnce(&mut Table) -> T) -> T {
        let mut table = lock(&self.table);
        let result = change(&mut table);
        let now = table.version();
        self.version.send_if_modified(|version| std::mem::replace(version, now) != now);
        result
    }
}

/// A panic elsewhere leaves the data as it was between two statements of ours, which are all sound.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
