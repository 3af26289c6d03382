//! A small seeded generator for openings, samples and simulations.
//!
//! SplitMix64 (Steele, Lea and Flood 2014): the same seed gives the same numbers on every machine, which
//! is what makes an opening or a simulated match repeatable.

/// A source of pseudo-random numbers with a 64-bit state.
#[derive(Clone, Debug)]
pub struct Generator(u64);

impl Generator {
    /// Starts from a seed; every seed is as good as any other.
    pub const fn new(seed: u64) -> Generator {
        Generator(seed)
    }

    /// An independent generator for the `index`-th part of something that has one seed.
    pub fn part(seed: u64, index: u64) -> Generator {
        let mut generator = Generator(seed);
        let first = generator.next_u64();
        Generator(first ^ index.wrapping_mul(0xD134_2543_DE82_EF95))
    }

    /// The next 64 bits.
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

    /// A number below `n`, which must not be 0; the bias is below 2⁻⁶⁴ · n.
    pub fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.next_u64()) * n as u128) >> 64) as usize
    }

    /// True with the given probability.
    pub fn chance(&mut self, probability: f64) -> bool {
        self.unit() < probability
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_numbers() {
        let numbers = |seed| {
            let mut generator = Generator::new(seed);
            [0; 4].map(|_| generator.next_u64())
        };
        assert_eq!(numbers(7), numbers(7));
        assert_ne!(numbers(7), numbers(8));
        // The first output of SplitMix64 for seed 0, as published with the generator.
        assert_eq!(Generator::new(0).next_u64(), 0xE220_A839_7B1D_CDAF);
    }

    #[test]
    fn parts_of_one_seed_differ() {
        let first: std::collections::HashSet<u64> =
            (0..1000).map(|i| Generator::part(1, i).next_u64()).collect();
        assert_eq!(first.len(), 1000);
    }

    #[test]
    fn numbers_below_a_bound_are_spread_evenly() {
        let mut generator = Generator::new(3);
        let mut counts = [0u32; 5];
        for _ in 0..50_000 {
            counts[generator.below(5)] += 1;
        }
        // Five standard deviations of a binomial count with p = 1/5.
        assert!(counts.iter().all(|&n| (9_550..=10_450).contains(&n)), "{counts:?}");
    }
}
