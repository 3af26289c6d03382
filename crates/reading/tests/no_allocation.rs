//! Reading allocates nothing once the ladder has its room: counted by an allocator that counts.

use aji_goban::{Color, Position, Size};
use aji_reading::{
    Ladders, Life, Race, atari, is_in_seki, is_oiotoshi, is_snapback, self_atari, throw_in,
};
use std::alloc::{GlobalAlloc, Layout, System};
use std::hint::black_box;
use std::sync::atomic::{AtomicUsize, Ordering};

mod naive;

struct Counting;

static N_ALLOCATIONS: AtomicUsize = AtomicUsize::new(0);

// SAFETY: every call is passed on unchanged to the system's allocator, which keeps the contract.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        N_ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        // SAFETY: the caller keeps `alloc`'s contract.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps `dealloc`'s contract, and `at` came from `System`.
        unsafe { System.dealloc(at, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Asks everything there is to ask.
fn ask_everything(position: &mut Position, ladders: &mut Ladders) {
    for id in position.board().chain_ids() {
        let liberties = *position.board().chain(id).liberties();
        black_box(ladders.capture(position, id.point()));
        black_box(ladders.escape(position, id.point()));
        for point in liberties {
            black_box(ladders.capture_by(position, id.point(), point));
            black_box(ladders.escape_by(position, id.point(), point));
        }
    }
    let board = position.board();
    for id in board.chain_ids() {
        for enemy in board.chain(id).neighbors() {
            black_box(Race::between(board, id.point(), enemy.point()));
        }
    }
    for color in Color::BOTH {
        black_box(Life::of(board, color));
        for point in board.empties() {
            black_box(self_atari::class(board, point, color));
            black_box(self_atari::aim(board, point, color));
            black_box(atari::targets(board, point, color));
            black_box(is_snapback(board, point, color));
            black_box(is_oiotoshi(board, point, color));
            black_box(throw_in::spoils_two_point_eye(board, point, color));
            black_box(is_in_seki(board, point));
        }
    }
}

#[test]
fn reading_allocates_nothing_once_it_has_its_room() {
    let mut random = fastrand::Rng::with_seed(1);
    let mut ladders = Ladders::new();
    for n_moves in [60, 120, 200, 300] {
        let mut position = naive::random_position(Size::MAX, n_moves, &mut random);
        ask_everything(&mut position, &mut ladders);
        let before = N_ALLOCATIONS.load(Ordering::Relaxed);
        ask_everything(&mut position, &mut ladders);
        let after = N_ALLOCATIONS.load(Ordering::Relaxed);
        assert_eq!(after - before, 0, "after {n_moves} moves");
    }
    assert!(N_ALLOCATIONS.load(Ordering::Relaxed) > 0, "the allocator does not count");
}
