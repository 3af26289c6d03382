//! A learned model as a file: patterns in words with a weight each, so that it can be read.

use super::LabError;
use crate::eval::Weighted;
use crate::rules::{Fact, Program};
use std::fmt::Write;
use std::path::Path;

/// Writes `weight weight fact & fact …` a line, the bias first.
pub fn write(program: &Program, model: &Weighted) -> String {
    let mut out = String::from("% weight for x to move, weight for o to move, pattern (1/256)\n");
    let _ = writeln!(out, "{} {} true", model.bias[0], model.bias[1]);
    for (p, w) in model.patterns.iter().zip(&model.weights) {
        let facts: Vec<String> = p.iter().map(|f| program.fact_text(*f)).collect();
        let _ = writeln!(out, "{} {} {}", w[0], w[1], facts.join(" & "));
    }
    out
}

/// Reads what [`write()`] wrote.
pub fn read(program: &Program, text: &str) -> Result<Weighted, LabError> {
    let mut names = std::collections::HashMap::new();
    for var in 0..program.fluents.n_vars() {
        for value in 0..program.fluents.n_values(var) {
            let fact = Fact { var: var as u16, value: value as u8 };
            names.insert(program.fact_text(fact), fact);
        }
    }
    let mut out = Weighted::default();
    for (i, line) in text.lines().enumerate().filter(|(_, l)| !l.starts_with('%') && !l.is_empty())
    {
        let bad = |what: &str| LabError::Usage(format!("model line {}: {what}", i + 1));
        let mut parts = line.splitn(3, ' ');
        let mut number = || parts.next().and_then(|w| w.parse::<i32>().ok());
        let (Some(x), Some(o)) = (number(), number()) else {
            return Err(bad("expected two whole numbers and a pattern"));
        };
        let pattern = parts.next().ok_or_else(|| bad("no pattern"))?;
        if pattern == "true" {
            out.bias = [x, o];
            continue;
        }
        let facts: Option<Vec<Fact>> =
            pattern.split(" & ").map(|f| names.get(f.trim()).copied()).collect();
        let mut facts = facts.ok_or_else(|| bad("names a fact this game does not have"))?;
        facts.sort_unstable();
        out.patterns.push(facts);
        out.weights.push([x, o]);
    }
    Ok(out)
}

/// Reads a model file.
pub fn open(program: &Program, path: &Path) -> Result<Weighted, LabError> {
    let text = std::fs::read_to_string(path)
        .map_err(|source| LabError::File { path: path.display().to_string(), source })?;
    read(program, &text)
}
