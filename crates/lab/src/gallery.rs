//! The strongest and the weakest shapes of learned weights, as little boards.
//!
//! Shapes of 3×3 and of the diamond of radius 2 are written in their keys; larger ones are known by a random number
//! only, and cannot be drawn.

use aji_patterns::shape::{NearCode, Offset, neighborhood};
use aji_patterns::{Extent, FeatureSet};
use aji_ranking::{AnyModel, WeightFile};
use std::fmt::Write;

/// A shape with its learned weight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weighed {
    /// What it covers.
    pub extent: Extent,
    /// The points around, as the side to move sees them: it is Black.
    pub code: NearCode,
    /// The logarithm of its strength; for factorized models the weight it has by itself.
    pub weight: f32,
}

/// What stands at a place of a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Empty,
    Own,
    Enemy,
    OffBoard,
}

/// All shapes of this extent, the strongest first; none if the weights have no such shapes.
pub fn weighed(file: &WeightFile, extent: Extent) -> Vec<Weighed> {
    let Some(features) = FeatureSet::from_fingerprint(file.provenance.feature_set) else {
        return Vec::new();
    };
    let Some(catalog) = features.catalog(&file.keys) else { return Vec::new() };
    let weight = |id: u32| match &file.model {
        AnyModel::Gammas(model) => model.log_gammas().get(id as usize).copied(),
        AnyModel::Factors(model) => Some(file.provenance.scale * model.weight(id)),
    };
    let mut shapes: Vec<Weighed> = (features.n_fixed() as u32..)
        .zip(catalog.shapes())
        .filter(|(_, shape)| shape.0 == extent)
        .filter_map(|(id, &(extent, key))| {
            let code = NearCode::from_bits(u32::try_from(key).ok()?);
            Some(Weighed { extent, code, weight: weight(id)? })
        })
        .collect();
    shapes.sort_by(|a, b| b.weight.total_cmp(&a.weight));
    shapes
}

fn places(shape: &Weighed) -> impl Iterator<Item = (Offset, Place)> {
    let bits = shape.code.bits();
    neighborhood().into_iter().take(shape.extent.n_points()).enumerate().map(move |(i, offset)| {
        let place = match bits >> (2 * i) & 3 {
            0 => Place::Empty,
            1 => Place::Own,
            2 => Place::Enemy,
            _ => Place::OffBoard,
        };
        (offset, place)
    })
}

const CELL: f64 = 18.0;
const BOARD: f64 = 5.0 * CELL;
const STEP: (f64, f64) = (BOARD + 16.0, BOARD + 36.0);

/// Draws the `n` strongest shapes, and below them the `n` weakest.
pub fn svg(title: &str, shapes: &[Weighed], n: usize) -> String {
    let n = n.min(shapes.len());
    let columns = n.clamp(1, 8);
    let rows = n.div_ceil(columns);
    let (width, block) = (columns as f64 * STEP.0 + 16.0, 30.0 + rows as f64 * STEP.1);
    let height = 40.0 + 2.0 * block;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" font-family=\"sans-serif\" font-size=\"13\">\n<title>{0}</title>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n<text x=\"16\" y=\"24\" font-size=\"15\">{0}</text>\n",
        escaped(title)
    );
    let weakest: Vec<Weighed> = shapes.iter().rev().take(n).copied().collect();
    for (i, (name, shapes)) in
        [("the strongest", &shapes[..n]), ("the weakest", &weakest[..])].into_iter().enumerate()
    {
        let top = 40.0 + i as f64 * block;
        let _ = writeln!(out, "<text x=\"16\" y=\"{}\">{name}</text>", top + 16.0);
        for (place, shape) in shapes.iter().enumerate() {
            let left = 16.0 + (place % columns) as f64 * STEP.0;
            draw(&mut out, shape, left, top + 26.0 + (place / columns) as f64 * STEP.1);
        }
    }
    out.push_str("</svg>\n");
    out
}

fn draw(out: &mut String, shape: &Weighed, left: f64, top: f64) {
    let at = |offset: Offset| {
        let center = |n: i8| (f64::from(n) + 2.5) * CELL;
        (left + center(offset.right), top + center(offset.down))
    };
    let here = Offset { down: 0, right: 0 };
    let seen: Vec<(Offset, Place)> = places(shape).chain([(here, Place::Empty)]).collect();
    let place_at = |down: i8, right: i8| {
        let found = seen.iter().find(|(offset, _)| (offset.down, offset.right) == (down, right));
        found.map(|&(_, place)| place).filter(|&place| place != Place::OffBoard)
    };
    for &(offset, place) in seen.iter().filter(|(_, place)| *place != Place::OffBoard) {
        let (x, y) = at(offset);
        let _ = write!(
            out,
            "<rect x=\"{}\" y=\"{}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"#e8c27a\"/>",
            x - CELL / 2.0,
            y - CELL / 2.0
        );
        let half = CELL / 2.0;
        // A line ends at the edge of the board, and goes on where the shape does not see.
        for (down, right) in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
            let is_seen = seen
                .iter()
                .any(|(o, _)| (o.down, o.right) == (offset.down + down, offset.right + right));
            if place_at(offset.down + down, offset.right + right).is_some() || !is_seen {
                let (dx, dy) = (f64::from(right) * half, f64::from(down) * half);
                let _ = write!(
                    out,
                    "<line x1=\"{x}\" y1=\"{y}\" x2=\"{}\" y2=\"{}\" stroke=\"#7a5c1e\"/>",
                    x + dx,
                    y + dy
                );
            }
        }
        let _ = match place {
            Place::Own => write!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"8\" fill=\"#111\"/>"),
            Place::Enemy => write!(
                out,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"7.5\" fill=\"#fff\" stroke=\"#111\"/>"
            ),
            _ => Ok(()),
        };
    }
    let (x, y) = at(here);
    let _ = writeln!(
        out,
        "<path d=\"M{} {y}h10M{x} {}v10\" stroke=\"#c00\" stroke-width=\"2.5\"/>\
         <text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
        x - 5.0,
        y - 5.0,
        left + BOARD / 2.0,
        top + BOARD + 16.0,
        strength(shape.weight)
    );
}

/// A strength as a reader likes it.
fn strength(log: f32) -> String {
    let strength = log.exp();
    match strength {
        100.0.. => format!("{strength:.0}"),
        1.0.. => format!("{strength:.1}"),
        0.01.. => format!("{strength:.3}"),
        _ => format!("{strength:.5}"),
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use aji_ranking::weights::Provenance;
    use aji_ranking::{GammaModel, ModelKind};

    #[test]
    fn shapes_come_by_strength_and_are_drawn_with_stones_and_edge() {
        let features = FeatureSet::Playout(Extent::Diamond2);
        // An enemy above; an own stone above; the edge below, its row and the one after it.
        let codes = [0b10, 0b01, 0x30_3C30];
        let keys = codes.iter().flat_map(|&code| [Extent::Diamond2 as u64, code]).collect();
        let mut logs = vec![0.0; features.n_fixed()];
        logs.extend([1.0, 3.0, -2.0]);
        let provenance =
            Provenance { feature_set: features.fingerprint(), ..Provenance::default() };
        let model = AnyModel::Gammas(GammaModel::from_logs(logs));
        let file = WeightFile { kind: ModelKind::BradleyTerry, model, keys, provenance };
        let shapes = weighed(&file, Extent::Diamond2);
        assert_eq!(shapes.iter().map(|shape| shape.weight).collect::<Vec<_>>(), [3.0, 1.0, -2.0]);
        assert!(weighed(&file, Extent::ThreeByThree).is_empty());
        let picture = svg("a < b", &shapes, 1);
        assert!(picture.contains("a &lt; b") && picture.contains(">20.1<"));
        assert_eq!(picture.matches("r=\"8\"").count(), 1, "one own stone, in the strongest");
        // The strongest has 13 points on the board, the weakest lacks the row of its edge and beyond.
        assert_eq!(picture.matches("#e8c27a").count(), 13 + 9);
        assert_eq!(svg("none", &[], 5).matches("circle").count(), 0);
    }
}
