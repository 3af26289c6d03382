//! UCT with random playouts: what plays when nothing has been learned.

use super::random_ending;
use crate::feature::Random;
use crate::game::{Change, Ending, Game, MoveId, State};

struct Node {
    mv: MoveId,
    visits: u32,
    /// Wins of the player who moved here, draws as half.
    wins: f64,
    children: Vec<u32>,
    expanded: bool,
}

/// What UCT found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UctFound {
    /// Most visited move.
    pub best: Option<MoveId>,
    /// Its win rate for the side to move.
    pub rate: f64,
    /// Playouts made.
    pub playouts: u32,
}

/// The search; the tree is made anew for each question.
pub struct Uct<'g> {
    game: &'g Game,
    random: Random,
    /// Exploration constant.
    pub exploration: f64,
}

impl<'g> Uct<'g> {
    /// A search with its own seeded generator.
    pub fn new(game: &'g Game, seed: u64) -> Self {
        Uct { game, random: Random::new(seed), exploration: 0.7 }
    }

    /// The most visited move after `playouts` playouts.
    pub fn search(&mut self, root: &State, playouts: u32) -> UctFound {
        let mut nodes =
            vec![Node { mv: 0, visits: 0, wins: 0.0, children: Vec::new(), expanded: false }];
        let (mut moves, mut changes): (Vec<MoveId>, Vec<Change>) = (Vec::new(), Vec::new());
        for _ in 0..playouts {
            let mut state = root.clone();
            let mut path = vec![(0usize, state.turn ^ 1)];
            let mut at = 0;
            let ending = loop {
                if let Some(ending) = self.game.ending(&state) {
                    break ending;
                }
                if !nodes[at].expanded {
                    self.game.legal_moves(&state, &mut moves);
                    nodes[at].expanded = true;
                    for mv in &moves {
                        let id = nodes.len() as u32;
                        nodes[at].children.push(id);
                        nodes.push(Node {
                            mv: *mv,
                            visits: 0,
                            wins: 0.0,
                            children: Vec::new(),
                            expanded: false,
                        });
                    }
                }
                if nodes[at].children.is_empty() {
                    break self.game.ending_without_moves(&state);
                }
                let next = self.select(&nodes, at);
                let mover = state.turn;
                self.game.play(&mut state, nodes[next].mv, &mut changes);
                path.push((next, mover));
                at = next;
                if nodes[at].visits == 0 {
                    break random_ending(
                        self.game,
                        &mut state,
                        &mut self.random,
                        &mut moves,
                        &mut changes,
                    );
                }
            };
            for (node, mover) in path {
                nodes[node].visits += 1;
                nodes[node].wins += match ending {
                    Ending::Draw => 0.5,
                    Ending::Win(side) => f64::from(u8::from(side == mover)),
                };
            }
        }
        let best = nodes[0].children.iter().map(|c| &nodes[*c as usize]).max_by_key(|n| n.visits);
        UctFound {
            best: best.map(|n| n.mv),
            rate: best.map_or(0.5, |n| n.wins / f64::from(n.visits.max(1))),
            playouts,
        }
    }

    fn select(&mut self, nodes: &[Node], at: usize) -> usize {
        let children = &nodes[at].children;
        let fresh: Vec<u32> =
            children.iter().copied().filter(|c| nodes[*c as usize].visits == 0).collect();
        if !fresh.is_empty() {
            return fresh[self.random.below(fresh.len())] as usize;
        }
        let log = f64::from(nodes[at].visits.max(1)).ln();
        let score = |c: u32| {
            let n = &nodes[c as usize];
            let v = f64::from(n.visits);
            n.wins / v + self.exploration * (log / v).sqrt()
        };
        children
            .iter()
            .copied()
            .max_by(|a, b| score(*a).total_cmp(&score(*b)))
            .map_or(at, |c| c as usize)
    }
}
