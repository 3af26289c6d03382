//! A whole game of Othello: one model per phase, learned from the results of tournament games.

use super::LabError;
use super::data::{Record, Squares, TEST_YEAR};
use super::eighteen::Eighteen;
use crate::eval::{Progress, Weighted};
use crate::game::Game;
use crate::learn::{Choice, Selection, Space, choose, lines};
use crate::othello::{Board, replay};
use crate::rules::Fact;
use crate::symmetry::Symmetries;

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
    pub eighteen: Eighteen,
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
    let (boards, results) = positions(records, 42, 1500);
    let values: Vec<Vec<u8>> = boards.iter().map(|b| squares.position(*b)).collect();
    let eighteen = Eighteen::choose(game, &values, &results, 200);
    let mut out = Phases { patterns: Vec::new(), eighteen, logical: Vec::new() };
    for center in CENTERS {
        let (boards, results) = positions(records, center, most);
        let values: Vec<Vec<u8>> = boards.iter().map(|b| squares.position(*b)).collect();
        let rows = space.rows(values.iter().map(Vec::as_slice));
        let s =
            Selection { lambda: 40.0, ..Selection::new(Choice::Stagewise { rounds: 2 }, classes) };
        let model = choose(&space, &rows, &results, &s);
        out.patterns.push(Weighted::new(&space, &model, &symmetries));
        let few = values.len().min(3000);
        out.logical.push(out.eighteen.weigh(&values[..few], &results[..few], 10.0));
        progress(&format!(
            "phase {center}: {} positions, {} patterns",
            boards.len(),
            model.chosen.len()
        ));
    }
    Ok(out)
}
