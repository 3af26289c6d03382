//! What a move would leave, seen without playing it.

use aji_goban::{Board, Color, Point, PointSet};

/// The chain of a stone that would be put down, as it would stand after captures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct After {
    /// The stones of the new chain, the new one among them.
    pub stones: PointSet,
    /// Its liberties; none if the move is suicide.
    pub liberties: PointSet,
    /// The enemy stones the move takes.
    pub captured: PointSet,
}

impl After {
    /// What a stone of this color on this empty point would leave.
    #[inline]
    pub fn of(board: &Board, point: Point, color: Color) -> After {
        let mut after = After {
            stones: PointSet::EMPTY,
            liberties: PointSet::EMPTY,
            captured: PointSet::EMPTY,
        };
        after.stones.insert(point);
        for near in board.neighbors(point) {
            let Some(chain) = board.chain_at(near) else {
                after.liberties.insert(near);
                continue;
            };
            if chain.color() == color {
                after.stones |= *chain.stones();
                after.liberties |= *chain.liberties();
            } else if chain.is_in_atari() {
                after.captured |= *chain.stones();
            }
        }
        after.liberties.remove(point);
        if !after.captured.is_empty() {
            after.liberties |= after.stones.grown(&after.captured, board.size());
        }
        after
    }

    /// Would the new chain be in atari?
    #[inline]
    pub fn is_in_atari(&self) -> bool {
        self.liberties.len() == 1
    }
}

/// How many liberties the chain of `stone` would have after its own side plays on `point`, which must
/// be empty.
pub fn n_liberties_after(board: &Board, stone: Point, point: Point) -> usize {
    let Some(chain) = board.chain_at(stone) else { return 0 };
    let after = After::of(board, point, chain.color());
    if after.stones.contains(stone) {
        return after.liberties.len();
    }
    let gained = chain.stones().grown(&after.captured, board.size());
    (*chain.liberties() | gained).len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use aji_goban::Size;

    /// In random games the forecast is what happens.
    #[test]
    fn the_forecast_comes_true() {
        let mut random = fastrand::Rng::with_seed(1);
        for game in 0..200 {
            let size = Size::new(5 + game % 5).unwrap();
            let mut board = Board::new(size);
            for turn in 0..2 * size.n_points() {
                let color = Color::BOTH[turn % 2];
                let point = random.choice(size.points().collect::<Vec<_>>()).unwrap();
                if !board.is_empty_at(point) {
                    continue;
                }
                let after = After::of(&board, point, color);
                assert_eq!(after.liberties.is_empty(), board.would_be_suicide(point, color));
                if after.liberties.is_empty() {
                    continue;
                }
                let forecast: Vec<(Point, usize)> = board
                    .chain_ids()
                    .filter(|&id| board.chain(id).color() == color)
                    .map(|id| (id.point(), n_liberties_after(&board, id.point(), point)))
                    .collect();
                let enemies = *board.stones(color.opponent());
                board.put_stone(point, color, &mut ());
                let chain = board.chain_at(point).unwrap();
                assert_eq!((*chain.stones(), *chain.liberties()), (after.stones, after.liberties));
                assert_eq!(enemies - *board.stones(color.opponent()), after.captured);
                for (stone, n) in forecast {
                    assert_eq!(board.chain_at(stone).unwrap().n_liberties(), n);
                }
            }
        }
    }
}
