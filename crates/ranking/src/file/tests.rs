//! Files of contests: what is written reads back, what is damaged is named.

use std::fs;
use std::ops::Range;
use std::path::PathBuf;

use super::*;
use crate::random::Random;

const FEATURES: Fingerprint = Fingerprint(0xABCD);

/// A file name that is gone when the test is over.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let file = format!("aji-ranking-{}-{name}", std::process::id());
        Scratch(std::env::temp_dir().join(file))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

fn games(range: Range<u32>) -> Contests {
    let mut contests = Contests::default();
    for game in range {
        let mut random = Random::new(u64::from(game));
        for number in 0..60 {
            for _ in 0..20 {
                let team: Vec<u32> =
                    (0..random.below(9)).map(|_| random.below(90_000) as u32).collect();
                contests.team(&team);
            }
            contests.close(random.below(20), game, number).unwrap();
        }
    }
    contests
}

fn write(path: &Path, contests: &Contests) -> Header {
    let mut writer = Writer::create(path, FEATURES).unwrap();
    writer.games(contests).unwrap();
    writer.finish().unwrap()
}

fn read(path: &Path) -> Result<Contests, FileError> {
    let file = ContestFile::open(path, FEATURES)?;
    let (mut all, mut scratch) = (Contests::default(), Contests::default());
    for block in 0..file.n_blocks() {
        file.visit(block, &mut scratch, &mut |contest| all.push(contest))?;
    }
    Ok(all)
}

#[test]
fn what_was_written_reads_back_the_same() {
    let scratch = Scratch::new("whole");
    let contests = games(0..100);
    let header = write(&scratch.0, &contests);
    assert_eq!((header.n_games, header.n_contests), (100, 6000));
    assert!(header.n_features > 89_000 && header.n_features <= 90_000);
    let file = ContestFile::open(&scratch.0, FEATURES).unwrap();
    assert!(file.n_blocks() > 3, "{} blocks", file.n_blocks());
    assert_eq!((file.n_contests(), file.header()), (6000, header));
    assert_eq!(read(&scratch.0).unwrap(), contests);
    let size = fs::metadata(&scratch.0).unwrap().len() as usize;
    assert!(size * 10 < contests.n_bytes() * 9, "{size} bytes, {} in memory", contests.n_bytes());
}

#[test]
fn a_file_cut_anywhere_resumes_at_a_whole_game_and_ends_up_the_same() {
    let scratch = Scratch::new("resumed");
    let contests = games(0..60);
    write(&scratch.0, &contests);
    let whole = fs::read(&scratch.0).unwrap();
    let mut unfinished = whole.clone();
    unfinished[..HEADER_BYTES].copy_from_slice(
        &Header {
            finished: false,
            feature_set: FEATURES,
            n_contests: 0,
            n_games: 0,
            n_features: 0,
        }
        .to_bytes(),
    );
    for cut in [HEADER_BYTES, 5000, 300_000, 400_001, whole.len() - 1, whole.len()] {
        fs::write(&scratch.0, &unfinished[..cut]).unwrap();
        assert!(matches!(read(&scratch.0).unwrap_err().cause, FileCause::Unfinished));
        let mut writer = Writer::resume(&scratch.0, FEATURES).unwrap();
        let next = writer.last_game().map_or(0, |game| game + 1);
        assert_eq!(writer.n_games(), u64::from(next));
        writer.games(&games(next..60)).unwrap();
        writer.finish().unwrap();
        assert_eq!(fs::read(&scratch.0).unwrap(), whole, "cut at {cut}");
    }
    let refused = Writer::resume(&scratch.0, FEATURES).err().unwrap();
    assert!(matches!(refused.cause, FileCause::Finished));
}

#[test]
fn a_damaged_block_ends_what_a_resumed_writer_keeps() {
    let scratch = Scratch::new("mended");
    let mut writer = Writer::create(&scratch.0, FEATURES).unwrap();
    writer.games(&games(0..5)).unwrap();
    writer.flush().unwrap();
    writer.games(&games(5..10)).unwrap();
    writer.flush().unwrap();
    drop(writer);
    let mut bytes = fs::read(&scratch.0).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(&scratch.0, &bytes).unwrap();
    let writer = Writer::resume(&scratch.0, FEATURES).unwrap();
    assert_eq!((writer.n_games(), writer.last_game()), (5, Some(4)));
}

#[test]
fn every_flipped_byte_and_every_cut_is_noticed() {
    let scratch = Scratch::new("damaged");
    write(&scratch.0, &games(0..1));
    let whole = fs::read(&scratch.0).unwrap();
    for at in (0..whole.len()).step_by(7) {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x10;
        fs::write(&scratch.0, &bytes).unwrap();
        assert!(read(&scratch.0).is_err(), "byte {at}");
        fs::write(&scratch.0, &whole[..at]).unwrap();
        assert!(read(&scratch.0).is_err(), "cut at {at}");
    }
}

#[test]
fn errors_name_the_file_the_cause_and_the_remedy() {
    let scratch = Scratch::new("named");
    let message = |bytes: &[u8]| {
        fs::write(&scratch.0, bytes).unwrap();
        read(&scratch.0).unwrap_err().to_string()
    };
    write(&scratch.0, &games(0..2));
    let whole = fs::read(&scratch.0).unwrap();
    let mut newer = whole.clone();
    newer[8] = 9;
    for (bytes, words) in [
        (&b"something else entirely"[..], "not a file of contests"),
        (b"", "not a file of contests"),
        (&whole[..40], "truncated"),
        (&whole[..whole.len() - 3], "truncated"),
        (&newer, "format version 9, expected 1"),
    ] {
        let text = message(bytes);
        assert!(text.contains(words) && text.contains("aji-ranking-"), "{text}");
    }
    fs::write(&scratch.0, &whole).unwrap();
    let other = ContestFile::open(&scratch.0, Fingerprint(1)).err().unwrap().to_string();
    assert!(other.contains("feature set 000000000000abcd") && other.contains("extract"), "{other}");
    fs::remove_file(&scratch.0).unwrap();
    let missing = read(&scratch.0).unwrap_err();
    assert!(matches!(missing.cause, FileCause::Missing), "{missing}");
}
