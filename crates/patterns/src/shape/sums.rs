//! Keys from sums of random numbers, one sum for each way to turn and mirror what is seen.

/// One sum for each symmetry.
pub type Lanes = [u32; 8];

/// Nothing is seen.
pub const NOTHING: Lanes = [0; 8];

/// Scatters a number over 64 bits.
#[inline]
pub const fn mixed(n: u64) -> u64 {
    let n = (n ^ 0x6A09_E667_F3BC_C908).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let n = (n ^ n >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    n ^ n >> 32
}

/// Adds random numbers to sums.
#[inline]
pub fn add(sum: &mut Lanes, lanes: &Lanes) {
    for (sum, lane) in sum.iter_mut().zip(lanes) {
        *sum = sum.wrapping_add(*lane);
    }
}

/// Takes random numbers away from sums.
#[inline]
pub fn subtract(sum: &mut Lanes, lanes: &Lanes) {
    for (sum, lane) in sum.iter_mut().zip(lanes) {
        *sum = sum.wrapping_sub(*lane);
    }
}

/// The sum of both.
#[inline]
pub fn sum(a: &Lanes, b: &Lanes) -> Lanes {
    let mut sum = *a;
    add(&mut sum, b);
    sum
}

/// What all sums share that are the same up to their order.
#[inline]
pub fn key_of(lanes: &Lanes) -> u64 {
    lanes.iter().fold(0, |key: u64, &lane| key.wrapping_add(mixed(lane.into())))
}

/// The same for a search's inner loop: a sum of squares, which the processor finds several at a time.
#[inline]
pub fn quick_key_of(lanes: &Lanes) -> u64 {
    lanes.iter().fold(0, |key: u64, &lane| {
        let lane = u64::from(lane ^ 0x9E37_79B9);
        key.wrapping_add(lane * lane)
    })
}
