//! The coefficients of attention: a positive number for every bin of every element, for each stage of the game.
//!
//! Attention is the sum, over the elements, of the coefficient of the bin its value falls into. Adding the same number
//! to all bins of one element changes no order, so that the smallest can always be made 0: the sum is a linear one
//! with positive coefficients, as the document wants it (§2.2.3), and still learns that more of something
//! need not be better.

use crate::element::{Element, Values};
use crate::roles::{self, N_KINDS, N_ROLES};
use crate::settings::Method;
use crate::situation::Stage;
use aji_goban::Size;
use aji_ranking::{GammaModel, Model};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::Range;
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
pub fn feature_ranges() -> impl Iterator<Item = Range<u32>> {
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
        stage: String,
        /// Which element.
        element: String,
        /// What is wrong with it.
        trouble: String,
    },
}

/// Numbers by name, one for each bin.
pub(crate) type Table = BTreeMap<String, Vec<f32>>;

/// The file of coefficients.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CoefficientFile {
    /// Where they come from.
    pub about: BTreeMap<String, String>,
    /// By method, then by stage, then by element.
    #[serde(flatten)]
    pub methods: BTreeMap<String, BTreeMap<String, Table>>,
}

/// Those that come with the program, each with the largest board it is for, small boards first.
const SHIPPED: [(usize, &str); 3] = [
    (10, include_str!("../coefficients-9.toml")),
    (15, include_str!("../coefficients-13.toml")),
    (Size::MAX.lines(), include_str!("../coefficients.toml")),
];

/// The coefficients of one method.
#[derive(Clone, Debug, PartialEq)]
pub struct Coefficients {
    stages: [GammaModel; 3],
    /// The strengths of points' roles.
    roles: [GammaModel; 3],
}

impl Coefficients {
    /// Those that come with the program for boards of this size, learned on 9×9, 13×13 or 19×19.
    pub fn shipped(method: Method, size: Size) -> Result<Coefficients, CoefficientError> {
        let [small, middle, large] = SHIPPED;
        let fitting = [small, middle].into_iter().find(|(lines, _)| size.lines() <= *lines);
        Coefficients::parse(fitting.unwrap_or(large).1, method)
    }

    /// Those of a file's text.
    pub fn parse(text: &str, method: Method) -> Result<Coefficients, CoefficientError> {
        let file: CoefficientFile = toml::from_str(text)?;
        let stages = file.methods.get(method.name()).ok_or(CoefficientError::NoMethod(method))?;
        let (mut models, mut points, none) = (Vec::new(), Vec::new(), Table::new());
        for stage in Stage::ALL {
            let table = stages.get(stage.name()).unwrap_or(&none);
            models.push(model_of(stage.name(), table, &element_bins())?);
            let name = points_name(stage);
            let table = stages.get(&name).unwrap_or(&none);
            points.push(model_of(&name, table, &role_bins())?);
        }
        let three = |models: Vec<GammaModel>| {
            models.try_into().map_err(|_| CoefficientError::NoMethod(method))
        };
        Ok(Coefficients { stages: three(models)?, roles: three(points)? })
    }

    /// Learned logarithms of strengths, of partial boards' features and of points' roles, for each stage; shifted so that
    /// none is negative.
    pub fn from_models(boards: [&GammaModel; 3], points: [&GammaModel; 3]) -> Coefficients {
        Coefficients {
            stages: boards.map(|model| shifted(model, feature_ranges())),
            roles: points.map(|model| shifted(model, roles::ranges())),
        }
    }

    /// Nothing is more than anything else.
    pub fn none() -> Coefficients {
        let boards = GammaModel::from_logs(vec![0.0; N_FEATURES]);
        let points = GammaModel::from_logs(vec![0.0; N_ROLES as usize]);
        Coefficients::from_models([&boards; 3], [&points; 3])
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

    /// How strong a point with these roles is: the logarithm.
    pub fn point(&self, stage: Stage, roles: &[u32; N_KINDS]) -> f32 {
        self.roles[stage as usize].score(roles)
    }

    /// The coefficients as they stand in a file.
    pub fn tables(&self) -> BTreeMap<String, BTreeMap<String, Vec<f32>>> {
        let mut tables = BTreeMap::new();
        for stage in Stage::ALL {
            let boards = table_of(&self.stages[stage as usize], &element_bins());
            tables.insert(stage.name().to_owned(), boards);
            let points = table_of(&self.roles[stage as usize], &role_bins());
            tables.insert(points_name(stage), points);
        }
        tables
    }
}

/// Under which name the strengths of points stand in a file.
fn points_name(stage: Stage) -> String {
    format!("{}_points", stage.name())
}

/// Names with the ids of their bins.
pub(crate) type Bins = Vec<(&'static str, Range<u32>)>;

fn element_bins() -> Bins {
    Element::ALL.iter().map(|element| element.name()).zip(feature_ranges()).collect()
}

fn role_bins() -> Bins {
    roles::KINDS.iter().map(|(name, _)| *name).zip(roles::ranges()).collect()
}

/// The same strengths with the smallest of each range at 0.
pub(crate) fn shifted(model: &GammaModel, ranges: impl Iterator<Item = Range<u32>>) -> GammaModel {
    let own = |id: u32| model.log_gammas().get(id as usize).copied().unwrap_or(0.0);
    let mut logs = Vec::new();
    for range in ranges {
        let least = range.clone().map(own).fold(f32::INFINITY, f32::min);
        logs.extend(range.map(|id| own(id) - least));
    }
    GammaModel::from_logs(logs)
}

/// Strengths as they stand in a file.
pub(crate) fn table_of(model: &GammaModel, bins: &Bins) -> Table {
    let rounded = |log: f32| (log * 1000.0).round() / 1000.0;
    let logs = model.log_gammas();
    bins.iter()
        .map(|(name, range)| {
            let bins = &logs[range.start as usize..range.end as usize];
            ((*name).to_owned(), bins.iter().map(|&log| rounded(log)).collect())
        })
        .collect()
}

/// Strengths of a file's table; what it does not name is 0.
pub(crate) fn model_of(
    stage: &str,
    table: &Table,
    known: &Bins,
) -> Result<GammaModel, CoefficientError> {
    let wrong = |element: &str, trouble: String| CoefficientError::Element {
        stage: stage.to_owned(),
        element: element.chars().take(40).collect(),
        trouble,
    };
    let mut logs = vec![0.0; known.last().map_or(0, |(_, range)| range.end as usize)];
    for (name, bins) in table {
        let found = known.iter().find(|(known, _)| known == name);
        let (_, range) = found.ok_or_else(|| wrong(name, "no such element".to_owned()))?;
        if bins.len() != range.len() || bins.iter().any(|bin| !bin.is_finite() || *bin < 0.0) {
            return Err(wrong(name, format!("write {} numbers from 0 up", range.len())));
        }
        logs[range.start as usize..range.end as usize].copy_from_slice(bins);
    }
    Ok(GammaModel::from_logs(logs))
}
