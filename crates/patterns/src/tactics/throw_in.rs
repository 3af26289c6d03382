//! Throw-ins where two stones were just taken (thesis §4.5.1, kind 18, figures 36 and 37).

use aji_goban::{Move, Point, Position};
use aji_reading::throw_in::spoils_two_point_eye;

/// Calls `found` with every point where a stone makes the eye false that the enemy got by taking two
/// stones with its last move.
#[inline]
pub fn fresh_throw_ins(position: &Position, mut found: impl FnMut(Point)) {
    if position.n_taken_by_last_move() != 2 {
        return;
    }
    let Some(Move::Place(last)) = position.last_move() else { return };
    let board = position.board();
    // The stone that took touches one of the two points.
    for near in board.neighbors(last).filter(|&near| board.is_empty_at(near)) {
        for point in board.neighbors(near).chain([near]) {
            if board.is_empty_at(point) && spoils_two_point_eye(board, point, position.to_move()) {
                found(point);
            }
        }
    }
}
