//! Pictures of a board as SVG: stones, numbers, marks, labels, heat maps, ownership.
//!
//! ```
//! use aji_goban::{Color, Size, diagram};
//! use aji_notation::svg::{Mark, Picture};
//!
//! let board = diagram::parse(". X .\nO X .\n. O .")?.board;
//! let corner = board.point("A3")?;
//! let svg = Picture::of(&board).mark(corner, Mark::Triangle).label(board.point("C1")?, "a").to_string();
//! assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The picture brings its own ground, so that it looks the same on a light and on a dark page, and scales
//! to any width. One line's distance is [`UNIT`] user units.

mod layers;

use aji_goban::{Board, Color, Point, PointSet, Size};
use std::fmt::{self, Display, Write};
use std::ops::RangeInclusive;

/// The distance between two lines.
pub const UNIT: usize = 20;

/// A mark on a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// A ring.
    Circle,
    /// A square.
    Square,
    /// A triangle.
    Triangle,
    /// A cross.
    Cross,
}

/// How numbers per point are painted.
#[derive(Clone, Debug, PartialEq)]
enum Paint {
    /// From nothing at 0 to full heat at 1.
    Heat(Vec<f32>),
    /// From White's at −1 to Black's at 1.
    Ownership(Vec<f32>),
}

/// A picture in the making; displays as SVG.
#[derive(Clone, Debug)]
pub struct Picture {
    size: Size,
    stones: [PointSet; 2],
    marks: Vec<(Point, Mark)>,
    labels: Vec<(Point, String)>,
    last_move: Option<Point>,
    paint: Option<Paint>,
    layers: Vec<layers::Layer>,
    has_coordinates: bool,
    rows: RangeInclusive<usize>,
    columns: RangeInclusive<usize>,
}

impl Picture {
    /// An empty board.
    pub fn new(size: Size) -> Picture {
        Picture {
            size,
            stones: [PointSet::EMPTY; 2],
            marks: Vec::new(),
            labels: Vec::new(),
            last_move: None,
            paint: None,
            layers: Vec::new(),
            has_coordinates: true,
            rows: 0..=size.lines() - 1,
            columns: 0..=size.lines() - 1,
        }
    }

    /// The stones of a board.
    pub fn of(board: &Board) -> Picture {
        let stones = Color::BOTH.map(|color| *board.stones(color));
        Picture { stones, ..Picture::new(board.size()) }
    }

    /// Adds a stone.
    pub fn stone(mut self, point: Point, color: Color) -> Picture {
        self.stones[color.opponent().index()].remove(point);
        self.stones[color.index()].insert(point);
        self
    }

    /// Adds a stone with the number of its move.
    pub fn numbered(self, point: Point, color: Color, number: usize) -> Picture {
        self.stone(point, color).label(point, &number.to_string())
    }

    /// Marks a point.
    pub fn mark(mut self, point: Point, mark: Mark) -> Picture {
        self.marks.push((point, mark));
        self
    }

    /// Writes a short text on a point.
    pub fn label(mut self, point: Point, text: &str) -> Picture {
        self.labels.retain(|(labeled, _)| *labeled != point);
        self.labels.push((point, text.to_owned()));
        self
    }

    /// Marks the last move.
    pub fn last_move(mut self, point: Point) -> Picture {
        self.last_move = Some(point);
        self
    }

    /// Paints heat, 0 to 1 for each point, row by row from the upper left. Points without a number, and
    /// numbers that are none, stay bare.
    pub fn heat(mut self, values: &[f32]) -> Picture {
        self.paint = Some(Paint::Heat(values.to_vec()));
        self
    }

    /// Paints who owns a point: 1 is Black's, −1 White's; row by row from the upper left.
    pub fn ownership(mut self, values: &[f32]) -> Picture {
        self.paint = Some(Paint::Ownership(values.to_vec()));
        self
    }

    /// Leaves out letters and numbers at the edges.
    pub fn without_coordinates(mut self) -> Picture {
        self.has_coordinates = false;
        self
    }

    /// Shows only the rectangle between two points.
    pub fn part(mut self, corner: Point, opposite: Point) -> Picture {
        let span = |a: usize, b: usize| a.min(b)..=a.max(b);
        self.rows = span(corner.row(self.size), opposite.row(self.size));
        self.columns = span(corner.column(self.size), opposite.column(self.size));
        self
    }

    /// Points of the shown part.
    fn points(&self) -> impl Iterator<Item = Point> + use<'_> {
        self.size.points().filter(|&point| self.shows(point))
    }

    fn shows(&self, point: Point) -> bool {
        self.rows.contains(&point.row(self.size)) && self.columns.contains(&point.column(self.size))
    }

    /// Where a point lies in the picture.
    fn place(&self, point: Point) -> (usize, usize) {
        (point.column(self.size) * UNIT, point.row(self.size) * UNIT)
    }

    fn color_at(&self, point: Point) -> Option<Color> {
        Color::BOTH.into_iter().find(|color| self.stones[color.index()].contains(point))
    }

    /// The color of ink that shows on a point.
    fn ink(&self, point: Point) -> &'static str {
        if self.color_at(point) == Some(Color::Black) { "#fff" } else { "#111" }
    }

    fn write_ground(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let margin = if self.has_coordinates { UNIT + UNIT / 2 } else { UNIT - UNIT / 4 };
        let span =
            |range: &RangeInclusive<usize>| (range.end() - range.start()) * UNIT + 2 * margin;
        let (width, height) = (span(&self.columns), span(&self.rows));
        let at = |range: &RangeInclusive<usize>| (range.start() * UNIT) as isize - margin as isize;
        let (x, y) = (at(&self.columns), at(&self.rows));
        writeln!(
            f,
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="{x} {y} {width} {height}" width="{}" height="{}" font-family="Helvetica,Arial,sans-serif" text-anchor="middle">"#,
            width * 3 / 2,
            height * 3 / 2
        )?;
        f.write_str(DEFINITIONS)?;
        writeln!(
            f,
            r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="4" fill="url(#wood)"/>"#
        )
    }

    /// Lines and star points. Lines run on to the picture's edge where the board goes on beyond it.
    fn write_lines(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let last = self.size.lines() - 1;
        let beyond = UNIT / 2;
        let ends = |range: &RangeInclusive<usize>| {
            let start = range.start() * UNIT;
            let end = range.end() * UNIT;
            let start = if *range.start() == 0 { 0 } else { start - beyond };
            (start, if *range.end() == last { end } else { end + beyond })
        };
        let ((left, right), (top, bottom)) = (ends(&self.columns), ends(&self.rows));
        let mut path = String::new();
        for row in self.rows.clone() {
            write!(path, "M{left} {}H{right}", row * UNIT)?;
        }
        for column in self.columns.clone() {
            write!(path, "M{} {top}V{bottom}", column * UNIT)?;
        }
        writeln!(
            f,
            r##"<path d="{path}" fill="none" stroke="#4a3517" stroke-width=".8" stroke-linecap="square"/>"##
        )?;
        for point in self.points().filter(|&point| is_star(point, self.size)) {
            let (x, y) = self.place(point);
            writeln!(f, r##"<circle cx="{x}" cy="{y}" r="2.1" fill="#4a3517"/>"##)?;
        }
        Ok(())
    }

    fn write_coordinates(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.has_coordinates {
            return Ok(());
        }
        f.write_str("<g font-size=\"8\" fill=\"#5d4420\">\n")?;
        let beside = UNIT;
        let (left, right) =
            ((self.columns.start() * UNIT) as isize, (self.columns.end() * UNIT) as isize);
        let (top, bottom) =
            ((self.rows.start() * UNIT) as isize, (self.rows.end() * UNIT) as isize);
        let beside = beside as isize;
        for column in self.columns.clone() {
            let name =
                Point::at(self.size.lines() - 1, column, self.size).name(self.size).to_string();
            let (letter, x) = (&name[..1], column * UNIT);
            for y in [top - beside + 3, bottom + beside + 3] {
                write!(f, r#"<text x="{x}" y="{y}">{letter}</text>"#)?;
            }
        }
        for row in self.rows.clone() {
            let (number, y) = (self.size.lines() - row, row * UNIT + 3);
            for x in [left - beside, right + beside] {
                write!(f, r#"<text x="{x}" y="{y}">{number}</text>"#)?;
            }
        }
        f.write_str("\n</g>\n")
    }

    fn write_stones(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for point in self.points() {
            let Some(color) = self.color_at(point) else { continue };
            let (x, y) = self.place(point);
            let name = if color == Color::Black { 'b' } else { 'w' };
            writeln!(f, r##"<use href="#{name}" x="{x}" y="{y}"/>"##)?;
        }
        Ok(())
    }

    /// Shown points with a number that can be seen, and its strength up to 1.
    fn painted<'a>(&'a self, values: &'a [f32]) -> impl Iterator<Item = (Point, f32)> + use<'a> {
        let numbered = self.size.points().zip(values.iter().copied());
        numbered
            .filter(|&(point, value)| self.shows(point) && !value.is_nan() && value.abs() >= 0.04)
            .map(|(point, value)| (point, value.clamp(-1.0, 1.0)))
    }

    /// Whole squares beneath the stones, the redder the hotter.
    fn write_heat(&self, values: &[f32], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let half = (UNIT / 2) as isize;
        for (point, strength) in self.painted(values) {
            let (x, y) = self.place(point);
            let (x, y) = (x as isize - half, y as isize - half);
            let strength = strength.abs();
            let (fill, opacity) = (heat_color(strength), 0.1 + 0.65 * strength);
            writeln!(
                f,
                r#"<rect x="{x}" y="{y}" width="{UNIT}" height="{UNIT}" fill="{fill}" opacity="{opacity:.2}"/>"#
            )?;
        }
        Ok(())
    }

    /// Small squares on top of everything, the larger the surer; none where a text or mark must be read.
    fn write_ownership(&self, values: &[f32], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_free = |point: Point| {
            self.labels.iter().all(|(labeled, _)| *labeled != point)
                && self.marks.iter().all(|(marked, _)| *marked != point)
                && self.last_move != Some(point)
        };
        let mut paths = [String::new(), String::new()];
        for (point, value) in self.painted(values).filter(|&(point, _)| is_free(point)) {
            let owner = if value > 0.0 { Color::Black } else { Color::White };
            // A living stone says itself whose the point is.
            if self.color_at(point) == Some(owner) {
                continue;
            }
            let ((x, y), side) = (self.place(point), 2.5 + 6.5 * value.abs());
            let (x, y) = (x as f32 - side / 2.0, y as f32 - side / 2.0);
            write!(paths[owner.index()], "M{x:.1} {y:.1}h{side:.1}v{side:.1}h-{side:.1}z")?;
        }
        let inks = [("#111", "#999"), ("#fff", "#777")];
        for (path, (fill, edge)) in paths.iter().zip(inks).filter(|(path, _)| !path.is_empty()) {
            writeln!(
                f,
                r#"<path d="{path}" fill="{fill}" stroke="{edge}" stroke-width=".5" opacity=".85"/>"#
            )?;
        }
        Ok(())
    }

    fn write_marks(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for &(point, mark) in self.marks.iter().filter(|(point, _)| self.shows(*point)) {
            let ((x, y), ink) = (self.place(point), self.ink(point));
            let shape = match mark {
                Mark::Circle => r#"<circle r="5"/>"#,
                Mark::Square => r#"<path d="M-4.2-4.2H4.2V4.2H-4.2Z"/>"#,
                Mark::Triangle => r#"<path d="M0-5.8L5 2.9H-5Z"/>"#,
                Mark::Cross => r#"<path d="M-4-4L4 4M4-4L-4 4"/>"#,
            };
            writeln!(
                f,
                r#"<g transform="translate({x} {y})" fill="none" stroke="{ink}" stroke-width="1.5">{shape}</g>"#
            )?;
        }
        if let Some(point) = self.last_move.filter(|&point| self.shows(point)) {
            let (x, y) = self.place(point);
            if self.labels.iter().any(|(labeled, _)| *labeled == point) {
                writeln!(f, r##"<circle cx="{x}" cy="{y}" r="8" fill="none" stroke="#d0402b"/>"##)?;
            } else {
                writeln!(f, r##"<circle cx="{x}" cy="{y}" r="3" fill="#d0402b"/>"##)?;
            }
        }
        Ok(())
    }

    fn write_labels(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (point, text) in self.labels.iter().filter(|(point, _)| self.shows(*point)) {
            let ((x, y), ink) = (self.place(*point), self.ink(*point));
            if self.color_at(*point).is_none() {
                // The lines would run through the letters.
                writeln!(f, r##"<circle cx="{x}" cy="{y}" r="7" fill="#dfb468"/>"##)?;
            }
            let shown: String = text.chars().filter(|c| !c.is_control()).take(4).collect();
            let font = match shown.chars().count() {
                0..=2 => 10.5,
                3 => 8.5,
                _ => 6.5,
            };
            let y = y as f32 + font * 0.36;
            writeln!(
                f,
                r#"<text x="{x}" y="{y:.1}" font-size="{font}" fill="{ink}">{}</text>"#,
                Escaped(&shown)
            )?;
        }
        Ok(())
    }
}

impl Display for Picture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_ground(f)?;
        self.write_lines(f)?;
        self.write_coordinates(f)?;
        if let Some(Paint::Heat(values)) = &self.paint {
            self.write_heat(values, f)?;
        }
        self.write_ground_layers(f)?;
        self.write_stones(f)?;
        self.write_lines_above(f)?;
        if let Some(Paint::Ownership(values)) = &self.paint {
            self.write_ownership(values, f)?;
        }
        self.write_labels(f)?;
        self.write_marks(f)?;
        f.write_str("</svg>\n")
    }
}

const DEFINITIONS: &str = r##"<defs>
<linearGradient id="wood" x2="1" y2="1"><stop stop-color="#e6bd73"/><stop offset="1" stop-color="#d8a95a"/></linearGradient>
<radialGradient id="gb" cx=".36" cy=".32" r=".75"><stop stop-color="#666"/><stop offset=".5" stop-color="#262626"/><stop offset="1" stop-color="#0c0c0c"/></radialGradient>
<radialGradient id="gw" cx=".36" cy=".32" r=".75"><stop stop-color="#fff"/><stop offset=".6" stop-color="#f1efe9"/><stop offset="1" stop-color="#c9c5bb"/></radialGradient>
<g id="b"><circle cx=".7" cy="1.1" r="9.4" opacity=".22"/><circle r="9.4" fill="url(#gb)"/></g>
<g id="w"><circle cx=".7" cy="1.1" r="9.4" opacity=".22"/><circle r="9.4" fill="url(#gw)" stroke="#8a8578" stroke-width=".4"/></g>
</defs>
"##;

/// From yellow to red.
fn heat_color(strength: f32) -> String {
    let hue = 55.0 - 55.0 * strength;
    format!("hsl({hue:.0},90%,50%)")
}

/// The points that boards have dots on.
fn is_star(point: Point, size: Size) -> bool {
    let lines = size.lines();
    if lines < 7 {
        return false;
    }
    let near = if lines < 13 { 2 } else { 3 };
    let is_on = |n: usize| n == near || n == lines - 1 - near;
    let is_middle = |n: usize| lines % 2 == 1 && n == lines / 2;
    let (row, column) = (point.row(size), point.column(size));
    let is_side = (is_on(row) && is_middle(column)) || (is_middle(row) && is_on(column));
    (is_on(row) && is_on(column))
        || (is_middle(row) && is_middle(column))
        || (is_side && lines > 13)
}

/// Text that cannot be mistaken for markup.
struct Escaped<'a>(&'a str);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|c| match c {
            '<' => f.write_str("&lt;"),
            '>' => f.write_str("&gt;"),
            '&' => f.write_str("&amp;"),
            '"' => f.write_str("&quot;"),
            _ => f.write_char(c),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nine() -> Size {
        Size::new(9).unwrap()
    }

    #[test]
    fn every_stone_is_drawn_once() {
        let size = nine();
        let (a, b) = (Point::at(0, 0, size), Point::at(4, 4, size));
        let picture = Picture::new(size).stone(a, Color::Black).numbered(b, Color::White, 12);
        let svg = picture.to_string();
        assert_eq!(svg.matches(r##"<use href="#b""##).count(), 1);
        assert_eq!(svg.matches(r##"<use href="#w""##).count(), 1);
        assert!(svg.contains(">12</text>"));
        let repainted = picture.stone(b, Color::Black).to_string();
        assert_eq!(repainted.matches(r##"<use href="#b""##).count(), 2);
        assert_eq!(repainted.matches(r##"<use href="#w""##).count(), 0);
    }

    #[test]
    fn texts_cannot_break_out_of_their_place() {
        let size = nine();
        let svg = Picture::new(size).label(Point::at(1, 1, size), "</&\"").to_string();
        assert!(svg.contains("&lt;/&amp;&quot;") && !svg.contains("</&"));
    }

    #[test]
    fn a_part_shows_only_its_points() {
        let size = Size::MAX;
        let corner = (Point::at(0, 13, size), Point::at(5, 18, size));
        let inside = Point::at(3, 15, size);
        let outside = Point::at(15, 3, size);
        let svg = Picture::new(size)
            .part(corner.0, corner.1)
            .stone(inside, Color::Black)
            .stone(outside, Color::Black)
            .mark(outside, Mark::Cross)
            .to_string();
        assert_eq!(svg.matches("<use ").count(), 1);
        assert!(svg.contains("<text x=\"360\" y=\"-17\">T</text>") && !svg.contains(">A</text>"));
        assert!(!svg.contains("M-4-4"));
    }

    #[test]
    fn paint_takes_any_numbers() {
        let size = nine();
        let mut values = vec![0.5; size.n_points()];
        values[0] = f32::NAN;
        values[1] = f32::INFINITY;
        values[2] = 0.0;
        let heat = Picture::new(size).heat(&values).to_string();
        // All but the number that is none and the zero.
        assert_eq!(heat.matches("hsl(").count(), size.n_points() - 2);
        assert!(!heat.contains("NaN") && !heat.contains("inf"));
        let ownership = Picture::new(size).ownership(&[-1.0, 1.0, 2.0]).to_string();
        assert_eq!(ownership.matches("h9.0v9.0").count(), 3);
        let stone = Picture::new(size).stone(Point::at(0, 0, size), Color::White);
        assert_eq!(stone.ownership(&[-1.0, 1.0]).to_string().matches("h9.0v9.0").count(), 1);
    }

    #[test]
    fn star_points_are_where_players_expect_them() {
        let n = |lines| {
            let size = Size::new(lines).unwrap();
            size.points().filter(|&point| is_star(point, size)).count()
        };
        assert_eq!([n(5), n(7), n(9), n(13), n(18), n(19)], [0, 5, 5, 5, 4, 9]);
    }
}
