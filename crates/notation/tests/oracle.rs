//! Whole records are read as the crate `sgf-parse` reads them.

mod games;

use aji_goban::{Color, Move};
use aji_notation::sgf::scan::{Record, Scanned, scan};
use aji_notation::sgf::{Collection, Events, NodeId, Tree, Value};
use sgf_parse::SgfNode;
use sgf_parse::go::{self, Prop};

/// A tree as one text: nodes in order, children in brackets, properties and values sorted.
fn ours(tree: &Tree, id: NodeId, out: &mut String) {
    let node = tree.node(id);
    out.push(';');
    let mut properties: Vec<String> = node
        .properties()
        .iter()
        .map(|p| {
            // The oracle spells rectangles of points out.
            let is_rectangle = p.values.iter().any(|v| v.raw().contains(':')) && p.name != "LB";
            let size = tree.root().size().unwrap();
            let mut values: Vec<_> = match p.values.iter().map(|v| v.points(size)).collect() {
                Some(points) if is_rectangle => {
                    let points: Vec<_> = points;
                    let places = points.into_iter().flatten().map(Move::Place);
                    places.map(|place| Value::from_move(place, size).raw().to_owned()).collect()
                }
                _ => p.values.iter().map(|v| v.text().trim().to_owned()).collect(),
            };
            values.sort();
            format!("{}{values:?}", p.name)
        })
        .collect();
    properties.sort();
    out.push_str(&properties.concat());
    for &child in node.children() {
        out.push('(');
        ours(tree, child, out);
        out.push(')');
    }
}

fn theirs(node: &SgfNode<Prop>, out: &mut String) {
    out.push(';');
    let mut properties: Vec<String> = node
        .properties()
        .map(|p| {
            // The oracle writes what it understood; that text is compared value by value.
            let text = p.to_string();
            let open = text.find('[').unwrap();
            let inner = &text[open + 1..text.len() - 1];
            let inner =
                if text.starts_with("SZ[") { inner.split(':').next().unwrap() } else { inner };
            let mut values: Vec<_> = inner.split("][").map(|v| unescaped(v.trim())).collect();
            values.sort();
            format!("{}{values:?}", &text[..open])
        })
        .collect();
    properties.sort();
    out.push_str(&properties.concat());
    for child in node.children() {
        out.push('(');
        theirs(child, out);
        out.push(')');
    }
}

/// Backslashes resolved, the simple way: there are no line ends behind them here.
fn unescaped(text: &str) -> String {
    let mut is_escaped = false;
    let keeps = |c: &char| {
        let is_kept = *c != '\\' || is_escaped;
        is_escaped = !is_kept;
        is_kept
    };
    text.chars().filter(keeps).collect()
}

fn check(text: &str) {
    let collection = Collection::parse(text.as_bytes());
    assert_eq!(collection.warnings, [], "{text}");
    let oracle = go::parse(text).unwrap();
    assert_eq!(collection.trees.len(), oracle.len(), "{text}");
    for (tree, expected) in collection.trees.iter().zip(&oracle) {
        let (mut a, mut b) = (String::new(), String::new());
        ours(tree, NodeId::ROOT, &mut a);
        theirs(expected, &mut b);
        assert_eq!(a, b);
        check_moves(tree, expected);
    }
    check_scan(text, &collection);
}

/// The main line's moves, move by move.
fn check_moves(tree: &Tree, expected: &SgfNode<Prop>) {
    let size = tree.root().size().unwrap();
    let expected: Vec<_> = expected
        .main_variation()
        .filter_map(|node| node.get_move())
        .map(|play| {
            let (color, play) = match play {
                Prop::B(play) => (Color::Black, play),
                Prop::W(play) => (Color::White, play),
                _ => unreachable!("only moves are asked for"),
            };
            let place = match play {
                go::Move::Pass => None,
                // The oracle does not know that `tt` was a pass on these boards.
                go::Move::Move(p) if (p.x, p.y) == (19, 19) => None,
                go::Move::Move(p) => Some((usize::from(p.y), usize::from(p.x))),
            };
            (color, place)
        })
        .collect();
    let moves: Vec<_> = tree
        .main_moves(size)
        .map(|(color, play)| (color, play.point().map(|p| (p.row(size), p.column(size)))))
        .collect();
    assert_eq!(moves, expected);
}

/// The scan gives the main lines of the trees.
fn check_scan(text: &str, collection: &Collection) {
    let (mut events, mut record) = (Events::new(text.as_bytes()), Record::new());
    for tree in &collection.trees {
        assert_eq!(scan(&mut events, &mut record), Scanned::Game);
        let size = record.size().unwrap();
        assert_eq!(size, tree.root().size().unwrap());
        let scanned: Vec<_> =
            record.moves.iter().map(|m| (m.color(), m.play(size).unwrap())).collect();
        assert_eq!(scanned, tree.main_moves(size).collect::<Vec<_>>());
        assert_eq!(record.komi, tree.root().komi());
        assert_eq!(record.result, tree.root().result());
        assert_eq!(usize::from(record.handicap), tree.root().handicap().unwrap_or(0));
    }
    assert_eq!(scan(&mut events, &mut record), Scanned::End);
}

#[test]
fn random_games_are_read_as_the_oracle_reads_them() {
    for seed in 0..150 {
        check(&Tree::from_game(&games::random_game(seed)).to_string());
    }
}

#[test]
fn written_records_are_read_as_the_oracle_reads_them() {
    for text in [
        "(;)",
        "(;FF[4]GM[1]SZ[9];B[ee](;W[ec];B[gd])(;W[gc](;B[cc])(;B[cg])))",
        "(;SZ[13]AB[aa][bb:cd]AW[kk]AE[mm]PL[W];W[];B[ll])",
        "(;SZ[19];B[aa];W[tt];B[])\n\n(;SZ[9];B[bb])",
        "(;SZ[9]C[a \\] bracket, a \\\\ backslash: and (;B[aa\\]) no game];B[ee]C[line\nline])",
        "(;SZ[9]KM[6.5]HA[3]RE[W+3.5]PB[A]PW[B];LB[aa:1][bb:x]TR[cc][dd]XX[own][words];B[ee])",
        "(;SZ[9]\n;B[ee]\r\n ; W [gg] ;B\n[cc])",
    ] {
        check(text);
    }
}

#[test]
fn sample_records_are_read_as_the_oracle_reads_them() {
    for name in ["random-9x9.sgf", "random-19x19.sgf", "variations.sgf"] {
        let path = format!("{}/../../testdata/sgf/{name}", env!("CARGO_MANIFEST_DIR"));
        check(&std::fs::read_to_string(path).unwrap());
    }
}
