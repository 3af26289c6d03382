//! Games to test on: random ones, and ones in which moves answer each other as players' moves do.

use aji_goban::{Move, Point, Position};
use aji_reading::After;
use fastrand::Rng;

/// A move that is legal and fills no own eye; a pass if there is none.
pub fn random_move(position: &Position, random: &mut Rng) -> Move {
    let points: Vec<Point> =
        position.board().empties().into_iter().filter(|&p| position.is_sensible(p)).collect();
    random.choice(points).map_or(Move::Pass, Move::Place)
}

/// A move that looks like a player's: mostly near the last one, on the third line or higher while the board is
/// open, no stone thrown away.
pub fn local_move(position: &Position, random: &mut Rng) -> Move {
    let (size, board) = (position.size(), position.board());
    let last = position.last_move().and_then(Move::point);
    let is_local = random.f32() < 0.75;
    let empties: Vec<Point> = board.empties().into_iter().collect();
    let cost = |point: Point, random: &mut Rng| {
        let (row, column) = (point.row(size), point.column(size));
        let height = |n: usize| n.min(size.lines() - 1 - n);
        let line = height(row).min(height(column));
        let far = last.map_or(0, |last| {
            let steps = row.abs_diff(last.row(size)) + column.abs_diff(last.column(size));
            steps.abs_diff(2).min(9)
        });
        let low = [4.0, 1.5][..].get(line).copied().unwrap_or(0.0);
        let after = After::of(board, point, position.to_move());
        let lost = if after.liberties.len() < 2 && after.captured.is_empty() { 6.0 } else { 0.0 };
        let near = if is_local { far as f32 } else { 0.0 };
        near + low + lost - 2.0 * after.captured.len().min(5) as f32 + 4.0 * random.f32()
    };
    let mut best = (f32::INFINITY, Move::Pass);
    for _ in 0..60.min(2 * empties.len()) {
        let Some(&point) = random.choice(&empties) else { break };
        if position.is_sensible(point) {
            let cost = cost(point, random);
            if cost < best.0 {
                best = (cost, Move::Place(point));
            }
        }
    }
    if best.1 == Move::Pass { random_move(position, random) } else { best.1 }
}
