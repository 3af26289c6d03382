//! A plot of win rates with their intervals, as SVG written by hand.

use std::fmt::Write;

/// One row of the plot.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// What stands at its left.
    pub label: String,
    /// The published rate with its interval.
    pub published: Option<Mark>,
    /// The measured rate with its interval.
    pub measured: Option<Mark>,
}

/// A rate and its interval, all between 0 and 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mark {
    /// The rate.
    pub rate: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

const LEFT: f64 = 250.0;
const WIDTH: f64 = 440.0;
const TOP: f64 = 58.0;
const ROW: f64 = 44.0;
const PUBLISHED: &str = "#777777";
const MEASURED: &str = "#0b62a4";

fn x(rate: f64) -> f64 {
    LEFT + WIDTH * rate.clamp(0.0, 1.0)
}

/// Draws all rows from 0 to 100 %, published above measured.
pub fn svg(title: &str, rows: &[Row]) -> String {
    let (width, bottom) = (LEFT + WIDTH + 30.0, TOP + ROW * rows.len() as f64);
    let height = bottom + 46.0;
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" font-family=\"sans-serif\" font-size=\"13\">\n\
         <title>{0}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <text x=\"16\" y=\"24\" font-size=\"15\" font-weight=\"bold\">{0}</text>",
        escaped(title)
    );
    legend(&mut out);
    for percent in (0..=100).step_by(25) {
        let (x, color) =
            (x(f64::from(percent) / 100.0), if percent == 50 { "#999" } else { "#ddd" });
        let _ = writeln!(
            out,
            "<line x1=\"{x}\" y1=\"{TOP}\" x2=\"{x}\" y2=\"{bottom}\" stroke=\"{color}\"/>\n\
             <text x=\"{x}\" y=\"{}\" text-anchor=\"middle\">{percent} %</text>",
            bottom + 20.0
        );
    }
    for (i, row) in rows.iter().enumerate() {
        let y = TOP + ROW * (i as f64 + 0.5);
        let _ = writeln!(
            out,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>",
            LEFT - 10.0,
            y + 4.0,
            escaped(&row.label)
        );
        mark(&mut out, row.published, y - 7.0, PUBLISHED);
        mark(&mut out, row.measured, y + 7.0, MEASURED);
    }
    out.push_str("</svg>\n");
    out
}

fn legend(out: &mut String) {
    for (x, color, text) in [(LEFT, PUBLISHED, "published"), (LEFT + 150.0, MEASURED, "measured")] {
        let _ = writeln!(
            out,
            "<circle cx=\"{x}\" cy=\"42\" r=\"4\" fill=\"{color}\"/>\
             <text x=\"{}\" y=\"46\">{text} (95 %)</text>",
            x + 9.0
        );
    }
}

fn mark(out: &mut String, mark: Option<Mark>, y: f64, color: &str) {
    let Some(Mark { rate, low, high }) = mark else { return };
    let (low, rate, high) = (x(low), x(rate), x(high));
    let _ = writeln!(
        out,
        "<line x1=\"{low:.1}\" y1=\"{y}\" x2=\"{high:.1}\" y2=\"{y}\" stroke=\"{color}\" \
         stroke-width=\"2\"/><circle cx=\"{rate:.1}\" cy=\"{y}\" r=\"4\" fill=\"{color}\"/>"
    );
}

/// Text as it may stand in SVG and HTML.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plot_shows_every_row_and_escapes_its_labels() {
        let mark = Mark { rate: 0.76, low: 0.7, high: 1.2 };
        let rows = [
            Row { label: "a < b".into(), published: Some(mark), measured: Some(mark) },
            Row { label: "c".into(), published: None, measured: None },
        ];
        let svg = svg("UCT & co", &rows);
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
        assert!(svg.contains("a &lt; b") && svg.contains("UCT &amp; co"));
        assert_eq!(svg.matches("<circle").count(), 2 + 2, "the legend and two marks");
        assert!(svg.contains(&format!("x2=\"{:.1}\"", LEFT + WIDTH)), "nothing beyond 100 %");
    }
}
