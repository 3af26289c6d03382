//! The time a player has.

use super::seconds;
use aji_goban::Color;
use aji_notation::gtp::{TimeLeft, TimeSettings};
use serde::{Deserialize, Serialize};

/// Limits on thinking time, in seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Clock {
    /// For each move.
    pub per_move: Option<f64>,
    /// For all moves of a game; when it is used up, the game is lost.
    pub per_game: Option<f64>,
}

impl Clock {
    /// The `time_settings` command that tells an engine. Time per move is a period of one stone.
    pub fn settings(&self) -> Option<String> {
        let settings = match (self.per_game, self.per_move) {
            (Some(game), _) => TimeSettings::Absolute { main: seconds(game) },
            (None, Some(each)) => {
                TimeSettings::Canadian { main: seconds(0.0), period: seconds(each), n_stones: 1 }
            }
            (None, None) => return None,
        };
        Some(settings.command())
    }

    /// The same limits, rounded up.
    pub fn in_whole_seconds(&self) -> Clock {
        Clock { per_move: self.per_move.map(f64::ceil), per_game: self.per_game.map(f64::ceil) }
    }

    /// The longest time the next move may take after `used` seconds.
    pub fn limit(&self, used: f64) -> Option<f64> {
        let left = self.per_game.map(|game| (game - used).max(0.0));
        match (self.per_move, left) {
            (Some(each), Some(left)) => Some(each.min(left)),
            (each, left) => each.or(left),
        }
    }

    /// What the clock shows after `used` seconds. Nothing for fractions of a second per move, which
    /// `time_left` cannot say.
    pub fn left(&self, color: Color, used: f64) -> Option<TimeLeft> {
        match (self.per_game, self.per_move) {
            (Some(game), _) => Some(TimeLeft { color, time: seconds(game - used), n_stones: 0 }),
            (None, Some(each)) if each >= 1.0 => {
                Some(TimeLeft { color, time: seconds(each), n_stones: 1 })
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_per_move_is_a_period_of_one_stone() {
        let clock = Clock { per_move: Some(2.0), per_game: None };
        assert_eq!(clock.settings().unwrap(), "time_settings 0 2 1");
        assert_eq!(clock.left(Color::White, 99.0).unwrap().command(), "time_left white 2 1");
        let half = Clock { per_move: Some(0.5), per_game: None };
        assert_eq!(half.in_whole_seconds().settings().unwrap(), "time_settings 0 1 1");
        assert_eq!(half.left(Color::Black, 0.0), None);
    }

    #[test]
    fn time_per_game_runs_down() {
        let clock = Clock { per_move: Some(5.0), per_game: Some(60.0) };
        assert_eq!(clock.settings().unwrap(), "time_settings 60 0 0");
        assert_eq!((clock.limit(0.0), clock.limit(58.5)), (Some(5.0), Some(1.5)));
        assert_eq!(clock.limit(61.0), Some(0.0));
        assert_eq!(clock.left(Color::Black, 58.5).unwrap().command(), "time_left black 1 0");
        assert_eq!(Clock::default().limit(1e6), None);
    }
}
