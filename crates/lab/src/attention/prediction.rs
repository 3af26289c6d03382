//! Experiment 2: does attention help a move model that knows shapes, distances and tactics?
//!
//! The model stays as it is. What attention says about each candidate is a set of further features, whose strengths are
//! learned beside the model's own score (in narrow bins, so that both are strengths of one kind), and added to the
//! score. Some games are learned from, others measured by.

use super::command::Report as Page;
use super::follow::{Seen, follow};
use super::hit_rate::PriorReader;
use super::tally::{ByGame, Rate};
use super::{AttentionError, complete};
use crate::extraction::{Numbered, Selection, Wanted, in_order};
use crate::page::{self, Panel, Series};
use crate::prediction::Predictor;
use crate::provenance::Provenance;
use aji_attention::move_features::{self, MoveFeatures, N_MOVE_FEATURES, N_PER_MOVE};
use aji_attention::{Attention, Coefficients, Method, MoveStrengths, Settings, View};
use aji_notation::sgf::scan::Record;
use aji_ranking::metrics::Standing;
use aji_ranking::mm::{self, Groups, Interned, State};
use aji_ranking::{Contests, GammaModel, Model};
use serde::Serialize;
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
    /// The move model.
    pub prior: Predictor,
    /// Games with numbers below are learned from.
    pub n_learned: u32,
    /// Threads.
    pub threads: NonZero<usize>,
}

/// What came of one method.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// The method.
    pub method: Method,
    /// Top-1, top-5 and top-10 hits of the model alone.
    pub alone: [Rate; 3],
    /// And with attention.
    pub together: [Rate; 3],
    /// What attention adds, in pairs.
    pub gain: [Rate; 3],
    /// The features that add and take most.
    pub strongest: Vec<(String, f32)>,
    /// All strengths that were learned.
    #[serde(skip)]
    pub strengths: MoveStrengths,
}

/// Only so many candidates, the likeliest, are looked at, and the one that was played.
const N_CANDIDATES: usize = 40;
/// A bin of the model's score: a tenth of the logarithm of a strength.
const BIN: f32 = 0.1;
const N_BINS: u32 = 160;
/// Places that hits are counted within.
pub const PLACES: [usize; 3] = [1, 5, 10];

/// The candidates of a position: the model's score and attention's features of each, and which was played.
struct Choice {
    game: u32,
    number: u32,
    chosen: usize,
    scores: Vec<f32>,
    features: Vec<[u32; N_PER_MOVE]>,
}

/// Measures. `watch` sees how many games are done, and may stop.
pub fn measure(
    plan: &Plan,
    mut watch: impl FnMut(u64) -> ControlFlow<()>,
) -> Result<Vec<Row>, AttentionError> {
    let mut rows = Vec::new();
    for (settings, coefficients) in &plan.methods {
        let mut selection = Selection::open(&plan.games, 0)?;
        let (mut choices, mut n_games) = (Vec::new(), 0);
        let ended = in_order(
            plan.threads,
            || selection.batch(4),
            || PriorReader::new(&plan.prior),
            |prior, batch: Vec<Numbered>| {
                let mut choices = Vec::new();
                for (game, record) in &batch {
                    read_game(plan, (*settings, coefficients), *game, record, prior, &mut choices);
                }
                (batch.len() as u64, choices)
            },
            |(n, found): (u64, Vec<Choice>)| {
                choices.extend(found);
                n_games += n;
                watch(n_games)
            },
        )?;
        complete(ended, choices.is_empty(), &selection, &plan.games)?;
        rows.push(learn_and_measure(plan, settings.method, &choices)?);
    }
    Ok(rows)
}

fn read_game(
    plan: &Plan,
    (settings, coefficients): (Settings, &Coefficients),
    game: u32,
    record: &Record,
    prior: &mut PriorReader<'_>,
    into: &mut Vec<Choice>,
) {
    let scale = plan.prior.weights.provenance.scale;
    follow(settings, plan.every, game, record, |seen: Seen<'_>| {
        let mut ranked = prior.read(seen.position);
        let Some(own) = ranked.iter().find(|(point, _)| *point == seen.play).map(|r| r.1) else {
            return;
        };
        ranked.sort_by(|a, b| b.1.total_cmp(&a.1));
        ranked.truncate(N_CANDIDATES);
        if ranked.iter().all(|(point, _)| *point != seen.play) {
            ranked.push((seen.play, own));
        }
        let view = View {
            segmentation: seen.segmentation,
            situation: seen.situation,
            goals: seen.goals,
            statistics: None,
        };
        let attention = Attention::of(&view, coefficients);
        let reader = MoveFeatures::of(&view, &attention);
        into.push(Choice {
            game,
            number: seen.number,
            chosen: ranked.iter().position(|(point, _)| *point == seen.play).unwrap_or(0),
            scores: ranked.iter().map(|(_, score)| scale * score).collect(),
            features: ranked.iter().map(|(point, _)| reader.features(*point)).collect(),
        });
    });
}

/// The bin of a score, counted down from the best candidate's.
fn bin(best: f32, score: f32) -> u32 {
    (((best - score) / BIN) as u32).min(N_BINS - 1)
}

fn learn_and_measure(
    plan: &Plan,
    method: Method,
    choices: &[Choice],
) -> Result<Row, AttentionError> {
    let mut contests = Contests::default();
    for choice in choices.iter().filter(|choice| choice.game < plan.n_learned) {
        let best = choice.scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        for (score, features) in choice.scores.iter().zip(&choice.features) {
            features.iter().for_each(|&id| contests.feature(id));
            contests.feature(N_MOVE_FEATURES + bin(best, *score));
            contests.end_team();
        }
        contests.close(choice.chosen, choice.game, choice.number)?;
    }
    let bins = N_MOVE_FEATURES..N_MOVE_FEATURES + N_BINS;
    let groups = Groups::new(move_features::ranges().chain([bins]))
        .unwrap_or_else(|_| Groups::singletons(N_MOVE_FEATURES + N_BINS));
    let mut state = State::new(groups.n_features());
    let mut evidence = Interned::default();
    contests.iter().for_each(|contest| evidence.push(contest));
    let settings =
        mm::Settings { max_iterations: 40, threads: plan.threads, ..mm::Settings::default() };
    mm::run(&evidence, &groups, &settings, &mut state, |_| ControlFlow::Continue(()))?;
    let model = GammaModel::from(&state);
    let mut sums: [[ByGame; 3]; 3] = Default::default();
    for choice in choices.iter().filter(|choice| choice.game >= plan.n_learned) {
        let added = choice.scores.iter().zip(&choice.features);
        let together: Vec<f32> =
            added.map(|(score, features)| score + model.score(features)).collect();
        let alone = Standing::of(&choice.scores, choice.chosen);
        let together = Standing::of(&together, choice.chosen);
        for (i, places) in PLACES.into_iter().enumerate() {
            let hits = [alone.chance_within(places), together.chance_within(places)];
            sums[0][i].add(choice.game, hits[0]);
            sums[1][i].add(choice.game, hits[1]);
            sums[2][i].add(choice.game, hits[1] - hits[0]);
        }
    }
    let mut strongest: Vec<(String, f32)> = (0..N_MOVE_FEATURES)
        .filter_map(|id| Some((move_features::name(id)?, model.log_gammas()[id as usize])))
        .collect();
    strongest.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
    strongest.truncate(12);
    let [alone, together, gain] = sums.map(|sums| sums.map(|by_game| by_game.rate()));
    let strengths = MoveStrengths::from_model(&model);
    Ok(Row { method, alone, together, gain, strongest, strengths })
}

/// The report.
pub fn page(model: &str, rows: &[Row], made: &Provenance) -> Page {
    let mut text = format!(
        "# The move model with and without attention\n\nThe model is {model}. Attention's features of each candidate \
         get strengths of their own, learned on other games than those measured, and are added to the model's score. \
         Hits in percent with 95 % intervals over games; the gains are paired.\n\n"
    );
    let head = [
        "method",
        "top-1 alone",
        "with attention",
        "gain",
        "gain top-5",
        "gain top-10",
        "positions",
    ];
    let lines = rows.iter().map(|row| {
        vec![
            row.method.to_string(),
            row.alone[0].percent(),
            row.together[0].percent(),
            row.gain[0].percent(),
            row.gain[1].percent(),
            row.gain[2].percent(),
            row.alone[0].n.to_string(),
        ]
    });
    text += &page::table(&head, lines);
    text += "\nThe features that count most, as logarithms of strengths:\n\n";
    let lines = rows.iter().map(|row| {
        let words: Vec<String> =
            row.strongest.iter().map(|(name, log)| format!("{name} {log:+.2}")).collect();
        vec![row.method.to_string(), words.join(", ")]
    });
    text += &page::table(&["method", "features"], lines);
    text += "\n![top-1 by method](attention-prediction.svg)\n";
    text += &page::made_by(made);
    let line = |name: &str, rates: fn(&Row) -> &[Rate; 3], is_baseline| Series {
        name: name.to_owned(),
        points: rows
            .iter()
            .enumerate()
            .map(|(i, row)| (i as f64 + 0.5, rates(row)[0].mean))
            .collect(),
        is_baseline,
    };
    let panel = Panel {
        title: "played move is the first candidate".to_owned(),
        last: rows.len() as f64,
        ticks: rows
            .iter()
            .enumerate()
            .map(|(i, r)| (i as f64 + 0.5, r.method.to_string()))
            .collect(),
        series: vec![
            line("model and attention", |row| &row.together, false),
            line("model alone", |row| &row.alone, true),
        ],
    };
    Page { markdown: text, svg: page::svg("The move model with and without attention", &[panel]) }
}
