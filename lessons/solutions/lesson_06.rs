//! Lesson 6: how much thirty playouts can be trusted; points instead of wins.

use crate::named;
use aji_lessons::board::{Board, Color, PASS, Point, points};
use aji_lessons::lessons::lesson_06::{best_move, black_win_rates};
use aji_lessons::playout::play_out;
use aji_lessons::positions;
use aji_lessons::random::{Random, play_random};

/// Exercise 1: ask thirty playouts about the same board many times, and see how the answers vary.
fn spread(playouts: usize, random: &mut Random) -> f64 {
    let rate = |random: &mut Random| {
        let wins = (0..playouts).filter(|_| {
            let mut end = Board::new();
            play_out(&mut end, Color::Black, &mut Vec::new(), play_random, random);
            end.score().lead(0.5) > 0.0
        });
        wins.count() as f64 / playouts as f64
    };
    let rates: Vec<f64> = (0..100).map(|_| rate(random)).collect();
    let mean = rates.iter().sum::<f64>() / 100.0;
    (rates.iter().map(|r| (r - mean).powi(2)).sum::<f64>() / 100.0).sqrt()
}

#[test]
fn thirty_playouts_are_nine_percent_wrong() {
    let expected = (0.5_f64 * 0.5 / 30.0).sqrt(); // the formula for coins
    let seen = spread(30, &mut Random::new(1));
    assert!((expected - 0.091).abs() < 0.001);
    assert!((seen / expected - 1.0).abs() < 0.25, "{seen} and not {expected}");
}

/// Exercise 2: the move with the best average lead for the side to move.
fn best_by_lead(board: &Board, color: Color, playouts: usize, random: &mut Random) -> Point {
    let mut best = (PASS, f64::NEG_INFINITY);
    for point in points() {
        let mut after = *board;
        if !after.try_stone(point, color) {
            continue;
        }
        let mut sum = 0.0;
        for _ in 0..playouts {
            let mut end = after;
            play_out(&mut end, color.flip(), &mut vec![point], play_random, random);
            sum += end.score().lead(0.0);
        }
        let lead = if color == Color::Black { sum } else { -sum };
        if lead > best.1 {
            best = (point, lead);
        }
    }
    best.0
}

#[test]
fn counting_points_finds_the_capture_that_decides() {
    let board = positions::last_liberties();
    assert_eq!(best_by_lead(&board, Color::Black, 50, &mut Random::new(1)), named("G9"));
    assert_eq!(best_by_lead(&board, Color::White, 50, &mut Random::new(1)), named("D9"));
}

#[test]
fn black_takes_the_largest_and_white_the_smallest() {
    let rates = [(12, 0.3), (13, 0.7), (14, 0.1)];
    assert_eq!(best_move(&rates, Color::Black), 13);
    assert_eq!(best_move(&rates, Color::White), 14);
    assert_eq!(best_move(&[], Color::White), PASS);
    assert_eq!(black_win_rates(&positions::finished(), Color::White, &mut Random::new(1)), []);
}
