//! Generated features: known ones are found, unfolding keeps their meaning.

use super::{Feature, Limits, Transform, generate, ground, playout_sample};
use crate::eval::Plan;
use crate::game::Game;
use crate::rules::{Arg, Budget, Engine, Lit, open};
use std::time::Duration;

fn game(name: &str) -> Game {
    Game::new(open(name, &Default::default()).unwrap()).unwrap()
}

fn limits(features: usize) -> Limits {
    Limits { features, clauses: 1500, time: Duration::from_secs(20), ..Limits::default() }
}

#[test]
fn othellos_goal_yields_discs_mobility_and_potential_mobility() {
    let game = game("othello-6x6");
    let sample = playout_sample(&game, 128, 1);
    let (made, report) = generate(&game, &sample, &limits(150));
    assert_eq!(made.len(), 150);
    let texts: Vec<String> = made.iter().map(|g| g.feature.show(&game.program)).collect();
    assert!(texts.contains(&"f(A) :- owns(x,A).".to_string()), "{texts:?}");
    assert!(texts.contains(&"f(A) :- legal_move(A,o).".to_string()), "{texts:?}");
    assert!(report.made_by.len() >= 5, "{report:?}");
}

#[test]
fn unfolded_solutions_equal_interpreted_solutions() {
    for name in ["othello-4x4", "tictactoe", "hasami-6x6", "breakthrough-6x6"] {
        let game = game(name);
        let sample = playout_sample(&game, 64, 2);
        let (made, _) = generate(&game, &sample, &limits(80));
        assert!(made.len() >= 60, "{name}: {}", made.len());
        for g in &made {
            let plan = Plan::new(&game.program, &g.feature, &|p| game.program.size(p) as f64 / 3.0);
            let mut engine = Engine::new(&game.program, Budget::default());
            let grounded = g.grounded.as_ref().unwrap();
            for position in sample.positions.iter().step_by(7) {
                engine.assign(position);
                let text = g.feature.show(&game.program);
                assert_eq!(
                    plan.solutions(&mut engine),
                    grounded.solutions(position),
                    "{name}: {text}"
                );
            }
        }
    }
}

#[test]
fn legal_move_unfolds_to_the_papers_figure_four() {
    let game = game("othello-4x4");
    let program = &game.program;
    let pred = program.pred("legal_move").unwrap();
    let args = ["a1", "o"].map(|n| Arg::Const(program.constant(n).unwrap())).to_vec();
    let feature = Feature {
        head: vec![],
        body: vec![Lit::Call { pred, args, negated: false }],
        n_vars: 0,
        made_by: Transform::Goal,
        parent: None,
    };
    let grounded = ground(program, &feature, 100).unwrap();
    let mut texts: Vec<String> = grounded
        .patterns()
        .iter()
        .map(|p| p.iter().map(|f| program.fact_text(*f)).collect::<Vec<_>>().join(" "))
        .collect();
    texts.sort();
    // Three directions, one or two discs in between.
    assert_eq!(texts.len(), 6);
    assert!(texts.contains(&"blank(a1) owns(x,a2) owns(o,a3)".to_string()), "{texts:?}");
    assert!(texts.contains(&"blank(a1) owns(x,b1) owns(o,c1)".to_string()), "{texts:?}");
    assert!(texts.contains(&"blank(a1) owns(x,b2) owns(o,c3)".to_string()), "{texts:?}");
}

#[test]
fn features_past_their_budget_are_refused() {
    let game = game("othello-6x6");
    let program = &game.program;
    let owns = program.pred("owns").unwrap();
    let free = |a: u16, b: u16| Lit::Call {
        pred: owns,
        args: vec![Arg::Var(a), Arg::Var(b)],
        negated: false,
    };
    let feature = Feature {
        head: vec![1, 3, 5],
        body: vec![free(0, 1), free(2, 3), free(4, 5)],
        n_vars: 6,
        made_by: Transform::Goal,
        parent: None,
    };
    assert!(ground(program, &feature, 500).is_err());
}
