//! The engine: settings in, reports and decisions out.

use crate::attention::{Lens, Onlooker};
use crate::choice::{self, Decision};
use crate::memory::Memory;
use crate::meter::{Budget, Meter};
use crate::playout::gammas::Strengths;
use crate::playout::{Player, Playouts, Start};
use crate::prior::Prior;
use crate::random::Random;
use crate::ranker::{Ranker, runs_into_ladder};
use crate::report::{Effort, Ownership, Report};
use crate::second_opinion::Doubts;
use crate::selection::Selector;
use crate::settings::{Method, Selection, Settings, SettingsError};
use crate::superko::Superko;
use crate::tree::{Extras, NodeId, Tree, key_of};
use crate::uct::{Search, Worker};
use crate::widening::Widening;
use crate::{dynamic_komi, primitive};
use aji_goban::rules::Scoring;
use aji_goban::{Color, Game, Komi, Move, PointSet, Size};
use aji_reading::Ladders;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Called now and then while a search runs.
pub type Progress<'a> = (Duration, &'a mut dyn FnMut(&Report));

/// What was learned from games.
#[derive(Clone, Debug)]
pub struct Knowledge {
    /// The strengths by which playouts choose, each with the largest board it is for, small boards first.
    pub playout: Vec<(usize, Strengths)>,
    /// What is thought of moves before they are tried.
    pub prior: Option<Arc<Prior>>,
}

impl Knowledge {
    /// Nothing.
    pub fn none() -> Knowledge {
        Knowledge { playout: Vec::new(), prior: None }
    }

    /// The strengths by which playouts choose on boards of this size.
    pub fn playout_on(&self, size: Size) -> Strengths {
        let fitting = self.playout.iter().find(|(lines, _)| size.lines() <= *lines);
        let known = fitting.or(self.playout.last());
        known.map_or_else(Strengths::none, |(_, strengths)| strengths.clone())
    }
}

/// A player.
#[derive(Debug)]
pub struct Engine {
    settings: Settings,
    knowledge: Knowledge,
    /// Playouts on the last board's size.
    playouts: Option<(Size, Playouts)>,
    /// Searches so far: each has chance of its own, and a new engine repeats them.
    n_searches: u64,
    memory: Option<Memory>,
    /// Attention on the last board's size, if it is asked.
    lens: Option<Arc<Lens>>,
}

impl Engine {
    /// A player with these settings that knows nothing of the strength of moves.
    pub fn new(settings: Settings) -> Result<Engine, SettingsError> {
        Engine::with_knowledge(settings, Knowledge::none())
    }

    /// A player with these settings and what was learned from games.
    pub fn with_knowledge(
        settings: Settings,
        knowledge: Knowledge,
    ) -> Result<Engine, SettingsError> {
        settings.check()?;
        Ok(Engine { settings, knowledge, playouts: None, n_searches: 0, memory: None, lens: None })
    }

    /// Playouts on boards of this size.
    fn playouts(&mut self, size: Size) -> Playouts {
        match &self.playouts {
            Some((made_for, playouts)) if *made_for == size => playouts.clone(),
            _ => {
                let strengths = self.knowledge.playout_on(size);
                let playouts = Playouts::new(&self.settings.playout, &strengths, size);
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
        self.memory = None;
    }

    /// What the settings allow for a move when no clock says otherwise.
    pub fn budget(&self) -> Budget {
        let budget = &self.settings.budget;
        Budget {
            playouts: (budget.playouts > 0).then_some(budget.playouts),
            time: (budget.seconds > 0.0).then(|| Duration::from_secs_f64(budget.seconds)),
            time_if_unclear: None,
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
        let start = self.begin(game);
        self.search_with(game, &start, komi_of(game), budget, stop, progress)
    }

    /// The same for a move that is to be played, or for pondering on the answer to it: where one side is far ahead komi may be
    /// shifted, and win rates then are not the game's.
    pub fn search_to_play(&mut self, game: &Game, budget: Budget, stop: &AtomicBool) -> Report {
        let start = self.begin(game);
        let komi = self.komi_to_play_with(game, &start);
        self.search_with(game, &start, komi, budget, stop, None)
    }

    fn begin(&mut self, game: &Game) -> Start {
        self.n_searches += 1;
        Start::new(game.position(), self.playouts(game.size()))
    }

    fn search_with(
        &mut self,
        game: &Game,
        start: &Start,
        komi: Komi,
        budget: Budget,
        stop: &AtomicBool,
        progress: Option<Progress>,
    ) -> Report {
        match self.settings.search.method {
            Method::Primitive => self.search_flat(game, start, stop),
            Method::Uct => self.search_tree(game, start, komi, budget, stop, progress),
        }
    }

    /// What to do, given what a search found.
    pub fn decide(&self, game: &Game, report: &Report) -> Decision {
        let may_resign = !dynamic_komi::is_called_for(game, komi_of(game));
        choice::decide(game, report, &self.settings.choice, may_resign)
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

    fn search_flat(&self, game: &Game, start: &Start, stop: &AtomicBool) -> Report {
        let meter = Meter::new(Budget::default(), stop);
        let n_playouts = self.settings.budget.playouts;
        let mut ranker = self.ranker(game.size());
        let mut player = self.player(start, 0);
        ranker.rank(&mut player, None);
        ranker.keep_for_root(&mut player.position, false, |point| game.is_legal(point));
        let mut plays: Vec<Move> = ranker.moves().iter().map(|ranked| ranked.play).collect();
        // A pass is played only when nothing else is left, as in the course.
        let n_plays = plays.len();
        plays.retain(|&play| play != Move::Pass || n_plays == 1);
        let (candidates, player) =
            primitive::try_all(start, &plays, n_playouts, komi_of(game), self.seed(), stop);
        Report {
            to_move: game.position().to_move(),
            n_playouts: candidates.iter().map(|c| u64::from(c.visits)).sum(),
            candidates,
            n_nodes: 1,
            effort: Effort::default(),
            elapsed: meter.elapsed(),
            ownership: player.ownership,
            shifted_komi: None,
            second_opinion: None,
        }
    }

    fn ranker(&self, size: Size) -> Ranker {
        Ranker::new(&self.settings.search, self.knowledge.prior.as_ref(), size)
    }

    fn search_tree(
        &mut self,
        game: &Game,
        start: &Start,
        komi: Komi,
        budget: Budget,
        stop: &AtomicBool,
        mut progress: Option<Progress>,
    ) -> Report {
        let meter = Meter::new(budget, stop);
        let (mut tree, mut root) = self.tree_for(game, start, komi);
        if tree.extras().folds {
            // What may be played is another question at the root than it was when this was a leaf.
            tree.reach_all(root);
        }
        let mut seen = (Ownership::default(), Effort::default());
        self.focus_lens(game.size());
        let doubts = self.attend(game, &tree, root, komi, &mut seen.1);
        let from_visits = self.settings.attention.from_visits;
        let looks_deeper = from_visits > 0 && self.settings.attention.judges();
        let mut may_grow = true;
        loop {
            let settings = &self.settings.search;
            let search = Search {
                tree: &tree,
                root,
                start,
                komi,
                settings,
                selector: Selector::new(settings, game.size()),
                widening: Widening::new(settings),
                superko: Superko::of(game),
                prior: self.knowledge.prior.as_ref(),
                lens: self.lens.as_ref().filter(|_| looks_deeper).map(|lens| (lens, from_visits)),
                doubts: doubts.as_ref(),
                may_prove: settings.proofs && komi == komi_of(game),
                may_grow,
                is_full: AtomicBool::new(false),
            };
            self.run_workers(&search, game, &meter, &mut progress, &mut seen);
            if !search.is_full.into_inner() || meter.is_over() {
                break;
            }
            match tree.pruned(root) {
                Some((smaller, new_root)) if smaller.n_nodes() < tree.n_nodes() => {
                    (tree, root) = (smaller, new_root);
                }
                _ => may_grow = false,
            }
        }
        let mut report = report(game, &tree, root, &meter, komi, seen);
        if let Some(doubts) = &doubts {
            doubts.conclude(&tree, root, &mut report);
        }
        if self.settings.search.remembers() {
            self.memory = Some(Memory::new(tree, root, game, komi));
        }
        report
    }

    /// Has attention ready for boards of this size, if it is asked.
    fn focus_lens(&mut self, size: Size) {
        let is_ready = self.lens.as_ref().is_some_and(|lens| lens.size() == size);
        if self.settings.attention.is_on() && !is_ready {
            // What comes with the program can be read: tests do so for each of its files.
            self.lens = Lens::of(&self.settings.attention, size).ok().map(Arc::new);
        }
    }

    /// Looks at the root by attention; what is to be doubted, if a second opinion is wanted.
    fn attend(
        &self,
        game: &Game,
        tree: &Tree,
        root: NodeId,
        komi: Komi,
        effort: &mut Effort,
    ) -> Option<Doubts> {
        let (settings, lens) = (&self.settings.attention, self.lens.as_ref()?);
        let mut onlooker = Onlooker::new(Arc::clone(lens), komi);
        let mut position = game.position().clone();
        // What is left of the last search may have been looked at already.
        if settings.judges() && tree.claim_attention(root) {
            onlooker.judge(tree, root, &mut position);
            effort.n_attended += 1;
            if let Some(widening) = Widening::new(&self.settings.search) {
                widening.reorder(tree, root, position.to_move());
            }
        }
        let wants_opinion = settings.second_opinion > 0.0;
        wants_opinion.then(|| Doubts::new(settings, onlooker.attended(&mut position)))
    }

    /// Lets all workers run until the budget is spent or the tree is full; adds what they saw to `seen`.
    fn run_workers(
        &self,
        search: &Search,
        game: &Game,
        meter: &Meter,
        progress: &mut Option<Progress>,
        seen: &mut (Ownership, Effort),
    ) {
        let work = |worker: usize| {
            // A worker that starts anew after pruning has chance of its own.
            let chance = worker as u64 + (meter.n_playouts() << 8);
            let mut worker = Worker::new(search, self.player(search.start, chance));
            worker.run(meter);
            (worker.player.ownership, worker.effort)
        };
        let mut add = |(ownership, effort): (Ownership, Effort)| {
            seen.0.merge(&ownership);
            seen.1.merge(&effort);
        };
        let threads = search.settings.threads;
        if progress.is_none() && threads == 1 {
            add(work(0));
            return;
        }
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..threads).map(|i| scope.spawn(move || work(i))).collect();
            if let Some((every, tell)) = progress {
                let is_over = || workers.iter().all(|worker| worker.is_finished());
                while !wait(*every, is_over, meter.stop()) {
                    let nothing = (Ownership::default(), Effort::default());
                    tell(&report(game, search.tree, search.root, meter, search.komi, nothing));
                }
            }
            for worker in workers {
                match worker.join() {
                    Ok(saw) => add(saw),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
        });
    }

    /// The komi to count playouts with when it is about a move to be played.
    fn komi_to_play_with(&self, game: &Game, start: &Start) -> Komi {
        let komi = komi_of(game);
        if !self.settings.search.dynamic_komi || !dynamic_komi::is_called_for(game, komi) {
            return komi;
        }
        let last = self.memory.as_ref().map(Memory::komi);
        dynamic_komi::shifted(&mut self.player(start, u64::MAX), start, komi, last)
    }

    /// A tree with the game's position as its root: what is left of the last search, or a new one.
    fn tree_for(&mut self, game: &Game, start: &Start, komi: Komi) -> (Tree, NodeId) {
        let settings = &self.settings.search;
        let extras = Extras {
            statistics: settings.ownership || settings.criticality,
            transpositions: settings.transpositions,
            // PUCT tries untried moves in the order of their priors, unless something else counts as well.
            folds: settings.selection == Selection::Puct && !settings.widening && !settings.rave,
        };
        let remembered = self.memory.take().filter(|_| settings.remembers());
        if let Some((tree, root)) =
            remembered.and_then(|memory| memory.recall(game, komi, settings.memory_mb, extras))
        {
            if settings.root_ladders && game.size().lines() > 9 {
                shun_ladders(&tree, root, game);
            }
            return (tree, root);
        }
        let mut player = self.player(start, 0);
        let mut ranker = self.ranker(game.size());
        ranker.rank(&mut player, None);
        let is_legal = |point| game.is_legal(point);
        ranker.keep_for_root(&mut player.position, settings.root_ladders, is_legal);
        let key = key_of(game.position());
        let mut memory_mb = settings.memory_mb;
        loop {
            let tree = Tree::new(game.size(), memory_mb, extras);
            if let Some(root) = tree.grow(key, ranker.moves()) {
                return (tree, root);
            }
            memory_mb *= 2;
        }
    }
}

/// Shuts out moves at the root that run into ladders.
fn shun_ladders(tree: &Tree, root: NodeId, game: &Game) {
    let (mut position, mut ladders) = (game.position().clone(), Ladders::new());
    for (i, edge) in tree.edges(root).iter().enumerate() {
        let Move::Place(point) = edge.play() else { continue };
        if runs_into_ladder(&mut position, point, &mut ladders) {
            tree.close(root, i);
        }
    }
}

/// What is known by now.
fn report(
    game: &Game,
    tree: &Tree,
    root: NodeId,
    meter: &Meter,
    komi: Komi,
    (ownership, effort): (Ownership, Effort),
) -> Report {
    let to_move = game.position().to_move();
    let mut candidates = tree.candidates(root, to_move);
    // A remembered root may hold moves that superko forbids by now.
    candidates.retain(|candidate| candidate.play.point().is_none_or(|point| game.is_legal(point)));
    Report {
        to_move,
        candidates,
        n_playouts: meter.n_playouts(),
        n_nodes: tree.n_nodes(),
        effort,
        elapsed: meter.elapsed(),
        ownership,
        shifted_komi: (komi != komi_of(game)).then_some(komi),
        second_opinion: None,
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
