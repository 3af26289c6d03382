//! The gammas of all shapes of radius 2, found by two looks.
//!
//! Most of the 2²⁴ codes never occur: where a point lies off the board, so do those beyond it. The inner 3×3
//! shape, of which 7,641 exist, leads to a block with an entry for each of the 256 states of the four points
//! two steps away. An entry holds both sides' gammas as *levels*, steps of a sixteenth of a doubling, in one
//! byte each, so that all blocks together are 4 MB and those in use fit the cache.

use super::gammas::{MAX_RATE, ONE};
use aji_goban::Color;
use aji_patterns::shape::NearCode;

/// A gamma in one byte: 0 is 0, 128 is 1, every 16 more is twice as much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level(u8);

/// A sixteenth, two sixteenths … of a doubling, in 2⁻¹⁶.
const SIXTEENTHS: [u64; 16] = [
    65536, 68438, 71468, 74632, 77936, 81386, 84990, 88752, 92682, 96785, 101_070, 105_545,
    110_218, 115_098, 120_194, 125_515,
];

impl Level {
    /// The gammas of all levels.
    const GAMMAS: [u32; 256] = {
        let mut gammas = [0; 256];
        let mut level = 1;
        while level < 256 {
            let fine = SIXTEENTHS[level % 16] * ONE as u64;
            let gamma = if level >= 128 {
                fine << ((level - 128) / 16) >> 16
            } else {
                fine >> ((143 - level) / 16) >> 16
            };
            gammas[level] = if gamma > MAX_RATE as u64 { MAX_RATE } else { gamma as u32 };
            level += 1;
        }
        gammas
    };

    /// The level nearest to a gamma.
    pub fn nearest(gamma: u32) -> Level {
        let above = Level::GAMMAS.partition_point(|&level| level < gamma).min(255);
        let is_below_nearer =
            above > 0 && gamma - Level::GAMMAS[above - 1] < Level::GAMMAS[above].abs_diff(gamma);
        let nearest = above - usize::from(is_below_nearer);
        // What can be drawn at all must stay so.
        Level(nearest.max(usize::from(gamma > 0)) as u8)
    }

    /// Its gamma.
    #[inline]
    pub const fn gamma(self) -> u32 {
        Level::GAMMAS[self.0 as usize]
    }
}

/// The gammas of all shapes of radius 2.
#[derive(Clone, Debug)]
pub struct Diamonds {
    /// The block of each 3×3 shape; the first one for shapes that cannot occur.
    blocks: Box<[u16]>,
    /// Blocks of 256 entries: Black's level and White's.
    entries: Vec<[Level; 2]>,
}

impl Diamonds {
    /// Every shape has the gamma of its inner 3×3 shape, until others are set.
    pub fn new(of_small: impl Fn(NearCode) -> [u32; 2]) -> Diamonds {
        let mut entries = vec![[Level::nearest(ONE); 2]; 256];
        let blocks = (0..=u16::MAX)
            .map(|bits| {
                if !can_occur(bits) {
                    return 0;
                }
                let levels = of_small(NearCode::from_bits(bits.into())).map(Level::nearest);
                entries.extend([levels; 256]);
                (entries.len() / 256 - 1) as u16
            })
            .collect();
        Diamonds { blocks, entries }
    }

    /// Sets the gamma of a shape, given as the side to move sees it if it is Black, and of all shapes that
    /// are alike.
    pub fn set(&mut self, shape: NearCode, gamma: u32) {
        let level = Level::nearest(gamma);
        for (color, mut code) in [(Color::Black, shape), (Color::White, shape.swapped())] {
            for _ in 0..4 {
                for image in [code, code.mirrored()] {
                    let place = self.place(image);
                    if place >= 256 {
                        self.entries[place][color.index()] = level;
                    }
                }
                code = code.turned();
            }
        }
    }

    /// The gammas of a shape for Black and for White to move.
    #[inline]
    pub fn of(&self, code: NearCode) -> [u32; 2] {
        self.entries[self.place(code)].map(Level::gamma)
    }

    #[inline]
    fn place(&self, code: NearCode) -> usize {
        let block = self.blocks[code.small().bits() as usize];
        usize::from(block) << 8 | (code.bits() >> 16) as usize
    }
}

/// Can the eight points around a point look like this? Off the board lies nothing, one side, or two sides
/// that meet.
fn can_occur(bits: u16) -> bool {
    let is_off = |place: usize| bits >> (2 * place) & 3 == 3;
    // The sides above, right, below, left; the diagonals right above, right below, left below, left above.
    let sides = [0, 1, 2, 3].map(is_off);
    let corners = [4, 5, 6, 7].map(is_off);
    let is_corner_right = |i: usize| corners[i] == (sides[i] || sides[(i + 1) % 4]);
    (0..4).all(is_corner_right) && !(sides[0] && sides[2]) && !(sides[1] && sides[3])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_shapes_can_occur_as_there_are() {
        let n = (0..=u16::MAX).filter(|&bits| can_occur(bits)).count();
        assert_eq!(n, 3usize.pow(8) + 4 * 3usize.pow(5) + 4 * 3usize.pow(3));
    }

    #[test]
    fn levels_are_near_their_gammas() {
        for (gamma, exact) in [(0, 0), (ONE, ONE), (2 * ONE, 2 * ONE), (ONE / 4, ONE / 4)] {
            assert_eq!(Level::nearest(gamma).gamma(), exact);
        }
        for gamma in (40..100_000).step_by(97) {
            let level = f64::from(Level::nearest(gamma).gamma());
            assert!((level / f64::from(gamma) - 1.0).abs() < 0.03, "{gamma} became {level}");
        }
    }

    #[test]
    fn a_shape_is_set_in_all_its_images() {
        let shape = NearCode::from_bits(0b01_10_00_00_00_01_00_10_00_00_01_00);
        let mut diamonds = Diamonds::new(|_| [ONE; 2]);
        diamonds.set(shape, 4 * ONE);
        assert_eq!(diamonds.of(shape.turned().mirrored()), [4 * ONE, ONE]);
        assert_eq!(diamonds.of(shape.swapped().turned()), [ONE, 4 * ONE]);
    }
}
