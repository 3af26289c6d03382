//! Lesson 10: playouts that choose their moves by weight instead of evenly.

use crate::board::{BOARD_MAX, Board, Color, PASS, Point};
use crate::patterns::Patterns;
use crate::random::Random;
use crate::widening::{is_beside, line};
use std::sync::LazyLock;

/// How strongly a move is wanted: board, move, color, last move. The ordinary move weighs 100.
pub type Weigh = fn(&Board, Point, Color, Point) -> u32;

/// No weight is larger, so that the sum over the board always fits.
pub const MAX_WEIGHT: u32 = u32::MAX / 100;

// ANCHOR: shapes
/// Shapes worth playing when the last move made them: hane, cuts, and the same on the edge.
static SHAPES: LazyLock<Patterns> = LazyLock::new(|| {
    let shapes = [
        "XO? ... ???", // hane
        "XOX ... ???", // magari: turn between two
        "XO? O.? ?.?", // cut at the corner of two stones
        "?O? X.X ???", // push through and cut
        "OX. ?.? ###", // pull down to the edge
        "?OX ?.. ###", // hane on the edge
    ];
    Patterns::new(&shapes).expect("the tests read these shapes")
});

/// The weight of a move: more beside the last move, much more if it makes one of the shapes.
pub fn weigh(board: &Board, point: Point, color: Color, last: Point) -> u32 {
    let mut weight = if line(point) == 1 { 50 } else { 100 };
    if is_beside(point, last) {
        weight *= 4;
        if SHAPES.match_at(board, point, color) {
            weight *= 10;
        }
    }
    weight
}
// ANCHOR_END: shapes

/// Plays a move of [`weigh`]'s taste.
pub fn play_weighted(board: &mut Board, color: Color, last: Point, random: &mut Random) -> Point {
    play_by(weigh, board, color, last, random)
}

// ANCHOR: play_by
/// Plays a move drawn in proportion to its weight. Like throwing a die with as many sides as all
/// weights together, and walking along the moves until the number is used up.
pub fn play_by(
    weigh: Weigh,
    board: &mut Board,
    color: Color,
    last: Point,
    random: &mut Random,
) -> Point {
    let mut moves = [(PASS, 0); BOARD_MAX];
    let mut sum = 0;
    let empty = (0..BOARD_MAX).filter(|&p| board.at(p) == Color::Empty);
    for (i, point) in empty.enumerate() {
        let weight = weigh(board, point, color, last).min(MAX_WEIGHT) as usize;
        moves[i] = (point, weight);
        sum += weight;
    }
    while sum > 0 {
        let mut rest = random.below(sum);
        let mut i = 0;
        while rest >= moves[i].1 {
            rest -= moves[i].1;
            i += 1;
        }
        if board.try_stone(moves[i].0, color) {
            return moves[i].0;
        }
        sum -= moves[i].1; // not playable: weight nothing and draw again
        moves[i].1 = 0;
    }
    board.ko = None;
    PASS
}
// ANCHOR_END: play_by

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::point_named;

    #[test]
    fn moves_are_drawn_in_proportion_to_their_weight() {
        fn weigh(_: &Board, point: Point, _: Color, _: Point) -> u32 {
            let e5 = point_named("E5").unwrap();
            if point == e5 { 60 } else { u32::from(point == e5 + 1) * 40 }
        }
        let (mut random, mut e5) = (Random::new(1), 0);
        for _ in 0..10_000 {
            let point = play_by(weigh, &mut Board::new(), Color::Black, PASS, &mut random);
            e5 += usize::from(point == point_named("E5").unwrap());
        }
        assert!((5_800..6_200).contains(&e5), "{e5} of 10000, expected 6000");
    }

    #[test]
    fn the_largest_weights_fit_the_sum() {
        fn huge(_: &Board, _: Point, _: Color, _: Point) -> u32 {
            u32::MAX
        }
        let mut board = Board::new();
        let point = play_by(huge, &mut board, Color::Black, PASS, &mut Random::new(1));
        assert_eq!(board.at(point), Color::Black);
    }
}
