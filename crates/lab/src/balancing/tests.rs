//! Gradients are right on average; a run goes on where it stopped; every trouble has its words.

use super::gradient::{Case, Gradient, Scales};
use super::*;
use crate::extraction::tests::Folder;
use crate::training::Progress;
use aji_goban::{Color, Komi, Move, Point, Position, Size};
use aji_patterns::playout_moves::SHAPE;
use aji_patterns::{Extent, FeatureSet, PlayoutTactic};
use aji_ranking::weights::Provenance;
use aji_ranking::{AnyModel, GammaModel, ModelKind, WeightFile};
use aji_search::playout::gamma_file;
use aji_search::playout::gammas::{Gammas, ONE};
use aji_search::playout::rater::Ground;
use aji_search::random::Random;
use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

const CAPTURE: usize = PlayoutTactic::OtherCapture.index();

/// Strengths without shapes, of which these tactics are not 1.
fn file(tactics: &[(usize, f32)]) -> WeightFile {
    let mut logs = vec![0.0; SHAPE as usize];
    tactics.iter().for_each(|&(tactic, log)| logs[tactic] = log);
    let set = FeatureSet::Playout(Extent::ThreeByThree);
    WeightFile {
        kind: ModelKind::BradleyTerry,
        model: AnyModel::Gammas(GammaModel::from_logs(logs)),
        keys: Vec::new(),
        provenance: Provenance { feature_set: set.fingerprint(), ..Provenance::default() },
    }
}

fn ground(size: Size, levers: &Levers, at: &[f64]) -> Arc<Ground> {
    Arc::new(Ground::new(size, Gammas::new(&levers.strengths(at), 1.0), [ONE; 2]))
}

/// Three white stones in atari; Black, to move, has them between two rows of three.
fn position() -> Position {
    let size = Size::new(5).unwrap();
    let mut position = Position::new(size);
    let at = |row, column| Move::Place(Point::at(row, column, size));
    let black = [at(1, 0), at(1, 1), at(1, 2), at(3, 0), at(3, 1), at(3, 2)];
    let white = [at(2, 0), at(2, 1), at(2, 2), Move::Pass, Move::Pass, Move::Pass];
    for (black, white) in black.into_iter().zip(white) {
        position.play(black, &mut ());
        position.play(white, &mut ());
    }
    position
}

/// The share of playouts that Black wins.
fn share(levers: &Levers, at: &[f64], n_playouts: u32, komi: Komi) -> f64 {
    let ground = ground(position().size(), levers, at);
    let mut scales = Scales::new(levers, &ground, 1.0, Random::new(5));
    let case = Case { position: position(), komi, winner: Color::Black };
    scales.share(&case, n_playouts)
}

#[test]
fn the_gradient_is_the_slope_of_the_share_of_wins() {
    let levers =
        Levers::of(gamma_file::learned("test", &file(&[])).unwrap(), ShapeLevers::Together);
    let at = levers.start(1.0);
    let komi = Komi::from_half_points(13);
    let (mut up, mut down) = (at.clone(), at.clone());
    let step = 0.5;
    up[CAPTURE] += step;
    down[CAPTURE] -= step;
    let n = 60_000;
    let measured = (share(&levers, &up, n, komi) - share(&levers, &down, n, komi)) / (2.0 * step);
    let ground = ground(position().size(), &levers, &at);
    let mut scales = Scales::new(&levers, &ground, 1.0, Random::new(9));
    let case = Case { position: position(), komi, winner: Color::Black };
    let slope = scales.slopes(&case, n)[CAPTURE];
    assert!(measured > 0.02, "captures matter here: {measured}");
    assert!((slope - measured).abs() < 0.25 * measured.abs() + 0.004, "{slope} {measured}");
}

#[test]
fn levers_at_their_start_are_the_strengths_they_were_made_of() {
    let strengths = gamma_file::learned("test", &file(&[(CAPTURE, 1.5)])).unwrap();
    let levers = Levers::of(strengths.clone(), ShapeLevers::Each);
    let again = levers.strengths(&levers.start(1.0));
    assert!((again.tactics[CAPTURE] - strengths.tactics[CAPTURE]).abs() < 1e-9);
    let squared = levers.strengths(&levers.start(2.0));
    assert!((squared.tactics[CAPTURE] - strengths.tactics[CAPTURE].powi(2)).abs() < 1e-6);
}

#[test]
fn the_winner_that_playouts_expect_is_the_likelier_one() {
    let levers =
        Levers::of(gamma_file::learned("test", &file(&[])).unwrap(), ShapeLevers::Together);
    let ground = ground(position().size(), &levers, &levers.start(1.0));
    let likelihood = |winner| {
        let komi = Komi::from_half_points(-31);
        let mut gradient = Gradient::zero(levers.n());
        let mut scales = Scales::new(&levers, &ground, 1.0, Random::new(1));
        scales.weigh(&Case { position: position(), komi, winner }, 400, &mut gradient);
        gradient.likelihood
    };
    assert!(
        likelihood(Color::Black) > likelihood(Color::White) + 0.5,
        "with 15.5 points Black wins"
    );
}

fn plan(folder: &Folder, name: &str, games: &str) -> Plan {
    let games_file = folder.0.join("games.sgf");
    std::fs::write(&games_file, games).unwrap();
    Plan {
        games: vec![games_file],
        size: Size::new(9).unwrap(),
        from: file(&[(CAPTURE, 1.0)]),
        exponent: 1.0,
        shapes: ShapeLevers::Each,
        steps: 6,
        batch: 4,
        playouts: 8,
        step: 0.05,
        out: folder.0.join(name),
        resume: true,
        fresh: false,
        threads: NonZero::<usize>::MIN,
        seed: 2,
        save_every: Duration::ZERO,
        commit: "test".into(),
    }
}

fn run_quietly(plan: &Plan, cancel: bool) -> Result<Balanced, BalanceError> {
    let mut nowhere = std::io::sink();
    run(plan, &mut Progress::new(&mut nowhere, Duration::ZERO), &AtomicBool::new(cancel))
}

const GAMES: &str = include_str!("../../../../testdata/games/9x9.sgf");

#[test]
fn a_run_that_is_stopped_after_every_step_ends_as_one_in_one_go_on_any_number_of_threads() {
    let folder = Folder::new("balancing");
    // Some games cannot be played through: they must not count when a run goes on.
    let bad =
        "(;GM[1]SZ[9]KM[7]RE[B+R];B[aa];W[aa]".to_owned() + &";B[bb];W[cc]".repeat(30) + ")\n";
    let games: String = GAMES.lines().flat_map(|game| [&bad, game, "\n"]).collect();
    let whole = plan(&folder, "whole.safetensors", &games);
    assert!(matches!(run_quietly(&whole, false).unwrap(), Balanced::Done { .. }));
    let threads = NonZero::new(3).unwrap();
    let parts = Plan { threads, ..plan(&folder, "parts.safetensors", &games) };
    for _ in 1..whole.steps {
        assert_eq!(run_quietly(&parts, true).unwrap(), Balanced::Stopped);
    }
    let again = Plan { resume: false, ..parts.clone() };
    let message = run_quietly(&again, true).unwrap_err().to_string();
    assert!(message.contains("--resume") && message.contains("--fresh"), "{message}");
    let other = Plan { from: file(&[(CAPTURE, 0.5)]), ..parts.clone() };
    assert!(run_quietly(&other, true).is_err(), "a run from other strengths is another run");
    assert!(matches!(run_quietly(&parts, true).unwrap(), Balanced::Done { .. }));
    let bytes = |plan: &Plan| std::fs::read(&plan.out).unwrap();
    assert_eq!(bytes(&whole), bytes(&parts));
    let written = WeightFile::load(&whole.out, None).unwrap();
    let AnyModel::Gammas(model) = &written.model else { panic!("strengths stay strengths") };
    assert_ne!(model.log_gammas()[CAPTURE], 1.0, "something was learned");
    gamma_file::learned("written", &written).expect("playouts can use it");
}

#[test]
fn games_that_say_nothing_are_refused_with_their_conditions() {
    let folder = Folder::new("balancing-none");
    let plan = plan(&folder, "none.safetensors", "(;GM[1]SZ[9]KM[7];B[aa];W[bb])");
    let message = run_quietly(&plan, false).unwrap_err().to_string();
    assert!(message.contains("9 lines") && message.contains("winner"), "{message}");
    let bad = "(;GM[1]SZ[9]KM[7]RE[B+R];B[aa];W[aa]".to_owned() + &";B[bb];W[cc]".repeat(30) + ")";
    std::fs::write(&plan.games[0], bad).unwrap();
    assert!(run_quietly(&plan, false).is_err(), "it does not look for ever");
}
