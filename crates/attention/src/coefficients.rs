//! The coefficients of attention: a positive number for every bin of every element, for each stage of the game.
//!
//! Attention is the sum, over the elements, of the coefficient of the bin its value falls into. Adding the same number
//! to all bins of one element changes no order, so that the smallest can always be made 0: the sum is a linear one
//! with positive coefficients, as the document wants it (§2.2.3), and still learns that more of something
//! need not be better.

use crate::element::{Element, Values};
use crate::settings::Method;
use crate::situation::Stage;
use aji_ranking::{GammaModel, Model};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use thiserror::Error;

/// How many features a partial board can have: the bins of all elements.
pub const N_FEATURES: usize = {
    let (mut n, mut i) = (0, 0);
    while i < Element::N {
        n += Element::ALL[i].n_bins();
        i += 1;
    }
    n
};

/// Where the bins of each element begin.
const OFFSETS: [usize; Element::N] = {
    let (mut offsets, mut n, mut i) = ([0; Element::N], 0, 0);
    while i < Element::N {
        offsets[i] = n;
        n += Element::ALL[i].n_bins();
        i += 1;
    }
    offsets
};

/// The bins of all elements as ranges of feature ids, one after the other.
pub fn feature_ranges() -> impl Iterator<Item = std::ops::Range<u32>> {
    Element::ALL.iter().map(|&element| {
        let start = OFFSETS[element as usize];
        start as u32..(start + element.n_bins()) as u32
    })
}

/// The features of a partial board with these values, one of each element.
pub fn features(values: &Values) -> [u32; Element::N] {
    std::array::from_fn(|i| (OFFSETS[i] + Element::ALL[i].bin(values[i])) as u32)
}

/// Why coefficients could not be read.
#[derive(Debug, Error)]
pub enum CoefficientError {
    /// Not TOML of the right form.
    #[error("the coefficients cannot be read: {0}")]
    Toml(#[from] toml::de::Error),
    /// A method without coefficients.
    #[error(
        "there are no coefficients for the method {0}: learn them with `aji lab attention learn`"
    )]
    NoMethod(Method),
    /// An element that is not known, or that is missing.
    #[error("{stage}.{element}: {trouble}")]
    Element {
        /// For which stage.
        stage: &'static str,
        /// Which element.
        element: String,
        /// What is wrong with it.
        trouble: String,
    },
}

/// One stage's coefficients.
type Table = BTreeMap<String, Vec<f32>>;

/// The file of coefficients.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CoefficientFile {
    /// Where they come from.
    pub about: BTreeMap<String, String>,
    /// By method, then by stage, then by element.
    #[serde(flatten)]
    pub methods: BTreeMap<String, BTreeMap<String, Table>>,
}

const SHIPPED: &str = include_str!("../coefficients.toml");

/// The coefficients of one method.
#[derive(Clone, Debug, PartialEq)]
pub struct Coefficients {
    stages: [GammaModel; 3],
}

impl Coefficients {
    /// Those that come with the program.
    pub fn shipped(method: Method) -> Result<Coefficients, CoefficientError> {
        Coefficients::parse(SHIPPED, method)
    }

    /// Those of a file's text.
    pub fn parse(text: &str, method: Method) -> Result<Coefficients, CoefficientError> {
        let file: CoefficientFile = toml::from_str(text)?;
        let stages = file.methods.get(method.name()).ok_or(CoefficientError::NoMethod(method))?;
        let mut models = Vec::new();
        for stage in Stage::ALL {
            let none = Table::new();
            models.push(model_of(stage, stages.get(stage.name()).unwrap_or(&none))?);
        }
        let stages = models.try_into().map_err(|_| CoefficientError::NoMethod(method))?;
        Ok(Coefficients { stages })
    }

    /// Learned logarithms of strengths, shifted so that none is negative.
    pub fn from_models(models: [&GammaModel; 3]) -> Coefficients {
        Coefficients {
            stages: models.map(|model| {
                let mut logs = vec![0.0; N_FEATURES];
                for range in feature_ranges() {
                    let own = |id: u32| model.log_gammas().get(id as usize).copied().unwrap_or(0.0);
                    let least = range.clone().map(own).fold(f32::INFINITY, f32::min);
                    range.for_each(|id| logs[id as usize] = own(id) - least);
                }
                GammaModel::from_logs(logs)
            }),
        }
    }

    /// Nothing is more than anything else.
    pub fn none() -> Coefficients {
        let none = GammaModel::from_logs(vec![0.0; N_FEATURES]);
        Coefficients::from_models([&none, &none, &none])
    }

    /// The attention of a partial board with these values.
    pub fn attention(&self, stage: Stage, values: &Values) -> f32 {
        self.stages[stage as usize].score(&features(values))
    }

    /// What one element adds to it.
    pub fn part(&self, stage: Stage, element: Element, value: f32) -> f32 {
        let id = OFFSETS[element as usize] + element.bin(value);
        self.stages[stage as usize].log_gammas().get(id).copied().unwrap_or(0.0)
    }

    /// The coefficients as they stand in a file.
    pub fn tables(&self) -> BTreeMap<String, BTreeMap<String, Vec<f32>>> {
        let rounded = |log: f32| (log * 1000.0).round() / 1000.0;
        Stage::ALL
            .iter()
            .map(|&stage| {
                let logs = self.stages[stage as usize].log_gammas();
                let table = Element::ALL.iter().zip(feature_ranges()).map(|(element, range)| {
                    let bins = &logs[range.start as usize..range.end as usize];
                    (element.name().to_owned(), bins.iter().map(|&log| rounded(log)).collect())
                });
                (stage.name().to_owned(), table.collect())
            })
            .collect()
    }
}

fn model_of(stage: Stage, table: &Table) -> Result<GammaModel, CoefficientError> {
    let wrong = |element: &str, trouble: String| CoefficientError::Element {
        stage: stage.name(),
        element: element.chars().take(40).collect(),
        trouble,
    };
    let mut logs = vec![0.0; N_FEATURES];
    for (name, bins) in table {
        let element =
            Element::from_name(name).ok_or_else(|| wrong(name, "no such element".to_owned()))?;
        let n_bins = element.n_bins();
        if bins.len() != n_bins || bins.iter().any(|bin| !bin.is_finite() || *bin < 0.0) {
            return Err(wrong(name, format!("write {n_bins} numbers from 0 up")));
        }
        let start = OFFSETS[element as usize];
        logs[start..start + n_bins].copy_from_slice(bins);
    }
    Ok(GammaModel::from_logs(logs))
}
