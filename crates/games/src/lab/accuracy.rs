//! Tables 2 and 3 and figure 8: how well evaluation functions predict exact results in Othello.

use super::LabError;
use super::data::{Labeled, Record, Squares, labeled};
use super::eighteen::Eighteen;
use super::handmade::{full_entries, handmade};
use super::selfplay::rule_patterns;
use crate::eval::Weighted;
use crate::game::Game;
use crate::learn::{
    Accuracy, Choice, Fitted, Link, Selection, Space, accuracy, choose, fit, grow, lines,
};
use crate::rules::{Fact, open};
use crate::symmetry::Symmetries;
use serde_json::json;
use std::collections::{BTreeMap, HashSet};
use std::io::Write;
use std::time::Instant;

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
    /// Sizes of rule-made pattern sets (classes) to report.
    pub curve: Vec<usize>,
    /// Grown shapes.
    pub shapes: usize,
}

/// A model that was measured on the test years.
#[derive(Clone, Debug)]
pub struct Model {
    /// Name in the tables.
    pub name: String,
    /// Weights: symmetry classes where weights are tied.
    pub classes: usize,
    /// Patterns that an evaluator has to know.
    pub ground: usize,
    /// Figures.
    pub accuracy: Accuracy,
    /// Predicted and exact values of the first test positions, for figure 8.
    pub scatter: Vec<(f64, f64)>,
}

/// Positions of one disc count with exact results, and where figures about them go.
pub(super) struct Bench<'a> {
    pub game: &'a Game,
    pub train: Labeled,
    pub test: Labeled,
    pub positions: Vec<Vec<u8>>,
    pub test_positions: Vec<Vec<u8>>,
    pub symmetries: Symmetries,
    discs: u32,
    out: &'a mut dyn Write,
    pub progress: &'a mut dyn FnMut(&str),
    pub models: Vec<Model>,
}

/// The compiled rules of Othello.
pub fn othello() -> Result<Game, LabError> {
    Ok(Game::new(open("othello", &BTreeMap::new())?)?)
}

/// What the experiment leaves behind: models, and those to keep, ready to evaluate.
pub type Outcome = (Vec<Model>, Vec<Weighted>);

/// Runs everything for one disc count; JSON lines go to `out`.
pub fn run(
    records: &[Record],
    options: &Options,
    out: &mut dyn Write,
    progress: &mut dyn FnMut(&str),
) -> Result<Outcome, LabError> {
    let game = othello()?;
    let mut bench = Bench::new(&game, records, options, out, progress)?;
    let few = bench.positions.len().min(3000);
    let eighteen = Eighteen::choose(
        &game,
        &bench.positions[..few],
        &bench.train.scores[..few],
        options.features,
    );
    bench.report_eighteen(&eighteen)?;
    bench.by_match_count(&eighteen)?;
    let (space, lines_apart) = bench.spaces(options.shapes);
    let mut kept = Vec::new();
    let stagewise = Selection::new(Choice::Stagewise { rounds: 12 }, 5000);
    let small = Selection { ground: true, floor: 30.0, ..stagewise };
    let model = bench.select("B: 5,000 ground patterns, stagewise", &space, &small)?;
    kept.push(Weighted::new(&space, &model, &bench.symmetries));
    let closed = Selection { closed: true, ..small };
    bench.select("B: 5,000 ground patterns, stagewise among closed", &space, &closed)?;
    let net = Selection { choice: Choice::ElasticNet { ratio: 0.9 }, ..small };
    bench.select("B: 5,000 ground patterns, elastic net", &space, &net)?;
    let choice = Choice::Stagewise { rounds: 6 };
    let untied = Selection { choice, lambda: 5.0, ..small };
    bench.select("B: 5,000 patterns untied, stagewise", &lines_apart, &untied)?;
    let large = Selection { choice, n: 100_000, floor: 10.0, ..small };
    bench.select("B: 100,000 ground patterns, stagewise", &space, &large)?;
    for n in &options.curve {
        let floor = if *n > 20_000 { 3.0 } else { 20.0 };
        let s = Selection { choice, n: *n, floor, ..stagewise };
        let model = bench.select(&format!("B: {n} classes, stagewise"), &space, &s)?;
        if *n >= 50_000 {
            kept.push(Weighted::new(&space, &model, &bench.symmetries));
        }
    }
    bench.by_hand()?;
    Ok((bench.models, kept))
}

impl<'a> Bench<'a> {
    pub fn new(
        game: &'a Game,
        records: &[Record],
        o: &Options,
        out: &'a mut dyn Write,
        progress: &'a mut dyn FnMut(&str),
    ) -> Result<Self, LabError> {
        let squares = Squares::new(&game.program)
            .ok_or_else(|| LabError::Usage("the Othello rules lack a square".into()))?;
        let begun = Instant::now();
        let (train, test) = labeled(records, o.discs, o.extra, o.most, progress);
        progress(&format!("labeled in {:.0} s", begun.elapsed().as_secs_f64()));
        Ok(Bench {
            game,
            positions: train.boards.iter().map(|b| squares.position(*b)).collect(),
            test_positions: test.boards.iter().map(|b| squares.position(*b)).collect(),
            symmetries: Symmetries::of(&game.program),
            train,
            test,
            discs: o.discs,
            out,
            progress,
            models: Vec::new(),
        })
    }

    fn n_values(&self) -> impl Fn(usize) -> usize + 'a {
        let game = self.game;
        move |v| game.program.fluents.n_values(v)
    }

    /// Only the identity: every pattern has its own weight.
    fn untied(&self) -> Symmetries {
        Symmetries { keep: self.symmetries.keep[..1].to_vec(), swap: None }
    }

    fn report_eighteen(&mut self, eighteen: &Eighteen) -> Result<(), LabError> {
        let more = self.positions.len().min(20_000);
        let weights = eighteen.weigh(&self.positions[..more], &self.train.scores[..more], 1.0);
        for (g, w) in eighteen.features.iter().zip(&weights) {
            let text = g.feature.show(&self.game.program);
            let clauses = g.grounded.as_ref().map_or(0, |g| g.clauses.len());
            let line =
                json!({"discs": self.discs, "feature": text, "weight": w, "clauses": clauses});
            writeln!(self.out, "{line}")?;
        }
        let predicted: Vec<f64> =
            self.test_positions.iter().map(|p| eighteen.predict(&weights, p)).collect();
        let ground = eighteen.patterns().len();
        self.report("A: 18 logical features", eighteen.features.len(), ground, &predicted, None)
    }

    /// The paper's way: patterns of the eighteen features, the most frequent ones, untied.
    fn by_match_count(&mut self, eighteen: &Eighteen) -> Result<(), LabError> {
        let patterns = eighteen.patterns();
        let space = Space { shapes: lines(&patterns, &self.n_values(), &self.untied(), 8, 60) };
        let candidates: HashSet<Vec<Fact>> = patterns.into_iter().collect();
        let s = Selection {
            ground: true,
            candidates: Some(&candidates),
            ..Selection::new(Choice::MatchCount, 4000)
        };
        self.select("B: patterns of A by match count", &space, &s)?;
        Ok(())
    }

    /// Our way: symmetric classes on the supports of the rules' own patterns and on shapes grown
    /// from their links; and the same supports with every pattern apart.
    pub fn spaces(&mut self, grown: usize) -> (Space, Space) {
        let patterns = rule_patterns(self.game, 150, 40);
        let n_values = self.n_values();
        let mut space = Space { shapes: lines(&patterns, &n_values, &self.symmetries, 8, 14) };
        let rows = space.rows(self.positions.iter().map(Vec::as_slice));
        let s = Selection { floor: 50.0, ..Selection::new(Choice::MatchCount, 1500) };
        let first = choose(&space, &rows, &self.train.scores, &s);
        let predicted = first.predict(&space, &rows);
        let residual: Vec<f64> =
            predicted.iter().zip(&self.train.scores).map(|(p, t)| t - p).collect();
        drop(rows);
        let few = self.positions.len().min(25_000);
        let (positions, residual) = (&self.positions[..few], &residual[..few]);
        space.shapes.extend(grow(
            &patterns,
            positions,
            residual,
            grown,
            9,
            &n_values,
            &self.symmetries,
            self.progress,
        ));
        (space, Space { shapes: lines(&patterns, &n_values, &self.untied(), 8, 46) })
    }

    /// Hand-made tables with a weight for every entry met twice.
    fn by_hand(&mut self) -> Result<(), LabError> {
        let space = Space { shapes: handmade(&self.symmetries, &self.n_values()) };
        self.model("C: hand-made tables", &space, &|rows, y| {
            fit(&space, rows, y, &full_entries(&space, rows), 5.0, Link::Identity, 50)
        })?;
        Ok(())
    }

    /// Selects, fits and measures.
    pub fn select(
        &mut self,
        name: &str,
        space: &Space,
        s: &Selection<'_>,
    ) -> Result<Fitted, LabError> {
        self.model(name, space, &|rows, y| choose(space, rows, y, s))
    }

    fn model(
        &mut self,
        name: &str,
        space: &Space,
        make: &dyn Fn(&crate::learn::Rows, &[f64]) -> Fitted,
    ) -> Result<Fitted, LabError> {
        let begun = Instant::now();
        let rows = space.rows(self.positions.iter().map(Vec::as_slice));
        let model = make(&rows, &self.train.scores);
        let train = accuracy(&model.predict(space, &rows), &self.train.scores).rmse;
        drop(rows);
        let tests = space.rows(self.test_positions.iter().map(Vec::as_slice));
        let predicted = model.predict(space, &tests);
        let ground: usize = model.chosen.iter().map(|c| space.ground(*c).len()).sum();
        self.report(name, model.chosen.len(), ground, &predicted, Some(train))?;
        let Some(last) = self.models.last() else { return Ok(model) };
        let (a, seconds) = (&last.accuracy, begun.elapsed().as_secs_f64());
        (self.progress)(&format!(
            "{name}: {} weights, {ground} ground, r {:.3} rmse {:.2} (train {train:.2}), {seconds:.0} s",
            last.classes, a.r, a.rmse
        ));
        Ok(model)
    }

    fn report(
        &mut self,
        name: &str,
        classes: usize,
        ground: usize,
        predicted: &[f64],
        train: Option<f64>,
    ) -> Result<(), LabError> {
        let a = accuracy(predicted, &self.test.scores);
        let line = json!({"discs": self.discs, "model": name, "weights": classes,
            "ground_patterns": ground, "r": a.r, "rmse": a.rmse, "mae": a.mae,
            "pairs": a.pairs, "label_sd": a.spread, "test": a.n,
            "train": self.train.boards.len(), "train_rmse": train});
        writeln!(self.out, "{line}")?;
        self.out.flush()?;
        let points = predicted.iter().zip(&self.test.scores).take(1500).map(|(p, t)| (*p, *t));
        self.models.push(Model {
            name: name.into(),
            classes,
            ground,
            accuracy: a,
            scatter: points.collect(),
        });
        Ok(())
    }
}
