//! The natural logarithm, made of operations that every machine rounds alike.
//!
//! The platforms' own logarithms differ in the last bit, and a tree search turns the last bit into
//! another move. Sums, products and quotients of IEEE doubles do not differ.

use std::f64::consts::LN_2;

/// ln n, for n ≥ 1; 0 for n = 0.
///
/// With n = m·2ᵉ and m in [√½, √2): ln n = e·ln 2 + 2·artanh((m − 1)/(m + 1)), and the series of artanh
/// is cut where its terms fall below 10⁻¹².
#[inline]
pub fn ln(n: u32) -> f64 {
    if n == 0 {
        return 0.0;
    }
    let exponent = n.ilog2();
    let mut mantissa = f64::from(n) / f64::from(1u32 << exponent);
    let mut exponent = f64::from(exponent);
    if mantissa > std::f64::consts::SQRT_2 {
        mantissa /= 2.0;
        exponent += 1.0;
    }
    let x = (mantissa - 1.0) / (mantissa + 1.0);
    let x2 = x * x;
    let mut series = 0.0;
    for odd in [13.0, 11.0, 9.0, 7.0, 5.0, 3.0, 1.0] {
        series = series * x2 + 1.0 / odd;
    }
    exponent * LN_2 + 2.0 * x * series
}

#[cfg(test)]
mod tests {
    use super::ln;

    #[test]
    fn it_agrees_with_the_platforms_logarithm() {
        for n in (1..5000).chain([1 << 20, (1 << 20) + 1, u32::MAX - 1, u32::MAX]) {
            let expected = f64::from(n).ln();
            assert!((ln(n) - expected).abs() < 1e-11, "{n}: {} and {expected}", ln(n));
        }
        assert_eq!(ln(0), 0.0);
    }
}
