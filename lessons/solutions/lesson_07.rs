//! Lesson 7: the order of the moves; the course's own values.

use aji_lessons::board::{Board, Color, PASS, Point, points};
use aji_lessons::lessons::lesson_07::{Tree, alpha_beta, example, minmax, negamax};
use aji_lessons::playout::play_out;
use aji_lessons::positions;
use aji_lessons::primitive::{best_move, rate_moves};
use aji_lessons::random::{Random, play_random};
use aji_lessons::score::KOMI;

/// Exercise 1: how many ends alpha-beta looks at.
fn ends_seen(tree: &Tree) -> usize {
    let mut seen = 0;
    alpha_beta(tree, 1, -1000, 1000, &mut seen);
    seen
}

#[test]
fn alpha_beta_is_fastest_when_the_best_move_comes_first() {
    assert_eq!(ends_seen(&example()), 5);
    let Tree::Moves(mut moves) = example() else { panic!("the example has moves") };
    moves.reverse(); // the worst move first
    assert_eq!(ends_seen(&Tree::Moves(moves)), 7);
}

#[test]
fn all_three_ways_agree_on_random_trees() {
    fn grow(depth: usize, random: &mut Random) -> Tree {
        if depth == 0 {
            return Tree::End(random.below(201) as i32 - 100);
        }
        Tree::Moves((0..=random.below(3)).map(|_| grow(depth - 1, random)).collect())
    }
    let mut random = Random::new(1);
    for _ in 0..100 {
        let tree = grow(5, &mut random);
        let value = minmax(&tree, true);
        assert_eq!(negamax(&tree, 1), value);
        assert_eq!(alpha_beta(&tree, 1, -1000, 1000, &mut 0), value);
    }
}

/// Exercise 2: the course counts 1 for Black's win and 0 for a loss, with the sign turned for
/// White. So White's values are 0 (won) and -1 (lost): the same order, moved by one half.
fn course_result(board: &Board, color: Color) -> f64 {
    let win = if board.score().lead(KOMI) > 0.0 { 1.0 } else { 0.0 };
    if color == Color::White { -win } else { win }
}

fn best_by_course(board: &Board, color: Color, random: &mut Random) -> Point {
    let mut best = (PASS, f64::NEG_INFINITY);
    for point in points() {
        let mut after = *board;
        if !after.try_stone(point, color) {
            continue;
        }
        let mut sum = 0.0;
        for _ in 0..30 {
            let mut end = after;
            play_out(&mut end, color.flip(), &mut vec![point], play_random, random);
            sum += -course_result(&end, color.flip());
        }
        if sum >= best.1 {
            best = (point, sum); // the last of equals, as the library does
        }
    }
    best.0
}

#[test]
fn the_values_of_the_course_choose_the_same_moves() {
    let board = positions::opening();
    for color in [Color::Black, Color::White] {
        let ours = best_move(&board, color, KOMI, 30, &mut Random::new(5));
        assert_eq!(best_by_course(&board, color, &mut Random::new(5)), ours);
        assert_eq!(rate_moves(&board, color, KOMI, 1, &mut Random::new(1)).len(), 75);
    }
}
