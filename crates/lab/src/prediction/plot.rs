//! Hit rates and accuracy by move number, several models in one picture, as SVG written by hand.

use aji_ranking::metrics::Report;
use std::fmt::Write;

const WIDTH: f64 = 380.0;
const HEIGHT: f64 = 260.0;
const LEFT: f64 = 60.0;
const TOP: f64 = 60.0;
const GAP: f64 = 80.0;
const COLORS: [&str; 6] = ["#0b62a4", "#c4541b", "#2e7d32", "#7b3fa0", "#8a6d00", "#555555"];

/// One set of axes.
struct Axes {
    left: f64,
    first: f64,
    last: f64,
}

impl Axes {
    fn x(&self, x: f64) -> f64 {
        self.left + WIDTH * (x - self.first) / (self.last - self.first).max(1e-9)
    }

    fn y(part: f64) -> f64 {
        TOP + HEIGHT * (1.0 - part.clamp(0.0, 1.0))
    }

    fn draw(&self, out: &mut String, title: &str, ticks: &[f64]) {
        let (right, bottom) = (self.left + WIDTH, TOP + HEIGHT);
        let _ = writeln!(out, "<text x=\"{}\" y=\"{}\">{title}</text>", self.left, TOP - 12.0);
        for percent in (0..=100).step_by(20) {
            let y = Axes::y(f64::from(percent) / 100.0);
            let _ = writeln!(
                out,
                "<line x1=\"{}\" y1=\"{y}\" x2=\"{right}\" y2=\"{y}\" stroke=\"#ddd\"/>\
                 <text x=\"{}\" y=\"{}\" text-anchor=\"end\">{percent} %</text>",
                self.left,
                self.left - 6.0,
                y + 4.0
            );
        }
        for &tick in ticks {
            let _ = writeln!(
                out,
                "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">{tick}</text>",
                self.x(tick),
                bottom + 18.0
            );
        }
    }

    fn line(&self, out: &mut String, color: &str, points: impl Iterator<Item = (f64, f64)>) {
        let points: Vec<String> =
            points.map(|(x, y)| format!("{:.1},{:.1}", self.x(x), Axes::y(y))).collect();
        let _ = writeln!(
            out,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\"/>",
            points.join(" ")
        );
    }
}

/// Draws the hit rate within the first 1 to 20 candidates, and the top-1 rate by move number.
pub fn svg(models: &[(String, Report)]) -> String {
    let width = 2.0 * (LEFT + WIDTH) + GAP;
    let height = TOP + HEIGHT + 50.0 + 18.0 * models.len() as f64;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" font-family=\"sans-serif\" font-size=\"12\">\n<title>Move prediction</title>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    let last_move =
        models.iter().filter_map(|(_, r)| r.by_number.last()).map(|b| b.from).max().unwrap_or(0);
    let hits = Axes { left: LEFT, first: 1.0, last: 20.0 };
    let moves = Axes { left: LEFT + WIDTH + GAP, first: 0.0, last: f64::from(last_move.max(1)) };
    hits.draw(&mut out, "played move among the first N candidates", &[1.0, 5.0, 10.0, 15.0, 20.0]);
    let step = if last_move > 120 { 50 } else { 20 };
    let ticks: Vec<f64> = (0..=last_move).step_by(step).map(f64::from).collect();
    moves.draw(&mut out, "played move is the first candidate, by move number", &ticks);
    for (i, (name, report)) in models.iter().enumerate() {
        let color = COLORS[i % COLORS.len()];
        let top = report.top.iter().enumerate().map(|(i, top)| (1.0 + i as f64, top.value));
        hits.line(&mut out, color, top);
        // A few positions at the end of very long games say nothing.
        let common = report.by_number.iter().filter(|bucket| bucket.positions >= 100);
        moves.line(&mut out, color, common.map(|b| (f64::from(b.from), b.top1)));
        let y = TOP + HEIGHT + 44.0 + 18.0 * i as f64;
        let _ = writeln!(
            out,
            "<rect x=\"{LEFT}\" y=\"{}\" width=\"14\" height=\"4\" fill=\"{color}\"/>\
             <text x=\"{}\" y=\"{y}\">{}: {:.1} % of {} positions</text>",
            y - 6.0,
            LEFT + 20.0,
            escaped(name),
            100.0 * report.top[0].value,
            report.positions
        );
    }
    out.push_str("</svg>\n");
    out
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
