//! What we write, Python's sgfmill reads as the same nodes with the same properties.

use aji_goban::{Color, Game, Komi, Move, Rules, Size};
use aji_notation::sgf::{NodeId, Tree};
use serde_json::{Value, json};
use std::error::Error;
use std::io::Write;
use std::process::{Command, Stdio};

/// Reads games from standard input, one a line in hexadecimal; writes each as a line of JSON: its nodes as
/// [depth, properties] in the order of the text, every value as sgfmill has it.
const READER: &str = r#"
import sys, json
from sgfmill import sgf

def nodes(root):
    found, stack = [], [(0, root)]
    while stack:
        depth, n = stack.pop()
        values = {name: [v.decode("utf-8") for v in n.get_raw_list(name)] for name in n.properties()}
        found.append([depth, values])
        stack.extend((depth + 1, child) for child in reversed(list(n)))
    return found

for line in sys.stdin:
    game = sgf.Sgf_game.from_bytes(bytes.fromhex(line.strip()))
    moves = [[c, m] for c, m in (n.get_move() for n in game.get_main_sequence()) if c]
    print(json.dumps([nodes(game.get_root()), game.get_size(), game.get_komi(), moves]))
"#;

/// What sgfmill makes of these trees.
fn read_back(trees: &[Tree]) -> Result<Vec<Value>, Box<dyn Error>> {
    let mut python = Command::new("python3")
        .args(["-c", READER])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let mut input = python.stdin.take().ok_or("no input")?;
    let lines: String = trees
        .iter()
        .map(|tree| {
            let hex: String = tree.to_string().bytes().map(|byte| format!("{byte:02x}")).collect();
            hex + "\n"
        })
        .collect();
    std::thread::spawn(move || input.write_all(lines.as_bytes()));
    let output = python.wait_with_output()?;
    assert!(output.status.success(), "sgfmill refused a record; is it installed for python3?");
    String::from_utf8(output.stdout)?.lines().map(|line| Ok(serde_json::from_str(line)?)).collect()
}

/// The nodes of a tree as [`READER`] writes them.
fn as_json(tree: &Tree) -> Value {
    let (mut found, mut stack) = (Vec::new(), vec![(0, NodeId::ROOT)]);
    while let Some((depth, id)) = stack.pop() {
        let node = tree.node(id);
        let properties: serde_json::Map<String, Value> = node
            .properties()
            .iter()
            .map(|property| {
                let values = node.values(&property.name).map(|value| json!(value.raw()));
                (property.name.clone(), values.collect())
            })
            .collect();
        found.push(json!([depth, properties]));
        stack.extend(node.children().iter().rev().map(|&child| (depth + 1, child)));
    }
    Value::Array(found)
}

/// A game of random moves, with handicap, comments that need escaping, and a variation.
fn random_record(seed: u64) -> Result<Tree, Box<dyn Error>> {
    let mut random = fastrand::Rng::with_seed(seed);
    let size = Size::new(random.u64(5..=19))?;
    let komi = Komi::from_half_points(random.i16(-30..30));
    let mut game = Game::new(size, Rules::NAMED[random.usize(..7)].1, komi);
    if seed.is_multiple_of(3) && size.lines() >= 9 {
        game.place_fixed_handicap(random.usize(2..=4))?;
    }
    for _ in 0..random.usize(1..=100) {
        let legal: Vec<_> = size.points().filter(|&point| game.is_legal(point)).collect();
        let place = random.usize(..legal.len() + 1);
        let play = legal.get(place).map_or(Move::Pass, |&point| Move::Place(point));
        game.play(game.position().to_move(), play)?;
    }
    let mut tree = Tree::from_game(&game);
    tree.root_mut().set_text("C", "back\\slash, ]bracket[, colon: 味 é\nand a second line");
    tree.root_mut().set_text("PB", "ブラック [1d]");
    let side = tree.add_child(NodeId::ROOT);
    let color = if game.moves()[0].0 == Color::Black { "B" } else { "W" };
    tree.node_mut(side).set_text(color, "aa");
    tree.node_mut(side).set_text("C", "another first move: ]\\");
    Ok(tree)
}

#[test]
fn sgfmill_reads_every_record_as_it_was_written() -> Result<(), Box<dyn Error>> {
    let trees: Vec<Tree> = (0..300).map(random_record).collect::<Result<_, _>>()?;
    let read = read_back(&trees)?;
    assert_eq!(read.len(), trees.len());
    for (tree, read) in trees.iter().zip(&read) {
        let text = tree.to_string();
        assert_eq!(as_json(&Tree::parse(text.as_bytes())?.0), read[0], "{text}");
        let size = tree.root().size()?;
        assert_eq!(json!(size.lines()), read[1]);
        let komi = tree.root().komi().unwrap_or_default().half_points();
        assert_eq!(read[2].as_f64(), Some(f64::from(komi) / 2.0));
        let moves: Vec<Value> = tree
            .main_moves(size)
            .map(|(color, play)| {
                let letter = if color == Color::Black { "b" } else { "w" };
                // sgfmill counts rows from below.
                let place = play
                    .point()
                    .map(|point| [size.lines() - 1 - point.row(size), point.column(size)]);
                json!([letter, place])
            })
            .collect();
        assert_eq!(json!(moves), read[3], "{text}");
    }
    Ok(())
}
