//! Lesson 8: UCT, the tree search that spends its playouts where they pay.
//!
//! Lessons 10 and 11 add their parts through [`Settings`]: a wiser playout, a bonus for promising
//! moves, progressive widening, RAVE. Each is off until a lesson switches it on.

use crate::board::{Board, Color, PASS, Point, points};
use crate::playout::{Choose, play_out};
use crate::random::{Random, play_random};
use crate::rave::Rave;
use crate::score::KOMI;
use crate::widening::{Plus, Promise};

/// What the search may be told.
#[derive(Clone, Copy)]
pub struct Settings {
    /// Playouts for one move.
    pub playouts: usize,
    /// The constant C of the UCB formula: large explores, small trusts the win rate.
    pub c: f64,
    /// How often a move is played out before the tree grows beyond it.
    pub grow_after: u32,
    /// What White gets for moving second.
    pub komi: f64,
    /// The player of the playouts (lesson 4, and a better one in lesson 10).
    pub choose: Choose,
    /// Lesson 10: how promising a move looks before any playout, from 0 to about 10.
    pub promise: Option<Promise>,
    /// Lesson 10: what a promise adds to the UCB value.
    pub plus: Option<Plus>,
    /// Lesson 10: begin with the most promising moves and widen slowly.
    pub widening: bool,
    /// Lesson 11: let a move profit from every playout in which it occurred.
    pub rave: Option<Rave>,
}

impl Default for Settings {
    /// Lesson 8's plain UCT.
    fn default() -> Settings {
        Settings {
            playouts: 1000,
            c: 1.0,
            grow_after: 1,
            komi: KOMI,
            choose: play_random,
            promise: None,
            plus: None,
            widening: false,
            rave: None,
        }
    }
}

/// A mean that is kept up to date one result at a time.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Mean {
    /// How many results went into it.
    pub games: u32,
    /// Their mean: -0.5 (all lost) to +0.5 (all won).
    pub rate: f64,
}

impl Mean {
    /// Adds one result.
    #[inline]
    pub fn add(&mut self, result: f64) {
        self.games += 1;
        self.rate += (result - self.rate) / f64::from(self.games);
    }
}

/// A move of a position in the tree.
#[derive(Clone, Debug)]
pub struct Child {
    /// The move.
    pub point: Point,
    /// The results of the playouts that began with it.
    pub mean: Mean,
    /// Lesson 10: how promising it looked when the node was made.
    pub promise: f64,
    /// Lesson 11: the results of all playouts in which it occurred.
    pub rave: Mean,
    /// The node of the position after it, once there is one.
    next: Option<usize>,
}

/// A position in the tree: its moves, and how often it was visited.
#[derive(Clone, Debug, Default)]
struct Node {
    children: Vec<Child>,
    games: u32,
}

/// The tree and everything a search needs at hand.
pub struct Uct {
    settings: Settings,
    nodes: Vec<Node>,
    moves: Vec<Point>, // of the current playout, from the root on
    random: Random,
}

// ANCHOR: ucb
/// The upper confidence bound: the win rate, plus what might still be hidden in a rarely tried
/// move.
pub fn ucb(mean: Mean, parent_games: u32, c: f64) -> f64 {
    mean.rate + c * (f64::from(parent_games).ln() / f64::from(mean.games)).sqrt()
}
// ANCHOR_END: ucb

impl Uct {
    /// A search that has not begun.
    pub fn new(settings: Settings, random: Random) -> Uct {
        Uct { settings, nodes: Vec::new(), moves: Vec::new(), random }
    }

    // ANCHOR: best_move
    /// Searches and returns the move that was tried most often. Three wins out of three are worth
    /// less than sixty out of a hundred.
    pub fn best_move(&mut self, board: &Board, color: Color, last: Point) -> Point {
        self.best_move_watched(board, color, last, |_| ())
    }

    /// The same for a spectator, who sees the end of every playout (lesson 13).
    pub fn best_move_watched(
        &mut self,
        board: &Board,
        color: Color,
        last: Point,
        mut watch: impl FnMut(&Board),
    ) -> Point {
        self.nodes.clear();
        let root = self.create_node(board, color, last);
        for _ in 0..self.settings.playouts {
            self.moves.clear();
            self.moves.push(last);
            let mut end = *board;
            self.search(&mut end, color, root);
            watch(&end);
        }
        self.children()[0].point
    }
    // ANCHOR_END: best_move

    /// The moves of the root, most visited first.
    pub fn children(&self) -> Vec<&Child> {
        let mut children: Vec<&Child> = self.nodes[0].children.iter().collect();
        children.sort_by_key(|child| std::cmp::Reverse(child.mean.games));
        children
    }

    /// How many positions the tree holds.
    pub fn n_nodes(&self) -> usize {
        self.nodes.len()
    }

    /// Adds a node with every empty point and the pass as moves, in random order or with the most
    /// promising first.
    fn create_node(&mut self, board: &Board, color: Color, last: Point) -> usize {
        let mut children = Vec::with_capacity(32);
        for point in points().filter(|&p| board.at(p) == Color::Empty) {
            let promise = self.settings.promise.map_or(0.0, |f| f(board, point, color, last));
            let rave = self.settings.rave.map_or(Mean::default(), |r| r.start(promise));
            let child = Child { point, mean: Mean::default(), promise, rave, next: None };
            children.insert(self.random.below(children.len() + 1), child);
        }
        children.sort_by(|a: &Child, b| b.promise.total_cmp(&a.promise));
        let none = Mean::default();
        children.push(Child { point: PASS, mean: none, promise: 0.0, rave: none, next: None });
        self.nodes.push(Node { children, games: 0 });
        self.nodes.len() - 1
    }

    // ANCHOR: select
    /// The child with the highest value among those that are open.
    fn select(&self, node: usize) -> usize {
        let Node { children, games } = &self.nodes[node];
        let open = if self.settings.widening { crate::widening::width(*games) } else { usize::MAX };
        let mut best = (0, f64::NEG_INFINITY);
        for (i, child) in children.iter().take(open).enumerate() {
            let value = self.value(child, *games);
            if value > best.1 {
                best = (i, value);
            }
        }
        best.0
    }

    /// What speaks for trying a child next.
    fn value(&self, child: &Child, parent_games: u32) -> f64 {
        if let Some(rave) = self.settings.rave {
            return rave.value(child, parent_games, self.settings.c);
        }
        if child.mean.games == 0 {
            return f64::INFINITY; // everything is tried once
        }
        let plus = self.settings.plus.map_or(0.0, |f| f(child.promise, child.mean.games));
        ucb(child.mean, parent_games, self.settings.c) + plus
    }
    // ANCHOR_END: select

    // ANCHOR: search
    /// One playout through the tree. Returns its result for `color`, who is to move.
    fn search(&mut self, board: &mut Board, color: Color, node: usize) -> f64 {
        let last = self.moves[self.moves.len() - 1];
        let depth = self.moves.len();

        // Select a move; an illegal one is struck from the list. The pass is always legal.
        let (i, child) = loop {
            let i = self.select(node);
            let child = &self.nodes[node].children[i];
            if board.try_stone(child.point, color) {
                break (i, child);
            }
            self.nodes[node].children.remove(i);
        };
        let (point, games, next) = (child.point, child.mean.games, child.next);
        self.moves.push(point);

        // Go on: the game is over, or a playout decides, or the tree does.
        let other = color.flip();
        let result = if point == PASS && last == PASS {
            board.result_for(color, self.settings.komi)
        } else if games < self.settings.grow_after {
            play_out(board, other, &mut self.moves, self.settings.choose, &mut self.random);
            board.result_for(color, self.settings.komi)
        } else {
            let next = next.unwrap_or_else(|| self.create_node(board, other, point));
            self.nodes[node].children[i].next = Some(next);
            -self.search(board, other, next)
        };

        // Remember the result.
        self.nodes[node].games += 1;
        self.nodes[node].children[i].mean.add(result);
        if self.settings.rave.is_some() {
            crate::rave::update(&mut self.nodes[node].children, &self.moves[depth..], result);
        }
        result
    }
    // ANCHOR_END: search
}
