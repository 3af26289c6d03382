//! What the playouts of one position say.

use super::levers::Levers;
use aji_goban::{Color, Komi, Position, score};
use aji_ranking::numbers::{exp, ln};
use aji_search::playout::rater::{Ground, Rater};
use aji_search::random::Random;
use std::sync::Arc;

/// Playouts are cut after so many moves for each point, as the search cuts them.
const MOST_MOVES_PER_POINT: usize = 3;

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
#[derive(Clone, Debug, Default)]
pub struct Gradient {
    /// By lever.
    pub levers: Vec<f64>,
    /// For the sharpness a.
    pub sharpness: f64,
    /// The logarithms of the chances given to the real winners, added up.
    pub likelihood: f64,
    /// The cases.
    pub n: u32,
}

impl Gradient {
    /// Nothing yet, for so many levers.
    pub fn zero(n_levers: usize) -> Gradient {
        Gradient { levers: vec![0.0; n_levers], ..Gradient::default() }
    }

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
    surprise: Vec<f64>,
    surprise_in_wins: Vec<f64>,
}

impl Half {
    fn empty(n_levers: usize) -> Half {
        let zeros = || vec![0.0; n_levers];
        Half { n: 0.0, wins: 0.0, surprise: zeros(), surprise_in_wins: zeros() }
    }

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
    /// The features of a playout, as they come.
    seen: Vec<(usize, f64)>,
}

impl<'a> Scales<'a> {
    /// Scales for these strengths, made ready in `ground`.
    pub fn new(
        levers: &'a Levers,
        ground: &'a Arc<Ground>,
        sharpness: f64,
        random: Random,
    ) -> Scales<'a> {
        Scales { levers, ground, random, sharpness, seen: Vec::new() }
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
        let mut halves = [Half::empty(self.levers.n()), Half::empty(self.levers.n())];
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
    pub(super) fn slopes(&mut self, case: &Case, n_playouts: u32) -> Vec<f64> {
        let halves = self.halves(case, n_playouts);
        (0..self.levers.n()).map(|i| (halves[0].slope(i) + halves[1].slope(i)) / 2.0).collect()
    }

    fn play_out(&mut self, case: &Case, rater: &mut Rater, half: &mut Half) {
        let mut position = case.position.clone();
        self.seen.clear();
        for _ in 0..MOST_MOVES_PER_POINT * position.size().n_points() {
            if position.n_passes() >= 2 {
                break;
            }
            rater.show_answers(&position);
            let play = rater.draw(&position, &mut self.random);
            let other = rater.draw(&position, &mut self.random);
            if play != other {
                let near = rater.table().shapes();
                for (play, sign) in [(play, 1.0), (other, -1.0)] {
                    let see = |lever, much| self.seen.push((lever, sign * much));
                    self.levers.features(&position, near, play, see);
                }
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
        for &(lever, much) in &self.seen {
            half.surprise[lever] += much;
            half.surprise_in_wins[lever] += won * much;
        }
    }
}
