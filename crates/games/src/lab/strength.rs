//! Matches at equal time, color-swapped pairs from random openings.

use crate::eval::Evaluator;
use crate::feature::Random;
use crate::game::{Ending, Game, State};
use crate::rules::FastMap;
use crate::search::{AlphaBeta, Limit};
use std::time::Duration;

/// A player: an evaluation for each phase of the game, chosen by the position searched.
pub struct Player<'g> {
    /// One searcher per phase.
    pub phases: Vec<AlphaBeta<'g>>,
    /// Which phase a position belongs to.
    pub phase: Box<dyn Fn(&State) -> usize + 'g>,
}

impl<'g> Player<'g> {
    /// A player with one evaluation throughout.
    pub fn single(game: &'g Game, evaluator: Box<dyn Evaluator + 'g>) -> Self {
        Player { phases: vec![AlphaBeta::new(game, evaluator, 16)], phase: Box::new(|_| 0) }
    }
}

/// Result of a match, for the first player.
#[derive(Clone, Copy, Debug, Default)]
pub struct Match {
    /// Won.
    pub wins: u32,
    /// Lost.
    pub losses: u32,
    /// Drawn.
    pub draws: u32,
}

impl Match {
    /// Points per game.
    pub fn rate(&self) -> f64 {
        let n = self.wins + self.losses + self.draws;
        (f64::from(self.wins) + 0.5 * f64::from(self.draws)) / f64::from(n.max(1))
    }

    /// Half the width of the 95 % interval (normal approximation on single games).
    pub fn margin(&self) -> f64 {
        let n = f64::from((self.wins + self.losses + self.draws).max(1));
        1.96 * (self.rate() * (1.0 - self.rate()) / n).sqrt()
    }
}

/// Plays `pairs` openings twice each, colors swapped; a position met a third time is a draw.
#[allow(clippy::too_many_arguments)]
pub fn play_match<'g>(
    game: &Game,
    first: &mut Player<'g>,
    second: &mut Player<'g>,
    pairs: usize,
    opening: usize,
    time: Duration,
    seed: u64,
    progress: &mut dyn FnMut(&Match),
) -> Match {
    let mut random = Random::new(seed);
    let mut result = Match::default();
    for _ in 0..pairs {
        let start = opening_position(game, opening, &mut random);
        for swapped in [false, true] {
            let ending = if swapped {
                play_game(game, &start, second, first, time)
            } else {
                play_game(game, &start, first, second, time)
            };
            match ending {
                Ending::Draw => result.draws += 1,
                Ending::Win(side) if (side == 1) == swapped => result.wins += 1,
                Ending::Win(_) => result.losses += 1,
            }
        }
        progress(&result);
    }
    result
}

fn opening_position(game: &Game, plies: usize, random: &mut Random) -> State {
    let (mut moves, mut changes) = (Vec::new(), Vec::new());
    'again: loop {
        let mut state = game.start();
        for _ in 0..plies {
            game.legal_moves(&state, &mut moves);
            if moves.is_empty() || game.ending(&state).is_some() {
                continue 'again;
            }
            game.play(&mut state, moves[random.below(moves.len())], &mut changes);
        }
        if game.ending(&state).is_none() {
            return state;
        }
    }
}

fn play_game<'g>(
    game: &Game,
    start: &State,
    first: &mut Player<'g>,
    second: &mut Player<'g>,
    time: Duration,
) -> Ending {
    let mut state = start.clone();
    let (mut moves, mut changes) = (Vec::new(), Vec::new());
    let mut met: FastMap<u64, u32> = FastMap::default();
    loop {
        if let Some(ending) = game.ending(&state) {
            return ending;
        }
        let times = met.entry(state.hash).or_default();
        *times += 1;
        if *times >= 3 {
            return Ending::Draw;
        }
        game.legal_moves(&state, &mut moves);
        if moves.is_empty() {
            return game.ending_without_moves(&state);
        }
        let player = if state.turn == 0 { &mut *first } else { &mut *second };
        let phase = (player.phase)(&state).min(player.phases.len() - 1);
        let found = player.phases[phase].search(&state, Limit { time, ..Limit::default() });
        let mv = found.best.unwrap_or(moves[0]);
        game.play(&mut state, mv, &mut changes);
    }
}
