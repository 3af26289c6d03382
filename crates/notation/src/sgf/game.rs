//! Records into games that can be played on, and back.

use super::info::BoardError;
use super::read::bad_value;
use super::text::Value;
use super::tree::{NodeId, Tree};
use super::warning::{Damage, Warning};
use crate::rules;
use aji_goban::{Board, Color, Game, Komi, Move, Point, Position, Rules};

/// What a game is played by where the record does not say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unsaid {
    /// The rules.
    pub rules: Rules,
    /// The komi.
    pub komi: Komi,
}

impl Default for Unsaid {
    /// Chinese rules and 7.5 points.
    fn default() -> Unsaid {
        Unsaid { rules: Rules::CHINESE, komi: Komi::from_half_points(15) }
    }
}

impl Tree {
    /// The game of the main line, as far as its moves are legal.
    pub fn to_game(&self, unsaid: Unsaid) -> Result<(Game, Vec<Warning>), BoardError> {
        self.game_at(self.main_line().last().unwrap_or(NodeId::ROOT), unsaid)
    }

    /// The game that leads to a node.
    pub fn game_at(
        &self,
        node: NodeId,
        unsaid: Unsaid,
    ) -> Result<(Game, Vec<Warning>), BoardError> {
        let root = self.root();
        let mut line: Vec<NodeId> =
            std::iter::successors(Some(node), |&id| self.node(id).parent()).collect();
        line.reverse();
        let rules = root.rules().unwrap_or(unsaid.rules);
        let komi = root.komi().unwrap_or(unsaid.komi);
        let mut builder =
            Builder { game: Game::new(root.size()?, rules, komi), warnings: Vec::new() };
        for (i, &id) in line.iter().enumerate() {
            if let Err(stopped) = builder.follow(self, id, root.handicap()) {
                let size = builder.game.size();
                let n_moves = |&id: &NodeId| self.node(id).moves(size).count();
                builder.stop(&stopped, line[i + 1..].iter().map(n_moves).sum());
                break;
            }
        }
        Ok((builder.game, builder.warnings))
    }

    /// The record of a game: set-up, handicap, komi, rules and moves.
    pub fn from_game(game: &Game) -> Tree {
        let size = game.size();
        let mut tree = Tree::new();
        let root = tree.root_mut();
        root.set_text("FF", "4");
        root.set_text("GM", "1");
        root.add("CA", [super::write::utf8()]);
        root.set_text("SZ", &size.lines().to_string());
        root.set_text("KM", &game.komi().to_string());
        root.set_text("RU", &rules::sgf_name(game.rules()));
        if game.n_handicap() > 0 {
            root.set_text("HA", &game.n_handicap().to_string());
        }
        let first = game.first_position();
        let stones = |color| {
            let points = first.board().stones(color).iter();
            points.map(|point| Value::from_move(Move::Place(point), size))
        };
        root.add("AB", stones(Color::Black));
        root.add("AW", stones(Color::White));
        let has_stones = first.stones_hash() != 0;
        if has_stones || first.to_move() == Color::White {
            root.set_text("PL", if first.to_move() == Color::Black { "B" } else { "W" });
        }
        let mut last = NodeId::ROOT;
        for &(color, play) in game.moves() {
            last = tree.add_child(last);
            let name = if color == Color::Black { "B" } else { "W" };
            tree.node_mut(last).add(name, [Value::from_move(play, size)]);
        }
        tree
    }
}

struct Builder {
    game: Game,
    warnings: Vec<Warning>,
}

/// A move that could not be played.
struct Stopped {
    at: usize,
    reason: aji_goban::Illegal,
    n_left_in_node: usize,
}

impl Builder {
    fn follow(&mut self, tree: &Tree, id: NodeId, handicap: Option<usize>) -> Result<(), Stopped> {
        let (node, size) = (tree.node(id), self.game.size());
        if node.is_setup() {
            self.set_up(tree, id, handicap);
        } else if id == NodeId::ROOT {
            self.place_unwritten_handicap(tree, handicap);
        }
        if let Some(color) = node.to_move() {
            self.set_to_move(color);
        }
        for property in node.properties() {
            let color = match property.name.as_str() {
                "B" => Color::Black,
                "W" => Color::White,
                _ => continue,
            };
            for (i, value) in property.values.iter().enumerate() {
                let Some(play) = value.as_move(size) else {
                    self.warnings.push(bad_value(property.at, &property.name, value));
                    continue;
                };
                if let Err(reason) = self.game.play(color, play) {
                    let n_left_in_node = property.values.len() - i;
                    return Err(Stopped { at: property.at, reason, n_left_in_node });
                }
            }
        }
        Ok(())
    }

    /// Before the first move the side to move belongs to the position that the game starts from.
    fn set_to_move(&mut self, color: Color) {
        if !self.game.moves().is_empty() || self.game.first_position().to_move() == color {
            self.game.set_to_move(color);
            return;
        }
        let n_handicap = self.game.n_handicap();
        let board = self.game.position().board().clone();
        if n_handicap == 0 {
            self.restart(board, color);
        } else {
            self.game.set_to_move(color);
        }
    }

    fn restart(&mut self, board: Board, to_move: Color) {
        let (rules, komi) = (*self.game.rules(), self.game.komi());
        self.game = Game::from_position(Position::of(board, to_move), rules, komi);
    }

    /// Adds and takes away stones.
    fn set_up(&mut self, tree: &Tree, id: NodeId, handicap: Option<usize>) {
        let (node, size) = (tree.node(id), self.game.size());
        let mut cells: Vec<(Point, Option<Color>)> = Vec::new();
        for property in node.properties() {
            let color = match property.name.as_str() {
                "AB" => Some(Color::Black),
                "AW" => Some(Color::White),
                "AE" => None,
                _ => continue,
            };
            for value in &property.values {
                match value.points(size) {
                    Some(points) => cells.extend(points.map(|point| (point, color))),
                    None => self.warnings.push(bad_value(property.at, &property.name, value)),
                }
            }
        }
        let at = node.properties().first().map_or(0, |property| property.at);
        let n_moves = self.game.moves().len();
        if n_moves > 0 {
            let damage = Damage::SetupDuringGame { n_moves };
            self.warnings.push(Warning { at, damage });
        }
        let black = node.points("AB", size);
        let is_handicap = handicap.is_some_and(|n| n >= 2 && n == black.len())
            && cells.len() == black.len()
            && n_moves == 0;
        if is_handicap && self.game.place_handicap(black).is_ok() {
            return;
        }
        self.put(&cells, at);
    }

    fn put(&mut self, cells: &[(Point, Option<Color>)], at: usize) {
        let (now, size) = (self.game.position(), self.game.size());
        let mut stones: Vec<Option<Color>> =
            size.points().map(|point| now.board().color_at(point)).collect();
        let index = |point: Point| point.row(size) * size.lines() + point.column(size);
        for &(point, color) in cells {
            stones[index(point)] = color;
        }
        let mut board = Board::new(size);
        for point in size.points() {
            let Some(color) = stones[index(point)] else { continue };
            let before = board.clone();
            let lifted = board.put_stone(point, color, &mut ());
            if lifted.n_captured + lifted.n_suicide > 0 {
                board = before;
                self.warnings.push(Warning { at, damage: Damage::BadSetup });
            }
        }
        let to_move = now.to_move();
        self.restart(board, to_move);
    }

    /// Some records name a handicap and leave the stones to the reader. They are put on their traditional
    /// points if White moves first.
    fn place_unwritten_handicap(&mut self, tree: &Tree, handicap: Option<usize>) {
        let Some(n_stones) = handicap.filter(|&n| n >= 2) else { return };
        let mut line = tree.main_line().map(|id| tree.node(id));
        let first = line.find_map(|node| {
            if node.is_setup() {
                return Some(None);
            }
            let first_move = node.moves(self.game.size()).next();
            first_move.map(|(color, _)| Some(color))
        });
        if first == Some(Some(Color::White)) && self.game.place_fixed_handicap(n_stones).is_err() {
            let at = 0;
            self.warnings.push(Warning { at, damage: Damage::BadSetup });
        }
    }

    fn stop(&mut self, stopped: &Stopped, n_after: usize) {
        let damage = Damage::IllegalMove {
            number: self.game.moves().len() + 1,
            reason: stopped.reason,
            n_dropped: stopped.n_left_in_node + n_after,
        };
        self.warnings.push(Warning { at: stopped.at, damage });
    }
}
