//! A thousand damaged records: nothing panics, and the moves before the damage are kept.

mod games;

use aji_goban::{Color, Move};
use aji_notation::collection::GameReader;
use aji_notation::sgf::scan::Record;
use aji_notation::sgf::{Collection, Tree, Unsaid};
use games::{Random, random_game};

/// The moves of a text, each with the byte after its closing bracket.
fn moves_with_ends(tree: &Tree, text: &str) -> Vec<(Color, Move, usize)> {
    let size = tree.root().size().unwrap();
    let mut from = 0;
    tree.main_moves(size)
        .map(|(color, play)| {
            let name = if color == Color::Black { ";B[" } else { ";W[" };
            let at = from + text[from..].find(name).unwrap();
            from = at + text[at..].find(']').unwrap() + 1;
            (color, play, from)
        })
        .collect()
}

/// Everything that reads records, on any bytes.
fn read_all_ways(bytes: &[u8]) -> (Collection, Vec<(Color, Move)>) {
    let collection = Collection::parse(bytes);
    for tree in &collection.trees {
        let written = tree.to_string();
        let again = Collection::parse(written.as_bytes());
        assert_eq!(again.warnings, [], "{written:?}");
        assert_eq!(&again.trees[..], std::slice::from_ref(tree), "{written:?}");
        let _ = tree.to_game(Unsaid::default());
    }
    let mut games = GameReader::new(bytes).unwrap();
    let (mut record, mut moves) = (Record::new(), Vec::new());
    while games.next_record(&mut record).unwrap() {
        if moves.is_empty()
            && let Some(size) = record.size()
        {
            moves = record.moves.iter().filter_map(|m| Some((m.color(), m.play(size)?))).collect();
        }
    }
    (collection, moves)
}

/// Byte `at` and all after it may be wrong: the moves that end before it must still be there. Damage to
/// the header may change what moves mean, so that it must lie behind it.
fn check(seed: u64, bytes: &[u8], whole: &str, tree: &Tree, at: usize) {
    let kept: Vec<_> = moves_with_ends(tree, whole)
        .into_iter()
        .take_while(|&(_, _, end)| end <= at)
        .map(|(color, play, _)| (color, play))
        .collect();
    let (collection, scanned) = read_all_ways(bytes);
    let context = || format!("seed {seed}, damage at {at}: {:?}", String::from_utf8_lossy(bytes));
    let size = tree.root().size().unwrap();
    let moves: Vec<_> =
        collection.trees.first().map_or(Vec::new(), |t| t.main_moves(size).collect());
    assert!(moves.starts_with(&kept), "{}", context());
    assert!(scanned.starts_with(&kept), "{}", context());
    if !kept.is_empty() {
        let root = collection.trees[0].root();
        assert_eq!(
            (root.komi(), root.size().unwrap()),
            (tree.root().komi(), size),
            "{}",
            context()
        );
    }
}

#[test]
fn cut_records_keep_their_moves() {
    for seed in 0..500 {
        let tree = Tree::from_game(&random_game(seed));
        let text = tree.to_string();
        let at = Random(seed).below(text.len() + 1);
        check(seed, &text.as_bytes()[..at], &text, &tree, at);
    }
}

#[test]
fn records_with_flipped_bytes_keep_the_moves_before_them() {
    for seed in 0..500 {
        let tree = Tree::from_game(&random_game(seed));
        let text = tree.to_string();
        let mut bytes = text.clone().into_bytes();
        let mut random = Random(seed ^ 0xbad);
        let mut first = bytes.len();
        for _ in 0..=random.below(5) {
            let at = random.below(bytes.len());
            bytes[at] ^= 1 << random.below(8);
            first = first.min(at);
        }
        check(seed, &bytes, &text, &tree, first);
    }
}

#[test]
fn records_with_missing_and_doubled_pieces_keep_the_moves_before_them() {
    for seed in 0..500 {
        let tree = Tree::from_game(&random_game(seed));
        let text = tree.to_string();
        let mut bytes = text.clone().into_bytes();
        let mut random = Random(seed ^ 0x5eed);
        let at = random.below(bytes.len());
        let end = (at + 1 + random.below(8)).min(bytes.len());
        match random.below(3) {
            0 => drop(bytes.drain(at..end)),
            1 => drop(bytes.splice(at..at, text.as_bytes()[at..end].to_vec())),
            _ => {
                let junk: Vec<u8> = (0..end - at).map(|_| random.next() as u8).collect();
                drop(bytes.splice(at..end, junk));
            }
        }
        check(seed, &bytes, &text, &tree, at);
    }
}
