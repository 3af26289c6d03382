//! The report of experiment 1.

use super::{BUCKET, Extent, Row, Way};
use crate::attention::command::Report;
use crate::page::{self, Panel, Series};
use crate::provenance::Provenance;

/// The report.
pub fn page(rows: &[Row], made: &Provenance) -> Report {
    let mut text = String::from(
        "# Where the next move is: attention against baselines of equal area\n\n\
         For each method, the 1, 2 and 3 most attended partial boards, whole (their open points) or their focus (the \
         fewest of these that hold 80 % of the strength of their roles), the share of the empty points they are, and how \
         often the next move is among them. The other columns choose as many points, position by position: those of \
         largest attention weight, of the strongest roles whatever board they belong to, nearest to the last move (all \
         empty points, or open ones only), of highest criticality in plain playouts, of highest prior. Rates in percent \
         with 95 % intervals over games; \"gain\" is partial boards less window, in pairs.\n\n",
    );
    let percent = |row: &Row, way: Way| {
        row.hits.get(way.name()).map_or("–".to_owned(), |rate| rate.percent())
    };
    let mut head = vec!["method", "of each", "boards", "area"];
    head.extend(Way::ALL.iter().map(|way| way.name()));
    head.extend(["gain", "positions"]);
    let lines = rows.iter().map(|row| {
        let mut line = vec![
            row.method.to_string(),
            row.extent.name().to_owned(),
            row.first.to_string(),
            row.area.percent(),
        ];
        line.extend(Way::ALL.iter().map(|&way| percent(row, way)));
        line.extend([row.gain.percent(), row.area.n.to_string()]);
        line
    });
    text += &page::table(&head, lines);
    text += "\n## By move number, the focus of one partial board\n\n";
    let buckets: Vec<u32> = rows
        .first()
        .map(|row| row.by_move.iter().filter(|b| b.4 >= 100).map(|b| b.0).collect())
        .unwrap_or_default();
    let names: Vec<String> =
        buckets.iter().map(|from| format!("{from}–{}", from + BUCKET - 1)).collect();
    let mut head = vec!["method", ""];
    head.extend(names.iter().map(String::as_str));
    let ones: Vec<&Row> =
        rows.iter().filter(|row| row.first == 1 && row.extent == Extent::Focus).collect();
    let lines = ones.iter().flat_map(|row| {
        ["area", "partial board", "window"].into_iter().enumerate().map(|(i, name)| {
            let value = |from: &u32| {
                let found = row.by_move.iter().find(|bucket| bucket.0 == *from);
                let found = found.map(|bucket| [bucket.1, bucket.2, bucket.3][i]);
                found.map_or("–".to_owned(), |value| format!("{:.1}", 100.0 * value))
            };
            let first = if i == 0 { row.method.to_string() } else { String::new() };
            let mut line = vec![first, name.to_owned()];
            line.extend(buckets.iter().map(value));
            line
        })
    });
    text += &page::table(&head, lines);
    text += "\n![hit rate over area, and by move number](attention-hit-rate.svg)\n";
    text += &page::made_by(made);
    Report { markdown: text, svg: plot(rows) }
}

/// Hit rates over area of one extent, each method's 1, 2 and 3 boards a line.
fn over_area(rows: &[Row], extent: Extent) -> Panel {
    let rows: Vec<&Row> = rows.iter().filter(|row| row.extent == extent).collect();
    let point = |row: &&Row, way: Way| Some((row.area.mean, row.hits.get(way.name())?.mean));
    let mut series = Vec::new();
    for own in rows.chunk_by(|a, b| a.method == b.method) {
        let points = own.iter().filter_map(|row| point(row, Way::Boards)).collect();
        series.push(Series { name: own[0].method.to_string(), points, is_baseline: false });
    }
    for way in [Way::Window, Way::Roles, Way::Prior] {
        let mut points: Vec<(f64, f64)> = rows.iter().filter_map(|row| point(row, way)).collect();
        points.sort_by(|a, b| a.0.total_cmp(&b.0));
        if !points.is_empty() {
            series.push(Series { name: way.name().to_owned(), points, is_baseline: true });
        }
    }
    let last = rows.iter().map(|row| row.area.mean).fold(0.0, f64::max) * 1.05;
    let step = if last > 0.2 { 0.1 } else { 0.02 };
    let tick = |i: u32| (f64::from(i) * step, format!("{:.0} %", 100.0 * step * f64::from(i)));
    let of = match extent {
        Extent::Whole => "1, 2, 3 whole partial boards",
        Extent::Focus => "focus of 1, 2, 3 partial boards",
    };
    Panel {
        title: format!("hit rate over share of empty points: {of}"),
        last,
        ticks: (0..=(last / step) as u32).map(tick).collect(),
        series,
    }
}

fn plot(rows: &[Row]) -> String {
    let mut panels: Vec<Panel> =
        Extent::BOTH.into_iter().map(|extent| over_area(rows, extent)).collect();
    let best = rows
        .iter()
        .filter(|row| row.first == 1 && row.extent == Extent::Focus)
        .max_by(|a, b| a.gain.mean.total_cmp(&b.gain.mean));
    if let Some(best) = best {
        let buckets: Vec<_> = best.by_move.iter().filter(|bucket| bucket.4 >= 100).collect();
        let line = |name: &str, i: usize, is_baseline| Series {
            name: name.to_owned(),
            points: buckets
                .iter()
                .map(|b| (f64::from(b.0 + BUCKET / 2), [b.1, b.2, b.3][i]))
                .collect(),
            is_baseline,
        };
        let last = f64::from(buckets.last().map_or(1, |bucket| bucket.0) + BUCKET);
        let n_ticks = (last / 60.0) as u32;
        panels.push(Panel {
            title: format!("{}, focus of one partial board, by move number", best.method),
            last,
            ticks: (0..=n_ticks).map(|i| (f64::from(60 * i), (60 * i).to_string())).collect(),
            series: vec![
                line("partial board", 1, false),
                line("window of equal area", 2, true),
                line("share of empty points", 0, true),
            ],
        });
    }
    page::svg("Where the next move is", &panels)
}
