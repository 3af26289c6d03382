//! What must hold for features of any position.

use aji_goban::{Color, Move, Point, Position, Size, Symmetry};
use aji_patterns::{
    Candidates, Catalog, Context, Extent, FeatureSet, PlayoutTactic, Shapes, Tactic, TreeExtractor,
    TreeFeature, playout,
};
use fastrand::Rng;

/// A move that is legal and fills no own eye; a pass if there is none.
fn random_move(position: &Position, random: &mut Rng) -> Move {
    let points: Vec<Point> =
        position.board().empties().into_iter().filter(|&p| position.is_sensible(p)).collect();
    random.choice(points).map_or(Move::Pass, Move::Place)
}

fn size_of(game: u64) -> Size {
    Size::new(5 + game % 15).expect("5 to 19")
}

#[test]
fn shapes_that_follow_random_games_are_those_found_from_scratch() {
    let mut random = Rng::with_seed(1);
    for game in 0..1_000 {
        let size = size_of(game);
        let mut position = Position::new(size);
        let mut shapes = Shapes::of(position.board());
        // Looks at the board now and then, as a search does.
        let mut visitor = shapes.clone();
        while position.n_passes() < 2 && position.n_moves() < 2 * size.n_points() {
            let play = random_move(&position, &mut random);
            position.play(play, &mut shapes);
            if random.usize(..20) == 0 {
                let scratch = Shapes::of(position.board());
                assert!(shapes == scratch, "game {game}, move {}", position.n_moves());
                visitor.set_to(position.board());
                assert!(visitor == scratch, "game {game}, move {}", position.n_moves());
            }
        }
        visitor.set_to(Position::new(size).board());
        assert!(visitor == Shapes::of(Position::new(size).board()), "game {game}");
    }
}

/// Learns every shape around every move of the position.
fn learn_all(shapes: &Shapes, position: &Position, catalog: &mut Catalog) {
    for point in position.board().empties() {
        for extent in Extent::ALL {
            if point.index() % 5 >= extent as usize {
                catalog.learn(extent, shapes.key(extent, point, position.to_move()));
            }
        }
    }
}

/// Learns every shape with context around some moves of the position.
fn learn_context(shapes: &Shapes, position: &Position, catalog: &mut Catalog) {
    let mut context = Context::new(position.size());
    context.see(position, shapes);
    for point in position.board().empties() {
        if point.index() % 3 == 0 {
            context.keys(shapes, point, |extent, key| _ = catalog.learn(extent, key));
        }
    }
}

/// The moves of a position with their features, in the order of `image`.
fn teams(
    set: FeatureSet,
    position: &mut Position,
    shapes: &Shapes,
    catalog: &Catalog,
    image: impl Fn(Point) -> Point,
) -> Vec<(Point, Vec<u32>, u32)> {
    let mut candidates = Candidates::new();
    TreeExtractor::new().extract_set(set, position, shapes, catalog, &mut candidates);
    let mut teams: Vec<_> = candidates
        .iter()
        .map(|(point, team)| (image(point), team.to_vec(), playout::all_tactics(position, point)))
        .collect();
    teams.sort_by_key(|team| team.0);
    teams
}

#[test]
fn turned_mirrored_and_recolored_positions_have_the_same_features() {
    let mut random = Rng::with_seed(2);
    let (mut n_tactics, mut n_contexts) = (0, 0);
    for game in 0..120 {
        let set = if game % 2 == 0 { FeatureSet::Tree } else { FeatureSet::Wide };
        let size = size_of(game);
        let symmetry = Symmetry::ALL[game as usize % 8];
        let is_recolored = game % 3 != 0;
        let image = |point: Point| symmetry.apply(point, size);
        let (mut here, mut there) = (Position::new(size), Position::new(size));
        if is_recolored {
            there.set_to_move(Color::White);
        }
        let mut catalog = Catalog::new();
        let (mut shapes, mut shapes_there) = (Shapes::of(here.board()), Shapes::of(there.board()));
        while here.n_passes() < 2 && here.n_moves() < size.n_points() {
            let play = random_move(&here, &mut random);
            here.play(play, &mut shapes);
            let play_there = match play {
                Move::Place(point) => Move::Place(image(point)),
                Move::Pass => Move::Pass,
            };
            there.play(play_there, &mut shapes_there);
            if here.n_moves() % 3 == 0 {
                learn_all(&shapes, &here, &mut catalog);
                if here.n_moves() % 9 == 0 {
                    learn_context(&shapes, &here, &mut catalog);
                }
            }
            let teams_here = teams(set, &mut here, &shapes, &catalog, image);
            let teams_there = teams(set, &mut there, &shapes_there, &catalog, |point| point);
            let is_context = |&id: &u32| {
                let shape = (id as usize).checked_sub(set.n_fixed());
                let shape = shape.and_then(|shape| catalog.shapes().get(shape));
                set == FeatureSet::Wide && shape.is_some_and(|s| Extent::CONTEXT.contains(&s.0))
            };
            n_contexts +=
                teams_here.iter().flat_map(|team| &team.1).filter(|id| is_context(id)).count();
            assert_eq!(teams_here, teams_there, "game {game}, move {}", here.n_moves());
            n_tactics += teams_here.iter().filter(|team| team.1[0] < 60).count();
        }
    }
    assert!(n_tactics > 10_000 && n_contexts > 10_000, "there was something to compare");
}

#[test]
fn features_come_in_ascending_order_and_none_twice() {
    let mut random = Rng::with_seed(6);
    let mut position = Position::new(Size::MAX);
    let mut shapes = Shapes::of(position.board());
    for _ in 0..60 {
        position.play(random_move(&position, &mut random), &mut shapes);
    }
    // Numbers follow the extents, as in training.
    let mut known = Catalog::new();
    learn_all(&shapes, &position, &mut known);
    learn_context(&shapes, &position, &mut known);
    let mut shapes_known = known.shapes().to_vec();
    shapes_known.sort_unstable();
    let mut catalog = Catalog::new();
    shapes_known.into_iter().for_each(|(extent, key)| _ = catalog.learn(extent, key));
    for set in [FeatureSet::Tree, FeatureSet::Wide] {
        for (point, team, _) in teams(set, &mut position, &shapes, &catalog, |point| point) {
            assert!(team.is_sorted_by(|a, b| a < b), "{}: {team:?}", point.index());
        }
    }
}

/// The kinds of a move's tactics as playouts call them, from what the tree found.
fn coarse(team: &[u32]) -> Vec<&'static str> {
    let tactics = team.iter().filter_map(|&id| match TreeFeature::from_id(id) {
        TreeFeature::Tactic(tactic) => Some(tactic),
        _ => None,
    });
    let mut kinds: Vec<&str> = tactics.filter_map(coarse_kind).collect();
    let has = |kind: &str, kinds: &[&str]| kinds.iter().any(|k| k.starts_with(kind));
    if has("capture-after", &kinds) {
        kinds.retain(|&kind| kind != "other-capture");
    }
    if has("atari-after", &kinds) {
        kinds.retain(|&kind| kind != "other-atari");
    }
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}

fn coarse_kind(tactic: Tactic) -> Option<&'static str> {
    const KINDS: [&str; 14] = [
        "rescue-capture",
        "capture-after-2",
        "capture-after-3",
        "ko-capture",
        "other-capture",
        "self-atari",
        "extend-from-atari",
        "atari-after-2",
        "atari-after-3",
        "other-atari",
        "extend-from-2",
        "race",
        "extend-from-3",
        "throw-in",
    ];
    match tactic {
        Tactic::CaptureNextToAtari => Some("other-capture"),
        Tactic::Oiotoshi | Tactic::Snapback => Some("other-atari"),
        Tactic::KoConnection => None,
        tactic => {
            let name = tactic.name();
            let kind = name.split('/').next();
            KINDS.into_iter().find(|&known| Some(known) == kind)
        }
    }
}

#[test]
fn playouts_see_the_kinds_that_the_tree_sees() {
    let mut random = Rng::with_seed(5);
    let (mut extractor, mut candidates) = (TreeExtractor::new(), Candidates::new());
    let catalog = Catalog::new();
    let mut n_moves = 0;
    for game in 0..60 {
        let size = size_of(game);
        let mut position = Position::new(size);
        let mut shapes = Shapes::of(position.board());
        while position.n_passes() < 2 && position.n_moves() < size.n_points() {
            extractor.extract(&mut position, &shapes, &catalog, &mut candidates);
            for (point, team) in candidates.iter() {
                let bits = playout::all_tactics(&position, point);
                let tactics = PlayoutTactic::all().filter(|tactic| bits >> tactic.index() & 1 != 0);
                let names: Vec<String> = tactics.map(PlayoutTactic::name).collect();
                let mut seen: Vec<&str> =
                    names.iter().filter_map(|name| name.split('/').next()).collect();
                seen.sort_unstable();
                assert_eq!(coarse(team), seen, "game {game}, move {}", position.n_moves());
                n_moves += usize::from(!seen.is_empty());
            }
            let play = random_move(&position, &mut random);
            position.play(play, &mut shapes);
        }
    }
    assert!(n_moves > 10_000, "there was something to compare");
}

#[test]
fn extraction_leaves_the_position_as_it_was() {
    let mut random = Rng::with_seed(3);
    let mut position = Position::new(Size::MAX);
    let mut extractor = TreeExtractor::new();
    let (mut candidates, catalog) = (Candidates::new(), Catalog::new());
    let mut shapes = Shapes::of(position.board());
    while position.n_moves() < 300 {
        let (hash, n_moves) = (position.hash(), position.n_moves());
        extractor.extract(&mut position, &shapes, &catalog, &mut candidates);
        assert_eq!((position.hash(), position.n_moves()), (hash, n_moves));
        assert!(shapes == Shapes::of(position.board()));
        let n_sensible =
            position.board().empties().iter().filter(|&p| position.is_sensible(p)).count();
        assert_eq!(candidates.points().len(), n_sensible);
        let play = random_move(&position, &mut random);
        position.play(play, &mut shapes);
    }
}

#[test]
fn shapes_that_differ_have_different_keys() {
    let mut random = Rng::with_seed(4);
    let mut seen = std::collections::HashMap::new();
    let size = Size::MAX;
    let mut n_shapes = 0;
    for _ in 0..20 {
        let mut position = Position::new(size);
        let mut shapes = Shapes::of(position.board());
        for _ in 0..200 {
            let play = random_move(&position, &mut random);
            position.play(play, &mut shapes);
            for point in position.board().empties() {
                // A larger key never stands for two smaller ones.
                let keys = Extent::ALL.map(|extent| shapes.key(extent, point, Color::Black));
                for (extent, pair) in keys.windows(2).enumerate() {
                    let smaller = *seen.entry((extent, pair[1])).or_insert(pair[0]);
                    assert_eq!(smaller, pair[0]);
                    n_shapes += 1;
                }
            }
        }
    }
    assert!(n_shapes > 1_000_000);
}
