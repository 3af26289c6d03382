//! What segmentation and attention cost on the positions of games, and what keeping partial boards saves.

use super::AttentionError;
use crate::corpus::replay;
use crate::extraction::{Selection, Wanted};
use aji_attention::{
    Attention, Coefficients, Goals, Method, Segmentation, Settings, Situation, View,
};
use aji_goban::{Komi, Position};
use serde::Serialize;
use std::time::{Duration, Instant};

/// Times of one method, in microseconds a position, one thread.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// The method.
    pub method: Method,
    /// Segmentation from scratch.
    pub whole: f64,
    /// Segmentation after a move, with what can be kept kept.
    pub update: f64,
    /// The slowest update of one in a hundred.
    pub update_99: f64,
    /// The share of partial boards that were counted again.
    pub recounted: f64,
    /// State, goals, elements and attention, after the segmentation.
    pub attention: f64,
    /// How many positions.
    pub n: usize,
}

fn micros(time: Duration, n: usize) -> f64 {
    time.as_secs_f64() * 1e6 / n.max(1) as f64
}

/// Measures on all positions of the games.
pub fn measure(
    games: &Wanted,
    methods: &[(Settings, Coefficients)],
) -> Result<Vec<Row>, AttentionError> {
    let mut selection = Selection::open(games, 0)?;
    let mut positions: Vec<Vec<Position>> = Vec::new();
    while let Some(batch) = selection.batch(8)? {
        for (_, record) in &batch {
            let Ok(mut position) = replay::first_position(record) else { continue };
            let mut game = Vec::new();
            let _ = replay::walk(record, &mut position, &mut (), |position, (), _| {
                game.push(position.clone());
            });
            positions.push(game);
        }
    }
    if positions.is_empty() {
        return Err(selection.census().no_games(games.size).into());
    }
    Ok(methods.iter().map(|(settings, own)| of_method(*settings, own, &mut positions)).collect())
}

fn of_method(settings: Settings, coefficients: &Coefficients, games: &mut [Vec<Position>]) -> Row {
    let n: usize = games.iter().map(Vec::len).sum();
    let start = Instant::now();
    let mut n_whole = 0;
    for position in games.iter_mut().flatten().step_by(4) {
        n_whole += 1;
        std::hint::black_box(Segmentation::of(settings, position).boards().len());
    }
    let whole = micros(start.elapsed(), n_whole);
    let (mut updates, mut attending) = (Vec::with_capacity(n), Duration::ZERO);
    let (mut n_boards, mut n_recounted) = (0, 0);
    for game in games.iter_mut() {
        let Some(first) = game.first() else { continue };
        let mut kept = Segmentation::new(settings, first.size());
        let mut goals = [Goals::default(), Goals::default()];
        for position in game {
            let start = Instant::now();
            kept.follow(position);
            updates.push(start.elapsed());
            n_boards += kept.boards().len();
            n_recounted += kept.n_recounted();
            let start = Instant::now();
            let situation = Situation::of(&kept, position, Komi::from_half_points(13), None);
            let own = &mut goals[situation.to_move.index()];
            *own = own.next(&kept, &situation);
            let view =
                View { segmentation: &kept, situation: &situation, goals: own, statistics: None };
            std::hint::black_box(Attention::of(&view, coefficients).ranked().len());
            attending += start.elapsed();
        }
    }
    let update = micros(updates.iter().sum(), n);
    updates.sort_unstable();
    let update_99 = updates.get(n * 99 / 100).map_or(0.0, |&time| micros(time, 1));
    Row {
        method: settings.method,
        whole,
        update,
        update_99,
        recounted: n_recounted as f64 / n_boards.max(1) as f64,
        attention: micros(attending, n),
        n,
    }
}

/// The figures as a table.
pub fn table(rows: &[Row]) -> String {
    let head = [
        "method",
        "from scratch, µs",
        "update, µs",
        "99 % below, µs",
        "boards counted again",
        "attention, µs",
        "positions",
    ];
    let lines = rows.iter().map(|row| {
        vec![
            row.method.to_string(),
            format!("{:.0}", row.whole),
            format!("{:.0}", row.update),
            format!("{:.0}", row.update_99),
            format!("{:.0} %", 100.0 * row.recounted),
            format!("{:.0}", row.attention),
            row.n.to_string(),
        ]
    });
    super::page::table(&head, lines)
}
