//! The one source of chance: small, fast, and the same on every machine.

/// A seeded generator (the "wyrand" step: add an odd constant, multiply to 128 bits, fold).
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The generator with this seed.
    pub const fn new(seed: u64) -> Random {
        Random(seed ^ 0x9E37_79B9_7F4A_7C15)
    }

    /// 64 random bits.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0xA076_1D64_78BD_642F);
        let product = u128::from(self.0) * u128::from(self.0 ^ 0xE703_7ED1_A0B4_28DB);
        (product >> 64) as u64 ^ product as u64
    }

    /// A number below `n`, which must be positive. The bias is below n / 2⁶⁴.
    #[inline]
    pub fn below_u64(&mut self, n: u64) -> u64 {
        ((u128::from(self.next_u64()) * u128::from(n)) >> 64) as u64
    }

    /// A number below `n`, which must be positive and fit 32 bits. The bias is below n / 2³².
    #[inline]
    pub fn below(&mut self, n: usize) -> usize {
        (((self.next_u64() >> 32) * n as u64) >> 32) as usize
    }
}
