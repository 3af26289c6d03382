//! Kos that are being fought (thesis §4.5.1, kinds 4 and 19, figures 38 and 39).

use aji_goban::{Board, Move, Point, Position};

/// A ko that the side to move took with its last move, and that the enemy left alone since.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WonKo {
    /// The stone that took, alone and in atari.
    pub stone: Point,
    /// Where it took, and where the enemy would retake.
    pub hole: Point,
}

impl WonKo {
    /// The ko of this position, if there is one.
    #[inline]
    pub fn of(position: &Position) -> Option<WonKo> {
        let hole = position.ko_before_last_move()?;
        let Some(Move::Place(stone)) = position.last_but_one_move() else { return None };
        let board = position.board();
        let is_open = board.color_at(stone) == Some(position.to_move())
            && board.is_empty_at(hole)
            && board.chain_at(stone).is_some_and(|chain| chain.is_in_atari());
        is_open.then_some(WonKo { stone, hole })
    }

    /// Where an enemy chain beside the stone can be taken: that ends the ko, too.
    #[inline]
    pub fn captures(self, board: &Board) -> impl Iterator<Item = Point> + use<'_> {
        board
            .chain_at(self.stone)
            .into_iter()
            .flat_map(|chain| chain.neighbors())
            .map(|enemy| board.chain(enemy))
            .filter(|enemy| enemy.is_in_atari())
            .filter_map(|enemy| enemy.liberties().first())
    }
}
