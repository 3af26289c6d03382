//! Unconditional life: chains that cannot be taken even if their side passes forever (Benson 1976).
//!
//! ```text
//! ---------
//! . X . X O        Each of the two empty points is all there is of a region, and a liberty of the
//! X X X X O        one black chain: two vital regions. White can fill neither, now or later.
//! O O O O O
//! ```
//!
//! The stones of one color divide the rest of the board into regions. A region is *vital* to a chain if
//! every empty point in it is a liberty of the chain. Chains with fewer than two vital regions are
//! dropped, then regions that a dropped chain touches, until nothing changes: what stays lives.
//!
//! Chains and regions are bit sets, so that one pass over the regions counts for all chains at once.

use aji_goban::{Board, Color, PointSet};

/// What one side can never lose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Life {
    /// The stones of its chains that live unconditionally.
    pub stones: PointSet,
    /// The points around which only these chains stand and where the enemy cannot live, whatever stands
    /// there now: fewer than two places for eyes that do not touch.
    pub territory: PointSet,
}

/// Regions are separated by stones: never more than half of the points.
const MAX_REGIONS: usize = 192;

/// Part of the board that stones of one color enclose; chains are named by the point of their id.
#[derive(Clone, Copy)]
struct Region {
    /// The chains around it.
    walls: PointSet,
    /// Those of them to which it is vital.
    vital_to: PointSet,
}

impl Life {
    /// Nothing at all.
    const NONE: Life = Life { stones: PointSet::EMPTY, territory: PointSet::EMPTY };

    /// The unconditional life of one side.
    pub fn of(board: &Board, color: Color) -> Life {
        let chains = living_chains(board, color);
        let mut stones = PointSet::EMPTY;
        for chain in chains.iter().filter_map(|point| board.chain_at(point)) {
            stones |= *chain.stones();
        }
        if stones.is_empty() {
            return Life::NONE;
        }
        Life { stones, territory: territory(board, color, &stones) }
    }
}

/// The chains of this color that live unconditionally, by the points of their ids.
fn living_chains(board: &Board, color: Color) -> PointSet {
    let mut room = [Region { walls: PointSet::EMPTY, vital_to: PointSet::EMPTY }; MAX_REGIONS];
    let regions = vital_regions(board, color, &mut room);
    let mut living = PointSet::EMPTY;
    for region in regions.iter() {
        living |= region.vital_to;
    }
    loop {
        let (mut once, mut twice) = (PointSet::EMPTY, PointSet::EMPTY);
        for region in regions.iter().filter(|region| region.walls.is_subset(&living)) {
            let vital_to = region.vital_to & living;
            twice |= once & vital_to;
            once |= vital_to;
        }
        if twice == living {
            return living;
        }
        living = twice;
    }
}

/// The regions that are vital to some chain.
fn vital_regions<'a>(
    board: &Board,
    color: Color,
    room: &'a mut [Region; MAX_REGIONS],
) -> &'a [Region] {
    let (size, stones, empties) = (board.size(), board.stones(color), board.empties());
    let outside = PointSet::all(size) - *stones;
    // A region with an empty point away from all stones of the color is vital to nobody; the wide parts
    // of the board go at once.
    let away = empties - stones.grown(&empties, size);
    let mut rest = outside - away.flooded(&outside, size);
    let mut n = 0;
    while let Some(first) = rest.first() {
        let region = PointSet::from_iter([first]).flooded(&rest, size);
        rest -= region;
        let Some(region) = region_of(board, &region, &(region & empties), stones) else { continue };
        room[n] = region;
        n += 1;
    }
    &room[..n]
}

/// The walls of a region, and to whom it is vital; nothing if to nobody.
fn region_of(
    board: &Board,
    region: &PointSet,
    empties: &PointSet,
    stones: &PointSet,
) -> Option<Region> {
    let mut around = region.grown(stones, board.size());
    let mut found = Region { walls: PointSet::EMPTY, vital_to: PointSet::EMPTY };
    while let Some(stone) = around.first() {
        let id = board.chain_id_at(stone)?;
        let chain = board.chain(id);
        around -= *chain.stones();
        found.walls.insert(id.point());
        if empties.is_subset(chain.liberties()) {
            found.vital_to.insert(id.point());
        }
    }
    (!found.vital_to.is_empty()).then_some(found)
}

/// The points enclosed by the living stones alone, where the enemy finds no two eyes.
fn territory(board: &Board, color: Color, living: &PointSet) -> PointSet {
    let (size, others) = (board.size(), *board.stones(color) - *living);
    let around = PointSet::all(size) - *living;
    let mut rest = around - others.flooded(&around, size);
    let mut territory = PointSet::EMPTY;
    while let Some(first) = rest.first() {
        let region = PointSet::from_iter([first]).flooded(&rest, size);
        rest -= region;
        // An enemy eye has no living stone beside it, and two eyes do not touch.
        let places = region - living.grown(&region, size);
        let no_two_eyes = match places.first() {
            None => true,
            Some(place) => places == PointSet::from_iter([place]).grown(&places, size),
        };
        if no_two_eyes && places.len() <= 2 {
            territory |= region;
        }
    }
    territory
}
