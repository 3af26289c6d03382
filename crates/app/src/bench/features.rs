//! `aji bench features`: what it costs to see what every move of a middle game means.

use aji_goban::{Color, Game, Komi, Move, Point, Position, Rules, Size};
use aji_notation::sgf::{Tree, Unsaid};
use aji_patterns::{Candidates, Catalog, Extent, Shapes, TreeExtractor};
use aji_reading::{Ladders, Life};
use aji_search::{Engine, Preset, Random};
use anyhow::{Result, ensure};
use clap::Args;
use serde::Serialize;
use std::hint::black_box;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// What to measure, and how long.
#[derive(Args)]
pub struct Arguments {
    /// Lines of the board
    #[arg(long, default_value_t = 19, value_name = "N")]
    size: u64,
    /// How long to measure
    #[arg(long, default_value_t = 3.0, value_name = "S")]
    seconds: f64,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Runs the subcommand.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let seconds = arguments.seconds;
    ensure!((0.01..=3600.0).contains(&seconds), "--seconds must lie between 0.01 and 3600");
    let speed = measure(Size::new(arguments.size)?, Duration::from_secs_f64(seconds))?;
    if arguments.json {
        println!("{}", serde_json::to_string(&speed)?);
    } else {
        speed.print();
    }
    Ok(ExitCode::SUCCESS)
}

/// A game played for this purpose by a throwaway rule: the most urgent tactics near the last moves, third
/// and fourth line first, with a little chance. The middle of it is measured.
const MIDDLE_GAME: &[u8] = include_bytes!("middle_game.sgf");

/// About as many shapes as a catalog learned from a few ten thousand games knows.
const N_SHAPES: usize = 100_000;

/// What must not be exceeded on 19×19, in microseconds.
const MARKS: Marks = Marks { tree_features_us: 60.0, life_us: 15.0, ladder_us: 5.0 };

#[derive(Serialize)]
struct Marks {
    tree_features_us: f64,
    life_us: f64,
    ladder_us: f64,
}

/// The mean time of each question in the fastest round, in microseconds.
#[derive(Serialize)]
struct FeatureSpeed {
    size: usize,
    seconds: f64,
    /// Moves of the position, passes not counted.
    moves_played: usize,
    /// Moves whose features are found at once.
    candidates: usize,
    /// Features of all of them.
    features: usize,
    /// Shapes in the catalog.
    shapes: usize,
    /// How many moves were matched by each extent, from 3×3 to radius 5.
    matched: [usize; 5],
    /// The features of all moves.
    tree_features_us: f64,
    /// The same without shapes: an empty catalog.
    without_shapes_us: f64,
    /// One move played, the shapes following it, by the game's own moves.
    follow_us: f64,
    /// Unconditional life and territory of one side.
    life_us: f64,
    /// A ladder: the mean over all chains with one or two liberties.
    ladder_us: f64,
    /// How many such chains there are.
    ladders: usize,
    marks: Marks,
}

impl FeatureSpeed {
    /// The measurement in lines for people.
    fn print(&self) {
        let Marks { tree_features_us, life_us, ladder_us } = self.marks;
        println!(
            "{0}×{0}, move {1} of a game, one thread, fastest of many rounds",
            self.size, self.moves_played
        );
        println!(
            "{:>9.2} µs  features of all {} moves, {} shapes known (mark on 19×19: {tree_features_us} µs)",
            self.tree_features_us, self.candidates, self.shapes
        );
        println!("{:>9.2} µs  the same without shapes", self.without_shapes_us);
        println!("{:>9.2} µs  a move played with shapes that follow", self.follow_us);
        println!("{:>9.2} µs  unconditional life of one side (mark: {life_us} µs)", self.life_us);
        println!(
            "{:>9.2} µs  a ladder, mean of {} chains (mark: {ladder_us} µs)",
            self.ladder_us, self.ladders
        );
        for (extent, n) in Extent::ALL.iter().zip(self.matched) {
            println!("{n:>9} moves whose largest known shape is {extent}");
        }
    }
}

/// Measures all questions, each for its share of the time.
fn measure(size: Size, time: Duration) -> Result<FeatureSpeed> {
    let start = Instant::now();
    let game = middle_game(size)?;
    let plays: Vec<Move> = game.moves().iter().map(|&(_, play)| play).collect();
    let mut position = game.position().clone();
    let catalog = catalog_of(size, &plays);
    let share = time / 5;
    let shapes = Shapes::of(position.board());
    let (mut extractor, mut candidates) = (TreeExtractor::new(), Candidates::new());
    let empty = Catalog::new();
    let without_shapes_us = fastest(share, 1, || {
        extractor.extract(&mut position, &shapes, &empty, &mut candidates);
        candidates.points().len()
    });
    let tree_features_us = fastest(share, 1, || {
        extractor.extract(&mut position, &shapes, &catalog, &mut candidates);
        candidates.points().len()
    });
    let follow_us = fastest(share, plays.len(), || follow(size, &plays));
    let life_us = fastest(share, 2, || {
        Color::BOTH.map(|color| Life::of(position.board(), color).stones.len()).iter().sum()
    });
    let weak = weak_chains(&position);
    let mut ladders = Ladders::new();
    let ladder_us = fastest(share, weak.len().max(1), || {
        weak.iter().filter(|&&stone| is_taken(&mut ladders, &mut position, stone)).count()
    });
    extractor.extract(&mut position, &shapes, &catalog, &mut candidates);
    Ok(FeatureSpeed {
        size: size.lines(),
        seconds: start.elapsed().as_secs_f64(),
        moves_played: plays.len(),
        candidates: candidates.points().len(),
        features: candidates.iter().map(|(_, team)| team.len()).sum(),
        shapes: catalog.len(),
        matched: matched(&position, &shapes, &catalog, &candidates),
        tree_features_us,
        without_shapes_us,
        follow_us,
        life_us,
        ladder_us,
        ladders: weak.len(),
        marks: MARKS,
    })
}

/// The time of one of `n` questions asked in a round, in microseconds, in the fastest round of the time.
fn fastest(time: Duration, n: usize, mut round: impl FnMut() -> usize) -> f64 {
    let (start, mut best) = (Instant::now(), f64::MAX);
    black_box(round());
    while best == f64::MAX || start.elapsed() < time {
        let begin = Instant::now();
        black_box(round());
        best = best.min(begin.elapsed().as_secs_f64());
    }
    best * 1e6 / n as f64
}

/// The embedded game on 19×19, and a quick game of the engine on other sizes: a third of the points filled.
fn middle_game(size: Size) -> Result<Game> {
    let n_moves = size.n_points() / 3;
    if size == Size::MAX {
        let (tree, _) = Tree::parse(MIDDLE_GAME)?;
        let (mut game, warnings) = tree.to_game(Unsaid::default())?;
        ensure!(warnings.is_empty(), "the embedded game is damaged: {warnings:?}");
        while game.moves().len() > n_moves {
            game.undo();
        }
        return Ok(game);
    }
    let mut game = Game::new(size, Rules::CHINESE, Komi::default());
    let mut engine = Engine::new(Preset::Uct.settings())?;
    super::play_on(&mut engine, &mut game, n_moves, 200)?;
    Ok(game)
}

/// The shapes of the moves of random games, and of this one, so that some of every extent are known.
fn catalog_of(size: Size, plays: &[Move]) -> Catalog {
    let (mut catalog, mut random) = (Catalog::new(), Random::new(1));
    learn(&mut catalog, size, plays.iter().copied());
    let mut n_games = 0;
    while catalog.len() < N_SHAPES && n_games < 10_000 {
        let mut position = Position::new(size);
        let plays: Vec<Move> = std::iter::from_fn(|| {
            let points: Vec<Point> = position.legal_points().collect();
            let point = *points.get(random.below(points.len().max(1)))?;
            position.play(Move::Place(point), &mut ());
            Some(Move::Place(point))
        })
        .take(size.n_points() / 2)
        .collect();
        learn(&mut catalog, size, plays.into_iter());
        n_games += 1;
    }
    catalog
}

/// Learns the shapes of all extents around these moves.
fn learn(catalog: &mut Catalog, size: Size, plays: impl Iterator<Item = Move>) {
    let mut position = Position::new(size);
    let mut shapes = Shapes::of(position.board());
    for play in plays {
        if let Move::Place(point) = play {
            for extent in Extent::ALL {
                catalog.learn(extent, shapes.key(extent, point, position.to_move()));
            }
        }
        position.play(play, &mut shapes);
    }
}

/// Plays the game with shapes that follow.
fn follow(size: Size, plays: &[Move]) -> usize {
    let mut position = Position::new(size);
    let mut shapes = Shapes::of(position.board());
    for &play in plays {
        position.play(play, &mut shapes);
    }
    shapes.near(Point::at(0, 0, size)).bits() as usize
}

/// A stone of every chain with one or two liberties.
fn weak_chains(position: &Position) -> Vec<Point> {
    let board = position.board();
    let is_weak = |id: &_| board.chain(*id).n_liberties() <= 2;
    board.chain_ids().filter(is_weak).map(|id| id.point()).collect()
}

fn is_taken(ladders: &mut Ladders, position: &mut Position, stone: Point) -> bool {
    let is_in_atari = position.board().chain_at(stone).is_some_and(|chain| chain.is_in_atari());
    let verdict = if is_in_atari {
        ladders.escape(position, stone)
    } else {
        ladders.capture(position, stone).0
    };
    verdict == aji_reading::Verdict::Working
}

/// How many moves each extent matched.
fn matched(
    position: &Position,
    shapes: &Shapes,
    catalog: &Catalog,
    candidates: &Candidates,
) -> [usize; 5] {
    let mut matched = [0; 5];
    for &point in candidates.points() {
        if let Some(id) = shapes.largest(catalog, point, position.to_move()) {
            matched[catalog.shapes()[id.0 as usize].0 as usize] += 1;
        }
    }
    matched
}
