//! Every question about a move against its definition played out on a naive board, and its laws.

mod naive;

use aji_goban::{Board, Color, Point, PointSet, Size, Symmetry};
use aji_reading::{
    After, Life, Nakade, Race, SelfAtari, atari, is_in_seki, is_oiotoshi, is_snapback, is_throw_in,
    self_atari, throw_in,
};
use naive::{Naive, number, random_position};

/// Random boards from nearly empty to nearly full.
fn random_boards(n: usize, sizes: &[u64], seed: u64) -> Vec<Board> {
    let mut random = fastrand::Rng::with_seed(seed);
    (0..n)
        .map(|i| {
            let size = Size::new(sizes[i % sizes.len()]).unwrap();
            let n_moves = random.usize(size.lines()..size.n_points() * 5 / 4);
            random_position(size, n_moves, &mut random).board().clone()
        })
        .collect()
}

/// The stones that no answer saves after `color` plays on `at`: of the chains left in atari by it, one
/// entry per chain, with the answers that leave them one liberty.
fn lost_chains(board: &Naive, at: usize, color: Color) -> Vec<usize> {
    let Some(next) = board.after(at, color) else { return Vec::new() };
    let targets = board.around(at).into_iter().filter(|&near| {
        board.stones[near] == Some(color.opponent())
            && board.n_liberties(near) == 2
            && next.n_liberties(near) == 1
    });
    let enemy = color.opponent();
    targets.filter(|&target| next.moves(enemy).all(|last| last.n_liberties(target) < 2)).collect()
}

/// By the definition: left in atari, it takes nothing, and a chain it puts in atari is lost although its
/// taker may take.
fn naive_snapback(board: &Naive, at: usize, color: Color) -> bool {
    let Some(next) = board.after(at, color) else { return false };
    let n_enemies = |b: &Naive| b.stones.iter().filter(|s| **s == Some(color.opponent())).count();
    n_enemies(&next) == n_enemies(board)
        && next.n_liberties(at) == 1
        && !lost_chains(board, at, color).is_empty()
}

/// By the definition: a lost chain whose last liberty joins it to another one and takes nothing.
fn naive_oiotoshi(board: &Naive, at: usize, color: Color) -> bool {
    let Some(next) = board.after(at, color) else { return false };
    lost_chains(board, at, color).into_iter().any(|target| {
        let (stones, liberties) = next.chain(target);
        let Some(last) = next.after(liberties[0], color.opponent()) else { return false };
        let n_own = |b: &Naive| b.stones.iter().filter(|s| **s == Some(color)).count();
        let (joined, left) = last.chain(target);
        joined.len() > stones.len() + 1 && n_own(&last) == n_own(&next) && left.len() == 1
    })
}

#[test]
fn ataris_snapbacks_and_oiotoshi_are_what_their_definitions_say() {
    let (mut n_takes, mut n_snapbacks, mut n_oiotoshi) = (0, 0, 0);
    for board in random_boards(4_000, &[5, 6, 7], 11) {
        let (size, copy) = (board.size(), Naive::of(&board, None));
        for (point, color) in
            board.empties().iter().flat_map(|point| Color::BOTH.map(|color| (point, color)))
        {
            let at = number(point, size);
            let place = || format!("{color} {}\n{board}", point.name(size));
            let lost = lost_chains(&copy, at, color);
            for target in atari::targets(&board, point, color) {
                let is_lost = lost.iter().any(|&l| copy.chain(l).0.contains(&number(target, size)));
                assert_eq!(atari::takes(&board, point, color, target), is_lost, "{}", place());
                n_takes += usize::from(is_lost);
            }
            let snapback = is_snapback(&board, point, color);
            assert_eq!(snapback, naive_snapback(&copy, at, color), "{}", place());
            n_snapbacks += usize::from(snapback);
            let oiotoshi = is_oiotoshi(&board, point, color);
            assert_eq!(oiotoshi, naive_oiotoshi(&copy, at, color), "{}", place());
            n_oiotoshi += usize::from(oiotoshi);
        }
    }
    // Snapbacks are rare in random play, but some must be among the positions.
    assert!(
        n_takes > 500 && n_snapbacks > 10 && n_oiotoshi > 20,
        "{n_takes} {n_snapbacks} {n_oiotoshi}"
    );
}

#[test]
fn a_self_atari_leaves_one_liberty_and_takes_nothing() {
    let mut n = 0;
    for board in random_boards(300, &[5, 9, 13], 12) {
        for (point, color) in
            board.empties().iter().flat_map(|point| Color::BOTH.map(|color| (point, color)))
        {
            let after = After::of(&board, point, color);
            let expected = after.captured.is_empty() && after.liberties.len() == 1;
            assert_eq!(self_atari::is_self_atari(&board, point, color), expected);
            let class = expected.then(|| match after.stones.len() {
                1 | 2 => SelfAtari::Small,
                _ if Nakade::of(&after.stones, board.size()).is_some() => SelfAtari::Nakade,
                _ => SelfAtari::Other,
            });
            assert_eq!(self_atari::class(&board, point, color), class);
            let has_aim = self_atari::aim(&board, point, color).is_some();
            assert_eq!(self_atari::is_meaningless(&board, point, color), expected && !has_aim);
            assert!(expected || !has_aim);
            n += usize::from(expected);
        }
    }
    assert!(n > 500, "{n}");
}

/// Benson's definition, word for word, on lists.
fn naive_living(board: &Board, color: Color) -> PointSet {
    let (size, stones) = (board.size(), *board.stones(color));
    let mut chains: Vec<Point> =
        board.chain_ids().map(|id| id.point()).filter(|&p| stones.contains(p)).collect();
    let mut regions: Vec<PointSet> = Vec::new();
    let outside = PointSet::all(size) - stones;
    for point in outside {
        if !regions.iter().any(|region| region.contains(point)) {
            regions.push(PointSet::from_iter([point]).flooded(&outside, size));
        }
    }
    let touches = |region: &PointSet, chain: Point| {
        region.grown(&PointSet::all(size), size).intersects(board.chain_at(chain).unwrap().stones())
    };
    let is_vital = |region: &PointSet, chain: Point| {
        (*region & board.empties()).is_subset(board.chain_at(chain).unwrap().liberties())
    };
    loop {
        let n = (chains.len(), regions.len());
        chains
            .retain(|&chain| regions.iter().filter(|region| is_vital(region, chain)).count() >= 2);
        regions.retain(|region| {
            board
                .chain_ids()
                .map(|id| id.point())
                .filter(|&p| stones.contains(p) && touches(region, p))
                .all(|p| chains.contains(&p))
        });
        if n == (chains.len(), regions.len()) {
            break;
        }
    }
    chains.iter().flat_map(|&chain| board.chain_at(chain).unwrap().stones().iter()).collect()
}

#[test]
fn life_is_what_benson_defined() {
    let mut n = 0;
    for board in random_boards(2_000, &[3, 4, 5, 7, 9], 14) {
        for color in Color::BOTH {
            let life = Life::of(&board, color);
            assert_eq!(life.stones, naive_living(&board, color), "{color}\n{board}");
            assert!(!life.territory.intersects(board.stones(color)));
            n += usize::from(!life.stones.is_empty());
        }
    }
    assert!(n > 300, "{n}");
}

#[test]
fn living_chains_survive_any_number_of_enemy_moves() {
    let mut random = fastrand::Rng::with_seed(15);
    for board in random_boards(600, &[5, 7, 9], 16) {
        for color in Color::BOTH {
            let life = Life::of(&board, color);
            let mut board = board.clone();
            for _ in 0..3 * board.size().n_points() {
                let enemy = color.opponent();
                let points: Vec<Point> = board
                    .empties()
                    .iter()
                    .filter(|&point| !board.would_be_suicide(point, enemy))
                    .collect();
                let Some(point) = random.choice(points) else { break };
                board.put_stone(point, enemy, &mut ());
                assert!(life.stones.is_subset(board.stones(color)), "{color}\n{board}");
                let enemy_life = Life::of(&board, enemy).stones;
                assert!(!enemy_life.intersects(&life.territory), "{color}\n{board}");
            }
        }
    }
}

/// Every answer about a point, for both colors, in one list.
fn answers(board: &Board, point: Point, color: Color) -> impl PartialEq + std::fmt::Debug {
    let races: usize = board
        .chain_at(point)
        .map(|chain| {
            let of = |id: aji_goban::ChainId| Race::between(board, point, id.point());
            let first = |race: Race| 1 + race.if_first() as usize + 4 * race.if_second() as usize;
            chain.neighbors().filter_map(of).map(first).sum()
        })
        .unwrap_or_default();
    let life = Life::of(board, color);
    let static_answers = (life.stones.contains(point), life.territory.contains(point), races);
    let is_move = board.is_empty_at(point);
    let about_move = is_move.then(|| {
        (
            self_atari::class(board, point, color),
            self_atari::aim(board, point, color),
            atari::targets(board, point, color).len(),
            is_snapback(board, point, color),
            is_oiotoshi(board, point, color),
            is_throw_in(board, point, color),
            throw_in::spoils_two_point_eye(board, point, color),
            is_in_seki(board, point),
        )
    });
    (static_answers, about_move)
}

#[test]
fn answers_turn_with_the_board_and_change_color_with_the_stones() {
    for board in random_boards(60, &[5, 7, 9, 13], 17) {
        for symmetry in Symmetry::ALL {
            let image = board.transformed(symmetry).color_swapped();
            for point in board.size().points() {
                let to = symmetry.apply(point, board.size());
                for color in Color::BOTH {
                    let (here, there) =
                        (answers(&board, point, color), answers(&image, to, color.opponent()));
                    assert_eq!(here, there, "{color} {}\n{board}", point.name(board.size()));
                }
            }
        }
    }
}
