//! What playing somewhere is for (着手の意味), and the goals of the whole board, in one structure: whether they
//! agree is then a comparison.

use crate::facts::Facts;
use crate::group::{Group, Safety};
use crate::partial_board::PartialBoard;
use crate::segmentation::Segmentation;
use crate::situation::Situation;
use aji_goban::{Color, Point, Size};
use std::fmt;

/// What a move can be for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Aim {
    /// Chase an enemy group in danger.
    Attack,
    /// Help an own group in danger.
    Defend,
    /// Close an open link of the own side.
    Connect,
    /// Play on an open link of the enemy.
    Cut,
    /// Make the enemy's area smaller.
    Reduce,
    /// Make the own area larger.
    Enlarge,
    /// Make an own group live that has little room.
    Live,
    /// Take an enemy group that has little room.
    Kill,
}

impl Aim {
    /// All aims.
    pub const ALL: [Aim; 8] = [
        Aim::Attack,
        Aim::Defend,
        Aim::Connect,
        Aim::Cut,
        Aim::Reduce,
        Aim::Enlarge,
        Aim::Live,
        Aim::Kill,
    ];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Aim::Attack => "attack",
            Aim::Defend => "defend",
            Aim::Connect => "connect",
            Aim::Cut => "cut",
            Aim::Reduce => "reduce",
            Aim::Enlarge => "enlarge",
            Aim::Live => "live",
            Aim::Kill => "kill",
        }
    }
}

impl fmt::Display for Aim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// An aim, the group it is about, and how much it matters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Purpose {
    /// What for.
    pub aim: Aim,
    /// A stone of the group it is about.
    pub target: Point,
    /// From 0 to 1.
    pub weight: f32,
    /// For how many positions it has been a goal without a break.
    pub age: u32,
}

impl Purpose {
    /// Such as `attack D4`.
    pub fn words(&self, size: Size) -> String {
        format!("{} {}", self.aim, self.target.name(size))
    }
}

/// A group this unsafe is about to die.
const DYING: f32 = 0.25;
/// Points of area that are worth as much as the whole.
const LARGE_AREA: f32 = 40.0;
/// Stones that are worth as much as the whole.
const LARGE_GROUP: f32 = 12.0;

/// What a group is good for, seen from the side to move.
fn purposes_of(group: &Group, to_move: Color, mut add: impl FnMut(Aim, f32)) {
    let is_own = group.color == to_move;
    let stones = (group.n_stones() as f32 / LARGE_GROUP).min(1.0);
    let danger = 1.0 - group.safety;
    if group.safety < DYING {
        add(if is_own { Aim::Live } else { Aim::Kill }, stones * danger);
    } else if group.safety < Safety::SAFE {
        add(if is_own { Aim::Defend } else { Aim::Attack }, stones * danger);
    }
    if group.weak.n_open_links > 0 {
        let cut_off = (group.weak.cut_off as f32 / LARGE_GROUP).min(1.0);
        add(if is_own { Aim::Connect } else { Aim::Cut }, cut_off);
    }
    if group.safety >= Safety::WEAK {
        let room = (group.room.len() as f32 / LARGE_AREA).min(1.0);
        add(if is_own { Aim::Enlarge } else { Aim::Reduce }, 0.5 * room);
    }
}

/// What playing on a partial board means for the side to move, the weightiest first.
pub fn meaning(
    segmentation: &Segmentation,
    partial: &PartialBoard,
    facts: &Facts,
    to_move: Color,
) -> Vec<Purpose> {
    let mut found = Vec::new();
    for group in partial.groups.iter().filter_map(|name| segmentation.group(name)) {
        purposes_of(group, to_move, |aim, weight| {
            // Area is gained and lost where the sides meet, or where nobody is.
            let is_about_area = matches!(aim, Aim::Reduce | Aim::Enlarge);
            if !is_about_area || facts.n_rival > 0 || partial.base.is_none() {
                found.push(Purpose { aim, target: group.name, weight, age: 0 });
            }
        });
    }
    sort(&mut found);
    found
}

fn sort(purposes: &mut [Purpose]) {
    purposes.sort_by(|a, b| {
        let order = b.weight.total_cmp(&a.weight);
        order.then(a.target.cmp(&b.target)).then(a.aim.cmp(&b.aim))
    });
}

/// The goals of one side for the whole board; they last while there is a reason for them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Goals {
    purposes: Vec<Purpose>,
}

/// A side has this many goals at most.
const N_GOALS: usize = 6;
/// Smaller aims are no goals.
const SMALLEST: f32 = 0.15;
/// A lead of so many points changes what is wanted.
const CLEAR_LEAD: f32 = 10.0;
/// How much a goal gains by having been one before.
const LASTING: f32 = 1.25;
/// How much a goal gains by fitting the state of the game.
const FITTING: f32 = 1.4;

impl Goals {
    /// The goals, the weightiest first.
    pub fn purposes(&self) -> &[Purpose] {
        &self.purposes
    }

    /// The goals of the side to move, those of its last turn in mind: a goal that still has its reason is kept
    /// before a new one of the same weight (目標の持続性, §2.2.3).
    pub fn next(&self, segmentation: &Segmentation, situation: &Situation) -> Goals {
        let lead = situation.lead_for(situation.to_move);
        let mut found: Vec<Purpose> = Vec::new();
        for group in segmentation.groups() {
            purposes_of(group, situation.to_move, |aim, weight| {
                let before = self
                    .purposes
                    .iter()
                    .find(|goal| goal.aim == aim && group.stones.contains(goal.target));
                let age = before.map_or(0, |goal| goal.age + 1);
                let mut weight = weight * fit(aim, lead);
                if before.is_some() {
                    weight *= LASTING;
                }
                if weight >= SMALLEST {
                    // The stone stays the same while it stands, whatever joins the group.
                    let target = before.map_or(group.name, |goal| goal.target);
                    found.push(Purpose { aim, target, weight: weight.min(1.0), age });
                }
            });
        }
        sort(&mut found);
        found.truncate(N_GOALS);
        Goals { purposes: found }
    }

    /// How much of what a partial board means is wanted, 0 to 1.
    pub fn agreement(&self, segmentation: &Segmentation, meaning: &[Purpose]) -> f32 {
        let mut sum = 0.0;
        for goal in &self.purposes {
            let Some(group) = segmentation.group_at(goal.target) else { continue };
            let fits = |purpose: &&Purpose| {
                purpose.aim == goal.aim && group.stones.contains(purpose.target)
            };
            if meaning.iter().find(fits).is_some() {
                sum += goal.weight;
            }
        }
        sum.min(1.0)
    }
}

/// Who is behind attacks and reduces, who is ahead makes sure.
fn fit(aim: Aim, lead: f32) -> f32 {
    let is_bold = matches!(aim, Aim::Attack | Aim::Kill | Aim::Cut | Aim::Reduce);
    if (is_bold && lead < -CLEAR_LEAD) || (!is_bold && lead > CLEAR_LEAD) { FITTING } else { 1.0 }
}
