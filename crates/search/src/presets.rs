//! Named sets of settings.

use crate::settings::{BudgetSettings, Method, PlayoutPolicy, Selection, Settings};
use std::str::FromStr;
use thiserror::Error;

/// A named set of settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preset {
    /// The course's primitive Monte Carlo player: 30 playouts for every move.
    Primitive,
    /// The course's UCT player: UCB1 with C = 1, 1,000 uniform playouts.
    Uct,
    /// The course's RAVE player: the same with moves played later counted too.
    Rave,
    /// The thesis's program with its learned moves alone: UCB1-TUNED and widening (tables 6 to 8).
    RayPlain,
    /// The thesis's program with all it describes: bonus, ownership and criticality too (tables 10 to 12).
    RayThesis,
    /// The strongest measured so far.
    Default,
}

/// A preset's name that is not known.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("\"{0}\" is no preset: choose primitive, uct, rave, ray-plain, ray-thesis or default")]
pub struct PresetError(String);

impl Preset {
    /// All presets and their names.
    pub const NAMED: [(&'static str, Preset); 6] = [
        ("primitive", Preset::Primitive),
        ("uct", Preset::Uct),
        ("rave", Preset::Rave),
        ("ray-plain", Preset::RayPlain),
        ("ray-thesis", Preset::RayThesis),
        ("default", Preset::Default),
    ];

    /// The preset's settings.
    pub fn settings(self) -> Settings {
        match self {
            Preset::Primitive => primitive(),
            Preset::Uct => uct(),
            Preset::Rave => rave(),
            Preset::RayPlain => ray_plain(),
            Preset::RayThesis => ray_thesis(),
            Preset::Default => strongest(),
        }
    }
}

fn primitive() -> Settings {
    let mut settings = Settings::default();
    settings.search.method = Method::Primitive;
    settings.budget = BudgetSettings { playouts: 30, seconds: 0.0 };
    settings
}

fn uct() -> Settings {
    let mut settings = Settings::default();
    settings.search.exploration = 1.0;
    settings.search.expand_after = 1;
    settings.budget = BudgetSettings { playouts: 1000, seconds: 0.0 };
    settings
}

fn rave() -> Settings {
    let mut settings = uct();
    settings.search.rave = true;
    settings
}

fn ray_plain() -> Settings {
    let mut settings = Settings::default();
    let search = &mut settings.search;
    search.selection = Selection::Ucb1Tuned;
    search.exploration = 1.0;
    search.expand_after = 0;
    search.prior = true;
    search.widening = true;
    search.transpositions = true;
    search.root_ladders = true;
    settings.playout.policy = PlayoutPolicy::Learned;
    settings.choice.resign_below = 0.2;
    settings.choice.pass_from = 0.9;
    settings
}

fn ray_thesis() -> Settings {
    let mut settings = ray_plain();
    let search = &mut settings.search;
    search.bonus = 0.35;
    search.ownership = true;
    search.criticality = true;
    settings
}

fn strongest() -> Settings {
    let mut settings = ray_plain();
    let search = &mut settings.search;
    search.selection = Selection::Puct;
    search.expand_after = 1;
    search.widening = false;
    search.prior_floor = 0.1;
    search.prior_slope = 0.02;
    search.prior_visits = 30.0;
    search.prior_from_lines = 14;
    search.reuse = true;
    search.early_stop = true;
    settings.playout.exponent = 0.0;
    settings.choice = Settings::default().choice;
    settings
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
