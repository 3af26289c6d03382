//! Positions from games, steps, checkpoints.

use super::gradient::{Case, Gradient, Scales};
use super::levers::{Levers, N_NAMED, ShapeLevers};
use crate::corpus::files::GameFiles;
use crate::corpus::{CorpusError, replay};
use crate::training::{Progress, if_there};
use aji_goban::Size;
use aji_notation::sgf::GameResult;
use aji_notation::sgf::scan::Record;
use aji_ranking::corpus::in_shares;
use aji_ranking::random::Random as Chance;
use aji_ranking::weights::{Checkpoint, Precision, WeightError};
use aji_ranking::{AnyModel, Fingerprint, GammaModel, WeightFile};
use aji_search::playout::gamma_file::{self, GammaFileError};
use aji_search::playout::gammas::{Gammas, ONE};
use aji_search::playout::rater::Ground;
use aji_search::random::Random;
use serde_json::json;
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use thiserror::Error;

/// What to balance, with what.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Game records or folders of them.
    pub games: Vec<PathBuf>,
    /// Their board.
    pub size: Size,
    /// The strengths to start from.
    pub from: WeightFile,
    /// What those are raised to first.
    pub exponent: f64,
    /// How shapes are changed.
    pub shapes: ShapeLevers,
    /// Steps in all.
    pub steps: u32,
    /// Positions a step.
    pub batch: u32,
    /// Playouts a position.
    pub playouts: u32,
    /// How far a lever goes in one step.
    pub step: f64,
    /// Where the result goes.
    pub out: PathBuf,
    /// Go on with an interrupted run.
    pub resume: bool,
    /// Forget an interrupted run.
    pub fresh: bool,
    /// Threads.
    pub threads: NonZero<usize>,
    /// The seed of all chance.
    pub seed: u64,
    /// Save every so often.
    pub save_every: Duration,
    /// The commit of the program.
    pub commit: String,
}

/// Why balancing stopped.
#[derive(Debug, Error)]
pub enum BalanceError {
    /// Games cannot be read.
    #[error(transparent)]
    Corpus(#[from] CorpusError),
    /// The strengths to start from are none.
    #[error(transparent)]
    Strengths(#[from] GammaFileError),
    /// A checkpoint or the result cannot be read or written.
    #[error(transparent)]
    Weights(#[from] WeightError),
    /// There is the beginning of a run.
    #[error(
        "{} is from an unfinished run: pass --resume to go on with it, or --fresh to begin anew",
        path.display()
    )]
    Unfinished {
        /// Its checkpoint.
        path: PathBuf,
    },
    /// No game fits.
    #[error(
        "no game on {0} lines that can be played through, with komi, a winner and {MIN_MOVES} moves, is among these records"
    )]
    NoGames(usize),
}

/// How it ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Balanced {
    /// All steps are done; the log-likelihood of the real winners in the first and in the last tenth.
    Done {
        /// In the first tenth.
        first: f64,
        /// In the last tenth.
        last: f64,
    },
    /// Interrupted; what was done is saved.
    Stopped,
}

/// Shorter games are left out.
pub const MIN_MOVES: usize = 40;
/// From which part of a game positions are taken.
const FROM: f64 = 0.3;
const TO: f64 = 0.85;
/// Adam's memories of gradients and of their squares.
const MEMORY: f64 = 0.9;
const LONG_MEMORY: f64 = 0.99;
/// Sharpness at the start.
const SHARPNESS: f64 = 2.0;

/// Where a run stands.
#[derive(Clone, Debug)]
struct State {
    step: u32,
    /// The levers and, last, the sharpness.
    at: Vec<f64>,
    mean: Vec<f64>,
    square: Vec<f64>,
    /// The sum of `at` over the second half of the steps.
    sum: Vec<f64>,
    n_summed: u32,
    /// The likelihood of each step.
    likelihoods: Vec<f64>,
}

impl State {
    fn new(mut start: Vec<f64>) -> State {
        start.push(SHARPNESS);
        let zeros = || vec![0.0; start.len()];
        let (mean, square, sum) = (zeros(), zeros(), zeros());
        State { step: 0, mean, square, sum, n_summed: 0, likelihoods: Vec::new(), at: start }
    }

    fn save(&self, plan: &Plan) -> Result<(), WeightError> {
        let mut checkpoint = Checkpoint::new(KIND, plan.run());
        checkpoint.u64s("steps", &[self.step.into(), self.n_summed.into()]);
        for (name, numbers) in [
            ("at", &self.at),
            ("mean", &self.mean),
            ("square", &self.square),
            ("sum", &self.sum),
            ("likelihoods", &self.likelihoods),
        ] {
            checkpoint.f64s(name, numbers);
        }
        checkpoint.save(&plan.checkpoint())
    }

    fn load(plan: &Plan, n_levers: usize) -> Result<State, WeightError> {
        let checkpoint = Checkpoint::load(&plan.checkpoint(), KIND, plan.run())?;
        let [step, n_summed] = checkpoint.read_u64s("steps")?;
        let all = |name| checkpoint.read_f64s(name);
        let exactly = |name| {
            all(name).and_then(|them| match them.len() {
                n if n == n_levers + 1 => Ok(them),
                _ => Err(checkpoint.bad(name)),
            })
        };
        Ok(State {
            step: step as u32,
            at: exactly("at")?,
            mean: exactly("mean")?,
            square: exactly("square")?,
            sum: exactly("sum")?,
            n_summed: n_summed as u32,
            likelihoods: all("likelihoods")?,
        })
    }

    fn levers(&self) -> &[f64] {
        &self.at[..self.at.len() - 1]
    }

    fn sharpness(&self) -> f64 {
        self.at[self.at.len() - 1]
    }

    /// One step uphill, named levers and the sharpness each by its own measure (Adam), shapes all by that of the one that is
    /// pushed most, so that rare ones stay where they are; smaller and smaller steps in the second half, whose places are averaged.
    fn go(&mut self, gradient: &Gradient, plan: &Plan) {
        self.step += 1;
        let n = f64::from(gradient.n.max(1));
        let t = self.step as i32;
        for (i, g) in gradient.levers.iter().chain([&gradient.sharpness]).enumerate() {
            let g = g / n;
            self.mean[i] = MEMORY * self.mean[i] + (1.0 - MEMORY) * g;
            self.square[i] = LONG_MEMORY * self.square[i] + (1.0 - LONG_MEMORY) * g * g;
        }
        let left = 1.0 - f64::from(self.step) / f64::from(plan.steps.max(1));
        let step = plan.step * (2.0 * left).clamp(0.1, 1.0) / (1.0 - MEMORY.powi(t));
        let shapes = N_NAMED..self.at.len() - 1;
        let measure = |square: f64| (square / (1.0 - LONG_MEMORY.powi(t))).sqrt() + 1e-9;
        let of_shapes = measure(self.square[shapes.clone()].iter().copied().fold(0.0, f64::max));
        for i in 0..self.at.len() {
            let own = if shapes.contains(&i) { of_shapes } else { measure(self.square[i]) };
            self.at[i] += step * self.mean[i] / own;
        }
        if 2 * self.step > plan.steps {
            self.sum.iter_mut().zip(&self.at).for_each(|(sum, at)| *sum += at);
            self.n_summed += 1;
        }
        self.likelihoods.push(gradient.likelihood / n);
    }

    /// The mean place of the second half.
    fn result(&self) -> Vec<f64> {
        match self.n_summed {
            0 => self.levers().to_vec(),
            n => self.sum[..self.sum.len() - 1].iter().map(|sum| sum / f64::from(n)).collect(),
        }
    }

    /// The mean likelihood of the first and of the last tenth of the steps.
    fn gained(&self) -> (f64, f64) {
        let tenth = (self.likelihoods.len() / 10).max(1);
        let mean = |part: &[f64]| part.iter().sum::<f64>() / part.len().max(1) as f64;
        let n = self.likelihoods.len();
        (mean(&self.likelihoods[..tenth.min(n)]), mean(&self.likelihoods[n - tenth.min(n)..]))
    }
}

const KIND: &str = "balance";

impl Plan {
    fn checkpoint(&self) -> PathBuf {
        self.out.with_extension("checkpoint")
    }

    fn run(&self) -> Fingerprint {
        let numbers = [u64::from(self.steps), self.batch.into(), self.playouts.into(), self.seed];
        let about = format!(
            "{:?} {numbers:?} {} {} {:?}",
            self.games, self.exponent, self.step, self.shapes
        );
        let logs: Vec<u8> = match &self.from.model {
            AnyModel::Gammas(model) => {
                model.log_gammas().iter().flat_map(|log| log.to_le_bytes()).collect()
            }
            AnyModel::Factors(_) => Vec::new(),
        };
        Fingerprint::of_parts([about.as_bytes(), &logs, &[self.size.lines() as u8]])
    }

    fn hyperparameters(&self) -> serde_json::Value {
        json!({
            "method": "balance", "size": self.size.lines(), "exponent": self.exponent,
            "steps": self.steps, "batch": self.batch, "playouts": self.playouts,
            "step": self.step, "seed": self.seed, "shapes": format!("{:?}", self.shapes),
            "from": self.from.provenance.hyperparameters,
        })
    }
}

/// Positions of games, one of each game, the games over and over.
struct Cases<'a> {
    plan: &'a Plan,
    files: GameFiles,
    record: Record,
    chance: Chance,
    n_in_this_round: u32,
}

impl<'a> Cases<'a> {
    fn open(plan: &'a Plan) -> Result<Cases<'a>, BalanceError> {
        let files = GameFiles::open(&plan.games)?;
        let chance = Chance::new(plan.seed);
        Ok(Cases { plan, files, record: Record::new(), chance, n_in_this_round: 0 })
    }

    /// The position of the next game that fits and can be played through.
    fn next(&mut self) -> Result<Case, BalanceError> {
        loop {
            if !self.files.next_record(&mut self.record)? {
                if self.n_in_this_round == 0 {
                    return Err(BalanceError::NoGames(self.plan.size.lines()));
                }
                self.files = GameFiles::open(&self.plan.games)?;
                self.n_in_this_round = 0;
                continue;
            }
            let Record { moves, result, komi, .. } = &self.record;
            let (Some(GameResult::Win(winner, _)), Some(komi)) = (*result, *komi) else { continue };
            if self.record.size() != Some(self.plan.size) || moves.len() < MIN_MOVES {
                continue;
            }
            let part = FROM + (TO - FROM) * self.chance.unit();
            let number = (part * moves.len() as f64) as usize;
            if let Some(position) = replay::position_after(&self.record, number) {
                self.n_in_this_round += 1;
                return Ok(Case { position, komi, winner });
            }
        }
    }
}

/// Balances as planned; `cancel` stops it after the step at hand.
pub fn run(
    plan: &Plan,
    progress: &mut Progress<'_>,
    cancel: &AtomicBool,
) -> Result<Balanced, BalanceError> {
    let base = gamma_file::learned("the strengths to start from", &plan.from)?;
    let levers = Levers::of(base, plan.shapes);
    let checkpoint = plan.checkpoint();
    if checkpoint.exists() && !plan.resume && !plan.fresh {
        return Err(BalanceError::Unfinished { path: checkpoint });
    }
    let found = if plan.resume { if_there(State::load(plan, levers.n()))? } else { None };
    let mut state = found.unwrap_or_else(|| State::new(levers.start(plan.exponent)));
    let mut cases = Cases::open(plan)?;
    let n_done = u64::from(state.step);
    for _ in 0..n_done * u64::from(plan.batch) {
        cases.next()?;
    }
    let mut saved = Instant::now();
    progress.begin(n_done);
    while state.step < plan.steps {
        let mut batch = Vec::with_capacity(plan.batch as usize);
        while batch.len() < plan.batch as usize {
            batch.push(cases.next()?);
        }
        let gradient = weigh(plan, &levers, &state, &batch);
        state.go(&gradient, plan);
        let recent = &state.likelihoods[state.likelihoods.len().saturating_sub(50)..];
        let recent = recent.iter().sum::<f64>() / recent.len() as f64;
        let name = format!("log-likelihood {recent:.4}, steps");
        let done = u64::from(state.step);
        let n_positions = (done - n_done) * u64::from(plan.batch);
        progress.step(&name, done, Some(plan.steps.into()), (n_positions, "positions"));
        let stop = cancel.load(Ordering::Relaxed);
        if stop || saved.elapsed() >= plan.save_every {
            state.save(plan)?;
            write(plan, &levers, &state)?;
            saved = Instant::now();
        }
        if stop && state.step < plan.steps {
            return Ok(Balanced::Stopped);
        }
    }
    write(plan, &levers, &state)?;
    // That it stays when it cannot be removed harms nobody: the next run asks.
    let _ = std::fs::remove_file(checkpoint);
    let (first, last) = state.gained();
    Ok(Balanced::Done { first, last })
}

/// What a batch says, its positions shared among threads; the same whatever their number.
fn weigh(plan: &Plan, levers: &Levers, state: &State, batch: &[Case]) -> Gradient {
    let strengths = levers.strengths(state.levers());
    let ground = Ground::new(plan.size, Gammas::new(&strengths, 1.0), [ONE; 2]);
    let ground = Arc::new(ground);
    let of_one = |i: usize| {
        let seed = plan.seed ^ (u64::from(state.step) << 32 | i as u64).wrapping_mul(0x9E37_79B9);
        let mut scales = Scales::new(levers, &ground, state.sharpness(), Random::new(seed));
        let mut gradient = Gradient::zero(levers.n());
        scales.weigh(&batch[i], plan.playouts, &mut gradient);
        gradient
    };
    let shares =
        in_shares(batch.len(), plan.threads, |share| share.map(of_one).collect::<Vec<_>>());
    // One by one in the batch's order: sums of floats depend on it.
    let mut all = Gradient::zero(levers.n());
    shares.iter().flatten().for_each(|part| all.join(part));
    all
}

/// Writes the strengths as they stand.
fn write(plan: &Plan, levers: &Levers, state: &State) -> Result<(), WeightError> {
    let mut file = plan.from.clone();
    let logs = levers.logs(&state.result()).into_iter().map(|log| log as f32).collect();
    let (first, last) = state.gained();
    file.model = AnyModel::Gammas(GammaModel::from_logs(logs));
    file.provenance.hyperparameters = plan.hyperparameters();
    file.provenance.metrics = json!({
        "steps": state.step, "log_likelihood_first_tenth": first,
        "log_likelihood_last_tenth": last, "sharpness": state.sharpness(),
    });
    file.provenance.commit.clone_from(&plan.commit);
    file.save(&plan.out, Precision::F32)
}
