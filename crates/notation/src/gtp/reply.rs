//! What an engine answers, to the byte: `=ID text` or `?ID text`, then one empty line, and no empty
//! line before that one, because it would end the reply early.

use std::fmt::{self, Display, Write};

/// A whole reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The number of the request.
    pub id: Option<u64>,
    /// What to say, or what went wrong.
    pub result: Result<String, String>,
}

impl Reply {
    /// The command was carried out.
    pub fn ok(id: Option<u64>, text: impl Into<String>) -> Reply {
        Reply { id, result: Ok(text.into()) }
    }

    /// The command failed.
    pub fn error(id: Option<u64>, error: impl Display) -> Reply {
        Reply { id, result: Err(error.to_string()) }
    }
}

impl Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sign, text) = match &self.result {
            Ok(text) => ('=', text),
            Err(text) => ('?', text),
        };
        f.write_char(sign)?;
        if let Some(id) = self.id {
            write!(f, "{id}")?;
        }
        // A text that begins with a line feed begins on a line of its own, as board diagrams do.
        let mut is_first = !text.starts_with(['\n', '\r']);
        for line in text.lines().map(printable).filter(|line| !line.trim().is_empty()) {
            f.write_char(if is_first { ' ' } else { '\n' })?;
            f.write_str(&line)?;
            is_first = false;
        }
        f.write_str("\n\n")
    }
}

/// The start of a reply that goes on line by line, as `lz-analyze` sends it.
pub fn stream_start(id: Option<u64>) -> String {
    id.map_or_else(|| "=\n".to_owned(), |id| format!("={id}\n"))
}

/// One line of such a reply; nothing if it has nothing to show.
pub fn stream_line(text: &str) -> String {
    let mut line: String = text.chars().map(|c| if c == '\n' { ' ' } else { c }).collect();
    line = printable(&line);
    if line.trim().is_empty() {
        return String::new();
    }
    line.push('\n');
    line
}

/// The end of such a reply.
pub const fn stream_end() -> &'static str {
    "\n"
}

fn printable(line: &str) -> String {
    line.trim_end().chars().filter(|&c| c == '\t' || !c.is_control()).collect()
}
