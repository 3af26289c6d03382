//! Named arrays of numbers and one text, as a safetensors file.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use safetensors::tensor::{Dtype, SafeTensorError, SafeTensors, View};

use super::{Precision, WeightCause, WeightError};
use crate::fingerprint::Fingerprint;
use crate::half::{from_half, to_half};

const METADATA_KEY: &str = "aji";

/// Numbers as they are stored.
#[derive(Clone, Debug, PartialEq)]
pub struct Numbers {
    dtype: Dtype,
    bytes: Vec<u8>,
}

impl Numbers {
    pub fn from_f32s(numbers: Vec<f32>, precision: Precision) -> Numbers {
        match precision {
            Precision::F32 => Numbers {
                dtype: Dtype::F32,
                bytes: numbers.iter().flat_map(|x| x.to_le_bytes()).collect(),
            },
            Precision::F16 | Precision::Small => {
                let bytes = numbers.iter().flat_map(|&x| to_half(x).to_le_bytes()).collect();
                Numbers { dtype: Dtype::F16, bytes }
            }
        }
    }

    /// Whole multiples of `step`, of 8 bits each.
    pub fn from_steps(numbers: &[f32], step: f32) -> Numbers {
        let whole = |&x: &f32| (x / step).round().clamp(-127.0, 127.0) as i8;
        let bytes = numbers.iter().flat_map(|x| whole(x).to_le_bytes()).collect();
        Numbers { dtype: Dtype::I8, bytes }
    }

    /// Numbers below 2³².
    pub fn from_u32s(numbers: impl Iterator<Item = u32>) -> Numbers {
        Numbers { dtype: Dtype::U32, bytes: numbers.flat_map(u32::to_le_bytes).collect() }
    }

    pub fn from_f64s(numbers: &[f64]) -> Numbers {
        Numbers { dtype: Dtype::F64, bytes: numbers.iter().flat_map(|x| x.to_le_bytes()).collect() }
    }

    pub fn from_u64s(numbers: &[u64]) -> Numbers {
        Numbers { dtype: Dtype::U64, bytes: numbers.iter().flat_map(|x| x.to_le_bytes()).collect() }
    }
}

/// The arrays with their shapes, by name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Container {
    tensors: BTreeMap<String, (Vec<usize>, Numbers)>,
}

impl Container {
    pub fn put(&mut self, name: &str, shape: Vec<usize>, numbers: Numbers) {
        self.tensors.insert(name.into(), (shape, numbers));
    }

    /// The fingerprint of all names and numbers.
    pub fn checksum(&self) -> Fingerprint {
        let parts = self.tensors.iter();
        Fingerprint::of_parts(
            parts.flat_map(|(name, (_, numbers))| [name.as_bytes(), &numbers.bytes]),
        )
    }

    /// The numbers of a tensor of 32 or 16 bits with this shape.
    pub fn f32s(&self, name: &str, shape: &[usize]) -> Option<Vec<f32>> {
        let (found, numbers) = self.tensors.get(name)?;
        if found != shape {
            return None;
        }
        match numbers.dtype {
            Dtype::F32 => {
                let words = numbers.bytes.as_chunks::<4>().0;
                Some(words.iter().map(|&word| f32::from_le_bytes(word)).collect())
            }
            Dtype::F16 => {
                let halves = numbers.bytes.as_chunks::<2>().0;
                Some(halves.iter().map(|&half| from_half(u16::from_le_bytes(half))).collect())
            }
            _ => None,
        }
    }

    /// The numbers of a tensor of 8 bits, which are multiples of `step`.
    pub fn steps(&self, name: &str, shape: &[usize], step: f32) -> Option<Vec<f32>> {
        let (found, numbers) = self.tensors.get(name)?;
        (found == shape && numbers.dtype == Dtype::I8).then(|| {
            numbers.bytes.iter().map(|&byte| f32::from(byte.cast_signed()) * step).collect()
        })
    }

    pub fn u32s(&self, name: &str) -> Option<Vec<u32>> {
        let (_, numbers) =
            self.tensors.get(name).filter(|(_, numbers)| numbers.dtype == Dtype::U32)?;
        Some(
            numbers.bytes.as_chunks::<4>().0.iter().map(|&word| u32::from_le_bytes(word)).collect(),
        )
    }

    /// The length of a tensor of one dimension.
    pub fn len_of(&self, name: &str) -> Option<usize> {
        self.tensors
            .get(name)
            .and_then(|(shape, _)| <[usize; 1]>::try_from(&shape[..]).ok())
            .map(|[n]| n)
    }

    pub fn f64s(&self, name: &str) -> Option<Vec<f64>> {
        let (_, numbers) =
            self.tensors.get(name).filter(|(_, numbers)| numbers.dtype == Dtype::F64)?;
        Some(
            numbers.bytes.as_chunks::<8>().0.iter().map(|&word| f64::from_le_bytes(word)).collect(),
        )
    }

    pub fn u64s(&self, name: &str) -> Option<Vec<u64>> {
        let (_, numbers) =
            self.tensors.get(name).filter(|(_, numbers)| numbers.dtype == Dtype::U64)?;
        Some(
            numbers.bytes.as_chunks::<8>().0.iter().map(|&word| u64::from_le_bytes(word)).collect(),
        )
    }

    /// The file's bytes; `about` is the text that goes with it.
    pub fn to_bytes(&self, about: &str, file: &str) -> Result<Vec<u8>, WeightError> {
        let views = self.tensors.iter().map(|(name, tensor)| (name.as_str(), Stored(tensor)));
        let metadata = [(METADATA_KEY.to_owned(), about.to_owned())].into_iter().collect();
        safetensors::serialize(views, Some(metadata)).map_err(|error| {
            let error = std::io::Error::other(error.to_string());
            WeightError::new(file, WeightCause::Io(error))
        })
    }

    /// The arrays and the text in a file's bytes.
    pub fn from_bytes(bytes: &[u8], file: &str) -> Result<(Container, String), WeightError> {
        let fail = |error| WeightError::new(file, cause_of(bytes, error));
        let (_, metadata) = SafeTensors::read_metadata(bytes).map_err(fail)?;
        let about = metadata.metadata().as_ref().and_then(|entries| entries.get(METADATA_KEY));
        let Some(about) = about.cloned() else {
            return Err(WeightError::new(file, WeightCause::Foreign));
        };
        let mut container = Container::default();
        for (name, view) in SafeTensors::deserialize(bytes).map_err(fail)?.tensors() {
            let numbers = Numbers { dtype: view.dtype(), bytes: view.data().to_vec() };
            container.put(&name, view.shape().to_vec(), numbers);
        }
        Ok((container, about))
    }
}

/// The version in the text, if it is a JSON object of the given format.
pub fn version_of(about: &str, format: &str) -> Option<u64> {
    let about: serde_json::Value = serde_json::from_str(about).ok()?;
    (about.get("format")?.as_str()? == format).then_some(about.get("version")?.as_u64()?)
}

struct Stored<'a>(&'a (Vec<usize>, Numbers));

impl View for Stored<'_> {
    fn dtype(&self) -> Dtype {
        self.0.1.dtype
    }

    fn shape(&self) -> &[usize] {
        &self.0.0
    }

    fn data(&self) -> Cow<'_, [u8]> {
        Cow::Borrowed(&self.0.1.bytes)
    }

    fn data_len(&self) -> usize {
        self.0.1.bytes.len()
    }
}

/// A safetensors file begins with the length of its header, which is a JSON object.
fn cause_of(bytes: &[u8], error: SafeTensorError) -> WeightCause {
    let length = bytes.first_chunk().map(|length| u64::from_le_bytes(*length));
    let looks_right =
        length.is_none_or(|n| n < 100_000_000) && bytes.get(8).is_none_or(|&b| b == b'{');
    match error {
        _ if !looks_right => WeightCause::Foreign,
        SafeTensorError::HeaderTooSmall
        | SafeTensorError::InvalidHeaderLength
        | SafeTensorError::MetadataIncompleteBuffer => WeightCause::Truncated,
        _ => WeightCause::Damaged,
    }
}

/// Writes a file beside `path` and renames it: whatever happens, `path` is the old file or the new one, whole.
pub fn replace(path: &Path, bytes: &[u8]) -> Result<(), WeightError> {
    let fail = |error| WeightError::new(&path.display().to_string(), WeightCause::of_io(error));
    let mut name: OsString = path.file_name().unwrap_or_default().to_owned();
    name.push(".new");
    let beside: PathBuf = path.with_file_name(name);
    let written = File::create(&beside)
        .and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all()))
        .and_then(|()| std::fs::rename(&beside, path));
    written.map_err(|error| {
        // What is there is of no use; that it cannot be removed changes nothing.
        let _ = std::fs::remove_file(&beside);
        fail(error)
    })
}
