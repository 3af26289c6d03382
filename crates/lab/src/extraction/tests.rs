//! Extraction gives the same for any number of threads, and what it gives is what the features say.

use super::*;
use aji_goban::{Move, Position, Size};
use aji_patterns::Extent;
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

/// A folder that is gone when the test is over.
pub(crate) struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("aji-train-{}-{name}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }

    /// A file of random games on a board with so many lines.
    pub fn games(&self, name: &str, n: u32, lines: u64, seed: u64) -> PathBuf {
        let path = self.0.join(name);
        fs::write(&path, random_games(n, lines, seed)).unwrap();
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Games that prefer to answer near the last move, so that there is something to learn.
pub(crate) fn random_games(n: u32, lines: u64, seed: u64) -> String {
    let size = Size::new(lines).unwrap();
    let mut random = aji_ranking::Random::new(seed);
    let mut text = String::new();
    for _ in 0..n {
        let mut position = Position::new(size);
        let _ = write!(text, "(;SZ[{lines}]");
        while position.n_moves() < size.n_points() {
            let mut points: Vec<_> = position.board().empties().iter().collect();
            points.retain(|&point| position.is_sensible(point));
            random.shuffle(&mut points);
            if let Some(Move::Place(last)) = position.last_move() {
                let far = |point| aji_patterns::distance::distance(point, last, size);
                points.truncate(6);
                points.sort_by_key(|&point| far(point));
            }
            let Some(&point) = points.first() else { break };
            let letter = |n: usize| char::from(b'a' + n as u8);
            let side = ['B', 'W'][position.n_moves() % 2];
            let _ =
                write!(text, ";{side}[{}{}]", letter(point.column(size)), letter(point.row(size)));
            position.play(Move::Place(point), &mut ());
        }
        text.push_str(")\n");
    }
    text
}

fn recipe(features: FeatureSet, threads: usize) -> Recipe {
    Recipe { features, every: NonZero::<u32>::MIN, threads: NonZero::new(threads).unwrap() }
}

fn wanted(file: PathBuf, part: Part) -> Wanted {
    Wanted { files: vec![file], size: Size::new(9).unwrap(), limit: None, part }
}

fn go(_: u64) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

fn catalog(recipe: &Recipe, wanted: &Wanted) -> Catalog {
    let mut selection = Selection::open(wanted, 0).unwrap();
    match count_shapes(recipe, ShapeCounts::default(), &mut selection, go).unwrap() {
        ControlFlow::Continue(counts) => counts.catalog(3),
        ControlFlow::Break(()) => panic!("nobody stopped it"),
    }
}

fn contests(recipe: &Recipe, wanted: &Wanted, first: u32) -> Contests {
    let catalog = catalog(recipe, wanted);
    let mut all = Contests::default();
    let mut selection = Selection::open(wanted, first).unwrap();
    let sink = |_, contests: &Contests| {
        contests.iter().for_each(|contest| all.push(contest));
        Ok::<_, CorpusError>(ControlFlow::Continue(()))
    };
    assert!(extract(recipe, &catalog, &mut selection, sink).unwrap().is_continue());
    all
}

#[test]
fn one_thread_and_three_extract_the_same() {
    let folder = Folder::new("threads");
    let wanted = wanted(folder.games("a.sgf", 45, 9, 1), Part::All);
    for features in FeatureSet::ALL {
        let alone = contests(&recipe(features, 1), &wanted, 0);
        assert!(alone == contests(&recipe(features, 3), &wanted, 0));
        assert!(alone.len() > 45 * 40, "{}", alone.len());
        let from_20 = contests(&recipe(features, 2), &wanted, 20);
        assert_eq!(from_20.contest(0).game, 20);
        let late = alone.iter().find(|contest| contest.game == 20).unwrap();
        assert_eq!(from_20.contest(0), late);
    }
}

#[test]
fn the_chosen_candidate_is_the_move_that_was_played() {
    let folder = Folder::new("chosen");
    let file = folder.games("a.sgf", 3, 9, 2);
    let wanted = wanted(file.clone(), Part::All);
    let recipe = recipe(FeatureSet::Tree, 1);
    let (catalog, all) = (catalog(&recipe, &wanted), contests(&recipe, &wanted, 0));
    let mut selection = Selection::open(&wanted, 0).unwrap();
    let games = selection.batch(99).unwrap().unwrap();
    let mut seen = all.iter();
    for (number, record) in &games {
        let mut position = crate::corpus::replay::first_position(record).unwrap();
        let mut shapes = aji_patterns::Shapes::of(position.board());
        let walk = |position: &mut Position, shapes: &aji_patterns::Shapes, play: Move| {
            let Some(point) = play.point().filter(|&point| position.is_sensible(point)) else {
                return;
            };
            let contest = seen.next().unwrap();
            assert_eq!((contest.game, contest.number as usize), (*number, position.n_moves()));
            let shape = shapes.largest(&catalog, point, position.to_move());
            let shape = shape.map(|id| aji_patterns::TreeFeature::Shape(id).id());
            let found = contest.winner().last().copied();
            assert_eq!(found.filter(|&id| id as usize >= FeatureSet::Tree.n_fixed()), shape);
        };
        crate::corpus::replay::walk(record, &mut position, &mut shapes, walk).unwrap();
    }
    assert!(seen.next().is_none());
}

#[test]
fn held_out_games_are_not_learned_from() {
    let folder = Folder::new("parts");
    let file = folder.games("a.sgf", 45, 5, 3);
    let numbers = |part| {
        let wanted = Wanted { size: Size::new(5).unwrap(), ..wanted(file.clone(), part) };
        let mut selection = Selection::open(&wanted, 0).unwrap();
        let batch = selection.batch(99).unwrap().unwrap();
        batch.into_iter().map(|(number, _)| number).collect::<Vec<_>>()
    };
    assert_eq!(numbers(Part::HeldOut), [19, 39]);
    let mut both = [numbers(Part::Learned), numbers(Part::HeldOut)].concat();
    both.sort_unstable();
    assert_eq!(both, numbers(Part::All));
}

#[test]
fn with_every_third_move_a_third_of_the_contests_is_left() {
    let folder = Folder::new("every");
    let wanted = wanted(folder.games("a.sgf", 9, 9, 4), Part::All);
    let all = contests(&recipe(FeatureSet::Playout(Extent::Diamond2), 1), &wanted, 0);
    let every = NonZero::new(3).unwrap();
    let third =
        contests(&Recipe { every, ..recipe(FeatureSet::Playout(Extent::Diamond2), 1) }, &wanted, 0);
    assert!(third.len().abs_diff(all.len() / 3) < 9, "{} of {}", third.len(), all.len());
    assert!(third.iter().all(|contest| all.iter().any(|other| other == contest)));
}

#[test]
fn no_game_of_the_size_is_explained() {
    let folder = Folder::new("nine");
    let wanted = Wanted { size: Size::MAX, ..wanted(folder.games("a.sgf", 3, 9, 5), Part::All) };
    let mut selection = Selection::open(&wanted, 0).unwrap();
    assert!(selection.batch(1).unwrap().is_none());
    let text = selection.census().no_games(Size::MAX).to_string();
    let expected = "no 19×19 game to use in the files given; 3 on 9×9: pass --size 9 to use those";
    assert_eq!(text, expected);
}

#[test]
fn rough_counts_know_the_shapes_that_were_played_often() {
    let folder = Folder::new("rough");
    let wanted = wanted(folder.games("a.sgf", 60, 9, 1), Part::All);
    let recipe = recipe(FeatureSet::Wide, 2);
    let counted = |counts| {
        let mut selection = Selection::open(&wanted, 0).unwrap();
        match count_shapes(&recipe, counts, &mut selection, go).unwrap() {
            ControlFlow::Continue(counts) => counts.catalog(8),
            ControlFlow::Break(()) => panic!("nobody stopped it"),
        }
    };
    let (exact, rough) = (counted(ShapeCounts::default()), counted(ShapeCounts::rough(8)));
    assert!(exact.len() > 100);
    for &(extent, key) in exact.shapes() {
        assert!(rough.find(extent, key).is_some(), "{extent}/{key:x}");
    }
    assert!(rough.len() <= exact.len() + exact.len() / 100, "{} {}", rough.len(), exact.len());
}
