//! Learns the coefficients of attention: the partial board a strong player moved in was chosen among all.

use super::follow::{Seen, follow};
use super::playouts::PlayedOut;
use super::{AttentionError, complete};
use crate::extraction::{Numbered, Selection, Wanted, in_order};
use aji_attention::roles::Roles;
use aji_attention::{Coefficients, Settings, Stage, View, lesson};
use aji_goban::Komi;
use aji_notation::sgf::scan::Record;
use aji_ranking::mm::{self, Groups, Interned, State};
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
    /// The same for the point within the partial board that was chosen.
    pub point_log_likelihood: [f64; 3],
}

/// The choices of some games, for each stage.
#[derive(Default)]
struct Choices {
    boards: [Contests; 3],
    points: [Contests; 3],
    n_outside: usize,
}

impl Choices {
    fn add(&mut self, other: &Choices) {
        let own = self.boards.iter_mut().chain(&mut self.points);
        for (own, other) in own.zip(other.boards.iter().chain(&other.points)) {
            other.iter().for_each(|contest| own.push(contest));
        }
        self.n_outside += other.n_outside;
    }
}

const KOMI: Komi = Komi::from_half_points(13);

/// Learns one method's coefficients. `watch` sees how many games are done, and may stop.
pub fn learn(
    settings: Settings,
    plan: &Plan,
    mut watch: impl FnMut(u64) -> ControlFlow<()>,
) -> Result<Learned, AttentionError> {
    let mut selection = Selection::open(&plan.games, 0)?;
    let (mut choices, mut n_games) = (Choices::default(), 0);
    let ended = in_order(
        plan.threads,
        || selection.batch(8),
        || (),
        |(), batch: Vec<Numbered>| {
            let mut choices = Choices::default();
            for (game, record) in &batch {
                of_game(settings, plan, *game, record, &mut choices);
            }
            (batch.len() as u64, choices)
        },
        |(n, found): (u64, Choices)| {
            choices.add(&found);
            n_games += n;
            watch(n_games)
        },
    )?;
    complete(ended, choices.boards.iter().all(Contests::is_empty), &selection, &plan.games)?;
    let of_stages = |contests: &[Contests; 3], groups: &Groups| {
        let learned = |stage: usize| strengths(&contests[stage], groups, plan.threads);
        Ok::<_, AttentionError>([learned(0)?, learned(1)?, learned(2)?])
    };
    let boards = of_stages(&choices.boards, &lesson::groups())?;
    let points = of_stages(&choices.points, &lesson::role_groups())?;
    Ok(Learned {
        coefficients: Coefficients::from_models(
            boards.each_ref().map(|(model, _)| model),
            points.each_ref().map(|(model, _)| model),
        ),
        n_contests: choices.boards.each_ref().map(Contests::len),
        n_outside: choices.n_outside,
        log_likelihood: boards.map(|(_, reached)| reached),
        point_log_likelihood: points.map(|(_, reached)| reached),
    })
}

fn of_game(settings: Settings, plan: &Plan, game: u32, record: &Record, into: &mut Choices) {
    let mut n_seen = 0;
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
        let (stage, boards) = (seen.situation.stage as usize, seen.segmentation.boards());
        let (play, number) = (seen.play, seen.number);
        let contests = &mut into.boards[stage];
        // The first team is the chosen one: it cannot be refused.
        let held = lesson::add_contest(boards, &values, play, game, number, contests);
        into.n_outside += usize::from(!held.unwrap_or(false));
        let roles = Roles::of(seen.segmentation, seen.situation);
        let contests = &mut into.points[stage];
        let _ = lesson::add_point_contest(boards, &roles, play, game, number, contests);
    });
}

/// Bradley–Terry strengths of all bins, and the likelihood they reach.
fn strengths(
    contests: &Contests,
    groups: &Groups,
    threads: NonZero<usize>,
) -> Result<(GammaModel, f64), AttentionError> {
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
    mm::run(&evidence, groups, &settings, &mut state, |_| ControlFlow::Continue(()))?;
    let reached = state.likelihoods.last().map_or(0.0, |reached| reached.contests);
    Ok((GammaModel::from(&state), reached / contests.len() as f64))
}

/// The name of a stage in a table.
pub const fn stage_name(stage: usize) -> &'static str {
    Stage::ALL[stage].name()
}
