//! Rule sets as values, and komi.

use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// Which repetitions are forbidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KoRule {
    /// A single stone may not be retaken at once.
    Simple,
    /// No earlier arrangement of stones may come back.
    Positional,
    /// No earlier arrangement of stones may come back with the same player to move.
    Situational,
}

/// What is counted at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scoring {
    /// Stones and surrounded points.
    Area,
    /// Surrounded points and prisoners.
    Territory,
}

/// Which surrounded points are not counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tax {
    /// All are counted.
    None,
    /// Eyes in seki are not.
    Seki,
}

/// What White receives for Black's handicap stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HandicapBonus {
    /// Nothing.
    None,
    /// A point for each stone but the first.
    OneLess,
    /// A point for each stone.
    Full,
}

impl HandicapBonus {
    /// The points White receives for `n_stones` of handicap.
    pub const fn points(self, n_stones: usize) -> usize {
        match self {
            HandicapBonus::None => 0,
            HandicapBonus::OneLess => n_stones.saturating_sub(1),
            HandicapBonus::Full => n_stones,
        }
    }
}

/// A rule set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// Which repetitions are forbidden.
    pub ko: KoRule,
    /// May a player lift stones of their own?
    pub suicide: bool,
    /// What is counted.
    pub scoring: Scoring,
    /// What is not counted.
    pub tax: Tax,
    /// White's compensation for handicap stones.
    pub handicap_bonus: HandicapBonus,
}

const AREA: Rules = Rules {
    ko: KoRule::Simple,
    suicide: false,
    scoring: Scoring::Area,
    tax: Tax::None,
    handicap_bonus: HandicapBonus::None,
};

impl Rules {
    /// The logical rules by Tromp and Taylor.
    pub const TROMP_TAYLOR: Rules = Rules { ko: KoRule::Positional, suicide: true, ..AREA };
    /// As played in China: simple ko, a point for each handicap stone.
    pub const CHINESE: Rules = Rules { handicap_bonus: HandicapBonus::Full, ..AREA };
    /// As played in Japan.
    pub const JAPANESE: Rules = Rules { scoring: Scoring::Territory, tax: Tax::Seki, ..AREA };
    /// As played in Korea, which for a program is as in Japan.
    pub const KOREAN: Rules = Rules::JAPANESE;
    /// Of the American Go Association.
    pub const AGA: Rules =
        Rules { ko: KoRule::Situational, handicap_bonus: HandicapBonus::OneLess, ..AREA };
    /// Of the New Zealand Go Society.
    pub const NEW_ZEALAND: Rules = Rules { ko: KoRule::Situational, suicide: true, ..AREA };
    /// Of the Computer Go Server.
    pub const CGOS: Rules = Rules { ko: KoRule::Positional, ..AREA };

    /// The rule sets and their names.
    pub const NAMED: [(&'static str, Rules); 7] = [
        ("tromp-taylor", Rules::TROMP_TAYLOR),
        ("chinese", Rules::CHINESE),
        ("japanese", Rules::JAPANESE),
        ("korean", Rules::KOREAN),
        ("aga", Rules::AGA),
        ("new-zealand", Rules::NEW_ZEALAND),
        ("cgos", Rules::CGOS),
    ];

    /// The first name of this rule set, if it has one.
    pub fn name(&self) -> Option<&'static str> {
        Rules::NAMED.iter().find(|(_, rules)| rules == self).map(|(name, _)| *name)
    }
}

/// A rule set's name that is not known.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "\"{0}\" is no rule set: choose tromp-taylor, chinese, japanese, korean, aga, new-zealand or cgos"
)]
pub struct RulesError(pub String);

impl FromStr for Rules {
    type Err = RulesError;

    /// The rule set of this name; case, `_` and blanks for `-` do not matter.
    fn from_str(text: &str) -> Result<Rules, RulesError> {
        let name: String = text
            .trim()
            .chars()
            .map(|c| if c == '_' || c == ' ' { '-' } else { c.to_ascii_lowercase() })
            .collect();
        Rules::NAMED
            .iter()
            .find(|(known, _)| *known == name)
            .map(|(_, rules)| *rules)
            .ok_or_else(|| RulesError(text.chars().take(40).collect()))
    }
}

/// Points White receives for moving second, in half points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Komi(i16);

/// A komi that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("komi \"{text}\" cannot be used: {reason}")]
pub struct KomiError {
    /// What was read.
    pub text: String,
    /// What is wrong with it.
    pub reason: &'static str,
}

impl Komi {
    /// Beyond this many points no board is large enough for komi to matter.
    const MOST_POINTS: i16 = 1000;

    /// Komi of so many half points.
    pub const fn from_half_points(half_points: i16) -> Komi {
        Komi(half_points)
    }

    /// The number of half points.
    pub const fn half_points(self) -> i16 {
        self.0
    }
}

impl FromStr for Komi {
    type Err = KomiError;

    fn from_str(text: &str) -> Result<Komi, KomiError> {
        let error = |reason| KomiError { text: text.chars().take(20).collect(), reason };
        let number = text.trim();
        let (sign, digits) = match number.strip_prefix('-') {
            Some(digits) => (-1, digits),
            None => (1, number.strip_prefix('+').unwrap_or(number)),
        };
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let only_digits = |s: &str| s.bytes().all(|b| b.is_ascii_digit());
        if !only_digits(whole)
            || !only_digits(fraction)
            || (whole.is_empty() && fraction.is_empty())
        {
            return Err(error("it must be a number such as 6.5"));
        }
        let half = match fraction.trim_end_matches('0') {
            "" => 0,
            "5" => 1,
            _ => return Err(error("it must be a multiple of half a point")),
        };
        let whole = whole.trim_start_matches('0');
        let points = if whole.is_empty() { Ok(0) } else { whole.parse::<i16>() };
        match points {
            Ok(points) if points < Komi::MOST_POINTS => Ok(Komi(sign * (2 * points + half))),
            _ => Err(error("it must lie between -1000 and 1000")),
        }
    }
}

impl fmt::Display for Komi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let fraction = if self.0 % 2 == 0 { "" } else { ".5" };
        write!(f, "{sign}{}{fraction}", self.0.unsigned_abs() / 2)
    }
}
