//! Playout strengths from a file: learned ones (safetensors, as `aji train mm --target playout` writes them) or
//! ones set by hand (TOML).

use super::gammas::{N_DISTANCES, Strengths};
use super::hand_set::{self, HandSetError};
use aji_patterns::playout_moves::{DISTANCE, SHAPE};
use aji_patterns::{Extent, FeatureSet, PlayoutTactic};
use aji_ranking::numbers::exp;
use aji_ranking::{AnyModel, WeightError, WeightFile};
use thiserror::Error;

/// A file of strengths that cannot be used.
#[derive(Debug, Error)]
pub enum GammaFileError {
    /// It is no file of weights, a damaged one, or one of another version.
    #[error(transparent)]
    Weights(#[from] WeightError),
    /// It was set by hand, and wrongly.
    #[error("{file}: {error}")]
    HandSet {
        /// The file.
        file: String,
        /// What is wrong with it.
        error: HandSetError,
    },
    /// Its features are not those of playouts.
    #[error(
        "{file}: these weights are for {found}, not for playouts of this version: train with --target playout"
    )]
    OtherFeatures {
        /// The file.
        file: String,
        /// What they are for.
        found: String,
    },
    /// It is no table of strengths, or its shapes do not fit it.
    #[error(
        "{file}: this is no table of strengths with its shapes: train with `aji train mm --target playout`"
    )]
    NoGammas {
        /// The file.
        file: String,
    },
}

/// Reads the bytes of a file; `name` is for errors.
pub fn read(name: &str, bytes: &[u8]) -> Result<Strengths, GammaFileError> {
    // What is no text, or begins as safetensors do, is meant to be a file of weights.
    match std::str::from_utf8(bytes) {
        Ok(text) if bytes.get(8) != Some(&b'{') => hand_set::parse(text, Extent::ThreeByThree)
            .map_err(|error| GammaFileError::HandSet { file: name.to_owned(), error }),
        _ => learned(name, &WeightFile::from_bytes(name, bytes, None)?),
    }
}

/// The strengths in a file of weights.
pub fn learned(name: &str, file: &WeightFile) -> Result<Strengths, GammaFileError> {
    let print = file.provenance.feature_set;
    let set = FeatureSet::from_fingerprint(print);
    let Some(set @ FeatureSet::Playout(extent)) = set else {
        let found = set.map_or_else(|| format!("feature set {print}"), FeatureSet::name);
        return Err(GammaFileError::OtherFeatures { file: name.to_owned(), found });
    };
    let no_gammas = || GammaFileError::NoGammas { file: name.to_owned() };
    let AnyModel::Gammas(model) = &file.model else { return Err(no_gammas()) };
    let catalog = set.catalog(&file.keys).ok_or_else(no_gammas)?;
    let log_gammas = model.log_gammas();
    if log_gammas.len() != set.n_features(&catalog) {
        return Err(no_gammas());
    }
    let gamma = |id: u32| exp(f64::from(log_gammas[id as usize]));
    let mut strengths = Strengths { extent, ..Strengths::none() };
    for (id, tactic) in (0..PlayoutTactic::N as u32).zip(&mut strengths.tactics) {
        *tactic = gamma(id);
    }
    for (id, distance) in (DISTANCE..DISTANCE + N_DISTANCES as u32).zip(&mut strengths.distances) {
        *distance = gamma(id);
    }
    strengths.shapes = (SHAPE..)
        .zip(catalog.shapes())
        .map(|(id, &(extent, key))| (extent, key, gamma(id)))
        .collect();
    Ok(strengths)
}

#[cfg(test)]
mod tests {
    use super::*;
    use aji_ranking::weights::{Precision, Provenance};
    use aji_ranking::{Fingerprint, GammaModel, ModelKind};

    fn weights(set: FeatureSet, keys: Vec<u64>, n: usize) -> Vec<u8> {
        let log_gammas = (0..n).map(|i| i as f32 / 100.0).collect();
        let provenance =
            Provenance { feature_set: set.fingerprint(), scale: 1.0, ..Provenance::default() };
        let model = AnyModel::Gammas(GammaModel::from_logs(log_gammas));
        let file = WeightFile { kind: ModelKind::BradleyTerry, model, keys, provenance };
        file.to_bytes("test", Precision::F32).unwrap()
    }

    const DIAMOND: FeatureSet = FeatureSet::Playout(Extent::Diamond2);

    #[test]
    fn learned_strengths_are_those_that_were_written() {
        let bytes = weights(DIAMOND, vec![1, 0x55, 1, 0x77], SHAPE as usize + 2);
        let strengths = read("test", &bytes).unwrap();
        assert_eq!(strengths.extent, Extent::Diamond2);
        assert!((strengths.tactics[7] - 0.07f64.exp()).abs() < 1e-6);
        assert!((strengths.distances[2] - 0.34f64.exp()).abs() < 1e-6);
        assert_eq!((strengths.shapes[1].0, strengths.shapes[1].1), (Extent::Diamond2, 0x77));
        assert!((strengths.shapes[1].2 - 0.36f64.exp()).abs() < 1e-6);
    }

    #[test]
    fn what_cannot_be_used_is_told_with_file_and_cause() {
        let complaint = |bytes: &[u8]| read("gammas.bin", bytes).unwrap_err().to_string();
        let good = weights(DIAMOND, vec![1, 0x55], SHAPE as usize + 1);
        let mut damaged = good.clone();
        *damaged.last_mut().unwrap() ^= 1;
        let tree = weights(FeatureSet::Tree, Vec::new(), FeatureSet::Tree.n_fixed());
        let unfit = weights(DIAMOND, vec![1, 0x55, 1], SHAPE as usize + 1);
        let cases = [
            (complaint(&damaged), "damaged"),
            (complaint(&good[..good.len() - 9]), "truncated"),
            (complaint(&[0xFF; 40]), "not a file of weights"),
            (complaint(&tree), "for tree"),
            (complaint(&unfit), "no table of strengths"),
            (complaint(b"hello"), "no file of strengths"),
        ];
        for (text, cause) in cases {
            assert!(text.starts_with("gammas.bin: ") && text.contains(cause), "{text}");
        }
        let other = Fingerprint(5);
        assert_eq!(FeatureSet::from_fingerprint(other), None);
    }
}
