//! Thousands of games on simulated clocks: none is lost on time.

use super::*;
use crate::random::Random;

/// What a simulated game may bring.
struct Game {
    size: Size,
    n_moves: usize,
    random: Random,
}

impl Game {
    fn new(seed: u64) -> Game {
        let mut random = Random::new(seed);
        let size = Size::new([9, 13, 19][random.below(3)]).unwrap();
        // From half the board to one and a half of it, in moves of one side.
        let n_moves = size.n_points() / 4 + random.below(size.n_points() / 2);
        Game { size, n_moves, random }
    }

    /// What a move takes on the referee's clock: something between a moment and all that is allowed, a little more
    /// because a playout is never cut, and the lag.
    fn taken(&mut self, allowance: Allowance) -> Duration {
        assert!(allowance.usual <= allowance.most);
        let thought = match self.random.below(4) {
            0 => allowance.most,
            1 => allowance.most.mul_f64(self.random.below(1000) as f64 / 1000.0),
            _ => allowance.usual,
        };
        thought
            + Duration::from_micros(self.random.below(5_000) as u64)
            + Duration::from_micros(self.random.below(50_001) as u64)
    }
}

/// Plays one game; the move at which the flag fell, if it did.
fn flag_falls(control: TimeControl, seed: u64) -> Option<usize> {
    let mut game = Game::new(seed);
    let mut clock = Clock::new(control);
    let (main, period, n_stones) = match control {
        TimeControl::None => return None,
        TimeControl::Absolute { main } | TimeControl::Fischer { main, .. } => {
            (main, Duration::ZERO, 0)
        }
        TimeControl::Canadian { main, period, stones } => (main, period, stones),
        TimeControl::Byoyomi { main, period, periods } => (main, period, periods),
    };
    let is_canadian = matches!(control, TimeControl::Canadian { .. });
    let (mut left, mut stones) = (main, 0);
    if main.is_zero() {
        (left, stones) = (period, n_stones);
    }
    for i in 0..game.n_moves {
        if game.random.below(10) > 0 || i > 0 {
            clock.set_left(Color::White, left, stones);
        }
        let allowance = clock.time_for_move(Color::White, 2 * i, game.size).unwrap();
        let mut taken = game.taken(allowance);
        if stones == 0 && n_stones > 0 && taken >= left {
            // The main time is over: what was taken beyond it counts in the first period.
            taken -= left;
            (left, stones) = (period, n_stones);
        }
        match control {
            TimeControl::Byoyomi { .. } if stones > 0 => {
                if taken > period {
                    return Some(i);
                }
                left = period;
            }
            _ if taken > left => return Some(i),
            TimeControl::Fischer { increment, .. } => left = left - taken + increment,
            _ => left -= taken,
        }
        if is_canadian && stones > 0 {
            stones -= 1;
            if stones == 0 {
                (left, stones) = (period, n_stones);
            }
        }
    }
    None
}

#[test]
fn no_game_is_lost_on_time() {
    let s = Duration::from_secs;
    let controls = [
        TimeControl::Absolute { main: s(30) },
        TimeControl::Absolute { main: s(120) },
        TimeControl::Absolute { main: s(1800) },
        TimeControl::Fischer { main: s(20), increment: s(1), most_per_move: None },
        TimeControl::Fischer { main: s(300), increment: s(5), most_per_move: Some(s(7)) },
        TimeControl::Byoyomi { main: s(0), period: s(1), periods: 1 },
        TimeControl::Byoyomi { main: s(60), period: s(5), periods: 3 },
        TimeControl::Canadian { main: s(0), period: s(20), stones: 10 },
        TimeControl::Canadian { main: s(60), period: s(30), stones: 5 },
    ];
    for control in controls {
        for seed in 0..1000 {
            assert_eq!(flag_falls(control, seed), None, "{control:?}, seed {seed}");
        }
    }
}

const NINETEEN: Size = Size::MAX;

#[test]
fn the_middle_game_gets_more_time_than_the_opening() {
    let clock = Clock::new(TimeControl::Absolute { main: Duration::from_secs(600) });
    let usual = |n_moves| clock.time_for_move(Color::Black, n_moves, NINETEEN).unwrap().usual;
    assert!(usual(60) > usual(0) * 3 / 2);
    let unclear = clock.time_for_move(Color::Black, 60, NINETEEN).unwrap();
    assert!(unclear.most > unclear.usual * 2);
}

#[test]
fn most_of_the_time_is_used() {
    // On a quiet line a game of 250 moves leaves less than a third of an hour unused.
    let main = Duration::from_secs(1800);
    let mut clock = Clock::new(TimeControl::Absolute { main });
    let mut left = main;
    for i in 0..125 {
        clock.set_left(Color::Black, left, 0);
        left -= clock.time_for_move(Color::Black, 2 * i, NINETEEN).unwrap().usual;
    }
    assert!(left < Duration::from_secs(600), "{left:?}");
}

#[test]
fn an_increment_is_used_and_not_overdrawn() {
    let (main, increment) = (Duration::from_secs(5), Duration::from_secs(10));
    let clock = Clock::new(TimeControl::Fischer { main, increment, most_per_move: None });
    let allowance = clock.time_for_move(Color::Black, 0, NINETEEN).unwrap();
    assert!(allowance.most < main, "what is not there yet cannot be used");
    assert!(allowance.usual > Duration::from_secs(2));
}

#[test]
fn periods_are_kept() {
    let period = Duration::from_secs(5);
    let mut clock = Clock::new(TimeControl::Byoyomi { main: Duration::ZERO, period, periods: 3 });
    let usual = |clock: &Clock| clock.time_for_move(Color::White, 10, NINETEEN).unwrap().usual;
    assert!(usual(&clock) < period && usual(&clock) > period / 2);
    clock.set_left(Color::White, Duration::from_secs(4), 1);
    assert!(usual(&clock) < Duration::from_secs(4));
    let (main, period, stones) = (Duration::ZERO, Duration::from_secs(50), 5);
    let mut clock = Clock::new(TimeControl::Canadian { main, period, stones });
    assert!(usual(&clock) <= Duration::from_secs(10));
    clock.set_left(Color::White, Duration::from_secs(6), 3);
    assert!(usual(&clock) <= Duration::from_secs(2));
}

#[test]
fn without_a_clock_nothing_is_said() {
    assert_eq!(Clock::default().time_for_move(Color::Black, 0, NINETEEN), None);
}
