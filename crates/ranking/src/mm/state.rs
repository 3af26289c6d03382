//! Where a run stands: everything that is needed to go on exactly as it would have.

use std::path::Path;

use crate::fingerprint::Fingerprint;
use crate::weights::{Checkpoint, WeightError};

/// How likely the contests' outcomes are under some strengths.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Likelihood {
    /// The logarithm, over the contests alone.
    pub contests: f64,
    /// The logarithm, over the contests and the prior's virtual ones: what the algorithm maximizes.
    pub with_prior: f64,
}

/// The strengths, and where in the iteration they are.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// The strength of each feature.
    pub gammas: Vec<f64>,
    /// How many iterations are complete.
    pub iteration: u32,
    /// The group that is updated next.
    pub group: u32,
    /// The likelihood at the beginning of each iteration. It never falls.
    pub likelihoods: Vec<Likelihood>,
    /// Updates together: the exponent, the strengths stepped from, and their ratios.
    pub(super) step: f64,
    pub(super) base: Vec<f64>,
    pub(super) ratios: Vec<f64>,
}

impl State {
    /// Every strength is 1.
    pub fn new(n_features: u32) -> State {
        State::from_gammas(vec![1.0; n_features as usize])
    }

    /// These strengths to begin with.
    pub fn from_gammas(gammas: Vec<f64>) -> State {
        let (likelihoods, base, ratios) = (Vec::new(), Vec::new(), Vec::new());
        State { gammas, iteration: 0, group: 0, likelihoods, step: 1.0, base, ratios }
    }

    /// Saves the state. `run` names what the run is about (contests, features, settings).
    pub fn save(&self, path: &Path, run: Fingerprint) -> Result<(), WeightError> {
        let mut checkpoint = Checkpoint::new("mm", run);
        checkpoint.f64s("gammas", &self.gammas);
        let whole = [u64::from(self.iteration), u64::from(self.group)];
        checkpoint.u64s("whole", &whole);
        checkpoint.f64s("step", &[self.step]);
        checkpoint.f64s("base", &self.base);
        checkpoint.f64s("ratios", &self.ratios);
        let likelihoods: Vec<f64> =
            self.likelihoods.iter().flat_map(|l| [l.contests, l.with_prior]).collect();
        checkpoint.f64s("likelihoods", &likelihoods);
        checkpoint.save(path)
    }

    /// Loads the state of the same run.
    pub fn load(path: &Path, run: Fingerprint) -> Result<State, WeightError> {
        let checkpoint = Checkpoint::load(path, "mm", run)?;
        let [iteration, group] = checkpoint.read_u64s("whole")?;
        let [step] = *checkpoint.read_f64s("step")? else { return Err(checkpoint.bad("step")) };
        let likelihoods = checkpoint.read_f64s("likelihoods")?;
        let likelihoods = likelihoods.as_chunks::<2>().0.iter();
        let state = State {
            gammas: checkpoint.read_f64s("gammas")?,
            iteration: u32::try_from(iteration).map_err(|_| checkpoint.bad("whole"))?,
            group: u32::try_from(group).map_err(|_| checkpoint.bad("whole"))?,
            likelihoods: likelihoods
                .map(|&[contests, with_prior]| Likelihood { contests, with_prior })
                .collect(),
            step,
            base: checkpoint.read_f64s("base")?,
            ratios: checkpoint.read_f64s("ratios")?,
        };
        let n = state.gammas.len();
        if ![(0, 0), (n, n)].contains(&(state.base.len(), state.ratios.len())) {
            return Err(checkpoint.bad("base"));
        }
        Ok(state)
    }
}
