//! Command lines, split as a shell would, but run without one.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A program with its arguments, and variables set for it alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CommandLine {
    /// `NAME=value` before the program.
    pub environment: Vec<(String, String)>,
    /// The program: a path, or a name looked up in `PATH`.
    pub program: String,
    /// Its arguments.
    pub arguments: Vec<String>,
}

/// Text that is no command line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CommandLineError {
    /// Nothing to run.
    #[error("the engine's command is empty: give a program, as in \"gnugo --mode gtp\"")]
    Empty,
    /// A quote without its partner.
    #[error("the {quote} at character {at} of the engine's command is never closed")]
    Unclosed {
        /// The quote.
        quote: char,
        /// Where it stands, counted from 1.
        at: usize,
    },
}

impl FromStr for CommandLine {
    type Err = CommandLineError;

    /// Words are separated by blanks; `'…'` is taken literally, in `"…"` a backslash protects `"` and
    /// `\`, elsewhere it protects any character. Nothing is expanded.
    fn from_str(text: &str) -> Result<CommandLine, CommandLineError> {
        let mut words = split(text)?.into_iter().peekable();
        let mut environment = Vec::new();
        while let Some(assignment) = words.peek().and_then(|word| assignment(word)) {
            environment.push(assignment);
            words.next();
        }
        let program =
            words.next().filter(|word| !word.is_empty()).ok_or(CommandLineError::Empty)?;
        Ok(CommandLine { environment, program, arguments: words.collect() })
    }
}

/// `NAME=value`, where the name is one a shell would take.
fn assignment(word: &str) -> Option<(String, String)> {
    let (name, value) = word.split_once('=')?;
    let is_name = !name.is_empty()
        && !name.starts_with(|c: char| c.is_ascii_digit())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    is_name.then(|| (name.to_owned(), value.to_owned()))
}

fn split(text: &str) -> Result<Vec<String>, CommandLineError> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut characters = text.chars().enumerate().peekable();
    while let Some((i, c)) = characters.next() {
        match c {
            c if c.is_whitespace() => words.extend(word.take()),
            '\'' | '"' => {
                let word = word.get_or_insert_default();
                loop {
                    match characters.next() {
                        None => return Err(CommandLineError::Unclosed { quote: c, at: i + 1 }),
                        Some((_, end)) if end == c => break,
                        Some((_, '\\')) if c == '"' => {
                            match characters.next_if(|(_, next)| matches!(next, '"' | '\\')) {
                                Some((_, protected)) => word.push(protected),
                                None => word.push('\\'),
                            }
                        }
                        Some((_, inner)) => word.push(inner),
                    }
                }
            }
            '\\' => {
                let protected = characters.next().map_or('\\', |(_, protected)| protected);
                word.get_or_insert_default().push(protected);
            }
            c => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    Ok(words)
}

impl fmt::Display for CommandLine {
    /// As one would type it; reading it again gives the same.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in &self.environment {
            write!(f, "{name}={} ", quoted(value))?;
        }
        f.write_str(&quoted(&self.program))?;
        self.arguments.iter().try_for_each(|argument| write!(f, " {}", quoted(argument)))
    }
}

fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./=,:+@%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("\"{}\"", word.replace('\\', "\\\\").replace('"', "\\\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        let line: CommandLine = text.parse().unwrap();
        [vec![line.program], line.arguments].concat()
    }

    #[test]
    fn words_are_split_and_quotes_keep_blanks() {
        assert_eq!(words("gnugo --mode gtp"), ["gnugo", "--mode", "gtp"]);
        assert_eq!(words(" a\t'b c'  \"d e\"f "), ["a", "b c", "d ef"]);
        assert_eq!(words(r#"a "say \"hi\" \n" b\ c '' "#), ["a", r#"say "hi" \n"#, "b c", ""]);
    }

    #[test]
    fn variables_stand_before_the_program() {
        let line: CommandLine = "A=1 B='x y' prog C=2".parse().unwrap();
        assert_eq!(line.environment, [("A".into(), "1".into()), ("B".into(), "x y".into())]);
        assert_eq!((line.program.as_str(), line.arguments.len()), ("prog", 1));
    }

    #[test]
    fn what_is_written_reads_back() {
        for text in ["a b", "X=1 'p q' \"\" r\\\\s", "'it is' \"'\" --k=v"] {
            let line: CommandLine = text.parse().unwrap();
            assert_eq!(line.to_string().parse(), Ok(line));
        }
    }

    #[test]
    fn nothing_to_run_and_open_quotes_are_explained() {
        assert_eq!("  ".parse::<CommandLine>(), Err(CommandLineError::Empty));
        assert_eq!("A=1".parse::<CommandLine>(), Err(CommandLineError::Empty));
        let error = "a 'b".parse::<CommandLine>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "the ' at character 3 of the engine's command is never closed"
        );
    }
}
