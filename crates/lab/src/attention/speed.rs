//! What segmentation and attention cost on the positions of games, and what keeping partial boards saves.

use super::AttentionError;
use crate::corpus::replay;
use crate::extraction::{Selection, Wanted};
use aji_attention::{
    Attention, Coefficients, Goals, Method, Segmentation, Settings, Situation, View,
};
use aji_goban::{Komi, Position};
use serde::Serialize;
use std::hint::black_box;
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

/// Every position is measured so often, and its quickest time taken: other work on the machine is no part of it.
const ROUNDS: usize = 5;

/// The quickest time of each position.
struct Quickest(Vec<Duration>);

impl Quickest {
    fn new(n: usize) -> Quickest {
        Quickest(vec![Duration::MAX; n])
    }

    fn time<T>(&mut self, at: usize, work: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let answer = work();
        self.0[at] = self.0[at].min(start.elapsed());
        answer
    }

    /// The mean in microseconds.
    fn mean(&self) -> f64 {
        self.0.iter().sum::<Duration>().as_secs_f64() * 1e6 / self.0.len().max(1) as f64
    }

    /// What 99 % are below, in microseconds.
    fn most(&self) -> f64 {
        let mut sorted = self.0.clone();
        sorted.sort_unstable();
        sorted.get(sorted.len() * 99 / 100).map_or(0.0, |time| time.as_secs_f64() * 1e6)
    }
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
    let (mut whole, mut update) = (Quickest::new(n), Quickest::new(n));
    let mut attending = Quickest::new(n);
    let (mut n_boards, mut n_recounted) = (0, 0);
    for _ in 0..ROUNDS {
        for (at, position) in games.iter_mut().flatten().enumerate() {
            whole.time(at, || black_box(Segmentation::of(settings, position).boards().len()));
        }
        let mut at = 0;
        for game in games.iter_mut() {
            let Some(first) = game.first() else { continue };
            let mut kept = Segmentation::new(settings, first.size());
            let mut goals = [Goals::default(), Goals::default()];
            for position in game {
                update.time(at, || kept.follow(position));
                n_boards += kept.boards().len();
                n_recounted += kept.n_recounted();
                attending.time(at, || attend(&kept, position, &mut goals, coefficients));
                at += 1;
            }
        }
    }
    Row {
        method: settings.method,
        whole: whole.mean(),
        update: update.mean(),
        update_99: update.most(),
        recounted: n_recounted as f64 / n_boards.max(1) as f64,
        attention: attending.mean(),
        n,
    }
}

/// State, goals, elements and attention.
fn attend(
    segmentation: &Segmentation,
    position: &Position,
    goals: &mut [Goals; 2],
    coefficients: &Coefficients,
) {
    let situation = Situation::of(segmentation, position, Komi::from_half_points(13), None);
    let own = &mut goals[situation.to_move.index()];
    *own = own.next(segmentation, &situation);
    let view = View { segmentation, situation: &situation, goals: own, statistics: None };
    black_box(Attention::of(&view, coefficients).ranked().len());
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
    crate::page::table(&head, lines)
}
