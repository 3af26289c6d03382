//! How much attention's features of a move count beside what a move model thinks of it.

use crate::coefficients::{Bins, CoefficientError, Table, model_of, shifted, table_of};
use crate::move_features::{self, N_PER_MOVE};
use aji_ranking::{GammaModel, Model};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

const SHIPPED: &str = include_str!("../move_strengths.toml");

/// The file of strengths.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct StrengthFile {
    /// Where they come from.
    pub about: BTreeMap<String, String>,
    /// By kind of feature; what is not named counts nothing.
    pub moves: BTreeMap<String, Vec<f32>>,
}

/// Logarithms of strengths for the features of [`crate::MoveFeatures`], learned beside the scores of a move model.
/// Every move has one feature of each kind, so that only differences within a kind count: the smallest is 0.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveStrengths {
    model: GammaModel,
}

impl MoveStrengths {
    /// Those that come with the program, for the method `all`.
    pub fn shipped() -> Result<MoveStrengths, CoefficientError> {
        MoveStrengths::parse(SHIPPED)
    }

    /// Those of a file's text.
    pub fn parse(text: &str) -> Result<MoveStrengths, CoefficientError> {
        let file: StrengthFile = toml::from_str(text)?;
        Ok(MoveStrengths { model: model_of("moves", &file.moves, &bins())? })
    }

    /// Learned ones; what a model holds beyond the features of moves is left out.
    pub fn from_model(model: &GammaModel) -> MoveStrengths {
        MoveStrengths { model: shifted(model, move_features::ranges()) }
    }

    /// What to add to the logarithm of a move's strength.
    pub fn score(&self, features: &[u32; N_PER_MOVE]) -> f32 {
        self.model.score(features)
    }

    /// The strengths as they stand in a file.
    pub fn table(&self) -> Table {
        table_of(&self.model, &bins())
    }
}

fn bins() -> Bins {
    move_features::kinds().zip(move_features::ranges()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::move_features::N_MOVE_FEATURES;

    #[test]
    fn what_was_learned_comes_back_from_a_file() {
        let logs: Vec<f32> = (0..N_MOVE_FEATURES).map(|id| (id % 7) as f32 / 4.0).collect();
        let learned = MoveStrengths::from_model(&GammaModel::from_logs(logs));
        let file = StrengthFile { moves: learned.table(), ..StrengthFile::default() };
        let text = toml::to_string(&file).unwrap();
        assert_eq!(MoveStrengths::parse(&text).unwrap(), learned);
    }

    #[test]
    fn those_that_ship_say_something_about_every_kind() {
        let table = MoveStrengths::shipped().unwrap().table();
        for kind in move_features::kinds() {
            assert!(table[kind].iter().any(|&log| log > 0.0), "{kind} counts nothing");
        }
    }

    #[test]
    fn a_wrong_file_is_refused_with_its_place() {
        let error = MoveStrengths::parse("[about]\n[moves]\nrank = [0.0, 1.0]").unwrap_err();
        assert_eq!(error.to_string(), "moves.rank: write 7 numbers from 0 up");
    }
}
