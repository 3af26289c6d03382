//! The diagrams of `testdata/positions`: every question is asked of the board as it is drawn, of its
//! seven other turnings and reflections, and of all of these with the colors exchanged.
//!
//! Where a comment names a figure of the thesis, its picture is lost: the position is made to do what the
//! text says of it.
//!
//! A file holds positions separated by empty lines: `%` comments, the diagram, then questions.
//!
//! | question | answers |
//! |---|---|
//! | `ladder_capture STONE`, `ladder_capture_by STONE MOVE` | `working`, `broken` |
//! | `ladder_escape STONE`, `ladder_escape_by STONE MOVE` | `working`, `broken` |
//! | `self_atari COLOR MOVE` | `no`, `small`, `nakade`, `other` |
//! | `aim COLOR MOVE` (of a self-atari) | `none`, `snapback`, `nakade`, `throw_in`, `atari` |
//! | `atari COLOR MOVE TARGET` | `takes`, `escapes`, `no` |
//! | `snapback`, `oiotoshi`, `throw_in`, `two_point_eye COLOR MOVE` | `yes`, `no` |
//! | `alive STONE`, `territory COLOR POINT` | `yes`, `no` |
//! | `nakade POINT` (of the empty points around it) | the vital point, `dead`, `no` |
//! | `race STONE STONE` (moving first, moving second) | `wins`, `loses`, `seki`, twice |
//! | `seki POINT` | `yes`, `no` |

use aji_goban::{Board, Color, Point, PointSet, Position, Symmetry, diagram};
use aji_reading::nakade::Nakade;
use aji_reading::self_atari::{Aim, SelfAtari, aim, class};
use aji_reading::{
    Ladders, Life, Race, RaceOutcome, Verdict, atari, is_in_seki, is_oiotoshi, is_snapback,
    is_throw_in, throw_in,
};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

const FILES: [&str; 10] = [
    "ladder",
    "life",
    "nakade",
    "self_atari",
    "atari",
    "snapback",
    "oiotoshi",
    "throw_in",
    "race",
    "seki",
];

/// A board as drawn, or its image; words of questions and answers are read and written as for the
/// original.
struct View<'a> {
    original: &'a Board,
    board: Board,
    symmetry: Symmetry,
    is_swapped: bool,
}

impl View<'_> {
    fn point(&self, word: &str) -> Point {
        let point = self.original.point(word).unwrap_or_else(|e| panic!("{e}"));
        self.symmetry.apply(point, self.original.size())
    }

    fn name(&self, point: Point) -> String {
        let size = self.original.size();
        self.symmetry.inverse().apply(point, size).name(size).to_string()
    }

    fn color(&self, word: &str) -> Color {
        let color = match word {
            "black" => Color::Black,
            "white" => Color::White,
            _ => panic!("{word} is no color"),
        };
        if self.is_swapped { color.opponent() } else { color }
    }

    /// The answer to a question, in words.
    fn answer(&self, question: &str) -> String {
        let words: Vec<&str> = question.split_whitespace().collect();
        let point = |i: usize| self.point(words[i]);
        let (board, color) = (&self.board, |i: usize| self.color(words[i]));
        let mut position = Position::of(board.clone(), Color::Black);
        let mut ladders = Ladders::new();
        match words[0] {
            "ladder_capture" => verdict(ladders.capture(&mut position, point(1)).0),
            "ladder_capture_by" => verdict(ladders.capture_by(&mut position, point(1), point(2))),
            "ladder_escape" => verdict(ladders.escape(&mut position, point(1))),
            "ladder_escape_by" => verdict(ladders.escape_by(&mut position, point(1), point(2))),
            "self_atari" => match class(board, point(2), color(1)) {
                None => "no",
                Some(SelfAtari::Small) => "small",
                Some(SelfAtari::Nakade) => "nakade",
                Some(SelfAtari::Other) => "other",
            },
            "aim" => match aim(board, point(2), color(1)) {
                None => "none",
                Some(Aim::Snapback) => "snapback",
                Some(Aim::Nakade) => "nakade",
                Some(Aim::ThrowIn) => "throw_in",
                Some(Aim::Atari) => "atari",
            },
            "atari" => self.atari(color(1), point(2), point(3)),
            "snapback" => yes(is_snapback(board, point(2), color(1))),
            "oiotoshi" => yes(is_oiotoshi(board, point(2), color(1))),
            "throw_in" => yes(is_throw_in(board, point(2), color(1))),
            "two_point_eye" => yes(throw_in::spoils_two_point_eye(board, point(2), color(1))),
            "alive" => {
                let color = board.color_at(point(1)).expect("a stone stands there");
                yes(Life::of(board, color).stones.contains(point(1)))
            }
            "territory" => yes(Life::of(board, color(1)).territory.contains(point(2))),
            "nakade" => return self.nakade(point(1)),
            "race" => return self.race(point(1), point(2)),
            "seki" => yes(is_in_seki(board, point(1))),
            other => panic!("{other} is no question"),
        }
        .to_string()
    }

    fn atari(&self, color: Color, point: Point, target: Point) -> &'static str {
        let id = self.board.chain_id_at(target).expect("a stone stands there");
        if !atari::targets(&self.board, point, color).contains(id.point()) {
            "no"
        } else if atari::takes(&self.board, point, color, target) {
            "takes"
        } else {
            "escapes"
        }
    }

    fn nakade(&self, point: Point) -> String {
        let size = self.board.size();
        let space = PointSet::from_iter([point]).flooded(&self.board.empties(), size);
        match Nakade::of(&space, size) {
            None => "no".to_string(),
            Some(Nakade { vital: None, .. }) => "dead".to_string(),
            Some(Nakade { vital: Some(vital), .. }) => self.name(vital),
        }
    }

    fn race(&self, own: Point, enemy: Point) -> String {
        let word = |outcome| match outcome {
            RaceOutcome::Wins => "wins",
            RaceOutcome::Loses => "loses",
            RaceOutcome::Seki => "seki",
        };
        match Race::between(&self.board, own, enemy) {
            None => "no".to_string(),
            Some(race) => format!("{} {}", word(race.if_first()), word(race.if_second())),
        }
    }
}

fn yes(answer: bool) -> &'static str {
    if answer { "yes" } else { "no" }
}

fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Working => "working",
        Verdict::Broken => "broken",
        Verdict::Unclear => "unclear",
    }
}

/// Asks every question of one position in all its images; wrong answers are added to `errors`, right ones
/// counted by question and answer.
fn check(text: &str, errors: &mut Vec<String>, counts: &mut BTreeMap<(String, bool), usize>) {
    let lines = || text.lines().map(str::trim).filter(|line| !line.starts_with('%'));
    let drawing: Vec<&str> = lines().filter(|line| !line.contains('=')).collect();
    let original = diagram::parse(&drawing.join("\n")).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let original = &original.board;
    for line in lines().filter(|line| line.contains('=')) {
        let (question, expected) = line.split_once('=').expect("it contains one");
        for (symmetry, is_swapped) in Symmetry::ALL.iter().flat_map(|&s| [(s, false), (s, true)]) {
            let turned = original.transformed(symmetry);
            let board = if is_swapped { turned.color_swapped() } else { turned };
            let answer = View { original, board, symmetry, is_swapped }.answer(question.trim());
            if answer != expected.trim() {
                let how = if is_swapped { ", colors exchanged" } else { "" };
                errors.push(format!("{line}: {answer} ({symmetry:?}{how})\n{text}"));
                break;
            }
        }
        let name = question.split_whitespace().next().unwrap_or_default().to_string();
        let is_negative = ["no", "none", "broken", "escapes"].contains(&expected.trim());
        *counts.entry((name, !is_negative)).or_default() += 1;
    }
}

#[test]
fn every_diagram_is_answered_as_it_says() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/positions");
    let (mut errors, mut counts) = (Vec::new(), BTreeMap::new());
    for file in FILES {
        let path = folder.join(file).with_extension("txt");
        let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        for position in text.split("\n\n").filter(|text| !text.trim().is_empty()) {
            check(position, &mut errors, &mut counts);
        }
    }
    assert!(errors.is_empty(), "{} wrong answers\n\n{}", errors.len(), errors.join("\n"));
    let questions = [
        "ladder_capture",
        "ladder_escape",
        "self_atari",
        "aim",
        "atari",
        "snapback",
        "oiotoshi",
        "throw_in",
        "two_point_eye",
        "alive",
        "territory",
        "nakade",
        "seki",
    ];
    for question in questions {
        let count = |is_positive| counts.get(&(question.to_string(), is_positive)).copied();
        assert!(count(true).unwrap_or(0) >= 3, "{question} wants three positives");
        assert!(count(false).unwrap_or(0) >= 2, "{question} wants two near misses");
    }
    assert!(counts[&("race".to_string(), true)] >= 5);
}
