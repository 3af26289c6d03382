//! Transforms, regression and selection on small known problems.

use super::{
    Choice, Conjunction, Link, Rows, Selection, Shape, Space, accuracy, choose, dense_ridge, fit,
};
use crate::feature::Random;
use crate::game::Game;
use crate::rules::{Fact, open};
use crate::symmetry::Symmetries;
use std::collections::HashSet;

fn setting() -> (Game, Symmetries) {
    let game = Game::new(open("othello-4x4", &Default::default()).unwrap()).unwrap();
    let symmetries = Symmetries::of(&game.program);
    (game, symmetries)
}

fn random_positions(n: usize, seed: u64) -> Vec<Vec<u8>> {
    let mut random = Random::new(seed);
    (0..n)
        .map(|_| (0..17).map(|v| if v < 16 { random.below(3) as u8 } else { 0 }).collect())
        .collect()
}

#[test]
fn othello_has_eight_symmetries_and_exchangeable_players() {
    let (game, symmetries) = setting();
    assert_eq!(symmetries.keep.len(), 8);
    assert!(symmetries.swap.is_some());
    let owns = game.program.pred("owns").unwrap();
    let a1 = game.program.constant("a1").unwrap();
    let x = game.program.constant("x").unwrap();
    let corner = game.program.fact(owns, &[x, a1]).unwrap();
    assert_eq!(symmetries.orbit(&[corner]).len(), 4);
    let breakthrough = open("breakthrough-6x6", &Default::default()).unwrap();
    let found = Symmetries::of(&breakthrough);
    assert_eq!((found.keep.len(), found.swap.is_some()), (2, true));
}

#[test]
fn transforms_agree_with_looking_at_every_conjunction() {
    let (_, symmetries) = setting();
    let shape = Shape::new(&[0, 1, 5], &|_| 3, &symmetries);
    let table: Vec<f64> = (0..27).map(|i| f64::from(i * i % 11)).collect();
    let sums = shape.to_conjunctions(&table);
    let weights: Vec<f64> = (0..64).map(|i| f64::from(i * 7 % 13)).collect();
    let back = shape.to_table(&weights);
    for (code, sum) in sums.iter().enumerate() {
        let digits = [code % 4, code / 4 % 4, code / 16];
        let holds = |entry: usize| {
            let values = [entry % 3, entry / 3 % 3, entry / 9];
            (0..3).all(|i| digits[i] == 3 || digits[i] == values[i])
        };
        let direct: f64 = (0..27).filter(|e| holds(*e)).map(|e| table[e]).sum();
        assert!((sum - direct).abs() < 1e-9);
    }
    for (entry, w) in back.iter().enumerate() {
        let values = [entry % 3, entry / 3 % 3, entry / 9];
        let direct: f64 = (0..64usize)
            .filter(|c| {
                (0..3).all(|i| {
                    [c % 4, c / 4 % 4, c / 16][i] == 3 || [c % 4, c / 4 % 4, c / 16][i] == values[i]
                })
            })
            .map(|c| weights[c])
            .sum();
        assert!((w - direct).abs() < 1e-9);
    }
}

#[test]
fn facts_and_codes_round_trip() {
    let (_, symmetries) = setting();
    let shape = Shape::new(&[0, 1, 2, 3], &|_| 3, &symmetries);
    for code in 0..shape.n_conjunctions() {
        let facts = shape.facts(code, &shape.instances[0]);
        assert_eq!(shape.code(&facts), Some(code));
    }
    assert_eq!(shape.code(&[Fact { var: 9, value: 0 }]), None);
}

#[test]
fn ridge_by_conjugate_gradients_equals_the_normal_equations() {
    let (_, symmetries) = setting();
    let none = Symmetries { keep: symmetries.keep[..1].to_vec(), swap: None };
    let space = Space {
        shapes: vec![Shape::new(&[0, 1], &|_| 3, &none), Shape::new(&[5, 6], &|_| 3, &none)],
    };
    let positions = random_positions(400, 1);
    let mut random = Random::new(2);
    let targets: Vec<f64> =
        positions.iter().map(|p| f64::from(p[0]) * 2.0 - f64::from(p[6]) + random.unit()).collect();
    let chosen: Vec<Conjunction> = [(0, 0), (0, 6), (0, 12), (1, 1), (1, 13)]
        .iter()
        .map(|(shape, code)| Conjunction { shape: *shape, code: *code })
        .collect();
    let rows = space.rows(positions.iter().map(Vec::as_slice));
    let fitted = fit(&space, &rows, &targets, &chosen, 5.0, Link::Identity, 100);
    let columns: Vec<Vec<f64>> = chosen
        .iter()
        .map(|c| {
            let facts = &space.ground(*c)[0];
            let holds = |p: &Vec<u8>| facts.iter().all(|f| p[f.var as usize] == f.value);
            positions.iter().map(|p| f64::from(u8::from(holds(p)))).collect()
        })
        .collect();
    let direct = dense_ridge(&columns, &targets, 5.0);
    for (a, b) in fitted.weights.iter().chain([&fitted.bias]).zip(&direct) {
        assert!((a - b).abs() < 1e-4, "{a} {b}");
    }
}

/// A shape of four squares, random positions, and values made by one pattern of it.
fn one_pattern() -> (Space, Rows, Conjunction, Vec<f64>) {
    let (_, symmetries) = setting();
    let space = Space { shapes: vec![Shape::new(&[0, 1, 4, 5], &|_| 3, &symmetries)] };
    let rows = space.rows(random_positions(3000, 5).iter().map(Vec::as_slice));
    let facts = [Fact { var: 0, value: 1 }, Fact { var: 5, value: 2 }];
    let truth = Conjunction { shape: 0, code: space.shapes[0].code(&facts).unwrap() as u32 };
    let made = super::Fitted { bias: 3.0, chosen: vec![truth], weights: vec![10.0] };
    let targets = made.predict(&space, &rows);
    (space, rows, truth, targets)
}

#[test]
fn selections_find_the_pattern_that_made_the_data_and_match_count_does_not() {
    let (space, rows, truth, targets) = one_pattern();
    let by = |choice, closed| {
        let s = Selection { lambda: 1.0, closed, ..Selection::new(choice, 12) };
        let found = choose(&space, &rows, &targets, &s);
        let a = accuracy(&found.predict(&space, &rows), &targets);
        (found.chosen.contains(&truth), a.rmse)
    };
    let frequent = by(Choice::MatchCount, false);
    for choice in [Choice::Stagewise { rounds: 3 }, Choice::ElasticNet { ratio: 0.7 }] {
        for closed in [false, true] {
            let found = by(choice, closed);
            assert!(found.0 && found.1 < 0.5, "{choice:?} {closed}: {found:?}");
            assert!(frequent.1 > found.1, "{choice:?} {closed}");
        }
    }
}

#[test]
fn an_elastic_net_keeps_few_patterns_while_the_penalty_is_high() {
    let (space, rows, truth, targets) = one_pattern();
    let s = Selection { lambda: 1.0, ..Selection::new(Choice::ElasticNet { ratio: 0.7 }, 1) };
    assert_eq!(choose(&space, &rows, &targets, &s).chosen, [truth]);
    // A class of four images does not fit into three ground patterns.
    let s = Selection { n: 3, ground: true, ..s };
    assert!(choose(&space, &rows, &targets, &s).chosen.is_empty());
}

#[test]
fn one_pattern_stays_for_each_set_of_places_where_patterns_match() {
    let none = Symmetries { keep: setting().1.keep[..1].to_vec(), swap: None };
    let shape = Shape::new(&[0, 1], &|_| 3, &none);
    // The second square follows from the first, but not the other way round.
    let positions: Vec<Vec<u8>> = [[0, 1], [1, 1], [2, 2], [2, 2]]
        .iter()
        .flat_map(|p| std::iter::repeat_n(p.to_vec(), 3))
        .collect();
    let space = Space { shapes: vec![shape] };
    let rows = space.rows(positions.iter().map(Vec::as_slice));
    let ones = vec![1.0; positions.len()];
    let matches = space.shapes[0].to_conjunctions(&rows.gather(&space, &ones)[0]);
    let kept = super::closed::distinct(&space.shapes[0], &matches, 1.0);
    let places = |code: usize| -> Vec<bool> {
        let facts = space.shapes[0].facts(code, &space.shapes[0].instances[0]);
        let holds = |p: &Vec<u8>| facts.iter().all(|f| p[f.var as usize] == f.value);
        positions.iter().map(holds).collect()
    };
    let all: HashSet<Vec<bool>> =
        (0..matches.len()).map(places).filter(|m| m.contains(&true)).collect();
    let of_kept: Vec<Vec<bool>> = kept.iter().map(|c| places(*c)).collect();
    assert_eq!(of_kept.iter().collect::<HashSet<_>>().len(), kept.len(), "no set twice");
    assert_eq!(of_kept.into_iter().collect::<HashSet<_>>(), all, "no set lost");
    // "first = 0 and second = 1" matches where "first = 0" does: the shorter one stays.
    let short = space.shapes[0].code(&[Fact { var: 0, value: 0 }]).unwrap();
    let long = space.shapes[0].code(&[Fact { var: 0, value: 0 }, Fact { var: 1, value: 1 }]);
    assert!(kept.contains(&short) && !kept.contains(&long.unwrap()));
}

#[test]
fn entries_of_a_conjunction_are_those_where_it_holds() {
    let (_, symmetries) = setting();
    let shape = Shape::new(&[0, 1, 5], &|_| 3, &symmetries);
    for code in 0..shape.n_conjunctions() {
        let mut weights = vec![0.0; shape.n_conjunctions()];
        weights[code] = 1.0;
        let mut table = vec![0.0; shape.table_len()];
        shape.each_entry(code, &mut |e| table[e] += 1.0);
        assert_eq!(table, shape.to_table(&weights));
    }
}

#[test]
fn logistic_regression_recovers_a_coin() {
    let (_, symmetries) = setting();
    let space = Space { shapes: vec![Shape::new(&[0, 1], &|_| 3, &symmetries)] };
    let positions = random_positions(4000, 6);
    let mut random = Random::new(7);
    let rows = space.rows(positions.iter().map(Vec::as_slice));
    let c = Conjunction {
        shape: 0,
        code: space.shapes[0].code(&[Fact { var: 0, value: 1 }]).unwrap() as u32,
    };
    let made = super::Fitted { bias: -1.0, chosen: vec![c], weights: vec![0.8] };
    let targets: Vec<f64> = made
        .predict(&space, &rows)
        .iter()
        .map(|s| f64::from(u8::from(random.unit() < 1.0 / (1.0 + (-s).exp()))))
        .collect();
    let fitted = fit(&space, &rows, &targets, &[c], 1.0, Link::Logistic, 20);
    assert!(
        (fitted.weights[0] - 0.8).abs() < 0.15 && (fitted.bias + 1.0).abs() < 0.25,
        "{fitted:?}"
    );
}
