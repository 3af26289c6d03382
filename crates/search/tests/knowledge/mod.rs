//! What the engines of these tests know: strengths set by hand, for playouts and for the tree.

use aji_patterns::{FeatureSet, Tactic};
use aji_ranking::weights::Provenance;
use aji_ranking::{AnyModel, GammaModel, ModelKind, WeightFile};
use aji_search::playout::gamma_file;
use aji_search::{Knowledge, Prior};
use std::sync::Arc;

/// Playout strengths that ship, and weights for the tree that like captures, flight, and what is near the last move.
pub fn by_hand() -> Knowledge {
    let playout = gamma_file::read("by hand", aji_weights::PLAYOUT_HAND_SET.as_bytes()).unwrap();
    let set = FeatureSet::Tree;
    let first_distance = Tactic::N;
    let gammas: Vec<f64> = (0..set.n_fixed())
        .map(|id| match id {
            0..=20 => 20.0,
            21..=23 => 0.05,
            24..=47 => 5.0,
            48..=59 => 3.0,
            _ if id < first_distance + 4 => 6.0,
            _ if id < first_distance + 8 => 2.0,
            _ => 1.0,
        })
        .collect();
    let weights = WeightFile {
        kind: ModelKind::BradleyTerry,
        model: AnyModel::Gammas(GammaModel::from_gammas(&gammas)),
        keys: Vec::new(),
        provenance: Provenance { feature_set: set.fingerprint(), ..Provenance::default() },
    };
    let prior = Prior::of("by hand", &weights).unwrap();
    Knowledge { playout: vec![(19, playout)], prior: Some(Arc::new(prior)) }
}
