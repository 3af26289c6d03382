//! From a report to a decision: the best move, a pass, or resignation.

use crate::report::Report;
use crate::settings::ChoiceSettings;
use aji_goban::score::Agreement;
use aji_goban::{Game, Move};

/// What the engine answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// A move.
    Play(Move),
    /// The game is lost.
    Resign,
}

/// What to do, given what the search found.
pub fn decide(game: &Game, report: &Report, settings: &ChoiceSettings) -> Decision {
    let color = report.to_move;
    let answers_a_pass = game.position().last_move() == Some(Move::Pass);
    if settings.pass_when_won && answers_a_pass {
        let margin = game.margin(&Agreement::default());
        if margin.winner() == Some(color) {
            return Decision::Play(Move::Pass);
        }
    }
    let Some(best) = report.best() else { return Decision::Play(Move::Pass) };
    let early = settings.resign_after_moves_per_line * game.size().lines();
    let is_hopeless = best.visits > 0 && best.win_rate_for(color) < settings.resign_below;
    if is_hopeless && game.moves().len() >= early {
        return Decision::Resign;
    }
    Decision::Play(best.play)
}
