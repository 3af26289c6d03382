//! Matches at equal time on the processor, color-swapped pairs from random openings.

use crate::eval::UNIT;
use crate::feature::Random;
use crate::game::{Ending, Game, MoveId, State};
use crate::rules::FastMap;
use crate::search::{AlphaBeta, Limit};
use std::time::Duration;

/// Result of a match, for the first player.
#[derive(Clone, Debug, Default)]
pub struct Match {
    /// Won.
    pub wins: u32,
    /// Lost.
    pub losses: u32,
    /// Drawn because a position came a third time.
    pub repetitions: u32,
    /// Drawn by the rules (the ply limit included).
    pub other_draws: u32,
    /// Points of each pair of games with colors swapped: 0, ½ … 2.
    pub pairs: Vec<f64>,
}

impl Match {
    /// Draws of both kinds.
    pub fn draws(&self) -> u32 {
        self.repetitions + self.other_draws
    }

    /// Points per game, a draw being half a point.
    pub fn rate(&self) -> f64 {
        let n = self.wins + self.losses + self.draws();
        (f64::from(self.wins) + 0.5 * f64::from(self.draws())) / f64::from(n.max(1))
    }

    /// Half the width of the 95 % interval (normal approximation; the pair is the unit, for both
    /// its games begin alike).
    pub fn margin(&self) -> f64 {
        let n = self.pairs.len() as f64;
        if n < 2.0 {
            return 1.0;
        }
        let mean = self.pairs.iter().sum::<f64>() / n;
        let spread = self.pairs.iter().map(|p| (p - mean) * (p - mean)).sum::<f64>() / (n - 1.0);
        1.96 * (spread / n).sqrt() / 2.0
    }
}

impl std::fmt::Display for Match {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (wins, losses, draws) = (self.wins, self.losses, self.draws());
        write!(
            f,
            "{wins} won, {losses} lost, {draws} drawn: {:.2} ± {:.2}",
            self.rate(),
            self.margin()
        )
    }
}

/// Plays by the rules; a position met a third time is a draw.
#[derive(Clone, Debug, Default)]
pub struct Referee {
    met: FastMap<u64, u32>,
    /// Whether the game ended by repetition.
    pub repeated: bool,
}

impl Referee {
    /// Legal moves of a position that has just been reached, or how the game ended.
    pub fn look(&mut self, game: &Game, state: &State, moves: &mut Vec<MoveId>) -> Option<Ending> {
        let ending = game.moves_or_ending(state, moves);
        if ending.is_some() {
            return ending;
        }
        let times = self.met.entry(state.hash).or_default();
        *times += 1;
        self.repeated = *times >= 3;
        self.repeated.then_some(Ending::Draw)
    }
}

/// Neither player repeats a position unless it is half a man (or disc) behind: matches are there
/// to find out who is better.
const CONTEMPT: i32 = UNIT as i32 / 2;

/// Plays `pairs` openings twice each, colors swapped.
#[allow(clippy::too_many_arguments)]
pub fn play_match(
    game: &Game,
    first: &mut AlphaBeta<'_>,
    second: &mut AlphaBeta<'_>,
    pairs: usize,
    opening: usize,
    time: Duration,
    seed: u64,
    progress: &mut dyn FnMut(&Match),
) -> Match {
    let mut random = Random::new(seed);
    let mut result = Match::default();
    (first.contempt, second.contempt) = (CONTEMPT, CONTEMPT);
    for _ in 0..pairs {
        let start = opening_position(game, opening, &mut random);
        let mut points = 0.0;
        for swapped in [false, true] {
            let (ending, repeated) = if swapped {
                play_game(game, &start, second, first, time)
            } else {
                play_game(game, &start, first, second, time)
            };
            match ending {
                Ending::Draw if repeated => result.repetitions += 1,
                Ending::Draw => result.other_draws += 1,
                Ending::Win(side) if (side == 1) == swapped => result.wins += 1,
                Ending::Win(_) => result.losses += 1,
            }
            points += match ending {
                Ending::Draw => 0.5,
                Ending::Win(side) => f64::from(u8::from((side == 1) == swapped)),
            };
        }
        result.pairs.push(points);
        progress(&result);
    }
    result
}

fn opening_position(game: &Game, plies: usize, random: &mut Random) -> State {
    let (mut moves, mut changes) = (Vec::new(), Vec::new());
    'again: loop {
        let mut state = game.start();
        for _ in 0..plies {
            if game.moves_or_ending(&state, &mut moves).is_some() {
                continue 'again;
            }
            game.play(&mut state, moves[random.below(moves.len())], &mut changes);
        }
        if game.ending(&state).is_none() {
            return state;
        }
    }
}

fn play_game(
    game: &Game,
    start: &State,
    first: &mut AlphaBeta<'_>,
    second: &mut AlphaBeta<'_>,
    time: Duration,
) -> (Ending, bool) {
    let mut state = start.clone();
    let (mut moves, mut changes) = (Vec::new(), Vec::new());
    let mut referee = Referee::default();
    first.begin_game();
    second.begin_game();
    loop {
        if let Some(ending) = referee.look(game, &state, &mut moves) {
            return (ending, referee.repeated);
        }
        first.note(&state);
        second.note(&state);
        let limit = Limit { time, processor: true, ..Limit::default() };
        let found = match state.turn {
            0 => first.search(&state, limit),
            _ => second.search(&state, limit),
        };
        let mv = found.best.unwrap_or(moves[0]);
        game.play(&mut state, mv, &mut changes);
    }
}

#[cfg(test)]
mod tests {
    use super::{Match, Referee};
    use crate::game::{Ending, Game};
    use crate::rules::open;

    #[test]
    fn the_third_time_is_a_draw() {
        let game = Game::new(open("hasami-6x6", &Default::default()).unwrap()).unwrap();
        let (mut moves, mut changes) = (Vec::new(), Vec::new());
        let mut state = game.start();
        let mut referee = Referee::default();
        for word in ["a6-a5", "a1-a2", "a5-a6", "a2-a1"].iter().cycle().take(8) {
            assert_eq!(referee.look(&game, &state, &mut moves), None);
            let mv = moves.iter().copied().find(|m| game.move_text(*m) == *word).unwrap();
            game.play(&mut state, mv, &mut changes);
        }
        assert_eq!(referee.look(&game, &state, &mut moves), Some(Ending::Draw));
        assert!(referee.repeated);
    }

    #[test]
    fn draws_are_half_points_and_the_interval_is_over_pairs() {
        let pairs = vec![2.0, 1.0, 1.0, 2.0];
        let m = Match { wins: 4, repetitions: 3, other_draws: 1, pairs, ..Match::default() };
        assert_eq!((m.draws(), m.rate()), (4, 0.75));
        // Pair means 1, ½, ½, 1: standard deviation 1/√12.
        assert!((m.margin() - 1.96 * (1.0f64 / 12.0).sqrt() / 2.0).abs() < 1e-9, "{}", m.margin());
    }
}
