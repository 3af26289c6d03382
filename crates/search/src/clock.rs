//! How much time to give a move.

use aji_goban::{Color, Size};
use std::time::Duration;

/// How a game is timed.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub enum TimeControl {
    /// Not at all.
    #[default]
    None,
    /// So much for the whole game.
    Absolute {
        /// For all moves.
        main: Duration,
    },
    /// After the main time, so many stones in each period.
    Canadian {
        /// Before the first period.
        main: Duration,
        /// A period.
        period: Duration,
        /// Stones to be played in it.
        stones: u32,
    },
    /// After the main time, periods of which one is lost whenever a move takes longer than it.
    Byoyomi {
        /// Before the first period.
        main: Duration,
        /// A period.
        period: Duration,
        /// How many there are.
        periods: u32,
    },
}

/// What is left on one player's clock.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Left {
    time: Duration,
    /// Stones left in a Canadian period; 0 in main time.
    stones: u32,
}

/// Both players' clocks, as the controller of the game reports them.
#[derive(Clone, Debug, Default)]
pub struct Clock {
    control: TimeControl,
    left: [Option<Left>; 2],
}

/// Kept back on every move for the way to the referee and back.
const LAG: Duration = Duration::from_millis(50);
/// The least that is given to a move.
const LEAST: Duration = Duration::from_millis(5);

impl Clock {
    /// Starts a game's clocks.
    pub fn new(control: TimeControl) -> Clock {
        Clock { control, left: [None; 2] }
    }

    /// How the game is timed.
    pub const fn control(&self) -> TimeControl {
        self.control
    }

    /// What the controller says is left; `stones` as in GTP: 0 in main time, else stones left in the
    /// period (Canadian) or periods left (Japanese).
    pub fn set_left(&mut self, color: Color, time: Duration, stones: u32) {
        self.left[color.index()] = Some(Left { time, stones });
    }

    /// How long `color` should think about the next move; none without a clock.
    pub fn time_for_move(&self, color: Color, n_moves: usize, size: Size) -> Option<Duration> {
        let main_time = |left: Duration| {
            let to_go = moves_to_go(n_moves, size);
            // What lag may take from the moves to come is set aside first, twice over.
            left.saturating_sub(2 * LAG * to_go) / to_go
        };
        let left = self.left[color.index()];
        let time = match self.control {
            TimeControl::None => return left.map(|left| safely(main_time(left.time))),
            TimeControl::Absolute { main } => main_time(left.map_or(main, |left| left.time)),
            TimeControl::Canadian { main, period, stones } => match left {
                Some(Left { time, stones: 0 }) => {
                    main_time(time).max(period / stones.max(1)).min(time)
                }
                Some(Left { time, stones }) => time / stones,
                None if main.is_zero() => period / stones.max(1),
                None => main_time(main),
            },
            TimeControl::Byoyomi { main, period, .. } => match left {
                Some(Left { time, stones: 0 }) => main_time(time).max(period).min(time),
                Some(Left { time, .. }) => time.min(period),
                None if main.is_zero() => period,
                None => main_time(main),
            },
        };
        Some(safely(time))
    }
}

/// Leaves room for lag.
fn safely(time: Duration) -> Duration {
    time.saturating_sub(LAG).max(LEAST)
}

/// How many moves of one's own to expect still: about a third of the board's points in all, and never
/// fewer than a handful.
fn moves_to_go(n_moves: usize, size: Size) -> u32 {
    let all = size.n_points() / 3;
    all.saturating_sub(n_moves / 2).max(8 + size.n_points() / 12) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    const NINE: Size = match Size::new(9) {
        Ok(size) => size,
        Err(_) => panic!(),
    };

    /// Plays a game on a simulated clock with lag; the least time that was ever left.
    fn least_left(main: Duration, n_moves: usize, lag: Duration) -> Option<Duration> {
        let mut clock = Clock::new(TimeControl::Absolute { main });
        let mut left = main;
        let mut least = main;
        for i in 0..n_moves {
            clock.set_left(Color::Black, left, 0);
            let spent = clock.time_for_move(Color::Black, 2 * i, NINE)? + lag;
            left = left.checked_sub(spent)?;
            least = least.min(left);
        }
        Some(least)
    }

    #[test]
    fn absolute_time_lasts_for_a_long_game() {
        for seconds in [10, 60, 300] {
            let main = Duration::from_secs(seconds);
            let lag = Duration::from_millis(40);
            assert!(least_left(main, 60, lag).is_some(), "{seconds} s");
        }
    }

    #[test]
    fn byoyomi_periods_are_kept() {
        let period = Duration::from_secs(5);
        let mut clock =
            Clock::new(TimeControl::Byoyomi { main: Duration::ZERO, period, periods: 3 });
        let time = clock.time_for_move(Color::White, 10, NINE).unwrap();
        assert!(time < period && time > period / 2);
        clock.set_left(Color::White, Duration::from_secs(4), 1);
        assert!(clock.time_for_move(Color::White, 10, NINE).unwrap() < Duration::from_secs(4));
    }

    #[test]
    fn canadian_periods_are_shared_among_their_stones() {
        let mut clock = Clock::new(TimeControl::Canadian {
            main: Duration::ZERO,
            period: Duration::from_secs(50),
            stones: 5,
        });
        assert!(clock.time_for_move(Color::Black, 0, NINE).unwrap() <= Duration::from_secs(10));
        clock.set_left(Color::Black, Duration::from_secs(6), 3);
        assert!(clock.time_for_move(Color::Black, 0, NINE).unwrap() <= Duration::from_secs(2));
    }

    #[test]
    fn without_a_clock_nothing_is_said() {
        assert_eq!(Clock::default().time_for_move(Color::Black, 0, NINE), None);
    }
}
