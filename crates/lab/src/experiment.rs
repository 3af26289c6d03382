//! Experiments as files: a question, where it comes from, who plays, and what was published.

use aji_arena::schedule::Colors;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// An experiment as its TOML file describes it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Experiment {
    /// A short name for files: letters, digits and hyphens.
    pub name: String,
    /// What is asked.
    pub question: String,
    /// What a reader should know.
    #[serde(default)]
    pub note: String,
    /// Where the question and the published values come from.
    pub source: Source,
    /// What all cells have in common.
    pub conditions: Conditions,
    /// Names that commands use, such as engine paths; the command line can replace them.
    #[serde(default)]
    pub parameters: BTreeMap<String, String>,
    /// Who plays.
    pub players: Players,
    /// Lists of values; every combination is a cell, or multiplies the cells below.
    #[serde(default)]
    pub grid: BTreeMap<String, Vec<Scalar>>,
    /// Cells by hand.
    #[serde(default)]
    pub cells: Vec<CellTable>,
    /// Published values for cells of the grid.
    #[serde(default)]
    pub published: Vec<PublishedAt>,
}

/// A document and a place in it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// The document.
    pub document: String,
    /// The table, figure or program.
    pub place: String,
}

/// Conditions that a cell's variables `size`, `komi`, `time` and `playouts` may override.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Conditions {
    /// Lines of the board.
    pub size: Option<u64>,
    /// Komi, as text.
    #[serde(default = "default_komi")]
    pub komi: String,
    /// The rule set.
    #[serde(default = "default_rules")]
    pub rules: String,
    /// Seconds a move.
    pub time: Option<f64>,
    /// Seconds for the whole game.
    pub game_time: Option<f64>,
    /// Games of each cell.
    pub games: u64,
    /// Games of each cell with `--quick`.
    #[serde(default = "default_quick")]
    pub quick_games: u64,
    /// What everything random is drawn from.
    #[serde(default = "default_seed")]
    pub seed: u64,
    /// As for `aji match --openings`.
    #[serde(default = "default_openings")]
    pub openings: String,
    /// The player's color.
    #[serde(default)]
    pub colors: Colors,
}

fn default_komi() -> String {
    "6.5".to_owned()
}
fn default_rules() -> String {
    "chinese".to_owned()
}
fn default_openings() -> String {
    "none".to_owned()
}
const fn default_quick() -> u64 {
    4
}
const fn default_seed() -> u64 {
    1
}

/// Commands with `{names}` of parameters and variables in them.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Players {
    /// The player whose figures are reported.
    pub player: String,
    /// The other.
    pub opponent: String,
}

/// A value of a variable.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Scalar {
    /// A whole number.
    Integer(i64),
    /// A number.
    Float(f64),
    /// A text.
    Text(String),
}

impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Scalar::Integer(n) => n.fmt(f),
            Scalar::Float(x) => x.fmt(f),
            Scalar::Text(text) => text.fmt(f),
        }
    }
}

/// A cell in the file.
#[derive(Clone, Debug, Deserialize)]
pub struct CellTable {
    /// What reports call it.
    pub label: Option<String>,
    /// What was published.
    pub published: Option<Published>,
    /// Its variables.
    #[serde(flatten)]
    pub variables: BTreeMap<String, Scalar>,
}

/// A published win rate.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Published {
    /// Between 0 and 1.
    pub win_rate: f64,
    /// From so many games.
    pub games: u64,
}

/// A published win rate for the cell with these variables.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PublishedAt {
    /// The variables that name the cell.
    pub at: BTreeMap<String, Scalar>,
    /// Between 0 and 1.
    pub win_rate: f64,
    /// From so many games.
    pub games: u64,
}

/// One match of an experiment.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// What reports call it.
    pub label: String,
    /// Its variables.
    pub variables: BTreeMap<String, Scalar>,
    /// What was published.
    pub published: Option<Published>,
}

/// What is wrong with an experiment file.
#[derive(Debug, Error)]
pub enum ExperimentError {
    /// It cannot be read.
    #[error("{path}: {error}")]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        error: std::io::Error,
    },
    /// It is no experiment.
    #[error("{path}: {error}")]
    Syntax {
        /// The file.
        path: PathBuf,
        /// What is wrong, with its place.
        error: Box<toml::de::Error>,
    },
    /// The name would not do as a file name.
    #[error("the name \"{0}\" must consist of letters, digits and hyphens")]
    Name(String),
    /// A name in braces that nothing defines.
    #[error(
        "\"{template}\" uses {{{name}}}, which is neither a parameter nor a variable of the cell"
    )]
    Undefined {
        /// The command.
        template: String,
        /// The name.
        name: String,
    },
    /// A parameter from the command line that the file does not have.
    #[error("there is no parameter \"{0}\" to set: the file has {1}")]
    NoSuchParameter(String, String),
    /// No board size anywhere.
    #[error("cell \"{0}\" has no size: give conditions.size or a variable size")]
    NoSize(String),
}

impl Experiment {
    /// Reads a file.
    pub fn read(path: &Path) -> Result<Experiment, ExperimentError> {
        let text = std::fs::read_to_string(path)
            .map_err(|error| ExperimentError::File { path: path.to_owned(), error })?;
        let experiment = toml::from_str::<Experiment>(&text).map_err(|error| {
            ExperimentError::Syntax { path: path.to_owned(), error: Box::new(error) }
        })?;
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '-';
        if experiment.name.is_empty() || !experiment.name.chars().all(is_name) {
            return Err(ExperimentError::Name(experiment.name));
        }
        Ok(experiment)
    }

    /// Replaces parameters, as `name=value` on the command line does.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), ExperimentError> {
        match self.parameters.get_mut(name) {
            Some(parameter) => value.clone_into(parameter),
            None => {
                let known: Vec<&str> = self.parameters.keys().map(String::as_str).collect();
                return Err(ExperimentError::NoSuchParameter(name.to_owned(), known.join(", ")));
            }
        }
        Ok(())
    }

    /// All cells: those written down, each with every combination of the grid.
    pub fn cells(&self) -> Vec<Cell> {
        let mut cells: Vec<Cell> = self.cells.iter().map(Cell::from).collect();
        if cells.is_empty() {
            cells.push(Cell { label: String::new(), variables: BTreeMap::new(), published: None });
        }
        for (name, values) in &self.grid {
            cells = cells
                .iter()
                .flat_map(|cell| values.iter().map(move |value| cell.with(name, value)))
                .collect();
        }
        for cell in &mut cells {
            if cell.published.is_none() {
                cell.published = self.published_for(cell);
            }
        }
        cells
    }

    fn published_for(&self, cell: &Cell) -> Option<Published> {
        let fits = |p: &&PublishedAt| p.at.iter().all(|(k, v)| cell.variables.get(k) == Some(v));
        self.published.iter().find(fits).map(|p| Published { win_rate: p.win_rate, games: p.games })
    }

    /// A command with parameters and variables put in; either may name the other.
    pub fn filled(&self, template: &str, cell: &Cell) -> Result<String, ExperimentError> {
        let mut text = template.to_owned();
        for _ in 0..2 {
            for (name, value) in &cell.variables {
                text = text.replace(&format!("{{{name}}}"), &value.to_string());
            }
            for (name, value) in &self.parameters {
                text = text.replace(&format!("{{{name}}}"), value);
            }
        }
        match text.split_once('{').and_then(|(_, rest)| rest.split_once('}')) {
            Some((name, _)) => Err(ExperimentError::Undefined {
                template: template.to_owned(),
                name: name.to_owned(),
            }),
            None => Ok(text),
        }
    }
}

impl From<&CellTable> for Cell {
    fn from(table: &CellTable) -> Cell {
        let named = |(name, value): (&String, &Scalar)| format!("{name} {value}");
        let label = table
            .label
            .clone()
            .unwrap_or_else(|| table.variables.iter().map(named).collect::<Vec<_>>().join(", "));
        Cell { label, variables: table.variables.clone(), published: table.published }
    }
}

impl Cell {
    fn with(&self, name: &str, value: &Scalar) -> Cell {
        let mut cell = self.clone();
        cell.variables.insert(name.to_owned(), value.clone());
        let separator = if cell.label.is_empty() { "" } else { ", " };
        cell.label = format!("{}{separator}{name} {value}", cell.label);
        cell
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Experiment {
        toml::from_str(text).unwrap()
    }

    const HEAD: &str = "
        name = 'e'
        question = 'Which?'
        source = { document = 'd', place = 'p' }
        conditions = { size = 9, games = 10 }
        parameters = { ours = 'self --preset x --playouts {playouts}' }
        players = { player = '{ours}', opponent = 'gnugo --level {level}' }
    ";

    #[test]
    fn a_grid_gives_every_combination_with_its_published_value() {
        let experiment = parsed(&format!(
            "{HEAD}
            grid = {{ level = [1, 10], playouts = [100, 200, 400] }}
            [[published]]
            at = {{ level = 10, playouts = 200 }}
            win_rate = 0.5
            games = 1000"
        ));
        let cells = experiment.cells();
        assert_eq!(cells.len(), 6);
        assert_eq!(cells.iter().filter(|cell| cell.published.is_some()).count(), 1);
        let cell = &cells[4];
        assert_eq!(cell.label, "level 10, playouts 200");
        assert_eq!(cell.published.unwrap().win_rate, 0.5);
        let filled = experiment.filled(&experiment.players.player, cell).unwrap();
        assert_eq!(filled, "self --preset x --playouts 200");
    }

    #[test]
    fn cells_by_hand_keep_their_labels() {
        let experiment = parsed(&format!(
            "{HEAD}
            [[cells]]
            label = 'few'
            playouts = 100
            level = 1
            published = {{ win_rate = 0.76, games = 150 }}
            [[cells]]
            playouts = 200
            level = 2"
        ));
        let labels: Vec<String> = experiment.cells().into_iter().map(|cell| cell.label).collect();
        assert_eq!(labels, ["few", "level 2, playouts 200"]);
    }

    #[test]
    fn undefined_names_and_unknown_parameters_are_named() {
        let mut experiment = parsed(HEAD);
        let cell = &experiment.cells()[0];
        let error = experiment.filled("{ours} {level}", cell).unwrap_err().to_string();
        assert!(error.contains("{playouts}"), "{error}");
        assert!(experiment.set("ours", "self").is_ok());
        let error = experiment.set("theirs", "x").unwrap_err().to_string();
        assert_eq!(error, "there is no parameter \"theirs\" to set: the file has ours");
    }

    #[test]
    fn every_experiment_of_the_repository_can_be_read() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../experiments");
        let mut n_files = 0;
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "toml") {
                let experiment = Experiment::read(&path).unwrap_or_else(|error| panic!("{error}"));
                for cell in experiment.cells() {
                    for template in [&experiment.players.player, &experiment.players.opponent] {
                        experiment
                            .filled(template, &cell)
                            .unwrap_or_else(|error| panic!("{error}"));
                    }
                }
                n_files += 1;
            }
        }
        assert!(n_files >= 1);
    }
}
