//! Two ways to keep chains: the thesis's linked arrays (§4.3, algorithms 3–12 with their errata) and the
//! bit sets of `aji-goban`. The same uniform playouts on both, in turns, in one run; both must play the
//! same games. `cargo bench -p aji-search --bench chains`.
#![allow(clippy::print_stdout)]

mod linked;

use aji_goban::{Color, Empties, Observer, Point, Position, Size};
use aji_search::{Random, playout::policy::play_out};
use linked::LinkedBoard;
use std::time::{Duration, Instant};

/// A uniform playout on linked arrays, move for move as on bit sets.
fn play_out_linked(
    board: &mut LinkedBoard,
    empties: &mut Empties,
    random: &mut Random,
    size: Size,
) -> usize {
    let (mut color, mut n_passes, mut lifted) = (Color::Black, 0, Vec::with_capacity(361));
    for n_moves in 0..3 * size.n_points() {
        if n_passes == 2 {
            return n_moves;
        }
        n_passes += 1;
        for n_untried in (1..=empties.len()).rev() {
            let place = random.below(n_untried);
            let point = empties.as_slice()[place];
            let at = linked::index(point, size);
            if board.is_legal(at, color) && !board.is_eye(at, color) {
                lifted.clear();
                board.put_stone(at, color, &mut lifted);
                empties.stone_placed(point, color);
                for &stone in &lifted {
                    empties.stone_lifted(linked::point(stone, size), color.opponent());
                }
                n_passes = 0;
                break;
            }
            empties.swap(place, n_untried - 1);
        }
        if n_passes > 0 {
            board.pass();
        }
        color = color.opponent();
    }
    3 * size.n_points()
}

#[derive(Default)]
struct Tally {
    moves: usize,
    time: Duration,
}

impl Tally {
    fn add(&mut self, n_playouts: usize, mut play_out: impl FnMut() -> usize) {
        let start = Instant::now();
        self.moves += (0..n_playouts).map(|_| play_out()).sum::<usize>();
        self.time += start.elapsed();
    }

    fn moves_per_second(&self) -> f64 {
        self.moves as f64 / self.time.as_secs_f64()
    }
}

fn main() {
    for (lines, n_playouts) in [(9, 1000), (13, 500), (19, 200)] {
        let size = Size::new(lines).expect("a supported size");
        let all = Empties::new(size);
        let mut empties = all.clone();
        let (root, linked_root) = (Position::new(size), LinkedBoard::new(size.lines()));
        let (mut position, mut linked) = (root.clone(), Box::new(linked_root.clone()));
        let (mut ours, mut theirs) = (Random::new(1), Random::new(1));
        let (mut bit_sets, mut linked_arrays) = (Tally::default(), Tally::default());
        for _ in 0..20 {
            bit_sets.add(n_playouts, || {
                position.clone_from(&root);
                empties.clone_from(&all);
                play_out(&mut position, &mut empties, &mut ours, 3 * size.n_points(), None, &mut ())
            });
            linked_arrays.add(n_playouts, || {
                linked.copy_from(&linked_root);
                empties.clone_from(&all);
                play_out_linked(&mut linked, &mut empties, &mut theirs, size)
            });
            let stones =
                |color: Color| -> Vec<Point> { position.board().stones(color).iter().collect() };
            for color in Color::BOTH {
                assert_eq!(stones(color), linked.stones(color, size), "the boards differ");
            }
        }
        assert_eq!(bit_sets.moves, linked_arrays.moves, "the playouts differ");
        println!(
            "{size}: bit sets {:>9.0} moves/s, linked arrays {:>9.0} moves/s, ratio {:.2}",
            bit_sets.moves_per_second(),
            linked_arrays.moves_per_second(),
            bit_sets.moves_per_second() / linked_arrays.moves_per_second()
        );
    }
}
