//! The weights that ship: whole, documented, quick to unpack, and scored by the search as by the trainer.

use aji_goban::{Position, Size};
use aji_lab::corpus::replay;
use aji_lab::extraction::Extractor;
use aji_lab::packing::unpack;
use aji_lab::prediction::Predictor;
use aji_notation::collection::GameReader;
use aji_notation::sgf::scan::Record;
use aji_ranking::{Contests, Model};
use aji_search::{Judge, Prior};
use std::num::NonZero;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

/// Games of 9×9 that this engine played itself.
const GAMES: &str = include_str!("../../../testdata/games/9x9.sgf");

fn records(n: usize) -> Vec<Record> {
    let mut reader = GameReader::new(GAMES.as_bytes()).unwrap();
    let (mut records, mut record) = (Vec::new(), Record::new());
    while records.len() < n && reader.next_game(&mut record).unwrap().is_some() {
        records.push(record.clone());
    }
    records
}

/// Invariant 3: a feature is computed in one function and a score in one, whoever asks.
#[test]
fn the_trainer_and_the_search_score_moves_the_same_bit_for_bit() {
    for packed in [aji_weights::TREE, aji_weights::TREE_THESIS[0], aji_weights::TREE_THESIS[1]] {
        let file = unpack(packed.name, packed.bytes).unwrap();
        let predictor = Predictor::of(packed.name, file.clone(), Path::new(packed.name)).unwrap();
        let mut extractor = Extractor::new(predictor.features, NonZero::<u32>::MIN);
        let prior = Arc::new(Prior::of(packed.name, &file).unwrap());
        let mut judge = Judge::new(prior, Size::new(9).unwrap());
        let (mut scores, mut n_compared) = (Vec::new(), 0);
        for (number, record) in (0..).zip(records(4)) {
            let mut contests = Contests::default();
            extractor.game(number, &record, &predictor.catalog, &mut contests);
            let mut contests = contests.iter();
            let mut next = contests.next();
            let mut position = replay::first_position(&record).unwrap();
            replay::walk(&record, &mut position, &mut (), |position, (), _| {
                let Some(contest) = next.filter(|c| c.number == position.n_moves() as u32) else {
                    return;
                };
                judge.score(position, &mut scores);
                assert_eq!(scores.len(), contest.n_teams());
                for (team, (_, score)) in contest.teams().zip(&scores) {
                    assert_eq!(file.model.score(team).to_bits(), score.to_bits());
                    n_compared += 1;
                }
                next = contests.next();
            })
            .unwrap();
        }
        assert!(n_compared > 2_000, "{}: {n_compared}", packed.name);
    }
}

#[test]
fn every_shipped_file_is_whole_and_the_manifest_says_how_it_was_made() {
    let mut n_bytes = 0;
    for packed in aji_weights::ALL {
        let file = unpack(packed.name, packed.bytes).unwrap();
        Predictor::of(packed.name, file.clone(), Path::new(packed.name)).unwrap();
        let line = aji_weights::MANIFEST
            .lines()
            .find(|line| line.starts_with(&format!("| `{}.safetensors.zst` |", packed.name)));
        let line = line.unwrap_or_else(|| panic!("{} is not in the manifest", packed.name));
        let corpus = file.provenance.corpus.to_string();
        assert!(line.contains(&corpus), "{}: corpus {corpus}", packed.name);
        let commit = &file.provenance.commit;
        assert!(line.contains(commit) && !commit.is_empty(), "{}: commit {commit}", packed.name);
        n_bytes += packed.bytes.len();
    }
    assert!(n_bytes <= 8_000_000, "{n_bytes} bytes");
}

#[test]
fn the_weights_of_the_tree_are_ready_in_good_time() {
    let start = Instant::now();
    let file = unpack("tree", aji_weights::TREE.bytes).unwrap();
    Prior::of("tree", &file).unwrap();
    let seconds = start.elapsed().as_secs_f64();
    // A third of a second is the promise for an optimized build; others, and busy machines, take longer.
    let limit = if cfg!(debug_assertions) { 10.0 } else { 2.0 };
    assert!(seconds < limit, "{seconds} s");
}

#[test]
fn a_position_of_any_size_can_be_judged() {
    let file = unpack("tree", aji_weights::TREE.bytes).unwrap();
    let prior = Arc::new(Prior::of("tree", &file).unwrap());
    for lines in [5, 9, 13, 19] {
        let size = Size::new(lines).unwrap();
        let mut shares = Vec::new();
        Judge::new(Arc::clone(&prior), size).shares(&mut Position::new(size), 1.0, &mut shares);
        let sum: f32 = shares.iter().map(|(_, share)| share).sum();
        assert!(shares.len() == size.n_points() && (sum - 1.0).abs() < 1e-3, "{lines}: {sum}");
    }
}
