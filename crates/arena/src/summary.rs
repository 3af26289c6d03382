//! The figures of a match of two, in words and as JSON.

use crate::standing::Standing;
use crate::statistics::elo::{Elo, finite, likelihood_of_superiority};
use crate::statistics::significance::better_than;
use crate::statistics::{Interval, Sequential, Tally, Verdict};
use crate::tournament::Outcome;
use aji_goban::Color;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;

/// The figures of the first player.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// The match's name.
    #[serde(rename = "match")]
    pub match_id: String,
    /// The player whose figures these are.
    pub player: String,
    /// The other.
    pub opponent: String,
    /// Games in all.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Points per game, a draw counting half.
    pub win_rate: f64,
    /// Wilson's 95 % interval of the win rate.
    pub interval: Interval,
    /// The thesis's interval (normal approximation), to compare with its tables.
    pub interval_thesis: Interval,
    /// The Elo difference; `null` if every game was won or lost.
    pub elo: Option<f64>,
    /// Its 95 % interval; an end that games cannot bound is `null`.
    pub elo_interval: [Option<f64>; 2],
    /// How likely it is that the player is the better one.
    pub likelihood_of_superiority: f64,
    /// Standard deviations above even (thesis, appendix B); from 1.645 on significant at 5 %.
    pub u0: f64,
    /// Results with Black.
    pub as_black: Tally,
    /// Results with White.
    pub as_white: Tally,
    /// Pairs with 0, ½, 1, 1½ and 2 points.
    pub pairs: [u64; 5],
    /// The sequential test, if there was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SprtSummary>,
    /// Seconds a move: the player's and the opponent's.
    pub seconds_per_move: [f64; 2],
    /// How the games went.
    #[serde(flatten)]
    pub conduct: Conduct,
}

/// How games went, whoever won them.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Conduct {
    /// How often games ended for which reason.
    pub reasons: BTreeMap<String, u64>,
    /// Games with the moves of an earlier one, up to symmetry.
    pub duplicates: u64,
    /// Games in which the engines did not agree on the dead stones.
    pub disputed: u64,
    /// The average number of moves.
    pub mean_moves: f64,
    /// Games played by this run; the others were stored before.
    pub played: u64,
    /// How long this run took.
    pub seconds: f64,
    /// Was it interrupted before all games were played?
    pub interrupted: bool,
}

/// Where the sequential test stands.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SprtSummary {
    /// The test.
    #[serde(flatten)]
    pub test: Sequential,
    /// The logarithm of the likelihood ratio.
    pub llr: f64,
    /// Between these the question is open.
    pub bounds: [f64; 2],
    /// The answer.
    pub verdict: Verdict,
}

impl Summary {
    /// The figures of a match's first player.
    pub fn new(match_id: String, outcome: &Outcome, test: Option<&Sequential>) -> Summary {
        let standing = &outcome.standing;
        let tally = standing.tally(0);
        let elo = Elo::of(&tally);
        let name = |player: usize| outcome.names.get(player).cloned().unwrap_or_default();
        Summary {
            match_id,
            player: name(0),
            opponent: name(1),
            games: tally.games(),
            wins: tally.wins,
            draws: tally.draws,
            losses: tally.losses,
            win_rate: tally.rate(),
            interval: Interval::wilson(&tally),
            interval_thesis: Interval::thesis(&tally),
            elo: finite(elo.value),
            elo_interval: [finite(elo.interval.low), finite(elo.interval.high)],
            likelihood_of_superiority: likelihood_of_superiority(&tally),
            u0: better_than(&tally, 0.5).u0,
            as_black: standing.tally_with(0, Color::Black),
            as_white: standing.tally_with(0, Color::White),
            pairs: standing.pairs(0).counts,
            sprt: test.map(|test| SprtSummary::new(test, standing)),
            seconds_per_move: [0, 1].map(|player| standing.seconds_per_move(player)),
            conduct: Conduct::new(outcome),
        }
    }
}

impl Conduct {
    /// How the games of a match or tournament went.
    pub fn new(outcome: &Outcome) -> Conduct {
        let standing = &outcome.standing;
        Conduct {
            reasons: standing.reasons(),
            duplicates: standing.duplicates(),
            disputed: standing.disputed(),
            mean_moves: standing.mean_moves(),
            played: outcome.n_played,
            seconds: outcome.elapsed.as_secs_f64(),
            interrupted: outcome.is_cancelled,
        }
    }

    /// How games ended, and what the reader should know of them: a line each.
    pub(crate) fn write_remarks(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reasons: Vec<String> =
            self.reasons.iter().map(|(reason, n)| format!("{n} {reason}")).collect();
        writeln!(f, "  endings     {}", reasons.join(", "))?;
        if self.disputed > 0 {
            writeln!(f, "  disputed    {} games: dead stones not agreed on", self.disputed)?;
        }
        if self.duplicates > 0 {
            writeln!(
                f,
                "  duplicates  {} games repeat earlier ones: give openings or seeds",
                self.duplicates
            )?;
        }
        Ok(())
    }

    /// `12.3 s for 20 games, 64 moves a game`.
    pub(crate) fn time(&self) -> String {
        format!(
            "{:.1} s for {} games, {:.0} moves a game",
            self.seconds, self.played, self.mean_moves
        )
    }
}

impl SprtSummary {
    fn new(test: &Sequential, standing: &Standing) -> SprtSummary {
        let pairs = standing.pairs(0);
        let (low, high) = test.bounds();
        let (llr, verdict) = (test.log_likelihood_ratio(&pairs), test.verdict(&pairs));
        SprtSummary { test: *test, llr, bounds: [low, high], verdict }
    }
}

/// `12–7 (1 drawn)  62.5 % [40.1, 80.5]  Elo +89 [−70, +246]`.
pub fn score_line(tally: &Tally) -> String {
    let interval = Interval::wilson(tally);
    let elo = Elo::of(tally);
    let drawn = if tally.draws == 0 { String::new() } else { format!(" ({} drawn)", tally.draws) };
    format!(
        "{}-{}{drawn}  {:.1} % [{:.1}, {:.1}]  Elo {} [{}, {}]",
        tally.wins,
        tally.losses,
        100.0 * tally.rate(),
        100.0 * interval.low,
        100.0 * interval.high,
        signed(elo.value),
        signed(elo.interval.low),
        signed(elo.interval.high),
    )
}

/// `+89`, or what no number of games can bound.
pub(crate) fn signed(elo: f64) -> String {
    match elo {
        f64::INFINITY => "+inf".to_owned(),
        f64::NEG_INFINITY => "-inf".to_owned(),
        // Rounding may give −0, and adding 0 takes its sign.
        elo => format!("{:+.0}", elo.round() + 0.0),
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tally = Tally { wins: self.wins, draws: self.draws, losses: self.losses };
        writeln!(f, "{} against {}: {} games", self.player, self.opponent, self.games)?;
        writeln!(f, "  score       {}", score_line(&tally))?;
        let (black, white) = (&self.as_black, &self.as_white);
        writeln!(
            f,
            "  colors      {}-{} with Black, {}-{} with White",
            black.wins, black.losses, white.wins, white.losses
        )?;
        writeln!(
            f,
            "  better?     likelihood {:.1} %, u0 = {:.2}{}",
            100.0 * self.likelihood_of_superiority,
            self.u0,
            if self.u0 >= 1.645 { " (significant at 5 %)" } else { "" }
        )?;
        if let Some(sprt) = &self.sprt {
            let answer = match sprt.verdict {
                Verdict::Open => "open",
                Verdict::AcceptNull => "no",
                Verdict::AcceptAlternative => "yes",
            };
            writeln!(
                f,
                "  sequential  {:+} rather than {:+} Elo? {answer}; ratio {:.2} in [{:.2}, {:.2}]",
                sprt.test.elo1, sprt.test.elo0, sprt.llr, sprt.bounds[0], sprt.bounds[1]
            )?;
        }
        self.conduct.write_remarks(f)?;
        let [player, opponent] = self.seconds_per_move;
        let time = self.conduct.time();
        write!(f, "  time        {time}, {player:.3} and {opponent:.3} s a move")
    }
}
