//! A whole game: the position, the rules it is played by, and how it came about.

use crate::board::Board;
use crate::color::Color;
use crate::handicap;
use crate::journal::Journal;
use crate::point::{Point, Size};
use crate::point_set::PointSet;
use crate::position::{Move, Position};
use crate::rules::{KoRule, Komi, Rules, Scoring};
use crate::score::{self, Agreement, Margin};
use thiserror::Error;

/// Why a move may not be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
pub enum Illegal {
    /// A stone stands there.
    #[error("the point is occupied")]
    Occupied,
    /// The ko may not be retaken at once.
    #[error("the ko may not be retaken at once")]
    Ko,
    /// The stone would be without liberties.
    #[error("the move is suicide")]
    Suicide,
    /// The position has been on the board before.
    #[error("the move repeats an earlier position")]
    Superko,
}

/// Why stones could not be set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
pub enum SetupError {
    /// The board must be empty for that.
    #[error("handicap stones are placed on an empty board only")]
    BoardNotEmpty,
    /// Two stones on one point.
    #[error("two stones were put on one point")]
    PointTwice,
    /// A chain without liberties.
    #[error("the stones leave a chain without liberties")]
    NoLiberty,
}

/// A game from its first stone to now.
#[derive(Clone)]
pub struct Game {
    rules: Rules,
    komi: Komi,
    n_handicap: usize,
    first: Position,
    position: Position,
    moves: Vec<(Color, Move)>,
    /// Stones and side to move before each move: what superko looks at.
    past: Vec<(u64, Color)>,
    journal: Journal,
}

impl Game {
    /// A new game on an empty board.
    pub fn new(size: Size, rules: Rules, komi: Komi) -> Game {
        Game::from_position(Position::new(size), rules, komi)
    }

    /// A game that goes on from a given position.
    pub fn from_position(first: Position, rules: Rules, komi: Komi) -> Game {
        Game {
            rules,
            komi,
            n_handicap: 0,
            position: first.clone(),
            first,
            moves: Vec::new(),
            past: Vec::new(),
            journal: Journal::new(),
        }
    }

    /// The rules.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Changes the rules from here on.
    pub fn set_rules(&mut self, rules: Rules) {
        self.rules = rules;
    }

    /// The komi.
    pub const fn komi(&self) -> Komi {
        self.komi
    }

    /// Changes the komi.
    pub fn set_komi(&mut self, komi: Komi) {
        self.komi = komi;
    }

    /// The number of handicap stones.
    pub const fn n_handicap(&self) -> usize {
        self.n_handicap
    }

    /// The position now.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The position before the first move.
    pub const fn first_position(&self) -> &Position {
        &self.first
    }

    /// The number of lines.
    pub const fn size(&self) -> Size {
        self.position.size()
    }

    /// The moves so far, with who played them.
    pub fn moves(&self) -> &[(Color, Move)] {
        &self.moves
    }

    /// The stones' hash and the side to move before each move so far: what superko looks at.
    pub fn past(&self) -> &[(u64, Color)] {
        &self.past
    }

    /// Have both sides passed in a row?
    pub fn is_over(&self) -> bool {
        self.position.n_passes() >= 2
    }

    /// Lets the given color move next.
    pub fn set_to_move(&mut self, color: Color) {
        self.position.set_to_move(color);
    }

    /// Black's handicap stones on their traditional points.
    pub fn place_fixed_handicap(&mut self, n_stones: usize) -> Result<PointSet, PlaceError> {
        let points = handicap::fixed(n_stones, self.size())?;
        self.place_handicap(points)?;
        Ok(points)
    }

    /// Black's handicap stones on points of the player's choice; White moves next.
    pub fn place_handicap(&mut self, points: PointSet) -> Result<(), SetupError> {
        let stones: Vec<_> = points.iter().map(|point| (point, Color::Black)).collect();
        self.set_up(&stones, Color::White)?;
        self.n_handicap = points.len();
        Ok(())
    }

    /// Puts stones on the empty board before the game; all or none.
    pub fn set_up(&mut self, stones: &[(Point, Color)], to_move: Color) -> Result<(), SetupError> {
        if !self.moves.is_empty() || self.position.stones_hash() != 0 {
            return Err(SetupError::BoardNotEmpty);
        }
        let mut board = Board::new(self.size());
        for &(point, color) in stones {
            if !board.is_empty_at(point) {
                return Err(SetupError::PointTwice);
            }
            let lifted = board.put_stone(point, color, &mut ());
            if lifted.n_captured + lifted.n_suicide > 0 {
                return Err(SetupError::NoLiberty);
            }
        }
        self.first = Position::of(board, to_move);
        self.position = self.first.clone();
        Ok(())
    }

    /// May `color` put a stone here, by this game's rules?
    pub fn check(&self, color: Color, point: Point) -> Result<(), Illegal> {
        let board = self.position.board();
        if !board.is_empty_at(point) {
            return Err(Illegal::Occupied);
        }
        let in_turn = color == self.position.to_move();
        if in_turn && self.position.ko() == Some(point) {
            return Err(Illegal::Ko);
        }
        if board.would_be_suicide(point, color) {
            let is_lone = !board.neighbors(point).any(|near| board.color_at(near) == Some(color));
            // A lone stone that vanishes at once would be a pass in disguise; superko forbids it
            // (the position comes back), and so do we where superko does not.
            if !self.rules.suicide || (is_lone && self.rules.ko == KoRule::Simple) {
                return Err(Illegal::Suicide);
            }
        }
        if self.rules.ko != KoRule::Simple && self.repeats(color, point) {
            return Err(Illegal::Superko);
        }
        Ok(())
    }

    /// Is a stone of the side to move legal here?
    pub fn is_legal(&self, point: Point) -> bool {
        self.check(self.position.to_move(), point).is_ok()
    }

    /// Plays a move for the given color, who need not be the side to move.
    pub fn play(&mut self, color: Color, play: Move) -> Result<(), Illegal> {
        if let Move::Place(point) = play {
            self.check(color, point)?;
        }
        self.past.push((self.position.stones_hash(), self.position.to_move()));
        self.position.set_to_move(color);
        self.journal.play(&mut self.position, play);
        self.moves.push((color, play));
        Ok(())
    }

    /// Takes the last move back; false if there was none.
    pub fn undo(&mut self) -> bool {
        if self.moves.pop().is_none() {
            return false;
        }
        self.journal.undo(&mut self.position);
        if let Some((_, to_move)) = self.past.pop() {
            self.position.turn.to_move = to_move;
        }
        true
    }

    /// The margin as the board stands, by this game's rules.
    pub fn margin(&self, agreement: &Agreement) -> Margin {
        let board = self.position.board();
        let margin = match self.rules.scoring {
            Scoring::Area => {
                let mut cleared = Board::new(self.size());
                for color in Color::BOTH {
                    for point in *board.stones(color) - agreement.dead {
                        cleared.put_stone(point, color, &mut ());
                    }
                }
                score::area_margin(&cleared, self.komi)
            }
            Scoring::Territory => {
                let captured = Color::BOTH.map(|color| self.position.n_prisoners(color));
                score::territory_margin(board, agreement, self.rules.tax, captured, self.komi)
            }
        };
        let bonus = self.rules.handicap_bonus.points(self.n_handicap) as i32;
        let half_points = margin.half_points_for(Color::Black) - 2 * bonus;
        Margin::black_leads_by_half_points(half_points)
    }

    /// Would this stone bring back an earlier position, in the sense of the rules?
    fn repeats(&self, color: Color, point: Point) -> bool {
        let mut position = None;
        let in_turn = if color == self.position.to_move() {
            &self.position
        } else {
            let position = position.insert(self.position.clone());
            position.set_to_move(color);
            position
        };
        let after = in_turn.stones_hash_after(point);
        let now = (self.position.stones_hash(), self.position.to_move());
        self.past.iter().chain([&now]).any(|&(stones, to_move)| {
            stones == after && (self.rules.ko == KoRule::Positional || to_move == color.opponent())
        })
    }
}

/// Why handicap stones could not be placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PlaceError {
    /// The number does not fit the board.
    #[error(transparent)]
    Number(#[from] handicap::HandicapError),
    /// The stones could not be put down.
    #[error(transparent)]
    Setup(#[from] SetupError),
}
