//! Lesson 5: who won? Stones on the board plus empty points surrounded by one color.

use crate::board::{Board, Color, Point, neighbors, points};

/// What White gets for moving second.
pub const KOMI: f64 = 6.5;

/// Points of both sides: stones and surrounded empty points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Points held by Black.
    pub black: usize,
    /// Points held by White.
    pub white: usize,
}

impl Score {
    /// Black's lead after komi; negative if White leads.
    pub fn lead(self, komi: f64) -> f64 {
        self.black as f64 - self.white as f64 - komi
    }
}

impl Board {
    /// Who holds a point: its stone, or the only color that touches it.
    /// An empty point that touches both colors (a seki) or none belongs to nobody.
    #[inline]
    pub fn owner(&self, point: Point) -> Color {
        if self.at(point) != Color::Empty {
            return self.at(point);
        }
        let touches = |color| neighbors(point).iter().any(|&n| self.at(n) == color);
        match (touches(Color::Black), touches(Color::White)) {
            (true, false) => Color::Black,
            (false, true) => Color::White,
            _ => Color::Empty,
        }
    }

    /// Counts a finished game: every stone on the board is alive, every empty point an eye.
    pub fn score(&self) -> Score {
        let mut score = Score::default();
        for point in points() {
            match self.owner(point) {
                Color::Black => score.black += 1,
                Color::White => score.white += 1,
                _ => {}
            }
        }
        score
    }

    // ANCHOR: result_for
    /// Lesson 7: the result as the side to move sees it. One half for a win, minus one half for
    /// a loss, so that `-result` is always the opponent's view and `result + 0.5` a win rate.
    pub fn result_for(&self, color: Color, komi: f64) -> f64 {
        let lead = self.score().lead(komi);
        let black = if lead == 0.0 { 0.0 } else { lead.signum() / 2.0 };
        if color == Color::Black { black } else { -black }
    }
    // ANCHOR_END: result_for
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::positions;

    #[test]
    fn the_finished_game_of_the_course_is_black_by_twenty_nine() {
        let score = positions::finished().score();
        assert_eq!(score, Score { black: 55, white: 26 });
        assert_eq!(score.lead(KOMI), 22.5);
    }

    #[test]
    fn a_point_of_a_seki_belongs_to_nobody() {
        let score = positions::seki().score();
        assert_eq!(score.black + score.white, 80);
    }

    #[test]
    fn the_opponent_sees_the_result_with_the_other_sign() {
        let board = positions::finished();
        assert_eq!(board.result_for(Color::Black, KOMI), 0.5);
        assert_eq!(board.result_for(Color::White, KOMI), -0.5);
        assert_eq!(board.result_for(Color::White, 29.0), 0.0, "a draw");
    }
}
