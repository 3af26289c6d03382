//! A model scores a candidate from its team of features. Training, measuring and playing call the same function.

mod factors;
mod gammas;

pub(crate) use factors::Lanes;
pub use factors::{FactorModel, MAX_FACTORS};
pub use gammas::GammaModel;

/// What gives a candidate its score.
pub trait Model: Sync {
    /// The candidate's score: the higher, the likelier it is chosen. Ids from `n_features()` on count nothing.
    ///
    /// Made only of sums and products in the team's order, so that it is the same bit for bit wherever it is
    /// computed.
    fn score(&self, team: &[u32]) -> f32;

    /// How many features the model knows.
    fn n_features(&self) -> usize;
}

/// The kinds of model there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModelKind {
    /// Generalized Bradley–Terry, trained by minorization–maximization.
    BradleyTerry,
    /// Latent factor ranking.
    LatentFactorRanking,
    /// Factorized Bradley–Terry: the softmax of factorization-machine scores.
    FactorizedBradleyTerry,
}

impl ModelKind {
    /// Its name in weight files and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            ModelKind::BradleyTerry => "mm",
            ModelKind::LatentFactorRanking => "lfr",
            ModelKind::FactorizedBradleyTerry => "btfm",
        }
    }

    /// The kind with this name.
    pub fn from_name(name: &str) -> Option<ModelKind> {
        use ModelKind::*;
        [BradleyTerry, LatentFactorRanking, FactorizedBradleyTerry]
            .into_iter()
            .find(|k| k.name() == name)
    }
}

/// A model of any kind, as it comes out of a weight file.
#[derive(Clone, Debug, PartialEq)]
pub enum AnyModel {
    /// One strength per feature.
    Gammas(GammaModel),
    /// A weight and a vector per feature.
    Factors(FactorModel),
}

impl Model for AnyModel {
    #[inline]
    fn score(&self, team: &[u32]) -> f32 {
        match self {
            AnyModel::Gammas(model) => model.score(team),
            AnyModel::Factors(model) => model.score(team),
        }
    }

    fn n_features(&self) -> usize {
        match self {
            AnyModel::Gammas(model) => model.n_features(),
            AnyModel::Factors(model) => model.n_features(),
        }
    }
}
