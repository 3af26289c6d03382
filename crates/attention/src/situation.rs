//! The state of the game (状況): how far it has come, who leads and by how much, and whether there is a fight.

use crate::chains::Threat;
use crate::segmentation::Segmentation;
use aji_goban::{Board, Color, Komi, Move, Point, Position};
use serde::{Deserialize, Serialize};

/// How far the game has come, by the stones on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// Less than an eighth of the points is taken: about 45 moves on 19×19.
    Opening,
    /// What lies between.
    Middle,
    /// Half of the points or more are taken.
    Ending,
}

impl Stage {
    /// All stages, in their order.
    pub const ALL: [Stage; 3] = [Stage::Opening, Stage::Middle, Stage::Ending];

    /// The stage of a board.
    pub fn of(board: &Board) -> Stage {
        let n_points = board.size().n_points();
        let n_stones = n_points - board.empties().len();
        if 8 * n_stones < n_points {
            Stage::Opening
        } else if 2 * n_stones < n_points {
            Stage::Middle
        } else {
            Stage::Ending
        }
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Stage::Opening => "opening",
            Stage::Middle => "middle",
            Stage::Ending => "ending",
        }
    }
}

/// What playouts say of every point, row by row from the upper left. The caller plays them.
#[derive(Clone, Copy, Debug)]
pub struct Statistics<'a> {
    /// How often each point is Black's when the game is over, 0 to 1.
    pub ownership: &'a [f32],
    /// How much who owns the point and who wins go together.
    pub criticality: &'a [f32],
}

/// The state of a game before a move.
#[derive(Clone, Debug, PartialEq)]
pub struct Situation {
    /// The side to move.
    pub to_move: Color,
    /// How far the game has come.
    pub stage: Stage,
    /// Relations between weak groups of both colors.
    pub n_fights: usize,
    /// Each side's weak groups.
    pub n_weak: [usize; 2],
    /// The last stone played.
    pub last: Option<Point>,
    /// The one before.
    pub before_last: Option<Point>,
    black_lead: f32,
}

impl Situation {
    /// The state of the position that was segmented.
    pub fn of(
        segmentation: &Segmentation,
        position: &Position,
        komi: Komi,
        statistics: Option<Statistics<'_>>,
    ) -> Situation {
        let is_weak = |name: Point| segmentation.group(name).is_some_and(|group| group.is_weak());
        let fights = segmentation.relations().iter().filter(|relation| {
            relation.is_rival && relation.groups.iter().all(|&name| is_weak(name))
        });
        let n_weak = Color::BOTH.map(|color| {
            let own = segmentation.groups().iter().filter(|group| group.color == color);
            own.filter(|group| group.is_weak()).count()
        });
        let komi = komi.half_points() as f32 / 2.0;
        let black_lead = match statistics {
            Some(statistics) => {
                let owned: f32 = statistics.ownership.iter().map(|part| 2.0 * part - 1.0).sum();
                owned - komi
            }
            None => area_guess(segmentation) - komi,
        };
        Situation {
            to_move: position.to_move(),
            stage: segmentation.stage(),
            n_fights: fights.count(),
            n_weak,
            last: position.last_move().and_then(Move::point),
            before_last: position.last_but_one_move().and_then(Move::point),
            black_lead,
        }
    }

    /// By how many points this side leads, komi counted; a guess unless playouts were given.
    pub fn lead_for(&self, color: Color) -> f32 {
        match color {
            Color::Black => self.black_lead,
            Color::White => -self.black_lead,
        }
    }

    /// Do weak groups of both sides stand against each other?
    pub const fn is_fighting(&self) -> bool {
        self.n_fights > 0
    }
}

/// Black's points less White's: the stones, those that are caught being the enemy's, and the points nearer to one
/// side.
fn area_guess(segmentation: &Segmentation) -> f32 {
    let mut points = segmentation.around().areas.map(|area| area.len());
    for chain in segmentation.chains() {
        let owner = match chain.threat {
            Threat::Caught => chain.color.opponent(),
            Threat::None | Threat::Ladder | Threat::Atari => chain.color,
        };
        points[owner.index()] += chain.n_stones;
    }
    points[0] as f32 - points[1] as f32
}
