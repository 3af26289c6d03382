//! Lesson 10: fewer moves on the low lines; shapes that must be played; another bonus.

use crate::named;
use aji_lessons::board::{Board, Color, PASS, Point};
use aji_lessons::patterns::Patterns;
use aji_lessons::players::knowing;
use aji_lessons::random::{Random, play_random};
use aji_lessons::uct::{Settings, Uct};
use aji_lessons::weights::{play_by, weigh};
use aji_lessons::widening::line;
use std::sync::LazyLock;

/// Exercise 1: the first line is rarely, the second line seldom worth a move.
fn low_lines_less(_: &Board, point: Point, _: Color, _: Point) -> u32 {
    [5, 25, 100, 100, 100][line(point) - 1]
}

fn play_higher(board: &mut Board, color: Color, last: Point, random: &mut Random) -> Point {
    play_by(low_lines_less, board, color, last, random)
}

/// How many of the first twenty moves of a playout lie on the first two lines.
fn low_moves(choose: aji_lessons::playout::Choose) -> usize {
    let mut random = Random::new(1);
    let mut low = 0;
    for _ in 0..100 {
        let (mut board, mut color) = (Board::new(), Color::Black);
        for _ in 0..20 {
            let point = choose(&mut board, color, PASS, &mut random);
            low += usize::from(point != PASS && line(point) <= 2);
            color = color.flip();
        }
    }
    low
}

#[test]
fn lighter_low_lines_are_played_less() {
    let (even, higher) = (low_moves(play_random), low_moves(play_higher));
    assert!((1300..1500).contains(&even), "56 of 81 points are low: {even} of 2000");
    assert!(2 * higher < even, "{higher}");
}

/// Exercise 2: a shape you never want to miss gets ten thousand times the weight.
static MUST: LazyLock<Patterns> =
    LazyLock::new(|| Patterns::new(&["XOX ... ???"]).expect("nine signs"));

fn must_play(board: &Board, point: Point, color: Color, last: Point) -> u32 {
    let weight = weigh(board, point, color, last);
    if MUST.match_at(board, point, color) { weight.saturating_mul(10_000) } else { weight }
}

#[test]
fn a_shape_of_ten_thousand_is_always_played() {
    let mut board = Board::new();
    for (name, color) in [("D5", Color::Black), ("E5", Color::White), ("F5", Color::Black)] {
        board.put_stone(named(name), color).unwrap();
    }
    for seed in 0..200 {
        let mut random = Random::new(seed);
        let point = play_by(must_play, &mut board.clone(), Color::Black, named("E5"), &mut random);
        assert!([named("E4"), named("E6")].contains(&point), "seed {seed}");
    }
}

/// Exercise 3: the other form of the bonus, B0 · promise · B1 / games.
fn inverse_plus(promise: f64, games: u32) -> f64 {
    let (b0, b1) = (0.1, 10.0);
    b0 * promise * b1 / f64::from(games.max(1))
}

#[test]
fn the_other_bonus_leads_the_first_visits_and_fades() {
    assert!(inverse_plus(10.0, 1) > 10.0 * inverse_plus(10.0, 100));
    let last = named("E5");
    let mut board = Board::new();
    board.put_stone(last, Color::Black).unwrap();
    let visits_beside = |plus| {
        let settings = Settings { plus, widening: false, ..knowing(500) };
        let mut search = Uct::new(settings, Random::new(1));
        search.best_move(&board, Color::White, last);
        let beside = |child: &&&aji_lessons::uct::Child| child.promise >= 10.0;
        search.children().iter().filter(beside).map(|child| child.mean.games).sum::<u32>()
    };
    let (without, with) = (visits_beside(None), visits_beside(Some(inverse_plus)));
    assert!(with > without + 20, "{with} visits beside the last move, {without} without a bonus");
}
