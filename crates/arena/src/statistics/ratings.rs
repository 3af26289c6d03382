//! One scale for many players: the Bradley–Terry model, in Elo.
//!
//! The expected score of player i against j is 1 / (1 + 10^((rⱼ − rᵢ)/400)). The ratings are those under
//! which the results were most likely, found by Newton's method; the inverse of the information matrix
//! gives the intervals. Anchored players keep the rating they are given; without an anchor the
//! average is 0.

use super::interval::Interval;
use super::normal::Z_95;
use super::tally::Tally;
use serde::Serialize;
use thiserror::Error;

/// Elo points per natural unit of strength.
const ELO_PER_UNIT: f64 = 400.0 / std::f64::consts::LN_10;

/// The results of two players against each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Encounter {
    /// The first player, by number.
    pub first: usize,
    /// The second.
    pub second: usize,
    /// The first player's results.
    pub tally: Tally,
}

/// A player's place on the scale.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rating {
    /// In Elo.
    pub elo: f64,
    /// At 95 %; of no width for an anchor.
    pub interval: Interval,
    /// Was this rating given, not found?
    pub is_anchor: bool,
}

/// Why no ratings can be given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum RatingError {
    /// The results put no bound on this player's rating.
    #[error(
        "the results put no bound on the rating of player {0}: some group of players never won or \
         never lost against the rest; add games or a prior of virtual draws"
    )]
    Unbounded(usize),
    /// A number that names no player.
    #[error("player {0} does not exist")]
    NoSuchPlayer(usize),
}

/// How ratings are found.
#[derive(Clone, Debug, Default)]
pub struct Ratings {
    n_players: usize,
    anchors: Vec<Option<f64>>,
    virtual_draws: f64,
    encounters: Vec<Encounter>,
}

impl Ratings {
    /// Ratings for so many players, numbered from 0.
    pub fn new(n_players: usize) -> Ratings {
        Ratings { n_players, anchors: vec![None; n_players], ..Ratings::default() }
    }

    /// Holds a player at a known rating.
    pub fn anchor(mut self, player: usize, elo: f64) -> Result<Ratings, RatingError> {
        *self.anchors.get_mut(player).ok_or(RatingError::NoSuchPlayer(player))? = Some(elo);
        Ok(self)
    }

    /// Adds so many drawn games between all who met: a prior that keeps a player who won every game at
    /// a finite rating. 0, the default, is plain maximum likelihood.
    pub fn with_virtual_draws(mut self, draws: f64) -> Ratings {
        self.virtual_draws = draws.max(0.0);
        self
    }

    /// Adds results.
    pub fn add(&mut self, encounter: Encounter) -> Result<(), RatingError> {
        for player in [encounter.first, encounter.second] {
            if player >= self.n_players {
                return Err(RatingError::NoSuchPlayer(player));
            }
        }
        if encounter.first != encounter.second && encounter.tally.games() > 0 {
            self.encounters.push(encounter);
        }
        Ok(())
    }

    /// The most likely ratings.
    pub fn fit(&self) -> Result<Vec<Rating>, RatingError> {
        if self.n_players == 0 {
            return Ok(Vec::new());
        }
        self.check_bounded()?;
        let free: Vec<usize> = (0..self.n_players).filter(|&i| self.anchors[i].is_none()).collect();
        let mut strengths: Vec<f64> =
            self.anchors.iter().map(|anchor| anchor.unwrap_or(0.0) / ELO_PER_UNIT).collect();
        let is_floating = free.len() == self.n_players;

        let mut covariance = Matrix::identity(0);
        for _ in 0..200 {
            let (gradient, information) = self.derivatives(&strengths, &free, is_floating);
            covariance = information.inverse();
            let step = covariance.times(&gradient);
            // A step is at most one unit (174 Elo) long: far from the maximum Newton overshoots.
            let longest = step.iter().fold(1.0f64, |most, s| most.max(s.abs()));
            for (&player, s) in free.iter().zip(&step) {
                strengths[player] += s / longest;
            }
            if step.iter().all(|s| s.abs() < 1e-12) {
                break;
            }
        }
        if is_floating {
            let average = strengths.iter().sum::<f64>() / self.n_players as f64;
            strengths.iter_mut().for_each(|s| *s -= average);
        }
        // The floating scale was tied down by 11ᵀ/n, whose own inverse must leave the variance again.
        let tied = if is_floating { 1.0 / self.n_players as f64 } else { 0.0 };
        Ok(self.written(&strengths, &free, |i| (covariance.at(i, i) - tied).max(0.0).sqrt()))
    }

    fn written(
        &self,
        strengths: &[f64],
        free: &[usize],
        deviation: impl Fn(usize) -> f64,
    ) -> Vec<Rating> {
        let rating = |player: usize| {
            let elo = strengths[player] * ELO_PER_UNIT;
            let place = free.iter().position(|&f| f == player);
            let half = place.map_or(0.0, |i| Z_95 * deviation(i) * ELO_PER_UNIT);
            let interval = Interval { low: elo - half, high: elo + half };
            Rating { elo, interval, is_anchor: place.is_none() }
        };
        (0..self.n_players).map(rating).collect()
    }

    /// First and negated second derivatives of the log likelihood, for the free players.
    fn derivatives(&self, strengths: &[f64], free: &[usize], floating: bool) -> (Vec<f64>, Matrix) {
        let n = free.len();
        let mut place = vec![None; self.n_players];
        free.iter().enumerate().for_each(|(i, &player)| place[player] = Some(i));
        let mut gradient = vec![0.0; n];
        let tie = if floating { 1.0 / n as f64 } else { 0.0 };
        let mut information = Matrix { n, cells: vec![tie; n * n] };
        for e in &self.encounters {
            let games = e.tally.games() as f64 + self.virtual_draws;
            let points = e.tally.points() + 0.5 * self.virtual_draws;
            let p = 1.0 / (1.0 + (strengths[e.second] - strengths[e.first]).exp());
            let (surprise, weight) = (points - games * p, games * p * (1.0 - p));
            let (a, b) = (place[e.first], place[e.second]);
            for (own, other, sign) in [(a, b, 1.0), (b, a, -1.0)] {
                let Some(i) = own else { continue };
                gradient[i] += sign * surprise;
                *information.at_mut(i, i) += weight;
                if let Some(j) = other {
                    *information.at_mut(i, j) -= weight;
                }
            }
        }
        (gradient, information)
    }

    /// Ford's condition: everybody must be reachable from everybody else along "did not lose against",
    /// anchors counting as one player. Otherwise some ratings run away to infinity.
    fn check_bounded(&self) -> Result<(), RatingError> {
        let first_anchor = self.anchors.iter().position(Option::is_some);
        let merged =
            |i: usize| if self.anchors[i].is_some() { first_anchor.unwrap_or(i) } else { i };
        let start = first_anchor.unwrap_or(0);
        for forwards in [true, false] {
            let mut reached = vec![false; self.n_players];
            let mut open = vec![start];
            while let Some(player) = open.pop() {
                if std::mem::replace(&mut reached[player], true) {
                    continue;
                }
                for e in &self.encounters {
                    let (a, b) = (merged(e.first), merged(e.second));
                    let some_points = |t: &Tally| t.points() > 0.0 || self.virtual_draws > 0.0;
                    let (up, down) = (some_points(&e.tally), some_points(&e.tally.reversed()));
                    let (a_to_b, b_to_a) = if forwards { (up, down) } else { (down, up) };
                    if a == player && a_to_b {
                        open.push(b);
                    }
                    if b == player && b_to_a {
                        open.push(a);
                    }
                }
            }
            if let Some(lost) = (0..self.n_players).find(|&i| !reached[merged(i)]) {
                return Err(RatingError::Unbounded(lost));
            }
        }
        Ok(())
    }
}

/// A small dense square matrix.
struct Matrix {
    n: usize,
    cells: Vec<f64>,
}

impl Matrix {
    fn identity(n: usize) -> Matrix {
        let mut matrix = Matrix { n, cells: vec![0.0; n * n] };
        (0..n).for_each(|i| *matrix.at_mut(i, i) = 1.0);
        matrix
    }

    fn at(&self, row: usize, column: usize) -> f64 {
        self.cells[row * self.n + column]
    }

    fn at_mut(&mut self, row: usize, column: usize) -> &mut f64 {
        &mut self.cells[row * self.n + column]
    }

    fn times(&self, vector: &[f64]) -> Vec<f64> {
        (0..self.n).map(|i| (0..self.n).map(|j| self.at(i, j) * vector[j]).sum()).collect()
    }

    /// The inverse of a positive definite matrix, by Gauss and Jordan; no pivoting is needed there.
    fn inverse(mut self) -> Matrix {
        let n = self.n;
        let mut inverse = Matrix::identity(n);
        for i in 0..n {
            let pivot = self.at(i, i);
            for j in 0..n {
                *self.at_mut(i, j) /= pivot;
                *inverse.at_mut(i, j) /= pivot;
            }
            for row in (0..n).filter(|&row| row != i) {
                let factor = self.at(row, i);
                for j in 0..n {
                    *self.at_mut(row, j) -= factor * self.at(i, j);
                    *inverse.at_mut(row, j) -= factor * inverse.at(i, j);
                }
            }
        }
        inverse
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fitted(ratings: Ratings, results: &[(usize, usize, u64, u64)]) -> Vec<Rating> {
        let mut ratings = ratings;
        for &(first, second, wins, losses) in results {
            let tally = Tally { wins, draws: 0, losses };
            ratings.add(Encounter { first, second, tally }).unwrap();
        }
        ratings.fit().unwrap()
    }

    /// Baseball's American League East of 1987 as analyzed by Agresti (Categorical Data Analysis,
    /// Bradley–Terry section): wins of the first of two teams in 13 games.
    /// Milwaukee, Detroit, Toronto, New York, Boston, Cleveland, Baltimore.
    const BASEBALL: [(usize, usize, u64, u64); 21] = [
        (0, 1, 7, 6),
        (0, 2, 9, 4),
        (0, 3, 7, 6),
        (0, 4, 7, 6),
        (0, 5, 9, 4),
        (0, 6, 11, 2),
        (1, 2, 7, 6),
        (1, 3, 5, 8),
        (1, 4, 11, 2),
        (1, 5, 9, 4),
        (1, 6, 9, 4),
        (2, 3, 7, 6),
        (2, 4, 7, 6),
        (2, 5, 8, 5),
        (2, 6, 12, 1),
        (3, 4, 6, 7),
        (3, 5, 7, 6),
        (3, 6, 10, 3),
        (4, 5, 7, 6),
        (4, 6, 12, 1),
        (5, 6, 6, 7),
    ];

    #[test]
    fn the_published_baseball_strengths_and_errors_come_out() {
        let ratings = fitted(Ratings::new(7).anchor(6, 0.0).unwrap(), &BASEBALL);
        let published = [
            (1.5814, 0.3433),
            (1.4364, 0.3396),
            (1.2945, 0.3367),
            (1.2476, 0.3359),
            (1.1077, 0.3339),
            (0.6839, 0.3319),
        ];
        for (rating, (strength, error)) in ratings.iter().zip(published) {
            let half = rating.interval.half_width() / Z_95 / ELO_PER_UNIT;
            assert!((rating.elo / ELO_PER_UNIT - strength).abs() < 1e-3, "{rating:?}");
            assert!((half - error).abs() < 1e-3, "{rating:?}");
        }
        assert!(ratings[6].is_anchor && ratings[6].interval.half_width() == 0.0);
    }

    #[test]
    fn two_players_get_the_elo_difference_of_their_win_rate() {
        let ratings = fitted(Ratings::new(2), &[(0, 1, 76, 24)]);
        let expected = super::super::elo::difference(0.76);
        assert!((ratings[0].elo - ratings[1].elo - expected).abs() < 1e-6);
        assert!((ratings[0].elo + ratings[1].elo).abs() < 1e-9, "the average is 0");
        // Each end moves by half of the difference's deviation 1/√(n p q).
        let deviation = ELO_PER_UNIT / (100.0f64 * 0.76 * 0.24).sqrt();
        assert!((ratings[0].interval.half_width() - Z_95 * deviation / 2.0).abs() < 1e-6);
    }

    #[test]
    fn ratings_do_not_depend_on_the_anchor_but_for_the_zero() {
        let floating = fitted(Ratings::new(7), &BASEBALL);
        let anchored = fitted(Ratings::new(7).anchor(2, 1500.0).unwrap(), &BASEBALL);
        for (a, b) in floating.iter().zip(&anchored) {
            assert!((a.elo - floating[2].elo - (b.elo - 1500.0)).abs() < 1e-6);
        }
    }

    #[test]
    fn a_chain_through_two_anchors_is_bounded_and_a_perfect_record_is_not() {
        let chain = Ratings::new(3).anchor(0, 0.0).unwrap().anchor(2, 400.0).unwrap();
        let middle = fitted(chain, &[(0, 1, 0, 10), (2, 1, 10, 0)])[1];
        assert!((middle.elo - 200.0).abs() < 1e-6, "{middle:?}");

        let mut perfect = Ratings::new(2);
        perfect.add(Encounter { first: 0, second: 1, tally: Tally::of(5, 5) }).unwrap();
        assert!(matches!(perfect.fit(), Err(RatingError::Unbounded(_))));
        assert!(perfect.with_virtual_draws(2.0).fit().unwrap()[0].elo > 100.0);
    }

    #[test]
    fn players_who_never_met_and_numbers_out_of_range_are_refused() {
        let mut ratings = Ratings::new(3);
        ratings.add(Encounter { first: 0, second: 1, tally: Tally::of(1, 2) }).unwrap();
        assert_eq!(ratings.fit(), Err(RatingError::Unbounded(2)));
        let stranger = Encounter { first: 0, second: 3, tally: Tally::of(1, 2) };
        assert_eq!(ratings.add(stranger), Err(RatingError::NoSuchPlayer(3)));
        assert_eq!(Ratings::new(0).fit(), Ok(vec![]));
    }
}
