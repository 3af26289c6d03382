//! The diagrams of `testdata/positions/attention.txt`: every question is asked of the board as it is drawn, of its seven
//! other turnings and reflections, and of all of these with the colors exchanged.
//!
//! | question | answers |
//! |---|---|
//! | `link RULE STONE STONE` | `yes`, `open` (one enemy stone cuts it), `no` |
//! | `group STONE STONE` | `same`, `apart` |
//! | `reach STONE POINT` (of the stone's group) | `yes`, `no` |
//! | `related STONE STONE` | `rival`, `friendly`, `no` |
//! | `conflict POINT` | `rival`, `friendly`, `none` |
//! | `boards METHOD` | the groups of each partial board that has any, by their first stones |
//! | `safe STONE`, `open POINT` | `yes`, `no` |

use aji_attention::{Kind, Link, LinkRule, Method, Segmentation, Settings};
use aji_goban::{Board, Color, Point, PointSet, Position, Symmetry, diagram};
use std::fs;
use std::path::Path;

/// A board as drawn, or its image; words are read and written as for the original.
struct View<'a> {
    original: &'a Board,
    board: Board,
    symmetry: Symmetry,
}

fn yes(is: bool) -> String {
    (if is { "yes" } else { "no" }).to_owned()
}

impl View<'_> {
    fn point(&self, word: &str) -> Point {
        let point = self.original.point(word).unwrap_or_else(|e| panic!("{e}"));
        self.symmetry.apply(point, self.original.size())
    }

    fn segmentation(&self, settings: Settings) -> Segmentation {
        Segmentation::of(settings, &mut Position::of(self.board.clone(), Color::Black))
    }

    /// The first stone of a set, as in the original.
    fn first_of(&self, stones: &PointSet) -> String {
        let size = self.original.size();
        let back = stones.transformed(self.symmetry.inverse(), size);
        back.first().expect("a group has stones").name(size).to_string()
    }

    fn answer(&self, question: &str) -> String {
        let words: Vec<&str> = question.split_whitespace().collect();
        let point = |i: usize| self.point(words[i]);
        let usual = || self.segmentation(Settings::default());
        match words[0] {
            "link" => {
                let links: LinkRule = words[1].parse().unwrap();
                let segmentation = self.segmentation(Settings { links, ..Settings::default() });
                let chain = |stone: Point| {
                    let chains = segmentation.chains().iter();
                    chains.clone().find(|chain| chain.stones.contains(stone)).unwrap().name
                };
                let (a, b) = (chain(point(2)), chain(point(3)));
                let joins = |link: &&Link| link.chains == [a.min(b), a.max(b)];
                match segmentation.links().iter().find(joins) {
                    None => "no".to_owned(),
                    Some(link) if link.is_open() => "open".to_owned(),
                    Some(_) => "yes".to_owned(),
                }
            }
            "group" => {
                let segmentation = usual();
                let is_same = segmentation.group_at(point(1)) == segmentation.group_at(point(2));
                (if is_same { "same" } else { "apart" }).to_owned()
            }
            "reach" => yes(usual().group_at(point(1)).unwrap().influence.contains(point(2))),
            "related" => {
                let segmentation = usual();
                let name = |i: usize| segmentation.group_at(point(i)).unwrap().name;
                let (a, b) = (name(1), name(2));
                let groups = [a.min(b), a.max(b)];
                match segmentation.relations().iter().find(|relation| relation.groups == groups) {
                    None => "no",
                    Some(relation) if relation.is_rival => "rival",
                    Some(_) => "friendly",
                }
                .to_owned()
            }
            "conflict" => {
                let conflicts = *usual().conflicts();
                let is_friendly = conflicts.friendly.iter().any(|set| set.contains(point(1)));
                match (conflicts.rival.contains(point(1)), is_friendly) {
                    (true, _) => "rival",
                    (false, true) => "friendly",
                    (false, false) => "none",
                }
                .to_owned()
            }
            "boards" => self.boards(words[1].parse().unwrap()),
            "safe" => yes(!usual().group_at(point(1)).unwrap().is_weak()),
            "open" => yes(usual().open().contains(point(1))),
            other => panic!("{other} is no question"),
        }
    }

    fn boards(&self, method: Method) -> String {
        let segmentation = self.segmentation(Settings { method, ..Settings::default() });
        let boards = segmentation.boards().iter().filter(|board| board.kind == Kind::Groups);
        let mut names: Vec<String> = boards
            .map(|board| {
                let groups = board.groups.iter().filter_map(|name| segmentation.group(name));
                let mut names: Vec<String> = groups.map(|g| self.first_of(&g.stones)).collect();
                names.sort();
                names.join("+")
            })
            .collect();
        names.sort();
        names.join(" ")
    }
}

#[test]
fn every_question_about_every_diagram_is_answered_alike_from_all_sides() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/positions/attention.txt");
    let text = fs::read_to_string(&file).unwrap();
    let mut n_questions = 0;
    for position in text.split("\n\n").filter(|part| !part.trim().is_empty()) {
        let (questions, rows): (Vec<&str>, Vec<&str>) =
            position.lines().filter(|line| !line.starts_with('%')).partition(|l| l.contains('='));
        let original =
            diagram::parse(&rows.join("\n")).unwrap_or_else(|e| panic!("{e}\n{position}"));
        for symmetry in Symmetry::ALL {
            for is_swapped in [false, true] {
                let board = original.board.transformed(symmetry);
                let board = if is_swapped { board.color_swapped() } else { board };
                let view = View { original: &original.board, board, symmetry };
                for line in &questions {
                    let (question, answer) = line.split_once('=').unwrap();
                    let (question, answer) = (question.trim(), answer.trim());
                    let given = view.answer(question);
                    assert_eq!(given, answer, "{question}, {symmetry:?}, {is_swapped}\n{position}");
                    n_questions += 1;
                }
            }
        }
    }
    assert!(n_questions > 500, "{n_questions}");
}
