//! Layers over and under the stones: tinted points, outlines of regions, lines between points.

use super::{Picture, UNIT};
use aji_goban::{Point, PointSet};
use std::fmt::{self, Write};

/// Something drawn besides stones, marks and texts. Colors are CSS colors of the caller's choice.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Layer {
    /// Squares beneath the stones.
    Tint { points: PointSet, color: &'static str, opacity: f32 },
    /// The border around a set of points.
    Outline { points: PointSet, color: &'static str, width: f32 },
    /// A line above the stones.
    Line { ends: [Point; 2], color: &'static str, is_broken: bool },
}

impl Picture {
    /// Tints points beneath the stones.
    pub fn tint(mut self, points: &PointSet, color: &'static str, opacity: f32) -> Picture {
        self.layers.push(Layer::Tint { points: *points, color, opacity: opacity.clamp(0.0, 1.0) });
        self
    }

    /// Draws the border around a set of points, which need not be connected.
    pub fn outline(mut self, points: &PointSet, color: &'static str, width: f32) -> Picture {
        self.layers.push(Layer::Outline { points: *points, color, width: width.clamp(0.1, 10.0) });
        self
    }

    /// Draws a line from point to point, broken if wanted.
    pub fn line(mut self, from: Point, to: Point, color: &'static str, is_broken: bool) -> Picture {
        self.layers.push(Layer::Line { ends: [from, to], color, is_broken });
        self
    }

    /// What lies beneath the stones.
    pub(super) fn write_ground_layers(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for layer in &self.layers {
            match layer {
                Layer::Tint { points, color, opacity } => {
                    let mut path = String::new();
                    for point in points.iter().filter(|&point| self.shows(point)) {
                        let (x, y) = self.corner(point);
                        write!(path, "M{x} {y}h{UNIT}v{UNIT}h-{UNIT}z")?;
                    }
                    writeln!(f, r#"<path d="{path}" fill="{color}" opacity="{opacity:.2}"/>"#)?;
                }
                Layer::Outline { points, color, width } => {
                    let path = self.border(points)?;
                    writeln!(
                        f,
                        r#"<path d="{path}" fill="none" stroke="{color}" stroke-width="{width:.1}" stroke-linecap="square"/>"#
                    )?;
                }
                Layer::Line { .. } => {}
            }
        }
        Ok(())
    }

    /// What lies above the stones.
    pub(super) fn write_lines_above(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for layer in &self.layers {
            let Layer::Line { ends, color, is_broken } = layer else { continue };
            if !ends.iter().all(|&end| self.shows(end)) {
                continue;
            }
            let [(x1, y1), (x2, y2)] = ends.map(|end| self.place(end));
            let dash = if *is_broken { r#" stroke-dasharray="3 3""# } else { "" };
            writeln!(
                f,
                r#"<path d="M{x1} {y1}L{x2} {y2}" stroke="{color}" stroke-width="2.6" stroke-linecap="round"{dash}/>"#
            )?;
        }
        Ok(())
    }

    /// The upper left corner of a point's square.
    fn corner(&self, point: Point) -> (isize, isize) {
        let ((x, y), half) = (self.place(point), (UNIT / 2) as isize);
        (x as isize - half, y as isize - half)
    }

    /// The sides of the points' squares that no other point of the set shares.
    fn border(&self, points: &PointSet) -> Result<String, fmt::Error> {
        let mut path = String::new();
        let (last, unit) = (self.size.lines() - 1, UNIT as isize);
        for point in points.iter().filter(|&point| self.shows(point)) {
            let (row, column) = (point.row(self.size), point.column(self.size));
            let (x, y) = self.corner(point);
            let is_in =
                |row: usize, column: usize| points.contains(Point::at(row, column, self.size));
            if row == 0 || !is_in(row - 1, column) {
                write!(path, "M{x} {y}h{unit}")?;
            }
            if row == last || !is_in(row + 1, column) {
                write!(path, "M{x} {}h{unit}", y + unit)?;
            }
            if column == 0 || !is_in(row, column - 1) {
                write!(path, "M{x} {y}v{unit}")?;
            }
            if column == last || !is_in(row, column + 1) {
                write!(path, "M{} {y}v{unit}", x + unit)?;
            }
        }
        Ok(path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use aji_goban::Size;

    #[test]
    fn an_outline_runs_around_the_set_and_not_through_it() {
        let size = Size::new(9).unwrap();
        let pair: PointSet = [Point::at(0, 0, size), Point::at(0, 1, size)].into_iter().collect();
        let path = Picture::new(size).border(&pair).unwrap();
        assert_eq!((path.matches('h').count(), path.matches('v').count()), (4, 2));
    }

    #[test]
    fn layers_are_drawn_around_the_stones_in_their_order() {
        let size = Size::new(9).unwrap();
        let (a, b) = (Point::at(2, 2, size), Point::at(2, 4, size));
        let set = [a].into_iter().collect();
        let svg = Picture::new(size)
            .stone(a, aji_goban::Color::Black)
            .line(a, b, "#c00", true)
            .tint(&set, "#0a0", 0.3)
            .outline(&set, "#00f", 2.0)
            .to_string();
        let at = |text: &str| svg.find(text).unwrap();
        assert!(at("#0a0") < at("<use ") && at("#00f") < at("<use ") && at("<use ") < at("#c00"));
        let part = Picture::new(size).part(a, a).line(a, b, "#c00", false).to_string();
        assert!(!part.contains("#c00"), "a line that leaves the part is not drawn");
    }
}
