//! Which way down: upper bounds of what a move may be worth.

use crate::logarithm::ln;
use crate::settings::{SearchSettings, Selection};
use crate::tree::{Edge, NodeId, Proof, Tree};
use aji_goban::{Move, Point, Size};

/// How moves are picked, with what of it stays the same at every node.
#[derive(Clone, Copy, Debug)]
pub struct Selector {
    rule: Selection,
    exploration: f64,
    first_play_urgency: f64,
    first_play_reduction: f64,
    bonus: f64,
    bonus_visits: f64,
    rave_equivalence: Option<f64>,
    prior_slope: f64,
    prior_visits: f64,
}

/// The two moves of a node that matter, by their places.
#[derive(Clone, Copy, Debug)]
pub struct Rivals {
    /// The one that was taken.
    pub best: usize,
    /// The one that would have been taken next.
    pub second: Option<usize>,
}

/// What a bound needs to know of the node.
#[derive(Clone, Copy, Debug)]
pub struct Parent {
    ln_visits: f64,
    sqrt_visits: f64,
    /// What an untried move is taken to be worth.
    untried: f64,
    /// What a prior of 1 adds to the bound.
    bonus: f64,
    /// The logarithm of the best prior.
    ln_best_prior: f64,
}

impl Selector {
    /// As it is set for boards of this size.
    pub fn new(settings: &SearchSettings, size: Size) -> Selector {
        let [_, prior_slope, prior_visits] = settings.prior_trust_on(size);
        Selector {
            rule: settings.selection,
            exploration: settings.exploration,
            first_play_urgency: settings.first_play_urgency,
            first_play_reduction: settings.first_play_reduction,
            bonus: settings.bonus,
            bonus_visits: settings.bonus_visits,
            rave_equivalence: settings.rave.then_some(settings.rave_equivalence),
            prior_slope,
            prior_visits,
        }
    }

    /// A node that is visited for the `visits`-th time.
    #[inline]
    pub fn parent(&self, edges: &[Edge], visits: u32) -> Parent {
        let fading = (self.bonus_visits / (f64::from(visits) + self.bonus_visits)).sqrt();
        Parent {
            ln_visits: ln(visits),
            sqrt_visits: f64::from(visits).sqrt(),
            untried: match self.rule {
                Selection::Puct => mean_win_rate(edges) - self.first_play_reduction,
                _ => self.first_play_urgency,
            },
            bonus: self.bonus * fading,
            ln_best_prior: edges.first().map_or(0.0, |best| roughly_ln(best.prior())),
        }
    }

    /// The two open moves with the highest bounds at a node that is visited for the `visits`-th time, except forbidden
    /// ones; among equals the first. None if nothing is open.
    pub fn best_two(
        &self,
        tree: &Tree,
        id: NodeId,
        visits: u32,
        forbidden: &[Point],
    ) -> Option<Rivals> {
        let reached = tree.reached(id);
        let parent = self.parent(reached, visits);
        let is_open = |edge: &Edge| {
            let play = edge.play();
            edge.is_open() && !matches!(play, Move::Place(point) if forbidden.contains(&point))
        };
        let mut best: Option<(usize, f64)> = None;
        let mut second: Option<(usize, f64)> = None;
        for (i, edge) in reached.iter().enumerate().filter(|(_, edge)| is_open(edge)) {
            let bound = self.bound(&parent, edge);
            if best.is_none_or(|(_, highest)| bound > highest) {
                (best, second) = (Some((i, bound)), best);
            } else if second.is_none_or(|(_, high)| bound > high) {
                second = Some((i, bound));
            }
        }
        best.map(|(best, _)| Rivals { best, second: second.map(|(i, _)| i) })
    }

    /// The bound of a move with these results.
    #[inline]
    pub fn bound(&self, parent: &Parent, edge: &Edge) -> f64 {
        match edge.proof() {
            Some(Proof::Win) => return f64::INFINITY,
            // Below every other, yet above nothing: where all moves lose, one must be played.
            Some(Proof::Loss) => return -1e9,
            None => {}
        }
        let visits = edge.visits();
        if self.rule == Selection::Puct {
            return self.puct(parent, edge, visits);
        }
        let own = self.own_bound(parent, edge.win_rate(), visits, f64::from(edge.prior()));
        match self.rave_equivalence {
            Some(equivalence) => mix(own, edge.rave(), visits, equivalence),
            None => own,
        }
    }

    /// The win rate, with what RAVE says mixed in, and a part of the prior that shrinks with every visit.
    #[inline]
    fn puct(&self, parent: &Parent, edge: &Edge, visits: u32) -> f64 {
        let value = self.shrunk_win_rate(parent, edge, visits);
        let prior = f64::from(edge.prior());
        value + self.exploration * prior * parent.sqrt_visits / (1.0 + f64::from(visits))
    }

    /// The win rate, drawn towards what was thought of the move before it was tried and towards what RAVE says.
    #[inline]
    fn shrunk_win_rate(&self, parent: &Parent, edge: &Edge, visits: u32) -> f64 {
        if visits > 0 && self.prior_visits == 0.0 && self.rave_equivalence.is_none() {
            return edge.win_rate();
        }
        let behind = (parent.ln_best_prior - roughly_ln(edge.prior())).clamp(0.0, 12.0);
        let start = parent.untried - self.prior_slope * behind;
        let (rave_weight, rave) = match self.rave_equivalence {
            Some(equivalence) => {
                let (visits, rave) = edge.rave();
                let visits = f64::from(visits);
                (visits * equivalence / (visits + equivalence), rave)
            }
            None => (0.0, 0.0),
        };
        let weight = f64::from(visits) + self.prior_visits + rave_weight;
        if weight == 0.0 {
            return start;
        }
        let wins = f64::from(edge.half_wins()) / 2.0;
        (wins + self.prior_visits * start + rave_weight * rave) / weight
    }

    /// UCB1's or UCB1-TUNED's bound of a move with a win rate, visits and a prior.
    #[inline]
    pub fn own_bound(&self, parent: &Parent, win_rate: f64, visits: u32, prior: f64) -> f64 {
        if visits == 0 {
            return parent.untried + parent.bonus * prior;
        }
        let spread = parent.ln_visits / f64::from(visits);
        let room = match self.rule {
            Selection::Ucb1Tuned => {
                let variance = win_rate - win_rate * win_rate + (2.0 * spread).sqrt();
                (spread * variance.min(0.25)).sqrt()
            }
            _ => spread.sqrt(),
        };
        win_rate + self.exploration * room + parent.bonus * prior
    }
}

/// The share of wins of all moves tried so far; one half if there are none.
fn mean_win_rate(edges: &[Edge]) -> f64 {
    let (mut half_wins, mut visits) = (0, 0);
    for edge in edges {
        half_wins += u64::from(edge.half_wins());
        visits += u64::from(edge.visits());
    }
    if visits == 0 { 0.5 } else { half_wins as f64 / (2 * visits) as f64 }
}

/// The logarithm of a prior, to within 0.06: a float's bits, read as a whole number, grow with its logarithm.
#[inline]
fn roughly_ln(prior: f32) -> f64 {
    let bits = prior.max(1e-9).to_bits();
    (f64::from(bits) / f64::from(1 << 23) - 127.0) * std::f64::consts::LN_2
}

/// The course's mixture: RAVE counts for much while a move was tried little (go11).
#[inline]
fn mix(own: f64, (rave_visits, rave): (u32, f64), visits: u32, equivalence: f64) -> f64 {
    if rave_visits == 0 {
        return own;
    }
    let (n, r) = (f64::from(visits), f64::from(rave_visits));
    let beta = r / (r + n + r * n / equivalence);
    if visits == 0 {
        return rave;
    }
    beta * rave + (1.0 - beta) * own
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::presets::Preset;

    fn selector(selection: Selection) -> Selector {
        let settings =
            SearchSettings { selection, exploration: 1.0, ..Preset::Uct.settings().search };
        Selector::new(&settings, Size::MAX)
    }

    #[test]
    fn ucb1_is_equation_1() {
        let selector = selector(Selection::Ucb1);
        let bound = selector.own_bound(&selector.parent(&[], 100), 0.4, 25, 0.0);
        assert!((bound - (0.4 + (100f64.ln() / 25.0).sqrt())).abs() < 1e-9);
    }

    #[test]
    fn ucb1_tuned_narrows_where_results_hardly_vary() {
        let (plain, tuned) = (selector(Selection::Ucb1), selector(Selection::Ucb1Tuned));
        let parent = plain.parent(&[], 10_000);
        let room = |selector: &Selector, p| selector.own_bound(&parent, p, 5_000, 0.0) - p;
        assert!((room(&tuned, 0.5) - room(&plain, 0.5) / 2.0).abs() < 1e-9, "at most a quarter");
        assert!(room(&tuned, 0.01) < room(&plain, 0.01) / 3.0);
    }

    #[test]
    fn the_bonus_fades_with_the_parents_visits() {
        let mut settings = Preset::RayThesis.settings().search;
        settings.selection = Selection::Ucb1;
        let selector = Selector::new(&settings, Size::MAX);
        let bonus = |visits| {
            let parent = selector.parent(&[], visits);
            selector.own_bound(&parent, 0.5, 10, 0.6) - selector.own_bound(&parent, 0.5, 10, 0.0)
        };
        assert!((bonus(0) - 0.35 * 0.6).abs() < 1e-9);
        assert!((bonus(1000) - 0.35 * 0.6 * 0.5f64.sqrt()).abs() < 1e-9);
    }

    #[test]
    fn a_logarithm_is_rough_but_orders_priors() {
        for prior in [1e-6f32, 0.003, 0.24, 0.26, 0.5, 0.99, 1.0] {
            assert!((roughly_ln(prior) - f64::from(prior).ln()).abs() < 0.061, "{prior}");
            assert!(roughly_ln(prior) < roughly_ln(prior * 1.01));
        }
        assert!(roughly_ln(0.0).is_finite() && roughly_ln(-1.0).is_finite());
    }

    #[test]
    fn a_win_rate_begins_at_what_its_prior_is_worth() {
        let mut settings = Preset::Default.settings().search;
        (settings.prior_slope, settings.prior_visits) = (0.05, 30.0);
        let selector = Selector::new(&settings, Size::MAX);
        let edge = |prior: f32, visits: u32, half_wins: u32| {
            let edge = Edge::default();
            edge.set_prior(prior);
            edge.visit(visits);
            edge.end_visit(1, half_wins);
            edge
        };
        // The node's moves win one half: 50 of 100.
        let edges = [edge(0.5, 90, 90), edge(0.125, 10, 10), edge(0.03125, 0, 0)];
        let parent = selector.parent(&edges, 100);
        let worth = |i: usize| selector.shrunk_win_rate(&parent, &edges[i], edges[i].visits());
        let ln4 = 4f64.ln();
        assert!((worth(0) - 0.5).abs() < 1e-9, "nothing is taken off the best prior");
        assert!((worth(1) - (5.0 + 30.0 * (0.5 - 0.05 * ln4)) / 40.0).abs() < 1e-9);
        assert!((worth(2) - (0.5 - 0.05 * 2.0 * ln4)).abs() < 1e-9, "untried");
    }

    #[test]
    fn rave_weighs_as_the_course_says() {
        // β = 300 / (300 + 100 + 300·100/3000)
        let beta = 300.0 / 410.0;
        assert!(
            (mix(0.4, (300, 0.7), 100, 3000.0) - (beta * 0.7 + (1.0 - beta) * 0.4)).abs() < 1e-9
        );
        assert_eq!(mix(0.4, (0, 0.0), 100, 3000.0), 0.4);
    }
}
