//! Finding features allocates nothing once the room has grown.

use aji_goban::{Move, Point, Position, Size};
use aji_patterns::{Candidates, Catalog, Extent, Shapes, TreeExtractor, playout};
use fastrand::Rng;
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

struct Counting;

static N_ALLOCATIONS: AtomicUsize = AtomicUsize::new(0);

// SAFETY: every call is handed on to the system's allocator as it is; counting touches no memory of its.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        N_ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        // SAFETY: the caller keeps the promises that `System` asks for.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the pointer came from `System` by way of `alloc`.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The moves of a random game that fills no eyes.
fn random_game(random: &mut Rng) -> Vec<Move> {
    let mut position = Position::new(Size::MAX);
    let mut plays = Vec::new();
    while plays.len() < 250 {
        let points: Vec<Point> =
            position.board().empties().into_iter().filter(|&p| position.is_sensible(p)).collect();
        let play = random.choice(points).map_or(Move::Pass, Move::Place);
        position.play(play, &mut ());
        plays.push(play);
    }
    plays
}

#[test]
fn the_features_of_whole_games_are_found_without_an_allocation() {
    let mut random = Rng::with_seed(1);
    let games: Vec<Vec<Move>> = (0..10).map(|_| random_game(&mut random)).collect();
    let root = Position::new(Size::MAX);
    let (mut position, mut shapes) = (root.clone(), Shapes::of(root.board()));
    let (mut extractor, mut candidates) = (TreeExtractor::new(), Candidates::new());
    let mut catalog = Catalog::new();
    let mut allocations = [0; 2];
    let mut n_features = [0; 2];
    for round in 0..2 {
        let before = N_ALLOCATIONS.load(Ordering::Relaxed);
        for game in &games {
            position.clone_from(&root);
            shapes.set_to(position.board());
            for &play in game {
                // The catalog grows in the first round only: the second one brings no new shapes.
                if let Move::Place(point) = play {
                    for extent in Extent::ALL {
                        catalog.learn(extent, shapes.key(extent, point, position.to_move()));
                    }
                }
                extractor.extract(&mut position, &shapes, &catalog, &mut candidates);
                n_features[round] += candidates.iter().map(|(_, team)| team.len()).sum::<usize>();
                playout::answering_tactics(&position, |_, _| n_features[round] += 1);
                position.play(play, &mut shapes);
            }
        }
        allocations[round] = N_ALLOCATIONS.load(Ordering::Relaxed) - before;
    }
    assert!(n_features[1] >= n_features[0] && n_features[0] > 1_000_000, "{n_features:?}");
    assert_eq!(allocations[1], 0, "{allocations:?}");
}
