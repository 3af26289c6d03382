//! The whole segmentation of a position, kept from move to move.
//!
//! ```text
//! chains ─▶ links ─▶ groups ─▶ influence ─▶ relations ─▶ partial boards ─▶ facts
//! ```
//!
//! After a move, what is cheap is made anew; what was counted on a partial board is kept if the board, its groups
//! and their relations are the same as before (§2.2.2). Nothing is guessed about what a move can change: old
//! and new are compared.

use crate::chains::{self, ChainFacts, Threat};
use crate::facts::{self, Facts};
use crate::ground::{self, Borders};
use crate::group::{Group, Grouper};
use crate::kept::{Kept, Stones};
use crate::link::{Link, Linker};
use crate::partial_board::{PartialBoard, Parts};
use crate::relation::{self, Conflicts, Relation};
use crate::settings::Settings;
use crate::situation::Stage;
use crate::spread::Surroundings;
use aji_goban::{Point, PointSet, Position, Size};
use aji_reading::{Ladders, Life};

/// Moves played before a ladder is given up; ladders across the whole board play fewer than 60.
const LADDER_NODES: usize = 150;

/// Everything recognized on a board.
#[derive(Clone, Debug)]
pub struct Segmentation {
    settings: Settings,
    size: Size,
    borders: Borders,
    ladders: Ladders,
    /// The stones that were looked at last, and what ladders then threatened.
    stones: Stones,
    threats: Kept<Threat>,
    linker: Linker,
    grouper: Grouper,
    now: Recognized,
    before: Recognized,
    n_recounted: usize,
}

/// What was recognized in one position.
#[derive(Clone, Debug, PartialEq)]
struct Recognized {
    stage: Stage,
    life: [Life; 2],
    around: Surroundings,
    chains: Vec<ChainFacts>,
    links: Vec<Link>,
    groups: Vec<Group>,
    relations: Vec<Relation>,
    conflicts: Conflicts,
    open: PointSet,
    boards: Vec<PartialBoard>,
    facts: Vec<Facts>,
}

impl Recognized {
    fn nothing(size: Size) -> Recognized {
        let board = aji_goban::Board::new(size);
        Recognized {
            stage: Stage::Opening,
            life: chains::lives(&board),
            around: Surroundings::of(&board),
            chains: Vec::new(),
            links: Vec::new(),
            groups: Vec::new(),
            relations: Vec::new(),
            conflicts: Conflicts::NONE,
            open: PointSet::EMPTY,
            boards: Vec::new(),
            facts: Vec::new(),
        }
    }
}

impl PartialEq for Segmentation {
    /// Was the same recognized?
    fn eq(&self, other: &Segmentation) -> bool {
        self.settings == other.settings && self.now == other.now
    }
}

impl Segmentation {
    /// For boards of one size; nothing is recognized yet.
    pub fn new(settings: Settings, size: Size) -> Segmentation {
        Segmentation {
            settings,
            size,
            borders: Borders::of(size),
            ladders: Ladders::with_node_limit(LADDER_NODES).with_footprint(),
            stones: Stones::NONE,
            threats: Kept::new(),
            linker: Linker::default(),
            grouper: Grouper::default(),
            now: Recognized::nothing(size),
            before: Recognized::nothing(size),
            n_recounted: 0,
        }
    }

    /// The segmentation of a position, from scratch. The position is lent for reading and comes back as it was.
    pub fn of(settings: Settings, position: &mut Position) -> Segmentation {
        let mut segmentation = Segmentation::new(settings, position.size());
        segmentation.follow(position);
        segmentation
    }

    /// Recognizes a position anew, with what can be kept from the last one kept: the position after a move, or
    /// after any number of them, played or taken back.
    pub fn follow(&mut self, position: &mut Position) {
        if position.size() != self.size {
            *self = Segmentation::new(self.settings, position.size());
        }
        let stones = Stones::of(position);
        let changed = self.stones.changed(&stones);
        self.stones = stones;
        self.threats.forget(&changed);
        self.linker.forget(&changed);
        std::mem::swap(&mut self.now, &mut self.before);
        let now = &mut self.now;
        now.stage = Stage::of(position.board());
        now.life = chains::lives(position.board());
        now.around = Surroundings::of(position.board());
        let (ladders, threats) = (&mut self.ladders, &mut self.threats);
        chains::read(position, &now.life, ladders, threats, &mut now.chains);
        let Recognized { chains, around, links, .. } = now;
        self.linker.links(self.settings.links, position, chains, around, links);
        let (board, settings) = (position.board(), &self.settings);
        let Recognized { chains, links, around, groups, relations, .. } = now;
        self.grouper.groups(settings, now.stage, board, chains, links, around, groups);
        relation::relations(board, groups, relations);
        relation::add_races(board, chains, groups, self.grouper.owners(), relations);
        now.conflicts = Conflicts::of(groups, &board.empties());
        now.open = ground::open_points(settings, &self.borders, board, &now.life, groups, around);
        let parts =
            Parts { settings, borders: &self.borders, board, groups, relations, open: &now.open };
        parts.cut(&mut now.boards);
        self.count();
    }

    /// Counts on the partial boards that changed, and takes the rest from before.
    fn count(&mut self) {
        let (old, now) = (&self.before, &mut self.now);
        let changed = facts::changed((&old.groups, &old.relations), (&now.groups, &now.relations));
        now.facts.clear();
        self.n_recounted = 0;
        let mut near = 0;
        for board in &now.boards {
            let same = if board.groups.intersects(&changed) {
                None
            } else {
                // Most boards stand about where they stood: look from there on, and around.
                (near..old.boards.len()).chain(0..near).find(|&at| old.boards[at] == *board)
            };
            now.facts.push(match same {
                Some(at) => {
                    near = at + 1;
                    old.facts[at]
                }
                None => {
                    self.n_recounted += 1;
                    Facts::of(board, &self.borders, &now.groups, &now.relations)
                }
            });
        }
    }

    /// How it is done.
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The board's size.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// How far the game has come.
    pub const fn stage(&self) -> Stage {
        self.now.stage
    }

    /// The chains, by name.
    pub fn chains(&self) -> &[ChainFacts] {
        &self.now.chains
    }

    /// The links between chains, by the chains' names.
    pub fn links(&self) -> &[Link] {
        &self.now.links
    }

    /// The groups, by name.
    pub fn groups(&self) -> &[Group] {
        &self.now.groups
    }

    /// The group with this name.
    pub fn group(&self, name: Point) -> Option<&Group> {
        let at = self.now.groups.binary_search_by_key(&name, |group| group.name).ok()?;
        self.now.groups.get(at)
    }

    /// The group whose stone stands on this point.
    pub fn group_at(&self, stone: Point) -> Option<&Group> {
        self.now.groups.iter().find(|group| group.stones.contains(stone))
    }

    /// The relations between groups, by the groups' names.
    pub fn relations(&self) -> &[Relation] {
        &self.now.relations
    }

    /// Where influence meets.
    pub const fn conflicts(&self) -> &Conflicts {
        &self.now.conflicts
    }

    /// The empty points worth a thought.
    pub const fn open(&self) -> &PointSet {
        &self.now.open
    }

    /// Who is nearer to what.
    pub const fn around(&self) -> &Surroundings {
        &self.now.around
    }

    /// What lives unconditionally.
    pub const fn life(&self) -> &[Life; 2] {
        &self.now.life
    }

    /// The partial boards.
    pub fn boards(&self) -> &[PartialBoard] {
        &self.now.boards
    }

    /// What was counted on them, in the same order.
    pub fn facts(&self) -> &[Facts] {
        &self.now.facts
    }

    /// On how many partial boards the last call of [`Segmentation::follow`] had to count.
    pub const fn n_recounted(&self) -> usize {
        self.n_recounted
    }
}
