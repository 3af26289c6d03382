//! Plays a schedule: several games at a time, each stored as soon as it has ended, resumed where it
//! stopped, and ended early when the question is answered.

use crate::engine::{Engine, Fault, Identity};
use crate::playing::{self, Opponents, Played};
use crate::record::{GameRecord, Remark};
use crate::referee::Referee;
use crate::schedule::{Fixture, Load, Schedule, ScheduleError};
use crate::standing::Standing;
use crate::statistics::{Sequential, Verdict};
use crate::store::{Store, StoreError};
use aji_goban::Color;
use std::collections::{HashMap, VecDeque};
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use thiserror::Error;

/// How a schedule is played.
#[derive(Clone, Debug)]
pub struct Manner {
    /// Games at the same time.
    pub parallel: usize,
    /// Threads of each engine, for the warning when the machine is too small.
    pub threads: usize,
    /// Stops a match of two when this question is answered for the first player.
    pub sequential: Option<Sequential>,
}

impl Default for Manner {
    fn default() -> Manner {
        Manner { parallel: 1, threads: 1, sequential: None }
    }
}

/// Told of what happens.
pub trait Watcher {
    /// Something worth knowing.
    fn note(&mut self, _note: &Note) {}

    /// A game has ended and is stored.
    fn finished(&mut self, _game: &GameRecord, _progress: &Progress<'_>) {}
}

/// Watches nothing.
impl Watcher for () {}

/// Where a match stands.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// All results.
    pub standing: &'a Standing,
    /// Games that were asked for.
    pub n_wanted: u64,
    /// Games played by this run.
    pub n_played: u64,
    /// Since this run began.
    pub elapsed: Duration,
}

impl Progress<'_> {
    /// How long the rest will take if games go on as they did.
    pub fn time_left(&self) -> Option<Duration> {
        let n_left = self.n_wanted.saturating_sub(self.standing.games());
        (self.n_played > 0).then(|| self.elapsed.mul_f64(n_left as f64 / self.n_played as f64))
    }
}

/// Something worth knowing beside the games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// More threads than cores.
    Overload(Load),
    /// So many games were found in the store.
    Resumed(u64),
    /// Stored games were played by another version of an engine.
    OtherVersion {
        /// The player's name.
        player: String,
        /// The version of the stored games.
        stored: String,
        /// The version now.
        now: String,
    },
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Note::Overload(load) => write!(f, "warning: {load}: moves will take longer than alone"),
            Note::Resumed(n) => write!(f, "{n} finished games found, going on from there"),
            Note::OtherVersion { player, stored, now } => write!(
                f,
                "warning: stored games of {player} were played by version {stored}, now it is {now}"
            ),
        }
    }
}

/// How a run ended.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// All results, stored ones included.
    pub standing: Standing,
    /// What the players call themselves, or were called.
    pub names: Vec<String>,
    /// Games played by this run.
    pub n_played: u64,
    /// What the sequential test says.
    pub verdict: Option<Verdict>,
    /// Was the run interrupted?
    pub is_cancelled: bool,
    /// How long this run took.
    pub elapsed: Duration,
}

/// Why a schedule could not be played.
#[derive(Debug, Error)]
pub enum TournamentError {
    /// The schedule makes no sense.
    #[error(transparent)]
    Schedule(#[from] ScheduleError),
    /// Games could not be kept.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// An engine cannot play at all.
    #[error("{player}: {fault}")]
    Engine {
        /// Which.
        player: String,
        /// Why.
        fault: Fault,
    },
}

/// Plays what the store does not have yet. Setting `cancel` ends the run after the moves in progress;
/// unfinished games are forgotten.
pub fn run(
    schedule: &Schedule,
    manner: &Manner,
    store: &mut dyn Store,
    cancel: &AtomicBool,
    watcher: &mut dyn Watcher,
) -> Result<Outcome, TournamentError> {
    schedule.check()?;
    let start = Instant::now();
    let id = schedule.id();
    store.begin(&id, &schedule.description())?;
    let mut ledger = Ledger::new(schedule, manner);
    let stored = store.games(&id)?;
    let mut names: Vec<String> =
        (0..schedule.players.len()).map(|player| playing::name(schedule, player, None)).collect();
    for game in &stored {
        for color in Color::BOTH {
            let side = game.side(color);
            names[side.player.min(schedule.players.len() - 1)].clone_from(&side.name);
        }
        ledger.enter(game);
    }
    let left = ledger.left();
    if !stored.is_empty() {
        watcher.note(&Note::Resumed(ledger.standing.games()));
    }
    if !left.is_empty() && !ledger.is_decided() {
        let load = Load::here(manner.parallel.min(left.len()), manner.threads);
        if load.is_too_much() {
            watcher.note(&Note::Overload(load));
        }
        let identities = introduce(schedule)?;
        for (player, identity) in identities.iter().enumerate() {
            let given = schedule.players[player].name.clone();
            names[player] = given.unwrap_or_else(|| identity.name.clone());
            note_version(&stored, player, identity, &names[player], watcher);
        }
        ledger.play(left, store, cancel, watcher, start)?;
    }
    Ok(Outcome {
        verdict: ledger.verdict(),
        standing: ledger.standing,
        names,
        n_played: ledger.n_played,
        is_cancelled: cancel.load(Ordering::Relaxed),
        elapsed: start.elapsed(),
    })
}

/// Starts every engine once, so that what cannot work fails before the first game.
fn introduce(schedule: &Schedule) -> Result<Vec<Identity>, TournamentError> {
    let mut identities = Vec::new();
    for (player, spec) in schedule.players.iter().enumerate() {
        let engine = Engine::start(spec, schedule.conditions.patience).map_err(|fault| {
            TournamentError::Engine { player: playing::name(schedule, player, None), fault }
        })?;
        identities.push(engine.identity().clone());
    }
    Ok(identities)
}

fn note_version(
    stored: &[GameRecord],
    player: usize,
    identity: &Identity,
    name: &str,
    watcher: &mut dyn Watcher,
) {
    let sides = stored.iter().rev().flat_map(|game| [&game.black, &game.white]);
    let engines =
        sides.filter(|side| side.player == player).filter_map(|side| side.engine.as_ref());
    if let Some(other) = engines.into_iter().find(|engine| engine.version != identity.version) {
        watcher.note(&Note::OtherVersion {
            player: name.to_owned(),
            stored: other.version.clone(),
            now: identity.version.clone(),
        });
    }
}

/// What is known of the match while it runs.
struct Ledger<'a> {
    schedule: &'a Schedule,
    manner: &'a Manner,
    fixtures: HashMap<u64, Fixture>,
    standing: Standing,
    keys: HashMap<u64, u64>,
    n_played: u64,
}

impl<'a> Ledger<'a> {
    fn new(schedule: &'a Schedule, manner: &'a Manner) -> Ledger<'a> {
        let fixtures = schedule.fixtures().into_iter().map(|f| (f.number, f)).collect();
        let (standing, keys) = (Standing::default(), HashMap::new());
        Ledger { schedule, manner, fixtures, standing, keys, n_played: 0 }
    }

    /// Counts a game, if it is one of those that were asked for.
    fn enter(&mut self, game: &GameRecord) {
        if self.fixtures.contains_key(&game.number) {
            self.standing.add(game);
        }
        if let Some(key) = game.key() {
            self.keys.entry(key).or_insert(game.number);
        }
        self.fixtures.remove(&game.number);
    }

    /// The games that are still to be played, in order.
    fn left(&self) -> VecDeque<Fixture> {
        let fixtures = self.schedule.fixtures();
        fixtures.into_iter().filter(|f| self.fixtures.contains_key(&f.number)).collect()
    }

    fn verdict(&self) -> Option<Verdict> {
        let test = self.manner.sequential.as_ref().filter(|_| self.schedule.players.len() == 2)?;
        Some(test.verdict(&self.standing.pairs(0)))
    }

    fn is_decided(&self) -> bool {
        self.verdict().is_some_and(|verdict| verdict != Verdict::Open)
    }

    /// Plays games on as many threads as asked for; this thread keeps the books.
    fn play(
        &mut self,
        left: VecDeque<Fixture>,
        store: &mut dyn Store,
        cancel: &AtomicBool,
        watcher: &mut dyn Watcher,
        start: Instant,
    ) -> Result<(), TournamentError> {
        let n_wanted = self.standing.games() + left.len() as u64;
        let n_workers = self.manner.parallel.clamp(1, left.len().max(1));
        let (queue, stop) = (Mutex::new(left), AtomicBool::new(false));
        let schedule = self.schedule;
        thread::scope(|scope| {
            let (sender, games) = channel();
            for _ in 0..n_workers {
                let (sender, queue) = (sender.clone(), &queue);
                let halt = || cancel.load(Ordering::Relaxed) || stop.load(Ordering::Relaxed);
                scope.spawn(move || Worker::new(schedule).work(queue, &halt, &sender));
            }
            drop(sender);
            let result = self.keep_books(&games, store, watcher, n_wanted, start, &stop);
            // Whatever ended the loop, the workers end with it.
            stop.store(true, Ordering::Relaxed);
            result
        })
    }

    fn keep_books(
        &mut self,
        games: &Receiver<Result<GameRecord, ScheduleError>>,
        store: &mut dyn Store,
        watcher: &mut dyn Watcher,
        n_wanted: u64,
        start: Instant,
        stop: &AtomicBool,
    ) -> Result<(), TournamentError> {
        for game in games {
            if stop.load(Ordering::Relaxed) {
                continue;
            }
            let mut game = game?;
            if let Some(&of) = game.key().as_ref().and_then(|key| self.keys.get(key)) {
                game.remarks.push(Remark::Duplicate { of });
            }
            store.save(&game)?;
            self.enter(&game);
            self.n_played += 1;
            let (standing, n_played, elapsed) = (&self.standing, self.n_played, start.elapsed());
            watcher.finished(&game, &Progress { standing, n_wanted, n_played, elapsed });
            if self.is_decided() {
                stop.store(true, Ordering::Relaxed);
            }
        }
        Ok(())
    }
}

/// Plays one game after another with engines of its own.
struct Worker<'a> {
    schedule: &'a Schedule,
    engines: HashMap<usize, Engine>,
    referee: Referee,
}

impl<'a> Worker<'a> {
    fn new(schedule: &'a Schedule) -> Worker<'a> {
        let referee = Referee::gnu_go(schedule.conditions.patience);
        Worker { schedule, engines: HashMap::new(), referee }
    }

    fn work(
        &mut self,
        queue: &Mutex<VecDeque<Fixture>>,
        halt: &dyn Fn() -> bool,
        sender: &Sender<Result<GameRecord, ScheduleError>>,
    ) {
        while !halt() {
            let next = queue.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
            let Some(fixture) = next else { return };
            let record = match self.play(&fixture, halt) {
                Ok(Some(played)) => Ok(played.record),
                Ok(None) => return,
                Err(error) => Err(error),
            };
            if sender.send(record).is_err() {
                return;
            }
        }
    }

    /// Plays a game; engines that broke are ended, the others kept for the next game.
    fn play(
        &mut self,
        fixture: &Fixture,
        halt: &dyn Fn() -> bool,
    ) -> Result<Option<Played>, ScheduleError> {
        self.engines.retain(|player, _| [fixture.black, fixture.white].contains(player));
        let mut taken = Vec::new();
        for (color, player) in [(Color::Black, fixture.black), (Color::White, fixture.white)] {
            let engine = match self.engines.remove(&player) {
                Some(engine) => Ok(engine),
                None => {
                    let spec = &self.schedule.players[player];
                    Engine::start(spec, self.schedule.conditions.patience)
                }
            };
            match engine {
                Ok(engine) => taken.push((player, engine)),
                Err(fault) => {
                    return playing::forfeit(self.schedule, fixture, color, fault).map(Some);
                }
            }
        }
        let [(_, black), (_, white)] = &mut taken[..] else { return Ok(None) };
        let opponents = Opponents { black, white };
        let played = playing::play(self.schedule, fixture, opponents, &mut self.referee, halt)?;
        let broken = played.as_ref().and_then(|played| played.broken);
        if broken == Some(Color::White) {
            taken.truncate(1);
        } else if broken == Some(Color::Black) {
            taken.remove(0);
        }
        self.engines.extend(taken);
        Ok(played)
    }
}
