//! What a player remembers from one search to the next.

use crate::tree::{Extras, NodeId, Tree};
use aji_goban::{Color, Game, Komi, Move, Rules};

/// The tree of the last search, and which game it belongs to.
#[derive(Debug)]
pub struct Memory {
    tree: Tree,
    root: NodeId,
    moves: Vec<(Color, Move)>,
    first: u64,
    to_move: Color,
    rules: Rules,
    /// The komi its playouts were counted with.
    komi: Komi,
}

impl Memory {
    /// Remembers the tree of a search.
    pub fn new(tree: Tree, root: NodeId, game: &Game, komi: Komi) -> Memory {
        Memory {
            tree,
            root,
            moves: game.moves().to_vec(),
            first: game.first_position().hash(),
            to_move: game.position().to_move(),
            rules: *game.rules(),
            komi,
        }
    }

    /// The komi its playouts were counted with.
    pub const fn komi(&self) -> Komi {
        self.komi
    }

    /// What of the tree still counts in a game that went on from there, with its new root.
    pub fn recall(
        self,
        game: &Game,
        komi: Komi,
        memory_mb: usize,
        extras: Extras,
    ) -> Option<(Tree, NodeId)> {
        let is_same_game = self.first == game.first_position().hash()
            && self.rules == *game.rules()
            && self.komi == komi
            && (self.tree.size(), self.tree.memory_mb()) == (game.size(), memory_mb)
            && self.tree.extras() == extras;
        let since = game.moves().strip_prefix(&self.moves[..]).filter(|_| is_same_game)?;
        let mut root = self.root;
        let mut to_move = self.to_move;
        for &(color, play) in since {
            if color != to_move {
                return None;
            }
            let edge = self.tree.edges(root).iter().find(|edge| edge.play() == play)?;
            root = edge.node()?;
            to_move = to_move.opponent();
        }
        if to_move != game.position().to_move() {
            return None;
        }
        match since {
            [] => Some((self.tree, root)),
            _ => self.tree.kept(root, 0),
        }
    }
}
