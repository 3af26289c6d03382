//! Which factor turns scores into the likeliest strengths?

use std::num::NonZero;

use crate::contest::Contests;
use crate::corpus::{Corpus, in_shares};
use crate::file::FileError;
use crate::model::Model;
use crate::numbers::softmax;

/// The scale s for which probabilities proportional to exp(s · score) make the chosen candidates likeliest.
///
/// The likelihood is concave in s, so that a few of Newton's steps find it. Needed for scores that were not trained
/// as logarithms of strengths.
pub fn fit_scale<M: Model + ?Sized>(
    model: &M,
    corpus: &dyn Corpus,
    threads: NonZero<usize>,
) -> Result<f32, FileError> {
    let mut scale = 1.0;
    for _ in 0..25 {
        let shares = in_shares(corpus.n_blocks(), threads, |blocks| {
            let mut scratch = Contests::default();
            let of_block = |block| slope_and_curvature(model, corpus, block, &mut scratch, scale);
            blocks.map(of_block).collect::<Result<Vec<_>, FileError>>()
        });
        let (mut slope, mut curvature) = (0.0, 0.0);
        for share in shares {
            for (s, c) in share? {
                (slope, curvature) = (slope + s, curvature + c);
            }
        }
        if curvature <= 0.0 {
            break;
        }
        // Far from the maximum a whole step may overshoot: never more than fourfold either way.
        let next = (scale + slope / curvature).clamp(scale / 4.0, scale * 4.0).clamp(1e-3, 1e4);
        let settled = (next - scale).abs() < 1e-6 * scale;
        scale = next;
        if settled {
            break;
        }
    }
    Ok(scale as f32)
}

/// The likelihood's first derivative in the scale, and the negative second, over one block.
fn slope_and_curvature<M: Model + ?Sized>(
    model: &M,
    corpus: &dyn Corpus,
    block: usize,
    scratch: &mut Contests,
    scale: f64,
) -> Result<(f64, f64), FileError> {
    let (mut slope, mut curvature) = (0.0, 0.0);
    let (mut scores, mut probabilities) = (Vec::new(), Vec::new());
    corpus.visit(block, scratch, &mut |contest| {
        scores.clear();
        scores.extend(contest.teams().map(|team| model.score(team)));
        softmax(&scores, scale, &mut probabilities);
        let moments =
            scores.iter().zip(&probabilities).fold((0.0, 0.0), |(first, second), (&s, p)| {
                let s = f64::from(s);
                (first + p * s, second + p * s * s)
            });
        slope += f64::from(scores[contest.chosen]) - moments.0;
        curvature += moments.1 - moments.0 * moments.0;
    })?;
    Ok((slope, curvature))
}
