//! Parts of reports: tables in Markdown, and plots of lines in SVG written by hand.

use crate::plot::escaped;
use crate::provenance::Provenance;
use std::fmt::Write;

/// One line of a plot.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// What it shows.
    pub name: String,
    /// Its points; y from 0 to 1.
    pub points: Vec<(f64, f64)>,
    /// Is it drawn broken: a baseline?
    pub is_baseline: bool,
}

/// One set of axes; y runs from 0 to 100 %.
#[derive(Clone, Debug, PartialEq)]
pub struct Panel {
    /// What stands above it.
    pub title: String,
    /// The largest x.
    pub last: f64,
    /// The marks of the x axis.
    pub ticks: Vec<(f64, String)>,
    /// The lines.
    pub series: Vec<Series>,
}

const WIDTH: f64 = 400.0;
const HEIGHT: f64 = 290.0;
const LEFT: f64 = 58.0;
const TOP: f64 = 58.0;
const GAP: f64 = 74.0;
const COLORS: [&str; 8] =
    ["#0b62a4", "#c4541b", "#2e7d32", "#7b3fa0", "#8a6d00", "#00838f", "#ad1457", "#555555"];

/// Panels side by side, each with its legend below.
pub fn svg(title: &str, panels: &[Panel]) -> String {
    let n_lines = panels.iter().map(|panel| panel.series.len()).max().unwrap_or(0);
    let width = panels.len() as f64 * (WIDTH + GAP) + LEFT - 20.0;
    let height = TOP + HEIGHT + 44.0 + 18.0 * n_lines as f64;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" font-family=\"sans-serif\" font-size=\"12\">\n<title>{0}</title>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <text x=\"16\" y=\"22\" font-size=\"15\" font-weight=\"bold\">{0}</text>\n",
        escaped(title)
    );
    for (i, panel) in panels.iter().enumerate() {
        panel.draw(LEFT + i as f64 * (WIDTH + GAP), &mut out);
    }
    out.push_str("</svg>\n");
    out
}

impl Panel {
    fn draw(&self, left: f64, out: &mut String) {
        let (right, bottom) = (left + WIDTH, TOP + HEIGHT);
        let x = |x: f64| left + WIDTH * (x / self.last.max(1e-9)).clamp(0.0, 1.0);
        let y = |part: f64| TOP + HEIGHT * (1.0 - part.clamp(0.0, 1.0));
        // Writing to a string cannot fail.
        let _ = writeln!(
            out,
            "<text x=\"{left}\" y=\"{}\">{}</text>",
            TOP - 12.0,
            escaped(&self.title)
        );
        for percent in (0..=100).step_by(20) {
            let at = y(f64::from(percent) / 100.0);
            let _ = writeln!(
                out,
                "<line x1=\"{left}\" y1=\"{at}\" x2=\"{right}\" y2=\"{at}\" stroke=\"#ddd\"/>\
                 <text x=\"{}\" y=\"{}\" text-anchor=\"end\">{percent} %</text>",
                left - 6.0,
                at + 4.0
            );
        }
        for (tick, name) in &self.ticks {
            let _ = writeln!(
                out,
                "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
                x(*tick),
                bottom + 18.0,
                escaped(name)
            );
        }
        for (i, series) in self.series.iter().enumerate() {
            let color = COLORS[i % COLORS.len()];
            let dash = if series.is_baseline { " stroke-dasharray=\"5 4\"" } else { "" };
            let points: Vec<String> =
                series.points.iter().map(|&(a, b)| format!("{:.1},{:.1}", x(a), y(b))).collect();
            let _ = writeln!(
                out,
                "<polyline points=\"{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\"{dash}/>",
                points.join(" ")
            );
            for &(a, b) in &series.points {
                let _ = writeln!(
                    out,
                    "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"3\" fill=\"{color}\"/>",
                    x(a),
                    y(b)
                );
            }
            let line = bottom + 42.0 + 18.0 * i as f64;
            let _ = writeln!(
                out,
                "<line x1=\"{left}\" y1=\"{0}\" x2=\"{1}\" y2=\"{0}\" stroke=\"{color}\" \
                 stroke-width=\"3\"{dash}/><text x=\"{2}\" y=\"{line}\">{3}</text>",
                line - 4.0,
                left + 24.0,
                left + 32.0,
                escaped(&series.name)
            );
        }
    }
}

/// A Markdown table.
pub fn table(head: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let mut text = format!("| {} |\n|{}\n", head.join(" | "), "---|".repeat(head.len()));
    for row in rows {
        let _ = writeln!(text, "| {} |", row.join(" | "));
    }
    text
}

/// How a figure was made, as the last paragraph of a page.
pub fn made_by(provenance: &Provenance) -> String {
    format!(
        "\n`{}`, commit {}, {}, {}.\n",
        provenance.command, provenance.commit, provenance.machine, provenance.date
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_series_is_drawn_and_named() {
        let series = |name: &str, is_baseline| Series {
            name: name.into(),
            points: vec![(0.0, 0.2), (0.5, 2.0)],
            is_baseline,
        };
        let panel = Panel {
            title: "hits & misses".into(),
            last: 0.5,
            ticks: vec![(0.0, "0 %".into())],
            series: vec![series("boards", false), series("a < b", true)],
        };
        let svg = svg("t", &[panel.clone(), panel]);
        assert_eq!((svg.matches("<polyline").count(), svg.matches("<circle").count()), (4, 8));
        assert!(svg.contains("a &lt; b") && svg.contains("hits &amp; misses"));
        assert!(svg.contains(&format!(",{TOP:.1}\"")), "nothing above 100 %");
    }

    #[test]
    fn a_table_has_a_head_and_its_rows() {
        let text = table(&["a", "b"], [vec!["1".into(), "2".into()]]);
        assert_eq!(text, "| a | b |\n|---|---|\n| 1 | 2 |\n");
    }
}
