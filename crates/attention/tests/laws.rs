//! What must hold of the segmentation of any position.

mod games;

use aji_attention::chains::ChainFacts;
use aji_attention::{
    Attention, Coefficients, Goals, LinkRule, Method, Segmentation, Settings, Situation, View,
};
use aji_goban::{Color, Journal, Komi, Move, Point, PointSet, Position, Size, Symmetry};
use fastrand::Rng;

/// Settings of every kind, by a number.
fn settings(n: u64) -> Settings {
    Settings {
        links: LinkRule::EVERY[(n % 3) as usize],
        join_open: !n.is_multiple_of(5),
        reach: 2 + (n % 2) as u8,
        reach_by_safety: n.is_multiple_of(2),
        reach_by_stage: n.is_multiple_of(4),
        method: Method::EVERY[(n % 5) as usize],
        drop_needless: n % 7 != 1,
        skip_quiet_edge: n % 3 != 1,
        ..Settings::default()
    }
}

fn next_move(game: u64, position: &Position, random: &mut Rng) -> Move {
    if game.is_multiple_of(2) {
        games::random_move(position, random)
    } else {
        games::local_move(position, random)
    }
}

#[test]
fn what_follows_a_game_is_what_is_found_from_scratch() {
    let mut random = Rng::with_seed(1);
    let (mut n_boards, mut n_recounted) = (0, 0);
    for game in 0..60 {
        let size = Size::new([9, 13, 19, 7][(game % 4) as usize]).unwrap();
        let mut position = Position::new(size);
        let mut kept = Segmentation::new(settings(game), size);
        while position.n_passes() < 2 && position.n_moves() < size.n_points() + 20 {
            let play = next_move(game, &position, &mut random);
            position.play(play, &mut ());
            let hash = position.hash();
            kept.follow(&mut position);
            assert_eq!(position.hash(), hash, "the position comes back as it was");
            let scratch = Segmentation::of(settings(game), &mut position);
            assert!(kept == scratch, "game {game}, move {}", position.n_moves());
            n_boards += kept.boards().len();
            n_recounted += kept.n_recounted();
        }
    }
    assert!(3 * n_recounted < 2 * n_boards, "{n_recounted} of {n_boards} were counted again");
}

#[test]
fn moves_taken_back_are_followed_too() {
    let mut random = Rng::with_seed(2);
    for game in 0..12 {
        let size = Size::new(9 + game % 3).unwrap();
        let (mut position, mut journal) = (Position::new(size), Journal::new());
        let mut kept = Segmentation::new(settings(game), size);
        for _ in 0..120 {
            if random.f32() < 0.4 && !journal.is_empty() {
                journal.undo(&mut position);
            } else {
                let play = next_move(game, &position, &mut random);
                journal.play(&mut position, play);
            }
            kept.follow(&mut position);
            assert!(kept == Segmentation::of(settings(game), &mut position), "game {game}");
        }
    }
}

/// What was recognized, without the names of chains and groups, which depend on how the board is turned.
type Recognized =
    (Vec<(bool, PointSet, PointSet)>, Vec<(PointSet, PointSet)>, Vec<(PointSet, PointSet)>);

fn recognized(
    segmentation: &Segmentation,
    image: impl Fn(&PointSet) -> PointSet,
    is_swapped: bool,
) -> Recognized {
    let stones_of = |names: &PointSet| {
        let mut stones = PointSet::EMPTY;
        names.iter().filter_map(|name| segmentation.group(name)).for_each(|g| stones |= g.stones);
        stones
    };
    let chain = |name: Point| -> &ChainFacts {
        segmentation.chains().iter().find(|chain| chain.name == name).unwrap()
    };
    let key = |set: &PointSet| set.iter().map(Point::index).collect::<Vec<_>>();
    let is_black = |color: Color| (color == Color::Black) != is_swapped;
    let groups = segmentation.groups().iter();
    let mut groups: Vec<_> =
        groups.map(|g| (is_black(g.color), image(&g.stones), image(&g.influence))).collect();
    groups.sort_by_key(|(_, stones, _)| key(stones));
    let links = segmentation.links().iter();
    let mut links: Vec<_> = links
        .map(|link| {
            let [a, b] = link.chains.map(|name| chain(name).stones);
            (image(&(a | b)), image(&link.cuts))
        })
        .collect();
    links.sort_by_key(|(stones, cuts)| (key(stones), key(cuts)));
    let boards = segmentation.boards().iter();
    let mut boards: Vec<_> =
        boards.map(|b| (image(&b.points), image(&stones_of(&b.groups)))).collect();
    boards.sort_by_key(|(points, stones)| (key(points), key(stones)));
    (groups, links, boards)
}

#[test]
fn turned_mirrored_and_recolored_positions_are_segmented_alike() {
    let mut random = Rng::with_seed(3);
    for game in 0..40 {
        let size = Size::new(7 + game % 13).unwrap();
        let settings = Settings {
            // Which of several equally related groups are taken depends on names.
            method: [Method::All, Method::One, Method::OneEnemy, Method::AllEnemies]
                [(game % 4) as usize],
            ..settings(game)
        };
        let mut position = Position::new(size);
        for _ in 0..random.usize(10..size.n_points()) {
            let play = next_move(game, &position, &mut random);
            position.play(play, &mut ());
        }
        let symmetry = Symmetry::ALL[(game % 8) as usize];
        let is_swapped = game % 3 != 0;
        let turned = position.board().transformed(symmetry);
        let turned = if is_swapped { turned.color_swapped() } else { turned };
        // A ko would be kept by the one and not by the other.
        let mut here = Position::of(position.board().clone(), Color::Black);
        let to_move = if is_swapped { Color::White } else { Color::Black };
        let mut there = Position::of(turned, to_move);
        let here = Segmentation::of(settings, &mut here);
        let there = Segmentation::of(settings, &mut there);
        let back = |set: &PointSet| set.transformed(symmetry.inverse(), size);
        assert_eq!(
            recognized(&here, |set| *set, false),
            recognized(&there, back, is_swapped),
            "game {game}"
        );
    }
}

#[test]
fn groups_share_no_stone_and_leave_none_out() {
    let mut random = Rng::with_seed(4);
    for game in 0..30 {
        let mut position = Position::new(Size::new(9 + game % 11).unwrap());
        for _ in 0..100 {
            let play = next_move(game, &position, &mut random);
            position.play(play, &mut ());
        }
        let segmentation = Segmentation::of(settings(game), &mut position);
        let board = position.board();
        let mut seen = PointSet::EMPTY;
        for group in segmentation.groups() {
            assert!(!seen.intersects(&group.stones));
            assert!(group.stones.is_subset(board.stones(group.color)));
            assert!(group.stones.is_subset(&group.influence));
            assert!((0.0..=1.0).contains(&group.safety));
            seen |= group.stones;
        }
        assert_eq!(seen, *board.stones(Color::Black) | *board.stones(Color::White));
        for partial in segmentation.boards() {
            assert!(partial.open.is_subset(&(partial.points & board.empties())));
        }
    }
}

#[test]
fn attention_is_shared_out_whole_and_points_get_their_part() {
    let mut random = Rng::with_seed(5);
    for game in 0..10 {
        let size = Size::new(9 + game % 11).unwrap();
        let mut position = Position::new(size);
        let mut goals = Goals::default();
        let mut segmentation = Segmentation::new(settings(game), size);
        let method = segmentation.settings().method;
        let coefficients = Coefficients::shipped(method, segmentation.size()).unwrap();
        for _ in 0..size.n_points() / 2 {
            let play = next_move(game, &position, &mut random);
            position.play(play, &mut ());
            segmentation.follow(&mut position);
            let komi = Komi::from_half_points(15);
            let situation = Situation::of(&segmentation, &position, komi, None);
            goals = goals.next(&segmentation, &situation);
            let view = View {
                segmentation: &segmentation,
                situation: &situation,
                goals: &goals,
                statistics: None,
            };
            let attention = Attention::of(&view, &coefficients);
            if attention.ranked().is_empty() {
                continue;
            }
            let whole: f32 = attention.ranked().iter().map(|attended| attended.share).sum();
            assert!((whole - 1.0).abs() < 1e-3, "{whole}");
            assert!(attention.ranked().is_sorted_by(|a, b| a.attention >= b.attention));
            assert!(attention.ranked().iter().all(|attended| attended.attention >= 0.0));
            let weights = attention.point_weights();
            assert!(weights.iter().all(|weight| (0.0..=1.0).contains(weight)));
            assert!(weights.contains(&1.0));
        }
    }
}
