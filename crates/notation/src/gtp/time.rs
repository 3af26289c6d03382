//! Time settings as the three command families write them.
//!
//! | command | arguments |
//! |---|---|
//! | `time_settings` | `MAIN PERIOD STONES`; `0 1 0` is no limit, `M 0 0` absolute |
//! | `kgs-time_settings` | `none`, `absolute M`, `canadian M P STONES`, `byoyomi M P PERIODS` |
//! | `kata-time_settings` | those, `fischer M INC`, `fischer-capped M INC CAP MOST_PER_MOVE` (−1: unused) |
//! | `time_left` | `COLOR TIME STONES`; no stones while main time runs |

use super::argument::{ArgumentError, Arguments, unreadable};
use aji_goban::Color;
use std::time::Duration;

/// How much time the players have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeSettings {
    /// As much as they like.
    None,
    /// So much for the whole game.
    Absolute {
        /// The time.
        main: Duration,
    },
    /// After main time, a number of stones in each period.
    Canadian {
        /// Main time.
        main: Duration,
        /// A period.
        period: Duration,
        /// The stones to be played in it, at least 1.
        n_stones: u32,
    },
    /// After main time, a number of periods, each of which begins anew when a move is played in it.
    ByoYomi {
        /// Main time.
        main: Duration,
        /// A period.
        period: Duration,
        /// The number of periods, at least 1.
        n_periods: u32,
    },
    /// Every move adds time.
    Fischer {
        /// The time at the start.
        main: Duration,
        /// What a move adds.
        increment: Duration,
        /// Time never grows beyond this.
        cap: Option<Duration>,
        /// No move may take longer than this.
        most_per_move: Option<Duration>,
    },
}

/// The words that `kata-list_time_settings` answers.
const KINDS: [&str; 6] = ["none", "absolute", "byoyomi", "canadian", "fischer", "fischer-capped"];

impl TimeSettings {
    /// The kinds that `kata-time_settings` understands.
    pub const fn kinds() -> &'static [&'static str] {
        &KINDS
    }

    /// The arguments of `time_settings`.
    pub fn from_standard(arguments: &mut Arguments<'_>) -> Result<TimeSettings, ArgumentError> {
        let main = arguments.seconds("main time")?;
        let period = arguments.seconds("byo-yomi time")?;
        let n_stones = arguments.count("the number of byo-yomi stones")?;
        arguments.end()?;
        Ok(match (period.is_zero(), n_stones) {
            (false, 0) => TimeSettings::None,
            (true, _) => TimeSettings::Absolute { main },
            (false, _) => TimeSettings::Canadian { main, period, n_stones },
        })
    }

    /// The arguments of `kgs-time_settings`.
    pub fn from_kgs(arguments: &mut Arguments<'_>) -> Result<TimeSettings, ArgumentError> {
        let kind = arguments.word("the kind of time settings")?;
        let settings = match kind.to_ascii_lowercase().as_str() {
            "none" => TimeSettings::None,
            "absolute" => TimeSettings::Absolute { main: arguments.seconds("main time")? },
            "canadian" => TimeSettings::Canadian {
                main: arguments.seconds("main time")?,
                period: arguments.seconds("byo-yomi time")?,
                n_stones: at_least_one(arguments, "the number of byo-yomi stones")?,
            },
            "byoyomi" => TimeSettings::ByoYomi {
                main: arguments.seconds("main time")?,
                period: arguments.seconds("byo-yomi time")?,
                n_periods: at_least_one(arguments, "the number of byo-yomi periods")?,
            },
            _ => {
                let expected = "a kind of time: write none, absolute, canadian or byoyomi";
                return Err(unreadable(kind, expected));
            }
        };
        arguments.end()?;
        Ok(settings)
    }

    /// The arguments of `kata-time_settings`.
    pub fn from_kata(arguments: &mut Arguments<'_>) -> Result<TimeSettings, ArgumentError> {
        let is_capped = match arguments.peek().map(str::to_ascii_lowercase).as_deref() {
            Some("fischer") => false,
            Some("fischer-capped") => true,
            _ => return TimeSettings::from_kgs(arguments),
        };
        arguments.word("the kind of time settings")?;
        let settings = TimeSettings::Fischer {
            main: arguments.seconds("main time")?,
            increment: arguments.seconds("the increment")?,
            cap: if is_capped { limit(arguments, "the most main time")? } else { None },
            most_per_move: if is_capped { limit(arguments, "the most a move")? } else { None },
        };
        arguments.end()?;
        Ok(settings)
    }

    /// The command that tells an engine these settings. Byo-yomi needs an engine that knows
    /// `kgs-time_settings`, Fischer time one that knows `kata-time_settings`.
    pub fn command(&self) -> String {
        let s = |time: &Duration| time.as_secs_f64();
        let or_unused = |time: &Option<Duration>| time.as_ref().map_or(-1.0, s);
        match self {
            TimeSettings::None => "time_settings 0 1 0".to_owned(),
            TimeSettings::Absolute { main } => format!("time_settings {} 0 0", s(main)),
            TimeSettings::Canadian { main, period, n_stones } => {
                format!("time_settings {} {} {n_stones}", s(main), s(period))
            }
            TimeSettings::ByoYomi { main, period, n_periods } => {
                format!("kgs-time_settings byoyomi {} {} {n_periods}", s(main), s(period))
            }
            TimeSettings::Fischer { main, increment, cap: None, most_per_move: None } => {
                format!("kata-time_settings fischer {} {}", s(main), s(increment))
            }
            TimeSettings::Fischer { main, increment, cap, most_per_move } => format!(
                "kata-time_settings fischer-capped {} {} {} {}",
                s(main),
                s(increment),
                or_unused(cap),
                or_unused(most_per_move)
            ),
        }
    }
}

/// What a clock shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeLeft {
    /// Whose clock.
    pub color: Color,
    /// The time left.
    pub time: Duration,
    /// The stones to be played in it (or the periods left), 0 in main time.
    pub n_stones: u32,
}

impl TimeLeft {
    /// The arguments of `time_left`.
    pub fn from_arguments(arguments: &mut Arguments<'_>) -> Result<TimeLeft, ArgumentError> {
        let color = arguments.color()?;
        let time = arguments.seconds("the time left")?;
        let n_stones = arguments.count("the number of stones left")?;
        arguments.end()?;
        Ok(TimeLeft { color, time, n_stones })
    }

    /// The command that tells an engine its clock. Whole seconds, because the standard knows no others.
    pub fn command(&self) -> String {
        format!("time_left {} {} {}", self.color, self.time.as_secs(), self.n_stones)
    }
}

fn at_least_one(arguments: &mut Arguments<'_>, what: &'static str) -> Result<u32, ArgumentError> {
    let word = arguments.peek().unwrap_or_default();
    match arguments.count(what)? {
        0 => Err(unreadable(word, "a whole number from 1 on")),
        n => Ok(n),
    }
}

/// A time that −1 leaves unlimited.
fn limit(
    arguments: &mut Arguments<'_>,
    what: &'static str,
) -> Result<Option<Duration>, ArgumentError> {
    let is_unused = arguments.peek().and_then(|w| w.parse::<f64>().ok()).is_some_and(|n| n == -1.0);
    if is_unused {
        arguments.word(what)?;
        return Ok(None);
    }
    arguments.seconds(what).map(Some)
}
