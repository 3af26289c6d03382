//! Which way down: upper bounds of what a move may be worth.

use crate::logarithm::ln;
use crate::settings::{SearchSettings, Selection};
use crate::tree::{Edge, NodeId, Proof, Tree};
use aji_goban::{Move, Point};

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
}

impl Selector {
    /// As it is set.
    pub fn new(settings: &SearchSettings) -> Selector {
        Selector {
            rule: settings.selection,
            exploration: settings.exploration,
            first_play_urgency: settings.first_play_urgency,
            first_play_reduction: settings.first_play_reduction,
            bonus: settings.bonus,
            bonus_visits: settings.bonus_visits,
            rave_equivalence: settings.rave.then_some(settings.rave_equivalence),
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
        let own = if visits == 0 { parent.untried } else { edge.win_rate() };
        let value = match self.rave_equivalence {
            Some(equivalence) => mix(own, edge.rave(), visits, equivalence),
            None => own,
        };
        let prior = f64::from(edge.prior());
        value + self.exploration * prior * parent.sqrt_visits / (1.0 + f64::from(visits))
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
        Selector::new(&settings)
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
        let selector = Selector::new(&settings);
        let bonus = |visits| {
            let parent = selector.parent(&[], visits);
            selector.own_bound(&parent, 0.5, 10, 0.6) - selector.own_bound(&parent, 0.5, 10, 0.0)
        };
        assert!((bonus(0) - 0.35 * 0.6).abs() < 1e-9);
        assert!((bonus(1000) - 0.35 * 0.6 * 0.5f64.sqrt()).abs() < 1e-9);
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
