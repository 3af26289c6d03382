//! The file a model travels in: safetensors, so that Python reads it too, with everything that must be known of it.
//!
//! The tensors are `log_gammas` (mm), or `bias`, `weights` and `factors` (lfr, btfm), and, where features were learned
//! from the contests' origin besides those that every model has, `keys`: what each of them stands for. Small files
//! ([`Precision::Small`]) have `factors` of 8 bits, to be multiplied by `factor_step`, and `small_keys` of 32 bits. The metadata
//! has one entry, `aji`, whose value is a JSON object: format, version, kind, feature set, corpus, commit, hyperparameters, metrics
//! and a checksum of the tensors. One entry, because several would be written in a random order, and equal weights
//! should be equal files.

mod checkpoint;
mod container;
mod error;

use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use checkpoint::Checkpoint;
pub use error::{WeightCause, WeightError};

use crate::fingerprint::Fingerprint;
use crate::half::{from_half, to_half};
use crate::model::{AnyModel, FactorModel, GammaModel, MAX_FACTORS, Model, ModelKind};
use container::{Container, Numbers};

/// The version of the format that is written and read.
pub const FORMAT_VERSION: u32 = 1;
const FORMAT: &str = "aji-weights";

/// How exactly numbers are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precision {
    /// 32 bits: exactly as trained.
    F32,
    /// 16 bits: half the size, about three decimal digits.
    F16,
    /// 16 bits, but 8 for vectors, and 32 for keys if they fit: for files that travel with the program.
    Small,
}

/// Where weights come from.
#[derive(Clone, Debug, PartialEq)]
pub struct Provenance {
    /// Which features the ids mean.
    pub feature_set: Fingerprint,
    /// Which contests it was trained on.
    pub corpus: Fingerprint,
    /// The commit of the program that trained it.
    pub commit: String,
    /// Every parameter of the training.
    pub hyperparameters: Value,
    /// What was measured.
    pub metrics: Value,
    /// What scores are multiplied with before exp turns them into strengths: 1 for the Bradley–Terry models, found
    /// by [`crate::metrics::fit_scale`] for latent factor ranking.
    pub scale: f32,
}

impl Default for Provenance {
    fn default() -> Provenance {
        Provenance {
            feature_set: Fingerprint::default(),
            corpus: Fingerprint::default(),
            commit: String::new(),
            hyperparameters: Value::Null,
            metrics: Value::Null,
            scale: 1.0,
        }
    }
}

/// A model with its provenance.
#[derive(Clone, Debug, PartialEq)]
pub struct WeightFile {
    /// Which kind of model it is.
    pub kind: ModelKind,
    /// The model.
    pub model: AnyModel,
    /// What the features stand for that are not fixed by the feature set, in a form that their maker knows; empty if
    /// there are none.
    pub keys: Vec<u64>,
    /// Where it comes from.
    pub provenance: Provenance,
}

/// The JSON object in the metadata.
#[derive(Serialize, Deserialize)]
struct About {
    format: String,
    version: u32,
    kind: String,
    feature_set: String,
    corpus: String,
    commit: String,
    n_features: usize,
    n_factors: usize,
    scale: f32,
    hyperparameters: Value,
    metrics: Value,
    checksum: String,
}

impl WeightFile {
    /// Writes the file beside `path` and renames it, so that an earlier one stays whole if anything goes wrong.
    pub fn save(&self, path: &Path, precision: Precision) -> Result<(), WeightError> {
        let name = path.display().to_string();
        container::replace(path, &self.to_bytes(&name, precision)?)
    }

    /// The bytes of the file; `name` is for errors.
    pub fn to_bytes(&self, name: &str, precision: Precision) -> Result<Vec<u8>, WeightError> {
        let mut container = Container::default();
        let mut put = |tensor, shape, numbers: Vec<f32>| {
            let fits =
                |&x: &f32| x.is_finite() && (precision == Precision::F32 || x.abs() < 65_504.0);
            if !numbers.iter().all(fits) {
                return Err(WeightError::new(name, WeightCause::NotFinite { tensor }));
            }
            container.put(tensor, shape, Numbers::from_f32s(numbers, precision));
            Ok(())
        };
        if !self.provenance.scale.is_finite() {
            return Err(WeightError::new(name, WeightCause::NotFinite { tensor: "scale" }));
        }
        let mut n_factors = 0;
        match &self.model {
            AnyModel::Gammas(model) => {
                put("log_gammas", vec![model.n_features()], model.log_gammas().to_vec())?;
            }
            AnyModel::Factors(model) => {
                n_factors = model.n_factors();
                let (weights, factors) = flatten(model);
                put("bias", vec![1], vec![model.bias])?;
                put("weights", vec![model.n_features()], weights)?;
                let shape = vec![model.n_features(), n_factors];
                if precision == Precision::Small {
                    let largest = factors.iter().fold(0.0, |most: f32, x| most.max(x.abs()));
                    let step = if largest > 0.0 { largest / 127.0 } else { 1.0 };
                    put("factor_step", vec![1], vec![step])?;
                    // As it is read back.
                    let step = from_half(to_half(step));
                    container.put("factors", shape, Numbers::from_steps(&factors, step));
                } else {
                    put("factors", shape, factors)?;
                }
            }
        }
        let small_keys: Option<Vec<u32>> = match precision {
            Precision::Small => self.keys.iter().map(|&key| u32::try_from(key).ok()).collect(),
            _ => None,
        };
        if let Some(keys) = small_keys.filter(|keys| !keys.is_empty()) {
            // Keys come in pairs; those of a kind together are packed better.
            let (even, odd) = (keys.iter().step_by(2), keys.iter().skip(1).step_by(2));
            let numbers = Numbers::from_u32s(even.chain(odd).copied());
            container.put("small_keys", vec![keys.len()], numbers);
        } else if !self.keys.is_empty() {
            container.put("keys", vec![self.keys.len()], Numbers::from_u64s(&self.keys));
        }
        let about = self.about(n_factors, container.checksum());
        container.to_bytes(&serde_json::to_string(&about).unwrap_or_default(), name)
    }

    fn about(&self, n_factors: usize, checksum: Fingerprint) -> About {
        let Provenance { feature_set, corpus, commit, hyperparameters, metrics, scale } =
            &self.provenance;
        About {
            format: FORMAT.into(),
            version: FORMAT_VERSION,
            kind: self.kind.name().into(),
            feature_set: feature_set.to_string(),
            corpus: corpus.to_string(),
            commit: commit.clone(),
            n_features: self.model.n_features(),
            n_factors,
            scale: *scale,
            hyperparameters: hyperparameters.clone(),
            metrics: metrics.clone(),
            checksum: checksum.to_string(),
        }
    }

    /// Loads a file, which must be about the given feature set (any, if `None`).
    pub fn load(path: &Path, feature_set: Option<Fingerprint>) -> Result<WeightFile, WeightError> {
        let name = path.display().to_string();
        let bytes =
            std::fs::read(path).map_err(|e| WeightError::new(&name, WeightCause::of_io(e)))?;
        WeightFile::from_bytes(&name, &bytes, feature_set)
    }

    /// Reads the bytes of a file; `name` is for errors.
    pub fn from_bytes(
        name: &str,
        bytes: &[u8],
        feature_set: Option<Fingerprint>,
    ) -> Result<WeightFile, WeightError> {
        let fail = |cause| WeightError::new(name, cause);
        let (container, about) = Container::from_bytes(bytes, name)?;
        let version =
            container::version_of(&about, FORMAT).ok_or_else(|| fail(WeightCause::Foreign))?;
        if version != u64::from(FORMAT_VERSION) {
            return Err(fail(WeightCause::Version { found: version, expected: FORMAT_VERSION }));
        }
        let about: About = serde_json::from_str(&about).map_err(|_| fail(WeightCause::Damaged))?;
        let print =
            |text: &str| text.parse::<Fingerprint>().map_err(|_| fail(WeightCause::Damaged));
        let found = print(&about.feature_set)?;
        if let Some(expected) = feature_set.filter(|&expected| expected != found) {
            return Err(fail(WeightCause::OtherFeatureSet { found, expected }));
        }
        if print(&about.checksum)? != container.checksum() {
            return Err(fail(WeightCause::Damaged));
        }
        let Some(kind) = ModelKind::from_name(&about.kind) else {
            return Err(fail(WeightCause::Kind { found: about.kind }));
        };
        let model = read_model(&container, kind, &about, name)?;
        let keys = match (container.len_of("keys"), container.len_of("small_keys")) {
            (Some(_), _) => container.u64s("keys"),
            (None, Some(_)) => container.u32s("small_keys").map(|keys| in_pairs(&keys)),
            (None, None) => Some(Vec::new()),
        };
        let keys = keys.ok_or_else(|| fail(WeightCause::Tensor { tensor: "keys" }))?;
        let provenance = Provenance {
            feature_set: found,
            corpus: print(&about.corpus)?,
            commit: about.commit,
            hyperparameters: about.hyperparameters,
            metrics: about.metrics,
            scale: about.scale,
        };
        Ok(WeightFile { kind, model, keys, provenance })
    }
}

fn read_model(
    container: &Container,
    kind: ModelKind,
    about: &About,
    name: &str,
) -> Result<AnyModel, WeightError> {
    let (n, k) = (about.n_features, about.n_factors);
    let read = |tensor, shape: &[usize]| {
        let numbers = container.f32s(tensor, shape);
        let numbers =
            numbers.ok_or_else(|| WeightError::new(name, WeightCause::Tensor { tensor }))?;
        if numbers.iter().all(|x| x.is_finite()) {
            Ok(numbers)
        } else {
            Err(WeightError::new(name, WeightCause::NotFinite { tensor }))
        }
    };
    if kind == ModelKind::BradleyTerry {
        return Ok(AnyModel::Gammas(GammaModel::from_logs(read("log_gammas", &[n])?)));
    }
    if k > MAX_FACTORS {
        return Err(WeightError::new(name, WeightCause::Tensor { tensor: "factors" }));
    }
    let (bias, weights) = (read("bias", &[1])?, read("weights", &[n])?);
    let factors = match container.len_of("factor_step") {
        Some(_) => {
            let step = read("factor_step", &[1])?[0];
            let factors = container.steps("factors", &[n, k], step);
            factors
                .ok_or_else(|| WeightError::new(name, WeightCause::Tensor { tensor: "factors" }))?
        }
        None => read("factors", &[n, k])?,
    };
    Ok(AnyModel::Factors(unflatten(bias[0], &weights, &factors, k)))
}

/// The keys in their order, from all first ones of the pairs and then all second ones.
fn in_pairs(keys: &[u32]) -> Vec<u64> {
    let (first, second) = keys.split_at(keys.len().div_ceil(2));
    let mut pairs = Vec::with_capacity(keys.len());
    for (i, &key) in first.iter().enumerate() {
        pairs.push(u64::from(key));
        pairs.extend(second.get(i).map(|&key| u64::from(key)));
    }
    pairs
}

/// Weights and vectors without the room between them.
fn flatten(model: &FactorModel) -> (Vec<f32>, Vec<f32>) {
    let ids = 0..model.n_features() as u32;
    let weights = ids.clone().map(|id| model.weight(id)).collect();
    let factors =
        ids.flat_map(|id| (0..model.n_factors()).map(move |f| model.factor(id, f))).collect();
    (weights, factors)
}

fn unflatten(bias: f32, weights: &[f32], factors: &[f32], n_factors: usize) -> FactorModel {
    let mut model = FactorModel::zero(weights.len(), n_factors);
    model.bias = bias;
    for (id, &weight) in weights.iter().enumerate() {
        model.set_weight(id as u32, weight);
        for f in 0..n_factors {
            model.set_factor(id as u32, f, factors[id * n_factors + f]);
        }
    }
    model
}

#[cfg(test)]
mod tests;
