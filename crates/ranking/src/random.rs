//! A small seeded generator for starting values, shuffles, resampling and simulations.

use crate::numbers::ln;

/// A source of pseudo-random numbers with 64 bits of state (SplitMix64, Steele, Lea and Flood 2014).
///
/// Everything it gives is made of operations that round alike everywhere, so a seed means the same
/// numbers on every machine.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The generator with this seed.
    pub const fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// 64 random bits.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number in [0, 1), with 53 random bits.
    pub fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// A number below `n`; 0 if `n` is 0. The bias is below n / 2⁶⁴.
    pub fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.next_u64()) * n as u128) >> 64) as usize
    }

    /// A number from the normal distribution with mean 0 and deviation 1, by Marsaglia's polar method.
    pub fn normal(&mut self) -> f64 {
        loop {
            let (x, y) = (2.0 * self.unit() - 1.0, 2.0 * self.unit() - 1.0);
            let square = x * x + y * y;
            if square > 0.0 && square < 1.0 {
                return x * (-2.0 * ln(square) / square).sqrt();
            }
        }
    }

    /// Puts the items in a random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normal_numbers_have_mean_zero_deviation_one_and_the_right_tails() {
        let mut random = Random::new(1);
        let drawn: Vec<f64> = (0..100_000).map(|_| random.normal()).collect();
        let mean = drawn.iter().sum::<f64>() / 1e5;
        let variance = drawn.iter().map(|x| x * x).sum::<f64>() / 1e5;
        let outside = drawn.iter().filter(|x| x.abs() > 1.96).count();
        assert!(mean.abs() < 0.01, "{mean}");
        assert!((variance - 1.0).abs() < 0.015, "{variance}");
        assert!((4700..5300).contains(&outside), "{outside}");
    }

    #[test]
    fn a_seed_gives_the_same_numbers_always() {
        let mut random = Random::new(0);
        assert_eq!(random.next_u64(), 0xE220_A839_7B1D_CDAF);
        assert_eq!(random.below(0), 0);
        let mut items: Vec<u32> = (0..10).collect();
        random.shuffle(&mut items);
        items.sort_unstable();
        assert_eq!(items, (0..10).collect::<Vec<u32>>());
    }
}
