//! Contests whose answer is known: what a learner finds can be held against what was planted.

use crate::contest::Contests;
use crate::mm::Groups;
use crate::model::Model;
use crate::numbers::softmax;
use crate::random::Random;

/// Planted strengths, and planted effects of pairs of features.
///
/// A team has one feature of each group. The logarithm of its strength is the sum of its features' own, plus or minus
/// `pair_effect` as its members of the first two groups are both even, both odd, or not. No sum over single features
/// can express the latter.
#[derive(Clone, Debug)]
pub struct World {
    groups: Groups,
    log_gammas: Vec<f32>,
    pair_effect: f32,
}

impl World {
    /// Draws the logarithms of strengths from a normal distribution with the given deviation.
    pub fn new(groups: Groups, deviation: f64, pair_effect: f32, seed: u64) -> World {
        let mut random = Random::new(seed);
        let mut draw = |_| (deviation * random.normal()) as f32;
        World { log_gammas: (0..groups.n_features()).map(&mut draw).collect(), groups, pair_effect }
    }

    /// The planted logarithms of strengths.
    pub fn log_gammas(&self) -> &[f32] {
        &self.log_gammas
    }

    /// Plays contests of `n_teams` random teams, `moves` in each game, and chooses by planted strength.
    pub fn play(&self, games: u32, moves: u32, n_teams: usize, seed: u64) -> Contests {
        let mut random = Random::new(seed);
        let (mut contests, mut team) = (Contests::default(), Vec::new());
        let (mut scores, mut probabilities) = (Vec::new(), Vec::new());
        for (game, number) in
            (0..games).flat_map(|game| (0..moves).map(move |number| (game, number)))
        {
            scores.clear();
            for _ in 0..n_teams {
                team.clear();
                let mut draw = |group| {
                    let range = self.groups.group(group);
                    range.start + random.below(range.len()) as u32
                };
                team.extend((0..self.groups.len()).map(&mut draw));
                scores.push(self.score(&team));
                contests.team(&team);
            }
            softmax(&scores, 1.0, &mut probabilities);
            let mut lot = random.unit();
            let chosen = probabilities.iter().position(|p| {
                lot -= p;
                lot < 0.0
            });
            // Without teams there is nothing to choose, and nothing to keep.
            let _ = contests.close(chosen.unwrap_or(n_teams.saturating_sub(1)), game, number);
        }
        contests
    }
}

impl Model for World {
    fn score(&self, team: &[u32]) -> f32 {
        let single: f32 = team.iter().filter_map(|&id| self.log_gammas.get(id as usize)).sum();
        let pair = match team {
            [first, second, ..] if (first ^ second) & 1 == 0 => self.pair_effect,
            [_, _, ..] => -self.pair_effect,
            _ => 0.0,
        };
        single + pair
    }

    fn n_features(&self) -> usize {
        self.log_gammas.len()
    }
}
