//! Othello games and positions with exact values.

use super::LabError;
use crate::feature::Random;
use crate::othello::{Board, Solver, replay};
use crate::rules::{Program, Value};
use std::collections::HashSet;
use std::io::Read;
use std::path::Path;

/// A game: year (0 if unknown) and moves.
#[derive(Clone, Debug)]
pub struct Record {
    /// Year played.
    pub year: u32,
    /// `f5d6c3…`
    pub moves: String,
}

fn read_zst(path: &Path) -> Result<String, LabError> {
    let wrap = |source| LabError::File { path: path.display().to_string(), source };
    let file = std::fs::File::open(path).map_err(wrap)?;
    let mut text = String::new();
    let mut decoder = zstd::Decoder::new(file).map_err(wrap)?;
    decoder.read_to_string(&mut text).map_err(wrap)?;
    Ok(text)
}

/// Tournament games and strong web games from the folder that contains `othello/`.
pub fn games(data: &Path) -> Result<Vec<Record>, LabError> {
    let mut out = Vec::new();
    for line in
        read_zst(&data.join("othello/wthor.tsv.zst"))?.lines().filter(|l| !l.starts_with('#'))
    {
        let columns: Vec<&str> = line.split('\t').collect();
        if let [year, .., moves] = columns.as_slice() {
            out.push(Record { year: year.parse().unwrap_or(0), moves: moves.to_string() });
        }
    }
    for line in read_zst(&data.join("othello/eothello-top100.txt.zst"))?.lines() {
        out.push(Record { year: 0, moves: line.trim().to_string() });
    }
    Ok(out)
}

/// The smallest of the eight images of a board.
pub fn canonical(board: Board) -> Board {
    let mut best = board;
    let mut now = board;
    // Reflecting in turn at the diagonal and the middle row walks through all eight images.
    for i in 0..7 {
        now = if i % 2 == 0 { map(now, transpose) } else { map(now, u64::swap_bytes) };
        best = best.min(now);
    }
    best
}

fn map(b: Board, f: fn(u64) -> u64) -> Board {
    Board { own: f(b.own), opp: f(b.opp) }
}

fn transpose(mut x: u64) -> u64 {
    for (shift, mask) in
        [(7, 0x00AA_00AA_00AA_00AAu64), (14, 0x0000_CCCC_0000_CCCC), (28, 0x0000_0000_F0F0_F0F0)]
    {
        let t = (x ^ (x >> shift)) & mask;
        x ^= t ^ (t << shift);
    }
    x
}

/// The position of a game with that many discs, seen by the player to move; `None` if the game
/// ended before or nobody can move.
pub fn at_discs(moves: &str, discs: u32) -> Option<Board> {
    let list = replay(moves).ok()?;
    let (board, _) = list.into_iter().find(|(b, _)| b.n_discs() == discs)?;
    if board.moves() != 0 {
        return Some(board);
    }
    let passed = board.pass();
    (passed.moves() != 0).then_some(passed)
}

/// Plays random moves until the board has that many discs.
pub fn wander(mut board: Board, discs: u32, random: &mut Random) -> Option<Board> {
    loop {
        let mut moves = board.moves();
        if moves == 0 {
            board = board.pass();
            moves = board.moves();
            if moves == 0 {
                return None;
            }
        }
        if board.n_discs() >= discs {
            return Some(board);
        }
        for _ in 0..random.below(moves.count_ones() as usize) {
            moves &= moves - 1;
        }
        board = board.play(moves.trailing_zeros() as usize);
    }
}

/// Training and test positions with exact scores for the player to move.
#[derive(Clone, Debug, Default)]
pub struct Labeled {
    /// Positions.
    pub boards: Vec<Board>,
    /// Exact scores, empties to the winner.
    pub scores: Vec<f64>,
}

/// First year of the test set.
pub const TEST_YEAR: u32 = 2012;

/// Positions at `discs`: (training, test). Training games are older than [`TEST_YEAR`] or from the
/// web; `extra` more positions per training game come from random moves three plies before. No
/// position is in both, up to symmetry.
pub fn labeled(
    records: &[Record],
    discs: u32,
    extra: usize,
    most: usize,
    progress: &mut dyn FnMut(&str),
) -> (Labeled, Labeled) {
    let mut seen: HashSet<Board> = HashSet::new();
    let mut test: Vec<Board> = Vec::new();
    let mut train: Vec<Board> = Vec::new();
    let mut random = Random::new(u64::from(discs));
    for r in records.iter().filter(|r| r.year >= TEST_YEAR) {
        test.extend(at_discs(&r.moves, discs).filter(|b| seen.insert(canonical(*b))));
    }
    for round in 0..=extra {
        for r in records.iter().filter(|r| r.year < TEST_YEAR) {
            if train.len() >= most {
                break;
            }
            let board = match round {
                0 => at_discs(&r.moves, discs),
                _ => at_discs(&r.moves, discs - 3).and_then(|b| wander(b, discs, &mut random)),
            };
            train.extend(board.filter(|b| seen.insert(canonical(*b))));
        }
    }
    progress(&format!("{discs} discs: {} training, {} test positions", train.len(), test.len()));
    (label(train), label(test))
}

/// Solves positions exactly.
pub fn label(boards: Vec<Board>) -> Labeled {
    let mut solver = Solver::new(16);
    let scores = boards.iter().map(|b| f64::from(solver.score(*b, -64, 64))).collect();
    Labeled { boards, scores }
}

/// Which variable and values of the rule file a square has.
#[derive(Clone, Debug)]
pub struct Squares {
    /// Variable of each square.
    pub var: [u16; 64],
    /// Its values: blank, first player's, second player's.
    pub value: [[u8; 3]; 64],
    n_vars: usize,
    turn: Option<(u16, [u8; 2])>,
}

impl Squares {
    /// Reads the assignment off the Othello rules.
    pub fn new(program: &Program) -> Option<Self> {
        let (blank, owns) = (program.pred("blank")?, program.pred("owns")?);
        let (x, o) = (program.constant("x")?, program.constant("o")?);
        let mut out = Squares {
            var: [0; 64],
            value: [[0; 3]; 64],
            n_vars: program.fluents.n_vars(),
            turn: None,
        };
        for s in 0..64 {
            let name: Value = program.constant(&crate::othello::square_name(s))?;
            let facts = [
                program.fact(blank, &[name])?,
                program.fact(owns, &[x, name])?,
                program.fact(owns, &[o, name])?,
            ];
            out.var[s] = facts[0].var;
            out.value[s] = facts.map(|f| f.value);
        }
        if let Some(turn) = program.pred("turn") {
            let facts = (program.fact(turn, &[x])?, program.fact(turn, &[o])?);
            out.turn = Some((facts.0.var, [facts.0.value, facts.1.value]));
        }
        Some(out)
    }

    /// Values for a board whose player to move is taken as the first player.
    pub fn position(&self, board: Board) -> Vec<u8> {
        self.position_as(board, 0)
    }

    /// Values for a board whose player to move is `side`.
    pub fn position_as(&self, board: Board, side: usize) -> Vec<u8> {
        let mut out = vec![0; self.n_vars];
        for s in 0..64 {
            let which = if board.own >> s & 1 == 1 {
                1 + side
            } else if board.opp >> s & 1 == 1 {
                2 - side
            } else {
                0
            };
            out[self.var[s] as usize] = self.value[s][which];
        }
        if let Some((var, values)) = self.turn {
            out[var as usize] = values[side];
        }
        out
    }
}
