//! How playouts choose their moves.

use super::{SettingsError, error};
use crate::playout::gammas::Strengths;
use aji_goban::Size;
use aji_patterns::{Extent, PlayoutTactic};
use serde::{Deserialize, Serialize};

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
    /// Strengths in place of those that ship: a file, hand-set, or learned-9, learned-13, learned-19.
    pub gammas: String,
    /// The shapes a learned playout looks at.
    pub shape: PlayoutShape,
    /// Strengths are raised to this power: below 1 playouts are more random, above 1 more narrow. 0 chooses by size: 1.5 up
    /// to 9×9, 1.2 above.
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
    /// Answer a move as it was last answered by who won then.
    pub last_good_reply: bool,
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
            last_good_reply: false,
            max_moves_per_point: 3,
            rules: RuleSettings::default(),
        }
    }
}

impl PlayoutSettings {
    /// What strengths are raised to on a board of this size.
    pub fn exponent_on(&self, size: Size) -> f64 {
        match size.lines() {
            _ if self.exponent != 0.0 => self.exponent,
            ..=9 => 1.5,
            _ => 1.2,
        }
    }

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

impl PlayoutSettings {
    pub(super) fn check(&self) -> Result<(), SettingsError> {
        for (key, factor) in [
            ("playout.exponent", self.exponent),
            ("playout.first_line", self.first_line),
            ("playout.second_line", self.second_line),
            ("playout.must_play", self.must_play),
            ("playout.rescue", self.rescue),
            ("playout.near_last", self.near_last),
        ] {
            if !(0.0..=1000.0).contains(&factor) {
                return Err(error(key, factor, "it must lie between 0 and 1000"));
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
                return Err(error(key, chance, "a probability must lie between 0 and 1"));
            }
        }
        Ok(())
    }
}
