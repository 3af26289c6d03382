//! DFUCT: a playout begins where the last one left the tree, as long as every move on the way there is still the best
//! of its node; else at the shallowest node where it is not (document 001, §4.3).
//!
//! At every node of the way two moves are remembered, the best and the second best. After a playout only these two are
//! compared, with the counts as they are then. A third one that has risen above both goes unnoticed until the node is
//! left; that happens seldom, and `search.audit` counts how seldom.

use crate::path::Path;
use crate::playout::{Player, Start};
use crate::selection::{Rivals, Selector};
use crate::tree::{NodeId, Tree};

/// The way the walk stands on: for every node its rivals, and every position.
#[derive(Default)]
pub struct Walk {
    rivals: Vec<Rivals>,
    /// The position after each step; those beyond the last step are room.
    positions: Vec<Start>,
}

impl Walk {
    /// Puts the player back where the way ends, with the moves that led there.
    pub fn resume(&self, player: &mut Player, root: &Start, path: &Path) {
        let n = path.len();
        player.reset(if n == 0 { root } else { &self.positions[n - 1] });
        for step in path.steps() {
            player.remember(step.edge.play());
        }
    }

    /// One step further: remembers who was better than whom, and the position after it.
    pub fn push(&mut self, rivals: Rivals, player: &Player, root: &Start) {
        let n = self.rivals.len();
        self.rivals.push(rivals);
        if self.positions.len() == n {
            self.positions.push(root.clone());
        }
        player.save(&mut self.positions[n]);
    }

    /// Goes back to the shallowest node whose best move is the best no more, if there is one. `widened` tells whether
    /// a node has a new move to try.
    pub fn go_back(
        &mut self,
        tree: &Tree,
        selector: &Selector,
        path: &mut Path,
        mut widened: impl FnMut(NodeId) -> bool,
    ) {
        let place = (0..path.len()).find(|&i| {
            let id = path.steps()[i].node;
            widened(id) || is_overtaken(tree, selector, id, self.rivals[i])
        });
        if let Some(place) = place {
            path.cut(place);
            self.rivals.truncate(place);
        }
    }

    /// At how many nodes of the way a third move stands above both rivals.
    pub fn n_third(&self, tree: &Tree, selector: &Selector, path: &Path) -> u64 {
        let is_third = |i: usize| {
            let (id, rivals) = (path.steps()[i].node, self.rivals[i]);
            let now = selector.best_two(tree, id, tree.visits(id) + 1, &[]);
            now.is_some_and(|now| now.best != rivals.best && Some(now.best) != rivals.second)
        };
        (0..path.len()).filter(|&i| is_third(i)).count() as u64
    }
}

/// Has the second move overtaken the best? Among equals the first in the node's order is better.
fn is_overtaken(tree: &Tree, selector: &Selector, id: NodeId, rivals: Rivals) -> bool {
    let Some(second) = rivals.second else { return false };
    let edges = tree.edges(id);
    let parent = selector.parent(tree.reached(id), tree.visits(id) + 1);
    let bound = |i: usize| selector.bound(&parent, &edges[i]);
    let (best, second_best) = (bound(rivals.best), bound(second));
    second_best > best || (second_best == best && second < rivals.best)
}
