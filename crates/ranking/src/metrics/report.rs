//! The figures that a tally adds up to.

use serde::Serialize;

use super::bootstrap::intervals;
use super::{BIN_ENDS, PLACES, Sums, Tally};

/// A figure with its 95 % interval, from resampling whole games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Measured {
    /// The figure.
    pub value: f64,
    /// The interval's lower end.
    pub low: f64,
    /// The interval's upper end.
    pub high: f64,
}

/// The figures for some moves of the game.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Bucket {
    /// The first move number.
    pub from: u32,
    /// How many contests.
    pub positions: u64,
    /// The part whose chosen candidate scores highest.
    pub top1: f64,
    /// The part whose chosen candidate is among the first five.
    pub top5: f64,
    /// The mean place of the chosen candidate.
    pub mean_rank: f64,
    /// The mean logarithm of the chosen candidate's probability.
    pub log_likelihood: f64,
}

/// Candidates that the model thinks about equally likely, and how often they were chosen.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct CalibrationBin {
    /// The largest probability in the bin.
    pub up_to: f64,
    /// How many candidates.
    pub candidates: u64,
    /// Their mean probability.
    pub predicted: f64,
    /// The part of them that was chosen.
    pub observed: f64,
}

/// What was measured.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// How many contests.
    pub positions: u64,
    /// How many games.
    pub games: u64,
    /// The part of contests whose chosen candidate is among the first 1…20.
    pub top: Vec<Measured>,
    /// The mean place of the chosen candidate.
    pub mean_rank: Measured,
    /// The mean logarithm of the chosen candidate's probability.
    pub log_likelihood: Measured,
    /// The figures by move number.
    pub by_number: Vec<Bucket>,
    /// Predicted against observed choice.
    pub calibration: Vec<CalibrationBin>,
    /// The mean difference between predicted and observed, over candidates weighted by predicted probability.
    pub calibration_error: f64,
}

impl Tally {
    /// The figures, with intervals from `resamples` draws of as many games as there are.
    pub fn report(&self, resamples: usize, seed: u64) -> Report {
        let games: Vec<Sums> = self.games.values().copied().collect();
        let figures = intervals(&games, resamples, seed);
        let whole = figures.whole;
        let calibration = self.calibration();
        let error = |bin: &CalibrationBin| {
            bin.candidates as f64 * bin.predicted * (bin.predicted - bin.observed).abs()
        };
        Report {
            positions: whole.n,
            games: games.len() as u64,
            top: (0..PLACES).map(|place| figures.measured(place)).collect(),
            mean_rank: figures.measured(PLACES),
            log_likelihood: figures.measured(PLACES + 1),
            by_number: self
                .by_number
                .iter()
                .map(|(&at, sums)| bucket(at * self.bucket, sums))
                .collect(),
            calibration_error: calibration.iter().map(error).sum::<f64>() / whole.n.max(1) as f64,
            calibration,
        }
    }

    fn calibration(&self) -> Vec<CalibrationBin> {
        let filled = self.bins.iter().zip(BIN_ENDS).filter(|(bin, _)| bin.n > 0);
        filled
            .map(|(bin, up_to)| CalibrationBin {
                up_to,
                candidates: bin.n,
                predicted: bin.probability / bin.n as f64,
                observed: bin.chosen as f64 / bin.n as f64,
            })
            .collect()
    }
}

fn bucket(from: u32, sums: &Sums) -> Bucket {
    let n = sums.n.max(1) as f64;
    Bucket {
        from,
        positions: sums.n,
        top1: sums.top[0] / n,
        top5: sums.top[4] / n,
        mean_rank: sums.rank / n,
        log_likelihood: sums.log_likelihood / n,
    }
}
