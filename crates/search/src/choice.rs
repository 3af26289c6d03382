//! From a report to a decision: the best move, a pass, or resignation.

use crate::report::{Candidate, Report};
use crate::settings::{Best, ChoiceSettings};
use crate::tree::Proof;
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

/// What to do, given what the search found, and whether it is time to resign if that looks hopeless.
pub fn decide(
    game: &Game,
    report: &Report,
    settings: &ChoiceSettings,
    may_resign: bool,
) -> Decision {
    let color = report.to_move;
    let answers_a_pass = game.position().last_move() == Some(Move::Pass);
    if settings.pass_when_won && answers_a_pass {
        let margin = game.margin(&Agreement::default());
        if margin.winner() == Some(color) {
            return Decision::Play(Move::Pass);
        }
    }
    let Some(best) = best(report, settings) else { return Decision::Play(Move::Pass) };
    let early = settings.resign_after_moves_per_line * game.size().lines();
    let is_hopeless = best.visits > 0 && best.win_rate_for(color) < settings.resign_below;
    if is_hopeless && may_resign && game.moves().len() >= early {
        return Decision::Resign;
    }
    if best.play == Move::Pass && !may_pass(best, report, settings, answers_a_pass) {
        let other = report.candidates.iter().find(|c| c.play != Move::Pass);
        return Decision::Play(other.map_or(Move::Pass, |other| other.play));
    }
    Decision::Play(best.play)
}

/// The best move, in the sense of the settings. A proven win comes before all others.
fn best<'a>(report: &'a Report, settings: &ChoiceSettings) -> Option<&'a Candidate> {
    let color = report.to_move;
    let certain = report.candidates.iter().find(|c| c.visits > 0 && c.proof == Some(Proof::Win));
    certain.or_else(|| match settings.best {
        Best::Visits => report.best(),
        Best::VisitsAndValue => {
            let worth = |c: &Candidate| f64::from(c.visits) * c.win_rate_for(color);
            let all = report.candidates.iter();
            let best = all.reduce(|best, next| if worth(next) > worth(best) { next } else { best });
            let is_vetoed = |best: &&Candidate| {
                let opinion = report.second_opinion.filter(|opinion| opinion.is_vetoed);
                opinion.is_some_and(|opinion| opinion.doubted == best.play)
            };
            // What a second opinion puts in its place comes first.
            if best.as_ref().is_some_and(is_vetoed) { report.best() } else { best }
        }
    })
}

/// May the pass that looks best be played?
fn may_pass(
    pass: &Candidate,
    report: &Report,
    settings: &ChoiceSettings,
    answers_a_pass: bool,
) -> bool {
    let is_only_move = report.candidates.len() == 1;
    let is_free = settings.pass_from == 0.0;
    let wins = pass.win_rate_for(report.to_move) >= settings.pass_from;
    is_only_move || is_free || (answers_a_pass && wins)
}
