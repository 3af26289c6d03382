//! A second opinion: the move that is about to be played lies far from everything attended, and is compared with the
//! best one attended before it is (§2.2.4 of the document on attention).
//!
//! While it is formed, playouts from the root go to the two moves in turn, so that both are known about as well. It costs
//! no more time than the search has: a share of it at the end, and nothing where there is no doubt.

use crate::meter::Meter;
use crate::report::{Report, SecondOpinion};
use crate::settings::AttentionSettings;
use crate::tree::{Edge, NodeId, Proof, Tree};
use aji_goban::{Move, PointSet};
use std::sync::OnceLock;

/// What is doubted in one search, and what was made of it. Shared by all workers.
#[derive(Debug)]
pub struct Doubts {
    /// Points that are not far from everything attended.
    attended: PointSet,
    share: f64,
    veto_within: f64,
    question: OnceLock<Question>,
}

/// Two moves of the root to compare, by their places.
#[derive(Clone, Copy, Debug)]
struct Question {
    doubted: usize,
    rival: usize,
    /// The playouts before.
    from: u64,
    /// Enough is known after so many.
    until: u64,
}

impl Doubts {
    /// No doubts yet; moves on these points raise none.
    pub fn new(settings: &AttentionSettings, attended: PointSet) -> Doubts {
        let AttentionSettings { second_opinion: share, veto_within, .. } = *settings;
        Doubts { attended, share, veto_within, question: OnceLock::new() }
    }

    /// Looks at the most visited move when `is_decided`, or when only the share for a second opinion is left. True if
    /// an opinion is being formed, and the search must go on for it.
    pub fn ask(&self, tree: &Tree, root: NodeId, meter: &Meter, is_decided: bool) -> bool {
        if let Some(question) = self.question.get() {
            return meter.n_playouts() < question.until;
        }
        let Some(n_left) = meter.n_left() else { return false };
        let n = meter.n_playouts();
        let n_wanted = (self.share * (n + n_left) as f64) as u64;
        if n_left == 0 || !(is_decided || n_left <= n_wanted) {
            return false;
        }
        let Some((doubted, rival)) = self.pair(tree, root) else { return false };
        tree.open(root, rival);
        let until = n + n_wanted.min(n_left);
        self.question.get_or_init(|| Question { doubted, rival, from: n, until });
        true
    }

    /// The most visited move, if it is doubtful, and the best one attended.
    fn pair(&self, tree: &Tree, root: NodeId) -> Option<(usize, usize)> {
        let edges = tree.edges(root);
        let is_attended = |edge: &Edge| match edge.play() {
            Move::Place(point) => self.attended.contains(point),
            Move::Pass => false,
        };
        let rank = |edge: &Edge| (edge.visits(), edge.prior());
        let better = |a: &usize, b: &usize| {
            let ((a_visits, a_prior), (b_visits, b_prior)) = (rank(&edges[*a]), rank(&edges[*b]));
            a_visits.cmp(&b_visits).then(a_prior.total_cmp(&b_prior))
        };
        let doubted = (0..edges.len()).max_by(better)?;
        let edge = &edges[doubted];
        if edge.play() == Move::Pass || is_attended(edge) || edge.proof() == Some(Proof::Win) {
            return None;
        }
        // A move without a prior was thought nothing of, or shut out.
        let may_rival = |edge: &Edge| {
            is_attended(edge) && edge.prior() > 0.0 && edge.proof() != Some(Proof::Loss)
        };
        let rival = (0..edges.len()).filter(|&i| may_rival(&edges[i])).max_by(better)?;
        Some((doubted, rival))
    }

    /// Which move of the root to try for the `visits`-th visit, while an opinion is formed.
    pub fn pick(&self, visits: u32) -> Option<usize> {
        let question = self.question.get()?;
        Some(if visits.is_multiple_of(2) { question.doubted } else { question.rival })
    }

    /// Puts the opinion that was formed into the report; a rival that is about as good comes first.
    pub fn conclude(&self, tree: &Tree, root: NodeId, report: &mut Report) {
        let Some(question) = self.question.get() else { return };
        let edges = tree.edges(root);
        let [doubted, rival] = [question.doubted, question.rival].map(|i| edges[i].play());
        let place = |play| report.candidates.iter().position(|candidate| candidate.play == play);
        let (Some(one), Some(other)) = (place(doubted), place(rival)) else { return };
        let color = report.to_move;
        let [one_wins, other_wins] =
            [one, other].map(|at| report.candidates[at].win_rate_for(color));
        let is_vetoed = other_wins + self.veto_within >= one_wins;
        if is_vetoed {
            report.candidates[..=other].rotate_right(1);
        }
        let n_playouts = report.n_playouts.saturating_sub(question.from);
        report.second_opinion = Some(SecondOpinion { doubted, rival, n_playouts, is_vetoed });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::meter::Budget;
    use crate::tree::{Extras, Ranked};
    use aji_goban::{Point, Size};
    use std::sync::atomic::AtomicBool;

    fn point(name: &str) -> Point {
        Point::parse(name, Size::new(9).unwrap()).unwrap()
    }

    /// A root with A1, A2, J9 and the pass, visited so often.
    fn root(visits: [u32; 4]) -> (Tree, NodeId) {
        let extras = Extras { statistics: false, transpositions: false, folds: false };
        let tree = Tree::new(Size::new(9).unwrap(), 1, extras);
        let plays = [
            Move::Place(point("A1")),
            Move::Place(point("A2")),
            Move::Place(point("J9")),
            Move::Pass,
        ];
        let ranked = plays.map(|play| Ranked { play, prior: 0.2, is_open: false, rave_start: 0 });
        let id = tree.grow(1, &ranked).unwrap();
        for (edge, n) in tree.edges(id).iter().zip(visits) {
            edge.visit(n);
        }
        (tree, id)
    }

    fn doubts() -> Doubts {
        let settings = AttentionSettings { second_opinion: 0.25, ..AttentionSettings::default() };
        let attended = [point("A1"), point("A2")].into_iter().collect();
        Doubts::new(&settings, attended)
    }

    #[test]
    fn it_is_asked_for_when_its_share_is_left_or_when_all_is_decided() {
        let (tree, id) = root([5, 8, 20, 0]);
        let stop = AtomicBool::new(false);
        let meter = Meter::new(Budget::playouts(100), &stop);
        (0..50).for_each(|_| assert!(meter.take()));
        assert!(!doubts().ask(&tree, id, &meter, false), "half is left");
        let early = doubts();
        assert!(early.ask(&tree, id, &meter, true));
        (0..25).for_each(|_| assert!(meter.take()));
        assert!(!early.ask(&tree, id, &meter, true), "it has had its share");
        let late = doubts();
        assert_eq!(late.pick(1), None);
        assert!(late.ask(&tree, id, &meter, false));
        assert_eq!([late.pick(1), late.pick(2)], [Some(1), Some(2)], "A2 and J9 in turn");
        assert!(tree.edges(id)[1].is_open());
        let endless = Meter::new(Budget::default(), &stop);
        assert!(!doubts().ask(&tree, id, &endless, false), "nobody knows when it ends");
    }

    #[test]
    fn moves_that_are_attended_and_passes_raise_no_doubt() {
        let stop = AtomicBool::new(false);
        let meter = Meter::new(Budget::playouts(10), &stop);
        (0..9).for_each(|_| assert!(meter.take()));
        for visits in [[20, 8, 5, 0], [1, 2, 3, 20]] {
            let (tree, id) = root(visits);
            assert!(!doubts().ask(&tree, id, &meter, true), "{visits:?}");
        }
        let (tree, id) = root([5, 8, 20, 0]);
        tree.edges(id)[2].prove(Proof::Win);
        assert!(!doubts().ask(&tree, id, &meter, true), "what wins for certain is played");
    }
}
