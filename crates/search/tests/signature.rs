//! The signature of every preset is the one on record. `cargo xtask signature --update` writes a new
//! record when a change of play is meant.

mod knowledge;

use aji_search::{Preset, signature};
use std::path::Path;

#[test]
fn every_preset_plays_as_recorded() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/signature.txt");
    let knowledge = knowledge::by_hand();
    let now: String = Preset::NAMED
        .iter()
        .map(|(name, preset)| {
            format!("{name} {:016x}\n", signature::of(*preset, &knowledge).unwrap())
        })
        .collect();
    if std::env::var_os("AJI_UPDATE_SIGNATURE").is_some() {
        std::fs::write(&file, &now).unwrap();
    }
    let recorded = std::fs::read_to_string(&file).unwrap_or_default();
    assert_eq!(
        recorded, now,
        "the engine plays differently from testdata/signature.txt; if that is meant, \
         run `cargo xtask signature --update` and say so in the commit"
    );
}
