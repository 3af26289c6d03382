//! Values of properties: escapes, points, moves, numbers, results.

use super::coordinate;
use aji_goban::{Color, Komi, Move, Point, Size};
use std::borrow::Cow;

/// A value as it stands between its brackets, in UTF-8, with its escapes.
///
/// Invariant: written between brackets it is read back as it is, so every `]` is escaped and no
/// backslash is left without the character that it escapes.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Value(String);

impl Value {
    /// The value that stands for this text.
    pub fn from_text(text: &str) -> Value {
        let mut escaped = String::with_capacity(text.len());
        for c in text.chars() {
            if matches!(c, ']' | '\\') {
                escaped.push('\\');
            }
            escaped.push(c);
        }
        Value(escaped)
    }

    /// Two texts joined by a colon, as in `LB[aa:text]`.
    pub fn from_pair(first: &str, second: &str) -> Value {
        let first = Value::from_text(first).0.replace(':', "\\:");
        Value(format!("{first}:{}", Value::from_text(second).0))
    }

    /// The value of a move or point.
    pub fn from_move(play: Move, size: Size) -> Value {
        Value(coordinate::text(play, size))
    }

    /// A value that the parser found between brackets.
    pub(super) fn from_raw(raw: String) -> Value {
        Value(raw)
    }

    /// What is written between the brackets.
    pub fn raw(&self) -> &str {
        &self.0
    }

    /// The text that is meant: escapes resolved, line ends as `\n`.
    pub fn text(&self) -> Cow<'_, str> {
        unescaped(&self.0)
    }

    /// The text on one line.
    pub fn line(&self) -> String {
        self.text().replace('\n', " ").trim().to_owned()
    }

    /// The two texts of a pair, split at the first colon that is not escaped.
    pub fn pair(&self) -> Option<(Cow<'_, str>, Cow<'_, str>)> {
        let mut is_escaped = false;
        let colon = self.0.bytes().position(|byte| {
            let is_colon = byte == b':' && !is_escaped;
            is_escaped = byte == b'\\' && !is_escaped;
            is_colon
        })?;
        Some((unescaped(&self.0[..colon]), unescaped(&self.0[colon + 1..])))
    }

    /// The move that is meant; a pass is written `[]` or `[tt]`.
    pub fn as_move(&self, size: Size) -> Option<Move> {
        coordinate::parse_move(self.0.trim().as_bytes(), size)
    }

    /// The points that are meant: one, or a rectangle by two of its corners.
    pub fn points(&self, size: Size) -> Option<impl Iterator<Item = Point> + use<>> {
        coordinate::parse_points(self.0.trim().as_bytes(), size)
    }
}

/// Escapes resolved: a backslash keeps the next character and swallows a line end; other blanks than
/// line ends are blanks.
fn unescaped(raw: &str) -> Cow<'_, str> {
    if !raw.contains(['\\', '\r', '\t', '\u{b}', '\u{c}']) {
        return Cow::Borrowed(raw);
    }
    let mut text = String::with_capacity(raw.len());
    let mut chars = raw.chars().peekable();
    let mut is_escaped = false;
    while let Some(c) = chars.next() {
        match c {
            '\r' | '\n' => {
                let other = if c == '\r' { '\n' } else { '\r' };
                chars.next_if_eq(&other);
                if !is_escaped {
                    text.push('\n');
                }
            }
            '\\' if !is_escaped => {
                is_escaped = true;
                continue;
            }
            '\t' | '\u{b}' | '\u{c}' => text.push(' '),
            _ => text.push(c),
        }
        is_escaped = false;
    }
    Cow::Owned(text)
}

/// Komi as found in the wild: `6.5`, `6,5`, hundredths (`650`, and `375` for 3¾ stones, which are 7½
/// points), quarters of a stone (`3.75`), `6目半`.
pub fn parse_komi(text: &[u8]) -> Option<Komi> {
    let text = text.trim_ascii();
    let (sign, digits) = match text.split_first()? {
        (b'-', rest) => (-1, rest),
        (b'+', rest) => (1, rest),
        _ => (1, text),
    };
    let (mut hundredths, mut n_decimals) = (0i32, None);
    let mut n_read = 0;
    for &byte in digits {
        match (byte, n_decimals) {
            (b'0'..=b'9', Some(2..)) => {}
            (b'0'..=b'9', _) => {
                hundredths = hundredths.checked_mul(10)?.checked_add(i32::from(byte - b'0'))?;
                n_decimals = n_decimals.map(|n| n + 1);
            }
            (b'.' | b',', None) if n_read > 0 => n_decimals = Some(0),
            _ => break,
        }
        n_read += 1;
    }
    if n_read == 0 {
        return None;
    }
    for _ in n_decimals.unwrap_or(0)..2 {
        hundredths = hundredths.checked_mul(10)?;
    }
    if digits[n_read..].starts_with("目半".as_bytes()) {
        hundredths += 50;
    }
    // No komi is as large as the smallest of these numbers: they are hundredths.
    if hundredths >= 10_000 {
        hundredths /= 100;
    }
    let quarters = hundredths % 50 == 25;
    if quarters {
        hundredths *= 2;
    }
    let is_plausible = hundredths % 50 == 0 && hundredths < 100_000;
    is_plausible.then(|| Komi::from_half_points((sign * hundredths / 50) as i16))
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// A side won.
    Win(Color, Way),
    /// Nobody won.
    Draw,
    /// The game does not count.
    Void,
    /// The record says that it does not know.
    Unknown,
}

/// How a game was won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Way {
    /// By so many half points.
    HalfPoints(u16),
    /// The other side resigned.
    Resignation,
    /// On time.
    Time,
    /// The other side forfeited.
    Forfeit,
    /// The record does not say.
    Unsaid,
}

impl GameResult {
    /// The result that is meant by the value of `RE`.
    pub fn parse(text: &[u8]) -> Option<GameResult> {
        let text = text.trim_ascii();
        let is = |name: &str| text.eq_ignore_ascii_case(name.as_bytes());
        match () {
            () if is("0") || is("draw") || is("jigo") => return Some(GameResult::Draw),
            () if is("void") => return Some(GameResult::Void),
            () if is("?") => return Some(GameResult::Unknown),
            () => {}
        }
        let (color, way) = match text.split_at_checked(2)? {
            (b"B+" | b"b+", way) => (Color::Black, way),
            (b"W+" | b"w+", way) => (Color::White, way),
            _ => return parse_words(std::str::from_utf8(text).ok()?),
        };
        Some(GameResult::Win(color, Way::parse(way.trim_ascii())))
    }

    /// The winner, if there is one.
    pub const fn winner(self) -> Option<Color> {
        match self {
            GameResult::Win(color, _) => Some(color),
            _ => None,
        }
    }
}

impl Way {
    fn parse(text: &[u8]) -> Way {
        match text.first().map(u8::to_ascii_uppercase) {
            Some(b'R') => Way::Resignation,
            Some(b'T') => Way::Time,
            Some(b'F') => Way::Forfeit,
            Some(b'0'..=b'9') => {
                let text = std::str::from_utf8(text).unwrap_or_default();
                let number = text.split(|c: char| !c.is_ascii_digit() && !".,".contains(c)).next();
                let points = number.and_then(|n| n.replace(',', ".").parse::<f64>().ok());
                points.map_or(Way::Unsaid, |points| Way::HalfPoints((2.0 * points).round() as u16))
            }
            _ => Way::Unsaid,
        }
    }
}

/// Results in words, as Eastern files have them: `黒中押し勝ち`, `白2目半勝`, `흑 불계승`.
fn parse_words(text: &str) -> Option<GameResult> {
    let color = match () {
        () if text.starts_with(['黒', '黑', '흑']) => Color::Black,
        () if text.starts_with(['白', '백']) => Color::White,
        () if text.contains("持碁") => return Some(GameResult::Draw),
        () => return None,
    };
    let digits: String = text.chars().filter(char::is_ascii_digit).take(3).collect();
    let way = match digits.parse::<u16>() {
        _ if text.contains(['中', '불']) => Way::Resignation,
        _ if text.contains(['時', '时', '시']) => Way::Time,
        Ok(points) => Way::HalfPoints(2 * points + u16::from(text.contains(['半', '반']))),
        Err(_) => Way::Unsaid,
    };
    Some(GameResult::Win(color, way))
}

impl std::fmt::Display for GameResult {
    /// As the value of `RE`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (color, way) = match self {
            GameResult::Win(Color::Black, way) => ('B', way),
            GameResult::Win(Color::White, way) => ('W', way),
            GameResult::Draw => return f.write_str("0"),
            GameResult::Void => return f.write_str("Void"),
            GameResult::Unknown => return f.write_str("?"),
        };
        match way {
            Way::HalfPoints(n) if n % 2 == 0 => write!(f, "{color}+{}", n / 2),
            Way::HalfPoints(n) => write!(f, "{color}+{}.5", n / 2),
            Way::Resignation => write!(f, "{color}+R"),
            Way::Time => write!(f, "{color}+T"),
            Way::Forfeit => write!(f, "{color}+F"),
            Way::Unsaid => write!(f, "{color}+"),
        }
    }
}

/// A player's rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rank {
    /// A pupil; 1 is the strongest.
    Kyu(u8),
    /// An amateur master.
    Dan(u8),
    /// A professional.
    Professional(u8),
}

impl Rank {
    /// The rank that is meant by `9d`, `3 kyu`, `2p`, `9段`, `9d?`.
    pub fn parse(text: &[u8]) -> Option<Rank> {
        let text = text.trim_ascii();
        let n_digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let (digits, grade) = text.split_at(n_digits);
        let n = std::str::from_utf8(digits).ok()?.parse().ok()?;
        let grade = grade.trim_ascii();
        match grade.first()?.to_ascii_lowercase() {
            b'k' | b'g' => Some(Rank::Kyu(n)),
            b'd' => Some(Rank::Dan(n)),
            b'p' => Some(Rank::Professional(n)),
            _ if grade.starts_with("段".as_bytes()) => Some(Rank::Dan(n)),
            _ if grade.starts_with("级".as_bytes()) || grade.starts_with("級".as_bytes()) => {
                Some(Rank::Kyu(n))
            }
            _ => None,
        }
    }
}
