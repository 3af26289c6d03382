//! Lesson 9: a game with its moves, its end, its result and its SGF record.

use crate::board::{Board, Color, PASS, Point, WIDTH};
use crate::random::Random;
use crate::rules::Illegal;

/// A longer game is broken off and counted: only a repetition goes on like that.
pub const MOST_MOVES: usize = 300;

/// Somebody who can choose a move.
pub trait Player {
    /// What to call it.
    fn name(&self) -> String;
    /// Chooses a move for `color`.
    fn choose(&mut self, game: &Game, color: Color, random: &mut Random) -> Point;
}

impl<P: Player + ?Sized> Player for Box<P> {
    fn name(&self) -> String {
        (**self).name()
    }

    fn choose(&mut self, game: &Game, color: Color, random: &mut Random) -> Point {
        (**self).choose(game, color, random)
    }
}

/// A game in progress.
#[derive(Clone, Debug)]
pub struct Game {
    /// The board now.
    pub board: Board,
    /// The moves so far, with their colors.
    pub moves: Vec<(Color, Point)>,
    /// What White gets for moving second.
    pub komi: f64,
}

impl Game {
    /// A game that has not begun.
    pub fn new(komi: f64) -> Game {
        Game { board: Board::new(), moves: Vec::new(), komi }
    }

    /// Plays and writes down a move.
    pub fn play(&mut self, color: Color, point: Point) -> Result<(), Illegal> {
        self.board.put_stone(point, color)?;
        self.moves.push((color, point));
        Ok(())
    }

    /// The last move, a pass if there is none.
    pub fn last(&self) -> Point {
        self.moves.last().map_or(PASS, |last| last.1)
    }

    /// Whether both have passed, or it has gone on far too long.
    pub fn is_over(&self) -> bool {
        let passes = self.moves.iter().rev().take_while(|m| m.1 == PASS).count();
        passes >= 2 || self.moves.len() >= MOST_MOVES
    }

    /// The result as it is written: `B+3.5`, `W+0.5`, or `0` for a draw.
    pub fn result(&self) -> String {
        let lead = self.board.score().lead(self.komi);
        match lead {
            l if l > 0.0 => format!("B+{l}"),
            l if l < 0.0 => format!("W+{}", -l),
            _ => "0".into(),
        }
    }

    // ANCHOR: sgf
    /// The record in the Smart Game Format, to open in any Go program.
    pub fn sgf(&self, black: &str, white: &str) -> String {
        let letter = |n: usize| char::from(b'a' + n as u8 - 1);
        let mut sgf = format!(
            "(;GM[1]FF[4]SZ[9]KM[{}]PB[{black}]PW[{white}]RE[{}]",
            self.komi,
            self.result()
        );
        for &(color, point) in &self.moves {
            let side = if color == Color::Black { 'B' } else { 'W' };
            sgf += &match point {
                PASS => format!(";{side}[]"),
                _ => format!(";{side}[{}{}]", letter(point % WIDTH), letter(point / WIDTH)),
            };
        }
        sgf + ")"
    }
    // ANCHOR_END: sgf
}

/// Lets two players play one game.
pub fn play_game(black: &mut dyn Player, white: &mut dyn Player, komi: f64, seed: u64) -> Game {
    let mut random = Random::new(seed);
    let mut game = Game::new(komi);
    let mut color = Color::Black;
    while !game.is_over() {
        let point = match color {
            Color::Black => black.choose(&game, color, &mut random),
            _ => white.choose(&game, color, &mut random),
        };
        if game.play(color, point).is_err() {
            // Our own players never get here; yours may, and passes instead.
            game.moves.push((color, PASS));
            game.board.ko = None;
        }
        color = color.flip();
    }
    game
}
