//! Lines that start with `#`: options, conditional parts, board grids, the ply limit.
//!
//! ```text
//! #option size 8 4 6 8      % name, default, allowed values
//! #grid size size           % square/1, direction/1, neighbor/3 of a board, a1 at the top left
//! #if size 8 … #else … #end
//! #limit 200                % drawn after so many plies
//! ```

use super::RuleError;
use super::lexer::Place;
use std::collections::BTreeMap;

/// What the directives of a file said; `text` is the rest, line numbers kept.
#[derive(Clone, Debug, Default)]
pub struct Prepared {
    pub(super) text: String,
    /// Facts of `#grid`, one clause a line.
    pub(super) grid: String,
    /// Option values in force.
    pub options: BTreeMap<String, String>,
    /// Allowed values of each option.
    pub choices: BTreeMap<String, Vec<String>>,
    /// Drawn after so many plies.
    pub limit: Option<u32>,
    /// Width and height of the grid.
    pub board: Option<(usize, usize)>,
}

/// The eight directions, row 1 at the top: (name, column step, row step).
const DIRECTIONS: [(&str, i32, i32); 8] = [
    ("n", 0, -1),
    ("ne", 1, -1),
    ("e", 1, 0),
    ("se", 1, 1),
    ("s", 0, 1),
    ("sw", -1, 1),
    ("w", -1, 0),
    ("nw", -1, -1),
];

pub(super) fn prepare(
    text: &str,
    wanted: &BTreeMap<String, String>,
) -> Result<Prepared, RuleError> {
    let mut out = Prepared::default();
    let mut kept: Vec<bool> = Vec::new();
    for (row, line) in text.lines().enumerate() {
        let place = Place { line: row as u32 + 1, column: 1 };
        let bare = line.split('%').next().unwrap_or("");
        let words: Vec<&str> = bare.split_whitespace().collect();
        let live = kept.iter().all(|k| *k);
        match words.first() {
            Some(&"#if") => kept.push(live && condition(&out, &words, place)?),
            Some(&"#else") | Some(&"#end") if kept.is_empty() => {
                return Err(RuleError::new(place, format!("{} without #if", words[0])));
            }
            Some(&"#else") => kept.last_mut().into_iter().for_each(|k| *k = !*k),
            Some(&"#end") => drop(kept.pop()),
            Some(w) if w.starts_with('#') && live => directive(&mut out, &words, wanted, place)?,
            Some(w) if !w.starts_with('#') && live => out.text.push_str(line),
            _ => {}
        }
        out.text.push('\n');
    }
    if !kept.is_empty() {
        let line = text.lines().count() as u32;
        return Err(RuleError::new(Place { line, column: 1 }, "#if without #end".into()));
    }
    if let Some(unknown) = wanted.keys().find(|k| !out.options.contains_key(*k)) {
        let known: Vec<_> = out.options.keys().cloned().collect();
        return Err(RuleError::new(
            Place { line: 1, column: 1 },
            format!("no option {unknown}; the file has: {}", known.join(", ")),
        ));
    }
    Ok(out)
}

fn condition(out: &Prepared, words: &[&str], place: Place) -> Result<bool, RuleError> {
    let [_, name, values @ ..] = words else {
        return Err(RuleError::new(place, "expected #if OPTION VALUE…".into()));
    };
    let Some(value) = out.options.get(*name) else {
        return Err(RuleError::new(place, format!("#if names the unknown option {name}")));
    };
    Ok(values.contains(&value.as_str()))
}

fn directive(
    out: &mut Prepared,
    words: &[&str],
    wanted: &BTreeMap<String, String>,
    place: Place,
) -> Result<(), RuleError> {
    let bad = |message: String| Err(RuleError::new(place, message));
    match words {
        ["#option", name, default, choices @ ..] => {
            let value = wanted.get(*name).map_or(*default, |v| v.as_str());
            if !choices.is_empty() && !choices.contains(&value) {
                return bad(format!("option {name} is {value}; allowed: {}", choices.join(", ")));
            }
            out.options.insert(name.to_string(), value.to_string());
            out.choices.insert(name.to_string(), choices.iter().map(|c| c.to_string()).collect());
        }
        ["#grid", width, height] => {
            let size = |word: &str| -> Option<usize> {
                let word = out.options.get(word).map_or(word, |v| v.as_str());
                word.parse().ok().filter(|n| (1..=19).contains(n))
            };
            let (Some(width), Some(height)) = (size(width), size(height)) else {
                return bad("#grid wants two numbers from 1 to 19, or options".into());
            };
            out.board = Some((width, height));
            out.grid = grid(width, height);
        }
        ["#limit", plies] => match plies.parse() {
            Ok(n) if n > 0 => out.limit = Some(n),
            _ => return bad(format!("#limit wants a number of plies, not {plies}")),
        },
        _ => return bad(format!("unknown directive {}", words.join(" "))),
    }
    Ok(())
}

fn grid(width: usize, height: usize) -> String {
    let name = |x: usize, y: usize| format!("{}{}", (b'a' + x as u8) as char, y + 1);
    let mut out = String::new();
    for (direction, _, _) in DIRECTIONS {
        out.push_str(&format!("direction({direction}).\n"));
    }
    for y in 0..height {
        for x in 0..width {
            out.push_str(&format!("square({}).\n", name(x, y)));
            for (direction, dx, dy) in DIRECTIONS {
                let (x2, y2) = (x as i32 + dx, y as i32 + dy);
                if (0..width as i32).contains(&x2) && (0..height as i32).contains(&y2) {
                    let there = name(x2 as usize, y2 as usize);
                    out.push_str(&format!("neighbor({}, {direction}, {there}).\n", name(x, y)));
                }
            }
        }
    }
    out
}
