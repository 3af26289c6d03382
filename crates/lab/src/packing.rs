//! Weights made small enough to travel with the program.
//!
//! Numbers get fewer bits, keys of shapes are cut to the 32 bits that are looked at, shapes that change scores least can
//! be left out, and zstd packs the rest. The metadata stay, so that a packed file says where it comes from.

use aji_patterns::{Catalog, Extent, FeatureSet};
use aji_ranking::weights::{Precision, WeightError};
use aji_ranking::{AnyModel, FactorModel, GammaModel, WeightFile};
use std::cmp::Reverse;
use thiserror::Error;

/// Why packed weights cannot be used.
#[derive(Debug, Error)]
pub enum UnpackError {
    /// They are not packed, or damaged.
    #[error("{name}: cannot be unpacked: {error}")]
    Packing {
        /// Which.
        name: String,
        /// What zstd says.
        error: std::io::Error,
    },
    /// What is packed are no weights.
    #[error(transparent)]
    Weights(#[from] WeightError),
}

/// The file of weights in packed bytes; `name` is for errors.
pub fn unpack(name: &str, packed: &[u8]) -> Result<WeightFile, UnpackError> {
    let failed = |error| UnpackError::Packing { name: name.to_owned(), error };
    let bytes = zstd::decode_all(packed).map_err(failed)?;
    Ok(WeightFile::from_bytes(name, &bytes, None)?)
}

/// The file of weights packed; at most `most` features, if that is given.
pub fn pack(file: &WeightFile, most: Option<usize>) -> Result<Vec<u8>, WeightError> {
    let small = match FeatureSet::from_fingerprint(file.provenance.feature_set) {
        Some(features) => with_fewer_shapes(file, features, most),
        None => file.clone(),
    };
    let bytes = small.to_bytes("packed", Precision::Small)?;
    // Packing in memory fails only if memory does.
    Ok(zstd::encode_all(&bytes[..], 19).unwrap_or_default())
}

/// Leaves out shapes whose 32 bits are another's, and those with the least effect if there are too many.
fn with_fewer_shapes(file: &WeightFile, features: FeatureSet, most: Option<usize>) -> WeightFile {
    let n_fixed = features.n_fixed();
    let (mut catalog, mut kept) = (Catalog::new(), Vec::new());
    let pairs = file.keys.as_chunks::<2>().0;
    let shapes: Vec<(Extent, u64)> = pairs
        .iter()
        .filter_map(|&[extent, key]| Some((Extent::from_number(extent)?, key)))
        .collect();
    let bar = most.map_or(f32::MIN, |most| bar(file, &shapes, n_fixed, most));
    for (i, &(extent, key)) in shapes.iter().enumerate() {
        let id = (n_fixed + i) as u32;
        let before = catalog.len();
        if !may_go(extent) || effect(&file.model, id) > bar {
            catalog.learn(extent, key);
        }
        if catalog.len() > before {
            kept.push(id);
        }
    }
    let ids: Vec<u32> = (0..n_fixed as u32).chain(kept).collect();
    let model = match &file.model {
        AnyModel::Gammas(model) => {
            let logs = ids.iter().map(|&id| model.log_gammas()[id as usize]).collect();
            AnyModel::Gammas(GammaModel::from_logs(logs))
        }
        AnyModel::Factors(model) => AnyModel::Factors(some_rows(model, &ids)),
    };
    WeightFile { model, keys: FeatureSet::keys(&catalog), ..file.clone() }
}

/// A smaller shape that is missing hides the larger ones around it, so that only what hides nothing may go.
fn may_go(extent: Extent) -> bool {
    extent == Extent::Diamond5 || Extent::CONTEXT.contains(&extent)
}

/// The effect above which a shape is among the `most` features kept.
fn bar(file: &WeightFile, shapes: &[(Extent, u64)], n_fixed: usize, most: usize) -> f32 {
    let ids = (n_fixed as u32..).zip(shapes).filter(|(_, shape)| may_go(shape.0));
    let mut effects: Vec<f32> = ids.map(|(id, _)| effect(&file.model, id)).collect();
    let room = most.saturating_sub(n_fixed + shapes.len() - effects.len());
    if effects.len() <= room {
        return f32::MIN;
    }
    effects.sort_by_key(|effect| Reverse(effect.to_bits()));
    effects.get(room).copied().unwrap_or(f32::MIN)
}

/// How much a feature changes scores: its weight, and its vector against some vectors of usual length.
fn effect(model: &AnyModel, id: u32) -> f32 {
    match model {
        AnyModel::Gammas(model) => model.log_gammas()[id as usize].abs(),
        AnyModel::Factors(model) => {
            let squares = (0..model.n_factors()).map(|f| model.factor(id, f).powi(2));
            model.weight(id).abs() + squares.sum::<f32>().sqrt()
        }
    }
}

fn some_rows(model: &FactorModel, ids: &[u32]) -> FactorModel {
    let mut rows = FactorModel::zero(ids.len(), model.n_factors());
    rows.bias = model.bias;
    for (row, &id) in (0..).zip(ids) {
        rows.set_weight(row, model.weight(id));
        (0..model.n_factors()).for_each(|f| rows.set_factor(row, f, model.factor(id, f)));
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use aji_ranking::weights::Provenance;
    use aji_ranking::{Model, ModelKind};

    fn unpacked(bytes: &[u8]) -> WeightFile {
        unpack("packed", bytes).unwrap()
    }

    fn wide(keys: Vec<u64>) -> WeightFile {
        let features = FeatureSet::Wide;
        let n = features.n_fixed() + keys.len() / 2;
        let mut model = FactorModel::drawn(n, 3, 0.001, 5);
        (0..n as u32).for_each(|id| model.set_weight(id, id as f32 / 64.0));
        let provenance =
            Provenance { feature_set: features.fingerprint(), ..Provenance::default() };
        let kind = ModelKind::FactorizedBradleyTerry;
        WeightFile { kind, model: AnyModel::Factors(model), keys, provenance }
    }

    #[test]
    fn packed_weights_score_almost_as_before() {
        let file =
            wide((0..400_u64).flat_map(|i| [i % 15, i.wrapping_mul(0x9E37_79B9_7F4A)]).collect());
        let small = unpacked(&pack(&file, None).unwrap());
        assert_eq!(small.model.n_features(), file.model.n_features());
        for team in [&[1, 70, 200][..], &[3, 150, 160, 420, 500]] {
            assert!((small.model.score(team) - file.model.score(team)).abs() < 0.02);
        }
    }

    #[test]
    fn what_is_not_packed_is_refused_by_name() {
        let packed = pack(&wide(vec![0, 5]), None).unwrap();
        let message = |bytes: &[u8]| unpack("tree", bytes).unwrap_err().to_string();
        assert!(message(b"(;SZ[9])").contains("tree: cannot be unpacked"));
        assert!(message(&packed[..packed.len() / 2]).contains("tree"));
    }

    #[test]
    fn shapes_that_look_the_same_or_do_the_least_go() {
        let other_half = |key: u64| key ^ (7 << 32) ^ 7;
        let (same, context) = (0x1_2345_6789, Extent::Corner as u64);
        let keys = vec![0, 5, context, same, context, other_half(same), context, 99];
        let small = unpacked(&pack(&wide(keys.clone()), None).unwrap());
        assert_eq!(small.keys.len(), 6, "two have the same 32 bits");
        let n_fixed = FeatureSet::Wide.n_fixed();
        let smaller = unpacked(&pack(&wide(keys), Some(n_fixed + 2)).unwrap());
        assert_eq!(smaller.keys, [0, 5, context, 99], "small shapes stay, and the largest weight");
        let id = n_fixed as u32 + 1;
        let AnyModel::Factors(model) = &smaller.model else { panic!("factors stay factors") };
        assert!((model.weight(id) - (n_fixed + 3) as f32 / 64.0).abs() < 0.01);
    }
}
