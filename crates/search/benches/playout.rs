//! Playouts from the empty board: `cargo bench -p aji-search --bench playout -- [SIZE…] [POLICY…]`.
//! `aji bench playout` measures the same in the program itself.
#![allow(clippy::print_stdout)]

use aji_goban::{Position, Size};
use aji_patterns::Extent;
use aji_search::Random;
use aji_search::playout::{Player, Playouts, Start, hand_set};
use aji_search::settings::{PlayoutPolicy, PlayoutSettings, PlayoutShape};
use std::time::{Duration, Instant};

fn main() {
    let strengths = hand_set::parse(aji_weights::PLAYOUT_HAND_SET, Extent::ThreeByThree)
        .expect("the strengths that ship");
    let mut sizes: Vec<u64> = std::env::args().filter_map(|word| word.parse().ok()).collect();
    if sizes.is_empty() {
        sizes = vec![9, 13, 19];
    }
    for lines in sizes {
        let size = Size::new(lines).expect("a board size");
        println!("{size}, from the empty board, one thread");
        let policies = [
            (PlayoutPolicy::Uniform, PlayoutShape::ThreeByThree),
            (PlayoutPolicy::Rules, PlayoutShape::ThreeByThree),
            (PlayoutPolicy::Learned, PlayoutShape::ThreeByThree),
            (PlayoutPolicy::Learned, PlayoutShape::Diamond2),
        ];
        let wanted: Vec<String> =
            std::env::args().filter(|word| word.starts_with(['L', 'U', 'R'])).collect();
        let is_wanted = |name: &str| wanted.is_empty() || wanted.iter().any(|word| name == word);
        let mut contenders: Vec<_> = policies
            .into_iter()
            .filter(|(policy, shape)| is_wanted(&format!("{policy:?}{shape:?}")))
            .map(|(policy, shape)| {
                let settings = PlayoutSettings { policy, shape, ..PlayoutSettings::default() };
                let playouts = Playouts::new(&settings, &strengths, size);
                let start = Start::new(&Position::new(size), playouts);
                let player = Player::new(&start, Random::new(1));
                (policy, shape, start, player, Duration::ZERO, 0, 0)
            })
            .collect();
        // In turns, so that whatever else the machine does meets all of them.
        for _ in 0..20 {
            for (_, _, start, player, time, n_playouts, n_moves) in &mut contenders {
                let clock = Instant::now();
                while clock.elapsed() < Duration::from_millis(25) {
                    player.reset(start);
                    *n_moves += player.play_to_end();
                    *n_playouts += 1;
                }
                *time += clock.elapsed();
            }
        }
        for (policy, shape, _, _, time, n_playouts, n_moves) in &contenders {
            let seconds = time.as_secs_f64();
            println!(
                "  {:<22} {:>8.0} playouts/s {:>6.1} moves/playout {:>6.0} ns/move",
                format!("{policy:?} {shape:?}"),
                *n_playouts as f64 / seconds,
                *n_moves as f64 / *n_playouts as f64,
                seconds * 1e9 / *n_moves as f64,
            );
        }
    }
}
