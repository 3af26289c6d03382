//! Bitboards against published counts, the solver against plain search.

use super::solver::plain;
use super::{Board, Solver, flips, mobility, replay, square, square_name, stable};
use crate::feature::Random;
use crate::lab::data::{canonical, wander};

#[test]
fn perft_agrees_with_published_counts() {
    let known = [4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216, 3_005_288, 24_571_284];
    for (i, n) in known.iter().enumerate() {
        assert_eq!(Board::START.perft(i as u32 + 1), *n, "depth {}", i + 1);
    }
}

#[test]
fn the_rule_file_counts_the_same_to_depth_eight() {
    let program = crate::rules::open("othello", &Default::default()).unwrap();
    let game = crate::game::Game::new(program).unwrap();
    for (depth, n) in [(5, 1_396), (6, 8_200), (7, 55_092), (8, 390_216)] {
        assert_eq!(game.perft(&game.start(), depth), n);
    }
}

#[test]
fn the_solver_agrees_with_plain_search_on_random_endgames() {
    let mut random = Random::new(3);
    let mut solver = Solver::new(14);
    let mut n = 0;
    while n < 300 {
        let discs = 55 + random.below(9) as u32;
        let Some(board) = wander(Board::START, discs, &mut random) else { continue };
        n += 1;
        let truth = plain(board);
        let solved = solver.solve(board);
        assert_eq!(solved.score, truth, "{board}");
        if let Some(best) = solved.best {
            assert_eq!(-plain(board.play(best)), truth, "{board} {}", square_name(best));
        }
        // Outside the window a bound on the right side.
        let bound = solver.score(board, truth + 2, truth + 4);
        assert!(bound >= truth && bound <= truth + 2, "{board}: {bound} for {truth}");
    }
}

#[test]
fn stable_discs_are_never_turned() {
    let mut random = Random::new(5);
    for _ in 0..300 {
        let discs = 30 + random.below(25) as u32;
        let Some(mut board) = wander(Board::START, discs, &mut random) else { continue };
        let (mut own, mut opp) = (stable(board.own, board.opp), stable(board.opp, board.own));
        loop {
            if board.moves() == 0 {
                board = board.pass();
                std::mem::swap(&mut own, &mut opp);
                if board.moves() == 0 {
                    break;
                }
            }
            let mut moves = board.moves();
            for _ in 0..random.below(moves.count_ones() as usize) {
                moves &= moves - 1;
            }
            board = board.play(moves.trailing_zeros() as usize);
            std::mem::swap(&mut own, &mut opp);
            assert_eq!(own & !board.own, 0, "{board}");
            assert_eq!(opp & !board.opp, 0, "{board}");
        }
    }
}

#[test]
fn flips_and_mobility_agree() {
    let mut random = Random::new(9);
    for _ in 0..500 {
        let Some(board) = wander(Board::START, 10 + random.below(50) as u32, &mut random) else {
            continue;
        };
        let mut legal = 0u64;
        for s in 0..64 {
            if board.empties() >> s & 1 == 1 && flips(s, board.own, board.opp) != 0 {
                legal |= 1 << s;
            }
        }
        assert_eq!(legal, mobility(board.own, board.opp), "{board}");
    }
}

#[test]
fn text_round_trips_and_bad_text_is_refused() {
    for s in 0..64 {
        assert_eq!(square(&square_name(s)), Ok(s));
    }
    assert!(square("i9").is_err());
    assert!(Board::parse("XO").is_err());
    assert!(Board::parse(&"Q".repeat(64)).is_err());
    let (board, black) = Board::parse(&format!("{}X", Board::START)).unwrap();
    assert!(black && board == Board::START);
    assert_eq!(replay("f5d6c3d3").unwrap().len(), 5);
    assert!(replay("f5f5").is_err());
    assert!(replay("a1").is_err());
}

#[test]
fn canonical_boards_are_the_same_for_all_images() {
    let mut random = Random::new(11);
    for _ in 0..50 {
        let Some(b) = wander(Board::START, 20, &mut random) else { continue };
        let flipped = Board { own: b.own.swap_bytes(), opp: b.opp.swap_bytes() };
        let turned = Board { own: b.own.reverse_bits(), opp: b.opp.reverse_bits() };
        assert_eq!(canonical(b), canonical(flipped));
        assert_eq!(canonical(b), canonical(turned));
    }
}
