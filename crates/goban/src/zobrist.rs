//! Zobrist hashing: a position's name in 64 bits, kept up to date by exclusive or.
//!
//! The numbers are made at compile time from a fixed seed, so that a hash means the same on every
//! machine and in every run.

use crate::color::Color;
use crate::observer::Observer;
use crate::point::{N_INDICES, Point};

/// The hash of the stones alone; the empty board has 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct StonesHash(pub u64);

/// Put into a position's key when White is to move.
pub(crate) const WHITE_TO_MOVE: u64 = NUMBERS[3 * N_INDICES];

/// What a stone of this color on this point adds to the hash.
#[inline]
pub(crate) fn stone(point: Point, color: Color) -> u64 {
    NUMBERS[color.index() * N_INDICES + point.index()]
}

/// What a forbidden ko point adds to a position's key.
#[inline]
pub(crate) fn ko(point: Point) -> u64 {
    NUMBERS[2 * N_INDICES + point.index()]
}

impl Observer for StonesHash {
    #[inline]
    fn stone_placed(&mut self, point: Point, color: Color) {
        self.0 ^= stone(point, color);
    }

    #[inline]
    fn stone_lifted(&mut self, point: Point, color: Color) {
        self.0 ^= stone(point, color);
    }
}

static NUMBERS: [u64; 3 * N_INDICES + 1] = numbers();

/// SplitMix64 (Steele, Lea and Flood 2014): well mixed in all bits, the low ones too, which is what the
/// course warns of in poor generators.
const fn numbers() -> [u64; 3 * N_INDICES + 1] {
    let mut numbers = [0; 3 * N_INDICES + 1];
    let mut state: u64 = 0x0041_4A49_0000_0000; // "AJI"
    let mut i = 0;
    while i < numbers.len() {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        numbers[i] = z ^ (z >> 31);
        i += 1;
    }
    numbers
}
