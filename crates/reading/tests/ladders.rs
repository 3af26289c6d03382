//! The ladder against a full search of its definition, and its laws.

mod naive;

use aji_goban::{Color, Move, Point, PointSet, Position, Size, Symmetry, diagram};
use aji_reading::{Ladders, Verdict};
use naive::{Naive, number, random_position};

/// The naive search, with the boards on the way to the one it looks at.
#[derive(Default)]
struct Search {
    path: Vec<Naive>,
}

impl Search {
    /// Is the chain on `prey` taken in the end, the attacker to move? Every legal move is tried; it must
    /// take a liberty from the chain and leave it in atari or take it. A board seen before on the way is
    /// no progress.
    fn takes(&mut self, board: &Naive, prey: usize, color: Color) -> bool {
        if self.path.contains(board) {
            return false;
        }
        self.path.push(board.clone());
        let n_before = board.n_liberties(prey);
        let takes = board
            .moves(color.opponent())
            .any(|next| next.n_liberties(prey) < n_before && self.taken_after(&next, prey, color));
        self.path.pop();
        takes
    }

    /// Is the chain taken after the attacker's move that led to this board?
    fn taken_after(&mut self, board: &Naive, prey: usize, color: Color) -> bool {
        match board.n_liberties(prey) {
            0 => true,
            1 => self.is_caught(board, prey, color),
            _ => false,
        }
    }

    /// Is the chain, in atari and its side to move, taken whatever it plays, passing included?
    fn is_caught(&mut self, board: &Naive, prey: usize, color: Color) -> bool {
        let pass = Naive { ko: None, ..board.clone() };
        board.moves(color).chain([pass]).all(|next| self.caught_after(&next, prey, color))
    }

    /// Is the chain taken after the move of its side that led to this board?
    fn caught_after(&mut self, board: &Naive, prey: usize, color: Color) -> bool {
        board.n_liberties(prey) < 3 && self.takes(board, prey, color)
    }
}

fn verdict(taken: bool) -> Verdict {
    if taken { Verdict::Working } else { Verdict::Broken }
}

/// The board with `color` to move: a ko is over if the turn was passed.
fn with_turn(position: &Position, color: Color) -> Naive {
    let ko = position.ko().filter(|_| position.to_move() == color);
    Naive::of(position.board(), ko)
}

/// Compares every answer about every chain with at most two liberties; returns how many were Working
/// and how many Broken.
fn compare(position: &mut Position, ladders: &mut Ladders) -> [usize; 2] {
    let (size, mut n) = (position.size(), [0; 2]);
    let mut check = |ours: Verdict, naive: bool, what: &str, board: &str| {
        assert_eq!(ours, verdict(naive), "{what}\n{board}");
        n[usize::from(ours == Verdict::Broken)] += 1;
    };
    let text = position.board().to_string();
    let prey: Vec<(Point, Color)> = position
        .board()
        .chain_ids()
        .map(|id| (id.point(), position.board().chain(id).color()))
        .filter(|&(point, _)| position.board().chain_at(point).unwrap().n_liberties() < 3)
        .collect();
    for (stone, color) in prey {
        let at = number(stone, size);
        let liberties = *position.board().chain_at(stone).unwrap().liberties();
        let name = stone.name(size);
        let attacked = with_turn(position, color.opponent());
        let (answer, first) = ladders.capture(position, stone);
        let naive = Search::default().takes(&attacked, at, color);
        check(answer, naive, &format!("capture {name}"), &text);
        assert_eq!(first.is_some(), answer == Verdict::Working);
        for point in liberties {
            let by = ladders.capture_by(position, stone, point);
            let next = attacked.after(number(point, size), color.opponent());
            let naive = next.is_some_and(|next| Search::default().taken_after(&next, at, color));
            check(by, naive, &format!("capture {name} by {}", point.name(size)), &text);
            assert!(first != Some(point) || by == Verdict::Working);
        }
        if liberties.len() == 1 {
            let defended = with_turn(position, color);
            let naive = Search::default().is_caught(&defended, at, color);
            check(ladders.escape(position, stone), naive, &format!("escape {name}"), &text);
            let point = liberties.first().unwrap();
            let by = ladders.escape_by(position, stone, point);
            let next = defended.after(number(point, size), color);
            let naive = next.is_none_or(|next| Search::default().caught_after(&next, at, color));
            check(by, naive, &format!("escape {name} by {}", point.name(size)), &text);
        }
    }
    assert_eq!(position.board().to_string(), text, "the position came back changed");
    n
}

#[test]
fn ladders_agree_with_brute_force_on_five_thousand_small_positions() {
    let mut random = fastrand::Rng::with_seed(5);
    let mut ladders = Ladders::with_node_limit(10_000);
    let mut total = [0; 2];
    for i in 0..5_000 {
        let size = Size::new(5 + i % 3).unwrap();
        let n_moves = random.usize(size.lines()..size.n_points() * 5 / 4);
        let mut position = random_position(size, n_moves, &mut random);
        let n = compare(&mut position, &mut ladders);
        total = [total[0] + n[0], total[1] + n[1]];
    }
    // Both answers must be well represented, or the agreement means little.
    assert!(total.iter().all(|&n| n > 5_000), "{total:?}");
}

#[test]
fn a_position_comes_back_as_it_was() {
    let mut random = fastrand::Rng::with_seed(6);
    let mut ladders = Ladders::new();
    for _ in 0..50 {
        let mut position = random_position(Size::MAX, 200, &mut random);
        let before = (position.hash(), position.to_move(), position.ko(), position.n_moves());
        for id in position.board().chain_ids() {
            ladders.capture(&mut position, id.point());
            ladders.escape(&mut position, id.point());
        }
        let after = (position.hash(), position.to_move(), position.ko(), position.n_moves());
        assert_eq!(before, after);
    }
}

#[test]
fn verdicts_do_not_depend_on_how_the_board_is_turned_or_colored() {
    let mut random = fastrand::Rng::with_seed(7);
    let mut ladders = Ladders::new();
    for round in 0..60 {
        let size = Size::new([9, 13, 19][round % 3]).unwrap();
        let n_moves = random.usize(20..size.n_points());
        let board = random_position(size, n_moves, &mut random).board().clone();
        let mut here = Position::of(board.clone(), Color::Black);
        for symmetry in Symmetry::ALL {
            let turned = board.transformed(symmetry).color_swapped();
            let mut there = Position::of(turned, Color::White);
            for id in board.chain_ids() {
                let (stone, image) = (id.point(), symmetry.apply(id.point(), size));
                assert_eq!(
                    ladders.capture(&mut here, stone).0,
                    ladders.capture(&mut there, image).0
                );
                for point in *board.chain(id).liberties() {
                    let to = symmetry.apply(point, size);
                    let by = ladders.capture_by(&mut here, stone, point);
                    assert_eq!(by, ladders.capture_by(&mut there, image, to));
                    let by = ladders.escape_by(&mut here, stone, point);
                    assert_eq!(by, ladders.escape_by(&mut there, image, to));
                }
            }
        }
    }
}

#[test]
fn a_limit_too_small_leaves_the_ladder_unclear() {
    let diagram = diagram::parse(
        ". . . . . . . . .
         . . . . . . . . .
         . . X X . . . . .
         . X O . . . . . .
         . X . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .",
    )
    .unwrap();
    let stone = diagram.board.point("C6").unwrap();
    let mut position = Position::of(diagram.board, Color::Black);
    assert_eq!(Ladders::with_node_limit(5).capture(&mut position, stone).0, Verdict::Unclear);
    assert_eq!(Ladders::new().capture(&mut position, stone).0, Verdict::Working);
}

#[test]
fn nothing_is_asked_of_an_empty_point_or_a_free_chain() {
    let mut position = Position::new(Size::MAX);
    let (here, there) = (Point::at(3, 3, Size::MAX), Point::at(9, 9, Size::MAX));
    position.play(Move::Place(here), &mut ());
    let mut ladders = Ladders::new();
    for point in [here, there] {
        assert_eq!(ladders.capture(&mut position, point), (Verdict::Broken, None));
        assert_eq!(ladders.escape(&mut position, point), Verdict::Broken);
        assert_eq!(ladders.capture_by(&mut position, point, there), Verdict::Broken);
        assert_eq!(ladders.escape_by(&mut position, point, there), Verdict::Broken);
    }
}

#[test]
fn an_answer_holds_as_long_as_nothing_in_its_footprint_changes() {
    let mut random = fastrand::Rng::with_seed(7);
    let mut ladders = Ladders::with_node_limit(200).with_footprint();
    let (mut n_kept, mut n_answers) = (0, 0);
    for game in 0..150 {
        let size = Size::new([7, 9, 13, 19][game % 4]).unwrap();
        let n_moves = random.usize(size.lines()..size.n_points());
        let mut position = random_position(size, n_moves, &mut random);
        let mut answers: Vec<(Point, Verdict, PointSet)> = Vec::new();
        for _ in 0..40 {
            let ids: Vec<Point> = position.board().chain_ids().map(|id| id.point()).collect();
            let before = Color::BOTH.map(|color| *position.board().stones(color));
            let ko = position.ko();
            // What was found on earlier boards, as far as it is still known, is found again.
            for &(stone, verdict, _) in &answers {
                assert_eq!(
                    ask(&mut ladders, &mut position, stone),
                    verdict,
                    "{}",
                    position.board()
                );
                n_kept += 1;
            }
            answers.clear();
            for stone in ids {
                let verdict = ask(&mut ladders, &mut position, stone);
                answers.push((stone, verdict, ladders.footprint(position.board())));
            }
            n_answers += answers.len();
            let points: Vec<Point> =
                position.board().empties().iter().filter(|&p| position.is_sensible(p)).collect();
            let play = random.choice(points).map_or(Move::Pass, Move::Place);
            position.play(play, &mut ());
            let after = Color::BOTH.map(|color| *position.board().stones(color));
            let mut changed: PointSet = [ko, position.ko()].into_iter().flatten().collect();
            for (old, new) in before.iter().zip(&after) {
                changed |= (*old - *new) | (*new - *old);
            }
            answers.retain(|(_, _, footprint)| !footprint.intersects(&changed));
        }
    }
    assert!(n_kept > 10_000 && n_kept < n_answers, "{n_kept} of {n_answers}");
}

/// The question that a chain's liberties ask: does it get out of atari, or does a ladder take it?
fn ask(ladders: &mut Ladders, position: &mut Position, stone: Point) -> Verdict {
    match position.board().chain_at(stone).map(|chain| chain.n_liberties()) {
        Some(1) => ladders.escape(position, stone),
        _ => ladders.capture(position, stone).0,
    }
}
