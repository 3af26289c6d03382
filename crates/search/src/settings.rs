//! Everything that can be set, with its default and its meaning. One struct per stage.

mod attention;
mod playout;
mod search;

pub use attention::AttentionSettings;
pub use playout::{PlayoutPolicy, PlayoutSettings, PlayoutShape, RuleSettings};
pub use search::{Method, SearchSettings, Selection, Traversal};

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// All settings of an engine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// How the tree is searched.
    pub search: SearchSettings,
    /// What attention does in the tree.
    pub attention: AttentionSettings,
    /// How playouts choose their moves.
    pub playout: PlayoutSettings,
    /// What is spent on a move when no clock says otherwise.
    pub budget: BudgetSettings,
    /// When to pass and to resign.
    pub choice: ChoiceSettings,
}

/// What is spent on a move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct BudgetSettings {
    /// Playouts a move (for primitive Monte Carlo: for each candidate); 0 for no limit.
    pub playouts: u64,
    /// Seconds a move; 0 for no limit.
    pub seconds: f64,
}

impl Default for BudgetSettings {
    fn default() -> BudgetSettings {
        BudgetSettings { playouts: 0, seconds: 1.0 }
    }
}

/// What makes a move the best one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Best {
    /// It was tried most often.
    Visits,
    /// Its visits times its win rate are the most: among moves tried about as often, the one that wins more.
    VisitsAndValue,
}

/// When to pass and to resign.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ChoiceSettings {
    /// What makes a move the best one.
    pub best: Best,
    /// Resign when the best move wins less often than this; 0 never resigns.
    pub resign_below: f64,
    /// Never resign before so many moves for each line of the board were played.
    pub resign_after_moves_per_line: usize,
    /// Answer a pass with a pass if the board as it stands is won.
    pub pass_when_won: bool,
    /// Pass only in answer to a pass, and only if passing wins at least so often; 0 leaves it to the search.
    pub pass_from: f64,
}

impl Default for ChoiceSettings {
    fn default() -> ChoiceSettings {
        ChoiceSettings {
            best: Best::Visits,
            resign_below: 0.1,
            resign_after_moves_per_line: 3,
            pass_when_won: true,
            pass_from: 0.0,
        }
    }
}

/// A setting that makes no sense.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{key} = {value}: {reason}")]
pub struct SettingsError {
    /// The setting.
    pub key: &'static str,
    /// What it was set to.
    pub value: String,
    /// What is wrong with it, and what would be right.
    pub reason: String,
}

fn error(key: &'static str, value: impl ToString, reason: impl Into<String>) -> SettingsError {
    SettingsError { key, value: value.to_string(), reason: reason.into() }
}

impl Settings {
    /// Are all values usable?
    pub fn check(&self) -> Result<(), SettingsError> {
        let choice = &self.choice;
        self.search.check()?;
        self.playout.check()?;
        self.attention.check(&self.search)?;
        if !(1..=100).contains(&self.playout.max_moves_per_point) {
            let value = self.playout.max_moves_per_point;
            let reason = "it must lie between 1 and 100";
            return Err(error("playout.max_moves_per_point", value, reason));
        }
        let seconds = self.budget.seconds;
        if !(0.0..=1e6).contains(&seconds) {
            return Err(error("budget.seconds", seconds, "it must lie between 0 and 10⁶"));
        }
        if seconds == 0.0 && self.budget.playouts == 0 {
            let reason = "with seconds = 0 too a move would take forever: limit one of them";
            return Err(error("budget.playouts", 0, reason));
        }
        if self.search.method == Method::Primitive && self.budget.playouts == 0 {
            let reason = "primitive Monte Carlo needs a number of playouts for each candidate";
            return Err(error("budget.playouts", 0, reason));
        }
        for (key, value) in
            [("choice.resign_below", choice.resign_below), ("choice.pass_from", choice.pass_from)]
        {
            if !(0.0..1.0).contains(&value) {
                return Err(error(key, value, "it must lie between 0 and 1"));
            }
        }
        Ok(())
    }
}
