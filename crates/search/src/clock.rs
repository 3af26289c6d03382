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
    /// Every move adds to what is left.
    Fischer {
        /// Before the first move.
        main: Duration,
        /// Added after each move.
        increment: Duration,
        /// No move may take longer.
        most_per_move: Option<Duration>,
    },
}

/// What a move may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// If all is clear by then.
    pub usual: Duration,
    /// If it is not.
    pub most: Duration,
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
const LAG: Duration = Duration::from_millis(60);
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
    pub fn time_for_move(&self, color: Color, n_moves: usize, size: Size) -> Option<Allowance> {
        let stage = Stage { n_moves, size };
        let left = self.left[color.index()];
        let allowance = match self.control {
            TimeControl::None => stage.of_main(left?.time, Duration::ZERO),
            TimeControl::Absolute { main } => {
                stage.of_main(left.map_or(main, |left| left.time), Duration::ZERO)
            }
            TimeControl::Fischer { main, increment, most_per_move } => {
                let of_main = stage.of_main(left.map_or(main, |left| left.time), increment);
                let most = most_per_move.map_or(of_main.most, |most| exactly(most).most);
                Allowance { usual: of_main.usual.min(most), most: of_main.most.min(most) }
            }
            TimeControl::Canadian { main, period, stones } => match left {
                Some(Left { time, stones: 0 }) => {
                    stage.before_periods(time, period / stones.max(1))
                }
                Some(Left { time, stones }) => exactly(time / stones),
                None if main.is_zero() => exactly(period / stones.max(1)),
                None => stage.before_periods(main, period / stones.max(1)),
            },
            TimeControl::Byoyomi { main, period, .. } => match left {
                Some(Left { time, stones: 0 }) => stage.before_periods(time, period),
                Some(Left { time, .. }) => exactly(time.min(period)),
                None if main.is_zero() => exactly(period),
                None => stage.before_periods(main, period),
            },
        };
        Some(allowance)
    }
}

/// All of it, except what lag may take.
fn exactly(time: Duration) -> Allowance {
    let time = time.saturating_sub(LAG).max(LEAST);
    Allowance { usual: time, most: time }
}

/// How far a game has come.
#[derive(Clone, Copy)]
struct Stage {
    n_moves: usize,
    size: Size,
}

impl Stage {
    /// A part of the main time, with what each move adds to it.
    fn of_main(self, left: Duration, increment: Duration) -> Allowance {
        // What lag may take from all moves that may come is set aside first; an increment pays for its own.
        let set_aside = LAG.saturating_sub(increment) * self.most_moves_to_go();
        let free = left.saturating_sub(set_aside);
        let share = free / self.moves_to_go();
        let usual = share.mul_f64(self.weight()) + increment.saturating_sub(LAG).mul_f64(0.8);
        // However unclear: always a part of what is free, and never what an increment only promises.
        let most =
            (usual * 5 / 2).min(free / 5 + increment / 2).min(left.saturating_sub(2 * LAG) / 2);
        Allowance { usual: usual.min(most).max(LEAST), most: most.max(LEAST) }
    }

    /// The main time before periods, each of which lasts a move so long: as long as there is more of it than a period,
    /// it is shared; then it is used up.
    fn before_periods(self, left: Duration, period: Duration) -> Allowance {
        let main = self.of_main(left, Duration::ZERO);
        // A move that takes the rest of the main time and no more of the period loses nothing.
        let at_least = period.saturating_sub(LAG).max(LEAST);
        Allowance { usual: main.usual.max(at_least), most: main.most.max(at_least) }
    }

    /// More in the middle game, where moves decide, than in the opening and at the end.
    fn weight(self) -> f64 {
        let percent = 100 * self.n_moves / self.size.n_points();
        match percent {
            0..3 => 0.6,
            3..6 => 0.9,
            6..35 => 1.25,
            35..50 => 1.0,
            _ => 0.7,
        }
    }

    /// How many moves of one's own to expect still: about a third of the board's points in all, and never
    /// fewer than a handful.
    fn moves_to_go(self) -> u32 {
        let n_points = self.size.n_points();
        let all = n_points / 3;
        all.saturating_sub(self.n_moves / 2).max(8 + n_points / 12) as u32
    }

    /// How many there may be, in a very long game.
    fn most_moves_to_go(self) -> u32 {
        let n_points = self.size.n_points();
        (n_points * 3 / 4).saturating_sub(self.n_moves / 2).max(20 + n_points / 8) as u32
    }
}

#[cfg(test)]
mod tests;
