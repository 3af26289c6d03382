//! Lesson 4: a player of your own in the playout; counting only to two.

use crate::empty_points;
use aji_lessons::board::{Board, Color, PASS, Point, points};
use aji_lessons::playout::play_out;
use aji_lessons::random::{Random, play_random};

/// Exercise 1: always the first point that can be played, from the top left.
fn play_first(board: &mut Board, color: Color, _last: Point, _random: &mut Random) -> Point {
    let empty = empty_points(board);
    let played = empty.into_iter().find(|&point| board.try_stone(point, color));
    if played.is_none() {
        board.ko = None;
    }
    played.unwrap_or(PASS)
}

#[test]
fn any_player_can_play_the_playout() {
    let (mut board, mut moves) = (Board::new(), Vec::new());
    play_out(&mut board, Color::Black, &mut moves, play_first, &mut Random::new(1));
    assert_eq!(moves[0], *points().collect::<Vec<_>>().first().unwrap());
    assert!(moves.ends_with(&[PASS, PASS]), "{} moves", moves.len());
}

/// Exercise 2: `is_in_atari` stops at two liberties and must say the same as counting all.
#[test]
fn counting_to_two_is_enough() {
    let mut random = Random::new(2);
    for _ in 0..20 {
        let (mut board, mut color) = (Board::new(), Color::Black);
        while play_random(&mut board, color, PASS, &mut random) != PASS {
            color = color.flip();
            for point in points().filter(|&p| board.at(p) != Color::Empty) {
                assert_eq!(board.is_in_atari(point), board.chain(point).liberties == 1);
            }
        }
    }
}
