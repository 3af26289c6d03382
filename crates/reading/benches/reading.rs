//! What reading costs on 19×19 positions from the middle of a game: `cargo bench -p aji-reading`; with
//! `-- --check` it fails above the marks (unconditional life 15 µs, a typical ladder 5 µs).
//!
//! The positions are random games of 120 to 180 moves in which neither side fills its eyes; all their
//! questions are asked in turn, many times over. Such games have more chains in atari and more weak
//! chains than those of players, and their answers are checked to be the same each time around.
#![allow(clippy::print_stdout)]

use aji_goban::{Color, Move, Point, Position, Size, diagram};
use aji_reading::{Ladders, Life, atari, is_oiotoshi, is_snapback, self_atari};
use std::hint::black_box;
use std::process::ExitCode;
use std::time::Instant;

/// A game of random moves that fill no own eye.
fn mid_game(n_moves: usize, random: &mut fastrand::Rng) -> Position {
    let mut position = Position::new(Size::MAX);
    for _ in 0..n_moves {
        let points: Vec<Point> =
            position.board().empties().iter().filter(|&p| position.is_sensible(p)).collect();
        let Some(point) = random.choice(points) else { break };
        position.play(Move::Place(point), &mut ());
    }
    position
}

/// The mean time of one question in µs: the fastest of several rounds. A round answers with a check
/// value and the number of questions it asked.
fn measure(name: &str, mut round: impl FnMut() -> (usize, usize)) -> f64 {
    let expected = round();
    let mut best = f64::MAX;
    for _ in 0..20 {
        let start = Instant::now();
        assert_eq!(black_box(round()), expected, "{name}: the answers changed");
        best = best.min(start.elapsed().as_secs_f64() * 1e6 / expected.1.max(1) as f64);
    }
    println!("  {name:<52} {best:>8.3} µs   ({} questions, check {})", expected.1, expected.0);
    best
}

/// All questions of one kind about the empty points of all positions.
fn about_moves(
    positions: &[Position],
    question: impl Fn(&Position, Point) -> bool,
) -> (usize, usize) {
    let (mut n_yes, mut n) = (0, 0);
    for position in positions {
        for point in position.board().empties() {
            n_yes += usize::from(question(position, point));
            n += 1;
        }
    }
    (n_yes, n)
}

fn ladders_of(positions: &mut [Position], ladders: &mut Ladders) -> (usize, usize) {
    let (mut n_nodes, mut n) = (0, 0);
    for position in positions {
        for id in position.board().chain_ids() {
            match position.board().chain(id).n_liberties() {
                1 => black_box(ladders.escape(position, id.point())),
                2 => black_box(ladders.capture(position, id.point()).0),
                _ => continue,
            };
            n_nodes += ladders.n_nodes();
            n += 1;
        }
    }
    (n_nodes, n)
}

/// Unconditional life of both sides in all positions.
fn lives_of(positions: &[Position]) -> (usize, usize) {
    let boards = positions.iter().map(Position::board);
    let of = |board| Color::BOTH.map(|color| Life::of(board, color));
    let n_stones = boards.flat_map(of).map(|life| life.stones.len()).sum();
    (n_stones, 2 * positions.len())
}

/// The longest kind of ladder: from one corner to the other.
fn across_the_board() -> (Position, Point) {
    let mut rows = vec![vec!['.'; 19]; 19];
    for (row, column) in [(2, 2), (2, 3), (3, 1), (4, 1)] {
        rows[row][column] = 'X';
    }
    rows[3][2] = 'O';
    let text: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
    let board = diagram::parse(&text.join("\n")).expect("a good diagram").board;
    (Position::of(board, Color::Black), Point::at(3, 2, Size::MAX))
}

fn main() -> ExitCode {
    let must_hold = std::env::args().any(|argument| argument == "--check");
    let mut random = fastrand::Rng::with_seed(1);
    let mut positions: Vec<Position> =
        (0..40).map(|i| mid_game(120 + 60 * (i % 2), &mut random)).collect();
    println!("19×19, middle of the game, one thread");
    let life = measure("unconditional life and territory, one side", || lives_of(&positions));
    let late: Vec<Position> = (0..40).map(|_| mid_game(300, &mut random)).collect();
    measure("the same after 300 moves", || lives_of(&late));
    let last: Vec<Position> = (0..40).map(|_| mid_game(600, &mut random)).collect();
    measure("the same after 600 moves, most of it settled", || lives_of(&last));
    measure("class of self-atari, one move", || {
        about_moves(&positions, |position, point| {
            self_atari::class(position.board(), point, position.to_move()).is_some()
        })
    });
    measure("meaningless self-atari, one move", || {
        about_moves(&positions, |position, point| {
            self_atari::is_meaningless(position.board(), point, position.to_move())
        })
    });
    measure("snapback and oiotoshi, one move", || {
        about_moves(&positions, |position, point| {
            let (board, color) = (position.board(), position.to_move());
            is_snapback(board, point, color) | is_oiotoshi(board, point, color)
        })
    });
    measure("ataris that take, one move", || {
        about_moves(&positions, |position, point| {
            let (board, color) = (position.board(), position.to_move());
            let targets = atari::targets(board, point, color);
            targets.into_iter().any(|target| atari::takes(board, point, color, target))
        })
    });
    let mut ladders = Ladders::new();
    let ladder = measure("a ladder, any chain with one or two liberties", || {
        ladders_of(&mut positions, &mut ladders)
    });
    let (mut position, stone) = across_the_board();
    measure("the ladder across the empty board", || {
        black_box(ladders.capture(&mut position, stone));
        (ladders.n_nodes(), 1)
    });
    let holds = life <= 15.0 && ladder <= 5.0;
    if must_hold && !holds {
        println!("above the marks of 15 µs for life and 5 µs for a ladder");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}
