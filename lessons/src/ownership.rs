//! Lesson 13: whose point is it? Ask many playouts.

use crate::board::{BOARD_MAX, Board, Color, Point, SIZE, WIDTH, points};
use crate::playout::{Choose, play_out};
use crate::random::Random;
use std::fmt;

/// A position to ask about.
#[derive(Clone, Copy)]
pub struct Question<'a> {
    /// The stones.
    pub board: &'a Board,
    /// Who is to move.
    pub to_move: Color,
    /// The last move, or a pass.
    pub last: Point,
    /// The player of the playouts.
    pub choose: Choose,
}

impl Question<'_> {
    /// Plays out the position many times and shows the end of every game.
    pub fn ask(&self, playouts: usize, random: &mut Random, mut observe: impl FnMut(&Board)) {
        for _ in 0..playouts {
            let mut end = *self.board;
            play_out(&mut end, self.to_move, &mut vec![self.last], self.choose, random);
            observe(&end);
        }
    }
}

/// How often each point ended as Black's or White's.
pub struct Ownership {
    playouts: u32,
    lead: [i32; BOARD_MAX],
}

impl Ownership {
    /// Asks so many playouts.
    pub fn new(question: &Question, playouts: usize, random: &mut Random) -> Ownership {
        let mut ownership = Ownership { playouts: 0, lead: [0; BOARD_MAX] };
        question.ask(playouts, random, |end| ownership.observe(end));
        ownership
    }

    // ANCHOR: observe
    /// Adds one finished game.
    pub fn observe(&mut self, end: &Board) {
        self.playouts += 1;
        for point in points() {
            self.lead[point] += match end.owner(point) {
                Color::Black => 1,
                Color::White => -1,
                _ => 0,
            };
        }
    }
    // ANCHOR_END: observe

    /// +100: always Black's, -100: always White's.
    pub fn percent(&self, point: Point) -> f64 {
        100.0 * f64::from(self.lead[point]) / f64::from(self.playouts.max(1))
    }
}

/// The map of the course: one number for each point.
impl fmt::Display for Ownership {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for y in 1..=SIZE {
            for x in 1..=SIZE {
                write!(f, "{:5.0}", self.percent(y * WIDTH + x))?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
