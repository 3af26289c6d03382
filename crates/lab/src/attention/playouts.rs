//! Ownership and criticality from a few plain playouts, as the search counts them.

use aji_attention::Statistics;
use aji_goban::{Color, Komi, Point, Position};
use aji_search::Random;
use aji_search::playout::gammas::Strengths;
use aji_search::playout::{Player, Playouts, Start};
use aji_search::settings::PlayoutSettings;

/// What playouts say of every point, row by row.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedOut {
    /// How often each point is Black's.
    pub ownership: Vec<f32>,
    /// How much owning it and winning go together.
    pub criticality: Vec<f32>,
}

impl PlayedOut {
    /// Plays `n` games to their end from a position.
    pub fn of(position: &Position, komi: Komi, n: u32, seed: u64) -> PlayedOut {
        let size = position.size();
        // Uniform ones, which need no strengths.
        let playouts = Playouts::new(&PlayoutSettings::default(), &Strengths::none(), size);
        let start = Start::new(position, playouts);
        let mut player = Player::new(&start, Random::new(seed));
        for _ in 0..n {
            player.reset(&start);
            player.play_out(komi);
        }
        let seen = &player.ownership;
        let of_points = |value: &dyn Fn(Point) -> f64| -> Vec<f32> {
            size.points().map(|point| value(point) as f32).collect()
        };
        PlayedOut {
            ownership: of_points(&|point| seen.of(point, Color::Black)),
            criticality: of_points(&|point| seen.criticality(point)),
        }
    }

    /// As attention takes it.
    pub fn statistics(&self) -> Statistics<'_> {
        Statistics { ownership: &self.ownership, criticality: &self.criticality }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use aji_goban::diagram;

    #[test]
    fn a_wall_owns_what_is_behind_it() {
        let board = diagram::parse(
            ". X . . . O .
             X X . . . O O
             . X . . . O .
             X X . . . O O
             . X . . . O .
             X X . . . O O
             . X . . . O .",
        )
        .unwrap()
        .board;
        let position = Position::of(board, Color::Black);
        let played = PlayedOut::of(&position, Komi::from_half_points(1), 200, 1);
        assert!(played.ownership[0] > 0.9 && played.ownership[6] < 0.1);
        // What lies between decides the game, not what is owned for sure.
        let between = (0..7).flat_map(|row| [2, 3, 4].map(|column| 7 * row + column));
        let most = between.map(|at| played.criticality[at]).fold(f32::MIN, f32::max);
        assert!(most > 0.05 && played.criticality[0].abs() < 0.02, "{most}");
    }
}
