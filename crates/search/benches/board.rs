//! Our board against `go_game_board`, by libEGo's author: uniform playouts on both, in turns, in one
//! run. `cargo bench -p aji-search --bench board`.
#![allow(clippy::print_stdout)]

use aji_goban::{Empties, Position, Size};
use aji_search::{Random, playout::uniform};
use go_game_board::fast_random::FastRandom;
use go_game_board::{Board as EgoBoard, Gammas, Sampler};
use std::time::{Duration, Instant};

/// One contender's share of a run.
#[derive(Default)]
struct Tally {
    moves: usize,
    playouts: usize,
    time: Duration,
}

impl Tally {
    fn add(&mut self, batch: usize, mut play_out: impl FnMut() -> usize) {
        let start = Instant::now();
        self.moves += (0..batch).map(|_| play_out()).sum::<usize>();
        self.playouts += batch;
        self.time += start.elapsed();
    }

    fn moves_per_second(&self) -> f64 {
        self.moves as f64 / self.time.as_secs_f64()
    }

    fn show(&self, name: &str) {
        println!(
            "  {name:<34} {:>10.0} moves/s {:>8.0} playouts/s {:>6.1} moves/playout",
            self.moves_per_second(),
            self.playouts as f64 / self.time.as_secs_f64(),
            self.moves as f64 / self.playouts as f64
        );
    }
}

fn ours(size: usize) -> impl FnMut() -> usize {
    let root = Position::new(Size::new(size as u64).expect("a supported size"));
    let all = Empties::new(root.size());
    let (mut position, mut empties, mut random) = (root.clone(), all.clone(), Random::new(1));
    move || {
        position.clone_from(&root);
        empties.clone_from(&all);
        uniform::play_out(&mut position, &mut empties, &mut random, 3 * size * size)
    }
}

/// libEGo's own sampler with uniform gammas.
fn ego_sampler(size: usize) -> impl FnMut() -> usize {
    let root = EgoBoard::with_size(size, size);
    let mut gammas = Gammas::new();
    gammas.reset_to_uniform();
    let mut board = root.clone();
    let mut sampler = Sampler::new(&board, &gammas);
    let mut random = FastRandom::new(123);
    move || {
        board.load(&root);
        sampler.new_playout(&board, &gammas);
        while !board.both_player_pass() && board.move_count() < 3 * size * size {
            let (player, v) = (board.act_player(), sampler.sample_move(&board, &mut random));
            board.play_legal(player, v);
            sampler.move_played(&board, &gammas);
        }
        board.move_count()
    }
}

fn main() {
    for (size, batch) in [(9, 2000), (19, 200)] {
        let (mut us, mut ego) = (Tally::default(), Tally::default());
        let (mut our_playout, mut ego_playout) = (ours(size), ego_sampler(size));
        for _ in 0..20 {
            us.add(batch, &mut our_playout);
            ego.add(batch, &mut ego_playout);
        }
        println!("{size}×{size}, uniform playouts from the empty board, one thread");
        us.show("aji-goban, exact liberties");
        ego.show("go_game_board 0.1.1, its sampler");
        println!("  ratio {:.2}", us.moves_per_second() / ego.moves_per_second());
    }
}
