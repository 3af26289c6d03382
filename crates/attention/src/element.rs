//! The elements (要素) attention is made of: one number from 0 to 1 each, seen from the side to move.

use crate::facts::Facts;
use crate::ground::{Place, steps};
use crate::partial_board::{Kind, PartialBoard};
use crate::purpose::{Goals, meaning};
use crate::segmentation::Segmentation;
use crate::situation::{Situation, Statistics};
use aji_goban::{Point, PointSet, Size};

macro_rules! elements {
    ($($(#[doc = $doc:literal])* $variant:ident $name:literal $edges:expr;)*) => {
        /// An element of attention.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum Element { $($(#[doc = $doc])* $variant,)* }

        impl Element {
            /// All elements.
            pub const ALL: &[Element] = &[$(Element::$variant,)*];

            /// Its name.
            pub const fn name(self) -> &'static str {
                match self { $(Element::$variant => $name,)* }
            }

            /// Where its bins end: values below the first are bin 0, and so on.
            pub const fn edges(self) -> &'static [f32] {
                match self { $(Element::$variant => &$edges,)* }
            }
        }
    };
}

elements! {
    /// How much of the whole board is at stake (重要度).
    Importance "importance" [0.04, 0.07, 0.1, 0.14, 0.19, 0.25, 0.33, 0.45];
    /// How soon things change by force: ataris, ladders, races, cuts, few liberties (緊急度).
    Urgency "urgency" [0.05, 0.2, 0.35, 0.5, 0.65, 0.8];
    /// The open points' share of the board.
    Size "size" [0.01, 0.02, 0.03, 0.045, 0.06, 0.08, 0.1, 0.13, 0.17, 0.22, 0.3];
    /// The danger of the least safe own group: 1 less its safety.
    OwnDanger "own_danger" [0.06, 0.21, 0.4, 0.56, 0.68, 0.8];
    /// The danger of the least safe enemy group.
    EnemyDanger "enemy_danger" [0.06, 0.21, 0.4, 0.56, 0.68, 0.8];
    /// Own stones that may still be lost.
    OwnStake "own_stake" [0.02, 0.06, 0.12, 0.2, 0.35, 0.6];
    /// Enemy stones that may still be taken.
    EnemyStake "enemy_stake" [0.02, 0.06, 0.12, 0.2, 0.35, 0.6];
    /// Capturing races: none, decided, open, open with many stones.
    Race "race" [0.3, 0.6, 0.9];
    /// Own stones in atari or in a ladder.
    OwnLadder "own_ladder" [0.05, 0.15, 0.3];
    /// Enemy stones in atari or in a ladder.
    EnemyLadder "enemy_ladder" [0.05, 0.15, 0.3];
    /// Own stones that can be cut off.
    OwnCuts "own_cuts" [0.05, 0.15, 0.3, 0.6];
    /// Enemy stones that can be cut off.
    EnemyCuts "enemy_cuts" [0.05, 0.15, 0.3, 0.6];
    /// The share of open points that both colors reach.
    Conflict "conflict" [0.02, 0.2, 0.35, 0.5, 0.65, 0.8];
    /// The share of open points near the last move.
    Heat "heat" [0.01, 0.1, 0.2, 0.3, 0.42, 0.55, 0.7, 0.85];
    /// How the last move belongs to it: far, beside, inside, its stone one of its own.
    Answer "answer" [0.2, 0.4, 0.8];
    /// The share of open points near the move before: one's own.
    Echo "echo" [0.01, 0.15, 0.35, 0.6];
    /// The mean variance of ownership on open points; 0 if unknown.
    Variance "variance" [0.001, 0.5, 0.65, 0.75, 0.82, 0.88, 0.94];
    /// The mean criticality of open points, in tenths; 0 if unknown.
    Criticality "criticality" [0.001, 0.1, 0.2, 0.3, 0.4, 0.55, 0.75];
    /// How much of what playing there means is a goal.
    Agreement "agreement" [0.05, 0.25, 0.5, 0.8];
    /// What it is made of: remainder; one group, two, three, more.
    Groups "groups" [0.1, 0.3, 0.5, 0.7];
    /// Whose stones: nobody's, one's own alone, the enemy's alone, both.
    Colors "colors" [0.2, 0.5, 0.8];
    /// Where: center, side, corner.
    Place "place" [0.3, 0.7];
}

impl Element {
    /// How many elements there are.
    pub const N: usize = Element::ALL.len();

    /// How many bins its values fall into.
    pub const fn n_bins(self) -> usize {
        self.edges().len() + 1
    }

    /// The bin of a value.
    pub fn bin(self, value: f32) -> usize {
        self.edges().iter().take_while(|&&edge| value >= edge).count()
    }

    /// The element with this name.
    pub fn from_name(name: &str) -> Option<Element> {
        Element::ALL.iter().copied().find(|element| element.name() == name)
    }
}

/// The value of every element, in the order of [`Element::ALL`].
pub type Values = [f32; Element::N];

/// Near is within so many steps.
const NEAR_STEPS: usize = 4;

/// What elements are computed from.
#[derive(Clone, Copy)]
pub struct View<'a> {
    /// The board, cut into parts.
    pub segmentation: &'a Segmentation,
    /// The state of the game.
    pub situation: &'a Situation,
    /// What the side to move wants.
    pub goals: &'a Goals,
    /// What playouts say, if any were played.
    pub statistics: Option<Statistics<'a>>,
}

/// The surroundings of the last two moves, found once for all partial boards.
struct Near {
    last: PointSet,
    before: PointSet,
}

fn near(point: Option<Point>, size: Size) -> PointSet {
    let Some(center) = point else { return PointSet::EMPTY };
    let all = PointSet::all(size);
    crate::spread::spread(&[center].into_iter().collect(), &all, NEAR_STEPS as u8, size)
}

impl View<'_> {
    /// The elements of all partial boards, in their order.
    pub fn values(&self) -> Vec<Values> {
        let size = self.segmentation.size();
        let near = Near {
            last: near(self.situation.last, size),
            before: near(self.situation.before_last, size),
        };
        let boards = self.segmentation.boards().iter().zip(self.segmentation.facts());
        boards.map(|(board, facts)| self.values_of(board, facts, &near)).collect()
    }

    fn values_of(&self, board: &PartialBoard, facts: &Facts, near: &Near) -> Values {
        let color = self.situation.to_move;
        let (own, enemy) = (facts.side(color), facts.side(color.opponent()));
        let size = self.segmentation.size();
        let n_points = size.n_points() as f32;
        let n_open = board.open.len().max(1) as f32;
        let share = |set: &PointSet| (*set & board.open).len() as f32 / n_open;
        let stones = |n: usize, whole: f32| (n as f32 / whole).min(1.0);
        let mut values = [0.0; Element::N];
        let mut set = |element: Element, value: f32| values[element as usize] = value;
        let at_stake = 2.0 * (own.at_stake + enemy.at_stake) + n_open;
        set(Element::Importance, (at_stake / n_points).min(1.0));
        set(Element::Urgency, urgency(facts));
        set(Element::Size, n_open / n_points);
        set(Element::OwnDanger, 1.0 - own.safety);
        set(Element::EnemyDanger, 1.0 - enemy.safety);
        set(Element::OwnStake, (own.at_stake / 40.0).min(1.0));
        set(Element::EnemyStake, (enemy.at_stake / 40.0).min(1.0));
        set(
            Element::Race,
            match facts.race {
                None => 0.0,
                Some(race) if !race.is_open => 0.4,
                Some(race) if race.n_stones < 8 => 0.7,
                Some(_) => 1.0,
            },
        );
        set(Element::OwnLadder, stones(own.in_atari + own.in_ladder, 12.0));
        set(Element::EnemyLadder, stones(enemy.in_atari + enemy.in_ladder, 12.0));
        set(Element::OwnCuts, stones(own.cut_off, 15.0));
        set(Element::EnemyCuts, stones(enemy.cut_off, 15.0));
        set(Element::Conflict, facts.n_rival as f32 / n_open);
        set(Element::Heat, share(&near.last));
        set(Element::Answer, self.answer(board));
        set(Element::Echo, share(&near.before));
        if let Some(statistics) = self.statistics {
            let (variance, criticality) = means(&board.open, statistics, size);
            set(Element::Variance, variance.max(0.001));
            set(Element::Criticality, (10.0 * criticality).clamp(0.001, 1.0));
        }
        let purposes = meaning(self.segmentation, board, facts, color);
        set(Element::Agreement, self.goals.agreement(self.segmentation, &purposes));
        let n_groups = match board.kind {
            Kind::Remainder => 0,
            Kind::Groups => own.n_groups + enemy.n_groups,
        };
        set(Element::Groups, 0.2 * n_groups.min(4) as f32);
        set(
            Element::Colors,
            match (own.n_groups, enemy.n_groups) {
                (0, 0) => 0.0,
                (_, 0) => 0.3,
                (0, _) => 0.6,
                _ => 1.0,
            },
        );
        set(
            Element::Place,
            match facts.place {
                Place::Center => 0.0,
                Place::Side => 0.5,
                Place::Corner => 1.0,
            },
        );
        values
    }

    /// How the last move belongs to a partial board.
    fn answer(&self, board: &PartialBoard) -> f32 {
        let Some(last) = self.situation.last else { return 0.0 };
        let size = self.segmentation.size();
        if board.kind == Kind::Groups && board.points.contains(last) {
            return 1.0;
        }
        match board.open.iter().map(|point| steps(point, last, size)).min() {
            Some(0 | 1) => 0.5,
            Some(2..=3) => 0.3,
            _ => 0.0,
        }
    }
}

/// How soon things change by force: the weightiest of what hangs in the air.
fn urgency(facts: &Facts) -> f32 {
    let mut most = 0.0_f32;
    let mut see = |base: f32, n_stones: usize| {
        if n_stones > 0 {
            most = most.max((base + 0.04 * n_stones as f32).min(1.0));
        }
    };
    for side in &facts.sides {
        see(0.5, side.in_atari);
        see(0.35, side.in_ladder);
        see(0.1, side.cut_off);
        let is_short = side.fewest_liberties <= 3 && side.safety < 0.6;
        see(0.15, if is_short { side.n_stones.min(8) } else { 0 });
    }
    if let Some(race) = facts.race.filter(|race| race.is_open) {
        see(0.5, race.n_stones);
    }
    most
}

/// The mean variance of ownership, from 0 to 1, and the mean criticality.
fn means(open: &PointSet, statistics: Statistics<'_>, size: Size) -> (f32, f32) {
    let (mut variance, mut criticality, mut n) = (0.0, 0.0, 0.0);
    for point in *open {
        let at = point.row(size) * size.lines() + point.column(size);
        let part = statistics.ownership.get(at).copied().unwrap_or(0.5);
        variance += 4.0 * part * (1.0 - part);
        criticality += statistics.criticality.get(at).copied().unwrap_or(0.0).max(0.0);
        n += 1.0;
    }
    if n == 0.0 { (0.0, 0.0) } else { (variance / n, criticality / n) }
}
