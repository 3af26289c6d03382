//! Kos that are being fought.

use aji_goban::{Board, Move, Point, Position};

/// The side to move took a stone in a ko with its last move, and the enemy answered elsewhere: its lone stone
/// and the hole where the enemy would retake.
pub fn won(position: &Position) -> Option<(Point, Point)> {
    let Some(Move::Place(stone)) = position.last_but_one_move() else { return None };
    let board = position.board();
    let is_own = board.color_at(stone) == Some(position.to_move());
    is_own.then(|| hole(board, stone)).flatten().map(|hole| (stone, hole))
}

/// Where a stone that stands in a ko would be taken: it stands alone, its last liberty is walled in by its
/// own color, and nothing else would be taken there.
pub fn hole(board: &Board, stone: Point) -> Option<Point> {
    let chain = board.chain_at(stone)?;
    if chain.n_stones() != 1 || !chain.is_in_atari() {
        return None;
    }
    let hole = chain.liberties().first()?;
    let is_wall = |near: Point| {
        board.chain_at(near).is_some_and(|wall| {
            wall.color() == chain.color() && (near == stone || !wall.is_in_atari())
        })
    };
    board.neighbors(hole).all(is_wall).then_some(hole)
}
