//! What prediction loses when a kind of feature is ignored, the weights of all others being as they are:
//! `cargo run --release -p aji-lab --example ablation -- WEIGHTS GAMES.sgf.zst [MOST_GAMES]`
#![allow(clippy::print_stdout)]

use aji_goban::Size;
use aji_lab::extraction::{Extractor, Part, Selection, Wanted};
use aji_lab::prediction::Predictor;
use aji_patterns::{Catalog, Extent, FeatureSet, Tactic};
use aji_ranking::metrics::Tally;
use aji_ranking::{AnyModel, Contests, FactorModel, Model};
use std::error::Error;
use std::num::NonZero;
use std::path::Path;

/// A model that does not know some features.
struct Without {
    model: AnyModel,
    is_known: Vec<bool>,
}

impl Model for Without {
    fn score(&self, team: &[u32]) -> f32 {
        let known: Vec<u32> =
            team.iter().copied().filter(|&id| self.is_known[id as usize]).collect();
        self.model.score(&known)
    }

    fn n_features(&self) -> usize {
        self.model.n_features()
    }
}

/// The same weights without vectors: what pairs of features are worth.
fn without_pairs(model: &AnyModel) -> AnyModel {
    let AnyModel::Factors(factors) = model else { return model.clone() };
    let mut linear = FactorModel::zero(factors.n_features(), 1);
    linear.bias = factors.bias;
    (0..factors.n_features() as u32).for_each(|id| linear.set_weight(id, factors.weight(id)));
    AnyModel::Factors(linear)
}

type Known<'a> = Box<dyn Fn(&str) -> bool + 'a>;

fn kinds() -> Vec<(&'static str, Known<'static>)> {
    let no = |starts: &'static [&'static str]| -> Known<'static> {
        Box::new(move |name| !starts.iter().any(|start| name.starts_with(start)))
    };
    vec![
        ("everything known", no(&[])),
        ("without tactics", Box::new(|name| !is_tactic(name))),
        ("without distances to the last two moves", no(&["to-last"])),
        ("without where the last two moves are", no(&["to-last", "last-two"])),
        ("without places", no(&["place/"])),
        ("without stages", no(&["stage/"])),
        ("without shapes of radius 3 to 5", no(&["diamond3", "diamond4", "diamond5"])),
        ("without shapes of radius 4 and 5", no(&["diamond4", "diamond5"])),
        ("without liberties in shapes", no(&["touching", "liberties"])),
        ("without shapes with the last move", no(&["answer"])),
        ("without shapes around the last move", no(&["reply"])),
        ("without corners", no(&["corner"])),
    ]
}

fn is_tactic(name: &str) -> bool {
    !name.ends_with('/') && Tactic::all().any(|tactic| tactic.name() == name)
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [weights, games, limit @ ..] = &arguments[..] else {
        return Err("usage: ablation WEIGHTS GAMES.sgf.zst [MOST_GAMES]".into());
    };
    let predictor = Predictor::load(Path::new(weights))?;
    let Predictor { features, catalog, weights, .. } = &predictor;
    let limit = limit.first().map(|limit| limit.parse()).transpose()?;
    let wanted = Wanted { files: vec![games.into()], size: Size::MAX, limit, part: Part::All };
    let names = names(*features, catalog);
    let mut models: Vec<(&str, Without)> = kinds()
        .into_iter()
        .map(|(name, known)| {
            let is_known = names.iter().map(|name| known(name)).collect();
            (name, Without { model: weights.model.clone(), is_known })
        })
        .collect();
    let is_known = vec![true; names.len()];
    let linear = Without { model: without_pairs(&weights.model), is_known };
    models.push(("without pairs of features", linear));
    let bucket = NonZero::<u32>::MIN.saturating_add(19);
    let mut tallies: Vec<Tally> =
        models.iter().map(|_| Tally::new(weights.provenance.scale, bucket)).collect();
    let mut selection = Selection::open(&wanted, 0)?;
    let mut extractor = Extractor::new(*features, NonZero::<u32>::MIN);
    let mut contests = Contests::default();
    while let Some(batch) = selection.batch(8)? {
        contests.clear();
        for (number, record) in &batch {
            extractor.game(*number, record, catalog, &mut contests);
        }
        for (tally, (_, model)) in tallies.iter_mut().zip(&models) {
            contests.iter().for_each(|contest| tally.see(model, contest));
        }
    }
    println!("| | top-1 | top-5 | ln P |\n|---|---|---|---|");
    for (tally, (name, _)) in tallies.iter().zip(&models) {
        let report = tally.report(200, 1);
        let [top1, top5] = [report.top[0].value, report.top[4].value].map(|part| 100.0 * part);
        println!("| {name} | {top1:.2} % | {top5:.2} % | {:.3} |", report.log_likelihood.value);
    }
    Ok(())
}

/// The names of all features; shapes are called by their extent.
fn names(features: FeatureSet, catalog: &Catalog) -> Vec<String> {
    let fixed = (0..features.n_fixed() as u32).map(|id| features.feature_name(id, catalog));
    fixed
        .chain(catalog.shapes().iter().map(|(extent, _): &(Extent, u64)| format!("{extent}/")))
        .collect()
}
