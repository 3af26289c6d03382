//! Ten thousand random games against the naive board: after every move both agree on everything.

mod naive;

use aji_goban::rules::KoRule;
use aji_goban::{ChainId, Color, Game, Komi, Move, Point, PointSet, Position, Rules, Size, score};
use naive::NaiveGame;
use std::collections::{BTreeSet, HashMap};

/// All of a game's legality, chains, hashes and counts against the naive board's.
struct Check {
    size: Size,
    /// Every position seen, by what makes it the same position.
    hashes: HashMap<(naive::Stones, Color, Option<usize>), u64>,
    positions: HashMap<u64, (naive::Stones, Color, Option<usize>)>,
}

impl Check {
    fn new(size: Size) -> Check {
        Check { size, hashes: HashMap::new(), positions: HashMap::new() }
    }

    fn numbers(&self, points: &PointSet) -> Vec<usize> {
        points.iter().map(|point| NaiveGame::number(point, self.size)).collect()
    }

    fn stones_and_chains(&self, game: &Game, naive: &NaiveGame) {
        let board = game.position().board();
        let mut n_chains = 0;
        for point in self.size.points() {
            let at = NaiveGame::number(point, self.size);
            assert_eq!(board.color_at(point), naive.stones[at]);
            assert_eq!(board.is_empty_at(point), naive.stones[at].is_none());
            let Some(chain) = board.chain_at(point) else { continue };
            assert!(chain.stones().contains(point) && board.stones(chain.color()).contains(point));
            let id = board.chain_id_at(point).unwrap();
            if id.point() != point {
                continue;
            }
            n_chains += 1;
            assert!(board.is_alive(id));
            let expected = naive.chain(&naive.stones, at);
            assert_eq!(chain.color(), expected.color);
            assert_eq!(self.numbers(chain.stones()), expected.stones);
            assert_eq!(chain.n_stones(), expected.stones.len());
            assert_eq!(self.numbers(chain.liberties()), expected.liberties);
            assert_eq!(chain.n_liberties(), expected.liberties.len());
            assert_eq!(chain.liberties().only_if(true), *chain.liberties());
            assert!(chain.liberties().only_if(false).is_empty());
            let enemies: BTreeSet<_> =
                chain.neighbors().map(|id| self.numbers(board.chain(id).stones())).collect();
            let expected: BTreeSet<_> =
                expected.enemies.iter().map(|&e| naive.chain(&naive.stones, e).stones).collect();
            assert_eq!(enemies, expected);
            assert_eq!(chain.n_neighbors(), expected.len());
        }
        self.neighborhoods(game);
        assert_eq!(board.chain_ids().count(), n_chains);
        assert!(!board.is_alive(ChainId::NONE));
        let n_stones = naive.stones.iter().flatten().count();
        assert_eq!(Color::BOTH.map(|c| board.stones(c).len()).iter().sum::<usize>(), n_stones);
    }

    /// The two looks around a point without branches see what the plain one sees.
    fn neighborhoods(&self, game: &Game) {
        // A bit for each color and number of liberties: 1, 2, 3 and more. Black's are the lower ones.
        const CLASS: [[u8; 4]; 4] = [[0; 4], [0, 1, 2, 4], [0, 8, 16, 32], [0; 4]];
        let board = game.position().board();
        for point in self.size.points() {
            let mut class = 0;
            let mut chains = [Vec::new(), Vec::new()];
            for (id, chain) in board.neighbor_chains(point) {
                class |= CLASS[chain.color() as usize][chain.n_liberties().min(3)];
                if !chains[chain.color().index()].contains(&id) {
                    chains[chain.color().index()].push(id);
                }
            }
            assert_eq!(board.any_around(point, &CLASS), class);
            for (color, chains) in Color::BOTH.into_iter().zip(chains) {
                assert_eq!(board.neighbor_chains_of(point, color).collect::<Vec<_>>(), chains);
            }
        }
    }

    fn legality(&self, game: &Game, naive: &NaiveGame) {
        let ko = naive.ko();
        for point in self.size.points() {
            let expected = naive.check(NaiveGame::number(point, self.size), ko);
            assert_eq!(game.check(naive.to_move, point), expected, "{}", point.name(self.size));
        }
    }

    fn hashes(&mut self, game: &Game, naive: &NaiveGame) {
        let position = game.position();
        let scratch = Position::of(position.board().clone(), position.to_move());
        assert_eq!(position.stones_hash(), scratch.stones_hash());
        let same = (naive.stones.clone(), naive.to_move, naive.ko());
        assert_eq!(*self.hashes.entry(same.clone()).or_insert(position.hash()), position.hash());
        assert_eq!(*self.positions.entry(position.hash()).or_insert(same.clone()), same);
    }

    fn everything(&mut self, game: &Game, naive: &NaiveGame) {
        let position = game.position();
        self.stones_and_chains(game, naive);
        assert_eq!(position.ko().map(|p| NaiveGame::number(p, self.size)), naive.ko());
        assert_eq!(position.to_move(), naive.to_move);
        assert_eq!(position.n_passes(), naive.n_passes);
        assert_eq!(Color::BOTH.map(|c| position.n_prisoners(c)), naive.captured);
        let area = score::area(position.board());
        assert_eq!([area.black.len(), area.white.len()], naive.area());
        self.hashes(game, naive);
        self.legality(game, naive);
    }
}

fn rules(random: &mut fastrand::Rng) -> Rules {
    let ko = [KoRule::Simple, KoRule::Positional, KoRule::Situational][random.usize(..3)];
    Rules { ko, suicide: random.bool(), ..Rules::CHINESE }
}

/// Plays a random game, now and then taking moves back, and finally all of them.
fn random_game(size: Size, random: &mut fastrand::Rng) {
    let rules = rules(random);
    let mut check = Check::new(size);
    let mut game = Game::new(size, rules, Komi::default());
    let mut earlier = vec![NaiveGame::new(size, rules)];
    let max_moves = 2 * size.n_points() + 20;
    while earlier.len() < max_moves && !game.is_over() {
        let naive = earlier.last().unwrap();
        let legal: Vec<Point> = size.points().filter(|&point| game.is_legal(point)).collect();
        let passes = legal.is_empty() || random.usize(..40) == 0;
        let play =
            if passes { Move::Pass } else { Move::Place(legal[random.usize(..legal.len())]) };
        let mut next = naive.clone();
        next.play(play, size);
        game.play(naive.to_move, play).unwrap();
        check.everything(&game, &next);
        earlier.push(next);
        if random.usize(..30) == 0 {
            for _ in 0..random.usize(..earlier.len()).min(5) {
                assert!(game.undo());
                earlier.pop();
            }
            check.everything(&game, earlier.last().unwrap());
        }
    }
    while earlier.len() > 1 {
        earlier.pop();
        assert!(game.undo());
        if earlier.len() % 8 == 1 {
            check.everything(&game, earlier.last().unwrap());
        }
    }
    assert!(!game.undo());
    assert_eq!(game.position().hash(), 0);
}

/// `n_games` on each of the sizes; a tenth of them without optimization.
fn games(sizes: std::ops::RangeInclusive<u64>, n_games: usize) {
    let n_games = if cfg!(debug_assertions) { n_games.div_ceil(10) } else { n_games };
    for lines in sizes {
        for game in 0..n_games {
            let mut random = fastrand::Rng::with_seed(lines << 32 | game as u64);
            random_game(Size::new(lines).unwrap(), &mut random);
        }
    }
}

// 4 × 1840 + 4 × 500 + 5 × 100 + 5 × 28 = 10,000 games.

#[test]
fn boards_from_2_to_5_agree_with_the_naive_board() {
    games(2..=5, 1840);
}

#[test]
fn boards_from_6_to_9_agree_with_the_naive_board() {
    games(6..=9, 500);
}

#[test]
fn boards_from_10_to_14_agree_with_the_naive_board() {
    games(10..=14, 100);
}

#[test]
fn boards_from_15_to_19_agree_with_the_naive_board() {
    games(15..=19, 28);
}
