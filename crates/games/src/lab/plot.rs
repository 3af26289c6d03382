//! Plain SVG pictures: scatter plots, histograms, curves.

use std::fmt::Write;

/// One set of points with a name and a color.
#[derive(Clone, Debug)]
pub struct Series {
    /// Legend.
    pub name: String,
    /// CSS color.
    pub color: &'static str,
    /// Points.
    pub points: Vec<(f64, f64)>,
    /// Joined by a line, or dots.
    pub line: bool,
}

/// A picture of series on axes.
#[derive(Clone, Debug)]
pub struct Plot {
    /// Title.
    pub title: String,
    /// Horizontal axis.
    pub x: String,
    /// Vertical axis.
    pub y: String,
    /// Logarithmic horizontal axis.
    pub log_x: bool,
    /// Logarithmic vertical axis.
    pub log_y: bool,
    /// What is drawn.
    pub series: Vec<Series>,
}

/// Colors that stay apart in print.
pub const COLORS: [&str; 5] = ["#1b6ca8", "#c0392b", "#2e8b57", "#8e44ad", "#b8860b"];

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 420.0;
const LEFT: f64 = 64.0;
const BOTTOM: f64 = 48.0;
const TOP: f64 = 32.0;
const RIGHT: f64 = 16.0;

impl Plot {
    /// The picture as SVG text.
    pub fn svg(&self) -> String {
        let scale = |v: f64, log: bool| if log { v.max(1e-12).log10() } else { v };
        let all = self.series.iter().flat_map(|s| &s.points);
        let (mut x0, mut x1, mut y0, mut y1) = (f64::MAX, f64::MIN, f64::MAX, f64::MIN);
        for (x, y) in all {
            let (x, y) = (scale(*x, self.log_x), scale(*y, self.log_y));
            (x0, x1, y0, y1) = (x0.min(x), x1.max(x), y0.min(y), y1.max(y));
        }
        if x0 > x1 {
            (x0, x1, y0, y1) = (0.0, 1.0, 0.0, 1.0);
        }
        let (dx, dy) = ((x1 - x0).max(1e-9), (y1 - y0).max(1e-9));
        let px = |x: f64| LEFT + (scale(x, self.log_x) - x0) / dx * (WIDTH - LEFT - RIGHT);
        let py =
            |y: f64| HEIGHT - BOTTOM - (scale(y, self.log_y) - y0) / dy * (HEIGHT - TOP - BOTTOM);
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
             font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" \
             fill=\"white\"/>\n<text x=\"{}\" y=\"20\" text-anchor=\"middle\" font-size=\"14\">{}</text>\n",
            WIDTH / 2.0,
            escape(&self.title)
        );
        for i in 0..=5 {
            let f = f64::from(i) / 5.0;
            let (x, y) = (x0 + f * dx, y0 + f * dy);
            let back = |v: f64, log: bool| if log { 10f64.powf(v) } else { v };
            let (x, y) = (back(x, self.log_x), back(y, self.log_y));
            let _ = writeln!(
                out,
                "<line x1=\"{0:.1}\" y1=\"{TOP}\" x2=\"{0:.1}\" y2=\"{1}\" stroke=\"#ddd\"/>\
                 <text x=\"{0:.1}\" y=\"{2}\" text-anchor=\"middle\">{3}</text>\
                 <line x1=\"{LEFT}\" y1=\"{4:.1}\" x2=\"{5}\" y2=\"{4:.1}\" stroke=\"#ddd\"/>\
                 <text x=\"{6}\" y=\"{7:.1}\" text-anchor=\"end\">{8}</text>",
                px(x),
                HEIGHT - BOTTOM,
                HEIGHT - BOTTOM + 16.0,
                short(x),
                py(y),
                WIDTH - RIGHT,
                LEFT - 6.0,
                py(y) + 4.0,
                short(y)
            );
        }
        for (i, s) in self.series.iter().enumerate() {
            if s.line {
                let path: Vec<String> =
                    s.points.iter().map(|(x, y)| format!("{:.1},{:.1}", px(*x), py(*y))).collect();
                let _ = writeln!(
                    out,
                    "<polyline fill=\"none\" stroke=\"{}\" stroke-width=\"2\" points=\"{}\"/>",
                    s.color,
                    path.join(" ")
                );
            }
            let radius = if s.line { 3.0 } else { 1.4 };
            for (x, y) in &s.points {
                let _ = writeln!(
                    out,
                    "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"{radius}\" fill=\"{}\" fill-opacity=\"0.6\"/>",
                    px(*x),
                    py(*y),
                    s.color
                );
            }
            let y = TOP + 14.0 + 16.0 * i as f64;
            let _ = writeln!(
                out,
                "<rect x=\"{}\" y=\"{}\" width=\"10\" height=\"10\" fill=\"{}\"/>\
                 <text x=\"{}\" y=\"{y}\">{}</text>",
                LEFT + 8.0,
                y - 9.0,
                s.color,
                LEFT + 24.0,
                escape(&s.name)
            );
        }
        let _ = writeln!(
            out,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n<text transform=\"translate(14,{}) \
             rotate(-90)\" text-anchor=\"middle\">{}</text>\n</svg>",
            (LEFT + WIDTH) / 2.0,
            HEIGHT - 10.0,
            escape(&self.x),
            HEIGHT / 2.0,
            escape(&self.y)
        );
        out
    }
}

/// Counts in logarithmic classes as a curve: (class middle, count).
pub fn histogram(values: &[f64], classes: usize) -> Vec<(f64, f64)> {
    let low = values.iter().copied().fold(f64::MAX, f64::min).max(1e-9).log10();
    let high = values.iter().copied().fold(f64::MIN, f64::max).max(1e-8).log10() + 1e-9;
    let width = (high - low) / classes as f64;
    let mut out: Vec<(f64, f64)> =
        (0..classes).map(|i| (10f64.powf(low + (i as f64 + 0.5) * width), 0.0)).collect();
    for v in values {
        let i = ((v.max(1e-9).log10() - low) / width) as usize;
        out[i.min(classes - 1)].1 += 1.0;
    }
    out
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

fn short(v: f64) -> String {
    match v.abs() {
        a if a >= 1e6 => format!("{:.1}M", v / 1e6),
        a if a >= 1e4 => format!("{:.0}k", v / 1e3),
        a if a >= 100.0 || a == 0.0 => format!("{v:.0}"),
        a if a >= 1.0 => format!("{v:.1}"),
        a if a >= 0.01 => format!("{v:.2}"),
        _ => format!("{v:.0e}"),
    }
}
