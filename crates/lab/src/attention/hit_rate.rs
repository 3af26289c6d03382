//! Experiment 1: how often the next strong move lies in the most attended partial boards, beside the share of empty
//! points they cover, against other ways to choose as many points.

mod report;

pub use report::page;

use super::follow::{Seen, follow};
use super::playouts::PlayedOut;
use super::tally::{ByGame, Rate};
use super::{AttentionError, complete};
use crate::extraction::{Numbered, Selection, Wanted, in_order};
use crate::prediction::Predictor;
use aji_attention::attention::{FOCUS, row_major};
use aji_attention::{Attention, Coefficients, Method, Settings, View};
use aji_goban::{Komi, Move, Point, Position, Size};
use aji_notation::sgf::scan::Record;
use aji_patterns::{Candidates, Shapes, TreeExtractor, distance};
use aji_ranking::Model;
use serde::Serialize;
use std::collections::BTreeMap;
use std::num::NonZero;
use std::ops::ControlFlow;

/// What to measure.
pub struct Plan {
    /// The games.
    pub games: Wanted,
    /// Only every so many moves.
    pub every: u32,
    /// The methods, each with its settings and coefficients.
    pub methods: Vec<(Settings, Coefficients)>,
    /// Playouts for criticality; no such baseline if 0.
    pub playouts: u32,
    /// Are the playouts' ownership and criticality elements of attention too?
    pub with_statistics: bool,
    /// The prior, if there is one.
    pub prior: Option<Predictor>,
    /// Threads.
    pub threads: NonZero<usize>,
}

/// How points are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Way {
    /// The open points of the most attended partial boards.
    Boards,
    /// As many points, those of largest attention weight.
    Weights,
    /// As many points, those of the strongest roles, whatever partial board they belong to.
    Roles,
    /// As many points, those nearest to the last move.
    Window,
    /// The same among open points only.
    OpenWindow,
    /// As many points, those of highest criticality.
    Criticality,
    /// As many points, those of highest prior.
    Prior,
}

impl Way {
    /// All ways.
    pub const ALL: [Way; 7] = [
        Way::Boards,
        Way::Weights,
        Way::Roles,
        Way::Window,
        Way::OpenWindow,
        Way::Criticality,
        Way::Prior,
    ];

    /// Its name in tables.
    pub const fn name(self) -> &'static str {
        match self {
            Way::Boards => "partial boards",
            Way::Weights => "point weights",
            Way::Roles => "roles alone",
            Way::Window => "window",
            Way::OpenWindow => "window, open points",
            Way::Criticality => "criticality",
            Way::Prior => "prior",
        }
    }
}

/// How much of a partial board is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Extent {
    /// All its open points.
    Whole,
    /// Its focus.
    Focus,
}

impl Extent {
    /// Both.
    pub const BOTH: [Extent; 2] = [Extent::Whole, Extent::Focus];

    /// Its name in tables.
    pub const fn name(self) -> &'static str {
        match self {
            Extent::Whole => "whole",
            Extent::Focus => "focus",
        }
    }
}

/// So many of the most attended partial boards are taken together.
pub const FIRST: [usize; 3] = [1, 2, 3];
/// Moves by number are gathered so many at a time.
pub const BUCKET: u32 = 30;

/// What is summed for one method and number of boards.
#[derive(Clone, Debug, Default, PartialEq)]
struct Sums {
    area: ByGame,
    hits: BTreeMap<Way, ByGame>,
    /// Hits of the boards less those of the window, position by position.
    gain: ByGame,
    by_move: BTreeMap<u32, (ByGame, ByGame, ByGame)>,
}

/// The results of one method and number of boards.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// The method.
    pub method: Method,
    /// How much of the partial boards.
    pub extent: Extent,
    /// How many partial boards.
    pub first: usize,
    /// The share of empty points they cover.
    pub area: Rate,
    /// The hit rate of each way.
    pub hits: BTreeMap<&'static str, Rate>,
    /// By how much the boards' hit rate is above the window's, in pairs.
    pub gain: Rate,
    /// For moves from this number on: area, hit rate of the boards, of the window.
    pub by_move: Vec<(u32, f64, f64, f64, u64)>,
}

/// By method, by extent, by number of partial boards.
type All = Vec<[[Sums; 3]; 2]>;

/// Measures. `watch` sees how many games are done, and may stop.
pub fn measure(
    plan: &Plan,
    mut watch: impl FnMut(u64) -> ControlFlow<()>,
) -> Result<Vec<Row>, AttentionError> {
    let mut selection = Selection::open(&plan.games, 0)?;
    let mut whole: All = vec![Default::default(); plan.methods.len()];
    let mut n_games = 0;
    let ended = in_order(
        plan.threads,
        || selection.batch(4),
        || (),
        |(), batch: Vec<Numbered>| {
            let mut sums: All = vec![Default::default(); plan.methods.len()];
            batch.iter().for_each(|(game, record)| see_game(plan, *game, record, &mut sums));
            (batch.len() as u64, sums)
        },
        |(n, sums): (u64, All)| {
            for (whole, part) in
                whole.iter_mut().flatten().flatten().zip(sums.iter().flatten().flatten())
            {
                whole.merge(part);
            }
            n_games += n;
            watch(n_games)
        },
    )?;
    complete(ended, n_games == 0, &selection, &plan.games)?;
    let mut rows = Vec::new();
    for ((settings, _), sums) in plan.methods.iter().zip(&whole) {
        for (extent, sums) in Extent::BOTH.into_iter().zip(sums) {
            for (first, sums) in FIRST.into_iter().zip(sums) {
                rows.push(sums.row(settings.method, extent, first));
            }
        }
    }
    Ok(rows)
}

/// The orders of points that do not depend on the method, kept for each position of a game.
#[derive(Default)]
struct Orders {
    by_number: BTreeMap<u32, (Option<PlayedOut>, Option<Ranked>)>,
}

/// Points with a number each, more being better.
type Ranked = Vec<(Point, f32)>;

fn see_game(plan: &Plan, game: u32, record: &Record, sums: &mut All) {
    let mut orders = Orders::default();
    let mut prior = plan.prior.as_ref().map(PriorReader::new);
    for (i, (settings, coefficients)) in plan.methods.iter().enumerate() {
        follow(*settings, plan.every, game, record, |seen: Seen<'_>| {
            let (played, ranked) = orders.by_number.entry(seen.number).or_insert_with(|| {
                let seed = u64::from(game) << 16 | u64::from(seen.number);
                let played = (plan.playouts > 0)
                    .then(|| PlayedOut::of(seen.position, KOMI, plan.playouts, seed));
                (played, prior.as_mut().map(|prior| prior.read(seen.position)))
            });
            see_position(plan, game, &seen, coefficients, played, ranked, &mut sums[i]);
        });
    }
}

const KOMI: Komi = Komi::from_half_points(13);

fn see_position(
    plan: &Plan,
    game: u32,
    seen: &Seen<'_>,
    coefficients: &Coefficients,
    played: &Option<PlayedOut>,
    ranked: &Option<Ranked>,
    sums: &mut [[Sums; 3]; 2],
) {
    let view = View {
        segmentation: seen.segmentation,
        situation: seen.situation,
        goals: seen.goals,
        statistics: played.as_ref().filter(|_| plan.with_statistics).map(PlayedOut::statistics),
    };
    let attention = Attention::of(&view, coefficients);
    let (size, empties) = (seen.position.size(), seen.position.board().empties());
    let n_empty = empties.len().max(1);
    let last = seen.position.last_move().and_then(Move::point);
    let near = |point: Point| match last {
        Some(last) => -(distance::distance(point, last, size) as f32),
        None => 0.0,
    };
    let order = |way: Way| -> Option<Ranked> {
        let all = |value: &dyn Fn(Point) -> f32| empties.iter().map(|p| (p, value(p))).collect();
        match way {
            Way::Boards => None,
            Way::Weights => Some(all(&|point| attention.weight(point))),
            Way::Roles => Some(all(&|point| attention.strength(point))),
            Way::Window => Some(all(&near)),
            Way::OpenWindow => {
                let open = seen.segmentation.open();
                Some(all(&|point| near(point) - if open.contains(point) { 0.0 } else { 1e3 }))
            }
            Way::Criticality => {
                let played = played.as_ref()?;
                Some(all(&|point| played.criticality[row_major(point, size)]))
            }
            Way::Prior => ranked.clone(),
        }
    };
    let orders: Vec<(Way, Ranked)> =
        Way::ALL.into_iter().filter_map(|way| Some((way, order(way)?))).collect();
    for (extent, sums) in Extent::BOTH.into_iter().zip(sums) {
        for (first, sums) in FIRST.into_iter().zip(sums) {
            let points = match extent {
                Extent::Whole => attention.points_of_first(first, &view),
                Extent::Focus => attention.focus_of_first(first, FOCUS, &view),
            };
            let hit = f64::from(u8::from(points.contains(seen.play)));
            let chance = |ranked: &Ranked| chance_within(ranked, seen.play, points.len());
            let chances = orders.iter().map(|(way, ranked)| (*way, chance(ranked)));
            let share = points.len() as f64 / n_empty as f64;
            sums.add((game, seen.number), share, hit, chances);
        }
    }
}

/// The chance that the move is among the first `n` points of an order, ties drawn by lot.
fn chance_within(ranked: &Ranked, play: Point, n: usize) -> f64 {
    let Some(&(_, own)) = ranked.iter().find(|(point, _)| *point == play) else { return 0.0 };
    let above = ranked.iter().filter(|(_, value)| *value > own).count();
    let ties = ranked.iter().filter(|(_, value)| *value == own).count();
    (n.saturating_sub(above) as f64 / ties as f64).min(1.0)
}

impl Sums {
    fn add(
        &mut self,
        (game, number): (u32, u32),
        share: f64,
        hit: f64,
        chances: impl Iterator<Item = (Way, f64)>,
    ) {
        self.area.add(game, share);
        self.hits.entry(Way::Boards).or_default().add(game, hit);
        let mut window = 0.0;
        for (way, chance) in chances {
            if way == Way::Window {
                window = chance;
            }
            self.hits.entry(way).or_default().add(game, chance);
        }
        self.gain.add(game, hit - window);
        let bucket = self.by_move.entry(number / BUCKET * BUCKET).or_default();
        bucket.0.add(game, share);
        bucket.1.add(game, hit);
        bucket.2.add(game, window);
    }

    fn merge(&mut self, other: &Sums) {
        self.area.merge(&other.area);
        self.gain.merge(&other.gain);
        for (way, hits) in &other.hits {
            self.hits.entry(*way).or_default().merge(hits);
        }
        for (from, (area, hits, window)) in &other.by_move {
            let own = self.by_move.entry(*from).or_default();
            own.0.merge(area);
            own.1.merge(hits);
            own.2.merge(window);
        }
    }

    fn row(&self, method: Method, extent: Extent, first: usize) -> Row {
        let by_move = self.by_move.iter().map(|(&from, (area, hits, window))| {
            let (hits, window) = (hits.rate(), window.rate());
            (from, area.rate().mean, hits.mean, window.mean, hits.n)
        });
        Row {
            method,
            extent,
            first,
            area: self.area.rate(),
            hits: self.hits.iter().map(|(way, hits)| (way.name(), hits.rate())).collect(),
            gain: self.gain.rate(),
            by_move: by_move.collect(),
        }
    }
}

/// Reads the prior of every candidate of a position.
pub(super) struct PriorReader<'a> {
    predictor: &'a Predictor,
    extractor: TreeExtractor,
    candidates: Candidates,
    shapes: Option<(Size, Box<Shapes>)>,
}

impl<'a> PriorReader<'a> {
    pub(super) fn new(predictor: &'a Predictor) -> PriorReader<'a> {
        let (extractor, candidates) = (TreeExtractor::new(), Candidates::new());
        PriorReader { predictor, extractor, candidates, shapes: None }
    }

    /// Each candidate's score.
    pub(super) fn read(&mut self, position: &mut Position) -> Ranked {
        let size = position.size();
        match &mut self.shapes {
            Some((same, shapes)) if *same == size => shapes.set_to(position.board()),
            other => *other = Some((size, Box::new(Shapes::of(position.board())))),
        }
        let Some((_, shapes)) = &self.shapes else { return Ranked::new() };
        let Predictor { features, catalog, weights, .. } = self.predictor;
        self.extractor.extract_set(*features, position, shapes, catalog, &mut self.candidates);
        let model = &weights.model;
        self.candidates.iter().map(|(point, team)| (point, model.score(team))).collect()
    }
}
