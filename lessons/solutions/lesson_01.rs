//! Lesson 1: print the board as it is; find the edge without an `if`.

use aji_lessons::board::{Board, Color, Point, SIZE, WIDTH, neighbors, points};
use aji_lessons::positions;

/// Exercise 1: the frame takes row 0 and column 0, so the board begins one further.
fn printed(board: &Board) -> String {
    let mut text = String::from("   1 2 3 4 5 6 7 8 9\n");
    for y in 0..SIZE {
        text += &format!("{:2}", y + 1);
        for x in 0..SIZE {
            let color = board.at((y + 1) * WIDTH + (x + 1));
            text += &format!(" {}", color.sign());
        }
        text += "\n";
    }
    text
}

#[test]
fn the_board_is_printed_without_its_frame() {
    let text = printed(&positions::ohashi_zen());
    assert!(!text.contains('#'));
    assert_eq!(text.lines().nth(1), Some(" 1 O X X . X . . . ."));
    assert_eq!(text.lines().last(), Some(" 9 . . . . . O X . ."));
}

/// Exercise 2: how many of the four neighbors are the frame.
fn walls(board: &Board, point: Point) -> usize {
    neighbors(point).iter().filter(|&&n| board.at(n) == Color::Wall).count()
}

#[test]
fn a_corner_touches_two_walls_and_a_side_one() {
    let board = Board::new();
    let count = |n| points().filter(|&point| walls(&board, point) == n).count();
    assert_eq!([count(2), count(1), count(0)], [4, 28, 49]);
}
