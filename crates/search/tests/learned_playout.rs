//! What must hold for learned playouts: the table is always the one found from scratch, and draws follow it.

use aji_goban::{Move, Position, Size};
use aji_patterns::Extent;
use aji_search::Random;
use aji_search::playout::gammas::{Gammas, ONE};
use aji_search::playout::hand_set;
use aji_search::playout::policy::play_out;
use aji_search::playout::rater::{Ground, Rater};
use std::sync::Arc;

fn ground(size: Size, extent: Extent) -> Arc<Ground> {
    let strengths =
        hand_set::parse(aji_weights::PLAYOUT_HAND_SET, extent).expect("the shipped file");
    Arc::new(Ground::new(size, Gammas::new(&strengths, 1.0), [ONE / 2, ONE]))
}

#[test]
fn the_table_that_follows_a_playout_is_the_one_found_from_scratch() {
    let mut random = Random::new(1);
    let mut n_moves = 0;
    for playout in 0..2_000 {
        // Every size comes up, large ones less often.
        let lines = if playout % 4 == 0 { 2 + playout / 4 % 18 } else { 2 + playout % 9 };
        let size = Size::new(lines).expect("2 to 19");
        let extent = if playout % 2 == 0 { Extent::Diamond2 } else { Extent::ThreeByThree };
        let ground = ground_of(size, extent);
        let mut position = Position::new(size);
        let mut rater = Rater::new(Arc::clone(&ground), &position);
        while position.n_passes() < 2 && position.n_moves() < 3 * size.n_points() {
            rater.show_answers(&position);
            let play = rater.draw(&position, &mut random);
            let shown = rates(&rater, &position);
            let mut scratch = Rater::new(Arc::clone(&ground), &position);
            scratch.show_answers(&position);
            assert_eq!(
                shown,
                rates(&scratch, &position),
                "playout {playout}, {}",
                position.n_moves()
            );
            assert!(rater.table() == scratch.table(), "playout {playout}, {}", position.n_moves());
            for point in position.board().empties() {
                let is_rated = rater.table().rates_of(point).map(|rate| rate > 0);
                assert_eq!(is_rated, position.board().is_sensible_for_both(point));
            }
            rater.play(&mut position, play);
            n_moves += 1;
        }
    }
    assert!(n_moves > 100_000, "{n_moves} moves were looked at");
}

/// Grounds are costly to make, so they are kept.
fn ground_of(size: Size, extent: Extent) -> Arc<Ground> {
    use std::cell::RefCell;
    use std::collections::HashMap;
    thread_local!(static KEPT: RefCell<HashMap<(usize, Extent), Arc<Ground>>> = RefCell::default());
    KEPT.with_borrow_mut(|kept| {
        Arc::clone(kept.entry((size.lines(), extent)).or_insert_with(|| ground(size, extent)))
    })
}

/// What the side to move draws from, without draws that were refused.
fn rates(rater: &Rater, position: &Position) -> Vec<u32> {
    let refused =
        |point| Some(point) == position.ko() || aji_reading::is_in_seki(position.board(), point);
    let points = position.board().empties();
    points.iter().filter(|&p| !refused(p)).map(|p| rater.shown_rate_of(p)).collect()
}

#[test]
fn draws_follow_the_table() {
    let size = Size::new(9).expect("9");
    let mut random = Random::new(5);
    let mut position = Position::new(size);
    let mut rater = Rater::new(ground(size, Extent::Diamond2), &position);
    for _ in 0..40 {
        rater.show_answers(&position);
        let play = rater.draw(&position, &mut random);
        rater.play(&mut position, play);
    }
    rater.show_answers(&position);
    let points: Vec<_> =
        position.board().empties().iter().filter(|&p| position.ko() != Some(p)).collect();
    let rates: Vec<f64> = points.iter().map(|&p| f64::from(rater.shown_rate_of(p))).collect();
    let total: f64 = rates.iter().sum();
    const N: usize = 200_000;
    let mut counts = vec![0usize; points.len()];
    for _ in 0..N {
        let Move::Place(point) = rater.draw(&position, &mut random) else {
            panic!("nothing to play")
        };
        counts[points.iter().position(|&p| p == point).expect("an empty point")] += 1;
    }
    let (mut chi_square, mut n_cells) = (0.0, 0);
    for (rate, count) in rates.iter().zip(&counts) {
        let expected = N as f64 * rate / total;
        if expected < 5.0 {
            assert!(*count < 40, "{count} draws of what is hardly ever drawn");
            continue;
        }
        chi_square += (*count as f64 - expected).powi(2) / expected;
        n_cells += 1;
    }
    // The 99.9 % point by the normal approximation of Wilson and Hilferty.
    let k = f64::from(n_cells - 1);
    let limit = k * (1.0 - 2.0 / (9.0 * k) + 3.09 * (2.0 / (9.0 * k)).sqrt()).powi(3);
    assert!(
        n_cells > 10 && chi_square < limit,
        "chi-square {chi_square} of {n_cells}, limit {limit}"
    );
}

#[test]
fn the_same_seed_plays_the_same_playout_on_every_machine() {
    // The numbers were written down once; whole-number arithmetic must find them again anywhere.
    let mut found = Vec::new();
    for (lines, extent) in
        [(9, Extent::ThreeByThree), (13, Extent::Diamond2), (19, Extent::Diamond2)]
    {
        let size = Size::new(lines).expect("a size");
        let mut position = Position::new(size);
        let mut rater = Rater::new(ground(size, extent), &position);
        let n = play_out(
            &mut position,
            &mut rater,
            &mut Random::new(7),
            3 * size.n_points(),
            None,
            &mut (),
        );
        found.push((n, position.stones_hash()));
    }
    assert_eq!(found, EXPECTED);
}

const EXPECTED: [(usize, u64); 3] = [
    (113, 4_823_491_597_259_369_059),
    (202, 1_084_808_704_046_562_691),
    (405, 14_835_996_328_983_156_317),
];

#[test]
fn playouts_end_by_passing() {
    let size = Size::MAX;
    let ground = ground(size, Extent::Diamond2);
    let mut random = Random::new(9);
    for _ in 0..50 {
        let mut position = Position::new(size);
        let mut rater = Rater::new(Arc::clone(&ground), &position);
        let n =
            play_out(&mut position, &mut rater, &mut random, 3 * size.n_points(), None, &mut ());
        assert!(n < 3 * size.n_points() && position.n_passes() == 2, "{n} moves");
    }
}
