//! Attention in the tree: what is thought of a node's moves, with where attention points taken into account.
//!
//! A look takes some hundred microseconds, as much as a playout or more. So it is not taken at every new node, but at
//! the root, and at nodes that were visited often enough to be worth it.

use crate::settings::AttentionSettings;
use crate::tree::{Edge, NodeId, Tree};
use aji_attention::attention::FOCUS;
use aji_attention::coefficients::CoefficientError;
use aji_attention::{
    Attention, Coefficients, Goals, Method, MoveFeatures, MoveStrengths, Segmentation, Situation,
    View,
};
use aji_goban::{Komi, Point, PointSet, Position, Size};
use aji_ranking::numbers::exp;
use std::sync::Arc;

/// The method whose focus holds most strong moves (the book's chapter on attention, first table).
const METHOD: Method = Method::All;

/// What attention was taught, and how far it is listened to.
#[derive(Debug)]
pub struct Lens {
    size: Size,
    coefficients: Coefficients,
    strengths: Option<MoveStrengths>,
    focus: f64,
}

impl Lens {
    /// As it is set, with what comes with the program for boards of this size.
    pub fn of(settings: &AttentionSettings, size: Size) -> Result<Lens, CoefficientError> {
        Ok(Lens {
            size,
            coefficients: Coefficients::shipped(METHOD, size)?,
            strengths: settings.features.then(MoveStrengths::shipped).transpose()?,
            focus: settings.focus,
        })
    }

    /// The boards it is for.
    pub const fn size(&self) -> Size {
        self.size
    }
}

/// Looks at positions; keeps its room, and what did not change, between them.
#[derive(Debug)]
pub struct Onlooker {
    lens: Arc<Lens>,
    segmentation: Segmentation,
    komi: Komi,
    /// A node's moves: their places, points and priors.
    moves: Vec<(usize, Point, f64)>,
}

impl Onlooker {
    /// An onlooker for positions that are counted with this komi.
    pub fn new(lens: Arc<Lens>, komi: Komi) -> Onlooker {
        let size = lens.size();
        let settings = aji_attention::Settings { method: METHOD, ..Default::default() };
        let segmentation = Segmentation::new(settings, size);
        Onlooker { lens, segmentation, komi, moves: Vec::with_capacity(size.n_points()) }
    }

    /// Looks at a node's position and thinks anew of its moves. Moves that were thought nothing of stay so.
    pub fn judge(&mut self, tree: &Tree, id: NodeId, position: &mut Position) {
        let edges = tree.edges(id);
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        moves.extend(edges.iter().enumerate().filter_map(|(i, edge)| judged(i, edge)));
        let lens = Arc::clone(&self.lens);
        self.look(position, |view, attention| {
            if let Some(strengths) = &lens.strengths {
                let reader = MoveFeatures::of(view, attention);
                join(&mut moves, |point| strengths.score(&reader.features(point)));
            }
            mix(&mut moves, lens.focus, |point| attention.weight(point));
        });
        for &(i, _, prior) in &moves {
            edges[i].set_prior(prior as f32);
        }
        self.moves = moves;
    }

    /// The points that are not far from everything attended: those the focus of the first partial boards holds, and
    /// what is near them.
    pub fn attended(&mut self, position: &mut Position) -> PointSet {
        let (size, all) = (position.size(), PointSet::all(position.size()));
        self.look(position, |view, attention| {
            let focus = attention.focus_of_first(N_BOARDS, FOCUS, view);
            (0..NEAR).fold(focus, |near, _| near | near.grown(&all, size))
        })
    }

    fn look<T>(
        &mut self,
        position: &mut Position,
        then: impl FnOnce(&View<'_>, &Attention) -> T,
    ) -> T {
        self.segmentation.follow(position);
        let segmentation = &self.segmentation;
        let situation = Situation::of(segmentation, position, self.komi, None);
        let goals = Goals::default().next(segmentation, &situation);
        let view = View { segmentation, situation: &situation, goals: &goals, statistics: None };
        then(&view, &Attention::of(&view, &self.lens.coefficients))
    }
}

/// So many partial boards count as attended: together their focus holds three of four strong moves on 19×19.
const N_BOARDS: usize = 3;
/// What lies so many steps from an attended point is not far from it.
const NEAR: usize = 2;

fn judged(i: usize, edge: &Edge) -> Option<(usize, Point, f64)> {
    let point = edge.play().point()?;
    let prior = f64::from(edge.prior());
    (prior > 0.0).then_some((i, point, prior))
}

/// Adds to the logarithms of the moves' strengths; what they make together stays the same.
fn join(moves: &mut [(usize, Point, f64)], added: impl Fn(Point) -> f32) {
    let sum = |moves: &[(usize, Point, f64)]| moves.iter().map(|(_, _, prior)| prior).sum::<f64>();
    let before = sum(moves);
    for (_, point, prior) in moves.iter_mut() {
        *prior *= exp(f64::from(added(*point)));
    }
    let factor = before / sum(moves).max(f64::MIN_POSITIVE);
    moves.iter_mut().for_each(|(_, _, prior)| *prior *= factor);
}

/// Gives a part of what the moves make together out again, by weight.
fn mix(moves: &mut [(usize, Point, f64)], part: f64, weight: impl Fn(Point) -> f32) {
    let weights: f64 = moves.iter().map(|&(_, point, _)| f64::from(weight(point))).sum();
    if part == 0.0 || weights <= 0.0 {
        return;
    }
    let all: f64 = moves.iter().map(|(_, _, prior)| prior).sum();
    for (_, point, prior) in moves.iter_mut() {
        *prior = (1.0 - part) * *prior + part * all * f64::from(weight(*point)) / weights;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves() -> Vec<(usize, Point, f64)> {
        let points = Size::new(9).unwrap().points();
        points.zip([0.5, 0.2, 0.1]).enumerate().map(|(i, (point, p))| (i, point, p)).collect()
    }

    fn priors(moves: &[(usize, Point, f64)]) -> Vec<f64> {
        moves.iter().map(|(_, _, prior)| (prior * 1e6).round() / 1e6).collect()
    }

    #[test]
    fn a_part_of_the_prior_goes_where_attention_points() {
        let mut moves = moves();
        let attended = moves[2].1;
        mix(&mut moves, 0.5, |point| if point == attended { 0.3 } else { 0.0 });
        assert_eq!(priors(&moves), [0.25, 0.1, 0.45]);
        // Where attention points nowhere, all stays as it was.
        mix(&mut moves, 0.5, |_| 0.0);
        assert_eq!(priors(&moves), [0.25, 0.1, 0.45]);
    }

    #[test]
    fn joined_strengths_multiply_and_keep_the_sum() {
        let mut moves = moves();
        let better = moves[1].1;
        join(&mut moves, |point| if point == better { 2f32.ln() } else { 0.0 });
        assert_eq!(priors(&moves), [0.4, 0.32, 0.08]);
    }
}
