//! Lesson 12: how many collisions to expect; the superko rule.

use crate::named;
use aji_lessons::board::{Board, Color};
use aji_lessons::hash::{HashedBoard, Keys};
use aji_lessons::lessons::lesson_12::collisions;
use aji_lessons::positions;
use std::collections::HashSet;

/// Exercise 1: with n positions there are n·n/2 pairs, and each pair collides once in 2^bits.
fn expected_collisions(n: usize, bits: i32) -> f64 {
    (n as f64).powi(2) / 2.0_f64.powi(bits + 1)
}

#[test]
fn collisions_come_as_often_as_expected() {
    for (n, bits) in [(2000, 16), (20_000, 24), (100_000, 28)] {
        let (seen, expected) = (collisions(n, bits) as f64, expected_collisions(n, bits as i32));
        assert!((seen - expected).abs() < 4.0 * expected.sqrt(), "{seen}, not {expected:.1}");
    }
    assert_eq!(expected_collisions(1 << 16, 32), 0.5);
}

/// The chance of at least one collision is 1 - e^(-expected): 39 % after 2^16 positions with 32
/// bits, and half only after 77 163.
#[test]
fn half_a_chance_needs_seventy_seven_thousand_positions() {
    let chance = |n: usize| 1.0 - (-expected_collisions(n, 32)).exp();
    assert!((chance(1 << 16) - 0.393).abs() < 0.001);
    assert!((chance(77_163) - 0.5).abs() < 0.0001);
}

/// Exercise 2: the first move that brings back an earlier position, counted from 1.
fn first_repetition(board: Board, moves: &str) -> Option<usize> {
    let mut hashed = HashedBoard::new(board, Keys::new(1));
    let mut seen = HashSet::from([hashed.hash]);
    let mut color = Color::Black;
    for (i, name) in moves.split(' ').enumerate() {
        hashed.play(named(name), color).expect("a legal move");
        color = color.flip();
        if !seen.insert(hashed.hash) {
            return Some(i + 1);
        }
    }
    None
}

#[test]
fn superko_forbids_the_move_that_closes_the_circle() {
    assert_eq!(first_repetition(positions::eternal_life(), "C9 E9 D9 F9 C9"), Some(4));
    assert_eq!(first_repetition(positions::triple_ko(), "B7 D8 F7 B8 D7 F8 B7"), Some(7));
    assert_eq!(first_repetition(Board::new(), "E5 E6 pass"), None);
    assert_eq!(first_repetition(Board::new(), "pass pass"), Some(2));
}
