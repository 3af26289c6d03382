//! Scanning games allocates nothing once its buffers have grown.

use aji_notation::collection::GameReader;
use aji_notation::sgf::scan::Record;
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

#[test]
fn a_thousand_games_are_scanned_without_an_allocation() {
    let game = "(;FF[4]SZ[9]KM[6.5]HA[2]RE[B+R]BR[3k]WR[2d]AB[cc][gg];W[ee];B[ce]C[so \\] so](;W[])(;W[gc]))\n";
    let text = game.repeat(2_000);
    let mut games = GameReader::new(text.as_bytes()).unwrap();
    let mut record = Record::new();
    for _ in 0..500 {
        assert!(games.next_record(&mut record).unwrap());
    }
    let before = N_ALLOCATIONS.load(Ordering::Relaxed);
    let mut n_moves = 0;
    for _ in 0..1_000 {
        n_moves += usize::from(games.next_record(&mut record).unwrap()) * record.moves.len();
    }
    let n_allocations = N_ALLOCATIONS.load(Ordering::Relaxed) - before;
    assert_eq!((n_moves, n_allocations), (3_000, 0));
}
