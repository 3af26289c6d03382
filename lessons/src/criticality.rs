//! Lesson 14: criticality. Which points decide the game? Those that the winner owns.

use crate::board::{BOARD_MAX, Board, Color, Point, SIZE, WIDTH, points};
use crate::ownership::Question;
use crate::random::Random;
use std::fmt;

/// Who owned each point at the end of the playouts, and whether the owner had won.
pub struct Criticality {
    games: f64,
    black_wins: f64,
    black: [f64; BOARD_MAX],
    white: [f64; BOARD_MAX],
    winner: [f64; BOARD_MAX],
}

impl Criticality {
    /// Asks so many playouts.
    pub fn new(question: &Question, komi: f64, playouts: usize, random: &mut Random) -> Self {
        let none = [0.0; BOARD_MAX];
        let mut all =
            Criticality { games: 0.0, black_wins: 0.0, black: none, white: none, winner: none };
        question.ask(playouts, random, |end| all.observe(end, komi));
        all
    }

    /// Adds one finished game.
    pub fn observe(&mut self, end: &Board, komi: f64) {
        let black_won = end.score().lead(komi) > 0.0;
        self.games += 1.0;
        self.black_wins += f64::from(u8::from(black_won));
        for point in points() {
            let owner = end.owner(point);
            let won = if black_won { Color::Black } else { Color::White };
            self.black[point] += f64::from(u8::from(owner == Color::Black));
            self.white[point] += f64::from(u8::from(owner == Color::White));
            self.winner[point] += f64::from(u8::from(owner == won));
        }
    }

    // ANCHOR: at
    /// How often the winner owned the point, less what chance alone would give: 0 for a point
    /// that does not matter, 0.5 for one that decides an even game.
    pub fn at(&self, point: Point) -> f64 {
        let n = self.games.max(1.0);
        let (black_wins, white_wins) = (self.black_wins / n, 1.0 - self.black_wins / n);
        let by_chance = self.white[point] / n * white_wins + self.black[point] / n * black_wins;
        self.winner[point] / n - by_chance
    }
    // ANCHOR_END: at

    /// How often Black won.
    pub fn black_win_rate(&self) -> f64 {
        self.black_wins / self.games.max(1.0)
    }
}

/// The map of the course: one number for each point.
impl fmt::Display for Criticality {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for y in 1..=SIZE {
            for x in 1..=SIZE {
                write!(f, "{:6.2}", self.at(y * WIDTH + x))?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
