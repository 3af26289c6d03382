//! Playout strengths set by hand: a TOML file of tactics, distances and little diagrams.

use super::gammas::Strengths;
use aji_goban::Color;
use aji_patterns::shape::NearCode;
use aji_patterns::{Extent, PlayoutTactic};
use serde::Deserialize;
use std::collections::BTreeMap;
use thiserror::Error;

/// A file of strengths that cannot be used.
#[derive(Debug, Error)]
pub enum HandSetError {
    /// It is no such file.
    #[error("this is no file of strengths: {0}")]
    Form(#[from] toml::de::Error),
    /// A tactic that does not exist.
    #[error("there is no tactic \"{0}\" in playouts")]
    UnknownTactic(String),
    /// A distance that playouts do not look at.
    #[error("distance {0} does not count in playouts: only 2, 3 and 4 do")]
    UnknownDistance(String),
    /// A strength below 0, infinite or not a number.
    #[error("the strength of {0} is {1}: it must be a number from 0")]
    BadStrength(String, f64),
    /// A diagram that is not three rows of three around a `*`.
    #[error(
        "the shape \"{0}\" must be three rows of three characters out of X O . # x o ? around a *"
    )]
    BadDiagram(String),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Form {
    tactics: BTreeMap<String, f64>,
    distances: BTreeMap<String, f64>,
    #[serde(default)]
    shapes: Vec<ShapeForm>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ShapeForm {
    name: String,
    around: [String; 3],
    gamma: f64,
}

/// Reads strengths that were set by hand, to be used with 3×3 shapes or, with nothing known of what lies
/// farther out, with radius 2.
pub fn parse(text: &str, extent: Extent) -> Result<Strengths, HandSetError> {
    let form: Form = toml::from_str(text)?;
    let mut strengths = Strengths {
        extent,
        tactics: [1.0; PlayoutTactic::N],
        distances: [1.0; 3],
        shapes: Vec::new(),
    };
    for (name, gamma) in form.tactics {
        let tactic = PlayoutTactic::all()
            .find(|tactic| tactic.name() == name)
            .ok_or_else(|| HandSetError::UnknownTactic(name.clone()))?;
        strengths.tactics[tactic.index()] = checked(&name, gamma)?;
    }
    for (name, gamma) in form.distances {
        let place = match name.as_str() {
            "2" => 0,
            "3" => 1,
            "4" => 2,
            _ => return Err(HandSetError::UnknownDistance(name)),
        };
        strengths.distances[place] = checked(&format!("distance {name}"), gamma)?;
    }
    let mut seen = std::collections::BTreeSet::new();
    for shape in form.shapes {
        let gamma = checked(&shape.name, shape.gamma)?;
        for key in keys(&shape)? {
            if seen.insert(key) {
                strengths.shapes.push((Extent::ThreeByThree, key, gamma));
            }
        }
    }
    Ok(strengths)
}

fn checked(name: &str, gamma: f64) -> Result<f64, HandSetError> {
    if gamma.is_finite() && gamma >= 0.0 {
        return Ok(gamma);
    }
    Err(HandSetError::BadStrength(name.to_owned(), gamma))
}

/// The places of a diagram's characters in the order of the shape's bits: neighbors, then diagonals, each
/// clockwise from above.
const PLACES: [(usize, usize); 8] =
    [(0, 1), (1, 2), (2, 1), (1, 0), (0, 2), (2, 2), (2, 0), (0, 0)];

/// The normal forms of all shapes a diagram stands for.
fn keys(shape: &ShapeForm) -> Result<Vec<u64>, HandSetError> {
    let bad = || HandSetError::BadDiagram(shape.name.clone());
    let rows: Vec<&[u8]> = shape.around.iter().map(|row| row.as_bytes()).collect();
    if rows.iter().any(|row| row.len() != 3) || rows[1][1] != b'*' {
        return Err(bad());
    }
    let mut codes = vec![0u32];
    for (i, (row, column)) in PLACES.into_iter().enumerate() {
        let states: &[u32] = match rows[row][column] {
            b'.' => &[0],
            b'X' => &[1],
            b'O' => &[2],
            b'#' => &[3],
            b'x' => &[0, 2, 3],
            b'o' => &[0, 1, 3],
            b'?' => &[0, 1, 2, 3],
            _ => return Err(bad()),
        };
        codes = codes
            .iter()
            .flat_map(|code| states.iter().map(move |state| code | state << (2 * i)))
            .collect();
    }
    let normal = |code: u32| NearCode::from_bits(code).normal(Color::Black).bits().into();
    Ok(codes.into_iter().map(normal).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "[tactics]\n\"other-capture\" = 8\n[distances]\n2 = 4\n";

    #[test]
    fn tactics_distances_and_shapes_are_read() {
        let text = format!(
            "{START}[[shapes]]\nname = \"hane\"\naround = [\"XOX\", \".*.\", \"???\"]\ngamma = 3\n"
        );
        let strengths = parse(&text, Extent::ThreeByThree).unwrap();
        assert_eq!(strengths.tactics[PlayoutTactic::OtherCapture.index()], 8.0);
        assert_eq!(strengths.distances, [4.0, 1.0, 1.0]);
        // The two corners below and the point between them may be anything; mirrored ones are the same.
        assert_eq!(strengths.shapes.len(), 40);
    }

    #[test]
    fn mistakes_are_named() {
        let error = |text: &str| parse(text, Extent::ThreeByThree).unwrap_err().to_string();
        assert!(error("nonsense").contains("no file of strengths"));
        assert!(error(&START.replace("other-capture", "grab")).contains("no tactic \"grab\""));
        assert!(error(&START.replace("2 = 4", "5 = 4")).contains("distance 5"));
        assert!(error(&START.replace("= 8", "= -8")).contains("-8"));
        let shape = format!(
            "{START}[[shapes]]\nname = \"odd\"\naround = [\"XO\", \".*.\", \"???\"]\ngamma = 3\n"
        );
        assert!(error(&shape).contains("\"odd\""));
    }
}
