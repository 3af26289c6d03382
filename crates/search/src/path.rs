//! The way of one playout through the tree.

use crate::tree::{Edge, NodeId, Tree};
use aji_goban::{Color, Position};

/// One step down.
#[derive(Clone, Copy, Debug)]
pub struct Step<'a> {
    /// From here,
    pub node: NodeId,
    /// by this move,
    pub edge: &'a Edge,
    /// of this side.
    pub mover: Color,
}

/// The steps from the root to a leaf. They hold virtual losses until the playout ends; whatever happens to the worker
/// before that, the losses are given back.
#[derive(Debug)]
pub struct Path<'a> {
    tree: &'a Tree,
    virtual_loss: u32,
    steps: Vec<Step<'a>>,
    /// The stones and the side to move at each step: what superko looks at.
    past: Vec<(u64, Color)>,
    /// The last step was the second pass in a row.
    ends_game: bool,
    /// The steps were counted on the way down, and their playout has not ended.
    is_pending: bool,
}

impl<'a> Path<'a> {
    /// No steps yet.
    pub fn new(tree: &'a Tree, virtual_loss: u32) -> Path<'a> {
        let (steps, past) = (Vec::with_capacity(1024), Vec::with_capacity(1024));
        Path { tree, virtual_loss, steps, past, ends_game: false, is_pending: false }
    }

    /// Goes one step down from a position; how often that was done before.
    #[inline]
    pub fn step(&mut self, node: NodeId, edge: &'a Edge, position: &Position) -> u32 {
        self.tree.visit(node);
        let before = edge.visit(self.virtual_loss);
        let mover = position.to_move();
        self.steps.push(Step { node, edge, mover });
        self.past.push((position.stones_hash(), mover));
        self.is_pending = true;
        self.ends_game = position.n_passes() == 1 && edge.play().point().is_none();
        before
    }

    /// The steps so far.
    #[inline]
    pub fn steps(&self) -> &[Step<'a>] {
        &self.steps
    }

    /// How many there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Is the root a leaf yet?
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// Does the last step end the game?
    pub const fn is_end_of_game(&self) -> bool {
        self.ends_game
    }

    /// The stones and the side to move at each step.
    #[inline]
    pub fn past(&self) -> &[(u64, Color)] {
        &self.past
    }

    /// The playout is over: counts its half wins for each mover.
    #[inline]
    pub fn end(&mut self, half_wins: impl Fn(Color) -> u32) {
        for step in &self.steps {
            step.edge.end_visit(self.virtual_loss, half_wins(step.mover));
        }
        self.is_pending = false;
    }

    /// Keeps only the first `n` steps of a way whose playout is over.
    #[inline]
    pub fn cut(&mut self, n: usize) {
        self.steps.truncate(n);
        self.past.truncate(n);
        self.ends_game = false;
    }

    /// Another playout goes the same way.
    pub fn go_again(&mut self) {
        for step in &self.steps {
            self.tree.visit(step.node);
            step.edge.visit(self.virtual_loss);
        }
        self.is_pending = true;
    }
}

impl Drop for Path<'_> {
    fn drop(&mut self) {
        if !self.is_pending {
            return;
        }
        for step in &self.steps {
            step.edge.unvisit(self.virtual_loss);
            self.tree.unvisit(step.node);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::{Extras, Ranked};
    use aji_goban::{Move, Size};

    const VIRTUAL_LOSS: u32 = 3;

    /// A tree of one node with one move.
    fn small_tree() -> (Tree, NodeId) {
        let extras = Extras { statistics: false, transpositions: false, folds: false };
        let tree = Tree::new(Size::new(5).unwrap(), 1, extras);
        let pass = Ranked { play: Move::Pass, prior: 1.0, is_open: true, rave_start: 0 };
        let root = tree.grow(1, &[pass]).unwrap();
        (tree, root)
    }

    #[test]
    fn a_pending_playout_counts_as_losses() {
        let (tree, root) = small_tree();
        let (edge, position) = (&tree.edges(root)[0], Position::new(tree.size()));
        let mut path = Path::new(&tree, VIRTUAL_LOSS);
        path.step(root, edge, &position);
        assert_eq!((edge.visits(), edge.win_rate()), (VIRTUAL_LOSS, 0.0));
        path.end(|_| 2);
        assert_eq!((edge.visits(), edge.win_rate()), (1, 1.0));
        // DFUCT goes the same way again without choosing it anew.
        path.go_again();
        assert_eq!(edge.visits(), 1 + VIRTUAL_LOSS);
        path.end(|_| 0);
        assert_eq!((edge.visits(), edge.win_rate(), tree.visits(root)), (2, 0.5, 2));
    }

    #[test]
    fn a_worker_that_is_lost_on_its_way_gives_back_what_it_borrowed() {
        let (tree, root) = small_tree();
        let (edge, position) = (&tree.edges(root)[0], Position::new(tree.size()));
        let lost = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            let mut path = Path::new(&tree, VIRTUAL_LOSS);
            path.step(root, edge, &position);
            assert_eq!((edge.visits(), tree.visits(root)), (VIRTUAL_LOSS, 1));
            std::panic::resume_unwind(Box::new("lost"));
        }));
        assert!(lost.is_err());
        assert_eq!((edge.visits(), tree.visits(root)), (0, 0));
        // What ended stays.
        let mut path = Path::new(&tree, VIRTUAL_LOSS);
        path.step(root, edge, &position);
        path.end(|_| 1);
        drop(path);
        assert_eq!((edge.visits(), tree.visits(root)), (1, 1));
    }
}
