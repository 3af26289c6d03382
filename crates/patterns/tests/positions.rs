//! The diagrams of `testdata/positions` about features: every line is asked of the board as it is drawn,
//! of its seven other turnings and reflections, and of all of these with the colors exchanged.
//!
//! A file holds positions separated by empty lines: `%` comments, the diagram, then lines.
//!
//! | line | meaning |
//! |---|---|
//! | `before COLOR MOVE`, `last COLOR MOVE` | is played on the diagram, in this order; MOVE may be `pass` |
//! | `COLOR MOVE has NAMES` | the tree's tactics of the move, all of these among them |
//! | `COLOR MOVE lacks NAMES` | none of these, nor any sub-class of them |
//! | `COLOR MOVE only NAMES` | these and no other; `nothing` for none |
//! | `playout COLOR MOVE has …`, `lacks`, `only` | the same of the playout's tactics |
//! | `distance MOVE MOVE = N`, `place MOVE = NEAR-FAR` | numbers |
//! | `EXTENT COLOR MOVE COLOR MOVE = alike` (or `different`) | two shapes, each with its side to move |

use aji_goban::{Board, Color, Move, Point, Position, Symmetry, diagram};
use aji_patterns::{
    Extent, PlayoutTactic, Shapes, Tactic, TreeExtractor, distance, place, playout,
};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

const FILES: [&str; 9] = [
    "tactics_rescue",
    "tactics_capture",
    "tactics_ko",
    "tactics_atari",
    "tactics_self_atari",
    "tactics_extend",
    "tactics_race",
    "shapes",
    "places",
];

/// How often each name was claimed and denied, `playout` before the playout's.
type Counts = BTreeMap<(String, bool), usize>;

/// A diagram as drawn, or its image; words are read as for the original.
struct View<'a> {
    original: &'a Board,
    symmetry: Symmetry,
    is_swapped: bool,
}

impl View<'_> {
    fn point(&self, word: &str) -> Point {
        let point = self.original.point(word).unwrap_or_else(|e| panic!("{e}"));
        self.symmetry.apply(point, self.original.size())
    }

    fn color(&self, word: &str) -> Color {
        let color = match word {
            "black" => Color::Black,
            "white" => Color::White,
            _ => panic!("{word} is no color"),
        };
        if self.is_swapped { color.opponent() } else { color }
    }

    /// The position after the moves that the lines name.
    fn position(&self, lines: &[&str]) -> Position {
        let turned = self.original.transformed(self.symmetry);
        let board = if self.is_swapped { turned.color_swapped() } else { turned };
        let mut position = Position::of(board, Color::Black);
        for word in ["before", "last"] {
            for line in lines.iter().filter(|line| line.starts_with(word)) {
                let words: Vec<&str> = line.split_whitespace().collect();
                let (color, play) = (self.color(words[1]), words[2]);
                if position.n_moves() == 0 {
                    position.set_to_move(color);
                }
                assert_eq!(position.to_move(), color, "{line}: the sides take turns");
                if play == "pass" {
                    position.play(Move::Pass, &mut ());
                } else {
                    assert!(position.is_legal(self.point(play)), "{line} is not legal");
                    position.play(Move::Place(self.point(play)), &mut ());
                }
            }
        }
        position
    }

    /// The answer to a question, in words, and what the line expects.
    fn answer<'l>(&self, line: &'l str, position: &mut Position) -> (String, &'l str) {
        let (question, expected) = line.split_once(" = ").expect("a question has an answer");
        let words: Vec<&str> = question.split_whitespace().collect();
        let size = position.size();
        let answer = match words[0] {
            "distance" => {
                distance::distance(self.point(words[1]), self.point(words[2]), size).to_string()
            }
            "place" => {
                let (near, far) = place::lines(place::class(self.point(words[1]), size));
                format!("{near}-{far}")
            }
            name => {
                let is_it = |extent: &&Extent| extent.name() == name;
                let extent = *Extent::ALL.iter().find(is_it).expect("an extent");
                let shapes = Shapes::of(position.board());
                let key =
                    |i: usize| shapes.key(extent, self.point(words[i + 1]), self.color(words[i]));
                if key(1) == key(3) { "alike" } else { "different" }.to_string()
            }
        };
        (answer, expected.trim())
    }

    /// The names of a move's tactics.
    fn tactics(&self, words: &[&str], position: &mut Position) -> Vec<String> {
        let is_playout = words[0] == "playout";
        let (color, point) = match words {
            ["playout", color, point, ..] | [color, point, ..] => (*color, self.point(point)),
            _ => panic!("{words:?} names no move"),
        };
        if position.n_moves() == 0 {
            position.set_to_move(self.color(color));
        }
        assert_eq!(position.to_move(), self.color(color), "{words:?}: it is not their turn");
        assert!(position.is_legal(point), "{words:?} is not legal");
        if is_playout {
            let all = playout::all_tactics(position, point);
            let named = PlayoutTactic::all().filter(|tactic| all >> tactic.index() & 1 != 0);
            named.map(PlayoutTactic::name).collect()
        } else {
            let all = TreeExtractor::new().tactics_of(position, point);
            all.into_iter().map(Tactic::name).collect()
        }
    }

    /// Does the position answer as the line says? The answer, if not.
    fn check(&self, line: &str, position: &mut Position) -> Result<(), String> {
        if line.contains(" = ") {
            let (answer, expected) = self.answer(line, position);
            return if answer == expected { Ok(()) } else { Err(answer) };
        }
        let words: Vec<&str> = line.split_whitespace().collect();
        let (verb, names) = claim(&words);
        let found = self.tactics(&words, position);
        let is_found = |name: &&str| found.iter().any(|f| f == name);
        let is_kind_found = |name: &&str| found.iter().any(|f| belongs(f, name));
        let holds = match verb {
            "has" => names.iter().all(is_found),
            "lacks" => !names.iter().any(is_kind_found),
            _ => {
                names.iter().filter(|name| **name != "nothing").all(is_found)
                    && found.iter().all(|f| names.contains(&f.as_str()))
            }
        };
        if holds { Ok(()) } else { Err(found.join(" ")) }
    }
}

/// Is the name this one, or one of its sub-classes?
fn belongs(name: &str, kind: &str) -> bool {
    name.strip_prefix(kind).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// The verb of a line about tactics and the names it claims or denies.
fn claim<'l, 'w>(words: &'w [&'l str]) -> (&'l str, &'w [&'l str]) {
    let at = if words[0] == "playout" { 3 } else { 2 };
    assert!(["has", "lacks", "only"].contains(&words[at]), "{words:?}: has, lacks or only?");
    (words[at], &words[at + 1..])
}

fn check(text: &str, errors: &mut Vec<String>, counts: &mut Counts) {
    let lines = text.lines().map(str::trim).filter(|line| !line.starts_with('%'));
    let (drawing, lines): (Vec<&str>, Vec<&str>) =
        lines.partition(|line| line.split_whitespace().all(|word| word.len() == 1));
    let original = diagram::parse(&drawing.join("\n")).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let is_move = |line: &str| line.starts_with("before ") || line.starts_with("last ");
    for line in lines.iter().filter(|line| !is_move(line)) {
        for (symmetry, is_swapped) in Symmetry::ALL.iter().flat_map(|&s| [(s, false), (s, true)]) {
            let view = View { original: &original.board, symmetry, is_swapped };
            let mut position = view.position(&lines);
            if let Err(answer) = view.check(line, &mut position) {
                let how = if is_swapped { ", colors exchanged" } else { "" };
                errors.push(format!("{line}: {answer} ({symmetry:?}{how})\n{text}\n"));
                break;
            }
        }
        count(line, counts);
    }
}

/// Counts what a line claims and denies.
fn count(line: &str, counts: &mut Counts) {
    let words: Vec<&str> = line.split_whitespace().collect();
    if let Some((question, answer)) = line.split_once(" = ") {
        let name = question.split_whitespace().next().unwrap_or_default();
        *counts.entry((name.to_owned(), answer != "different")).or_default() += 1;
        return;
    }
    let prefix = if words[0] == "playout" { "playout " } else { "" };
    let (verb, names) = claim(&words);
    for name in names {
        *counts.entry((format!("{prefix}{name}"), verb != "lacks")).or_default() += 1;
    }
}

#[test]
fn every_diagram_is_answered_as_it_says() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/positions");
    let (mut errors, mut counts) = (Vec::new(), Counts::new());
    for file in FILES {
        let path = folder.join(file).with_extension("txt");
        let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        for position in text.split("\n\n").filter(|text| !text.trim().is_empty()) {
            check(position, &mut errors, &mut counts);
        }
    }
    let tree = Tactic::all().map(Tactic::name).collect();
    let playout = PlayoutTactic::all().map(|tactic| format!("playout {}", tactic.name())).collect();
    errors.extend(wanting(tree, 19, &counts));
    errors.extend(wanting(playout, 14, &counts));
    for extent in Extent::ALL {
        for (is_alike, least) in [(true, 3), (false, 2)] {
            let n = counts.get(&(extent.name().to_owned(), is_alike)).copied().unwrap_or(0);
            if n < least {
                errors.push(format!("{extent}, alike {is_alike}: {n} diagrams"));
            }
        }
    }
    assert!(errors.is_empty(), "{} errors\n\n{}", errors.len(), errors.join("\n"));
}

/// What the diagrams do not show: each sub-class once, each kind three times and two near misses.
fn wanting(names: Vec<String>, n_kinds: usize, counts: &Counts) -> Vec<String> {
    let mut wanting = Vec::new();
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    for name in &names {
        let n = counts.get(&(name.clone(), true)).copied().unwrap_or(0);
        if n == 0 {
            wanting.push(format!("no diagram shows {name}"));
        }
        *kinds.entry(kind_of(name)).or_default() += n;
    }
    assert_eq!(kinds.len(), n_kinds);
    for (kind, n_positives) in kinds {
        let is_about = |name: &str| belongs(&kind, name) || belongs(name, &kind);
        let n_misses: usize = counts
            .iter()
            .filter(|((name, is_claimed), _)| !is_claimed && is_about(name))
            .map(|(_, n)| n)
            .sum();
        if n_positives < 3 || n_misses < 2 {
            wanting.push(format!("{kind}: {n_positives} positives, {n_misses} near misses"));
        }
    }
    wanting
}

/// The kind of a tactic by its name: the part before the first slash, but other ataris are two kinds of
/// the tree.
fn kind_of(name: &str) -> String {
    match name.split_once('/') {
        Some(("other-atari", _)) | None => name.to_owned(),
        Some((kind, _)) => kind.to_owned(),
    }
}
