//! Othello on bitboards: a check on the rule file, and the speed that exact endgames need.
//!
//! a1 is bit 0, b1 bit 1, a2 bit 8; row 1 is at the top, as in the rule file.

mod flips;
mod order;
mod solver;
mod stability;
mod table;
#[cfg(test)]
mod tests;

pub use flips::{flips, mobility};
pub use solver::{Solved, Solver};
pub use stability::stable;

use std::fmt;

/// Discs of the player to move and of the opponent.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Board {
    /// Discs of the player to move.
    pub own: u64,
    /// Discs of the opponent.
    pub opp: u64,
}

/// What cannot be read as a position or move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OthelloError {
    /// Not 64 squares.
    #[error("a position has 64 squares of X, O and -, then the side to move; got {0}")]
    Length(usize),
    /// Another character.
    #[error("`{0}` is not X (black), O (white) or - (empty)")]
    Character(char),
    /// Not a square.
    #[error("`{0}` is not a square from a1 to h8")]
    Square(String),
    /// Not legal here.
    #[error("move {number} `{mv}` is not legal")]
    Illegal {
        /// Counted from 1.
        number: usize,
        /// The move.
        mv: String,
    },
}

impl Board {
    /// The first position; Black moves.
    pub const START: Board = Board { own: 0x0000_0008_1000_0000, opp: 0x0000_0010_0800_0000 };

    /// Squares without a disc.
    pub fn empties(self) -> u64 {
        !(self.own | self.opp)
    }

    /// Number of discs.
    pub fn n_discs(self) -> u32 {
        (self.own | self.opp).count_ones()
    }

    /// Squares where the player to move can play.
    pub fn moves(self) -> u64 {
        mobility(self.own, self.opp)
    }

    /// The other player to move, nothing played.
    pub fn pass(self) -> Board {
        Board { own: self.opp, opp: self.own }
    }

    /// After the legal move `square`.
    pub fn play(self, square: usize) -> Board {
        let flipped = flips(square, self.own, self.opp);
        Board { own: self.opp ^ flipped, opp: self.own ^ flipped ^ (1 << square) }
    }

    /// Final score for the player to move; empty squares go to the winner.
    pub fn final_score(self) -> i32 {
        let (own, opp) = (self.own.count_ones() as i32, self.opp.count_ones() as i32);
        let empty = 64 - own - opp;
        match own.cmp(&opp) {
            std::cmp::Ordering::Greater => own - opp + empty,
            std::cmp::Ordering::Less => own - opp - empty,
            std::cmp::Ordering::Equal => 0,
        }
    }

    /// Number of move sequences of that length; a pass counts as a move, and a game that ends
    /// earlier as one sequence.
    pub fn perft(self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut moves = self.moves();
        if moves == 0 {
            let passed = self.pass();
            return if passed.moves() == 0 { 1 } else { passed.perft(depth - 1) };
        }
        if depth == 1 {
            return u64::from(moves.count_ones());
        }
        let mut total = 0;
        while moves != 0 {
            total += self.play(moves.trailing_zeros() as usize).perft(depth - 1);
            moves &= moves - 1;
        }
        total
    }

    /// Reads `64 squares of X O -` with an optional side to move (`X` unless given).
    pub fn parse(text: &str) -> Result<(Board, bool), OthelloError> {
        let squares: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
        if squares.len() != 64 && squares.len() != 65 {
            return Err(OthelloError::Length(squares.len()));
        }
        let (mut black, mut white) = (0u64, 0u64);
        for (i, c) in squares[..64].iter().enumerate() {
            match c {
                'X' | 'x' | '*' | 'B' | 'b' => black |= 1 << i,
                'O' | 'o' | 'W' | 'w' => white |= 1 << i,
                '-' | '.' => {}
                other => return Err(OthelloError::Character(*other)),
            }
        }
        let black_moves = match squares.get(64) {
            None | Some('X' | 'x' | '*' | 'B' | 'b') => true,
            Some('O' | 'o' | 'W' | 'w') => false,
            Some(other) => return Err(OthelloError::Character(*other)),
        };
        let board = Board { own: black, opp: white };
        Ok((if black_moves { board } else { board.pass() }, black_moves))
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for i in 0..64 {
            let c = match (self.own >> i & 1, self.opp >> i & 1) {
                (1, _) => 'X',
                (_, 1) => 'O',
                _ => '-',
            };
            write!(f, "{c}")?;
        }
        Ok(())
    }
}

/// `c4` → 26.
pub fn square(text: &str) -> Result<usize, OthelloError> {
    match text.as_bytes() {
        [c, r] if (b'a'..=b'h').contains(&c.to_ascii_lowercase()) && (b'1'..=b'8').contains(r) => {
            Ok((c.to_ascii_lowercase() - b'a') as usize + 8 * (r - b'1') as usize)
        }
        _ => Err(OthelloError::Square(text.into())),
    }
}

/// 26 → `c4`.
pub fn square_name(square: usize) -> String {
    format!("{}{}", (b'a' + (square % 8) as u8) as char, square / 8 + 1)
}

/// Every position of a game given as `f5d6c3…`, with whether Black moves; passes are implied.
pub fn replay(moves: &str) -> Result<Vec<(Board, bool)>, OthelloError> {
    let mut board = Board::START;
    let mut black = true;
    let mut out = vec![(board, black)];
    let bytes = moves.trim().as_bytes();
    for (i, pair) in bytes.chunks(2).enumerate() {
        let text = String::from_utf8_lossy(pair).into_owned();
        let at = square(&text)?;
        if board.moves() == 0 {
            board = board.pass();
            black = !black;
        }
        if board.moves() >> at & 1 == 0 {
            return Err(OthelloError::Illegal { number: i + 1, mv: text });
        }
        board = board.play(at);
        black = !black;
        out.push((board, black));
    }
    Ok(out)
}
