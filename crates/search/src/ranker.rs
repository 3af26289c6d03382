//! The moves of a new node, in the order in which they deserve to be tried.

use crate::playout::Player;
use crate::prior::{Judge, Prior};
use crate::settings::SearchSettings;
use crate::tree::Ranked;
use aji_goban::{Move, Point, Position, Size};
use aji_patterns::Tactic;
use aji_reading::{Ladders, SelfAtari, Verdict, self_atari};
use std::sync::Arc;

/// Ranks moves; keeps its room between positions.
#[derive(Debug)]
pub struct Ranker {
    judge: Option<Judge>,
    /// What priors are raised to.
    exponent: f64,
    /// What the best prior is at least, and the k-th divided by k².
    floor: f32,
    widening: bool,
    rave_start: f64,
    shares: Vec<(Point, f32)>,
    moves: Vec<Ranked>,
}

impl Ranker {
    /// A ranker for boards of this size, with learned weights or without.
    pub fn new(settings: &SearchSettings, prior: Option<&Arc<Prior>>, size: Size) -> Ranker {
        let prior = prior.filter(|_| settings.prior);
        Ranker {
            judge: prior.map(|prior| Judge::new(Arc::clone(prior), size)),
            exponent: settings.prior_exponent,
            floor: settings.prior_trust_on(size)[0] as f32,
            widening: settings.widening,
            rave_start: if settings.rave { settings.rave_start } else { 0.0 },
            shares: Vec::with_capacity(size.n_points()),
            moves: Vec::with_capacity(size.n_points() + 1),
        }
    }

    /// The moves ranked last.
    pub fn moves(&self) -> &[Ranked] {
        &self.moves
    }

    /// Ranks all legal moves that fill no own eye, and the pass. Besides the best, `rival` is open from the start: the
    /// best other move the opponent could have made, which often is as good for this side.
    pub fn rank(&mut self, player: &mut Player, rival: Option<Move>) {
        self.moves.clear();
        let is_judged = self.judge.is_some();
        if is_judged {
            self.rank_judged(&mut player.position);
        } else {
            self.rank_at_random(player);
        }
        for ranked in self.moves.iter_mut().filter(|ranked| Some(ranked.play) == rival) {
            ranked.is_open = true;
        }
        let n_points = player.position.size().n_points();
        let is_end_near = 3 * self.moves.len() < n_points;
        let answers_a_pass = player.position.last_move() == Some(Move::Pass);
        let pass = Ranked {
            play: Move::Pass,
            // Where moves are opened one by one it waits for its turn; else it is as likely as any other.
            prior: if self.widening { 0.0 } else { 1.0 / (self.moves.len() + 1) as f32 },
            is_open: !self.widening || is_end_near || answers_a_pass,
            rave_start: 0,
        };
        // Where moves are opened one by one, an open pass stands with the open ones; else by its prior.
        let place = match self.widening {
            true if pass.is_open => self.moves.len().min(1),
            true => self.moves.len(),
            false => self.moves.partition_point(|ranked| ranked.prior >= pass.prior),
        };
        self.moves.insert(place, pass);
    }

    /// Makes the moves of a root of those ranked last: only legal ones, and without running into ladders.
    pub fn keep_for_root(
        &mut self,
        position: &mut Position,
        shuns_ladders: bool,
        is_legal: impl Fn(Point) -> bool,
    ) {
        self.moves.retain(|ranked| ranked.play.point().is_none_or(&is_legal));
        if shuns_ladders && position.size().lines() > 9 {
            let mut ladders = Ladders::new();
            let n_moves = self.moves.len();
            for ranked in &mut self.moves {
                let Move::Place(point) = ranked.play else { continue };
                if n_moves > 2 && runs_into_ladder(position, point, &mut ladders) {
                    *ranked = Ranked { prior: -1.0, is_open: false, rave_start: 0, ..*ranked };
                }
            }
            self.moves.sort_by(|a, b| b.prior.total_cmp(&a.prior));
        }
        if !self.moves.iter().any(|ranked| ranked.is_open) {
            self.moves.iter_mut().take(1).for_each(|ranked| ranked.is_open = true);
        }
    }

    fn rank_judged(&mut self, position: &mut Position) {
        let Some(judge) = &mut self.judge else { return };
        judge.shares(position, self.exponent, &mut self.shares);
        let (board, color) = (position.board(), position.to_move());
        let highest = self.shares.iter().map(|share| share.1).fold(0.0, f32::max);
        for (i, &(point, share)) in self.shares.iter().enumerate() {
            let is_meaningless =
                judge.has(i, SELF_ATARIS) && self_atari::is_meaningless(board, point, color);
            let prior = if is_meaningless { 0.0 } else { share };
            let is_sharp = judge.has(i, SHARP);
            let rave_start = (self.rave_start * f64::from(prior / highest.max(1e-9))) as u32;
            self.moves.push(Ranked {
                play: Move::Place(point),
                prior,
                is_open: !self.widening || is_sharp,
                rave_start,
            });
        }
        self.moves.sort_by(|a, b| b.prior.total_cmp(&a.prior));
        self.moves.iter_mut().take(1).for_each(|best| best.is_open = true);
        if self.floor > 0.0 {
            raise_to_floor(&mut self.moves, self.floor);
        }
    }

    fn rank_at_random(&mut self, player: &mut Player) {
        let position = &player.position;
        let empties = position.board().empties();
        let plays = empties.iter().filter(|&point| position.is_sensible(point)).map(Move::Place);
        self.moves.extend(plays.map(|play| Ranked {
            play,
            prior: 0.0,
            is_open: !self.widening,
            rave_start: 0,
        }));
        let n = self.moves.len();
        for i in (1..n).rev() {
            self.moves.swap(i, player.random().below(i + 1));
        }
        for ranked in &mut self.moves {
            ranked.prior = 1.0 / n as f32;
        }
        self.moves.iter_mut().take(1).for_each(|best| best.is_open = true);
    }
}

/// Raises priors to what their rank gives them at least: the k-th move `floor`/k². Moves shut out stay so.
fn raise_to_floor(moves: &mut [Ranked], floor: f32) {
    for (i, ranked) in moves.iter_mut().enumerate().filter(|(_, ranked)| ranked.prior > 0.0) {
        let rank = (i + 1) as f32;
        ranked.prior = ranked.prior.max(floor / (rank * rank));
    }
}

/// Snapback and oiotoshi: open from the start, whatever their rank.
const SHARP: std::ops::Range<usize> = Tactic::Oiotoshi.index()..Tactic::Snapback.index() + 1;
/// All that puts itself into atari.
const SELF_ATARIS: std::ops::Range<usize> = {
    let first = Tactic::SelfAtari(SelfAtari::Small).index();
    first..Tactic::ExtendIntoLadder.index()
};

/// Does a stone here run with a chain from atari into a ladder that works?
pub fn runs_into_ladder(position: &mut Position, point: Point, ladders: &mut Ladders) -> bool {
    let (board, color) = (position.board(), position.to_move());
    let runner = board
        .neighbor_chains(point)
        .find(|(_, chain)| chain.color() == color && chain.is_in_atari())
        .map(|(id, _)| id.point());
    runner.is_some_and(|stone| ladders.escape_by(position, stone, point) == Verdict::Working)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_certain_move_leaves_the_next_ones_a_share() {
        let size = Size::new(9).unwrap();
        let ranked = |i: usize, prior| Ranked {
            play: Move::Place(Point::at(0, i, size)),
            prior,
            is_open: true,
            rave_start: 0,
        };
        let priors = [0.99, 0.2, 0.001, 0.0];
        let mut moves: [Ranked; 4] = std::array::from_fn(|i| ranked(i, priors[i]));
        raise_to_floor(&mut moves, 0.36);
        let priors = moves.map(|ranked| ranked.prior);
        assert_eq!(priors[..2], [0.99, 0.2], "what is more than the share stays");
        assert!((priors[2] - 0.04).abs() < 1e-6);
        assert_eq!(priors[3], 0.0, "what is shut out stays out");
    }
}
