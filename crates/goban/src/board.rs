//! The stones on the board, their chains, and the one function that puts a stone down.
//!
//! Every chain keeps its stones, liberties and enemy neighbors as bit sets of 384 bits: joining two
//! chains is an `or`, a liberty is one bit, and counting is a population count. The thesis keeps the
//! same sets as sorted linked arrays (§4.3.1); `benches/chains.rs` plays that structure against this
//! one, and the book's page on the board has the figures.

use crate::chain::{Chain, ChainId, FewChains};
use crate::color::{Cell, Color};
use crate::observer::Observer;
use crate::point::{N_INDICES, Point, PointError, Size};
use crate::point_set::{Cross, PointSet};

/// Border before the first and after the last row: every neighbor of a point has a cell, the diagonal
/// ones too.
const BORDER: usize = Size::MAX.stride() + 1;
/// More than any index, and a power of two: an index cut to it is in bounds, and the compiler knows.
const N_SLOTS: usize = 512;
const _: () = assert!(BORDER + N_INDICES + BORDER <= N_SLOTS);

#[inline]
const fn slot(index: usize) -> usize {
    index & (N_SLOTS - 1)
}

/// How many of the four points around a point are empty, Black's and White's, four bits each. The edge
/// counts as a stone of both colors: walled in by Black and the edge is walled in by Black.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Around(u16);

impl Around {
    const EMPTY: u16 = 1;
    const ALL_EMPTY: Around = Around(4 * Around::EMPTY);

    const fn stone(color: Color) -> u16 {
        match color {
            Color::Black => 1 << 4,
            Color::White => 1 << 8,
        }
    }

    #[inline]
    const fn n_empty(self) -> usize {
        (self.0 & 0xF) as usize
    }

    #[inline]
    const fn has_empty(self) -> bool {
        self.0 & 0xF != 0
    }

    /// Is there nothing but stones of this color and the edge?
    #[inline]
    const fn is_walled_by(self, color: Color) -> bool {
        self.0 & (0xF * Around::stone(color)) == 4 * Around::stone(color)
    }
}

/// The stones on a board and the chains they form.
pub struct Board {
    size: Size,
    /// What each point shows, behind `BORDER` cells; the border is `OffBoard`.
    cells: [Cell; N_SLOTS],
    /// What stands around each cell.
    around: [Around; N_SLOTS],
    stones: [PointSet; 2],
    empty: PointSet,
    /// The chain of every stone; meaningless where no stone stands.
    ids: [ChainId; N_SLOTS],
    /// The ids in use.
    alive: PointSet,
    /// By id; slots not in use hold anything. On the heap, because a thread's stack is small.
    chains: Box<[Chain; N_SLOTS]>,
}

/// Room for all chains.
fn no_chains() -> Box<[Chain; N_SLOTS]> {
    match vec![Chain::NONE; N_SLOTS].into_boxed_slice().try_into() {
        Ok(chains) => chains,
        Err(_) => unreachable!("as many as asked for"),
    }
}

impl Clone for Board {
    fn clone(&self) -> Board {
        let mut board = Board::new(self.size);
        board.clone_from(self);
        board
    }

    /// Copies the chains that exist and nothing else: once per playout this is called.
    #[inline]
    fn clone_from(&mut self, source: &Board) {
        self.size = source.size;
        self.cells = source.cells;
        self.around = source.around;
        self.stones = source.stones;
        self.empty = source.empty;
        self.ids = source.ids;
        self.alive = source.alive;
        for id in source.alive {
            self.chains[slot(id.index())] = source.chains[id.index()];
        }
    }
}

/// What happened when a stone was put down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Lifted {
    /// Enemy stones taken.
    pub n_captured: usize,
    /// Own stones lifted because the move was suicide.
    pub n_suicide: usize,
    /// Where the enemy may not retake at once: set if one stone was taken by a lone stone that is in
    /// atari itself.
    pub ko: Option<Point>,
}

impl Board {
    /// The empty board.
    pub fn new(size: Size) -> Board {
        let mut cells = [Cell::OffBoard; N_SLOTS];
        let mut around = [Around::ALL_EMPTY; N_SLOTS];
        for point in size.points() {
            cells[BORDER + point.index()] = Cell::Empty;
        }
        for point in size.points() {
            let at = BORDER + point.index();
            for near in [at - 1, at + 1, at - size.stride(), at + size.stride()] {
                if cells[near] == Cell::OffBoard {
                    let both = Around::stone(Color::Black) + Around::stone(Color::White);
                    around[at].0 += both - Around::EMPTY;
                }
            }
        }
        Board {
            size,
            cells,
            around,
            stones: [PointSet::EMPTY; 2],
            empty: PointSet::all(size),
            ids: [ChainId::NONE; N_SLOTS],
            alive: PointSet::EMPTY,
            chains: no_chains(),
        }
    }

    /// The number of lines.
    #[inline]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// What the point shows.
    #[inline]
    pub fn cell(&self, point: Point) -> Cell {
        self.cells[slot(BORDER + point.index())]
    }

    /// The color of the stone on the point, if there is one.
    #[inline]
    pub fn color_at(&self, point: Point) -> Option<Color> {
        self.cell(point).color()
    }

    /// Is the point empty?
    #[inline]
    pub fn is_empty_at(&self, point: Point) -> bool {
        self.cell(point) == Cell::Empty
    }

    /// All stones of a color.
    #[inline]
    pub const fn stones(&self, color: Color) -> &PointSet {
        &self.stones[color.index()]
    }

    /// All empty points.
    #[inline]
    pub const fn empties(&self) -> PointSet {
        self.empty
    }

    /// The id of the chain whose stone stands on the point.
    #[inline]
    pub fn chain_id_at(&self, point: Point) -> Option<ChainId> {
        self.color_at(point).map(|_| self.ids[slot(point.index())])
    }

    /// The chain whose stone stands on the point.
    #[inline]
    pub fn chain_at(&self, point: Point) -> Option<&Chain> {
        self.chain_id_at(point).map(|id| self.chain(id))
    }

    /// The chain with the given id, which must be one of this board's.
    #[inline]
    pub fn chain(&self, id: ChainId) -> &Chain {
        &self.chains[slot(id.0.index())]
    }

    /// Does a chain have this id now? It may have been joined or taken since the id was found.
    #[inline]
    pub fn is_alive(&self, id: ChainId) -> bool {
        self.alive.contains(id.0)
    }

    /// The ids of all chains.
    pub fn chain_ids(&self) -> impl Iterator<Item = ChainId> + use<> {
        self.alive.iter().map(ChainId)
    }

    /// The points left, right, above and below, as far as they are on the board.
    #[inline]
    pub fn neighbors(&self, point: Point) -> impl Iterator<Item = Point> + use<'_> {
        self.neighbor_cells(point)
            .into_iter()
            .filter(|&at| self.cells[at] != Cell::OffBoard)
            .map(|at| Point::from_index(at - BORDER))
    }

    /// The chains of the stones left, right, above and below; one that touches the point twice comes twice.
    #[inline]
    pub fn neighbor_chains(&self, point: Point) -> impl Iterator<Item = (ChainId, &Chain)> {
        self.neighbor_cells(point)
            .into_iter()
            .filter(|&at| self.cells[at].color().is_some())
            .map(|at| self.ids[slot(at - BORDER)])
            .map(|id| (id, self.chain(id)))
    }

    /// The different chains of a color among those left, right, above and below.
    #[inline]
    pub fn neighbor_chains_of(
        &self,
        point: Point,
        color: Color,
    ) -> impl Iterator<Item = ChainId> + use<> {
        // Gathered without a branch, because nothing tells beforehand where such chains stand.
        let (mut n, mut ids) = (0, [ChainId::NONE; 4]);
        for at in self.neighbor_cells(point) {
            ids[n & 3] = self.ids[slot(at.wrapping_sub(BORDER))];
            n += usize::from(self.cells[at] == Cell::from(color));
        }
        (0..n.min(4)).filter(move |&i| !ids[..i].contains(&ids[i])).map(move |i| ids[i])
    }

    /// The point a coordinate such as `D4` names.
    pub fn point(&self, text: &str) -> Result<Point, PointError> {
        Point::parse(text, self.size)
    }

    /// How many of the points around an intersection are empty.
    #[inline]
    pub fn n_empty_around(&self, point: Point) -> usize {
        self.around(point).n_empty()
    }

    /// What stands around a point and how many liberties it has, without a branch: `class[cell][n]` of the cells
    /// left, right, above and below, or-ed together, where `n` counts the liberties of the stone's chain up to 3.
    /// Cells without a stone have any `n`.
    #[inline]
    pub fn any_around(&self, point: Point, class: &[[u8; 4]; 4]) -> u8 {
        self.neighbor_cells(point).into_iter().fold(0, |all, at| {
            let chain = self.chain(self.ids[slot(at.wrapping_sub(BORDER))]);
            all | class[self.cells[at] as usize & 3][usize::from(chain.n_liberties.min(3))]
        })
    }

    /// Would a stone of this color be left without liberties?
    ///
    /// The point must be empty.
    #[inline]
    pub fn would_be_suicide(&self, point: Point, color: Color) -> bool {
        !self.around(point).has_empty() && self.is_smothered(point, color)
    }

    /// Would a stone here, where all neighbors are taken, neither take anything nor join a chain with
    /// another liberty?
    #[inline]
    fn is_smothered(&self, point: Point, color: Color) -> bool {
        let own = Cell::from(color);
        for at in self.neighbor_cells(point) {
            let cell = self.cells[at];
            if cell == Cell::OffBoard {
                continue;
            }
            let chain = self.chain(self.ids[slot(at - BORDER)]);
            // A friend must have a liberty besides the point, an enemy must not.
            if (chain.n_liberties > 1) == (cell == own) {
                return false;
            }
        }
        true
    }

    /// Is the point an eye of this color, as far as playouts are concerned: surrounded by its stones,
    /// with at most one enemy on the diagonals (none at the edge)?
    #[inline]
    pub fn is_eye(&self, point: Point, color: Color) -> bool {
        self.around(point).is_walled_by(color) && self.has_corners(point, color)
    }

    /// Do the diagonals of an eye of this color hold?
    #[inline]
    fn has_corners(&self, point: Point, color: Color) -> bool {
        let enemy = Cell::from(color.opponent());
        let (mut n_enemies, mut at_edge) = (0, 0);
        for at in self.diagonal_cells(point) {
            let cell = self.cells[at];
            n_enemies += u32::from(cell == enemy);
            at_edge |= u32::from(cell == Cell::OffBoard);
        }
        n_enemies + at_edge < 2
    }

    /// What a playout asks of a move: no suicide, and no own eye filled. The point must be empty.
    #[inline]
    pub fn is_sensible(&self, point: Point, color: Color) -> bool {
        let around = self.around(point);
        if around.has_empty() {
            return true;
        }
        let is_eye = around.is_walled_by(color) && self.has_corners(point, color);
        !is_eye && !self.is_smothered(point, color)
    }

    /// [`Board::is_sensible`] for Black and for White.
    #[inline]
    pub fn is_sensible_for_both(&self, point: Point) -> [bool; 2] {
        if self.around(point).has_empty() {
            return [true; 2];
        }
        Color::BOTH.map(|color| self.is_sensible(point, color))
    }

    /// Puts a stone on an empty point, lifts what it takes, and itself if it took nothing and has no
    /// liberty. The only function that adds a stone to a board.
    #[inline]
    pub fn put_stone<O: Observer>(
        &mut self,
        point: Point,
        color: Color,
        observer: &mut O,
    ) -> Lifted {
        debug_assert!(self.is_empty_at(point));
        let cross = Cross::at(point, self.size);
        let gained = self.empty.window(cross.byte) & cross.arms;
        let friends = self.chains_around(cross, color);
        let enemies = self.chains_around(cross, color.opponent());

        self.fill(point, color);
        self.stones[color.index()].insert(point);
        self.empty.remove(point);
        observer.stone_placed(point, color);
        let id = match friends.as_slice() {
            [] => self.found(point, color, cross, gained),
            friends => self.join(point, friends, cross, gained, observer),
        };
        let mut lifted = Lifted::default();
        for &enemy in enemies.as_slice() {
            if self.press(enemy, id, point, observer) {
                lifted.n_captured += self.lift(enemy, observer);
                lifted.ko = Some(enemy.0);
            }
        }

        let chain = &self.chains[slot(id.0.index())];
        let is_ko = lifted.n_captured == 1 && chain.n_stones == 1 && chain.n_liberties == 1;
        if !is_ko {
            lifted.ko = None;
        }
        if chain.n_liberties == 0 {
            lifted.n_suicide = self.lift(id, observer);
        }
        lifted
    }

    /// The different chains of a color around a point.
    #[inline]
    fn chains_around(&self, cross: Cross, color: Color) -> FewChains {
        let mut chains = FewChains::NONE;
        for stone in cross.points(self.stones[color.index()].window(cross.byte) & cross.arms) {
            chains.insert(self.ids[slot(stone.index())]);
        }
        chains
    }

    /// A new chain of one stone.
    #[inline]
    fn found(&mut self, point: Point, color: Color, cross: Cross, gained: u64) -> ChainId {
        let chain = &mut self.chains[slot(point.index())];
        // One by one: copied as a whole, a chain is copied from memory.
        chain.stones = PointSet::EMPTY;
        chain.liberties = PointSet::EMPTY;
        chain.neighbors = PointSet::EMPTY;
        chain.n_stones = 1;
        chain.n_liberties = gained.count_ones() as u16;
        chain.color = color;
        chain.stones.set_window(cross.byte, cross.center);
        chain.liberties.set_window(cross.byte, gained);
        self.ids[slot(point.index())] = ChainId(point);
        self.alive.insert(point);
        ChainId(point)
    }

    /// Makes the stone on `point`, which brings the liberties `gained`, part of its friends' chain.
    #[inline]
    fn join<O: Observer>(
        &mut self,
        point: Point,
        friends: &[ChainId],
        cross: Cross,
        gained: u64,
        observer: &mut O,
    ) -> ChainId {
        let mut largest = friends[0];
        for &friend in &friends[1..] {
            if self.chain(friend).n_stones > self.chain(largest).n_stones {
                largest = friend;
            }
        }
        let chain = &mut self.chains[slot(largest.0.index())];
        observer.chain_changes(largest, chain);
        self.ids[slot(point.index())] = largest;
        chain.stones.insert(point);
        chain.n_stones += 1;
        let before = chain.liberties.window(cross.byte);
        let after = (before | gained) & !cross.center;
        chain.liberties.set_window(cross.byte, after);
        chain.n_liberties += after.count_ones() as u16;
        chain.n_liberties -= before.count_ones() as u16;
        if friends.len() > 1 {
            for &friend in friends {
                if friend != largest {
                    self.merge(friend, largest, observer);
                }
            }
            let chain = &mut self.chains[slot(largest.0.index())];
            chain.liberties.remove(point);
            chain.n_liberties = chain.liberties.len() as u16;
        }
        largest
    }

    /// Makes all stones of chain `from` part of chain `into`, whose liberties are then to be counted.
    fn merge<O: Observer>(&mut self, from: ChainId, into: ChainId, observer: &mut O) {
        let old = &self.chains[slot(from.0.index())];
        observer.chain_changes(from, old);
        let Chain { stones, liberties, neighbors, n_stones, .. } = *old;
        self.alive.remove(from.0);
        // Counted, so that the empty rest of the set is not looked through.
        for stone in stones.iter().take(n_stones as usize) {
            self.ids[slot(stone.index())] = into;
        }
        for enemy in neighbors {
            let neighbor = &mut self.chains[slot(enemy.index())];
            observer.neighbors_join(ChainId(enemy), neighbor);
            neighbor.neighbors.remove(from.0);
            neighbor.neighbors.insert(into.0);
        }
        let chain = &mut self.chains[slot(into.0.index())];
        chain.stones |= stones;
        chain.n_stones += n_stones;
        chain.neighbors |= neighbors;
        chain.liberties |= liberties;
    }

    /// Chain `id` now touches `enemy` by its stone on `point`; true if that was the enemy's last
    /// liberty.
    #[inline]
    fn press<O: Observer>(
        &mut self,
        enemy: ChainId,
        id: ChainId,
        point: Point,
        observer: &mut O,
    ) -> bool {
        self.chains[slot(id.0.index())].neighbors.insert(enemy.0);
        let chain = &mut self.chains[slot(enemy.0.index())];
        observer.chain_changes(enemy, chain);
        chain.lose_liberty(point);
        chain.neighbors.insert(id.0);
        chain.n_liberties == 0
    }

    /// Takes a chain off the board and gives its points to the chains around it as liberties; returns
    /// the number of stones lifted.
    #[inline(never)]
    fn lift<O: Observer>(&mut self, id: ChainId, observer: &mut O) -> usize {
        let Chain { stones, neighbors, n_stones, color, .. } = self.chains[slot(id.0.index())];
        self.alive.remove(id.0);
        for enemy in neighbors {
            let neighbor = &mut self.chains[slot(enemy.index())];
            observer.chain_changes(ChainId(enemy), neighbor);
            neighbor.neighbors.remove(id.0);
        }
        for stone in stones.iter().take(n_stones as usize) {
            self.clear(stone, color);
            observer.stone_lifted(stone, color);
            let cross = Cross::at(stone, self.size);
            let enemies = self.stones[color.opponent().index()].window(cross.byte) & cross.arms;
            for enemy in cross.points(enemies) {
                let neighbor = self.ids[slot(enemy.index())];
                self.chains[slot(neighbor.0.index())].gain_liberty(stone);
            }
        }
        self.stones[color.index()] -= stones;
        self.empty |= stones;
        n_stones as usize
    }

    /// Takes back the last stone, given the chains as they were before it (latest change first).
    pub(crate) fn take_back(
        &mut self,
        point: Point,
        color: Color,
        before: impl Iterator<Item = (ChainId, Chain)>,
    ) {
        for (id, chain) in before {
            if self.alive.insert(id.0) {
                for stone in chain.stones {
                    self.ids[slot(stone.index())] = id;
                    if self.cell(stone) == Cell::Empty {
                        self.fill(stone, chain.color);
                    }
                }
                self.stones[chain.color.index()] |= chain.stones;
                self.empty -= chain.stones;
            }
            self.chains[slot(id.0.index())] = chain;
        }
        // Last, because a chain may have been remembered with the new stone in it.
        if self.cell(point) != Cell::Empty {
            self.clear(point, color);
        }
        self.stones[color.index()].remove(point);
        self.empty.insert(point);
        self.alive.remove(point);
    }

    /// A stone appears on an empty cell.
    #[inline]
    fn fill(&mut self, point: Point, color: Color) {
        self.cells[slot(BORDER + point.index())] = Cell::from(color);
        for near in self.neighbor_cells(point) {
            self.around[near].0 =
                self.around[near].0.wrapping_add(Around::stone(color) - Around::EMPTY);
        }
    }

    /// A stone disappears from its cell.
    #[inline]
    fn clear(&mut self, point: Point, color: Color) {
        self.cells[slot(BORDER + point.index())] = Cell::Empty;
        for near in self.neighbor_cells(point) {
            self.around[near].0 =
                self.around[near].0.wrapping_sub(Around::stone(color) - Around::EMPTY);
        }
    }

    #[inline]
    fn around(&self, point: Point) -> Around {
        self.around[slot(BORDER + point.index())]
    }

    #[inline]
    fn neighbor_cells(&self, point: Point) -> [usize; 4] {
        let (at, stride) = (BORDER + point.index(), self.size.stride());
        [slot(at - 1), slot(at + 1), slot(at - stride), slot(at + stride)]
    }

    #[inline]
    fn diagonal_cells(&self, point: Point) -> [usize; 4] {
        let (at, stride) = (BORDER + point.index(), self.size.stride());
        [slot(at - stride - 1), slot(at - stride + 1), slot(at + stride - 1), slot(at + stride + 1)]
    }
}
