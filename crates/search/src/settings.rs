//! Everything that can be set, with its default and its meaning. One struct per stage.

use crate::playout::gammas::Strengths;
use aji_patterns::{Extent, PlayoutTactic};
use serde::{Deserialize, Serialize};
use std::str::FromStr;
use thiserror::Error;

/// All settings of an engine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// How the tree is searched.
    pub search: SearchSettings,
    /// How playouts choose their moves.
    pub playout: PlayoutSettings,
    /// What is spent on a move when no clock says otherwise.
    pub budget: BudgetSettings,
    /// When to pass and to resign.
    pub choice: ChoiceSettings,
}

/// How moves are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// The same number of playouts for every move (course, go06).
    Primitive,
    /// A tree that grows where moves win (course, go08).
    Uct,
}

/// How the tree is searched.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SearchSettings {
    /// Primitive Monte Carlo, or a tree.
    pub method: Method,
    /// UCB1's constant C: larger tries more, smaller trusts win rates sooner.
    pub exploration: f64,
    /// A leaf grows children once it was visited so often.
    pub expand_after: u32,
    /// Room for the tree, in megabytes; when it is full, leaves are played out but grow no more.
    pub memory_mb: usize,
    /// Workers that share the tree. One worker makes the search repeatable.
    pub threads: usize,
    /// The seed of all chance.
    pub seed: u64,
}

impl Default for SearchSettings {
    fn default() -> SearchSettings {
        SearchSettings {
            method: Method::Uct,
            exploration: 0.6,
            expand_after: 2,
            memory_mb: 200,
            threads: 1,
            seed: 1,
        }
    }
}

/// How playouts choose their moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlayoutPolicy {
    /// Every legal move that fills no own eye is equally likely.
    Uniform,
    /// Local answers to the last move in a fixed order, else any move.
    Rules,
    /// Every move by its learned strength.
    Learned,
}

/// Which shapes playouts look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PlayoutShape {
    /// The eight points around.
    #[serde(rename = "3x3")]
    ThreeByThree,
    /// The twelve points at most two steps away.
    #[serde(rename = "diamond2")]
    Diamond2,
}

/// How playouts choose their moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PlayoutSettings {
    /// The policy.
    pub policy: PlayoutPolicy,
    /// A file of strengths, in place of those that ship.
    pub gammas: String,
    /// The shapes a learned playout looks at.
    pub shape: PlayoutShape,
    /// Strengths are raised to this power: below 1 playouts are more random, above 1 more narrow.
    pub exponent: f64,
    /// What moves on the first line are multiplied with (course, go10: lower is better).
    pub first_line: f64,
    /// What moves on the second line are multiplied with.
    pub second_line: f64,
    /// What shapes of strength 2 or more are multiplied with.
    pub must_play: f64,
    /// What captures next to an own chain just put into atari are multiplied with.
    pub rescue: f64,
    /// What neighbors of the last move, diagonals included, are multiplied with.
    pub near_last: f64,
    /// A playout is cut after this many moves for each point of the board.
    pub max_moves_per_point: usize,
    /// How often the policy `rules` tries each of its rules.
    pub rules: RuleSettings,
}

impl Default for PlayoutSettings {
    fn default() -> PlayoutSettings {
        PlayoutSettings {
            policy: PlayoutPolicy::Uniform,
            gammas: String::new(),
            shape: PlayoutShape::Diamond2,
            exponent: 1.0,
            first_line: 1.0,
            second_line: 1.0,
            must_play: 1.0,
            rescue: 1.0,
            near_last: 1.0,
            max_moves_per_point: 3,
            rules: RuleSettings::default(),
        }
    }
}

impl PlayoutSettings {
    /// Strengths with the course's hints applied as they are set.
    pub(crate) fn adjusted(&self, strengths: &Strengths) -> Strengths {
        let mut strengths = strengths.clone();
        strengths.extent = match self.shape {
            PlayoutShape::ThreeByThree => Extent::ThreeByThree,
            PlayoutShape::Diamond2 => Extent::Diamond2,
        };
        for tactic in PlayoutTactic::all() {
            if matches!(tactic, PlayoutTactic::RescueCapture(..)) {
                strengths.tactics[tactic.index()] *= self.rescue;
            }
        }
        for gamma in &mut strengths.distances[..2] {
            *gamma *= self.near_last;
        }
        for (_, _, gamma) in &mut strengths.shapes {
            if *gamma >= 2.0 {
                *gamma *= self.must_play;
            }
        }
        strengths
    }
}

/// How often the policy `rules` tries each of its rules: probabilities, 0 for never.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RuleSettings {
    /// Take stones.
    pub capture: f64,
    /// Save stones from atari.
    pub save: f64,
    /// Play the vital point of a small eye space.
    pub nakade: f64,
    /// Play a good 3×3 shape beside the last move.
    pub shape: f64,
}

impl Default for RuleSettings {
    fn default() -> RuleSettings {
        RuleSettings { capture: 0.9, save: 0.9, nakade: 0.5, shape: 0.9 }
    }
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

/// When to pass and to resign.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ChoiceSettings {
    /// Resign when the best move wins less often than this; 0 never resigns.
    pub resign_below: f64,
    /// Never resign before so many moves for each line of the board were played.
    pub resign_after_moves_per_line: usize,
    /// Answer a pass with a pass if the board as it stands is won.
    pub pass_when_won: bool,
}

impl Default for ChoiceSettings {
    fn default() -> ChoiceSettings {
        ChoiceSettings { resign_below: 0.1, resign_after_moves_per_line: 3, pass_when_won: true }
    }
}

/// A named set of settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preset {
    /// The course's primitive Monte Carlo player: 30 playouts for every move.
    Primitive,
    /// The course's UCT player: UCB1 with C = 1, 1,000 uniform playouts.
    Uct,
    /// The strongest measured so far.
    Default,
}

/// A preset's name that is not known.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("\"{0}\" is no preset: choose primitive, uct or default")]
pub struct PresetError(String);

impl Preset {
    /// All presets and their names.
    pub const NAMED: [(&'static str, Preset); 3] =
        [("primitive", Preset::Primitive), ("uct", Preset::Uct), ("default", Preset::Default)];

    /// The preset's settings.
    pub fn settings(self) -> Settings {
        let mut settings = Settings::default();
        match self {
            Preset::Primitive => {
                settings.search.method = Method::Primitive;
                settings.budget = BudgetSettings { playouts: 30, seconds: 0.0 };
            }
            Preset::Uct => {
                settings.search.exploration = 1.0;
                settings.search.expand_after = 1;
                settings.budget = BudgetSettings { playouts: 1000, seconds: 0.0 };
            }
            Preset::Default => {}
        }
        settings
    }
}

impl FromStr for Preset {
    type Err = PresetError;

    fn from_str(name: &str) -> Result<Preset, PresetError> {
        Preset::NAMED
            .iter()
            .find(|(known, _)| *known == name)
            .map(|(_, preset)| *preset)
            .ok_or_else(|| PresetError(name.chars().take(40).collect()))
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
    pub reason: &'static str,
}

impl Settings {
    /// Are all values usable?
    pub fn check(&self) -> Result<(), SettingsError> {
        let error = |key, value: String, reason| Err(SettingsError { key, value, reason });
        let (search, choice) = (&self.search, &self.choice);
        if !(search.exploration.is_finite() && search.exploration >= 0.0) {
            let value = search.exploration.to_string();
            return error("search.exploration", value, "it must be a number from 0");
        }
        if search.expand_after == 0 {
            return error("search.expand_after", "0".into(), "it must be at least 1");
        }
        if !(1..=256).contains(&search.threads) {
            let value = search.threads.to_string();
            return error("search.threads", value, "it must lie between 1 and 256");
        }
        if search.memory_mb == 0 {
            return error("search.memory_mb", "0".into(), "it must be at least 1");
        }
        self.playout.check()?;
        if !(1..=100).contains(&self.playout.max_moves_per_point) {
            let value = self.playout.max_moves_per_point.to_string();
            return error("playout.max_moves_per_point", value, "it must lie between 1 and 100");
        }
        let seconds = self.budget.seconds;
        if !(0.0..=1e6).contains(&seconds) {
            return error("budget.seconds", seconds.to_string(), "it must lie between 0 and 10⁶");
        }
        if seconds == 0.0 && self.budget.playouts == 0 {
            let reason = "with seconds = 0 too a move would take forever: limit one of them";
            return error("budget.playouts", "0".into(), reason);
        }
        if search.method == Method::Primitive && self.budget.playouts == 0 {
            let reason = "primitive Monte Carlo needs a number of playouts for each candidate";
            return error("budget.playouts", "0".into(), reason);
        }
        if !(0.0..1.0).contains(&choice.resign_below) {
            let value = choice.resign_below.to_string();
            return error("choice.resign_below", value, "it must lie between 0 and 1");
        }
        Ok(())
    }
}

impl PlayoutSettings {
    fn check(&self) -> Result<(), SettingsError> {
        let error =
            |key, value: f64, reason| Err(SettingsError { key, value: value.to_string(), reason });
        for (key, factor) in [
            ("playout.exponent", self.exponent),
            ("playout.first_line", self.first_line),
            ("playout.second_line", self.second_line),
            ("playout.must_play", self.must_play),
            ("playout.rescue", self.rescue),
            ("playout.near_last", self.near_last),
        ] {
            if !(0.0..=1000.0).contains(&factor) {
                return error(key, factor, "it must lie between 0 and 1000");
            }
        }
        let rules = &self.rules;
        for (key, chance) in [
            ("playout.rules.capture", rules.capture),
            ("playout.rules.save", rules.save),
            ("playout.rules.nakade", rules.nakade),
            ("playout.rules.shape", rules.shape),
        ] {
            if !(0.0..=1.0).contains(&chance) {
                return error(key, chance, "a probability must lie between 0 and 1");
            }
        }
        Ok(())
    }
}
