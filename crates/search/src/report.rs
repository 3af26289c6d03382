//! What a search found.

use crate::tree::Proof;
use aji_goban::{Color, Komi, Move, Point, PointSet, point::N_INDICES};
use std::time::Duration;

/// What a search found. Win rates are kept for the side to move and asked for by color.
#[derive(Clone, Debug)]
pub struct Report {
    /// The side to move.
    pub to_move: Color,
    /// Every move that was looked at, the best first.
    pub candidates: Vec<Candidate>,
    /// The playouts spent.
    pub n_playouts: u64,
    /// The nodes of the tree.
    pub n_nodes: usize,
    /// What the playouts took.
    pub effort: Effort,
    /// The time spent.
    pub elapsed: Duration,
    /// Who owned each point when the playouts ended.
    pub ownership: Ownership,
    /// The komi that win rates were counted with, where it is not the game's (`search.dynamic_komi`).
    pub shifted_komi: Option<Komi>,
    /// What came of looking again at a move far from everything attended; none if there was no reason to.
    pub second_opinion: Option<SecondOpinion>,
}

/// A move far from everything attended was compared with the best one attended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SecondOpinion {
    /// The move that would have been played.
    pub doubted: Move,
    /// The one it was compared with.
    pub rival: Move,
    /// The playouts spent on both.
    pub n_playouts: u64,
    /// Is the rival played in its place?
    pub is_vetoed: bool,
}

/// What the playouts of a search took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// The longest way down, in moves.
    pub depth: usize,
    /// How often a move of a node was selected.
    pub n_selections: u64,
    /// How often a leaf turned out to be a node that was there on another way.
    pub n_joined: u64,
    /// How many nodes attention looked at.
    pub n_attended: u64,
    /// With `search.audit`: how often DFUCT compared two rivals,
    pub n_compared: u64,
    /// how often a third move stood above both,
    pub n_third: u64,
    /// and the time inside playouts.
    pub in_playouts: Duration,
}

impl Effort {
    /// Adds what another worker did.
    pub fn merge(&mut self, other: &Effort) {
        self.depth = self.depth.max(other.depth);
        self.n_selections += other.n_selections;
        self.n_joined += other.n_joined;
        self.n_attended += other.n_attended;
        self.n_compared += other.n_compared;
        self.n_third += other.n_third;
        self.in_playouts += other.in_playouts;
    }
}

/// A move that was looked at.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The move.
    pub play: Move,
    /// How often it was tried.
    pub visits: u32,
    mover: Color,
    win_rate: f64,
    /// What learned weights gave for it before it was tried: its part of all moves' strengths.
    pub prior: f64,
    /// What is known of it for certain.
    pub proof: Option<Proof>,
    /// What the search expects to be played: this move, then the most visited answers.
    pub variation: Vec<Move>,
}

impl Candidate {
    /// A candidate of `mover`, who won with it at this rate.
    pub fn new(play: Move, visits: u32, mover: Color, win_rate: f64) -> Candidate {
        let (prior, proof) = (0.0, None);
        Candidate { play, visits, mover, win_rate, prior, proof, variation: vec![play] }
    }

    /// The share of playouts that `color` won, draws counted half.
    pub fn win_rate_for(&self, color: Color) -> f64 {
        if color == self.mover { self.win_rate } else { 1.0 - self.win_rate }
    }
}

impl Report {
    /// The best candidate; none if the side to move can only pass.
    pub fn best(&self) -> Option<&Candidate> {
        self.candidates.first()
    }

    /// The share of playouts that `color` won with the best move; one half if nothing was tried.
    pub fn win_rate_for(&self, color: Color) -> f64 {
        self.best().map_or(0.5, |best| best.win_rate_for(color))
    }
}

/// How often each point was each color's when playouts ended.
#[derive(Clone, Debug)]
pub struct Ownership {
    n: u32,
    black: [u32; N_INDICES],
    white: [u32; N_INDICES],
    /// How often it was the winner's.
    winners: [u32; N_INDICES],
    /// How many playouts each color won.
    wins: [u32; 2],
}

impl Default for Ownership {
    fn default() -> Ownership {
        let none = [0; N_INDICES];
        Ownership { n: 0, black: none, white: none, winners: none, wins: [0; 2] }
    }
}

impl Ownership {
    /// Adds the end of one playout.
    #[inline]
    pub fn observe(&mut self, black: &PointSet, white: &PointSet, winner: Option<Color>) {
        self.n += 1;
        for point in black.iter() {
            self.black[point.index()] += 1;
        }
        for point in white.iter() {
            self.white[point.index()] += 1;
        }
        if let Some(winner) = winner {
            self.wins[winner.index()] += 1;
            let of_winner = if winner == Color::Black { black } else { white };
            for point in of_winner.iter() {
                self.winners[point.index()] += 1;
            }
        }
    }

    /// Adds what another worker saw.
    pub fn merge(&mut self, other: &Ownership) {
        self.n += other.n;
        for i in 0..N_INDICES {
            self.black[i] += other.black[i];
            self.white[i] += other.white[i];
            self.winners[i] += other.winners[i];
        }
        for (mine, others) in self.wins.iter_mut().zip(other.wins) {
            *mine += others;
        }
    }

    /// The number of playouts seen.
    pub const fn n_playouts(&self) -> u32 {
        self.n
    }

    /// The share of playouts in which the point was `color`'s, neutral points counted half.
    pub fn of(&self, point: Point, color: Color) -> f64 {
        if self.n == 0 {
            return 0.5;
        }
        let (black, white) = (self.black[point.index()], self.white[point.index()]);
        let lead = f64::from(black) - f64::from(white);
        let black_share = 0.5 + lead / (2.0 * f64::from(self.n));
        match color {
            Color::Black => black_share,
            Color::White => 1.0 - black_share,
        }
    }

    /// How much more often the winner owned the point than chance would have it (thesis, equation 15).
    pub fn criticality(&self, point: Point) -> f64 {
        if self.n == 0 {
            return 0.0;
        }
        let n = f64::from(self.n);
        let share = |count: u32| f64::from(count) / n;
        let by_chance = share(self.black[point.index()]) * share(self.wins[Color::Black.index()])
            + share(self.white[point.index()]) * share(self.wins[Color::White.index()]);
        share(self.winners[point.index()]) - by_chance
    }
}
