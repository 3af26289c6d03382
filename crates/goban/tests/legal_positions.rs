//! The number of legal positions, by brute force through the board itself.
//!
//! Points are filled in order. A stone that takes something, or has no liberty, belongs to no legal
//! position however the rest is filled, because the rest can only take liberties away.

use aji_goban::{Board, Color, Journal, Move, Point, Position, Size};

fn count(position: &mut Position, journal: &mut Journal, rest: &[Point]) -> u64 {
    let Some((&point, rest)) = rest.split_first() else { return 1 };
    let mut n = count(position, journal, rest);
    for color in Color::BOTH {
        position.set_to_move(color);
        let n_prisoners = Color::BOTH.map(|c| position.n_prisoners(c));
        journal.play(position, Move::Place(point));
        if Color::BOTH.map(|c| position.n_prisoners(c)) == n_prisoners {
            n += count(position, journal, rest);
        }
        journal.undo(position);
    }
    n
}

fn legal_positions(lines: u64) -> u64 {
    let size = Size::new(lines).unwrap();
    let points: Vec<Point> = size.points().collect();
    let mut position = Position::of(Board::new(size), Color::Black);
    count(&mut position, &mut Journal::new(), &points)
}

#[test]
fn a_2x2_board_has_57_legal_positions() {
    assert_eq!(legal_positions(2), 57);
}

#[test]
fn a_3x3_board_has_12675_legal_positions() {
    assert_eq!(legal_positions(3), 12_675);
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimization; cargo xtask test runs it")]
fn a_4x4_board_has_24318165_legal_positions() {
    assert_eq!(legal_positions(4), 24_318_165);
}
