//! Games to test with: random legal play from a seed.
#![allow(dead_code)]

use aji_goban::{Color, Game, Komi, Move, PointSet, Rules, Size};

/// A small generator with a fixed sequence for each seed.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `n`, which is not 0.
    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }
}

/// A game of random legal moves, sometimes with handicap or set-up stones, sometimes with passes.
pub fn random_game(seed: u64) -> Game {
    let mut random = Random(seed);
    let size = Size::new(2 + random.below(18) as u64).unwrap();
    let rules = Rules::NAMED[random.below(Rules::NAMED.len())].1;
    let komi = Komi::from_half_points(random.below(31) as i16 - 10);
    let mut game = Game::new(size, rules, komi);
    let points: Vec<_> = size.points().collect();
    let mut some =
        |n: usize| -> PointSet { (0..n).map(|_| points[random.below(points.len())]).collect() };
    match seed % 4 {
        0 if size.lines() > 6 => game.place_handicap(some(1) | some(5)).unwrap(),
        1 if size.lines() > 6 => {
            let (black, white) = (some(6), some(6));
            let stones = black.iter().map(|point| (point, Color::Black));
            let stones: Vec<_> =
                stones.chain((white - black).iter().map(|point| (point, Color::White))).collect();
            let _ = game.set_up(&stones, if seed % 8 == 1 { Color::White } else { Color::Black });
        }
        _ => {}
    }
    for _ in 0..random.below(2 * size.n_points()) {
        let color = game.position().to_move();
        let mut tries = (0..20).map(|_| Move::Place(points[random.below(points.len())]));
        if !tries.any(|play| game.play(color, play).is_ok()) {
            game.play(color, Move::Pass).unwrap();
        }
    }
    game
}

/// Are these the same game, as far as a record can tell?
pub fn assert_same(a: &Game, b: &Game) {
    assert_eq!(a.size(), b.size());
    assert_eq!((a.rules(), a.komi()), (b.rules(), b.komi()));
    assert_eq!(a.n_handicap(), b.n_handicap());
    assert_eq!(a.first_position().hash(), b.first_position().hash());
    assert_eq!(a.moves(), b.moves());
    assert_eq!(a.position().hash(), b.position().hash());
}
