//! The state of an unfinished training on disk, exact to the last bit.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::container::{self, Container, Numbers};
use super::{Precision, WeightCause, WeightError, flatten, unflatten};
use crate::fingerprint::Fingerprint;
use crate::model::{FactorModel, Model};

const FORMAT: &str = "aji-checkpoint";
const FORMAT_VERSION: u32 = 1;

/// Named arrays of numbers that belong to one run.
#[derive(Clone, Debug, PartialEq)]
pub struct Checkpoint {
    file: String,
    about: About,
    container: Container,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct About {
    format: String,
    version: u32,
    /// What is being trained.
    kind: String,
    /// Contests, features and settings.
    run: String,
    checksum: String,
}

impl Checkpoint {
    /// An empty checkpoint of a training of this kind; `run` names contests, features and settings.
    pub fn new(kind: &str, run: Fingerprint) -> Checkpoint {
        let about = About {
            format: FORMAT.into(),
            version: FORMAT_VERSION,
            kind: kind.into(),
            run: run.to_string(),
            checksum: String::new(),
        };
        Checkpoint { file: String::new(), about, container: Container::default() }
    }

    /// Adds numbers of 64 bits.
    pub fn f64s(&mut self, name: &str, numbers: &[f64]) {
        self.container.put(name, vec![numbers.len()], Numbers::from_f64s(numbers));
    }

    /// Adds numbers of 32 bits.
    pub fn f32s(&mut self, name: &str, numbers: &[f32]) {
        let stored = Numbers::from_f32s(numbers.to_vec(), Precision::F32);
        self.container.put(name, vec![numbers.len()], stored);
    }

    /// Adds whole numbers.
    pub fn u64s(&mut self, name: &str, numbers: &[u64]) {
        self.container.put(name, vec![numbers.len()], Numbers::from_u64s(numbers));
    }

    /// Adds a model.
    pub fn factors(&mut self, name: &str, model: &FactorModel) {
        let (weights, factors) = flatten(model);
        self.f32s(&format!("{name}.bias"), &[model.bias]);
        self.f32s(&format!("{name}.weights"), &weights);
        self.f32s(&format!("{name}.factors"), &factors);
    }

    /// Writes the file beside `path` and renames it, so that an earlier one stays whole if anything goes wrong.
    pub fn save(mut self, path: &Path) -> Result<(), WeightError> {
        self.about.checksum = self.container.checksum().to_string();
        let about = serde_json::to_string(&self.about).unwrap_or_default();
        container::replace(path, &self.container.to_bytes(&about, &path.display().to_string())?)
    }

    /// Loads a checkpoint of exactly this kind and run.
    pub fn load(path: &Path, kind: &str, run: Fingerprint) -> Result<Checkpoint, WeightError> {
        let file = path.display().to_string();
        let fail = |cause| WeightError::new(&file, cause);
        let bytes = std::fs::read(path).map_err(|e| fail(WeightCause::of_io(e)))?;
        let (container, about) = Container::from_bytes(&bytes, &file)?;
        let version =
            container::version_of(&about, FORMAT).ok_or_else(|| fail(WeightCause::Foreign))?;
        if version != u64::from(FORMAT_VERSION) {
            return Err(fail(WeightCause::Version { found: version, expected: FORMAT_VERSION }));
        }
        let about: About = serde_json::from_str(&about).map_err(|_| fail(WeightCause::Damaged))?;
        if about.checksum != container.checksum().to_string() {
            return Err(fail(WeightCause::Damaged));
        }
        let (found, expected) = (format!("{} {}", about.kind, about.run), format!("{kind} {run}"));
        if found != expected {
            return Err(fail(WeightCause::OtherRun { found, expected }));
        }
        Ok(Checkpoint { file, about, container })
    }

    /// The numbers of 64 bits with this name.
    pub fn read_f64s(&self, name: &'static str) -> Result<Vec<f64>, WeightError> {
        self.container.f64s(name).ok_or_else(|| self.bad(name))
    }

    /// The numbers of 32 bits with this name.
    pub fn read_f32s(&self, name: &'static str) -> Result<Vec<f32>, WeightError> {
        let n = self.container.len_of(name).ok_or_else(|| self.bad(name))?;
        self.container.f32s(name, &[n]).ok_or_else(|| self.bad(name))
    }

    /// Exactly `N` whole numbers.
    pub fn read_u64s<const N: usize>(&self, name: &'static str) -> Result<[u64; N], WeightError> {
        self.container.u64s(name).and_then(|all| all.try_into().ok()).ok_or_else(|| self.bad(name))
    }

    /// All whole numbers with this name.
    pub fn read_all_u64s(&self, name: &'static str) -> Result<Vec<u64>, WeightError> {
        self.container.u64s(name).ok_or_else(|| self.bad(name))
    }

    /// A model of the given size.
    pub fn read_factors(
        &self,
        name: &'static str,
        n_features: usize,
        n_factors: usize,
    ) -> Result<FactorModel, WeightError> {
        let read = |part: &str, n: usize| {
            let numbers = self.container.f32s(&format!("{name}.{part}"), &[n]);
            numbers.ok_or_else(|| self.bad(name))
        };
        let (bias, weights) = (read("bias", 1)?, read("weights", n_features)?);
        let factors = read("factors", n_features * n_factors)?;
        let model = unflatten(bias[0], &weights, &factors, n_factors);
        debug_assert_eq!(model.n_features(), n_features);
        Ok(model)
    }

    /// The error for a tensor that is not as it should be.
    pub fn bad(&self, tensor: &'static str) -> WeightError {
        WeightError::new(&self.file, WeightCause::Tensor { tensor })
    }
}
