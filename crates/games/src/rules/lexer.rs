//! Text of a rule file → tokens, each with the line and column it starts at.

use super::RuleError;

/// A place in a rule file, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Place {
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// A constant or predicate: starts with a small letter.
    Name(String),
    /// A variable: starts with a capital or an underscore.
    Variable(String),
    Number(i64),
    /// Punctuation and operators.
    Sign(&'static str),
    End,
}

impl Token {
    pub fn describe(&self) -> String {
        match self {
            Token::Name(s) => format!("`{s}`"),
            Token::Variable(s) => format!("the variable `{s}`"),
            Token::Number(n) => format!("`{n}`"),
            Token::Sign(s) => format!("`{s}`"),
            Token::End => "the end of the file".into(),
        }
    }
}

/// Longest first, so that `:-` is not read as `:` and `-`.
const SIGNS: [&str; 16] =
    [":-", ">=", "=<", "\\=", "\\+", "(", ")", "[", "]", ",", ".", ">", "<", "=", "+", "-"];

pub(super) fn tokens(text: &str) -> Result<Vec<(Token, Place)>, RuleError> {
    let mut out = Vec::new();
    let mut last = Place { line: 1, column: 1 };
    for (row, line) in text.lines().enumerate() {
        let chars: Vec<char> = line.chars().collect();
        let mut at = 0;
        while at < chars.len() {
            let place = Place { line: row as u32 + 1, column: at as u32 + 1 };
            let c = chars[at];
            if c == '%' {
                break;
            } else if c.is_whitespace() {
                at += 1;
            } else if c.is_alphabetic() || c == '_' {
                let end = run(&chars, at, |c| c.is_alphanumeric() || c == '_');
                let word: String = chars[at..end].iter().collect();
                at = end;
                let variable = c == '_' || c.is_uppercase();
                out.push((if variable { Token::Variable(word) } else { Token::Name(word) }, place));
            } else if c.is_ascii_digit() {
                let end = run(&chars, at, |c| c.is_ascii_digit());
                let word: String = chars[at..end].iter().collect();
                at = end;
                let n: i64 = word.parse().ok().filter(|n| *n <= 1_000_000).ok_or_else(|| {
                    RuleError::new(place, format!("the number {word} is larger than 1000000"))
                })?;
                out.push((Token::Number(n), place));
            } else {
                let rest: String = chars[at..chars.len().min(at + 2)].iter().collect();
                let Some(sign) = SIGNS.iter().find(|s| rest.starts_with(**s)) else {
                    return Err(RuleError::new(place, format!("`{c}` means nothing here")));
                };
                at += sign.len();
                out.push((Token::Sign(sign), place));
            }
            last = Place { line: row as u32 + 1, column: at as u32 + 1 };
        }
    }
    out.push((Token::End, last));
    Ok(out)
}

fn run(chars: &[char], from: usize, keep: impl Fn(char) -> bool) -> usize {
    (from..chars.len()).find(|i| !keep(chars[*i])).unwrap_or(chars.len())
}
