//! Ownership and criticality from a few plain playouts.
//!
//! Criticality is how much owning a point and winning go together: the covariance of the two over playouts (Coulom 2009;
//! thesis §4.2.2).

use aji_attention::Statistics;
use aji_goban::score::{self, Owned};
use aji_goban::{Color, Empties, Komi, Margin, Position};
use aji_search::Random;
use aji_search::playout::uniform;

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
        let (mut random, n_points) = (Random::new(seed), size.n_points());
        let start = Empties::of(position.board().empties());
        let (mut black, mut with_winner) = (vec![0_u32; n_points], vec![0_u32; n_points]);
        let mut black_wins = 0;
        let mut playout = position.clone();
        for _ in 0..n {
            playout.clone_from(position);
            let mut empties = start.clone();
            for _ in 0..3 * n_points {
                if playout.n_passes() >= 2 {
                    break;
                }
                let play = uniform::draw(&playout, &mut empties, &mut random);
                playout.play(play, &mut empties);
            }
            let Owned { black: own, white } = score::area(playout.board());
            let margin = Margin::of(own.len(), white.len(), komi);
            let winner = margin.winner().unwrap_or(Color::White);
            black_wins += u32::from(winner == Color::Black);
            let theirs = if winner == Color::Black { &own } else { &white };
            for (at, point) in size.points().enumerate() {
                black[at] += u32::from(own.contains(point));
                with_winner[at] += u32::from(theirs.contains(point));
            }
        }
        let n = n.max(1) as f32;
        let wins = black_wins as f32 / n;
        let ownership: Vec<f32> = black.iter().map(|&times| times as f32 / n).collect();
        let expected = |part: f32| part * wins + (1.0 - part) * (1.0 - wins);
        let criticality = with_winner.iter().zip(&ownership);
        let criticality = criticality.map(|(&times, &part)| times as f32 / n - expected(part));
        PlayedOut { criticality: criticality.collect(), ownership }
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
