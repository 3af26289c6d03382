//! A position: the stones, whose turn it is, the ko, and the hash that names all three.

use crate::board::{Board, Lifted};
use crate::color::Color;
use crate::observer::Observer;
use crate::point::{Point, Size};
use crate::zobrist::{self, StonesHash};

/// What a player does in one turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A stone on a point.
    Place(Point),
    /// No stone.
    Pass,
}

impl Move {
    /// The point of the stone, unless the move is a pass.
    #[inline]
    pub const fn point(self) -> Option<Point> {
        match self {
            Move::Place(point) => Some(point),
            Move::Pass => None,
        }
    }
}

/// Stones, turn and ko.
pub struct Position {
    pub(crate) board: Board,
    pub(crate) turn: Turn,
}

impl Clone for Position {
    fn clone(&self) -> Position {
        Position { board: self.board.clone(), turn: self.turn }
    }

    #[inline]
    fn clone_from(&mut self, source: &Position) {
        self.board.clone_from(&source.board);
        self.turn = source.turn;
    }
}

/// All of a position but its stones; small enough to be kept for every move played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Turn {
    pub to_move: Color,
    pub ko: Option<Point>,
    pub hash: StonesHash,
    pub n_moves: u32,
    pub n_passes: u32,
    /// The last move and the one before it.
    pub last: [Option<Move>; 2],
    /// The ko that the last move had to respect.
    pub ko_before: Option<Point>,
    /// Stones the last move took.
    pub n_taken: u32,
    /// Stones of each color that were taken.
    pub prisoners: [u32; 2],
}

impl Position {
    /// The empty board, Black to move.
    pub fn new(size: Size) -> Position {
        Position::of(Board::new(size), Color::Black)
    }

    /// Stones put up by hand, with nothing played yet.
    pub fn of(board: Board, to_move: Color) -> Position {
        let mut hash = StonesHash::default();
        for color in Color::BOTH {
            for point in *board.stones(color) {
                hash.stone_placed(point, color);
            }
        }
        let turn = Turn {
            to_move,
            ko: None,
            hash,
            n_moves: 0,
            n_passes: 0,
            last: [None; 2],
            ko_before: None,
            n_taken: 0,
            prisoners: [0; 2],
        };
        Position { board, turn }
    }

    /// The stones.
    #[inline]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The number of lines.
    #[inline]
    pub const fn size(&self) -> Size {
        self.board.size()
    }

    /// Whose turn it is.
    #[inline]
    pub const fn to_move(&self) -> Color {
        self.turn.to_move
    }

    /// Lets the given color move next, as a handicap or a problem may want it. Any ko is over.
    pub fn set_to_move(&mut self, color: Color) {
        if color != self.turn.to_move {
            self.turn.to_move = color;
            self.turn.ko = None;
            self.turn.ko_before = None;
        }
    }

    /// The point that may not be retaken at once.
    #[inline]
    pub const fn ko(&self) -> Option<Point> {
        self.turn.ko
    }

    /// How many moves led here, passes included.
    #[inline]
    pub const fn n_moves(&self) -> usize {
        self.turn.n_moves as usize
    }

    /// How many passes in a row were played last.
    #[inline]
    pub const fn n_passes(&self) -> usize {
        self.turn.n_passes as usize
    }

    /// The last move.
    #[inline]
    pub const fn last_move(&self) -> Option<Move> {
        self.turn.last[0]
    }

    /// The move before the last one.
    #[inline]
    pub const fn last_but_one_move(&self) -> Option<Move> {
        self.turn.last[1]
    }

    /// The point that the last move was not allowed to retake: the side to move took a ko there with its
    /// last move.
    #[inline]
    pub const fn ko_before_last_move(&self) -> Option<Point> {
        self.turn.ko_before
    }

    /// How many stones the last move took.
    #[inline]
    pub const fn n_taken_by_last_move(&self) -> usize {
        self.turn.n_taken as usize
    }

    /// How many stones of this color were taken so far.
    #[inline]
    pub const fn n_prisoners(&self, color: Color) -> usize {
        self.turn.prisoners[color.index()] as usize
    }

    /// Names the stones alone: what positional superko compares.
    #[inline]
    pub const fn stones_hash(&self) -> u64 {
        self.turn.hash.0
    }

    /// Names stones, turn and ko point: equal for equal positions, and the empty board with Black to
    /// move has 0.
    #[inline]
    pub fn hash(&self) -> u64 {
        let turn = if self.to_move() == Color::White { zobrist::WHITE_TO_MOVE } else { 0 };
        self.turn.hash.0 ^ turn ^ self.turn.ko.map_or(0, zobrist::ko)
    }

    /// May the side to move put a stone here, by simple ko and without suicide?
    #[inline]
    pub fn is_legal(&self, point: Point) -> bool {
        self.board.is_empty_at(point)
            && self.turn.ko != Some(point)
            && !self.board.would_be_suicide(point, self.to_move())
    }

    /// Is a stone of the side to move legal here (on an empty point), and does it fill no own eye?
    #[inline]
    pub fn is_sensible(&self, point: Point) -> bool {
        self.board.is_sensible(point, self.to_move()) && self.turn.ko != Some(point)
    }

    /// The points where the side to move may put a stone, by simple ko and without suicide.
    pub fn legal_points(&self) -> impl Iterator<Item = Point> + use<'_> {
        self.board.empties().into_iter().filter(|&point| self.is_legal(point))
    }

    /// The hash of the stones as they would be after the side to move put one here (on an empty
    /// point): what superko asks, without playing the move.
    pub fn stones_hash_after(&self, point: Point) -> u64 {
        let color = self.to_move();
        let (own, mut hash) = (&self.board, self.turn.hash.0 ^ zobrist::stone(point, color));
        let lifted_color = |color, hash: &mut u64| {
            let mut seen: [Option<_>; 4] = [None; 4];
            for (i, near) in own.neighbors(point).enumerate() {
                let Some(id) = own.chain_id_at(near) else { continue };
                let chain = own.chain(id);
                if chain.color() == color && chain.is_in_atari() && !seen.contains(&Some(id)) {
                    seen[i] = Some(id);
                    for stone in *chain.stones() {
                        *hash ^= zobrist::stone(stone, color);
                    }
                }
            }
        };
        lifted_color(color.opponent(), &mut hash);
        if own.would_be_suicide(point, color) {
            lifted_color(color, &mut hash);
            hash ^= zobrist::stone(point, color);
        }
        hash
    }

    /// Plays a move for the side to move. A stone must go on an empty point; whether the rules allow
    /// it is the caller's question.
    #[inline]
    pub fn play<O: Observer>(&mut self, play: Move, observer: &mut O) -> Lifted {
        let color = self.turn.to_move;
        let lifted = match play {
            Move::Place(point) => {
                self.turn.n_passes = 0;
                self.board.put_stone(point, color, &mut (&mut self.turn.hash, observer))
            }
            Move::Pass => {
                self.turn.n_passes += 1;
                Lifted::default()
            }
        };
        self.turn.prisoners[color.opponent().index()] += lifted.n_captured as u32;
        self.turn.prisoners[color.index()] += lifted.n_suicide as u32;
        self.turn.n_taken = lifted.n_captured as u32;
        self.turn.ko_before = self.turn.ko;
        self.turn.ko = lifted.ko;
        self.turn.to_move = color.opponent();
        self.turn.n_moves += 1;
        self.turn.last = [Some(play), self.turn.last[0]];
        lifted
    }
}
