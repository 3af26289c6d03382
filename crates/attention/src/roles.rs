//! What part a point plays on the board (its roles): near which stones and moves, on which line, in whose area, on which link,
//! beside how safe a group, in which threat. A partial board is looked at where its points play the parts that
//! strong players' moves play.

use crate::chains::Threat;
use crate::ground::line_height;
use crate::segmentation::Segmentation;
use crate::situation::Situation;
use crate::spread::spread;
use aji_goban::{Color, Point, PointSet, Size};
use std::ops::Range;

/// The kinds of roles, and how many each has. A point has one of each kind.
pub const KINDS: [(&str, u32); 10] = [
    ("last", 9),
    ("before_last", 6),
    ("line", 5),
    ("stones", 16),
    ("meeting", 6),
    ("own_link", 4),
    ("enemy_link", 4),
    ("own_group", 6),
    ("enemy_group", 6),
    ("threat", 9),
];

/// How many kinds there are.
pub const N_KINDS: usize = KINDS.len();

/// How many roles there are.
pub const N_ROLES: u32 = {
    let (mut n, mut i) = (0, 0);
    while i < N_KINDS {
        n += KINDS[i].1;
        i += 1;
    }
    n
};

/// The roles of each kind, as ranges that follow each other from 0 on.
pub fn ranges() -> impl Iterator<Item = Range<u32>> {
    KINDS.iter().scan(0, |start, (_, n)| {
        let range = *start..*start + n;
        *start += n;
        Some(range)
    })
}

/// Distances to the last move are told apart up to these.
const LAST_ENDS: [usize; 7] = [2, 3, 4, 6, 8, 11, 15];
/// And to the move before.
const BEFORE_ENDS: [usize; 4] = [3, 5, 8, 13];
/// Groups are told apart by safety up to these.
const SAFETY_ENDS: [f32; 4] = [0.2, 0.45, 0.7, 0.9];
/// Links whose smaller chain has so many stones are large.
const LARGE: usize = 3;

/// Roles of one side's stones and groups, as sets of points.
#[derive(Clone, Copy, Debug)]
struct Side {
    /// Empty points up to one, two, three steps from its stones.
    near: [PointSet; 3],
    /// Where large links can be cut, where any can, and the points of all links.
    links: [PointSet; 3],
    /// The liberties of its groups, by safety, the least safe first.
    groups: [PointSet; 5],
    /// The liberties of chains in atari, and of those in a ladder.
    threats: [PointSet; 2],
}

impl Side {
    fn of(
        segmentation: &Segmentation,
        color: Color,
        stones: &PointSet,
        empties: &PointSet,
    ) -> Side {
        let size = segmentation.size();
        let first = stones.grown(empties, size);
        let second = spread(&first, empties, 1, size);
        let third = spread(&second, empties, 1, size);
        let mut side = Side {
            near: [first, second, third],
            links: [PointSet::EMPTY; 3],
            groups: [PointSet::EMPTY; 5],
            threats: [PointSet::EMPTY; 2],
        };
        for link in segmentation.links().iter().filter(|link| link.color == color) {
            if link.n_stones >= LARGE {
                side.links[0] |= link.cuts;
            }
            side.links[1] |= link.cuts;
            side.links[2] |= link.via;
        }
        for group in segmentation.groups().iter().filter(|group| group.color == color) {
            let class = SAFETY_ENDS.iter().filter(|&&end| group.safety >= end).count();
            side.groups[class] |= group.liberties;
        }
        for chain in segmentation.chains().iter().filter(|chain| chain.color == color) {
            match chain.threat {
                Threat::Atari => side.threats[0] |= chain.liberties,
                Threat::Ladder => side.threats[1] |= chain.liberties,
                Threat::None | Threat::Caught => {}
            }
        }
        side
    }
}

/// The first of some sets that holds a point; their number if none does.
fn first_with(sets: &[PointSet], point: Point) -> u32 {
    sets.iter().position(|set| set.contains(point)).unwrap_or(sets.len()) as u32
}

/// The roles of all points of a position, seen from the side to move.
pub struct Roles<'a> {
    segmentation: &'a Segmentation,
    size: Size,
    own_color: Color,
    last: Option<Point>,
    before_last: Option<Point>,
    own: Side,
    enemy: Side,
}

/// `|dx| + |dy| + max(|dx|, |dy|)`, as moves' distances are counted.
fn distance(a: Point, b: Point, size: Size) -> usize {
    let rows = a.row(size).abs_diff(b.row(size));
    let columns = a.column(size).abs_diff(b.column(size));
    rows + columns + rows.max(columns)
}

impl<'a> Roles<'a> {
    /// Looks at a position once for all its points.
    pub fn of(segmentation: &'a Segmentation, situation: &Situation) -> Roles<'a> {
        let (own_color, size) = (situation.to_move, segmentation.size());
        let mut stones = [PointSet::EMPTY; 2];
        for group in segmentation.groups() {
            stones[group.color.index()] |= group.stones;
        }
        let empties = PointSet::all(size) - stones[0] - stones[1];
        let side = |color: Color| Side::of(segmentation, color, &stones[color.index()], &empties);
        Roles {
            segmentation,
            size,
            own_color,
            last: situation.last,
            before_last: situation.before_last,
            own: side(own_color),
            enemy: side(own_color.opponent()),
        }
    }

    /// The roles of an empty point, one of each kind.
    pub fn roles(&self, point: Point) -> [u32; N_KINDS] {
        let far = |from: Option<Point>, ends: &[usize]| match from {
            None => ends.len() as u32 + 1,
            Some(from) => {
                let distance = distance(point, from, self.size);
                ends.iter().filter(|&&end| distance > end).count() as u32
            }
        };
        let threat = |side: &Side| first_with(&side.threats, point);
        let kinds = [
            far(self.last, &LAST_ENDS),
            far(self.before_last, &BEFORE_ENDS),
            line_height(point, self.size).min(4) as u32,
            4 * first_with(&self.own.near, point) + first_with(&self.enemy.near, point),
            self.meeting(point),
            first_with(&self.own.links, point),
            first_with(&self.enemy.links, point),
            first_with(&self.own.groups, point),
            first_with(&self.enemy.groups, point),
            3 * threat(&self.own) + threat(&self.enemy),
        ];
        let mut start = 0;
        std::array::from_fn(|i| {
            let id = start + kinds[i];
            start += KINDS[i].1;
            id
        })
    }

    /// Who is where: both reach it, one's own groups meet, the enemy's meet, own area, enemy area, nobody's.
    fn meeting(&self, point: Point) -> u32 {
        let (own, enemy) = (self.own_color.index(), self.own_color.opponent().index());
        let conflicts = self.segmentation.conflicts();
        let areas = &self.segmentation.around().areas;
        let sets = [
            conflicts.rival,
            conflicts.friendly[own],
            conflicts.friendly[enemy],
            areas[own],
            areas[enemy],
        ];
        first_with(&sets, point)
    }
}
