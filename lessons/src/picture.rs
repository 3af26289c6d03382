//! The pictures of the book: a board as an SVG image.

use crate::board::{Board, Color, Point, SIZE, WIDTH, point_name, points};
use std::fmt::Write;

/// A board to draw.
#[derive(Clone, Debug)]
pub struct Picture<'a> {
    board: &'a Board,
    labels: Vec<(Point, String)>,
    shades: Vec<(Point, f64)>,
}

const STEP: usize = 40;
const MARGIN: usize = 50;

impl<'a> Picture<'a> {
    /// The stones alone.
    pub fn new(board: &'a Board) -> Picture<'a> {
        Picture { board, labels: Vec::new(), shades: Vec::new() }
    }

    /// Writes something on a point.
    pub fn label(mut self, point: Point, text: impl Into<String>) -> Self {
        self.labels.push((point, text.into()));
        self
    }

    /// Colors a point: 1 is Black's blue, -1 White's orange, 0 nothing.
    pub fn shade(mut self, point: Point, value: f64) -> Self {
        self.shades.push((point, value.clamp(-1.0, 1.0)));
        self
    }

    /// The image. Shades lie below the lines, labels above the stones.
    pub fn svg(&self) -> String {
        let side = 2 * MARGIN + (SIZE - 1) * STEP;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {side} {side}\" \
             width=\"{side}\" height=\"{side}\" font-family=\"sans-serif\" \
             text-anchor=\"middle\">\n<rect width=\"{side}\" height=\"{side}\" fill=\"#f2d9a0\"/>\n"
        );
        for &(point, value) in &self.shades {
            let (x, y) = place(point);
            let fill = if value > 0.0 { "#1f4fa0" } else { "#e8590c" };
            let (corner, opacity) = (STEP / 2, value.abs());
            line(
                &mut svg,
                format_args!(
                    "<rect x=\"{}\" y=\"{}\" width=\"{STEP}\" height=\"{STEP}\" fill=\"{fill}\" \
                     fill-opacity=\"{opacity:.2}\"/>",
                    x - corner,
                    y - corner
                ),
            );
        }
        self.grid(&mut svg, side);
        self.stones(&mut svg);
        svg + "</svg>\n"
    }

    fn grid(&self, svg: &mut String, side: usize) {
        let end = side - MARGIN;
        for i in 0..SIZE {
            let at = MARGIN + i * STEP;
            let path = format!("M{at} {MARGIN}V{end}M{MARGIN} {at}H{end}");
            let ink = if self.shades.is_empty() { "#333" } else { "#c9a86a" }; // numbers stay legible
            line(svg, format_args!("<path d=\"{path}\" stroke=\"{ink}\" fill=\"none\"/>"));
            let name = point_name((i + 1) * WIDTH + i + 1);
            let (letter, number) = name.split_at(1);
            let (top, left) = (MARGIN - 26, MARGIN - 32);
            line(
                svg,
                format_args!("<text x=\"{at}\" y=\"{top}\" font-size=\"14\">{letter}</text>"),
            );
            let down = at + 5;
            line(
                svg,
                format_args!("<text x=\"{left}\" y=\"{down}\" font-size=\"14\">{number}</text>"),
            );
        }
    }

    fn stones(&self, svg: &mut String) {
        for point in points() {
            let (x, y) = place(point);
            let fill = match self.board.at(point) {
                Color::Black => "#111",
                Color::White => "#fff",
                _ => continue,
            };
            line(
                svg,
                format_args!(
                    "<circle cx=\"{x}\" cy=\"{y}\" r=\"18\" fill=\"{fill}\" stroke=\"#111\"/>"
                ),
            );
        }
        for (point, text) in &self.labels {
            let (x, y) = place(*point);
            let fill = if self.board.at(*point) == Color::Black { "#fff" } else { "#111" };
            let (size, down) = if text.len() > 2 { (12, y + 4) } else { (17, y + 6) };
            if self.board.at(*point) == Color::Empty && self.shades.is_empty() {
                line(
                    svg,
                    format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"13\" fill=\"#f2d9a0\"/>"),
                );
            }
            line(
                svg,
                format_args!(
                    "<text x=\"{x}\" y=\"{down}\" font-size=\"{size}\" fill=\"{fill}\">{text}</text>"
                ),
            );
        }
    }
}

/// Where a point lies in the image.
fn place(point: Point) -> (usize, usize) {
    (MARGIN + (point % WIDTH - 1) * STEP, MARGIN + (point / WIDTH - 1) * STEP)
}

fn line(svg: &mut String, text: std::fmt::Arguments) {
    let _ = writeln!(svg, "{text}"); // writing to a String cannot fail
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::positions;

    #[test]
    fn every_stone_is_drawn_once() {
        let board = positions::ohashi_zen();
        let count = |color| points().filter(|&p| board.at(p) == color).count();
        let svg = Picture::new(&board).svg();
        assert_eq!(svg.matches("fill=\"#111\" stroke").count(), count(Color::Black));
        assert_eq!(svg.matches("fill=\"#fff\" stroke").count(), count(Color::White));
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    }
}
