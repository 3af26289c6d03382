//! Turning, mirroring or recoloring a whole game turns, mirrors or recolors everything in it.

use aji_goban::{Game, Komi, Move, Point, PointSet, Rules, Size, Symmetry, score};

fn legal(game: &Game) -> PointSet {
    game.size().points().filter(|&point| game.is_legal(point)).collect()
}

/// Plays a random game and its image side by side.
fn play_side_by_side(
    size: Size,
    seed: u64,
    image_of: impl Fn(Point) -> Point,
    swap_colors: bool,
    compare: impl Fn(&Game, &Game),
) {
    let mut random = fastrand::Rng::with_seed(seed);
    let (mut game, mut image) = (
        Game::new(size, Rules::CGOS, Komi::default()),
        Game::new(size, Rules::CGOS, Komi::default()),
    );
    if swap_colors {
        image.set_to_move(image.position().to_move().opponent());
    }
    for _ in 0..2 * size.n_points() {
        let points: Vec<Point> = legal(&game).iter().collect();
        let Some(&point) = points.get(random.usize(..points.len().max(1))) else { break };
        game.play(game.position().to_move(), Move::Place(point)).unwrap();
        image.play(image.position().to_move(), Move::Place(image_of(point))).unwrap();
        compare(&game, &image);
    }
}

#[test]
fn symmetric_play_gives_symmetric_boards() {
    for symmetry in Symmetry::ALL {
        for (lines, seed) in [(2, 1), (3, 2), (5, 3), (9, 4), (19, 5)] {
            let size = Size::new(lines).unwrap();
            play_side_by_side(
                size,
                seed,
                |point| symmetry.apply(point, size),
                false,
                |game, image| {
                    let (board, other) = (game.position().board(), image.position().board());
                    assert_eq!(board.transformed(symmetry).to_string(), other.to_string());
                    assert_eq!(legal(game).transformed(symmetry, size), legal(image));
                    for id in board.chain_ids() {
                        let chain = board.chain(id);
                        let there = other.chain_at(symmetry.apply(id.point(), size)).unwrap();
                        let liberties = chain.liberties().transformed(symmetry, size);
                        assert_eq!(liberties, *there.liberties());
                        assert_eq!(chain.n_neighbors(), there.n_neighbors());
                    }
                    let area = score::area(board).black.transformed(symmetry, size);
                    assert_eq!(area, score::area(other).black);
                },
            );
        }
    }
}

#[test]
fn swapped_colors_give_swapped_boards() {
    for (lines, seed) in [(3, 1), (9, 2), (13, 3)] {
        let size = Size::new(lines).unwrap();
        play_side_by_side(
            size,
            seed,
            |point| point,
            true,
            |game, image| {
                let (board, other) = (game.position().board(), image.position().board());
                assert_eq!(board.color_swapped().to_string(), other.to_string());
                assert_eq!(legal(game), legal(image));
                assert_eq!(score::area(board).black, score::area(other).white);
            },
        );
    }
}
