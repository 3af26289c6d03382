//! Weights read back as they were written, and whatever else is read is named.

use std::fs;
use std::path::PathBuf;

use serde_json::json;

use super::*;
use crate::random::Random;

const FEATURES: Fingerprint = Fingerprint(0xFEED);

/// A folder that is gone when the test is over.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder =
            std::env::temp_dir().join(format!("aji-weights-{}-{name}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }

    fn file(&self) -> PathBuf {
        self.0.join("model.safetensors")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn provenance() -> Provenance {
    Provenance {
        feature_set: FEATURES,
        corpus: Fingerprint(12),
        commit: "0123abc".into(),
        hyperparameters: json!({"k": 5, "alpha": 0.001}),
        metrics: json!({"top1": 0.41}),
        scale: 1.25,
    }
}

fn files() -> [WeightFile; 3] {
    let mut factors = FactorModel::drawn(40, 5, 0.1, 3);
    let mut random = Random::new(8);
    factors.bias = 0.03;
    (0..40).for_each(|id| factors.set_weight(id, random.normal() as f32));
    let logs = (0..40).map(|_| random.normal() as f32).collect();
    let file = |kind, model| {
        let keys = if kind == ModelKind::BradleyTerry { vec![] } else { vec![7, u64::MAX, 0] };
        WeightFile { kind, model, keys, provenance: provenance() }
    };
    [
        file(ModelKind::BradleyTerry, AnyModel::Gammas(GammaModel::from_logs(logs))),
        file(ModelKind::LatentFactorRanking, AnyModel::Factors(factors)),
        file(
            ModelKind::FactorizedBradleyTerry,
            AnyModel::Factors(FactorModel::drawn(40, 11, 0.1, 3)),
        ),
    ]
}

#[test]
fn weights_of_32_bits_read_back_and_score_the_same_bit_for_bit() {
    let folder = Folder::new("exact");
    for file in files() {
        file.save(&folder.file(), Precision::F32).unwrap();
        let loaded = WeightFile::load(&folder.file(), Some(FEATURES)).unwrap();
        assert_eq!(loaded, file);
        let mut random = Random::new(4);
        for _ in 0..200 {
            let team: Vec<u32> = (0..random.below(12)).map(|_| random.below(41) as u32).collect();
            assert_eq!(loaded.model.score(&team).to_bits(), file.model.score(&team).to_bits());
        }
        assert_eq!(fs::read(folder.file()).unwrap(), file.to_bytes("x", Precision::F32).unwrap());
    }
}

#[test]
fn weights_of_16_bits_are_half_as_large_and_almost_the_same() {
    for file in files() {
        let (whole, half) = (
            file.to_bytes("x", Precision::F32).unwrap(),
            file.to_bytes("x", Precision::F16).unwrap(),
        );
        assert!(half.len() < whole.len());
        let loaded = WeightFile::from_bytes("x", &half, None).unwrap();
        for team in [&[1, 2, 3][..], &[39, 7], &[]] {
            assert!((loaded.model.score(team) - file.model.score(team)).abs() < 0.01);
        }
        // What was stored once is stored again without loss.
        assert_eq!(loaded.to_bytes("x", Precision::F16).unwrap(), half);
    }
}

#[test]
fn small_weights_are_smaller_still_and_close() {
    for mut file in files() {
        let half = file.to_bytes("x", Precision::F16).unwrap();
        let small = file.to_bytes("x", Precision::Small).unwrap();
        let loaded = WeightFile::from_bytes("x", &small, None).unwrap();
        assert_eq!(loaded.keys, file.keys, "large keys stay whole");
        for team in [&[1, 2, 3][..], &[39, 7], &[]] {
            assert!((loaded.model.score(team) - file.model.score(team)).abs() < 0.02);
        }
        assert!(file.kind == ModelKind::BradleyTerry || small.len() < half.len());
        file.keys = vec![7, 1 << 31, 3, 4, 5];
        let small = file.to_bytes("x", Precision::Small).unwrap();
        assert_eq!(WeightFile::from_bytes("x", &small, None).unwrap().keys, file.keys);
        for cut in 0..small.len() {
            assert!(WeightFile::from_bytes("x", &small[..cut], None).is_err());
        }
    }
}

#[test]
fn every_cut_and_every_flipped_bit_is_noticed() {
    for file in files() {
        let bytes = file.to_bytes("x", Precision::F32).unwrap();
        for cut in 0..bytes.len() {
            let error = WeightFile::from_bytes("x", &bytes[..cut], Some(FEATURES)).unwrap_err();
            assert!(matches!(error.cause, WeightCause::Truncated), "cut at {cut}: {error}");
        }
        let data = bytes.len() - 4 * 40;
        for at in (0..8).chain(data..bytes.len()) {
            let mut other = bytes.clone();
            other[at] ^= 0x04;
            assert!(WeightFile::from_bytes("x", &other, Some(FEATURES)).is_err(), "byte {at}");
        }
        for at in 8..data {
            // In the header some bytes may change freely (a commit's digit); none may panic.
            let mut other = bytes.clone();
            other[at] ^= 0x04;
            let _ = WeightFile::from_bytes("x", &other, Some(FEATURES));
        }
    }
}

#[test]
fn errors_name_the_file_the_cause_and_the_remedy() {
    let folder = Folder::new("named");
    let [_, file, _] = files();
    let message = |bytes: &[u8], expected| {
        fs::write(folder.file(), bytes).unwrap();
        WeightFile::load(&folder.file(), Some(expected)).unwrap_err().to_string()
    };
    let bytes = file.to_bytes("x", Precision::F32).unwrap();
    let replaced = |from: &str, to: &str| {
        let at = bytes.windows(from.len()).position(|window| window == from.as_bytes()).unwrap();
        [&bytes[..at], to.as_bytes(), &bytes[at + from.len()..]].concat()
    };
    for (bytes, expected, words) in [
        (
            bytes.clone(),
            Fingerprint(1),
            "made for feature set 000000000000feed, but 0000000000000001",
        ),
        (b"PK\x03\x04 some archive or other".to_vec(), FEATURES, "not a file of weights"),
        (bytes[..bytes.len() / 2].to_vec(), FEATURES, "truncated"),
        (replaced("aji-weights", "aji-otherst"), FEATURES, "not a file of weights"),
        (replaced("\"version\\\":1", "\"version\\\":7"), FEATURES, "format version 7, expected 1"),
        (replaced("\\\"lfr\\\"", "\\\"abc\\\""), FEATURES, "kind \"abc\""),
        (replaced("\"factors\"", "\"factory\""), FEATURES, "damaged"),
    ] {
        let text = message(&bytes, expected);
        assert!(text.contains(words) && text.contains("model.safetensors"), "{text}");
    }
    fs::remove_file(folder.file()).unwrap();
    let missing = WeightFile::load(&folder.file(), None).unwrap_err();
    assert!(matches!(missing.cause, WeightCause::Missing) && missing.to_string().contains("train"));
}

#[test]
fn numbers_that_cannot_be_stored_are_refused() {
    let file = |x| WeightFile {
        kind: ModelKind::BradleyTerry,
        model: AnyModel::Gammas(GammaModel::from_logs(vec![0.0, x])),
        keys: Vec::new(),
        provenance: provenance(),
    };
    assert!(file(f32::NAN).to_bytes("x", Precision::F32).is_err());
    assert!(file(70_000.0).to_bytes("x", Precision::F16).is_err());
    assert!(file(70_000.0).to_bytes("x", Precision::F32).is_ok());
    let mut unscaled = file(0.0);
    unscaled.provenance.scale = f32::NAN;
    assert!(unscaled.to_bytes("x", Precision::F32).is_err());
}

#[test]
fn a_save_that_fails_leaves_the_earlier_file_whole() {
    let folder = Folder::new("whole");
    let [first, second, _] = files();
    first.save(&folder.file(), Precision::F32).unwrap();
    // Something is in the way of the new file.
    let beside = folder.0.join("model.safetensors.new");
    fs::create_dir(&beside).unwrap();
    let error = second.save(&folder.file(), Precision::F32).unwrap_err();
    assert!(matches!(error.cause, WeightCause::Io(_)), "{error}");
    assert_eq!(WeightFile::load(&folder.file(), None).unwrap(), first);
    fs::remove_dir(&beside).unwrap();
    second.save(&folder.file(), Precision::F32).unwrap();
    assert_eq!(WeightFile::load(&folder.file(), None).unwrap(), second);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error_with_a_remedy() {
    let folder = Folder::new("full");
    let [first, second, _] = files();
    first.save(&folder.file(), Precision::F32).unwrap();
    // Whatever is written to this device meets a full disk.
    std::os::unix::fs::symlink("/dev/full", folder.0.join("model.safetensors.new")).unwrap();
    let error = second.save(&folder.file(), Precision::F32).unwrap_err().to_string();
    assert!(error.contains("free space"), "{error}");
    assert_eq!(WeightFile::load(&folder.file(), None).unwrap(), first);
}
