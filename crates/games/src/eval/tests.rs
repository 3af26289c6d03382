//! All evaluators agree, through random games and back.

use super::{Cover, Evaluator, Flat, Folded, Interpreted, Phased, Plan, Progress, Weighted};
use crate::feature::{Limits, Random, generate, playout_sample};
use crate::game::Game;
use crate::lab::selfplay::material;
use crate::rules::{Fact, open};
use crate::symmetry::Symmetries;
use std::time::Duration;

fn random_patterns(game: &Game, n: usize, seed: u64) -> Weighted {
    let mut random = Random::new(seed);
    let sample = playout_sample(game, 64, seed);
    let limits =
        Limits { features: 60, clauses: 800, time: Duration::from_secs(10), ..Limits::default() };
    let (made, _) = generate(game, &sample, &limits);
    let mut all: Vec<Vec<Fact>> =
        made.iter().flat_map(|g| g.grounded.as_ref().unwrap().patterns()).collect();
    all.sort();
    all.dedup();
    let mut out = Weighted { bias: [7, -3], ..Weighted::default() };
    while out.patterns.len() < n && !all.is_empty() {
        out.patterns.push(all.swap_remove(random.below(all.len())));
        out.weights.push([random.below(2001) as i32 - 1000, random.below(2001) as i32 - 1000]);
    }
    out
}

#[test]
fn every_evaluator_gives_the_value_of_the_patterns() {
    for name in ["othello-6x6", "hasami-6x6", "tictactoe", "breakthrough-6x6", "connectfour"] {
        let game = Game::new(open(name, &Default::default()).unwrap()).unwrap();
        let patterns = random_patterns(&game, 600, 4);
        let sizes = game.n_values();
        let mut all: Vec<Box<dyn Evaluator>> = vec![
            Box::new(Cover::new(&patterns, &sizes)),
            Box::new(Flat::new(&patterns, &sizes)),
            Box::new(Folded::new(&patterns, &sizes)),
            patterns.fastest(&game).evaluator,
        ];
        let mut random = Random::new(8);
        let (mut moves, mut changes) = (Vec::new(), Vec::new());
        for _ in 0..3 {
            let mut state = game.start();
            let mut path = vec![state.clone()];
            all.iter_mut().for_each(|e| e.reset(&state.values));
            for _ in 0..30 {
                game.legal_moves(&state, &mut moves);
                if moves.is_empty() || game.ending(&state).is_some() {
                    break;
                }
                game.play(&mut state, moves[random.below(moves.len())], &mut changes);
                all.iter_mut().for_each(|e| e.update(&changes));
                path.push(state.clone());
                for side in 0..2 {
                    let truth = patterns.value(&state.values, side);
                    for e in &mut all {
                        assert_eq!(e.value(side), truth, "{name}");
                    }
                }
            }
            while path.len() > 1 {
                path.pop();
                all.iter_mut().for_each(|e| e.undo());
                let truth = patterns.value(&path[path.len() - 1].values, 0);
                for e in &mut all {
                    assert_eq!(e.value(0), truth, "{name} after taking back");
                }
            }
        }
    }
}

#[test]
fn the_cheapest_evaluator_is_chosen() {
    let game = Game::new(open("othello-6x6", &Default::default()).unwrap()).unwrap();
    let chosen = random_patterns(&game, 600, 4).fastest(&game);
    let least = chosen.costs.iter().map(|c| c.1).fold(f64::INFINITY, f64::min);
    assert_eq!(chosen.costs.len(), 3);
    assert!(least > 0.0);
    assert!(chosen.costs.contains(&(chosen.name, least)), "{} of {:?}", chosen.name, chosen.costs);
}

#[test]
fn the_phase_is_that_of_the_position_asked_about_not_of_the_root() {
    let game = Game::new(open("othello-6x6", &Default::default()).unwrap()).unwrap();
    let sizes = game.n_values();
    let models = [random_patterns(&game, 100, 4), random_patterns(&game, 100, 5)];
    let owned: Vec<Fact> = material(&game).patterns.concat();
    let progress = Progress::new(&owned, &[9, 12], &sizes);
    let parts = models.iter().map(|m| Box::new(Folded::new(m, &sizes)) as Box<dyn Evaluator>);
    let mut phased = Phased::new(progress, parts.collect());
    // Walks up and down at random and asks only now and then, so that parts must catch up.
    let mut random = Random::new(3);
    let (mut moves, mut changes) = (Vec::new(), Vec::new());
    let mut path = vec![game.start()];
    phased.reset(&path[0].values);
    let mut asked = [0; 2];
    for _ in 0..2_000 {
        let state = path[path.len() - 1].clone();
        let over = game.moves_or_ending(&state, &mut moves).is_some();
        if path.len() > 1 && (over || path.len() > 9 || random.below(3) == 0) {
            path.pop();
            phased.undo();
        } else {
            let mut next = state;
            game.play(&mut next, moves[random.below(moves.len())], &mut changes);
            phased.update(&changes);
            path.push(next);
        }
        if random.below(2) == 0 {
            let values = &path[path.len() - 1].values;
            let n = owned.iter().filter(|f| values[f.var as usize] == f.value).count();
            let phase = usize::from(n > 10);
            asked[phase] += 1;
            assert_eq!(phased.value(1), models[phase].value(values, 1), "{n} discs");
        }
    }
    assert!(asked[0] > 50 && asked[1] > 50, "{asked:?}");
}

#[test]
fn the_papers_example_network_has_its_edges() {
    // Figure 6: P = {abc, ab, bc, a, b, c}.
    let fact = |v: u16| Fact { var: v, value: 1 };
    let patterns = Weighted {
        bias: [0, 0],
        patterns: vec![
            vec![fact(0), fact(1), fact(2)],
            vec![fact(0), fact(1)],
            vec![fact(1), fact(2)],
            vec![fact(0)],
            vec![fact(1)],
            vec![fact(2)],
        ],
        weights: vec![[32, 0], [16, 0], [8, 0], [4, 0], [2, 0], [1, 0]],
    };
    let mut cover = Cover::new(&patterns, &[2, 2, 2]);
    // ab, bc: two edges each; abc: two.
    assert_eq!(cover.n_edges(), 6);
    cover.reset(&[0, 1, 1]);
    assert_eq!(cover.value(0), 8 + 2 + 1);
    cover.update(&[(0, 0, 1)]);
    assert_eq!(cover.value(0), 63);
    // a → ab → abc: one counter each, as table 1 walks through it; and a's fall from 0 touches none.
    assert_eq!(cover.touches, 2);
    cover.undo();
    assert_eq!(cover.value(0), 11);
}

#[test]
fn redundant_edges_are_dropped_when_parts_already_cover() {
    // Section 5.5: {abc, ab, bc, ca} needs two of the three edges.
    let fact = |v: u16| Fact { var: v, value: 1 };
    let patterns = Weighted {
        bias: [0, 0],
        patterns: vec![
            vec![fact(0), fact(1), fact(2)],
            vec![fact(0), fact(1)],
            vec![fact(1), fact(2)],
            vec![fact(0), fact(2)],
        ],
        weights: vec![[8, 0], [4, 0], [2, 0], [1, 0]],
    };
    let cover = Cover::new(&patterns, &[2, 2, 2]);
    assert_eq!(cover.n_edges(), 3 * 2 + 2);
}

#[test]
fn interpreted_features_equal_their_patterns_where_each_solution_has_one_clause() {
    let game = Game::new(open("othello-6x6", &Default::default()).unwrap()).unwrap();
    let sample = playout_sample(&game, 64, 3);
    let limits =
        Limits { features: 80, clauses: 800, time: Duration::from_secs(10), ..Limits::default() };
    let (made, _) = generate(&game, &sample, &limits);
    let single: Vec<_> = made
        .into_iter()
        .filter(|g| {
            let clauses = &g.grounded.as_ref().unwrap().clauses;
            clauses.windows(2).all(|w| w[0].0 != w[1].0)
                && g.grounded.as_ref().unwrap().patterns().len() == clauses.len()
        })
        .take(18)
        .collect();
    assert!(single.len() >= 6, "{}", single.len());
    let symmetries = Symmetries::of(&game.program);
    assert!(symmetries.swap.is_some() && symmetries.keep.len() == 8);
    let plans: Vec<Plan> =
        single.iter().map(|g| Plan::new(&game.program, &g.feature, &|_| 10.0)).collect();
    let weights: Vec<f64> = (0..=single.len()).map(|i| i as f64 - 4.5).collect();
    let mut logical = Interpreted::new(&game.program, &plans, &weights, &symmetries);
    for position in &sample.positions {
        let mut sum = (weights[single.len()] * 256.0) as i32;
        for (g, w) in single.iter().zip(&weights) {
            for p in g.grounded.as_ref().unwrap().patterns() {
                if p.iter().all(|f| position[f.var as usize] == f.value) {
                    sum += (w * 256.0) as i32;
                }
            }
        }
        assert_eq!(logical.evaluate(position, 0), sum);
    }
}
