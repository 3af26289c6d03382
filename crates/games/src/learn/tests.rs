//! Transforms, regression and selection on small known problems.

use super::{Choice, Conjunction, Link, Shape, Space, accuracy, choose, dense_ridge, fit};
use crate::feature::Random;
use crate::game::Game;
use crate::rules::{Fact, open};
use crate::symmetry::Symmetries;

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

#[test]
fn stagewise_selection_finds_the_patterns_that_made_the_data() {
    let (_, symmetries) = setting();
    let space = Space { shapes: vec![Shape::new(&[0, 1, 4, 5], &|_| 3, &symmetries)] };
    let positions = random_positions(3000, 5);
    let rows = space.rows(positions.iter().map(Vec::as_slice));
    let truth = Conjunction {
        shape: 0,
        code: space.shapes[0].code(&[Fact { var: 0, value: 1 }, Fact { var: 5, value: 2 }]).unwrap()
            as u32,
    };
    let made = super::Fitted { bias: 3.0, chosen: vec![truth], weights: vec![10.0] };
    let targets = made.predict(&space, &rows);
    let found = choose(
        &space,
        &rows,
        &targets,
        Choice::Stagewise { rounds: 3 },
        12,
        false,
        20.0,
        1.0,
        None,
        Link::Identity,
    );
    assert!(found.chosen.contains(&truth), "{found:?}");
    let a = accuracy(&found.predict(&space, &rows), &targets);
    assert!(a.rmse < 0.5 && a.r > 0.99, "{a:?}");
    let frequent = choose(
        &space,
        &rows,
        &targets,
        Choice::MatchCount,
        12,
        false,
        20.0,
        1.0,
        None,
        Link::Identity,
    );
    let b = accuracy(&frequent.predict(&space, &rows), &targets);
    assert!(b.rmse > a.rmse);
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
