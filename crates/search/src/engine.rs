//! The engine: settings in, reports and decisions out.

use crate::choice::{self, Decision};
use crate::meter::{Budget, Meter};
use crate::playout::gammas::Strengths;
use crate::playout::{Player, Playouts, Start};
use crate::primitive;
use crate::random::Random;
use crate::report::{Ownership, Report};
use crate::settings::{Method, Settings, SettingsError};
use crate::tree::Tree;
use crate::uct::{Search, Worker, sensible_plays};
use aji_goban::rules::Scoring;
use aji_goban::{Color, Game, Komi, Move, PointSet, Size};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Called now and then while a search runs.
pub type Progress<'a> = (Duration, &'a mut dyn FnMut(&Report));

/// A player.
#[derive(Debug)]
pub struct Engine {
    settings: Settings,
    strengths: Strengths,
    /// Playouts on the last board's size.
    playouts: Option<(Size, Playouts)>,
    /// Searches so far: each has chance of its own, and a new engine repeats them.
    n_searches: u64,
}

impl Engine {
    /// A player with these settings, whose playouts know nothing of the strength of moves.
    pub fn new(settings: Settings) -> Result<Engine, SettingsError> {
        Engine::with_strengths(settings, Strengths::none())
    }

    /// A player with these settings and playout strengths.
    pub fn with_strengths(
        settings: Settings,
        strengths: Strengths,
    ) -> Result<Engine, SettingsError> {
        settings.check()?;
        Ok(Engine { settings, strengths, playouts: None, n_searches: 0 })
    }

    /// Playouts on boards of this size.
    fn playouts(&mut self, size: Size) -> Playouts {
        match &self.playouts {
            Some((made_for, playouts)) if *made_for == size => playouts.clone(),
            _ => {
                let playouts = Playouts::new(&self.settings.playout, &self.strengths, size);
                self.playouts = Some((size, playouts.clone()));
                playouts
            }
        }
    }

    /// Its settings.
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Starts anew from the seed, as a new engine would.
    pub fn reseed(&mut self, seed: u64) {
        self.settings.search.seed = seed;
        self.n_searches = 0;
    }

    /// What the settings allow for a move when no clock says otherwise.
    pub fn budget(&self) -> Budget {
        let budget = &self.settings.budget;
        Budget {
            playouts: (budget.playouts > 0).then_some(budget.playouts),
            time: (budget.seconds > 0.0).then(|| Duration::from_secs_f64(budget.seconds)),
        }
    }

    /// Looks for the best move of the side to move.
    pub fn search(
        &mut self,
        game: &Game,
        budget: Budget,
        stop: &AtomicBool,
        progress: Option<Progress>,
    ) -> Report {
        self.n_searches += 1;
        let start = Start::new(game.position(), self.playouts(game.size()));
        let mut player = self.player(&start, 0);
        let mut plays = Vec::new();
        sensible_plays(&mut player, &mut plays);
        plays.retain(|play| play.point().is_none_or(|point| game.is_legal(point)));
        match self.settings.search.method {
            Method::Primitive => self.search_flat(game, &start, &plays, stop),
            Method::Uct => self.search_tree(game, &start, &plays, budget, stop, progress),
        }
    }

    /// What to do, given what a search found.
    pub fn decide(&self, game: &Game, report: &Report) -> Decision {
        choice::decide(game, report, &self.settings.choice)
    }

    /// The stones that playouts do not expect to stay: those whose points the other side owns more
    /// often than not by far.
    pub fn dead_stones(&mut self, game: &Game) -> PointSet {
        const N_PLAYOUTS: u32 = 400;
        const OWNED: f64 = 0.3;
        self.n_searches += 1;
        let playouts = self.playouts(game.size());
        let mut ownership = Ownership::default();
        for to_move in Color::BOTH {
            let mut position = game.position().clone();
            position.set_to_move(to_move);
            let start = Start::new(&position, playouts.clone());
            let mut player = self.player(&start, 1 + to_move.index() as u64);
            for _ in 0..N_PLAYOUTS / 2 {
                player.reset(&start);
                player.play_out(komi_of(game));
            }
            ownership.merge(&player.ownership);
        }
        let board = game.position().board();
        let mut dead = PointSet::EMPTY;
        for id in board.chain_ids() {
            let chain = board.chain(id);
            let shares = chain.stones().iter().map(|point| ownership.of(point, chain.color()));
            if shares.sum::<f64>() < OWNED * chain.n_stones() as f64 {
                dead |= *chain.stones();
            }
        }
        dead
    }

    fn player(&self, start: &Start, worker: u64) -> Player {
        let seed = self.seed() ^ worker.wrapping_mul(0xD1B5_4A32_D192_ED03);
        Player::new(start, Random::new(seed))
    }

    fn seed(&self) -> u64 {
        let mut random = Random::new(self.settings.search.seed ^ self.n_searches << 32);
        random.next_u64()
    }

    fn search_flat(&self, game: &Game, start: &Start, plays: &[Move], stop: &AtomicBool) -> Report {
        let meter = Meter::new(Budget::default(), stop);
        let n_playouts = self.settings.budget.playouts;
        // A pass is played only when nothing else is left, as in the course.
        let tried = if plays.len() > 1 { &plays[..plays.len() - 1] } else { plays };
        let (candidates, player) =
            primitive::try_all(start, tried, n_playouts, komi_of(game), self.seed(), stop);
        Report {
            to_move: game.position().to_move(),
            n_playouts: candidates.iter().map(|c| u64::from(c.visits)).sum(),
            candidates,
            n_nodes: 1,
            elapsed: meter.elapsed(),
            ownership: player.ownership,
        }
    }

    fn search_tree(
        &self,
        game: &Game,
        start: &Start,
        plays: &[Move],
        budget: Budget,
        stop: &AtomicBool,
        progress: Option<Progress>,
    ) -> Report {
        let meter = Meter::new(budget, stop);
        let settings = &self.settings.search;
        let tree = Tree::new(game.size(), settings.memory_mb);
        let to_move = game.position().to_move();
        let report = |meter: &Meter, candidates, ownership| Report {
            to_move,
            candidates,
            n_playouts: meter.n_playouts(),
            n_nodes: tree.n_nodes(),
            elapsed: meter.elapsed(),
            ownership,
        };
        let Some(root) = tree.grow(plays) else {
            return report(&meter, Vec::new(), Ownership::default());
        };
        let search = Search { tree: &tree, root, start, komi: komi_of(game), settings };
        let work = |worker: usize| {
            let mut worker = Worker::new(&search, self.player(start, worker as u64));
            worker.run(&meter);
            worker.player.ownership
        };
        let mut ownership = Ownership::default();
        match progress {
            None if settings.threads == 1 => ownership.merge(&work(0)),
            progress => std::thread::scope(|scope| {
                let workers: Vec<_> =
                    (0..settings.threads).map(|i| scope.spawn(move || work(i))).collect();
                if let Some((every, tell)) = progress {
                    while !wait(every, || workers.iter().all(|worker| worker.is_finished()), stop) {
                        let candidates = tree.candidates(root, to_move);
                        tell(&report(&meter, candidates, Ownership::default()));
                    }
                }
                for worker in workers {
                    match worker.join() {
                        Ok(seen) => ownership.merge(&seen),
                        Err(panic) => std::panic::resume_unwind(panic),
                    }
                }
            }),
        }
        report(&meter, tree.candidates(root, to_move), ownership)
    }
}

/// Komi with what White receives for handicap stones, which playouts must count by area.
fn komi_of(game: &Game) -> Komi {
    let bonus = match game.rules().scoring {
        Scoring::Area => game.rules().handicap_bonus.points(game.n_handicap()),
        Scoring::Territory => 0,
    };
    Komi::from_half_points(game.komi().half_points() + 2 * bonus as i16)
}

/// Waits for `every`, looking up now and then; true if all is over before.
fn wait(every: Duration, is_over: impl Fn() -> bool, stop: &AtomicBool) -> bool {
    let start = std::time::Instant::now();
    while start.elapsed() < every {
        if is_over() || stop.load(Ordering::Relaxed) {
            return true;
        }
        std::thread::sleep(Duration::from_millis(2).min(every));
    }
    is_over()
}
