//! How right playouts are about games that were counted: the score they expect some moves before the end, beside the one that came.
//!
//! It takes seconds where a match takes hours, and says nothing of the moves a search would choose. Scores of territory differ by
//! a point or so from those of area, which playouts count.

use crate::corpus::files::GameFiles;
use crate::corpus::{CorpusError, replay};
use aji_goban::{Color, Komi, Position, Size};
use aji_notation::sgf::scan::Record;
use aji_notation::sgf::{GameResult, Way};
use aji_search::Random;
use aji_search::playout::{Player, Playouts, Start};
use serde::Serialize;
use std::path::PathBuf;
use thiserror::Error;

/// An expectation that misses the score by more points than this has a group wrong.
pub const FAR: f64 = 12.0;

/// Games shorter than this were not played to their end.
const LEAST_MOVES_PER_LINE: usize = 4;

/// What is measured.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Game records or folders of them.
    pub games: Vec<PathBuf>,
    /// Their board.
    pub size: Size,
    /// So many games at most.
    pub limit: usize,
    /// Playouts from each position.
    pub n_playouts: u32,
    /// The seed of all chance.
    pub seed: u64,
}

/// A position of a counted game.
#[derive(Clone)]
pub struct Case {
    position: Position,
    komi: Komi,
    /// By how many points Black won.
    lead: f64,
}

/// What playouts expect so many moves before the end.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Judgement {
    /// So many moves.
    pub moves_before_end: usize,
    /// Games that were that long.
    pub games: usize,
    /// Points by which the expected score misses the true one, on average.
    pub error: f64,
    /// The 95 % interval of that is so much wide to either side.
    pub error_within: f64,
    /// The part of the games where it misses by more than [`FAR`].
    pub far_off: f64,
    /// The part of the games whose winner wins most playouts.
    pub right: f64,
    /// The logarithm of the part of playouts that the true winner wins, on average.
    pub log_likelihood: f64,
    /// The standard deviation of the scores of one position's playouts, on average.
    pub spread: f64,
}

/// Why nothing was measured.
#[derive(Debug, Error)]
pub enum JudgementError {
    /// Games cannot be read.
    #[error(transparent)]
    Corpus(#[from] CorpusError),
    /// None of them fits.
    #[error(
        "no game of {0}×{0} in these files was counted and has its komi: a result such as RE[B+3.5] is needed, and KM"
    )]
    NoGames(usize),
}

/// The games of a plan that can be judged.
pub fn games(plan: &Plan) -> Result<Vec<Record>, JudgementError> {
    let (mut files, mut record, mut found) =
        (GameFiles::open(&plan.games)?, Record::new(), Vec::new());
    while found.len() < plan.limit && files.next_record(&mut record)? {
        let is_long = record.moves.len() >= LEAST_MOVES_PER_LINE * plan.size.lines();
        let is_counted = lead_of(&record).is_some() && record.komi.is_some();
        if record.size() == Some(plan.size) && is_long && is_counted {
            found.extend(replay::check(&record).is_ok().then(|| record.clone()));
        }
    }
    if found.is_empty() {
        return Err(JudgementError::NoGames(plan.size.lines()));
    }
    Ok(found)
}

/// By how many points Black won a counted game; draws have no winner that playouts could be right about.
fn lead_of(record: &Record) -> Option<f64> {
    match record.result? {
        GameResult::Win(Color::Black, Way::HalfPoints(n)) => Some(f64::from(n) / 2.0),
        GameResult::Win(Color::White, Way::HalfPoints(n)) => Some(f64::from(n) / -2.0),
        _ => None,
    }
}

/// The positions of games so many moves before their end; games that are too short have none.
pub fn cases(games: &[Record], moves_before_end: usize) -> Vec<Case> {
    let case = |record: &Record| {
        let n_moves = record.moves.len().checked_sub(moves_before_end)?;
        let position = replay::position_after(record, n_moves)?;
        Some(Case { position, komi: record.komi?, lead: lead_of(record)? })
    };
    games.iter().filter_map(case).collect()
}

/// What the playouts of one position say.
struct Expectation {
    /// Black's lead in points.
    lead: f64,
    spread: f64,
    /// The part that Black wins, draws as half; never quite 0 or 1.
    black_wins: f64,
}

fn expect(case: &Case, playouts: &Playouts, n_playouts: u32, seed: u64) -> Expectation {
    let start = Start::new(&case.position, playouts.clone());
    let mut player = Player::new(&start, Random::new(seed));
    let (mut sum, mut squares, mut wins) = (0.0, 0.0, 0.0);
    for _ in 0..n_playouts {
        player.reset(&start);
        let margin = player.play_out(case.komi);
        let lead = f64::from(margin.half_points_for(Color::Black)) / 2.0;
        sum += lead;
        squares += lead * lead;
        wins += match margin.winner() {
            Some(Color::Black) => 1.0,
            Some(Color::White) => 0.0,
            None => 0.5,
        };
    }
    let n = f64::from(n_playouts);
    let lead = sum / n;
    let spread = (squares / n - lead * lead).max(0.0).sqrt();
    Expectation { lead, spread, black_wins: (wins + 0.5) / (n + 1.0) }
}

/// Judges the positions by playouts; `go_on` hears how many are done, and is false to stop. None if it was, or if there are no cases.
pub fn judge(
    cases: &[Case],
    moves_before_end: usize,
    playouts: &Playouts,
    plan: &Plan,
    mut go_on: impl FnMut(usize) -> bool,
) -> Option<Judgement> {
    let (mut errors, mut far_off, mut right, mut likelihood, mut spread) =
        (Vec::with_capacity(cases.len()), 0, 0.0, 0.0, 0.0);
    for (i, case) in cases.iter().enumerate() {
        if !go_on(i) {
            return None;
        }
        let expected = expect(case, playouts, plan.n_playouts, plan.seed ^ i as u64);
        let error = (expected.lead - case.lead).abs();
        errors.push(error);
        far_off += usize::from(error > FAR);
        spread += expected.spread;
        let winner = if case.lead > 0.0 { expected.black_wins } else { 1.0 - expected.black_wins };
        right += f64::from(winner > 0.5);
        likelihood += winner.ln();
    }
    let n = cases.len() as f64;
    let error = errors.iter().sum::<f64>() / n;
    let variance = errors.iter().map(|e| (e - error).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
    (!cases.is_empty()).then_some(Judgement {
        moves_before_end,
        games: cases.len(),
        error,
        error_within: 1.96 * (variance / n).sqrt(),
        far_off: far_off as f64 / n,
        right: right / n,
        log_likelihood: likelihood / n,
        spread: spread / n,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use aji_notation::collection::GameReader;
    use aji_search::playout::gammas::Strengths;
    use aji_search::settings::PlayoutSettings;

    /// Black has the left half and White the right one, of seven lines; the last moves fill the wall between them.
    fn game(result: &str) -> String {
        let mut text = format!("(;SZ[7]KM[0.5]RE[{result}]");
        for row in "abcdefg".chars() {
            text += &format!(";B[c{row}];W[d{row}]");
        }
        for (black, white) in
            ["bbfb", "bdfd", "bfff", "abgb", "adgd", "afgf", "bafa"].map(|moves| moves.split_at(2))
        {
            text += &format!(";B[{black}];W[{white}]");
        }
        text + ")"
    }

    /// A plan for the games of a file that is gone when the test is over.
    struct Written(Plan);

    impl Drop for Written {
        fn drop(&mut self) {
            let _ = std::fs::remove_file(&self.0.games[0]);
        }
    }

    fn plan(name: &str, text: &str) -> Written {
        let name = format!("aji-judgement-{}-{name}.sgf", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::write(&path, text).unwrap();
        let size = Size::new(7).unwrap();
        Written(Plan { games: vec![path], size, limit: 100, n_playouts: 20, seed: 1 })
    }

    fn judged(Written(plan): &Written, before: usize) -> Option<Judgement> {
        let playouts = Playouts::new(&PlayoutSettings::default(), &Strengths::none(), plan.size);
        judge(&cases(&games(plan).unwrap(), before), before, &playouts, plan, |_| true)
    }

    #[test]
    fn a_settled_board_is_judged_by_its_score() {
        // Black has 21 points and White 28: 7 and komi.
        let right = judged(&plan("right", &game("W+7.5")), 0).unwrap();
        assert_eq!((right.games, right.moves_before_end), (1, 0));
        assert!(right.error < 0.5 && right.far_off == 0.0 && right.right == 1.0, "{right:?}");
        assert!(right.log_likelihood > -0.1 && right.spread < 1.0, "{right:?}");
        let wrong = judged(&plan("wrong", &game("B+7.5")), 0).unwrap();
        assert!((wrong.error - right.error - 15.0).abs() < 1.0, "{wrong:?}");
        assert!(wrong.far_off == 1.0 && wrong.right == 0.0, "{wrong:?}");
        assert!(wrong.log_likelihood < -2.0, "{wrong:?}");
    }

    #[test]
    fn both_games_count_and_their_difference_makes_the_interval() {
        let both = judged(&plan("both", &(game("W+7.5") + &game("W+17.5"))), 0).unwrap();
        assert_eq!(both.games, 2);
        // Two errors, some ten points apart.
        assert!((both.error - 5.0).abs() < 0.5, "{both:?}");
        assert!((both.error_within - 1.96 * 5.0).abs() < 1.0, "{both:?}");
    }

    #[test]
    fn earlier_positions_are_harder_and_short_games_have_none() {
        let plan = plan("early", &game("W+7.5"));
        let (late, early) = (judged(&plan, 0).unwrap(), judged(&plan, 26).unwrap());
        assert!(early.spread > 3.0 * late.spread.max(1.0), "{early:?} {late:?}");
        assert_eq!(judged(&plan, 29), None, "the game has 28 moves");
    }

    #[test]
    fn only_counted_games_with_a_komi_are_judged() {
        let resigned = game("W+R");
        let without_komi = game("W+7.5").replace("KM[0.5]", "");
        let other_board = game("W+7.5").replace("SZ[7]", "SZ[9]");
        let all = resigned + &without_komi + &other_board;
        let error = games(&plan("none", &all).0).unwrap_err();
        assert!(error.to_string().contains("no game of 7×7"), "{error}");
        let one = plan("one", &(all + &game("W+7.5")));
        assert_eq!(games(&one.0).unwrap().len(), 1);
        let mut record = Record::new();
        let text = game("Draw");
        GameReader::new(text.as_bytes()).unwrap().next_record(&mut record).unwrap();
        assert_eq!(lead_of(&record), None);
    }

    #[test]
    fn it_stops_when_it_is_told() {
        let written = plan("stop", &(game("W+7.5") + &game("W+7.5")));
        let plan = &written.0;
        let playouts = Playouts::new(&PlayoutSettings::default(), &Strengths::none(), plan.size);
        let cases = cases(&games(plan).unwrap(), 0);
        let mut heard = Vec::new();
        let judgement = judge(&cases, 0, &playouts, plan, |done| {
            heard.push(done);
            done < 1
        });
        assert_eq!((judgement, heard), (None, vec![0, 1]));
    }
}
