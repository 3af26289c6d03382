//! Writes sample records: `cargo run -p aji-notation --example samples -- LINES GAMES SEED > FILE.sgf`
//!
//! Random legal games on a board of so many lines, for `testdata/sgf`.
#![allow(clippy::print_stdout)]

use aji_goban::{Game, Komi, Move, Rules, Size};
use aji_notation::sgf::Tree;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let numbers: Vec<u64> =
        std::env::args().skip(1).map(|a| a.parse()).collect::<Result<_, _>>()?;
    let [lines, n_games, seed] = numbers[..] else { return Err("give LINES GAMES SEED".into()) };
    let mut state = seed;
    for _ in 0..n_games {
        let mut game = Game::new(Size::new(lines)?, Rules::CHINESE, Komi::from_half_points(15));
        while !game.is_over() && game.moves().len() < 3 * game.size().n_points() {
            let color = game.position().to_move();
            let board = game.position().board();
            let sensible = |&point: &_| game.is_legal(point) && !board.is_eye(point, color);
            let points: Vec<_> = board.empties().into_iter().filter(sensible).collect();
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let choice = (state >> 33) as usize % points.len().max(1);
            game.play(color, points.get(choice).map_or(Move::Pass, |&point| Move::Place(point)))?;
        }
        let mut tree = Tree::from_game(&game);
        tree.root_mut().set_text("RE", &game.margin(&Default::default()).to_string());
        println!("{tree}");
    }
    Ok(())
}
