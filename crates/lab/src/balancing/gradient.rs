//! What the playouts of one position say.

use super::levers::{Levers, N_LEVERS};
use aji_goban::{Color, Komi, Position, score};
use aji_ranking::numbers::{exp, ln};
use aji_search::playout::rater::{Ground, Rater};
use aji_search::random::Random;
use std::sync::Arc;

/// A position of a game that Black or White won.
#[derive(Clone)]
pub struct Case {
    /// The position.
    pub position: Position,
    /// The game's komi.
    pub komi: Komi,
    /// Who won it.
    pub winner: Color,
}

/// Which way the levers and the sharpness should go for some cases, added up.
#[derive(Clone, Debug)]
pub struct Gradient {
    /// By lever.
    pub levers: [f64; N_LEVERS],
    /// For the sharpness a.
    pub sharpness: f64,
    /// The logarithms of the chances given to the real winners, added up; one for each half of the playouts.
    pub likelihood: f64,
    /// The cases.
    pub n: u32,
}

impl Default for Gradient {
    fn default() -> Gradient {
        Gradient { levers: [0.0; N_LEVERS], sharpness: 0.0, likelihood: 0.0, n: 0 }
    }
}

impl Gradient {
    /// Both together.
    pub fn join(&mut self, other: &Gradient) {
        self.levers.iter_mut().zip(&other.levers).for_each(|(a, b)| *a += b);
        self.sharpness += other.sharpness;
        self.likelihood += other.likelihood;
        self.n += other.n;
    }
}

/// One half of a position's playouts.
#[derive(Clone, Debug)]
struct Half {
    n: f64,
    wins: f64,
    /// Features played less features drawn beside them, over all playouts and over those that Black won.
    surprise: [f64; N_LEVERS],
    surprise_in_wins: [f64; N_LEVERS],
}

impl Half {
    const EMPTY: Half = Half {
        n: 0.0,
        wins: 0.0,
        surprise: [0.0; N_LEVERS],
        surprise_in_wins: [0.0; N_LEVERS],
    };

    /// Black's share of wins, never 0 or 1.
    fn share(&self) -> f64 {
        (self.wins + 1.0) / (self.n + 2.0)
    }

    /// How that share changes with a lever: the covariance of winning and surprise.
    fn slope(&self, lever: usize) -> f64 {
        let mean = self.wins / self.n;
        (self.surprise_in_wins[lever] - mean * self.surprise[lever]) / (self.n - 1.0)
    }
}

/// Plays positions out and sees what is wrong.
pub struct Scales<'a> {
    levers: &'a Levers,
    ground: &'a Arc<Ground>,
    random: Random,
    sharpness: f64,
}

impl<'a> Scales<'a> {
    /// Scales for these strengths, made ready in `ground`.
    pub fn new(
        levers: &'a Levers,
        ground: &'a Arc<Ground>,
        sharpness: f64,
        random: Random,
    ) -> Scales<'a> {
        Scales { levers, ground, random, sharpness }
    }

    /// Adds what `n_playouts` from a case say to `gradient`.
    pub fn weigh(&mut self, case: &Case, n_playouts: u32, gradient: &mut Gradient) {
        let halves = self.halves(case, n_playouts);
        let won = f64::from(u8::from(case.winner == Color::Black));
        for (judge, guide) in [(0, 1), (1, 0)] {
            let share = halves[judge].share();
            let logit = ln(share / (1.0 - share));
            let chance = 1.0 / (1.0 + exp(-self.sharpness * logit));
            let off = won - chance;
            let push = 0.5 * off * self.sharpness / (share * (1.0 - share));
            for (lever, sum) in gradient.levers.iter_mut().enumerate() {
                *sum += push * halves[guide].slope(lever);
            }
            gradient.sharpness += 0.5 * off * logit;
            gradient.likelihood += 0.5 * ln(if won > 0.0 { chance } else { 1.0 - chance });
        }
        gradient.n += 1;
    }

    fn halves(&mut self, case: &Case, n_playouts: u32) -> [Half; 2] {
        let start = Rater::new(Arc::clone(self.ground), &case.position);
        let mut rater = Rater::new(Arc::clone(self.ground), &case.position);
        let mut halves = [Half::EMPTY, Half::EMPTY];
        for i in 0..n_playouts as usize {
            rater.set_to(start.table());
            self.play_out(case, &mut rater, &mut halves[i % 2]);
        }
        halves
    }

    /// Black's share of wins, for tests.
    #[cfg(test)]
    pub(super) fn share(&mut self, case: &Case, n_playouts: u32) -> f64 {
        let halves = self.halves(case, n_playouts);
        (halves[0].wins + halves[1].wins) / (halves[0].n + halves[1].n)
    }

    /// How that share changes with the levers, for tests.
    #[cfg(test)]
    pub(super) fn slopes(&mut self, case: &Case, n_playouts: u32) -> [f64; N_LEVERS] {
        let halves = self.halves(case, n_playouts);
        std::array::from_fn(|i| (halves[0].slope(i) + halves[1].slope(i)) / 2.0)
    }

    fn play_out(&mut self, case: &Case, rater: &mut Rater, half: &mut Half) {
        let mut position = case.position.clone();
        let mut surprise = [0.0; N_LEVERS];
        for _ in 0..3 * position.size().n_points() {
            if position.n_passes() >= 2 {
                break;
            }
            rater.show_answers(&position);
            let play = rater.draw(&position, &mut self.random);
            let other = rater.draw(&position, &mut self.random);
            if play != other {
                let near = rater.table().shapes();
                self.levers.add(&mut surprise, 1.0, &position, near, play);
                self.levers.add(&mut surprise, -1.0, &position, near, other);
            }
            rater.play(&mut position, play);
        }
        let margin = score::area_margin(position.board(), case.komi);
        half.n += 1.0;
        let won = match margin.winner() {
            Some(Color::Black) => 1.0,
            Some(Color::White) => 0.0,
            None => 0.5,
        };
        half.wins += won;
        for lever in 0..N_LEVERS {
            half.surprise[lever] += surprise[lever];
            half.surprise_in_wins[lever] += won * surprise[lever];
        }
    }
}
