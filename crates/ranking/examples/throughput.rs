//! How many contests a second each part gets through, on simulated contests of the size that Go has: about 220
//! candidates with 9 features each, out of 300,000.
//!
//! Times are of the processor, so that other work on the machine does not count (of the clock, where Linux's
//! `/proc/self/schedstat` is missing).
//!
//! `cargo run --release -p aji-ranking --example throughput`
#![allow(clippy::print_stdout)]

use std::error::Error;
use std::num::NonZero;
use std::time::Instant;

use aji_ranking::btfm::{self, Btfm};
use aji_ranking::lfr::{self, Lfr};
use aji_ranking::metrics::top1;
use aji_ranking::mm::{Evidence, Flat, Interned};
use aji_ranking::training::Learner;
use aji_ranking::{ContestFile, Contests, Corpus, Fingerprint, Random, Writer};

/// A stopwatch for the seconds that this process computes, or else for those that pass.
struct Watch(Instant, Option<f64>);

impl Watch {
    fn start() -> Watch {
        Watch(Instant::now(), Watch::computed())
    }

    fn computed() -> Option<f64> {
        let text = std::fs::read_to_string("/proc/self/schedstat").ok()?;
        Some(text.split(' ').next()?.parse::<f64>().ok()? / 1e9)
    }

    fn seconds(&self) -> f64 {
        let computed = self.1.zip(Watch::computed()).map(|(before, now)| now - before);
        computed.unwrap_or_else(|| self.0.elapsed().as_secs_f64())
    }
}

const N_FEATURES: u32 = 300_000;
const GAMES: u32 = 20;
const MOVES: u32 = 200;

/// Six small groups (tactics, distances) and three large ones (shapes), of which low ids are far commoner. The small
/// groups have strengths, so that there is something to learn, and learned models correct as rarely as with games.
fn contests() -> Result<Contests, Box<dyn Error>> {
    let mut random = Random::new(1);
    let strengths: Vec<f64> = (0..120).map(|_| 1.3 * random.normal()).collect();
    let mut contests = Contests::default();
    for (game, number) in (0..GAMES).flat_map(|game| (0..MOVES).map(move |number| (game, number))) {
        let mut best = (0, f64::NEG_INFINITY);
        for candidate in 0..220 {
            // The largest of strength + Gumbel noise is a choice by strength.
            let mut strength = -(-random.unit().ln()).ln();
            for group in 0..6 {
                let id = group * 20 + random.below(20) as u32;
                strength += strengths[id as usize];
                contests.feature(id);
            }
            for group in 0..3 {
                let skewed = random.unit().powi(4) * 99_900.0;
                contests.feature(120 + group * 99_900 + skewed as u32);
            }
            contests.end_team();
            if strength > best.1 {
                best = (candidate, strength);
            }
        }
        contests.close(best.0, game, number)?;
    }
    Ok(contests)
}

fn main() -> Result<(), Box<dyn Error>> {
    let one = NonZero::<usize>::MIN;
    let contests = contests()?;
    let rate = |name: &str, work: &mut dyn FnMut() -> Result<(), Box<dyn Error>>| {
        let watch = Watch::start();
        work()?;
        let per_second = contests.len() as f64 / watch.seconds();
        println!("{name:34} {per_second:9.0} contests/s {:12.0} candidates/s", per_second * 220.0);
        Ok::<(), Box<dyn Error>>(())
    };
    let mut lfr = Lfr::new(N_FEATURES, lfr::Settings::default());
    for pass in ["first", "second", "third"] {
        rate(&format!("LFR, {pass} learning pass"), &mut || {
            contests.iter().for_each(|contest| lfr.learn(contest));
            Ok(())
        })?;
    }
    rate("LFR, prediction only", &mut || {
        top1(lfr.model(), &contests, one).map(drop).map_err(Into::into)
    })?;
    let mut btfm = Btfm::new(N_FEATURES, btfm::Settings::default());
    for pass in ["first", "second", "third"] {
        rate(&format!("BTFM, {pass} learning pass"), &mut || {
            contests.iter().for_each(|contest| btfm.learn(contest));
            Ok(())
        })?;
    }
    let gammas = vec![1.0; N_FEATURES as usize];
    rate("MM, one pass, all features", &mut || {
        Flat(&contests).tally(&gammas, 0..N_FEATURES, one).map(drop).map_err(Into::into)
    })?;
    rate("MM, one pass, one group", &mut || {
        Flat(&contests).tally(&gammas, 0..20, one).map(drop).map_err(Into::into)
    })?;
    let path = std::env::temp_dir().join(format!("aji-throughput-{}", std::process::id()));
    rate("writing a file", &mut || {
        let mut writer = Writer::create(&path, Fingerprint(1))?;
        writer.games(&contests)?;
        writer.finish()?;
        Ok(())
    })?;
    rate("reading it back", &mut || {
        let (file, mut scratch, mut n) =
            (ContestFile::open(&path, Fingerprint(1))?, Contests::default(), 0);
        for block in 0..file.n_blocks() {
            file.visit(block, &mut scratch, &mut |contest| n += contest.n_teams())?;
        }
        println!(
            "{n} candidates, {} bytes each on disk",
            std::fs::metadata(&path)?.len() / n as u64
        );
        Ok(())
    })?;
    std::fs::remove_file(&path)?;
    playout_features()
}

/// Playouts have few features, and most candidates have the same team as another one.
fn playout_features() -> Result<(), Box<dyn Error>> {
    let mut random = Random::new(2);
    let mut contests = Contests::default();
    for game in 0..GAMES * MOVES {
        for _ in 0..220 {
            let shape = (random.unit().powi(6) * 2000.0) as u32;
            let tactic = 2000 + (random.unit().powi(8) * 10.0) as u32;
            let distance = 2010 + (random.unit().powi(8) * 4.0) as u32;
            contests.team(&[shape, tactic, distance]);
        }
        contests.close(random.below(220), game, 0)?;
    }
    let watch = Watch::start();
    let interned = Interned::from_corpus(&contests)?;
    let made = contests.len() as f64 / watch.seconds();
    let (watch, gammas) = (Watch::start(), vec![1.0; 2014]);
    for _ in 0..10 {
        interned.tally(&gammas, 0..2014, NonZero::<usize>::MIN)?;
    }
    let passed = 10.0 * contests.len() as f64 / watch.seconds();
    println!(
        "playout features, interned: {made:.0} contests/s made, {passed:.0} contests/s in a pass"
    );
    println!(
        "{} teams, {} bytes a contest",
        interned.n_teams(),
        interned.n_bytes() / contests.len()
    );
    Ok(())
}
