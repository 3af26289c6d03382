//! The thesis's formulas word for word (§3.1.2), as the slow version that the quick one is tested against.

use crate::contest::Contest;

/// The coefficients of equation (3) for one feature and one contest: P = (A·γᵢ + B) / (C·γᵢ + D).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Coefficients {
    /// The strength of the winner's other members, if the feature is in the winning team; else 0.
    pub a: f64,
    /// The winner's strength, if the feature is not in it; else 0.
    pub b: f64,
    /// The strength of the feature's teammates, over all teams that have it.
    pub c: f64,
    /// The strength of the teams that do not have it.
    pub d: f64,
}

/// The coefficients of a feature in a contest. `gammas` must have a strength for every feature that occurs.
pub fn coefficients(contest: Contest<'_>, gammas: &[f64], feature: u32) -> Coefficients {
    let others = |team: &[u32]| -> f64 {
        team.iter().filter(|&&id| id != feature).map(|&id| gammas[id as usize]).product()
    };
    let (with, without): (Vec<&[u32]>, _) =
        contest.teams().partition(|team| team.contains(&feature));
    let (winner, won) = (contest.winner(), contest.winner().contains(&feature));
    Coefficients {
        a: if won { others(winner) } else { 0.0 },
        b: if won { 0.0 } else { others(winner) },
        c: with.into_iter().map(others).sum(),
        d: without.into_iter().map(others).sum(),
    }
}

impl Coefficients {
    /// The probability of what happened, as a function of the feature's strength.
    pub fn probability(&self, gamma: f64) -> f64 {
        (self.a * gamma + self.b) / (self.c * gamma + self.d)
    }
}

/// γᵢ ← Wᵢ / Σⱼ Cᵢⱼ/Eⱼ, term by term and without a prior.
pub fn update<'a>(
    contests: impl Iterator<Item = Contest<'a>>,
    gammas: &[f64],
    feature: u32,
) -> f64 {
    let (mut wins, mut sum) = (0.0, 0.0);
    for contest in contests {
        let Coefficients { a, c, d, .. } = coefficients(contest, gammas, feature);
        wins += f64::from(u8::from(a != 0.0));
        sum += c / (c * gammas[feature as usize] + d);
    }
    wins / sum
}
