//! Training without a teacher: games of the program against itself, for any game.

use super::LabError;
use crate::eval::{Evaluator, Folded, UNIT, Weighted};
use crate::feature::{Limits, Random, generate, playout_sample};
use crate::game::{Ending, Game};
use crate::learn::{Choice, Link, Space, choose, grow, lines};
use crate::rules::Fact;
use crate::search::{AlphaBeta, Limit};
use crate::symmetry::Symmetries;
use std::collections::HashSet;
use std::time::Duration;

/// How to train.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Games per round.
    pub games: usize,
    /// Rounds: each plays with what the last learned.
    pub rounds: usize,
    /// Search depth of the games.
    pub depth: u32,
    /// Pattern classes.
    pub classes: usize,
    /// Shapes grown beyond the rules' own.
    pub shapes: usize,
    /// What is learned.
    pub target: Target,
    /// Seed.
    pub seed: u64,
}

/// What positions are labeled with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// The result of the game: a chance, by logistic regression.
    Result,
    /// Mostly the value that the search found (it sees further than the evaluation it uses, so
    /// the next evaluation learns what it saw), partly the result.
    Search,
}

/// Search values are cut off here, in men; a won game counts as much.
const MOST_MEN: f64 = 5.0;
/// Share of the result in a search label.
const RESULT_SHARE: f64 = 0.15;

/// Counts of the facts that tell men apart: own men minus the opponent's, one each.
pub fn material(game: &Game) -> Weighted {
    let program = &game.program;
    let mut out = Weighted::default();
    let (Some(owns), Some(player)) = (program.pred("owns"), program.pred("player")) else {
        return out;
    };
    let first = program.tuples(player).next().map(|t| t[0]);
    let facts: Vec<(Fact, bool)> = program
        .tuples(owns)
        .filter_map(|t| Some((program.fact(owns, t)?, t.first().copied() == first)))
        .collect();
    for (fact, own) in facts {
        let w = if own { UNIT as i32 } else { -(UNIT as i32) };
        out.patterns.push(vec![fact]);
        out.weights.push([w, -w]);
    }
    out
}

/// Positions for the side to move (as first player), with 1 won, 0 lost, ½ drawn, by game.
#[derive(Clone, Debug, Default)]
pub struct Played {
    /// Positions.
    pub positions: Vec<Vec<u8>>,
    /// Results.
    pub results: Vec<f64>,
    /// Values of the search, in men.
    pub found: Vec<f64>,
    /// Decided games, all games.
    pub games: (usize, usize),
}

/// Plays games with an evaluation, a random opening and now and then a random move.
pub fn play(
    game: &Game,
    model: &Weighted,
    symmetries: &Symmetries,
    o: &Options,
    seed: u64,
) -> Played {
    let n_values = n_values(game);
    let mut random = Random::new(seed);
    let mut search =
        AlphaBeta::new(game, Box::new(Folded::new(model, &n_values)) as Box<dyn Evaluator>, 16);
    let mut out = Played::default();
    let (mut moves, mut changes) = (Vec::new(), Vec::new());
    for _ in 0..o.games {
        let mut state = game.start();
        let mut met: Vec<(Vec<u8>, usize, f64)> = Vec::new();
        let opening = 2 + random.below(8) as u32;
        let ending = loop {
            if let Some(ending) = game.ending(&state) {
                break ending;
            }
            game.legal_moves(&state, &mut moves);
            if moves.is_empty() {
                break game.ending_without_moves(&state);
            }
            let mv = if state.ply < opening || random.below(8) == 0 {
                moves[random.below(moves.len())]
            } else {
                let limit = Limit { depth: o.depth, ..Limit::default() };
                let found = search.search(&state, limit);
                if found.depth > 0 {
                    let men = f64::from(found.value) / UNIT;
                    let seen = normalized(&state.values, state.turn, symmetries);
                    met.push((seen, state.turn, men.clamp(-MOST_MEN, MOST_MEN)));
                }
                found.best.unwrap_or(moves[0])
            };
            game.play(&mut state, mv, &mut changes);
        };
        out.games.1 += 1;
        out.games.0 += usize::from(ending != Ending::Draw);
        for (position, side, men) in met {
            out.positions.push(position);
            out.found.push(men);
            out.results.push(match ending {
                Ending::Draw => 0.5,
                Ending::Win(winner) => f64::from(u8::from(winner == side)),
            });
        }
    }
    out
}

/// The position as the first player would see it.
pub fn normalized(values: &[u8], side: usize, symmetries: &Symmetries) -> Vec<u8> {
    let mut out = values.to_vec();
    if let (Some(map), 1) = (&symmetries.swap, side) {
        for (var, value) in values.iter().enumerate() {
            let f = map[var][*value as usize];
            out[f.var as usize] = f.value;
        }
    }
    out
}

/// Values per variable.
pub fn n_values(game: &Game) -> Vec<usize> {
    (0..game.program.fluents.n_vars()).map(|v| game.program.fluents.n_values(v)).collect()
}

/// Patterns from generated features of a game.
pub fn rule_patterns(game: &Game, features: usize, seconds: u64) -> Vec<Vec<Fact>> {
    let sample = playout_sample(game, 512, 7);
    let limits = Limits {
        features,
        clauses: 3_000,
        time: Duration::from_secs(seconds),
        ..Limits::default()
    };
    let mut out: HashSet<Vec<Fact>> = HashSet::new();
    for g in generate(game, &sample, &limits).0 {
        out.extend(g.grounded.map_or(Vec::new(), |g| g.patterns()));
    }
    let mut out: Vec<_> = out.into_iter().collect();
    out.sort_unstable();
    out
}

/// What a round of training found: log-loss on games held out, and on a coin.
#[derive(Clone, Copy, Debug)]
pub struct Round {
    /// Positions learned from.
    pub positions: usize,
    /// Share of decided games.
    pub decided: f64,
    /// On held-out games: mean log-loss (results) or mean squared error in men (search values).
    pub loss: f64,
    /// The same for a constant guess.
    pub base: f64,
    /// Patterns with a weight.
    pub patterns: usize,
}

/// Learns a game by playing it.
pub fn train(
    game: &Game,
    o: &Options,
    progress: &mut dyn FnMut(&Round),
) -> Result<Weighted, LabError> {
    let symmetries = Symmetries::of(&game.program);
    let patterns = rule_patterns(game, 200, 60);
    let sizes = n_values(game);
    let size = |v: usize| sizes[v];
    // Search values are learned as corrections to material, so that few games cannot unlearn it.
    let prior = material(game);
    let mut model = prior.clone();
    let mut all = Played::default();
    for round in 0..o.rounds {
        let played = play(game, &model, &symmetries, o, o.seed + round as u64);
        let decided = played.games.0 as f64 / played.games.1.max(1) as f64;
        if o.target == Target::Search {
            all = Played::default(); // yesterday's values were seen with worse eyes
        }
        all.positions.extend(played.positions);
        all.results.extend(played.results);
        all.found.extend(played.found);
        let n = all.positions.len();
        if n < 200 {
            return Err(LabError::Usage("too few positions; play more games".into()));
        }
        let (targets, link): (Vec<f64>, Link) = match o.target {
            Target::Result => (all.results.clone(), Link::Logistic),
            Target::Search => {
                let mix = |i: usize| {
                    let result = (2.0 * all.results[i] - 1.0) * MOST_MEN;
                    let value = (1.0 - RESULT_SHARE) * all.found[i] + RESULT_SHARE * result;
                    value - f64::from(prior.value(&all.positions[i], 0)) / UNIT
                };
                ((0..n).map(mix).collect(), Link::Identity)
            }
        };
        // Games are contiguous: the last tenth are (but for one) whole games of their own.
        let cut = n - n / 10;
        let mean = targets[..cut].iter().sum::<f64>() / cut as f64;
        let mut shapes = lines(&patterns, &size, &symmetries, 7, 12);
        let centered: Vec<f64> = targets[..cut].iter().map(|r| r - mean).collect();
        let few = cut.min(20_000);
        let from = cut - few;
        shapes.extend(grow(
            &patterns,
            &all.positions[from..cut],
            &centered[from..],
            o.shapes,
            8,
            &size,
            &symmetries,
            &mut |_| {},
        ));
        let space = Space { shapes };
        let rows = space.rows(all.positions[..cut].iter().map(Vec::as_slice));
        let choice = Choice::Stagewise { rounds: 4 };
        let fitted = choose(
            &space,
            &rows,
            &targets[..cut],
            choice,
            o.classes,
            false,
            30.0,
            100.0,
            None,
            link,
        );
        let held = space.rows(all.positions[cut..].iter().map(Vec::as_slice));
        let scores = fitted.predict(&space, &held);
        let truth = &targets[cut..];
        let loss = |score: f64, t: f64| match link {
            Link::Identity => (score - t) * (score - t),
            Link::Logistic => {
                let p = 1.0 / (1.0 + (-score).exp());
                -(t * p.max(1e-6).ln() + (1.0 - t) * (1.0 - p).max(1e-6).ln())
            }
        };
        let constant = match link {
            Link::Identity => mean,
            Link::Logistic => (mean / (1.0 - mean)).ln(),
        };
        let mean_loss = |f: &dyn Fn(usize) -> f64| {
            (0..truth.len()).map(|i| loss(f(i), truth[i])).sum::<f64>() / truth.len() as f64
        };
        model = Weighted::new(&space, &fitted, &symmetries);
        if o.target == Target::Search {
            model = model.plus(&prior);
        }
        progress(&Round {
            positions: n,
            decided,
            loss: mean_loss(&|i| scores[i]),
            base: mean_loss(&|_| constant),
            patterns: model.len(),
        });
    }
    Ok(model)
}
