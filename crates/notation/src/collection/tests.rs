//! Streams in all wrappings.

use super::*;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write;

const GAMES: &str =
    "(;SZ[9]KM[7];B[ee];W[cc])\n(;FF[4]SZ[13];B[aa](;W[bb])(;W[cc];B[dd]))(;SZ[9])\n";

fn lengths(bytes: &[u8]) -> (Vec<usize>, Form) {
    let mut games = GameReader::new(bytes).unwrap();
    let (mut record, mut lengths) = (Record::new(), Vec::new());
    while games.next_record(&mut record).unwrap() {
        assert!(record.is_sound(), "{:?}", record.warnings);
        lengths.push(record.moves.len());
    }
    (lengths, games.form())
}

#[test]
fn every_wrapping_holds_the_same_games() {
    let plain = GAMES.as_bytes();
    assert_eq!(lengths(plain), (vec![2, 2, 0], Form::Plain));
    let zstd = zstd::encode_all(plain, 3).unwrap();
    assert_eq!(lengths(&zstd), (vec![2, 2, 0], Form::Zstd));
    assert_eq!(lengths(&[zstd.clone(), zstd].concat()).0, [2, 2, 0, 2, 2, 0]);
    let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
    gzip.write_all(plain).unwrap();
    let gzip = gzip.finish().unwrap();
    assert_eq!(lengths(&gzip), (vec![2, 2, 0], Form::Gzip));
    assert_eq!(lengths(&[gzip.clone(), gzip].concat()).0.len(), 6);
}

/// An archive made by another program's code; `is_streamed` leaves the lengths to descriptors.
fn archive(is_streamed: bool, files: &[(&str, &str)]) -> Vec<u8> {
    use ::zip::CompressionMethod;
    use ::zip::write::{SimpleFileOptions, ZipWriter};
    let options = |i: usize| {
        let is_stored = i % 2 == 1 && !is_streamed;
        SimpleFileOptions::default().compression_method(if is_stored {
            CompressionMethod::Stored
        } else {
            CompressionMethod::Deflated
        })
    };
    if is_streamed {
        let mut zip = ZipWriter::new_stream(Vec::new());
        for (i, (name, text)) in files.iter().enumerate() {
            zip.start_file(*name, options(i)).unwrap();
            zip.write_all(text.as_bytes()).unwrap();
        }
        return zip.finish().unwrap().into_inner();
    }
    let mut zip = ZipWriter::new(io::Cursor::new(Vec::new()));
    for (i, (name, text)) in files.iter().enumerate() {
        zip.start_file(*name, options(i)).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

#[test]
fn archives_give_the_games_of_their_sgf_files() {
    let readme = ("readme.txt", "(;B[aa])");
    let files = [("a.sgf", GAMES), readme, ("dir/b.SGF", "(;SZ[9];B[ee])"), ("c.sgf", GAMES)];
    for is_streamed in [false, true] {
        let bytes = archive(is_streamed, &files);
        assert_eq!(lengths(&bytes), (vec![2, 2, 0, 1, 2, 2, 0], Form::Zip), "{is_streamed}");
    }
    assert!(lengths(&archive(false, &[])).0.is_empty());
}

#[test]
fn a_game_left_open_in_one_file_does_not_swallow_the_next_file() {
    let bytes = archive(false, &[("a.sgf", "(;SZ[9];B[aa]"), ("b.sgf", "(;SZ[9];B[bb];W[cc])")]);
    let mut games = GameReader::new(&bytes[..]).unwrap();
    let mut record = Record::new();
    assert!(games.next_record(&mut record).unwrap());
    assert_eq!((record.moves.len(), record.warnings.len()), (1, 1));
    assert!(games.next_record(&mut record).unwrap());
    assert_eq!((record.moves.len(), record.warnings.len()), (2, 0));
    assert!(!games.next_record(&mut record).unwrap());
}

#[test]
fn a_cut_archive_gives_its_games_and_then_the_error() {
    let text = GAMES.repeat(5_000);
    let packed = zstd::encode_all(text.as_bytes(), 1).unwrap();
    let mut games = GameReader::new(&packed[..packed.len() / 2]).unwrap();
    let (mut record, mut n_games) = (Record::new(), 0);
    let error = loop {
        match games.next_record(&mut record) {
            Ok(true) => n_games += 1,
            Ok(false) => panic!("the error was lost"),
            Err(error) => break error,
        }
    };
    assert!(error.to_string().starts_with("the collection cannot be read beyond byte"), "{error}");
    assert!(!games.next_record(&mut record).unwrap(), "{n_games} games");
}

#[test]
fn games_across_the_edges_of_chunks_are_whole_and_in_place() {
    let long = format!("(;SZ[9]C[{}];B[ee];W[cc])", "x".repeat(CHUNK + 17));
    let text = format!("{}{long}{}", GAMES.repeat(6_000), GAMES.repeat(6_000));
    let mut games = GameReader::new(text.as_bytes()).unwrap();
    let (mut record, mut n_games, mut last_end) = (Record::new(), 0, 0);
    while games.next_record(&mut record).unwrap() {
        let (from, to) = record.span;
        assert!(record.is_sound() && from >= last_end);
        assert!(text[from..].starts_with("(;") && text[..to].ends_with(')'));
        (n_games, last_end) = (n_games + 1, to);
    }
    assert_eq!(n_games, 36_001);
    assert!(games.buffer.len() <= 4 * CHUNK);
}

#[test]
fn comments_in_any_encoding_survive_the_edges_of_chunks() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/sgf");
    for name in ["utf-8.sgf", "shift-jis.sgf", "gb18030.sgf", "big5.sgf", "euc-kr.sgf"] {
        let game = std::fs::read(format!("{folder}/{name}")).unwrap();
        let text = game.repeat(3 * CHUNK / game.len());
        let (lengths, _) = lengths(&text);
        assert_eq!(lengths.len(), 3 * CHUNK / game.len(), "{name}");
        assert!(lengths.iter().all(|&n| n == 3), "{name}");
    }
}

#[test]
fn trees_come_from_streams_too() {
    let mut games = GameReader::new(GAMES.as_bytes()).unwrap();
    let mut n_nodes = Vec::new();
    while let Some((tree, warnings)) = games.next_tree().unwrap() {
        assert!(warnings.is_empty());
        n_nodes.push(tree.n_nodes());
    }
    assert_eq!(n_nodes, [3, 5, 1]);
}

#[test]
fn junk_between_games_is_reported_with_the_game_after_it() {
    let text = "From: someone\n(;SZ[9];B[aa])garbage(;SZ[9];B[bb])";
    let mut games = GameReader::new(text.as_bytes()).unwrap();
    let mut record = Record::new();
    for (at, n_bytes) in [(0, 14), (28, 7)] {
        assert!(games.next_record(&mut record).unwrap());
        let damage = sgf::Damage::Junk { n_bytes };
        assert_eq!(record.warnings, [Warning { at, damage }]);
    }
}

#[test]
fn noise_is_no_collection_and_no_trouble() {
    let noise: Vec<u8> =
        (0..3_000_000u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    let mut games = GameReader::new(&noise[..]).unwrap();
    let mut record = Record::new();
    while games.next_record(&mut record).unwrap() {}
    assert!(games.buffer.len() <= MAX_GAME);
    assert_eq!(lengths(b""), (vec![], Form::Plain));
}
