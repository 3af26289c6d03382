//! Positions on which features are judged while they are generated: facts as bit columns.

use crate::game::{Ending, Game};
use crate::rules::Fact;

/// A small generator; every random number of this crate comes from a seeded one.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// From a seed.
    pub fn new(seed: u64) -> Self {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// Uniform below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.bits()) * n as u128) >> 64) as usize
    }

    /// Uniform in [0, 1).
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// Positions with a value for the starting player.
#[derive(Clone, Debug)]
pub struct Sample {
    /// Values of the variables, position after position.
    pub positions: Vec<Vec<u8>>,
    /// +1 won, −1 lost, 0 drawn for the starting player (or any other value).
    pub values: Vec<f64>,
    columns: Vec<Vec<Vec<u64>>>,
}

impl Sample {
    /// From positions and values; `n_values` is the number of values of each variable.
    pub fn new(positions: Vec<Vec<u8>>, values: Vec<f64>, n_values: &[usize]) -> Self {
        let words = positions.len().div_ceil(64);
        let mut columns: Vec<Vec<Vec<u64>>> =
            n_values.iter().map(|n| vec![vec![0; words]; *n]).collect();
        for (i, position) in positions.iter().enumerate() {
            for (var, value) in position.iter().enumerate() {
                columns[var][*value as usize][i / 64] |= 1 << (i % 64);
            }
        }
        Sample { positions, values, columns }
    }

    /// Bits of the positions where all facts hold, into `out`.
    pub fn matches(&self, facts: &[Fact], out: &mut Vec<u64>) {
        out.clear();
        let words = self.positions.len().div_ceil(64);
        match facts.split_first() {
            None => out.resize(words, u64::MAX),
            Some((first, rest)) => {
                out.extend_from_slice(&self.columns[first.var as usize][first.value as usize]);
                for fact in rest {
                    let column = &self.columns[fact.var as usize][fact.value as usize];
                    out.iter_mut().zip(column).for_each(|(a, b)| *a &= b);
                }
            }
        }
    }
}

/// Positions of random games, one every few plies, with the result of their game.
pub fn playout_sample(game: &Game, n: usize, seed: u64) -> Sample {
    let mut random = Random::new(seed);
    let mut positions = Vec::new();
    let mut values = Vec::new();
    let mut moves = Vec::new();
    let mut changes = Vec::new();
    while positions.len() < n {
        let mut state = game.start();
        let mut met = Vec::new();
        let ending = loop {
            if let Some(ending) = game.moves_or_ending(&state, &mut moves) {
                break ending;
            }
            if random.below(6) == 0 {
                met.push(state.values.clone());
            }
            let mv = moves[random.below(moves.len())];
            game.play(&mut state, mv, &mut changes);
        };
        let value = match ending {
            Ending::Win(0) => 1.0,
            Ending::Win(_) => -1.0,
            Ending::Draw => 0.0,
        };
        values.extend(met.iter().map(|_| value));
        positions.extend(met);
    }
    positions.truncate(n);
    values.truncate(n);
    Sample::new(positions, values, &game.n_values())
}
