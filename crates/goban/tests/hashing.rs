//! The course's hashing lesson (go12): the same position has the same hash, however it came about.

use aji_goban::{Color, Game, Illegal, Komi, Move, Position, Rules, Size, diagram};

/// Plays the named points in turn and returns the hash after each move.
fn hashes_along(game: &mut Game, moves: &[&str]) -> Vec<u64> {
    moves
        .iter()
        .map(|name| {
            let point = game.position().board().point(name).unwrap();
            game.play(game.position().to_move(), Move::Place(point)).unwrap();
            game.position().hash()
        })
        .collect()
}

fn game(text: &str, rules: Rules) -> Game {
    let board = diagram::parse(text).unwrap().board;
    Game::from_position(Position::of(board, Color::Black), rules, Komi::default())
}

/// Eternal life (chōsei): four moves, two stones taken by each side, and all is as before.
const ETERNAL_LIFE: &str = "
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    O O O X X X . . .
    O . X . O X . . .";

#[test]
fn eternal_life_returns_to_the_same_hash_after_four_moves() {
    let mut game = game(ETERNAL_LIFE, Rules::CHINESE);
    let start = game.position().hash();
    let hashes = hashes_along(&mut game, &["B1", "D1", "C1", "E1"]);
    assert_eq!(hashes[3], start);
    assert!(hashes[..3].iter().all(|&hash| hash != start));
    assert_eq!(hashes_along(&mut game, &["B1", "D1", "C1", "E1"]), hashes);
}

#[test]
fn superko_forbids_the_last_move_of_eternal_life() {
    for rules in [Rules::TROMP_TAYLOR, Rules::AGA, Rules::CGOS] {
        let mut game = game(ETERNAL_LIFE, rules);
        hashes_along(&mut game, &["B1", "D1", "C1"]);
        let point = game.position().board().point("E1").unwrap();
        assert_eq!(game.play(Color::White, Move::Place(point)), Err(Illegal::Superko));
    }
}

/// The course's three kos, with its move order.
const TRIPLE_KO: &str = "
    X X X X X X X O O
    X O X . X O X O O
    O . O X O . O O O
    O O O O O O O O O
    X X X X X X X X X
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .";

#[test]
fn triple_ko_repeats_after_six_moves_and_tells_ko_points_apart() {
    let mut game = game(TRIPLE_KO, Rules::CHINESE);
    let start = game.position().hash();
    let kos = ["B8", "D7", "F8", "B7", "D8", "F7", "B8"];
    let mut hashes = Vec::new();
    for (name, ko) in ["B7", "D8", "F7", "B8", "D7", "F8", "B7"].iter().zip(kos) {
        hashes.extend(hashes_along(&mut game, &[name]));
        let position = game.position();
        assert_eq!(position.ko().map(|p| p.name(position.size()).to_string()).as_deref(), Some(ko));
    }
    // After F8 the stones stand as at the start, but a ko is forbidden; after B7 all is the same.
    assert_ne!(hashes[5], start);
    assert_eq!(hashes[6], hashes[0]);
    let different: std::collections::HashSet<_> = hashes[..6].iter().collect();
    assert_eq!(different.len(), 6);
}

#[test]
fn the_stones_alone_come_back_before_the_position_does() {
    let mut game = game(TRIPLE_KO, Rules::CHINESE);
    let stones = game.position().stones_hash();
    hashes_along(&mut game, &["B7", "D8", "F7", "B8", "D7", "F8"]);
    assert_eq!(game.position().stones_hash(), stones);
}

#[test]
fn two_passes_return_to_the_start() {
    let mut position = Position::new(Size::new(9).unwrap());
    assert_eq!(position.hash(), 0);
    position.play(Move::Pass, &mut ());
    assert_ne!(position.hash(), 0);
    position.play(Move::Pass, &mut ());
    assert_eq!(position.hash(), 0);
}

#[test]
fn the_turn_is_part_of_the_hash() {
    let board = diagram::parse(TRIPLE_KO).unwrap().board;
    let black = Position::of(board.clone(), Color::Black);
    let white = Position::of(board, Color::White);
    assert_ne!(black.hash(), white.hash());
    assert_eq!(black.stones_hash(), white.stones_hash());
}
