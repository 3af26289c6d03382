//! What segmentation costs on 19×19: `cargo bench -p aji-attention`; with `-- --check` it fails above the marks
//! (a whole position 1 ms, an update after a move 150 µs).
//!
//! Two kinds of games: random ones, which have more and weaker chains than those of players and are not held to the marks,
//! and local ones, in which moves answer each other. Positions 20 to 260 of each.
#![allow(clippy::print_stdout)]

#[path = "../tests/games/mod.rs"]
mod games;

use aji_attention::{
    Attention, Coefficients, Goals, LinkRule, Method, Segmentation, Settings, Situation, View,
};
use aji_goban::{Komi, Move, Position, Size};
use fastrand::Rng;
use std::hint::black_box;
use std::process::ExitCode;
use std::time::Instant;

const FIRST: usize = 20;
const LAST: usize = 260;

type Play = fn(&Position, &mut Rng) -> Move;

/// The positions of some games, one after the other.
fn positions(play: Play, n_games: u64) -> Vec<Vec<Position>> {
    (0..n_games)
        .map(|game| {
            let (mut random, mut position) = (Rng::with_seed(game), Position::new(Size::MAX));
            let mut positions = Vec::new();
            for _ in 0..LAST {
                let next = play(&position, &mut random);
                position.play(next, &mut ());
                if position.n_moves() >= FIRST {
                    positions.push(position.clone());
                }
            }
            positions
        })
        .collect()
}

/// The mean time in µs of `work` for each position, the fastest of several rounds.
fn measure(games: &mut [Vec<Position>], mut work: impl FnMut(bool, &mut Position)) -> f64 {
    let n: usize = games.iter().map(Vec::len).sum();
    let mut best = f64::INFINITY;
    for _ in 0..5 {
        let start = Instant::now();
        for game in games.iter_mut() {
            for (i, position) in game.iter_mut().enumerate() {
                work(i == 0, position);
            }
        }
        best = best.min(start.elapsed().as_secs_f64() * 1e6 / n as f64);
    }
    best
}

fn main() -> ExitCode {
    let is_checked = std::env::args().any(|argument| argument == "--check");
    let mut is_good = true;
    for (name, play) in [("random", games::random_move as Play), ("local", games::local_move)] {
        let mut games = positions(play, 4);
        println!("{name} games, 19×19, positions {FIRST} to {LAST}");
        for links in LinkRule::EVERY {
            for method in Method::EVERY {
                if links != LinkRule::Influence && method != Settings::default().method {
                    continue;
                }
                let settings = Settings { links, method, ..Settings::default() };
                let whole = measure(&mut games, |_, position| {
                    black_box(Segmentation::of(settings, position).boards().len());
                });
                let mut kept = Segmentation::new(settings, Size::MAX);
                let (mut n_boards, mut n_recounted) = (0, 0);
                let update = measure(&mut games, |_, position| {
                    kept.follow(position);
                    n_boards += kept.boards().len();
                    n_recounted += kept.n_recounted();
                });
                let recounted = 100.0 * n_recounted as f64 / n_boards.max(1) as f64;
                println!(
                    "  links by {links:<9}, {method:<11}: whole {whole:>6.1} µs, update {update:>6.1} µs, \
                     {recounted:.0} % of partial boards counted again"
                );
                if links == LinkRule::Influence && name == "local" {
                    is_good &= whole < 1_000.0 && update < 150.0;
                }
            }
        }
        let attended = attend(&mut games);
        println!("  update, state of the game, goals, elements and attention: {attended:.1} µs");
    }
    if is_checked && !is_good { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// The time of everything up to the attention of all partial boards.
fn attend(games: &mut [Vec<Position>]) -> f64 {
    let settings = Settings::default();
    let shipped = Coefficients::shipped(settings.method, Size::MAX);
    let coefficients = shipped.unwrap_or(Coefficients::none());
    let mut kept = Segmentation::new(settings, Size::MAX);
    let mut goals = Goals::default();
    measure(games, |is_first, position| {
        if is_first {
            goals = Goals::default();
        }
        kept.follow(position);
        let situation = Situation::of(&kept, position, Komi::from_half_points(15), None);
        goals = goals.next(&kept, &situation);
        let view =
            View { segmentation: &kept, situation: &situation, goals: &goals, statistics: None };
        black_box(Attention::of(&view, &coefficients).ranked().len());
    })
}
