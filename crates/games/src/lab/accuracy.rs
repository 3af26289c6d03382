//! Tables 2 and 3 and figure 8: how well evaluation functions predict exact results in Othello.

use super::LabError;
use super::data::{Labeled, Record, Squares, labeled};
use crate::eval::Weighted;
use crate::feature::{Generated, Limits, Sample, generate};
use crate::game::Game;
use crate::learn::{
    Accuracy, Choice, Conjunction, Fitted, Link, Rows, Shape, Space, accuracy, choose, dense_ridge,
    fit, grow, lines,
};
use crate::rules::{Fact, open};
use crate::symmetry::Symmetries;
use serde_json::json;
use std::collections::{BTreeMap, HashSet};
use std::io::Write;
use std::time::{Duration, Instant};

/// What to run.
#[derive(Clone, Debug)]
pub struct Options {
    /// Discs on the board.
    pub discs: u32,
    /// Extra training positions per game.
    pub extra: usize,
    /// Most training positions.
    pub most: usize,
    /// Features generated to choose the eighteen from.
    pub features: usize,
    /// Sizes of rule-made pattern sets (classes) to report, the curve of section 7.
    pub curve: Vec<usize>,
    /// Grown shapes.
    pub shapes: usize,
}

/// The eighteen features, as clauses and with their weights (bias last).
#[derive(Clone, Debug)]
pub struct Eighteen {
    /// Features with ground clauses.
    pub features: Vec<Generated>,
    /// Weights.
    pub weights: Vec<f64>,
}

/// What the experiment leaves behind.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// A.
    pub eighteen: Eighteen,
    /// Named models and their accuracy on the test years: (name, classes, ground patterns, …).
    pub models: Vec<(String, usize, usize, Accuracy)>,
    /// Predictions on the first test positions, for figure 8.
    pub scatter: Vec<(String, Vec<(f64, f64)>)>,
    /// B at about five thousand ground patterns, and the large one, ready to evaluate.
    pub weighted: Vec<(String, Weighted)>,
}

struct Bench<'a> {
    game: &'a Game,
    train: &'a Labeled,
    test: &'a Labeled,
    positions: Vec<Vec<u8>>,
    test_positions: Vec<Vec<u8>>,
    symmetries: Symmetries,
    none: Symmetries,
}

/// Runs everything for one disc count; JSON lines go to `out`.
pub fn run(
    records: &[Record],
    options: &Options,
    out: &mut dyn Write,
    progress: &mut dyn FnMut(&str),
) -> Result<Outcome, LabError> {
    let game = Game::new(open("othello", &BTreeMap::new())?)?;
    let squares = Squares::new(&game.program)
        .ok_or_else(|| LabError::Usage("the Othello rules lack a square".into()))?;
    let begun = Instant::now();
    let (train, test) = labeled(records, options.discs, options.extra, options.most, progress);
    progress(&format!("labeled in {:.0} s", begun.elapsed().as_secs_f64()));
    let bench = Bench {
        positions: train.boards.iter().map(|b| squares.position(*b)).collect(),
        test_positions: test.boards.iter().map(|b| squares.position(*b)).collect(),
        symmetries: Symmetries::of(&game.program),
        none: Symmetries::default(),
        game: &game,
        train: &train,
        test: &test,
    };
    let bench = Bench {
        none: Symmetries { keep: bench.symmetries.keep[..1].to_vec(), swap: None },
        ..bench
    };
    let mut outcome = Outcome {
        eighteen: bench.eighteen(options.features, progress),
        models: Vec::new(),
        scatter: Vec::new(),
        weighted: Vec::new(),
    };
    bench.report_eighteen(options, &mut outcome, out)?;
    bench.report_patterns(options, &mut outcome, out, progress)?;
    Ok(outcome)
}

impl Bench<'_> {
    fn n_values(&self, var: usize) -> usize {
        self.game.program.fluents.n_values(var)
    }

    /// Generates features on training positions and picks eighteen by forward selection.
    fn eighteen(&self, n: usize, progress: &mut dyn FnMut(&str)) -> Eighteen {
        let count = self.positions.len().min(3000);
        let n_values = self.game.n_values();
        let sample = Sample::new(
            self.positions[..count].to_vec(),
            self.train.scores[..count].to_vec(),
            &n_values,
        );
        let limits = Limits {
            features: n,
            clauses: 2_500,
            time: Duration::from_secs(120),
            ..Limits::default()
        };
        let (made, report) = generate(self.game, &sample, &limits);
        progress(&format!("{} features in {:.0} s", made.len(), report.seconds));
        let column = |g: &Generated, positions: &[Vec<u8>]| -> Vec<f64> {
            positions
                .iter()
                .map(|p| g.grounded.as_ref().map_or(0, |g| g.solutions(p)) as f64)
                .collect()
        };
        let few = &self.positions[..count];
        let columns: Vec<Vec<f64>> = made.iter().map(|g| column(g, few)).collect();
        let picked = forward(&columns, &self.train.scores[..count], 18);
        let features: Vec<Generated> = picked.iter().map(|i| made[*i].clone()).collect();
        let more = self.positions.len().min(20_000);
        let wide: Vec<Vec<f64>> =
            features.iter().map(|g| column(g, &self.positions[..more])).collect();
        let weights = dense_ridge(&wide, &self.train.scores[..more], 1.0);
        Eighteen { features, weights }
    }

    fn report_eighteen(
        &self,
        options: &Options,
        outcome: &mut Outcome,
        out: &mut dyn Write,
    ) -> Result<(), LabError> {
        let Eighteen { features, weights } = &outcome.eighteen;
        let bias = weights.last().copied().unwrap_or(0.0);
        let predicted: Vec<f64> = self
            .test_positions
            .iter()
            .map(|p| {
                let values =
                    features.iter().map(|g| g.grounded.as_ref().map_or(0, |g| g.solutions(p)));
                bias + values.zip(weights).map(|(v, w)| v as f64 * w).sum::<f64>()
            })
            .collect();
        for (g, w) in features.iter().zip(weights) {
            let text = g.feature.show(&self.game.program);
            writeln!(
                out,
                "{}",
                json!({"discs": options.discs, "feature": text, "weight": w,
                "clauses": g.grounded.as_ref().map_or(0, |g| g.clauses.len())})
            )?;
        }
        let ground: HashSet<Vec<Fact>> = features
            .iter()
            .flat_map(|g| g.grounded.as_ref().map_or(Vec::new(), |g| g.patterns()))
            .collect();
        self.report(
            "A: 18 logical features",
            18,
            ground.len(),
            &predicted,
            None,
            options,
            outcome,
            out,
        )
    }

    #[allow(clippy::too_many_arguments)]
    fn report(
        &self,
        name: &str,
        classes: usize,
        ground: usize,
        predicted: &[f64],
        train: Option<f64>,
        options: &Options,
        outcome: &mut Outcome,
        out: &mut dyn Write,
    ) -> Result<(), LabError> {
        let a = accuracy(predicted, &self.test.scores);
        let line = json!({"discs": options.discs, "model": name, "weights": classes,
            "ground_patterns": ground, "r": a.r, "rmse": a.rmse, "mae": a.mae,
            "pairs": a.pairs, "label_sd": a.spread, "test": a.n,
            "train": self.train.boards.len(), "train_rmse": train});
        writeln!(out, "{line}")?;
        out.flush()?;
        let points = predicted.iter().zip(&self.test.scores).take(1500).map(|(p, t)| (*p, *t));
        outcome.scatter.push((name.into(), points.collect()));
        outcome.models.push((name.into(), classes, ground, a));
        Ok(())
    }

    fn report_patterns(
        &self,
        options: &Options,
        outcome: &mut Outcome,
        out: &mut dyn Write,
        progress: &mut dyn FnMut(&str),
    ) -> Result<(), LabError> {
        let patterns: Vec<Vec<Fact>> = {
            let all: HashSet<Vec<Fact>> = outcome
                .eighteen
                .features
                .iter()
                .flat_map(|g| g.grounded.as_ref().map_or(Vec::new(), |g| g.patterns()))
                .collect();
            let mut all: Vec<_> = all.into_iter().collect();
            all.sort_unstable();
            all
        };
        let n_values = |v: usize| self.n_values(v);
        // The paper's way: patterns of the eighteen features, the most frequent ones, untied.
        let shapes = lines(&patterns, &n_values, &self.none, 8, 60);
        let space = Space { shapes };
        let candidates: HashSet<Vec<Fact>> = patterns.iter().cloned().collect();
        self.model(
            "B: patterns of A by match count",
            &space,
            &|rows, y| {
                choose(
                    &space,
                    rows,
                    y,
                    Choice::MatchCount,
                    4000,
                    true,
                    20.0,
                    10.0,
                    Some(&candidates),
                    Link::Identity,
                )
            },
            false,
            options,
            outcome,
            out,
            progress,
        )?;
        // Our way: symmetric classes on the supports of the rules' own patterns, then shapes grown
        // from their links, chosen by what they explain.
        let rule_patterns = self.rule_patterns();
        let base = Space { shapes: lines(&rule_patterns, &n_values, &self.symmetries, 8, 14) };
        let rows = base.rows(self.positions.iter().map(Vec::as_slice));
        let first = choose(
            &base,
            &rows,
            &self.train.scores,
            Choice::MatchCount,
            1500,
            false,
            50.0,
            10.0,
            None,
            Link::Identity,
        );
        let residual: Vec<f64> = first
            .predict(&base, &rows)
            .iter()
            .zip(&self.train.scores)
            .map(|(p, t)| t - p)
            .collect();
        drop(rows);
        let few = self.positions.len().min(25_000);
        let grown = grow(
            &rule_patterns,
            &self.positions[..few],
            &residual[..few],
            options.shapes,
            9,
            &n_values,
            &self.symmetries,
            progress,
        );
        let mut space = base.clone();
        space.shapes.extend(grown);
        self.model(
            "B: 5,000 ground patterns, stagewise",
            &space,
            &|rows, y| {
                choose(
                    &space,
                    rows,
                    y,
                    Choice::Stagewise { rounds: 12 },
                    5000,
                    true,
                    30.0,
                    10.0,
                    None,
                    Link::Identity,
                )
            },
            true,
            options,
            outcome,
            out,
            progress,
        )?;
        let apart = Space { shapes: lines(&rule_patterns, &n_values, &self.none, 8, 46) };
        self.model(
            "B: 5,000 patterns untied, stagewise",
            &apart,
            &|rows, y| {
                let choice = Choice::Stagewise { rounds: 6 };
                choose(&apart, rows, y, choice, 5000, true, 30.0, 5.0, None, Link::Identity)
            },
            false,
            options,
            outcome,
            out,
            progress,
        )?;
        for n in &options.curve {
            let name = format!("B: {n} classes, stagewise");
            let floor = if *n > 20_000 { 3.0 } else { 20.0 };
            self.model(
                &name,
                &space,
                &|rows, y| {
                    choose(
                        &space,
                        rows,
                        y,
                        Choice::Stagewise { rounds: 6 },
                        *n,
                        false,
                        floor,
                        10.0,
                        None,
                        Link::Identity,
                    )
                },
                *n >= 50_000,
                options,
                outcome,
                out,
                progress,
            )?;
        }
        let hand = Space { shapes: handmade(&self.symmetries, &n_values) };
        self.model(
            "C: hand-made tables",
            &hand,
            &|rows, y| {
                let chosen = full_entries(&hand, rows);
                fit(&hand, rows, y, &chosen, 5.0, Link::Identity, 50)
            },
            false,
            options,
            outcome,
            out,
            progress,
        )
    }

    /// Patterns unfolded from legal_move and, with terms dropped, what it is made of.
    fn rule_patterns(&self) -> Vec<Vec<Fact>> {
        let mut out: HashSet<Vec<Fact>> = HashSet::new();
        let sample = Sample::new(
            self.positions[..200.min(self.positions.len())].to_vec(),
            self.train.scores[..200.min(self.positions.len())].to_vec(),
            &self.game.n_values(),
        );
        let limits = Limits {
            features: 150,
            clauses: 2_500,
            time: Duration::from_secs(40),
            ..Limits::default()
        };
        for g in generate(self.game, &sample, &limits).0 {
            if let Some(g) = g.grounded {
                out.extend(g.patterns());
            }
        }
        let mut out: Vec<Vec<Fact>> = out.into_iter().collect();
        out.sort_unstable();
        out
    }

    #[allow(clippy::too_many_arguments)]
    fn model(
        &self,
        name: &str,
        space: &Space,
        make: &dyn Fn(&Rows, &[f64]) -> Fitted,
        keep: bool,
        options: &Options,
        outcome: &mut Outcome,
        out: &mut dyn Write,
        progress: &mut dyn FnMut(&str),
    ) -> Result<(), LabError> {
        let begun = Instant::now();
        let rows = space.rows(self.positions.iter().map(Vec::as_slice));
        let model = make(&rows, &self.train.scores);
        let train = accuracy(&model.predict(space, &rows), &self.train.scores).rmse;
        let tests = space.rows(self.test_positions.iter().map(Vec::as_slice));
        let predicted = model.predict(space, &tests);
        let ground: usize = model.chosen.iter().map(|c| space.ground(*c).len()).sum();
        self.report(
            name,
            model.chosen.len(),
            ground,
            &predicted,
            Some(train),
            options,
            outcome,
            out,
        )?;
        let last = outcome.models.last().map(|m| m.3).unwrap_or_default();
        progress(&format!(
            "{name}: {} weights, {ground} ground, r {:.3} rmse {:.2} (train {train:.2}) in {:.0} s",
            model.chosen.len(),
            last.r,
            last.rmse,
            begun.elapsed().as_secs_f64()
        ));
        if keep {
            outcome.weighted.push((name.into(), Weighted::new(space, &model, &self.symmetries)));
        }
        Ok(())
    }
}

/// Forward selection: each time the column that, with those before, leaves the least error.
pub(super) fn forward(columns: &[Vec<f64>], targets: &[f64], n: usize) -> Vec<usize> {
    let mut picked: Vec<usize> = Vec::new();
    let mut basis: Vec<Vec<f64>> = Vec::new();
    let center = |v: &[f64]| {
        let mean = v.iter().sum::<f64>() / v.len() as f64;
        v.iter().map(|x| x - mean).collect::<Vec<f64>>()
    };
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(x, y)| x * y).sum::<f64>();
    let mut residual = center(targets);
    let mut left: Vec<Vec<f64>> = columns.iter().map(|c| center(c)).collect();
    while picked.len() < n {
        let gain = |c: &Vec<f64>| {
            let norm = dot(c, c);
            if norm < 1e-6 { 0.0 } else { dot(c, &residual).powi(2) / norm }
        };
        let best = (0..left.len())
            .filter(|i| !picked.contains(i))
            .max_by(|a, b| gain(&left[*a]).total_cmp(&gain(&left[*b])));
        let Some(best) = best.filter(|b| gain(&left[*b]) > 0.0) else { break };
        picked.push(best);
        let norm = dot(&left[best], &left[best]).sqrt();
        let unit: Vec<f64> = left[best].iter().map(|x| x / norm).collect();
        let r = dot(&residual, &unit);
        residual.iter_mut().zip(&unit).for_each(|(x, u)| *x -= r * u);
        for c in &mut left {
            let d = dot(c, &unit);
            c.iter_mut().zip(&unit).for_each(|(x, u)| *x -= d * u);
        }
        basis.push(unit);
    }
    picked
}

/// Lines of four squares and more, 3×3 corners, 2×5 edges, edges with both X-squares: the shapes
/// that strong Othello programs chose by hand. Variables are the squares in order.
fn handmade(symmetries: &Symmetries, n_values: &dyn Fn(usize) -> usize) -> Vec<Shape> {
    let at = |x: u16, y: u16| x + 8 * y;
    let mut sets: Vec<Vec<u16>> = (0..4).map(|y| (0..8).map(|x| at(x, y)).collect()).collect();
    for len in 4..=8u16 {
        sets.push((0..len).map(|i| at(i, i + 8 - len)).collect());
    }
    sets.push((0..9).map(|i| at(i % 3, i / 3)).collect());
    sets.push((0..10).map(|i| at(i % 5, i / 5)).collect());
    sets.push((0..8).map(|x| at(x, 0)).chain([at(1, 1), at(6, 1)]).collect());
    sets.iter().map(|s| Shape::new(s, n_values, symmetries)).collect()
}

/// Table entries met at least twice, as conjunctions without free places.
fn full_entries(space: &Space, rows: &Rows) -> Vec<Conjunction> {
    let ones = vec![1.0; rows.len()];
    let counts = rows.gather(space, &ones);
    let mut out = Vec::new();
    for (s, (shape, table)) in space.shapes.iter().zip(&counts).enumerate() {
        for (index, n) in table.iter().enumerate() {
            if *n >= 2.0 {
                let (mut rest, mut code, mut radix) = (index, 0, 1);
                for size in &shape.sizes {
                    code += radix * (rest % size);
                    rest /= size;
                    radix *= size + 1;
                }
                out.push(Conjunction { shape: s as u32, code: code as u32 });
            }
        }
    }
    out
}
