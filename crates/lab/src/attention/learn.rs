//! Learns the coefficients of attention: the partial board a strong player moved in was chosen among all.

use super::AttentionError;
use super::follow::{Seen, follow};
use super::playouts::PlayedOut;
use crate::extraction::{Numbered, Selection, Wanted, in_order};
use aji_attention::{Coefficients, Settings, Stage, View, lesson};
use aji_goban::Komi;
use aji_ranking::mm::{self, Interned, State};
use aji_ranking::{Contests, GammaModel};
use std::num::NonZero;
use std::ops::ControlFlow;

/// What to learn from.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The games.
    pub games: Wanted,
    /// Only every so many moves.
    pub every: u32,
    /// Playouts at each of those positions that are looked at with them.
    pub playouts: u32,
    /// Every so many of the positions are looked at with playouts; none if 0.
    pub with_playouts: u32,
    /// Threads.
    pub threads: NonZero<usize>,
}

/// What was learned.
#[derive(Clone, Debug)]
pub struct Learned {
    /// The coefficients.
    pub coefficients: Coefficients,
    /// How many choices of each stage they come from.
    pub n_contests: [usize; 3],
    /// Moves that no partial board holds.
    pub n_outside: usize,
    /// ln of the probability of what was chosen, a choice, for each stage.
    pub log_likelihood: [f64; 3],
}

const KOMI: Komi = Komi::from_half_points(13);

/// Learns one method's coefficients. `watch` sees how many games are done, and may stop.
pub fn learn(
    settings: Settings,
    plan: &Plan,
    mut watch: impl FnMut(u64) -> ControlFlow<()>,
) -> Result<Learned, AttentionError> {
    let mut selection = Selection::open(&plan.games, 0)?;
    let mut contests = [Contests::default(), Contests::default(), Contests::default()];
    let (mut n_games, mut n_outside) = (0, 0);
    let ended = in_order(
        plan.threads,
        || selection.batch(8),
        || (),
        |(), batch: Vec<Numbered>| {
            let n = batch.len() as u64;
            (n, batch.iter().map(|(game, record)| of_game(settings, plan, *game, record)).collect())
        },
        |(n, games): (u64, Vec<([Contests; 3], usize)>)| {
            for (game, outside) in games {
                for (all, own) in contests.iter_mut().zip(&game) {
                    own.iter().for_each(|contest| all.push(contest));
                }
                n_outside += outside;
            }
            n_games += n;
            watch(n_games)
        },
    )?;
    if ended.is_break() {
        return Err(AttentionError::Stopped);
    }
    if contests.iter().all(Contests::is_empty) {
        return Err(selection.census().no_games(plan.games.size).into());
    }
    let mut models = Vec::new();
    for contests in &contests {
        models.push(strengths(contests, plan.threads)?);
    }
    let [opening, middle, ending] = &models[..] else { return Err(AttentionError::Stopped) };
    Ok(Learned {
        coefficients: Coefficients::from_models([&opening.0, &middle.0, &ending.0]),
        n_contests: [0, 1, 2].map(|stage| contests[stage].len()),
        n_outside,
        log_likelihood: [opening.1, middle.1, ending.1],
    })
}

fn of_game(
    settings: Settings,
    plan: &Plan,
    game: u32,
    record: &aji_notation::sgf::scan::Record,
) -> ([Contests; 3], usize) {
    let mut contests = [Contests::default(), Contests::default(), Contests::default()];
    let (mut n_outside, mut n_seen) = (0, 0);
    follow(settings, plan.every, game, record, |seen: Seen<'_>| {
        n_seen += 1;
        let is_played =
            plan.with_playouts > 0 && (n_seen + game).is_multiple_of(plan.with_playouts);
        let seed = u64::from(game) << 16 | u64::from(seen.number);
        let played = is_played.then(|| PlayedOut::of(seen.position, KOMI, plan.playouts, seed));
        let view = View {
            segmentation: seen.segmentation,
            situation: seen.situation,
            goals: seen.goals,
            statistics: played.as_ref().map(PlayedOut::statistics),
        };
        let values = view.values();
        let into = &mut contests[seen.situation.stage as usize];
        let boards = seen.segmentation.boards();
        // The first team is the chosen one: it cannot be refused.
        if !lesson::add_contest(boards, &values, seen.play, game, seen.number, into)
            .unwrap_or(false)
        {
            n_outside += 1;
        }
    });
    (contests, n_outside)
}

/// Bradley–Terry strengths of all bins, and the likelihood they reach.
fn strengths(
    contests: &Contests,
    threads: NonZero<usize>,
) -> Result<(GammaModel, f64), AttentionError> {
    let groups = lesson::groups();
    let mut state = State::new(groups.n_features());
    if contests.is_empty() {
        return Ok((GammaModel::from(&state), 0.0));
    }
    let mut evidence = Interned::default();
    contests.iter().for_each(|contest| evidence.push(contest));
    let settings = mm::Settings {
        prior_wins: 3.0,
        prior_losses: 3.0,
        max_iterations: 60,
        threads,
        ..mm::Settings::default()
    };
    mm::run(&evidence, &groups, &settings, &mut state, |_| ControlFlow::Continue(()))?;
    let reached = state.likelihoods.last().map_or(0.0, |reached| reached.contests);
    Ok((GammaModel::from(&state), reached / contests.len() as f64))
}

/// The name of a stage in a table.
pub const fn stage_name(stage: usize) -> &'static str {
    Stage::ALL[stage].name()
}
