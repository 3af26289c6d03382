//! Bradley–Terry strengths by minorization–maximization (Coulom 2007; thesis §3.1).
//!
//! A team is as strong as the product of its features' strengths γ, and wins with its part of the sum over all
//! teams. The likelihood of what was chosen rises with every update γᵢ ← Wᵢ / Σⱼ Cᵢⱼ/Eⱼ, where Wᵢ counts the wins
//! of teams with feature i, Cᵢⱼ is the strength of its teammates in contest j and Eⱼ that of all teams. Since
//! γᵢ·Cᵢⱼ/Eⱼ is the probability that such a team wins, the update is γᵢ ← γᵢ · wins / expected wins.
//!
//! Features of which a team has at most one (a *group*: the shapes, the distances) may be updated in one pass.

mod evidence;
mod groups;
mod interned;
pub mod literal;
mod state;

use std::num::NonZero;
use std::ops::ControlFlow;

pub use evidence::{Evidence, Flat, Survey, Tally};
pub use groups::Groups;
pub use interned::Interned;
pub use state::{Likelihood, State};

use crate::file::FileError;
use crate::model::GammaModel;
use crate::numbers::{exp, ln};

/// Strengths stay within this factor of 1 either way, so that no product of them overflows.
const LARGEST_GAMMA: f64 = 1e12;

/// Every parameter of the algorithm.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Each feature is given this many wins and losses against an opponent of strength 1, so that rare features stay
    /// near 1 and none runs off to 0 or infinity.
    pub prior_wins: f64,
    /// See `prior_wins`.
    pub prior_losses: f64,
    /// In which order strengths are updated.
    pub order: Order,
    /// Stop when an iteration gains less log-likelihood than this per contest.
    pub tolerance: f64,
    /// Stop after this many iterations at the latest.
    pub max_iterations: u32,
    /// How many threads read the contests. The result depends on it in its last bits.
    pub threads: NonZero<usize>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            prior_wins: 1.0,
            prior_losses: 1.0,
            order: Order::GroupByGroup,
            tolerance: 1e-5,
            max_iterations: 100,
            threads: NonZero::<usize>::MIN,
        }
    }
}

/// In which order strengths are updated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// One pass over the contests for each group, as in the thesis.
    GroupByGroup,
    /// All features after each pass, γ ← γ · (wins / expected wins)ˢ. With s = 1/(size of the largest team) the
    /// likelihood cannot fall (generalized iterative scaling, Darroch and Ratcliff 1972); larger steps are tried,
    /// and taken back if it does. Where groups are many, this needs far fewer passes.
    Together,
}

/// Why strengths could not be found.
#[derive(Debug, thiserror::Error)]
pub enum MmError {
    /// The contests could not be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// There is nothing to learn from.
    #[error("there are no contests: give games that have moves to learn from")]
    NoContests,
    /// An id outside the groups.
    #[error(
        "feature {id} occurs, but the groups end at {n_features}: give the groups of the feature set in use"
    )]
    UnknownFeature {
        /// The id.
        id: u32,
        /// How many features the groups have.
        n_features: u32,
    },
    /// Two features of one group in one team.
    #[error(
        "features {first} and {second} of one group are in the same team: split the group, or update together"
    )]
    NotExclusive {
        /// One of them.
        first: u32,
        /// The other.
        second: u32,
    },
    /// The state to go on from has another number of features.
    #[error("the checkpoint has {found} features, the groups have {expected}: start anew")]
    OtherState {
        /// Features in the state.
        found: usize,
        /// Features in the groups.
        expected: u32,
    },
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// An iteration gained too little to go on.
    Converged,
    /// The largest number of iterations was reached.
    Iterations,
    /// The watcher asked to stop; the state can be taken up later.
    Stopped,
}

/// Updates the strengths in `state` until nothing is gained. `watch` sees the state after every pass over the
/// contests; a state saved there and given again goes on exactly as it would have.
pub fn run(
    evidence: &dyn Evidence,
    groups: &Groups,
    settings: &Settings,
    state: &mut State,
    mut watch: impl FnMut(&State) -> ControlFlow<()>,
) -> Result<Ended, MmError> {
    if state.gammas.len() != groups.n_features() as usize {
        let (found, expected) = (state.gammas.len(), groups.n_features());
        return Err(MmError::OtherState { found, expected });
    }
    let survey = match settings.order {
        Order::GroupByGroup => evidence.survey(groups, settings.threads)?,
        Order::Together => {
            // Together, no group need be exclusive; a feature may still not be twice in a team.
            evidence.survey(&Groups::singletons(groups.n_features()), settings.threads)?
        }
    };
    if survey.n_contests == 0 {
        return Err(MmError::NoContests);
    }
    let run = Run { evidence, groups, settings, survey };
    loop {
        let ended = match settings.order {
            Order::GroupByGroup => run.update_group(state)?,
            Order::Together => run.update_all(state)?,
        };
        if let Some(ended) = ended {
            return Ok(ended);
        }
        if watch(state).is_break() {
            return Ok(Ended::Stopped);
        }
    }
}

struct Run<'a> {
    evidence: &'a dyn Evidence,
    groups: &'a Groups,
    settings: &'a Settings,
    survey: Survey,
}

impl Run<'_> {
    /// One pass, then the strengths of one group. The likelihood is that of the strengths before.
    fn update_group(&self, state: &mut State) -> Result<Option<Ended>, MmError> {
        let group = self.groups.group(state.group as usize);
        let tally = self.evidence.tally(&state.gammas, group.clone(), self.settings.threads)?;
        if state.group == 0 {
            state.likelihoods.push(self.likelihood(&tally, &state.gammas));
            if let Some(ended) = self.has_ended(state) {
                return Ok(Some(ended));
            }
        }
        for (id, expected) in group.zip(tally.expected) {
            let gamma = &mut state.gammas[id as usize];
            *gamma = bounded(*gamma * self.ratio(id, *gamma, expected));
        }
        state.group += 1;
        if state.group as usize == self.groups.len() {
            (state.group, state.iteration) = (0, state.iteration + 1);
        }
        Ok(None)
    }

    /// One pass, then all strengths, unless the last step went too far.
    fn update_all(&self, state: &mut State) -> Result<Option<Ended>, MmError> {
        let all = 0..self.groups.n_features();
        let tally = self.evidence.tally(&state.gammas, all.clone(), self.settings.threads)?;
        let reached = self.likelihood(&tally, &state.gammas);
        let smallest = 1.0 / self.survey.widest.max(1) as f64;
        if state.likelihoods.last().is_some_and(|last| reached.with_prior < last.with_prior) {
            if state.step <= smallest {
                // Only rounding is left to lose.
                state.gammas.clone_from(&state.base);
                return Ok(Some(Ended::Converged));
            }
            state.step = (state.step / 2.0).max(smallest);
        } else {
            state.likelihoods.push(reached);
            state.base.clone_from(&state.gammas);
            state.ratios.clear();
            let ratio = |(id, expected)| self.ratio(id, state.gammas[id as usize], expected);
            state.ratios.extend(all.zip(tally.expected).map(ratio));
            if let Some(ended) = self.has_ended(state) {
                return Ok(Some(ended));
            }
            state.iteration += 1;
            state.step = (state.step * 1.1).min(1.0);
        }
        for ((gamma, base), ratio) in state.gammas.iter_mut().zip(&state.base).zip(&state.ratios) {
            *gamma = bounded(base * exp(state.step * ln(*ratio)));
        }
        Ok(None)
    }

    /// wins / expected wins, the prior's virtual contests among them; 1 for a feature that nothing is known of.
    fn ratio(&self, id: u32, gamma: f64, expected: f64) -> f64 {
        let Settings { prior_wins, prior_losses, .. } = self.settings;
        let wins = self.survey.wins[id as usize] + prior_wins;
        let expected = expected + (prior_wins + prior_losses) * gamma / (gamma + 1.0);
        if expected > 0.0 { wins / expected } else { 1.0 }
    }

    fn likelihood(&self, tally: &Tally, gammas: &[f64]) -> Likelihood {
        let Settings { prior_wins, prior_losses, .. } = self.settings;
        let virtual_contests =
            |&gamma: &f64| prior_wins * ln(gamma) - (prior_wins + prior_losses) * ln(gamma + 1.0);
        let prior: f64 = gammas.iter().map(virtual_contests).sum();
        Likelihood { contests: tally.log_likelihood, with_prior: tally.log_likelihood + prior }
    }

    fn has_ended(&self, state: &State) -> Option<Ended> {
        if let [.., before, now] = &state.likelihoods[..] {
            let gain = (now.with_prior - before.with_prior) / self.survey.n_contests as f64;
            if gain < self.settings.tolerance {
                return Some(Ended::Converged);
            }
        }
        (state.iteration >= self.settings.max_iterations).then_some(Ended::Iterations)
    }
}

fn bounded(gamma: f64) -> f64 {
    gamma.clamp(1.0 / LARGEST_GAMMA, LARGEST_GAMMA)
}

impl From<&State> for GammaModel {
    fn from(state: &State) -> GammaModel {
        GammaModel::from_gammas(&state.gammas)
    }
}

#[cfg(test)]
mod tests;
