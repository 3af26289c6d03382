//! What attention does in the tree.

use super::{SearchSettings, SettingsError, Traversal, error};
use serde::{Deserialize, Serialize};

/// What attention does in the tree. Everything is off unless it is asked for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct AttentionSettings {
    /// The part of a move's prior that comes from where attention points; 0 for none, 1 for nothing else.
    pub focus: f64,
    /// Join attention's features of a move to its prior, by learned strengths.
    pub features: bool,
    /// Look at other nodes than the root too, once they were visited so often; 0 for the root alone.
    pub from_visits: u32,
    /// The share of a search that compares a move far from everything attended with the best one attended, before it
    /// is played; 0 for none.
    pub second_opinion: f64,
    /// The attended move is played instead if it wins at most so much less often.
    pub veto_within: f64,
}

impl Default for AttentionSettings {
    fn default() -> AttentionSettings {
        AttentionSettings {
            focus: 0.0,
            features: false,
            from_visits: 0,
            second_opinion: 0.0,
            veto_within: 0.01,
        }
    }
}

impl AttentionSettings {
    /// Does attention change what is thought of moves?
    pub fn judges(&self) -> bool {
        self.focus > 0.0 || self.features
    }

    /// Is attention asked at all?
    pub fn is_on(&self) -> bool {
        self.judges() || self.second_opinion > 0.0
    }

    pub(super) fn check(&self, search: &SearchSettings) -> Result<(), SettingsError> {
        let reals = [
            ("attention.focus", self.focus, 1.0),
            ("attention.second_opinion", self.second_opinion, 0.9),
            ("attention.veto_within", self.veto_within, 1.0),
        ];
        for (key, value, most) in reals {
            if !(0.0..=most).contains(&value) {
                return Err(error(key, value, format!("it must be a number from 0 to {most}")));
            }
        }
        if self.second_opinion > 0.0 && search.traversal == Traversal::Dfuct {
            let reason = "DFUCT seldom comes back to the root, where moves are compared: set search.traversal=uct";
            return Err(error("attention.second_opinion", self.second_opinion, reason));
        }
        Ok(())
    }
}
