//! Collections of every kind of trouble.

use super::choice::Choice;
use super::files::GameFiles;
use super::output::Output;
use super::stats::Stats;
use super::{CorpusError, identity, replay};
use aji_notation::collection::GameReader;
use aji_notation::sgf::Rank;
use aji_notation::sgf::scan::Record;
use std::fs;
use std::path::PathBuf;

/// A folder that is gone when the test is over.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("aji-corpus-{}-{name}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }

    fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.join(name);
        fs::write(&path, text).unwrap();
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn record(text: &str) -> Record {
    let mut record = Record::new();
    assert!(GameReader::new(text.as_bytes()).unwrap().next_record(&mut record).unwrap());
    record
}

fn stats(paths: &[PathBuf]) -> Stats {
    let (mut files, mut record) = (GameFiles::open(paths).unwrap(), Record::new());
    let mut stats = Stats::default();
    while files.next_record(&mut record).unwrap() {
        stats.add(&record);
    }
    stats
}

#[test]
fn every_unreadable_game_is_counted_with_its_reason() {
    let reason = |text| replay::check(&record(text)).unwrap_err().reason();
    assert_eq!(reason("(;SZ[9])"), "no moves");
    assert_eq!(reason("(;SZ[9];B[ee];W[ee])"), "illegal move: occupied point");
    assert_eq!(reason("(;SZ[25];B[ee])"), "board size not supported");
    assert_eq!(reason("(;SZ[9:7];B[ee])"), "board size not supported");
    assert_eq!(reason("(;SZ[9];B[ee];W[zz];B[dd])"), "damaged among the moves");
    assert_eq!(reason("(;SZ[9]AB[ba][ab]AW[aa];B[ee])"), "impossible setup");
    let surrounded = "(;SZ[9];B[ba];W[ee];B[ab];W[aa])";
    assert_eq!(reason(surrounded), "illegal move: suicide");
    let ko = "(;SZ[5];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[cb];W[bb];B[cb])";
    assert_eq!(reason(ko), "illegal move: ko");
}

#[test]
fn stats_count_ranks_komi_handicap_length_results_sizes_and_duplicates() {
    let folder = Folder::new("stats");
    let game = |corner: &str| format!("(;SZ[9]KM[6.5]BR[3d]WR[2k]RE[W+R];B[{corner}];W[ee];B[])\n");
    // Two corners are images of each other; the third game differs.
    let text = game("ba") + &game("hi") + &game("bb") + "(;SZ[19]HA[2]AB[pd][dp];W[dd])(;SZ[9])";
    let stats = stats(&[folder.file("games.sgf", &text)]);
    assert_eq!((stats.games, stats.moves, stats.duplicates), (4, 10, 1));
    assert_eq!(stats.unreadable["no moves"], 1);
    assert_eq!((stats.sizes["9×9"], stats.sizes["19×19"]), (3, 1));
    assert_eq!((stats.komi["6.5"], stats.komi["unknown"]), (3, 1));
    assert_eq!((stats.handicap[&0], stats.handicap[&2]), (3, 1));
    assert_eq!((stats.ranks["3d"], stats.ranks["2k"], stats.ranks["unknown"]), (3, 3, 2));
    assert_eq!((stats.results["white by resignation"], stats.results["unknown"]), (3, 1));
    assert_eq!((stats.shortest, stats.longest, stats.lengths[&0]), (1, 3, 4));
    let text = stats.to_string();
    assert!(text.contains("1 no moves (game 5: the record has no moves)"), "{text}");
}

#[test]
fn a_game_is_itself_in_every_mirror_and_with_any_header() {
    let a = record("(;SZ[9]PB[x];B[cb];W[ee];B[aa])");
    let turned = record("(;SZ[9]RE[B+1];B[hc];W[ee];B[ia])");
    let other = record("(;SZ[9];B[hc];W[ee];B[ai])");
    assert_eq!(identity::of_game(&a, None), identity::of_game(&turned, None));
    assert_ne!(identity::of_game(&a, None), identity::of_game(&other, None));
    assert_eq!(identity::of_game(&a, Some(2)), identity::of_game(&other, Some(2)));
}

#[test]
fn choices_look_at_every_condition() {
    let game = record("(;SZ[9]KM[7]BR[6d]WR[1p]RE[B+T];B[ee];W[cc];B[gg])");
    let wants = |choice: Choice| choice.wants(&game);
    assert!(wants(Choice::default()));
    assert!(wants(Choice { weakest: Some(Rank::Dan(6)), decided: true, ..Choice::default() }));
    assert!(!wants(Choice { weakest: Some(Rank::Dan(7)), ..Choice::default() }));
    assert!(!wants(Choice { over_the_board: true, ..Choice::default() }));
    assert!(!wants(Choice { size: Some(19), ..Choice::default() }));
    assert!(!wants(Choice { komi: "6.5".parse().ok(), ..Choice::default() }));
    assert!(wants(Choice { fewest_moves: Some(3), most_moves: Some(3), ..Choice::default() }));
    assert!(!wants(Choice { fewest_moves: Some(4), ..Choice::default() }));
}

#[test]
fn folders_are_walked_written_files_read_back_and_broken_ones_cost_only_themselves() {
    let folder = Folder::new("files");
    let packed = folder.0.join("b.sgf.zst");
    let mut output = Output::create(&packed).unwrap();
    (0..200).for_each(|_| output.game(b"(;SZ[9];B[ee];W[cc])").unwrap());
    assert_eq!(output.finish().unwrap(), 200);
    folder.file("a.sgf", "(;SZ[9];B[ee])");
    folder.file("notes.txt", "(;SZ[9];B[ee])");
    assert_eq!(stats(std::slice::from_ref(&folder.0)).games, 201);

    let bytes = fs::read(&packed).unwrap();
    fs::write(&packed, &bytes[..bytes.len() - 6]).unwrap();
    let mut files = GameFiles::open(std::slice::from_ref(&folder.0)).unwrap();
    let mut record = Record::new();
    while files.next_record(&mut record).unwrap() {}
    assert!(files.n_games() >= 1);
    assert!(matches!(files.failures(), [CorpusError::Broken { .. }]), "{:?}", files.failures());

    let missing = GameFiles::open(&[folder.0.join("none.sgf")]).err().unwrap();
    assert!(missing.to_string().contains("none.sgf"), "{missing}");
    let empty = Folder::new("empty");
    let error = GameFiles::open(std::slice::from_ref(&empty.0)).err().unwrap();
    assert!(matches!(error, CorpusError::EmptyFolder { .. }));
    assert!(matches!(GameFiles::open(&[]).err().unwrap(), CorpusError::NoFiles));
}
