//! The attention experiments on one small game: they run, count what they say, and do not depend on threads.

use aji_attention::{Coefficients, Method, Settings};
use aji_goban::Size;
use aji_lab::attention::hit_rate::{self, Extent, Way};
use aji_lab::attention::{learn, sequences};
use aji_lab::extraction::{Part, Wanted};
use std::num::NonZero;
use std::ops::ControlFlow;
use std::path::Path;

fn games() -> Wanted {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/sgf/attention.sgf");
    Wanted { files: vec![file], size: Size::MAX, limit: None, part: Part::All }
}

fn methods() -> Vec<(Settings, Coefficients)> {
    let with = |method| {
        (
            Settings { method, ..Settings::default() },
            Coefficients::shipped(method, Size::MAX).unwrap(),
        )
    };
    Method::EVERY.map(with).to_vec()
}

fn threads(n: usize) -> NonZero<usize> {
    NonZero::new(n).unwrap()
}

fn hit_rates(n_threads: usize) -> Vec<hit_rate::Row> {
    let plan = hit_rate::Plan {
        games: games(),
        every: 2,
        methods: methods(),
        playouts: 5,
        with_statistics: false,
        prior: None,
        threads: threads(n_threads),
    };
    hit_rate::measure(&plan, |_| ControlFlow::Continue(())).unwrap()
}

#[test]
fn hit_rates_are_counted_at_equal_area_for_every_method() {
    let rows = hit_rates(1);
    assert_eq!(rows.len(), 5 * 2 * 3);
    for row in &rows {
        assert_eq!(row.area.n, 24, "every second of 48 moves");
        assert!(row.hits.values().all(|rate| (0.0..=1.0).contains(&rate.mean) && rate.n == 24));
        let gain = row.hits[Way::Boards.name()].mean - row.hits[Way::Window.name()].mean;
        assert!((row.gain.mean - gain).abs() < 1e-9);
        assert!(!row.hits.contains_key(Way::Prior.name()), "no weights were given");
    }
    let area = |extent| rows.iter().find(|row| row.extent == extent).map(|row| row.area.mean);
    assert!(area(Extent::Focus) < area(Extent::Whole));
    let twice = hit_rates(2);
    assert!(rows.iter().zip(&twice).all(|(a, b)| a.hits == b.hits && a.area == b.area));
}

#[test]
fn coefficients_are_learned_for_each_stage() {
    let plan = learn::Plan {
        games: games(),
        every: 1,
        playouts: 5,
        with_playouts: 4,
        threads: threads(1),
    };
    let learned = learn::learn(Settings::default(), &plan, |_| ControlFlow::Continue(())).unwrap();
    assert_eq!(learned.n_contests.iter().sum::<usize>() + learned.n_outside, 48);
    assert!(
        learned
            .coefficients
            .tables()
            .values()
            .flatten()
            .all(|(_, bins)| { bins.iter().all(|&bin| bin >= 0.0) && bins.contains(&0.0) })
    );
}

#[test]
fn every_graded_board_has_one_grade() {
    let plan =
        sequences::Plan { games: games(), every: 1, methods: methods(), threads: threads(1) };
    let rows = sequences::measure(&plan, |_| ControlFlow::Continue(())).unwrap();
    assert_eq!(rows.len(), 5);
    for row in rows {
        let whole: f64 = row.grades.iter().map(|grade| grade.mean).sum();
        assert!((whole - 1.0).abs() < 1e-9 && row.grades[0].n > 0);
    }
}
