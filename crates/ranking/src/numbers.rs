//! Exponential, logarithm and softmax, made of operations that every machine rounds alike.
//!
//! The platforms' own functions differ in the last bit, and training carries a last bit into every weight.

use std::f64::consts::{LN_2, LOG2_E, SQRT_2};

/// The part of ln 2 that a product with a small whole number keeps exactly, and the rest.
const LN_2_HIGH: f64 = 0.693_147_180_369_123_8;
const LN_2_LOW: f64 = 1.908_214_929_270_587_7e-10;

/// eˣ, exact to about 10⁻¹⁵ of itself; x is taken as ±700 beyond that.
#[inline]
pub fn exp(x: f64) -> f64 {
    let x = x.clamp(-700.0, 700.0);
    let power = (x * LOG2_E + 0.5).floor();
    let rest = (x - power * LN_2_HIGH) - power * LN_2_LOW;
    let mut series = 1.0;
    for divisor in [13.0, 12.0, 11.0, 10.0, 9.0, 8.0, 7.0, 6.0, 5.0, 4.0, 3.0, 2.0, 1.0] {
        series = 1.0 + series * rest * (1.0 / divisor);
    }
    // |power| ≤ 1010, so that the exponent field stays within that of a normal number.
    series * f64::from_bits(((power as i64 + 1023) as u64) << 52)
}

/// ln x for x > 0, exact to about 10⁻¹⁵; anything below the smallest normal number is taken as that.
#[inline]
pub fn ln(x: f64) -> f64 {
    let bits = x.max(f64::MIN_POSITIVE).to_bits();
    let mut power = ((bits >> 52) as i64 - 1023) as f64;
    let mut mantissa = f64::from_bits((bits & 0x000F_FFFF_FFFF_FFFF) | 0x3FF0_0000_0000_0000);
    if mantissa > SQRT_2 {
        mantissa *= 0.5;
        power += 1.0;
    }
    // ln m = 2·artanh((m − 1)/(m + 1)), whose argument is at most 0.172.
    let z = (mantissa - 1.0) / (mantissa + 1.0);
    let z2 = z * z;
    let mut series = 0.0;
    for odd in [23.0, 21.0, 19.0, 17.0, 15.0, 13.0, 11.0, 9.0, 7.0, 5.0, 3.0, 1.0] {
        series = series * z2 + 1.0 / odd;
    }
    power * LN_2 + 2.0 * z * series
}

/// Turns scores into probabilities, each proportional to exp(scale · score).
pub fn softmax(scores: &[f32], scale: f64, probabilities: &mut Vec<f64>) {
    let best = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    probabilities.clear();
    probabilities.extend(scores.iter().map(|&s| exp(scale * (f64::from(s) - f64::from(best)))));
    let sum: f64 = probabilities.iter().sum();
    for p in probabilities.iter_mut() {
        *p /= sum;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_agree_with_the_platforms_functions() {
        for step in -6000..6000 {
            let x = f64::from(step) * 0.1137;
            assert!((exp(x) / x.exp() - 1.0).abs() < 2e-14, "exp {x}");
            let y = x.exp();
            assert!((ln(y) - y.ln()).abs() <= 1e-14 * y.ln().abs().max(0.1), "ln {y}");
        }
        assert_eq!(exp(0.0), 1.0);
        assert_eq!(ln(1.0), 0.0);
        assert!(exp(-1e9) > 0.0 && exp(1e9).is_finite() && ln(0.0) < -700.0);
    }

    #[test]
    fn softmax_adds_up_to_one_even_for_extreme_scores() {
        let mut probabilities = Vec::new();
        softmax(&[1e6, -1e6, 0.0], 1.0, &mut probabilities);
        assert!((probabilities.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        softmax(&[0.0, 1.0], 2.0, &mut probabilities);
        assert!((probabilities[1] / probabilities[0] - 2f64.exp()).abs() < 1e-12);
    }
}
