//! Groups (群): chains that are as good as connected, how safe they are, and how far they reach.

use crate::chains::{ChainFacts, Threat};
use crate::link::Link;
use crate::settings::Settings;
use crate::situation::Stage;
use crate::spread::{Surroundings, spread};
use aji_goban::{Board, Color, Point, PointSet};

/// A group. Its name is its first stone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Group {
    /// Its first stone, row by row.
    pub name: Point,
    /// Its color.
    pub color: Color,
    /// Its stones.
    pub stones: PointSet,
    /// The empty points beside them.
    pub liberties: PointSet,
    /// The empty points up to three steps away that are nearer to its color than to the enemy: where it
    /// can make eyes.
    pub room: PointSet,
    /// Points walled in by its color that make an eye.
    pub n_eyes: usize,
    /// Does every chain live unconditionally?
    pub is_alive: bool,
    /// From 0, as good as dead, to 1, alive for sure.
    pub safety: f32,
    /// How many steps its influence reaches.
    pub reach: u8,
    /// The points within its reach, its stones among them; enemy stones are in the way.
    pub influence: PointSet,
    /// What hangs on its weak chains and links.
    pub weak: Weakness,
}

/// What hangs on a group's weak chains and links, in stones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Weakness {
    /// Stones in atari that can get out.
    pub in_atari: usize,
    /// Stones that a ladder takes, if the enemy moves first.
    pub in_ladder: usize,
    /// Stones that are taken whoever moves first.
    pub caught: usize,
    /// The smaller side of each link that can be cut.
    pub cut_off: usize,
    /// How many links can be cut.
    pub n_open_links: usize,
    /// The liberties of the chain with the fewest of them, those that live left out.
    pub fewest_liberties: usize,
}

impl Group {
    /// How many stones it has.
    pub fn n_stones(&self) -> usize {
        self.stones.len()
    }

    /// Is it in danger?
    pub fn is_weak(&self) -> bool {
        self.safety < Safety::WEAK
    }
}

/// How safety is guessed from what can be counted; learning puts the values into bins, so that only their
/// order matters much.
pub struct Safety;

impl Safety {
    /// Below it a group is called weak.
    pub const WEAK: f32 = 0.45;
    /// From it on a group is called safe.
    pub const SAFE: f32 = 0.8;
    /// Two eyes and as much room as a small living shape needs make it safe.
    const PER_EYE: f32 = 0.3;
    const PER_ROOM: f32 = 0.045;
    const PER_LIBERTY: f32 = 0.02;

    fn of(n_eyes: usize, n_room: usize, n_liberties: usize, caught_share: f32) -> f32 {
        let free = Safety::PER_EYE * n_eyes as f32
            + Safety::PER_ROOM * n_room as f32
            + Safety::PER_LIBERTY * n_liberties as f32;
        free.min(0.95) * (1.0 - caught_share)
    }
}

/// Finds groups, and keeps its room between positions.
#[derive(Clone, Debug, Default)]
pub struct Grouper {
    /// For every chain, one that stands for its group.
    parents: Vec<usize>,
    /// Where the group of every chain is in the list.
    owners: Vec<usize>,
}

impl Grouper {
    /// The groups of a board, by name.
    #[expect(clippy::too_many_arguments, reason = "one call, from the segmentation")]
    pub fn groups(
        &mut self,
        settings: &Settings,
        stage: Stage,
        board: &Board,
        chains: &[ChainFacts],
        links: &[Link],
        around: &Surroundings,
        into: &mut Vec<Group>,
    ) {
        self.join(settings, chains, links);
        self.owners.clear();
        into.clear();
        // Chains come by name, and the first of each group stands for it: groups come by name too.
        for (index, chain) in chains.iter().enumerate() {
            let top = self.top(index);
            if top == index {
                self.owners.push(into.len());
                into.push(founded_by(chain));
            } else {
                self.owners.push(self.owners[top]);
            }
            into[self.owners[index]].add(chain);
        }
        for link in links.iter().filter(|link| link.is_open()) {
            let [a, b] = link.chains.map(|name| self.owners[chain_index(chains, name)]);
            for at in [a, b].into_iter().take(1 + usize::from(a != b)) {
                into[at].weak.n_open_links += 1;
                into[at].weak.cut_off += link.n_stones;
            }
        }
        for group in into.iter_mut() {
            group.measure(settings, stage, board, around);
        }
    }

    /// Which group each chain belongs to, by their places in the lists.
    pub fn owners(&self) -> &[usize] {
        &self.owners
    }

    fn top(&self, mut index: usize) -> usize {
        while self.parents[index] != index {
            index = self.parents[index];
        }
        index
    }

    fn join(&mut self, settings: &Settings, chains: &[ChainFacts], links: &[Link]) {
        self.parents.clear();
        self.parents.extend(0..chains.len());
        for link in links.iter().filter(|link| settings.join_open || !link.is_open()) {
            let [a, b] = link.chains.map(|name| self.top(chain_index(chains, name)));
            // The earlier chain stands for both: the result does not depend on the order of links.
            self.parents[a.max(b)] = a.min(b);
        }
    }
}

/// Where the chain with this name is in the list.
pub fn chain_index(chains: &[ChainFacts], name: Point) -> usize {
    chains.partition_point(|chain| chain.name < name)
}

fn founded_by(chain: &ChainFacts) -> Group {
    Group {
        name: chain.name,
        color: chain.color,
        stones: PointSet::EMPTY,
        liberties: PointSet::EMPTY,
        room: PointSet::EMPTY,
        n_eyes: 0,
        is_alive: true,
        safety: 0.0,
        reach: 0,
        influence: PointSet::EMPTY,
        weak: Weakness { fewest_liberties: usize::MAX, ..Weakness::default() },
    }
}

impl Group {
    fn add(&mut self, chain: &ChainFacts) {
        self.stones |= chain.stones;
        self.liberties |= chain.liberties;
        self.is_alive &= chain.is_alive;
        let weak = &mut self.weak;
        match chain.threat {
            Threat::None => {}
            Threat::Ladder => weak.in_ladder += chain.n_stones,
            Threat::Atari => weak.in_atari += chain.n_stones,
            Threat::Caught => weak.caught += chain.n_stones,
        }
        if !chain.is_alive {
            weak.fewest_liberties = weak.fewest_liberties.min(chain.n_liberties);
        }
    }

    fn measure(&mut self, settings: &Settings, stage: Stage, board: &Board, around: &Surroundings) {
        let (size, color) = (board.size(), self.color);
        let area = &around.areas[color.index()];
        self.room = spread(&(self.liberties & *area), area, 2, size);
        let is_eye =
            |&point: &Point| board.n_empty_around(point) == 0 && board.is_eye(point, color);
        self.n_eyes = self.liberties.iter().filter(is_eye).count();
        let n_stones = self.stones.len();
        let caught = self.weak.caught as f32 / n_stones.max(1) as f32;
        self.safety = if self.is_alive {
            1.0
        } else {
            Safety::of(self.n_eyes, self.room.len(), self.liberties.len(), caught)
        };
        self.reach = self.reach_by(settings, stage);
        let around = PointSet::all(size) - *board.stones(color.opponent());
        self.influence = spread(&self.stones, &around, self.reach, size);
    }

    fn reach_by(&self, settings: &Settings, stage: Stage) -> u8 {
        let mut reach = settings.reach;
        if settings.reach_by_safety {
            reach += u8::from(self.safety >= Safety::SAFE);
            reach = reach.saturating_sub(u8::from(self.is_weak()));
        }
        if settings.reach_by_stage {
            reach += u8::from(stage == Stage::Opening);
            reach = reach.saturating_sub(u8::from(stage == Stage::Ending));
        }
        reach.max(1)
    }
}
