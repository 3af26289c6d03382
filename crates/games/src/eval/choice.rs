//! Which evaluator is fastest for these patterns: all are tried on random games.

use super::{Cover, Evaluator, Flat, Folded, Weighted};
use crate::feature::Random;
use crate::game::{Change, Game};
use std::hint::black_box;
use std::time::Instant;

/// Moves that each evaluator is tried on.
const MOVES: usize = 400;
/// Larger tables are not made: they would not stay in the cache.
const MOST_ENTRIES: usize = 4_000_000;

/// The evaluator chosen, and what each kind cost.
pub struct Fastest {
    /// Its kind.
    pub name: &'static str,
    /// Nanoseconds to make a move, evaluate the position and take the move back.
    pub costs: Vec<(&'static str, f64)>,
    /// Itself.
    pub evaluator: Box<dyn Evaluator>,
}

/// A position and the changes of the moves that follow it.
type Line = (Vec<u8>, Vec<Vec<Change>>);

impl Weighted {
    /// The evaluator that is fastest on this machine. All give the same values, so that the choice
    /// changes nothing but time.
    pub fn fastest(&self, game: &Game) -> Fastest {
        let sizes = game.n_values();
        let lines = random_lines(game);
        let mut all: Vec<(&'static str, Box<dyn Evaluator>)> = vec![
            ("flat", Box::new(Flat::new(self, &sizes))),
            ("cover", Box::new(Cover::new(self, &sizes))),
        ];
        let folded = Folded::new(self, &sizes);
        if folded.n_entries() <= MOST_ENTRIES {
            all.push(("folded", Box::new(folded)));
        }
        let cost = |e: &mut dyn Evaluator| {
            // The best of three: the others were disturbed.
            (0..3).map(|_| nanoseconds(e, &lines)).fold(f64::INFINITY, f64::min)
        };
        let costs: Vec<_> = all.iter_mut().map(|(name, e)| (*name, cost(e.as_mut()))).collect();
        let best = (0..costs.len()).min_by(|a, b| costs[*a].1.total_cmp(&costs[*b].1));
        let (name, evaluator) = all.swap_remove(best.unwrap_or(0));
        Fastest { name, costs, evaluator }
    }
}

fn random_lines(game: &Game) -> Vec<Line> {
    let mut random = Random::new(1);
    let (mut moves, mut changes) = (Vec::new(), Vec::new());
    let mut out: Vec<Line> = Vec::new();
    let mut n = 0;
    // A game that is over at the start would never fill the list.
    for _ in 0..MOVES {
        let mut state = game.start();
        let mut line: Line = (state.values.clone(), Vec::new());
        while n < MOVES && line.1.len() < 60 && game.moves_or_ending(&state, &mut moves).is_none() {
            game.play(&mut state, moves[random.below(moves.len())], &mut changes);
            line.1.push(changes.clone());
            n += 1;
        }
        out.push(line);
        if n >= MOVES {
            break;
        }
    }
    out
}

fn nanoseconds(e: &mut dyn Evaluator, lines: &[Line]) -> f64 {
    let mut spent = 0.0;
    let mut n = 0;
    for (start, moves) in lines {
        e.reset(start);
        let begun = Instant::now();
        for (i, changes) in moves.iter().enumerate() {
            e.update(changes);
            black_box(e.value(i & 1));
        }
        moves.iter().for_each(|_| e.undo());
        spent += begun.elapsed().as_secs_f64();
        n += moves.len();
    }
    spent * 1e9 / n.max(1) as f64
}
