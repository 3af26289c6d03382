//! A quick opponent for tests and for the demo: no search, but it takes, saves and ends the game.

use aji_goban::{Color, Game, Move, Point, PointSet, Position};
use aji_web::{Choice, Opponent};
use fastrand::Rng;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Plays at random, with an eye for stones in atari; leaves its own eyes alone and passes at the end.
pub struct Quick {
    random: Rng,
    /// How long it pretends to think.
    pause: Duration,
}

impl Quick {
    /// An opponent with its own random numbers.
    pub fn new(seed: u64, pause: Duration) -> Quick {
        Quick { random: Rng::with_seed(seed), pause }
    }

    /// How many playouts say who is dead.
    const N_PLAYOUTS: usize = 100;
}

impl Opponent for Quick {
    fn choose(&mut self, game: &Game, cancel: &AtomicBool) -> Choice {
        let mut left = self.pause;
        while !left.is_zero() && !cancel.load(Ordering::Relaxed) {
            let step = left.min(Duration::from_millis(10));
            std::thread::sleep(step);
            left -= step;
        }
        let position = game.position();
        let rated = sensible(position)
            .filter(|&point| game.is_legal(point))
            .map(|point| (worth(position, point) + self.random.u32(..4), point));
        let best = rated.max_by_key(|&(worth, _)| worth);
        Choice::Play(best.map_or(Move::Pass, |(_, point)| Move::Place(point)))
    }

    fn dead_stones(&mut self, game: &Game) -> PointSet {
        let board = game.position().board();
        let mut n_kept = vec![0; aji_goban::point::N_INDICES];
        for _ in 0..Quick::N_PLAYOUTS {
            let end = play_out(game.position(), &mut self.random);
            for color in Color::BOTH {
                let owned = aji_goban::score::area(end.board());
                for point in *board.stones(color) & *owned.by(color) {
                    n_kept[point.index()] += 1;
                }
            }
        }
        let stones = *board.stones(Color::Black) | *board.stones(Color::White);
        stones.iter().filter(|point| n_kept[point.index()] < Quick::N_PLAYOUTS / 2).collect()
    }
}

/// Legal points that are not the mover's own eyes.
fn sensible(position: &Position) -> impl Iterator<Item = Point> + '_ {
    let color = position.to_move();
    position.legal_points().filter(move |&point| !position.board().is_eye(point, color))
}

/// Taking and saving first, then the inner lines; a stone in atari is worth little.
fn worth(position: &Position, point: Point) -> u32 {
    let (board, color, size) = (position.board(), position.to_move(), position.size());
    let mut worth = 10;
    let mut n_liberties = 0;
    for near in board.neighbors(point) {
        match board.chain_at(near) {
            None => n_liberties += 1,
            Some(chain) if chain.color() != color && chain.is_in_atari() => {
                worth += 20 + chain.n_stones() as u32;
                n_liberties += 1;
            }
            Some(chain) if chain.color() == color && chain.is_in_atari() => worth += 8,
            Some(chain) if chain.color() == color => n_liberties += chain.n_liberties() - 1,
            Some(_) => worth += 1,
        }
    }
    let last = size.lines() - 1;
    let edge = |n: usize| n.min(last - n);
    worth += [0, 3, 5][edge(point.row(size)).min(edge(point.column(size))).min(2)];
    if n_liberties < 2 { worth / 3 } else { worth }
}

/// A game at random to its end.
fn play_out(from: &Position, random: &mut Rng) -> Position {
    let mut position = from.clone();
    let (mut n_passes, most) = (0, 3 * from.size().n_points());
    for _ in 0..most {
        let points: Vec<Point> = sensible(&position).collect();
        n_passes = if points.is_empty() { n_passes + 1 } else { 0 };
        if n_passes == 2 {
            break;
        }
        let play = random.choice(points).map_or(Move::Pass, Move::Place);
        position.play(play, &mut ());
    }
    position
}
