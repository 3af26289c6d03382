//! Lesson 11: RAVE, rapid action value estimation. A good move is often good whenever it is
//! played; so a playout teaches something about every move that occurred in it.

use crate::board::{BOARD_MAX, PASS, Point};
use crate::uct::{Child, Mean, ucb};

/// How RAVE is mixed with the win rate of a move.
#[derive(Clone, Copy, Debug)]
pub struct Rave {
    /// About how many visits a move's own win rate needs to outweigh RAVE. The course: 3000.
    pub equal_at: f64,
    /// A good beginning for promising moves: this many won games for each unit of promise.
    pub start_games: f64,
}

impl Default for Rave {
    fn default() -> Rave {
        Rave { equal_at: 3000.0, start_games: 0.0 }
    }
}

impl Rave {
    /// The mean a new child begins with.
    pub(crate) fn start(self, promise: f64) -> Mean {
        let games = (self.start_games * promise) as u32;
        Mean { games, rate: if games > 0 { 0.5 } else { 0.0 } }
    }

    // ANCHOR: value
    /// The weight of RAVE: one at first, falling as the move gathers games of its own.
    pub fn beta(self, games: u32, rave_games: u32) -> f64 {
        let (games, rave_games) = (f64::from(games), f64::from(rave_games));
        rave_games / (rave_games + games + rave_games * games / self.equal_at)
    }

    /// What speaks for trying a child next: RAVE at first, its own results later.
    pub fn value(self, child: &Child, parent_games: u32, c: f64) -> f64 {
        let Child { point, mean, rave, .. } = child;
        if *point == PASS && mean.games > 0 {
            return mean.rate; // a pass has no RAVE; let it not be tried out of curiosity
        }
        match (mean.games, rave.games) {
            (0, 0) => f64::INFINITY,
            (0, _) => rave.rate,
            _ => {
                let beta = self.beta(mean.games, rave.games);
                beta * rave.rate + (1.0 - beta) * ucb(*mean, parent_games, c)
            }
        }
    }
    // ANCHOR_END: value
}

// ANCHOR: update
/// Tells the children of a node the result of a playout. `moves` begins with the node's own move;
/// every second move is by the same side. Where both played, the first stone counts.
pub(crate) fn update(children: &mut [Child], moves: &[Point], result: f64) {
    let mut first_is_ours = [None; BOARD_MAX];
    for (i, &point) in moves.iter().enumerate() {
        first_is_ours[point].get_or_insert(i % 2 == 0);
    }
    for child in children.iter_mut().filter(|child| child.point != PASS) {
        if first_is_ours[child.point] == Some(true) {
            child.rave.add(result);
        }
    }
}
// ANCHOR_END: update

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weight_of_rave_falls_with_the_games() {
        let rave = Rave::default();
        assert_eq!(rave.beta(0, 10), 1.0);
        assert!(rave.beta(10, 100) > 0.85);
        assert!(rave.beta(3000, 100_000) < 0.51);
        assert!(rave.beta(100_000, 1_000_000) < 0.04);
    }
}
