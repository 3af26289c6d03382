//! A whole game of Othello: one model per phase, learned from the results of tournament games.

use super::LabError;
use super::data::{Record, Squares, TEST_YEAR};
use crate::eval::{Plan, Progress, Weighted};
use crate::feature::{Generated, Limits, Sample, generate};
use crate::game::Game;
use crate::learn::{Choice, Link, Space, choose, dense_ridge, lines};
use crate::othello::{Board, replay};
use crate::rules::Fact;
use crate::symmetry::Symmetries;
use std::time::Duration;

/// Discs at the middle of each phase.
pub const CENTERS: [u32; 8] = [10, 18, 26, 34, 42, 48, 54, 60];

/// Phases by the number of discs, for the compiled game.
pub fn progress(game: &Game, squares: &Squares) -> Progress {
    let fact = |s: usize, i: usize| Fact { var: squares.var[s], value: squares.value[s][i] };
    let facts: Vec<Fact> = (0..64).flat_map(|s| [fact(s, 1), fact(s, 2)]).collect();
    Progress::new(&facts, &CENTERS, &game.n_values())
}

/// Models of both kinds, phase by phase.
pub struct Phases {
    /// Pattern models.
    pub patterns: Vec<Weighted>,
    /// The eighteen logical features.
    pub features: Vec<Generated>,
    /// Their weights, bias last, phase by phase.
    pub logical: Vec<Vec<f64>>,
}

/// Positions of a phase with the final result for the player to move.
fn positions(records: &[Record], center: u32, most: usize) -> (Vec<Board>, Vec<f64>) {
    let mut boards = Vec::new();
    let mut results = Vec::new();
    for r in records.iter().filter(|r| r.year < TEST_YEAR && r.moves.len() >= 100) {
        if boards.len() >= most {
            break;
        }
        let Ok(list) = replay(&r.moves) else { continue };
        let Some((last, black_last)) = list.last().copied() else { continue };
        let black = if black_last { last.final_score() } else { -last.final_score() };
        let wanted = [center - 1, center, center + 1];
        for (b, black_moves) in list.iter().filter(|(b, _)| wanted.contains(&b.n_discs())) {
            if b.moves() != 0 {
                boards.push(*b);
                results.push(f64::from(if *black_moves { black } else { -black }));
            }
        }
    }
    (boards, results)
}

/// Learns all phases; `most` positions each, `classes` pattern classes each.
pub fn train(
    game: &Game,
    records: &[Record],
    most: usize,
    classes: usize,
    progress: &mut dyn FnMut(&str),
) -> Result<Phases, LabError> {
    let squares = Squares::new(&game.program)
        .ok_or_else(|| LabError::Usage("the Othello rules lack a square".into()))?;
    let symmetries = Symmetries::of(&game.program);
    let n_values = |v: usize| game.program.fluents.n_values(v);
    let rule_patterns = super::selfplay::rule_patterns(game, 150, 40);
    let space = Space { shapes: lines(&rule_patterns, &n_values, &symmetries, 8, 14) };
    let mut out = Phases { patterns: Vec::new(), features: Vec::new(), logical: Vec::new() };
    out.features = eighteen(game, &squares, records);
    for center in CENTERS {
        let (boards, results) = positions(records, center, most);
        let values: Vec<Vec<u8>> = boards.iter().map(|b| squares.position(*b)).collect();
        let rows = space.rows(values.iter().map(Vec::as_slice));
        let model = choose(
            &space,
            &rows,
            &results,
            Choice::Stagewise { rounds: 2 },
            classes,
            false,
            20.0,
            40.0,
            None,
            Link::Identity,
        );
        out.patterns.push(Weighted::new(&space, &model, &symmetries));
        let few = values.len().min(3000);
        let columns: Vec<Vec<f64>> = out
            .features
            .iter()
            .map(|g| {
                let count = |p: &Vec<u8>| g.grounded.as_ref().map_or(0, |g| g.solutions(p)) as f64;
                values[..few].iter().map(count).collect()
            })
            .collect();
        out.logical.push(dense_ridge(&columns, &results[..few], 10.0));
        progress(&format!(
            "phase {center}: {} positions, {} patterns",
            boards.len(),
            model.chosen.len()
        ));
    }
    Ok(out)
}

fn eighteen(game: &Game, squares: &Squares, records: &[Record]) -> Vec<Generated> {
    let (boards, results) = positions(records, 42, 1500);
    let values: Vec<Vec<u8>> = boards.iter().map(|b| squares.position(*b)).collect();
    let sizes = game.n_values();
    let sample = Sample::new(values.clone(), results.clone(), &sizes);
    let limits = Limits {
        features: 200,
        clauses: 2_500,
        time: Duration::from_secs(60),
        ..Limits::default()
    };
    let (made, _) = generate(game, &sample, &limits);
    let columns: Vec<Vec<f64>> = made
        .iter()
        .map(|g| {
            let count = |p: &Vec<u8>| g.grounded.as_ref().map_or(0, |g| g.solutions(p)) as f64;
            values.iter().map(count).collect()
        })
        .collect();
    let picked = super::accuracy::forward(&columns, &results, 18);
    picked.into_iter().map(|i| made[i].clone()).collect()
}

/// Evaluation plans of the features.
pub fn plans(game: &Game, features: &[Generated]) -> Vec<Plan> {
    features
        .iter()
        .map(|g| Plan::new(&game.program, &g.feature, &|p| game.program.size(p) as f64 / 4.0))
        .collect()
}
